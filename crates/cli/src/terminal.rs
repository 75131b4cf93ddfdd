//! The abilities of the terminal, and texts that fit it.

use clap::ColorChoice;
use plywood_games::Style;
use std::io::{self, IsTerminal};

/// How boards and texts are shown on standard output.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    /// The style of boards.
    pub style: Style,
    /// The number of columns; none without a terminal.
    pub width: Option<usize>,
    /// The number of rows; none without a terminal.
    pub height: Option<usize>,
    /// Whether what was printed can be erased and rewritten.
    pub erases: bool,
}

impl Screen {
    /// The screen of standard output.
    pub(crate) fn of_stdout(plain: bool, color: ColorChoice) -> Screen {
        let var = |name: &str| std::env::var_os(name)?.into_string().ok();
        let style = style(plain, color, io::stdout().is_terminal(), var);
        let mut screen = Screen { style, width: None, height: None, erases: can_erase() };
        screen.measure();
        screen
    }

    /// Notices a new size of the terminal.
    pub(crate) fn measure(&mut self) {
        if let Some((width, height)) = terminal_size::terminal_size_of(io::stdout()) {
            (self.width, self.height) = (Some(width.0.into()), Some(height.0.into()));
        }
    }

    /// What clears the screen and moves the cursor to its top. The `first` time, what is on the screen is moved above
    /// it, where the user can scroll to it.
    pub(crate) fn cleared(&self, first: bool) -> String {
        let above = if first { self.height.unwrap_or(0) } else { 0 };
        "\n".repeat(above) + "\x1b[H\x1b[J"
    }

    /// What people call a side, without the letter in parentheses that only boards of letters have.
    pub(crate) fn side_name<'a>(&self, name: &'a str) -> &'a str {
        match self.style.unicode {
            true => name.split_once(" (").map_or(name, |(name, _)| name),
            false => name,
        }
    }

    /// The text, wrapped to the width.
    pub(crate) fn wrapped(&self, text: &str) -> String {
        match self.width {
            Some(width) => wrap(text, width, 0),
            None => text.to_string(),
        }
    }
}

/// The width of lists: that of the terminal, up to that of a printed page, which is also the width of a pipe.
pub(crate) fn list_width() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map_or(LIST_WIDTH, |(width, _)| usize::from(width.0).min(LIST_WIDTH))
}

pub(crate) const LIST_WIDTH: usize = 100;

/// Whether lines can be edited: input and output are a terminal that can move its cursor.
pub(crate) fn can_edit_lines() -> bool {
    io::stdin().is_terminal() && can_erase()
}

/// Whether the output is a terminal that can move its cursor.
fn can_erase() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !dumb
}

/// The style that the arguments choose, or the richest style of a terminal with these environment
/// variables.
fn style(
    plain: bool,
    color: ColorChoice,
    is_terminal: bool,
    var: impl Fn(&str) -> Option<String>,
) -> Style {
    let var = |name: &str| var(name).filter(|value| !value.is_empty());
    // Windows Terminal sets WT_SESSION and not TERM. The old console sets neither, and prints escape
    // sequences as text.
    let known = var("TERM").map_or(var("WT_SESSION").is_some(), |term| term != "dumb");
    let capable = is_terminal && known;
    let colour = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // See no-color.org.
        ColorChoice::Auto => capable && var("NO_COLOR").is_none(),
    };
    let locale = var("LC_ALL").or_else(|| var("LC_CTYPE")).or_else(|| var("LANG"));
    let utf8 = locale.map_or(var("WT_SESSION").is_some(), |locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    let unicode = utf8 && (capable || color == ColorChoice::Always);
    Style { unicode: unicode && !plain, colour: colour && !plain }
}

/// Breaks lines at blanks so that none is longer than `width`, unless a word is. A continued line begins
/// with `indent` blanks. Lines with escape sequences are not broken.
pub(crate) fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut out = Vec::new();
    for line in text.split('\n') {
        let mut line = line.to_string();
        while line.chars().count() > width && !line.contains('\x1b') {
            let begins = line.len() - line.trim_start().len();
            // The blank after a word may be beyond the last column.
            let limit = line.char_indices().nth(width).map_or(line.len(), |(at, _)| at);
            let blanks = line.match_indices(' ').map(|(at, _)| at).filter(|&at| at > begins);
            let Some(at) = blanks.clone().take_while(|&at| at <= limit).last().or(blanks.min())
            else {
                break;
            };
            let rest = format!("{:indent$}{}", "", line[at..].trim_start());
            line.truncate(at);
            out.push(line.trim_end().to_string());
            line = rest;
        }
        out.push(line);
    }
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_follow_the_terminal() {
        use ColorChoice::{Always, Auto, Never};
        let xterm = [("TERM", "xterm-256color"), ("LANG", "en_US.UTF-8")];
        let of = |plain, color, is_terminal, more: &[(&str, &str)]| {
            let vars: Vec<_> = more.iter().chain(&xterm).copied().collect();
            let style = style(plain, color, is_terminal, |name| {
                let var = vars.iter().find(|(known, _)| *known == name);
                var.map(|(_, value)| value.to_string())
            });
            (style.unicode, style.colour)
        };
        assert_eq!(of(false, Auto, true, &[]), (true, true));
        assert_eq!(of(false, Auto, false, &[]), (false, false), "a pipe");
        assert_eq!(of(false, Always, false, &[]), (true, true), "a pipe into a pager");
        assert_eq!(of(false, Never, true, &[]), (true, false));
        assert_eq!(of(true, Always, true, &[]), (false, false));
        assert_eq!(of(false, Auto, true, &[("NO_COLOR", "1")]), (true, false));
        assert_eq!(of(false, Auto, true, &[("NO_COLOR", "")]), (true, true), "as if not set");
        assert_eq!(of(false, Always, true, &[("NO_COLOR", "1")]), (true, true));
        assert_eq!(of(false, Auto, true, &[("TERM", "dumb")]), (false, false));
        assert_eq!(of(false, Auto, true, &[("LC_ALL", "C")]), (false, true));
        assert_eq!(of(false, Auto, true, &[("LC_CTYPE", "de_DE.utf8")]), (true, true));
        let windows = [("TERM", ""), ("LANG", "")];
        assert_eq!(of(false, Auto, true, &windows), (false, false));
        let windows = [("TERM", ""), ("LANG", ""), ("WT_SESSION", "1")];
        assert_eq!(of(false, Auto, true, &windows), (true, true));
    }

    #[test]
    fn lines_break_at_words() {
        assert_eq!(wrap("one two three", 7, 0), "one two\nthree");
        assert_eq!(wrap("one two three", 6, 2), "one\n  two\n  three");
        assert_eq!(wrap("  one two", 5, 2), "  one\n  two");
        assert_eq!(wrap("unbreakable a b", 4, 0), "unbreakable\na b");
        assert_eq!(wrap("   unbreakable", 4, 0), "   unbreakable");
        assert_eq!(wrap("a\n\nb  c\n", 80, 0), "a\n\nb  c\n");
        assert_eq!(wrap("ä ö ü", 3, 0), "ä ö\nü");
        assert_eq!(wrap("\x1b[0m a b", 3, 0), "\x1b[0m a b");
        // Only blanks are removed, at any width.
        let text = "you play White, the engine plays Black; values are White's";
        for (width, indent) in (0..70).zip([0, 4, 11].into_iter().cycle()) {
            let lines = wrap(text, width, indent);
            assert_eq!(lines.split_whitespace().collect::<Vec<_>>().join(" "), text);
            let fits = |line: &str| line.chars().count() <= width || !line.trim().contains(' ');
            assert!(lines.lines().all(fits), "{width}: {lines}");
        }
    }
}
