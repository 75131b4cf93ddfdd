//! Lists for people: groups of rows, each a name with what it stands for, within the width of the terminal.

use crate::terminal::{list_width, wrap};
use std::io::{self, Write};

/// Rows below a heading.
pub(crate) struct Group {
    heading: String,
    rows: Vec<(String, String)>,
}

impl Group {
    pub(crate) fn new(heading: impl Into<String>) -> Group {
        Group { heading: heading.into(), rows: Vec::new() }
    }

    /// Adds a name and what it stands for.
    pub(crate) fn row(&mut self, name: impl Into<String>, summary: impl Into<String>) {
        self.rows.push((name.into(), summary.into()));
    }
}

/// Groups, and a last line that says where to read on. Groups without rows are left out.
pub(crate) struct Lists<'a> {
    pub groups: Vec<Group>,
    pub more: &'a str,
}

impl Lists<'_> {
    /// Prints the groups with one line per row; the names of a group are of equal width. What a narrow terminal has no
    /// room for is cut off.
    pub(crate) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text(list_width(), cut).as_bytes())
    }

    /// Prints the groups with all that the rows say.
    pub(crate) fn print_whole(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.whole(list_width()).as_bytes())
    }

    /// The groups in `columns` columns, with all that the rows say.
    pub(crate) fn whole(&self, columns: usize) -> String {
        self.text(columns, wrap)
    }

    /// The groups, each line made to `fit` into the columns. A second line begins at the given column.
    fn text(&self, columns: usize, fit: fn(&str, usize, usize) -> String) -> String {
        let mut text = String::new();
        let mut push = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        for group in self.groups.iter().filter(|group| !group.rows.is_empty()) {
            push(&wrap(&group.heading, columns, 2));
            let names = group.rows.iter().map(|(name, _)| name.chars().count());
            // A narrow terminal has no room for names beside their summaries.
            let width = names.max().unwrap_or(0).min(columns / 2);
            for (name, summary) in &group.rows {
                let line = format!("  {name:width$}  {summary}");
                let below = if summary.is_empty() { 4 } else { width + 4 };
                push(&fit(line.trim_end(), columns, below));
            }
        }
        if !self.more.is_empty() {
            push(&wrap(self.more, columns, 2));
        }
        text
    }
}

/// A line that is too long without the parenthesis at its end, or else the beginning of it with an ellipsis.
fn cut(line: &str, columns: usize, _: usize) -> String {
    if line.chars().count() <= columns {
        return line.to_string();
    }
    let line = line.rsplit_once(" (").map_or(line, |(before, _)| before);
    if line.chars().count() <= columns {
        return line.to_string();
    }
    let shown: String = line.chars().take(columns.saturating_sub(1)).collect();
    format!("{}…", shown.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_aligned_and_wrapped() {
        let mut group = Group::new("Games");
        group.row("chess", "with draws by repetition");
        group.row("go", "");
        group.row("mtdf", "null windows (1995)");
        let lists = Lists { groups: vec![Group::new("None"), group], more: "The end." };
        let wide = "Games\n  chess  with draws by repetition\n  go\n  mtdf   null windows (1995)\n\
                    The end.\n";
        assert_eq!((lists.whole(80).as_str(), lists.text(80, cut).as_str()), (wide, wide));
        let narrow = "Games\n  chess  with draws\n         by\n         repetition\n  go\n  mtdf   null\n\
                     \x20        windows\n         (1995)\nThe end.\n";
        assert_eq!(lists.whole(20), narrow);
        let short = "Games\n  chess  with draws…\n  go\n  mtdf   null windows\nThe end.\n";
        assert_eq!(lists.text(21, cut), short);
    }
}
