//! Boards as rows of letters, as several games write them: `3b2b3/10/w8w`. A number is that many empty cells.

use crate::InputError;
use std::ops::RangeInclusive;

/// The rows that a game reads.
pub(crate) struct Rows {
    /// What is read: `amazons position`.
    pub input: &'static str,
    /// The letters, for errors: `w, b, x`.
    pub letters: &'static str,
    /// What players call a cell and several of them: `square`, `squares`.
    pub cells: [&'static str; 2],
    /// The numbers of columns.
    pub columns: RangeInclusive<u8>,
    /// The numbers of rows.
    pub rows: RangeInclusive<u8>,
}

impl Rows {
    /// Reads `rows`, a part of `text`, which errors quote. `put` is told each letter with its column and row,
    /// from 0 at the left and at the bottom, and says whether it knows the letter. Columns beyond the
    /// greatest number are not put. Returns the numbers of columns and rows.
    pub fn read(
        &self,
        text: &str,
        rows: &str,
        mut put: impl FnMut(char, u8, u8) -> bool,
    ) -> Result<(u8, u8), InputError> {
        let wrong = || InputError::new(self.input, text);
        let count = rows.split('/').count();
        let height = u8::try_from(count).ok().filter(|count| self.rows.contains(count));
        let Some(height) = height else {
            let range = range(&self.rows);
            let error = wrong().expected(format!("{range} rows with '/' between"));
            return Err(error.found(&format!("{count} of them")));
        };
        let [cell, cells] = self.cells;
        let mut width = None;
        for (number, line) in (1..).zip(rows.split('/')) {
            let place = format!("row {number} from the top");
            let (mut column, mut gap) = (0_u8, 0_u8);
            for c in line.chars() {
                let place =
                    || format!("{place}, column {}", column.saturating_add(gap).saturating_add(1));
                // Two digits are one number, as in 10.
                if let Some(digit) = c.to_digit(10) {
                    gap = gap.saturating_mul(10).saturating_add(digit as u8);
                    continue;
                }
                let here = place();
                column = column.saturating_add(std::mem::take(&mut gap));
                let known = c == '.' || column >= *self.columns.end() || {
                    put(c, column, height - number)
                };
                if !known {
                    let expected = format!("{}, '.' or a number of empty {cells}", self.letters);
                    return Err(wrong().at(&here).expected(expected).found(&format!("'{c}'")));
                }
                column = column.saturating_add(1);
            }
            column = column.saturating_add(gap);
            let expected = match width {
                None if self.columns.contains(&column) => {
                    width = Some(column);
                    continue;
                }
                Some(width) if width == column => continue,
                Some(1) => format!("1 {cell} as in row 1"),
                Some(width) => format!("{width} {cells} as in row 1"),
                None => format!("{} {cells}", range(&self.columns)),
            };
            return Err(wrong().at(&place).expected(expected).found(&format!("{column} of them")));
        }
        Ok((width.unwrap_or(1), height))
    }
}

fn range(numbers: &RangeInclusive<u8>) -> String {
    format!("{} to {}", numbers.start(), numbers.end())
}

/// Writes rows: `letter` gives the letter of a column and a row, from 0 at the left and at the bottom, or
/// none for an empty cell.
pub(crate) fn written(
    (width, height): (u8, u8),
    letter: impl Fn(u8, u8) -> Option<char>,
) -> String {
    let mut text = String::new();
    for row in (0..height).rev() {
        let mut gap = 0;
        for column in 0..=width {
            let letter = if column < width { letter(column, row) } else { None };
            if (letter.is_some() || column == width) && gap > 0 {
                text.push_str(&std::mem::take(&mut gap).to_string());
            }
            match letter {
                Some(letter) => text.push(letter),
                None => gap += 1,
            }
        }
        if row > 0 {
            text.push('/');
        }
    }
    text
}

/// Whether a word is meant as the size of a board, such as `6x6`.
pub(crate) fn is_size(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once(['x', 'X']).is_some_and(|(width, height)| digits(width) && digits(height))
}

/// The columns and rows of a size such as `6x6`, if both are among `sizes`.
pub(crate) fn size_of(word: &str, sizes: &RangeInclusive<u8>) -> Option<(u8, u8)> {
    let (width, height) = word.split_once(['x', 'X'])?;
    let number = |text: &str| text.parse().ok().filter(|size| sizes.contains(size));
    Some((number(width)?, number(height)?))
}
