//! Paths to bytes. Opens regular files below the root and nothing else, whatever happened to the tree since the walk.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file of at most `limit` bytes, `path` being `/`-separated below `root`; a longer one gives `limit + 1`
/// bytes.
///
/// No link is followed on the way from the root, and opening never blocks.
///
/// # Errors
///
/// The I/O error, or that the path is no longer a regular file.
pub fn read(root: &Path, path: &str, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(root, path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("no longer a regular file"));
    }
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens folder by folder, so that no part of the path can be a link.
#[cfg(unix)]
fn open(root: &Path, path: &str) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, openat};

    let base = OFlags::RDONLY | OFlags::CLOEXEC;
    let mut folder = rustix::fs::open(root, base | OFlags::DIRECTORY, Mode::empty())?;
    let (parents, name) = path.rsplit_once('/').unwrap_or(("", path));
    for parent in parents.split('/').filter(|parent| !parent.is_empty()) {
        let flags = base | OFlags::DIRECTORY | OFlags::NOFOLLOW;
        folder = openat(&folder, parent, flags, Mode::empty())?;
    }
    let flags = base | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    Ok(File::from(openat(&folder, name, flags, Mode::empty())?))
}

/// Checks every part of the path, then opens the last without following it.
#[cfg(not(unix))]
fn open(root: &Path, path: &str) -> io::Result<File> {
    let mut whole = root.to_path_buf();
    for part in path.split('/') {
        whole.push(part);
        if std::fs::symlink_metadata(&whole)?.file_type().is_symlink() {
            return Err(io::Error::other("no longer a regular file"));
        }
    }
    File::open(whole)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn reads_at_most_one_byte_over_the_limit() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("a")).unwrap();
        std::fs::write(root.path().join("a/b"), "12345").unwrap();
        assert_eq!(read(root.path(), "a/b", 5).unwrap(), b"12345");
        assert_eq!(read(root.path(), "a/b", 3).unwrap(), b"1234");
    }

    #[test]
    fn refuses_a_link_in_any_part_of_the_path() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("a")).unwrap();
        std::fs::write(root.path().join("a/b"), "x").unwrap();
        symlink("b", root.path().join("a/link")).unwrap();
        symlink("a", root.path().join("folder")).unwrap();
        assert!(read(root.path(), "a/link", 9).is_err());
        assert!(read(root.path(), "folder/b", 9).is_err());
    }

    #[test]
    fn a_fifo_does_not_block() {
        let root = tempfile::tempdir().unwrap();
        let fifo = root.path().join("p");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.unwrap().success());
        assert_eq!(
            read(root.path(), "p", 9).unwrap_err().to_string(),
            "no longer a regular file"
        );
    }
}
