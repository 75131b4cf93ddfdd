//! The grammar of SGF, FF[4]: a text as a sequence of tokens, checked as it is read.
//!
//! Nothing recurses and nothing is kept but the place in the text and the number of open game trees, so neither
//! the depth of variations nor the length of a text matters.

use crate::InputError;

/// A part of a collection.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A property of the node: its identifier, and its values as they are written, without brackets.
    Property(String, Vec<&'a str>),
}

/// What was read last, which decides what may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing yet, or the end of a game tree that is not part of another.
    Outside,
    Open,
    Node,
    Close,
}

pub(crate) struct Scanner<'a> {
    text: &'a str,
    /// The place in bytes.
    at: usize,
    /// Game trees that are open.
    depth: usize,
    last: Last,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scanner { text, at, depth: 0, last: Last::Outside }
    }

    /// Whether a game tree of the collection has just ended.
    pub fn is_outside(&self) -> bool {
        self.last == Last::Outside
    }

    /// The next token; none at the end of the text.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, InputError> {
        self.skip_space();
        let Some(byte) = self.peek() else {
            let expected = match self.last {
                Last::Outside => return Ok(None),
                Last::Open => "';'",
                Last::Node | Last::Close => "')'",
            };
            return Err(self.error(expected));
        };
        let (token, last) = match (byte, self.last) {
            (b'(', Last::Outside | Last::Node | Last::Close) => {
                self.depth += 1;
                (Token::Open, Last::Open)
            }
            (b';', Last::Open | Last::Node) => (Token::Node, Last::Node),
            (b')', Last::Node | Last::Close) => {
                self.depth -= 1;
                (Token::Close, if self.depth == 0 { Last::Outside } else { Last::Close })
            }
            (letter, Last::Node) if letter.is_ascii_alphabetic() => {
                return self.property().map(Some);
            }
            (_, Last::Outside) => return Err(self.error("'('")),
            (_, Last::Open) => return Err(self.error("';'")),
            (_, Last::Node) => return Err(self.error("a property, ';', '(' or ')'")),
            (_, Last::Close) => return Err(self.error("'(' or ')'")),
        };
        self.at += 1;
        self.last = last;
        Ok(Some(token))
    }

    fn property(&mut self) -> Result<Token<'a>, InputError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.at += 1;
        }
        // Files of old versions have lower case letters in identifiers, which mean nothing.
        let letters = self.text[start..self.at].chars().filter(char::is_ascii_uppercase);
        let identifier: String = letters.collect();
        if identifier.is_empty() {
            self.at = start;
            return Err(self.error("an identifier in capital letters"));
        }
        let mut values = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'[') => values.push(self.value()?),
                _ if values.is_empty() => {
                    return Err(self.error(&format!("'[' after {identifier}")));
                }
                _ => return Ok(Token::Property(identifier, values)),
            }
        }
    }

    fn value(&mut self) -> Result<&'a str, InputError> {
        let open = self.at;
        let start = open + 1;
        let bytes = &self.text.as_bytes()[start..];
        let mut escaped = false;
        for (length, &byte) in bytes.iter().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b']' => {
                    self.at = start + length + 1;
                    return Ok(&self.text[start..start + length]);
                }
                _ => {}
            }
        }
        Err(self.error("']' after this '['"))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == 0x0b) {
            self.at += 1;
        }
    }

    /// An error at the present place.
    fn error(&self, expected: &str) -> InputError {
        let before = &self.text[..self.at];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let error = InputError::new("SGF", self.text);
        let error = error.at(&format!("line {line}, column {column}")).expected(expected);
        match self.text[self.at..].chars().next() {
            Some(c) => error.found(&format!("'{c}'")),
            None => error.found("the end"),
        }
    }
}

/// A value of the type Text: escapes and soft line breaks are resolved, line breaks are `\n`, and other white
/// space becomes blanks. In a SimpleText line breaks are blanks too.
pub(crate) fn plain_text(value: &str, simple: bool) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    let mut escaped = false;
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\r' => {
                // One line break may be two characters, in either order.
                if chars.peek().is_some_and(|&next| matches!(next, '\n' | '\r') && next != c) {
                    chars.next();
                }
                if !escaped {
                    text.push(if simple { ' ' } else { '\n' });
                }
                escaped = false;
            }
            '\\' if !escaped => escaped = true,
            c => {
                text.push(if c.is_ascii_whitespace() || c == '\x0b' { ' ' } else { c });
                escaped = false;
            }
        }
    }
    text
}

/// A text with the characters escaped that would end the value, or begin another part of it.
pub(crate) fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ']' | ':') {
            value.push('\\');
        }
        value.push(c);
    }
    value
}
