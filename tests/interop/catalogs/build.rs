//! Makes the folders that git cannot hold: names that some systems cannot check out, large files, many skills.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::Value;

const NAMES: &str = "../../../skills-core/tests/cases/names.json";

/// As base64 it is just under the 10 MiB that a host takes in one message.
const LARGE: usize = 7_000_000;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={NAMES}");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    make(&out.join("hard"), hard)?;
    make(&out.join("many"), many)?;
    make(&out.join("one"), |root| {
        skill(&root.join("one"))?;
        write(&root.join("one/references/notes.md"), b"notes\n")
    })
}

/// Makes a root anew.
fn make(root: &Path, fill: impl Fn(&Path) -> io::Result<()>) -> io::Result<()> {
    if root.exists() {
        fs::remove_dir_all(root)?;
    }
    fill(root)
}

fn hard(root: &Path) -> io::Result<()> {
    names(&root.join("names"))?;
    deep(&root.join("group/deep"))?;
    sizes(&root.join("sizes"))?;
    skill(&root.join("outer"))?;
    skill(&root.join("outer/parts/inner"))?;
    write(
        &root.join("outer/parts/inner/notes.md"),
        b"notes of the inner one\n",
    )?;
    write(
        &root.join("outer/parts/notes.md"),
        b"notes of the outer one\n",
    )
}

/// Every name in a folder of its own: some differ only by case.
fn names(folder: &Path) -> io::Result<()> {
    skill(folder)?;
    let rows: Vec<Value> = serde_json::from_str(&fs::read_to_string(NAMES)?)?;
    let field = |row: &Value, field| row.get(field).and_then(Value::as_str).map(str::to_owned);
    let accepted = rows
        .iter()
        .filter(|row| field(row, "expect").as_deref() == Some("accept"));
    for (index, row) in accepted.enumerate() {
        let name = field(row, "name").unwrap_or_default();
        let path = folder.join(format!("files/{index:02}/{name}"));
        write(&path, format!("named {name}\n").as_bytes())?;
    }
    for name in ["Q&A.md", "10%Dec.md", "naïve café.md", "[x].md", "a^b"] {
        write(&folder.join(name), name.as_bytes())?;
    }
    Ok(())
}

fn deep(folder: &Path) -> io::Result<()> {
    skill(folder)?;
    let levels: PathBuf = (1..=27).map(|level| format!("level-{level}")).collect();
    write(&folder.join(levels).join("here.md"), b"27 levels down\n")
}

fn sizes(folder: &Path) -> io::Result<()> {
    skill(folder)?;
    write(&folder.join("empty.txt"), b"")?;
    write(&folder.join("empty.bin"), b"")?;
    write(&folder.join("one.bin"), b"\0")?;
    write(&folder.join("crlf.txt"), b"a\r\nb\r\n")?;
    let mut state = 1_u32;
    let mut byte = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    let large: Vec<u8> = (0..LARGE).map(|_| byte()).collect();
    write(&folder.join("large.bin"), &large)
}

fn many(root: &Path) -> io::Result<()> {
    for number in 0..2_000 {
        let folder = root.join(format!("fleet/skill-{number:04}"));
        skill(&folder)?;
        write(
            &folder.join("references/notes.md"),
            format!("{number}\n").as_bytes(),
        )?;
    }
    Ok(())
}

fn skill(folder: &Path) -> io::Result<()> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let text = format!(
        "---\nname: {name}\ndescription: A skill for tests.\nmetadata:\n  level: '2'\n---\n# {name}\n"
    );
    write(&folder.join("SKILL.md"), text.as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, bytes)
}
