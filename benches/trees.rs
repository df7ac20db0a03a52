//! The trees that everything is measured on, the same bytes on every machine.

use std::path::Path;
use std::{fs, io};

/// A tree, by the name of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) name: &'static str,
    #[allow(dead_code, reason = "the build script makes trees and shows none")]
    pub(crate) about: &'static str,
    skills: usize,
    texts: usize,
    text_bytes: usize,
    blobs: usize,
    blob_bytes: usize,
}

/// 2,000 files of 8 KiB text.
pub(crate) const TEXT: Tree = Tree {
    name: "text",
    about: "2,000 × 8 KiB text",
    skills: 200,
    texts: 10,
    text_bytes: 8 << 10,
    blobs: 0,
    blob_bytes: 0,
};

/// 40 files of 400 KiB that are not text, and the few files that make them skills.
pub(crate) const BINARY: Tree = Tree {
    name: "binary",
    about: "40 × 400 KiB binary",
    skills: 4,
    texts: 1,
    text_bytes: 1 << 10,
    blobs: 10,
    blob_bytes: 400 << 10,
};

/// What a server usually has: 12 skills, 84 files, 1 MB.
pub(crate) const TYPICAL: Tree = Tree {
    name: "typical",
    about: "12 skills, 84 files, 1 MB",
    skills: 12,
    texts: 6,
    text_bytes: 6 << 10,
    blobs: 1,
    blob_bytes: 48 << 10,
};

/// One skill of one file.
pub(crate) const ONE: Tree = Tree {
    name: "one",
    about: "1 × 8 KiB text",
    skills: 1,
    texts: 1,
    text_bytes: 8 << 10,
    blobs: 0,
    blob_bytes: 0,
};

/// Writes a tree into a folder.
pub(crate) fn write(tree: &Tree, root: &Path) -> io::Result<()> {
    let mut noise = Noise(0x5eed);
    for skill in 0..tree.skills {
        let name = format!("skill-{skill:03}");
        let folder = root.join(&name);
        let references = folder.join("references");
        fs::create_dir_all(if tree.texts > 1 { &references } else { &folder })?;
        let head = format!(
            "---\nname: {name}\ndescription: Answers questions about subject {skill}. Use it when one is asked.\n\
             license: MIT\nmetadata:\n  author: somebody\n  version: \"1.{skill}\"\n---\n"
        );
        let links =
            (1..tree.texts).map(|page| format!("- [Page {page}](references/page-{page}.md)\n"));
        let head = head + &links.collect::<String>();
        fs::write(
            folder.join("SKILL.md"),
            text(&head, tree.text_bytes, &mut noise),
        )?;
        for page in 1..tree.texts {
            let path = references.join(format!("page-{page}.md"));
            fs::write(path, text("# Reference\n", tree.text_bytes, &mut noise))?;
        }
        for blob in 0..tree.blobs {
            fs::write(
                folder.join(format!("figure-{blob}.png")),
                noise.bytes(tree.blob_bytes),
            )?;
        }
    }
    Ok(())
}

/// Lines of words, as long as asked for.
fn text(head: &str, len: usize, noise: &mut Noise) -> String {
    const WORDS: &[&str] = &[
        "form",
        "field",
        "page",
        "the",
        "of",
        "\"quoted\"",
        "naïve",
        "then",
        "`code`",
        "ask",
    ];
    let mut text = head.to_owned();
    while text.len() + 16 < len {
        let word = noise.next() as usize % WORDS.len();
        text.push_str(WORDS.get(word).unwrap_or(&"word"));
        text.push(if noise.next().is_multiple_of(12) {
            '\n'
        } else {
            ' '
        });
    }
    while text.len() + 1 < len {
        text.push('.');
    }
    text.push('\n');
    text
}

/// A xorshift generator.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0".to_vec();
        while bytes.len() < len {
            bytes.extend(self.next().to_le_bytes());
        }
        bytes.truncate(len);
        bytes
    }
}
