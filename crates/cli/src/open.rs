//! Opens a page in the browser of the user.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The programs that open a file with what the user chose for it, the first that is installed.
const OPENERS: &[&[&str]] = if cfg!(target_os = "macos") {
    &[&["open"]]
} else if cfg!(windows) {
    // The empty argument is the title of the window, which `start` expects before a quoted path.
    &[&["cmd", "/C", "start", ""]]
} else {
    &[&["xdg-open"], &["wslview"]]
};

/// How long a program may take to say that it has failed. One that takes longer is a browser that stays open.
const PATIENCE: Duration = Duration::from_secs(2);

/// Opens a page. The error says why it was not opened, and what to do instead.
pub(crate) fn open_page(page: &Path) -> Result<(), String> {
    let path = page.canonicalize().unwrap_or_else(|_| page.to_path_buf());
    for &opener in OPENERS {
        let mut command = Command::new(opener[0]);
        command.args(&opener[1..]).arg(&path);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Ok(child) = command.spawn() {
            return match has_failed(child) {
                false => Ok(()),
                true => Err(complaint(&format!("{} has failed", opener[0]), page)),
            };
        }
    }
    let names: Vec<&str> = OPENERS.iter().map(|opener| opener[0]).collect();
    Err(complaint(&format!("no {}", names.join(" or ")), page))
}

fn complaint(what: &str, page: &Path) -> String {
    format!("--open: {what}: open {} in a browser", page.display())
}

fn has_failed(mut child: Child) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match child.try_wait() {
            Ok(Some(status)) => return !status.success(),
            Ok(None) => sleep(Duration::from_millis(20)),
            Err(_) => return false,
        }
    }
    false
}
