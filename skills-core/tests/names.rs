use serde_json::Value;

use crate::tree::{Tree, codes};

/// Every accepted name is embedded under a URI that decodes to it; every refused one is a `file_name` error.
#[test]
fn every_odd_name_is_embedded_or_refused() {
    let rows: Vec<Value> = serde_json::from_str(include_str!("cases/names.json")).unwrap();
    assert_eq!(rows.len(), 77);
    for row in rows {
        let name = row["name"].as_str().unwrap();
        let loaded = Tree::new()
            .skill("demo")
            .file(&format!("demo/{name}"), "x")
            .load();
        if row["expect"] == "refuse" {
            assert_eq!(codes(&loaded.diagnostics), ["file_name"], "{name}");
            continue;
        }
        let fatal: Vec<_> = loaded
            .diagnostics
            .iter()
            .filter(|d| d.level().is_fatal())
            .collect();
        assert!(fatal.is_empty(), "{name}: {fatal:?}");
        let catalog = loaded.catalog.unwrap();
        let file = catalog
            .files()
            .iter()
            .find(|file| file.path == format!("demo/{name}"))
            .unwrap();
        let encoded = file.uri.strip_prefix("skill://demo/").unwrap();
        let is_uri_character =
            |b: u8| b.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@%".contains(&b);
        assert!(encoded.bytes().all(is_uri_character), "{encoded}");
        let decoded = percent_encoding::percent_decode_str(encoded)
            .decode_utf8()
            .unwrap();
        assert_eq!(decoded, name);
    }
}
