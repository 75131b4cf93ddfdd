//! Command lines as people write them.

/// Splits a command line into words, as a shell does for blanks, quotes and backslashes, and no
/// further: there are no variables and no wildcards. An error says in words what was expected.
///
/// ```
/// use plywood_protocols::split_command;
/// let words = split_command(r#"engine --name 'my "own"' "a \"b\"" c\ d"#).unwrap();
/// assert_eq!(words, ["engine", "--name", "my \"own\"", "a \"b\"", "c d"]);
/// assert!(split_command("engine 'x").unwrap_err().contains("a closing '"));
/// assert!(split_command("  ").is_err());
/// ```
pub fn split_command(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next() {
                        None => return Err(format!("expected a closing {c}")),
                        Some(end) if end == c => break,
                        // Within double quotes a backslash protects a quote and itself.
                        Some('\\') if c == '"' => match rest.next() {
                            Some(next @ ('"' | '\\')) => word.push(next),
                            Some(next) => word.extend(['\\', next]),
                            None => return Err(format!("expected a closing {c}")),
                        },
                        Some(next) => word.push(next),
                    }
                }
            }
            '\\' => match rest.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err("expected a character after the last \\".into()),
            },
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err("expected a program and its arguments".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::split_command;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let split = |text: &str| split_command(text).unwrap();
        assert_eq!(split("  a\tb  "), ["a", "b"]);
        assert_eq!(split("a ''"), ["a", ""], "an empty word is one");
        assert_eq!(split("a'b c'd"), ["ab cd"]);
        assert_eq!(split(r#"a "\n" '\n'"#), ["a", "\\n", "\\n"]);
        for wrong in ["", "''", "a \"b", "a \"b\\", "a 'b", "a \\"] {
            assert!(split_command(wrong).unwrap_err().starts_with("expected"), "{wrong}");
        }
    }
}
