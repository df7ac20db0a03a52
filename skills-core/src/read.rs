//! Paths to bytes. Opens regular files below the root and nothing else, whatever happened to the tree since the walk.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads the files below one root.
#[derive(Debug)]
pub struct Reader<'a> {
    root: &'a Path,
    /// The folder of the file that was read last, since most files have the one before beside them.
    #[cfg(unix)]
    last: Option<(String, std::os::fd::OwnedFd)>,
}

impl<'a> Reader<'a> {
    /// A reader of the files below `root`, which is not opened yet.
    pub const fn new(root: &'a Path) -> Self {
        Self {
            root,
            #[cfg(unix)]
            last: None,
        }
    }

    /// Reads a file of at most `limit` bytes, `path` being `/`-separated below the root; a longer one gives
    /// `limit + 1` bytes.
    ///
    /// No link is followed on the way from the root, and opening never blocks.
    ///
    /// # Errors
    ///
    /// The I/O error, or that the path is no longer a regular file.
    pub fn read(&mut self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let file = self.open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("no longer a regular file"));
        }
        let size = metadata.len().min(limit).saturating_add(1);
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[cfg(unix)]
    fn open(&mut self, path: &str) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};

        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        let folder = match self.last.take() {
            Some((last, folder)) if last == parent => folder,
            _ => open_folder(self.root, parent)?,
        };
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = openat(&folder, name, flags, Mode::empty());
        self.last = Some((parent.to_owned(), folder));
        Ok(File::from(file?))
    }

    #[cfg(not(unix))]
    fn open(&mut self, path: &str) -> io::Result<File> {
        open_checked(self.root, path)
    }
}

/// Opens folder by folder, so that no part of the path can be a link.
#[cfg(unix)]
fn open_folder(root: &Path, path: &str) -> io::Result<std::os::fd::OwnedFd> {
    use rustix::fs::{Mode, OFlags, openat};

    let base = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::DIRECTORY;
    let mut folder = rustix::fs::open(root, base, Mode::empty())?;
    for part in path.split('/').filter(|part| !part.is_empty()) {
        folder = openat(&folder, part, base | OFlags::NOFOLLOW, Mode::empty())?;
    }
    Ok(folder)
}

/// Checks every part of the path, then opens the last without following it.
#[cfg(not(unix))]
fn open_checked(root: &Path, path: &str) -> io::Result<File> {
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
        let mut reader = Reader::new(root.path());
        assert_eq!(reader.read("a/b", 5).unwrap(), b"12345");
        assert_eq!(reader.read("a/b", 3).unwrap(), b"1234");
    }

    #[test]
    fn reads_from_one_folder_after_the_other() {
        let root = tempfile::tempdir().unwrap();
        let mut reader = Reader::new(root.path());
        let paths = ["a", "b/a", "b/c", "b/d/a", "b/e", "f"];
        for path in paths {
            let file = root.path().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, path).unwrap();
        }
        for path in paths.iter().chain(paths.iter().rev()) {
            assert_eq!(reader.read(path, 9).unwrap(), path.as_bytes());
        }
    }

    #[test]
    fn refuses_a_link_in_any_part_of_the_path() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("a")).unwrap();
        std::fs::write(root.path().join("a/b"), "x").unwrap();
        symlink("b", root.path().join("a/link")).unwrap();
        symlink("a", root.path().join("folder")).unwrap();
        let mut reader = Reader::new(root.path());
        for path in ["a/link", "folder/b", "a/b/c"] {
            assert!(reader.read(path, 9).is_err(), "{path}");
            assert_eq!(reader.read("a/b", 9).unwrap(), b"x");
        }
    }

    #[test]
    fn a_fifo_does_not_block() {
        let root = tempfile::tempdir().unwrap();
        let fifo = root.path().join("p");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.unwrap().success());
        assert_eq!(
            Reader::new(root.path())
                .read("p", 9)
                .unwrap_err()
                .to_string(),
            "no longer a regular file"
        );
    }
}
