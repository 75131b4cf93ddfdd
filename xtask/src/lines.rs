//! `cargo xtask lines`: the lines of code in the repository.
//!
//! A line counts if it has code: comments, documentation, blank lines and tests do not.

use crate::source::sources;
use crate::{Outcome, workspace};
use std::path::{Path, PathBuf};

/// Prints the lines of code of each package and of the folders in it, largest first.
pub fn run() -> Outcome {
    let mut total = 0;
    for package in packages()? {
        let folder = workspace().join(&package);
        let mut lines = Vec::new();
        for part in ["src", "examples", "fuzz_targets"] {
            if folder.join(part).is_dir() {
                lines.extend(lines_in(&folder.join(part), part)?);
            }
        }
        let sum: usize = lines.iter().map(|(_, lines)| lines).sum();
        total += sum;
        println!("{:7} {}", sum, package.display());
        lines.sort_by_key(|&(_, lines)| std::cmp::Reverse(lines));
        let parts = lines.iter().filter(|(_, lines)| *lines >= 500);
        parts.for_each(|(part, lines)| println!("    {lines:7} {part}"));
    }
    println!("{total:7} in all");
    Ok(())
}

/// The folders of packages, those outside the workspace too.
fn packages() -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("crates: {error}");
    let mut packages = Vec::new();
    for file in workspace().join("crates").read_dir().map_err(failed)? {
        packages.push(Path::new("crates").join(file.map_err(failed)?.file_name()));
    }
    packages.sort();
    let others = ["bench", "bench/rivals", "examples", "fuzz", "wasm", "xtask"];
    Ok(packages.into_iter().chain(others.map(PathBuf::from)).collect())
}

/// The lines of code in each module at the top of a folder.
fn lines_in(folder: &Path, name: &str) -> Result<Vec<(String, usize)>, String> {
    let mut parts: Vec<(String, usize)> = Vec::new();
    for source in sources(folder)? {
        let lines = source.code.lines().filter(|line| !line.trim().is_empty()).count();
        let part = [&[name.to_string()], &source.module[..source.module.len().min(1)]].concat();
        let part = part.join("/");
        match parts.iter_mut().find(|(known, _)| *known == part) {
            Some((_, sum)) => *sum += lines,
            None => parts.push((part, lines)),
        }
    }
    Ok(parts)
}
