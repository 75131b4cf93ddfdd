//! The Rust files of the repository as code: without comments, blank lines and tests.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of a package, without comments and tests.
pub struct Source {
    /// The path from the folder that was read.
    pub path: PathBuf,
    /// The names that lead to its module: `["search", "mtdf"]`. The crate itself has none.
    pub module: Vec<String>,
    /// The text with comments and tests removed, and all line breaks left in their places.
    pub code: String,
}

/// The files of a folder that has a `lib.rs`, a `main.rs` or programs of one file each. The modules that
/// are declared under `#[cfg(test)]` are left out.
pub fn sources(folder: &Path) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    read(folder, Path::new(""), &[], &mut sources)?;
    sources.sort_by(|a: &Source, b| a.path.cmp(&b.path));
    Ok(sources)
}

fn read(
    root: &Path,
    folder: &Path,
    parent: &[String],
    sources: &mut Vec<Source>,
) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", root.join(folder).display());
    let mut files = Vec::new();
    for file in fs::read_dir(root.join(folder)).map_err(failed)? {
        files.push(PathBuf::from(file.map_err(failed)?.file_name()));
    }
    let first = sources.len();
    let (mut folders, mut tests) = (Vec::new(), Vec::new());
    for file in files {
        let path = folder.join(&file);
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if root.join(&path).is_dir() {
            folders.push((path, stem));
        } else if file.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(root.join(&path))
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let code = Code::of(&text);
            let module = match stem.as_str() {
                "lib" | "main" | "mod" => parent.to_vec(),
                _ => [parent, &[stem]].concat(),
            };
            tests.extend(
                code.tests
                    .iter()
                    .map(|test| [module.as_slice(), std::slice::from_ref(test)].concat()),
            );
            sources.push(Source { path, module, code: code.text });
        }
    }
    for (path, name) in folders {
        let module = [parent, &[name]].concat();
        read(root, &path, &module, sources)?;
    }
    let is_test = |module: &[String]| tests.iter().any(|test| module.starts_with(test));
    let mut index = 0;
    sources.retain(|source| {
        index += 1;
        index <= first || !is_test(&source.module)
    });
    Ok(())
}

/// The code of a file.
pub struct Code {
    /// The text without comments and tests.
    pub text: String,
    /// The modules in other files that are declared under `#[cfg(test)]`.
    tests: Vec<String>,
}

/// What a part of a Rust file is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Anything else.
    Code,
    /// A text or a letter, with its quotes.
    Literal,
    /// A comment, which may be documentation.
    Comment,
}

impl Code {
    /// The code in the text of a file.
    pub fn of(text: &str) -> Code {
        // The ends of items are found where literals and comments are blanks, byte for byte.
        let (mut code, mut bare) = (String::new(), String::new());
        for (part, piece) in parts(text) {
            let blank: String =
                piece.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
            code += if part == Part::Comment { &blank } else { piece };
            bare += if part == Part::Code { piece } else { &blank };
        }
        let mut tests = Vec::new();
        while let Some(start) = test_attribute(&bare) {
            let end = start + item_end(&bare[start..]);
            if let Some(name) = outside_module(&bare[start..end]) {
                tests.push(name.to_string());
            }
            for text in [&mut code, &mut bare] {
                let blank: String = text[start..end]
                    .bytes()
                    .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
                    .collect();
                text.replace_range(start..end, &blank);
            }
        }
        Code { text: code, tests }
    }
}

/// Splits a text into code, literals and comments.
pub fn parts(text: &str) -> Vec<(Part, &str)> {
    let mut parts = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let is_word = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let found = match rest.as_bytes()[0] {
            b'/' if rest.starts_with("//") => {
                Some((Part::Comment, rest.find('\n').unwrap_or(rest.len())))
            }
            b'/' if rest.starts_with("/*") => Some((Part::Comment, block_comment(rest))),
            b'"' => Some((Part::Literal, 1 + quoted(&rest[1..], b'"'))),
            b'r' if !is_word => raw_text(rest).map(|length| (Part::Literal, length)),
            b'\'' => letter(rest).map(|length| (Part::Literal, length)),
            _ => None,
        };
        if let Some((part, length)) = found {
            parts.push((Part::Code, &text[begin..at]));
            parts.push((part, &rest[..length]));
            at += length;
            begin = at;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    parts.push((Part::Code, &text[begin..]));
    parts
}

/// The length of a comment that may have others within it.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The bytes up to the closing mark and with it.
fn quoted(text: &str, mark: u8) -> usize {
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        if byte == mark {
            return at + 1;
        }
        if byte == b'\\' {
            bytes.next();
        }
    }
    text.len()
}

/// The length of a literal such as `r#"text"#`.
fn raw_text(text: &str) -> Option<usize> {
    let marks = text[1..].bytes().take_while(|&byte| byte == b'#').count();
    let inner = text[1 + marks..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(marks));
    let length = inner.find(&end).map_or(inner.len(), |at| at + end.len());
    Some(2 + marks + length)
}

/// The length of a letter such as `'x'`; `None` for a lifetime.
fn letter(text: &str) -> Option<usize> {
    let inner = &text[1..];
    if inner.starts_with('\\') {
        return Some(1 + quoted(inner, b'\''));
    }
    let first = inner.chars().next()?;
    inner[first.len_utf8()..].starts_with('\'').then(|| 2 + first.len_utf8())
}

/// Where the next attribute begins that leaves an item out of the library: `#[cfg(test)]`, or one with more
/// conditions.
fn test_attribute(code: &str) -> Option<usize> {
    let attribute = |at: &usize| {
        let text = code[*at..].split(']').next().unwrap_or_default();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let not = text.contains("not(");
        words.clone().any(|word| word == "test" || word == "doctest") && !not
    };
    code.match_indices("#[cfg(").map(|(at, _)| at).find(attribute)
}

/// Where the item ends that the text begins with: behind its block or its semicolon.
fn item_end(code: &str) -> usize {
    let (mut depth, mut in_attribute) = (0, false);
    let is_statement = {
        let mut rest = code.trim_start();
        while let Some(attribute) = rest.strip_prefix("#[") {
            let end = attribute.find("]\n").or_else(|| attribute.find(']')).unwrap_or(0);
            rest = attribute[end..].trim_start_matches(']').trim_start();
        }
        let mut words = rest.split_whitespace().skip_while(|word| word.starts_with("pub"));
        matches!(words.next(), Some("use" | "const" | "static" | "type" | "let"))
    };
    for (at, c) in code.char_indices() {
        match c {
            '#' if depth == 0 => in_attribute = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        match c {
            ']' if depth == 0 && in_attribute => in_attribute = false,
            ';' if depth == 0 => return at + 1,
            '}' if depth == 0 && !is_statement => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// The name of a module in another file, if the item is one.
fn outside_module(item: &str) -> Option<&str> {
    let before = item.strip_suffix(';')?;
    let (rest, name) = before.rsplit_once(char::is_whitespace)?;
    rest.ends_with("mod").then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that are left.
    fn code(text: &str) -> Vec<String> {
        let code = Code::of(text).text;
        code.lines()
            .map(|line| line.trim_end().to_string())
            .filter(|line| !line.is_empty())
            .collect()
    }

    #[test]
    fn comments_are_no_code_and_literals_are() {
        let text = "//! A crate.\n\nuse a; // why\n/* b\n/* c */ */ let d = \"// no { comment\";\n\
                    let e = r#\"a \" // b\"#; let f = ['\"', '\\'', '{']; fn g<'a>(h: &'a str) {} // i\n";
        let left = [
            "use a;",
            "           let d = \"// no { comment\";",
            "let e = r#\"a \" // b\"#; let f = ['\"', '\\'', '{']; fn g<'a>(h: &'a str) {}",
        ];
        assert_eq!(code(text), left);
        assert_eq!(Code::of(text).text.lines().count(), text.lines().count());
    }

    #[test]
    fn tests_are_no_code() {
        let text = "mod a;\n#[cfg(test)]\nmod b;\n#[cfg(all(test, unix))]\n#[allow(x)]\npub(crate) mod c {\n    \
                    fn f() { let x = \"}\"; }\n}\n#[cfg(test)]\nuse d::{\n    e,\n};\n#[cfg(not(test))]\nfn g() {}\n\
                    #[cfg(test)]\nimpl H {\n    const I: [u8; 2] = [1, 2];\n}\nfn j() {}\n";
        assert_eq!(code(text), ["mod a;", "#[cfg(not(test))]", "fn g() {}", "fn j() {}"]);
        assert_eq!(Code::of(text).tests, ["b"]);
    }
}
