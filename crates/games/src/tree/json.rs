//! Reading and printing trees. Nothing here recurses: trees may be millions of levels deep.

use super::{Node, Tree};
use crate::InputError;
use plywood::{Score, Side};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// Enough for every count and index to fit 31 bits: a node takes at least two bytes of text.
const MOST_BYTES: u64 = 2 << 30;
const TOO_LONG: &str = "at most 2 GiB of text";

impl Tree {
    /// Reads a tree in the [format of this module](crate::tree).
    ///
    /// ```
    /// use plywood_games::Tree;
    /// assert_eq!(Tree::from_json("[0, 3, [1, 4]]")?.node_count(), 4);
    ///
    /// let error = Tree::from_json("[0, 3,]").unwrap_err().to_string();
    /// assert!(error.starts_with("tree '[0, 3,]': at line 1, column 7: expected a node"));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Tree, InputError> {
        if text.len() as u64 > MOST_BYTES {
            return Err(InputError::new("tree", text).expected(TOO_LONG));
        }
        parse(text).map_err(|fault| fault.explain(InputError::new("tree", text), text))
    }

    /// Reads a tree from a file.
    ///
    /// ```
    /// use plywood_games::Tree;
    /// let error = Tree::read("no/such/file.json").unwrap_err().to_string();
    /// assert!(error.starts_with("tree file 'no/such/file.json': expected a file"));
    /// ```
    pub fn read(path: impl AsRef<Path>) -> Result<Tree, InputError> {
        let path = path.as_ref();
        let error = || InputError::new("tree file", &path.to_string_lossy());
        let unreadable = |cause: std::io::Error| {
            error().expected("a file that can be read").found(&format!("\"{cause}\""))
        };
        let about = fs::metadata(path).map_err(unreadable)?;
        if about.is_dir() {
            return Err(error().expected("a file").found("a directory"));
        }
        // A pipe or a device has no known length, so the limit is also checked while reading.
        let mut bytes = Vec::new();
        if about.len() <= MOST_BYTES {
            let file = File::open(path).map_err(unreadable)?;
            file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        }
        if about.len().max(bytes.len() as u64) > MOST_BYTES {
            return Err(error().expected(TOO_LONG));
        }
        let text = String::from_utf8(bytes).map_err(|cause| {
            let place = cause.utf8_error().valid_up_to();
            error().at(&format!("byte {place}")).expected("text in UTF-8")
        })?;
        parse(&text).map_err(|fault| fault.explain(error(), &text))
    }

    /// The tree from this node down, in the [format of this module](crate::tree): one line.
    ///
    /// ```
    /// use plywood_games::Tree;
    /// let text = r#"[0,3,["max",1,4,5]]"#;
    /// assert_eq!(Tree::from_json(text)?.to_json(), text);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn to_json(&self) -> String {
        struct Open {
            next: u32,
            end: u32,
            side: Side,
        }
        let mut out = String::new();
        let mut open: Vec<Open> = Vec::new();
        let mut index = self.node;
        loop {
            let node = self.nodes[index as usize];
            let usual = open.last().map_or(Side::Max, |parent| !parent.side);
            let side = node.side();
            if node.child_count() > 0 || side != usual {
                out.push_str(match side {
                    _ if side == usual => "[",
                    Side::Max => "[\"max\",",
                    Side::Min => "[\"min\",",
                });
                let end = node.first_child + node.child_count();
                open.push(Open { next: node.first_child, end, side });
            }
            out.push_str(&node.value.to_string());
            while open.pop_if(|array| array.next == array.end).is_some() {
                out.push(']');
            }
            let Some(array) = open.last_mut() else { return out };
            out.push(',');
            index = array.next;
            array.next += 1;
        }
    }
}

const NODE: &str = "a node (a whole number or '[')";
const STATIC: &str = "the static value, a whole number";
const HEAD: &str = "the static value, a whole number, or \"max\" or \"min\" before it";
const WHOLE: &str = "a whole number from -2000000000 to 2000000000";

/// What is wrong with a text, and where.
struct Fault {
    offset: usize,
    expected: &'static str,
}

impl Fault {
    fn explain(&self, error: InputError, text: &str) -> InputError {
        let (before, rest) = text.split_at_checked(self.offset).unwrap_or((text, ""));
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[start..].trim_start_matches('\u{feff}').chars().count() + 1;
        let found = match rest.chars().next() {
            None => "the end of the text".to_string(),
            Some(c) => {
                // Words and numbers whole: "found 'NaN'" says more than "found 'N'".
                let word = |c: char| c.is_alphanumeric() || "+-.".contains(c);
                let tail: String = rest.chars().skip(1).take(30).take_while(|&c| word(c)).collect();
                if word(c) || c == '"' { format!("'{c}{tail}'") } else { format!("'{c}'") }
            }
        };
        error.at(&format!("line {line}, column {column}")).expected(self.expected).found(&found)
    }
}

/// A node in the order of the text, before its place in the tree is known.
struct Draft {
    value: i32,
    parent: u32,
    children: u32,
    side: Side,
}

const NO_PARENT: u32 = u32::MAX;

fn parse(text: &str) -> Result<Tree, Fault> {
    let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
    if text.starts_with('\u{feff}') {
        reader.at = '\u{feff}'.len_utf8();
    }
    let mut drafts: Vec<Draft> = Vec::new();
    // The innermost open array. Its draft links to the enclosing one, so no stack is needed.
    let mut open = NO_PARENT;
    loop {
        reader.skip_space();
        let is_array = reader.eat(b'[');
        let mut side = Side::Max;
        if let Some(parent) = drafts.get_mut(open as usize) {
            parent.children += 1;
            side = !parent.side;
        }
        let value = if is_array {
            reader.skip_space();
            let named = reader.side()?;
            side = named.unwrap_or(side);
            reader.number(if named.is_some() { STATIC } else { HEAD })?
        } else {
            reader.number(NODE)?
        };
        drafts.push(Draft { value, parent: open, children: 0, side });
        if is_array {
            open = drafts.len() as u32 - 1;
        }
        loop {
            reader.skip_space();
            if open == NO_PARENT {
                let rest = reader.at < text.len();
                let fault = reader.fault("the end of the text");
                return if rest { Err(fault) } else { Ok(Tree::new(lay_out(&drafts))) };
            }
            if reader.eat(b',') {
                break;
            }
            if !reader.eat(b']') {
                return Err(reader.fault("',' or ']'"));
            }
            open = drafts[open as usize].parent;
        }
    }
}

/// Gives every node a block for its children, in the order of the text.
fn lay_out(drafts: &[Draft]) -> Vec<Node> {
    let mut nodes = vec![Node::new(0, 0, 0, Side::Max); drafts.len()];
    // The index of the next child of each draft. Parents come before their children.
    let mut next_child = vec![0; drafts.len()];
    let mut free = 1;
    for (index, draft) in drafts.iter().enumerate() {
        let mut place = 0;
        if let Some(next) = next_child.get_mut(draft.parent as usize) {
            place = *next as usize;
            *next += 1;
        }
        nodes[place] = Node::new(draft.value, free, draft.children, draft.side);
        next_child[index] = free;
        free += draft.children;
    }
    nodes
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn fault(&self, expected: &'static str) -> Fault {
        Fault { offset: self.at, expected }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += there as usize;
        there
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// A side at the head of an array, and the comma behind it.
    fn side(&mut self) -> Result<Option<Side>, Fault> {
        let rest = &self.bytes[self.at..];
        let side = if rest.starts_with(b"\"max\"") {
            Side::Max
        } else if rest.starts_with(b"\"min\"") {
            Side::Min
        } else {
            return Ok(None);
        };
        self.at += 5;
        self.skip_space();
        if !self.eat(b',') {
            return Err(self.fault("',' and the static value"));
        }
        self.skip_space();
        Ok(Some(side))
    }

    fn digit(&mut self) -> Option<u8> {
        let digit = self.peek().filter(u8::is_ascii_digit)?;
        self.at += 1;
        Some(digit - b'0')
    }

    /// A JSON number that is whole and in range, computed exactly: no floating point.
    fn number(&mut self, expected: &'static str) -> Result<i32, Fault> {
        let start = self.at;
        let from_start = |expected| Fault { offset: start, expected };
        let negative = self.eat(b'-');
        let first = self.digit().ok_or(from_start(expected))?;
        if first == 0 && self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(from_start("a number without leading zeros"));
        }
        let mut number = Decimal { significant: first as u64, zeros: 0 };
        while let Some(digit) = self.digit() {
            number.push(digit);
        }
        let mut power = 0i64;
        if self.eat(b'.') {
            let mut digit = Some(self.digit().ok_or(self.fault("a digit"))?);
            while let Some(next) = digit {
                number.push(next);
                power -= 1;
                digit = self.digit();
            }
        }
        if self.eat(b'e') || self.eat(b'E') {
            let shrinks = self.eat(b'-');
            if !shrinks {
                self.eat(b'+');
            }
            let mut exponent = self.digit().ok_or(self.fault("a digit"))? as i64;
            while let Some(digit) = self.digit() {
                exponent = exponent.saturating_mul(10).saturating_add(digit as i64);
            }
            power = power.saturating_add(if shrinks { -exponent } else { exponent });
        }
        let size = number.whole(power).ok_or(from_start(WHOLE))?;
        let value = if negative { -size } else { size };
        match i32::try_from(value) {
            Ok(v) if (Score::MIN_EVAL.get()..=Score::MAX_EVAL.get()).contains(&v) => Ok(v),
            _ => Err(from_start(WHOLE)),
        }
    }
}

/// `significant` times ten to the `zeros`. Large numbers saturate: they are out of range anyway.
struct Decimal {
    significant: u64,
    zeros: i64,
}

impl Decimal {
    fn push(&mut self, digit: u8) {
        if digit == 0 {
            self.zeros += (self.significant > 0) as i64;
        } else {
            let shifted = self.significant.saturating_mul(power_of_ten(self.zeros + 1));
            self.significant = shifted.saturating_add(digit as u64);
            self.zeros = 0;
        }
    }

    /// This number times ten to the `power`, unless a fraction is left.
    fn whole(&self, power: i64) -> Option<i64> {
        if self.significant == 0 {
            return Some(0);
        }
        // The last significant digit is not zero: below the point, it is a fraction.
        let power = power.saturating_add(self.zeros);
        let size = self.significant.saturating_mul(power_of_ten(power));
        (power >= 0).then(|| i64::try_from(size).unwrap_or(i64::MAX))
    }
}

fn power_of_ten(power: i64) -> u64 {
    10u64.saturating_pow(power.clamp(0, 20) as u32)
}

#[cfg(test)]
mod tests;
