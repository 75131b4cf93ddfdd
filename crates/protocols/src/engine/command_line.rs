/// Splits a command line into words. Blanks, quotes and backslashes work as in a shell; variables and
/// wildcards do not exist. An error says what was expected.
pub(super) fn split_command(text: &str) -> Result<Vec<String>, String> {
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
                        // Within double quotes a backslash escapes a quote and itself.
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
        assert_eq!(split(r#"'my "own"' "a \"b\"" c\ d"#), ["my \"own\"", "a \"b\"", "c d"]);
        assert_eq!(split("a ''"), ["a", ""], "an empty word counts");
        assert_eq!(split("a'b c'd"), ["ab cd"]);
        assert_eq!(split(r#"a "\n" '\n'"#), ["a", "\\n", "\\n"]);
        assert_eq!(split_command("engine 'x").unwrap_err(), "expected a closing '");
        for wrong in ["", "  ", "''", "a \"b", "a \"b\\", "a 'b", "a \\"] {
            assert!(split_command(wrong).unwrap_err().starts_with("expected"), "{wrong}");
        }
    }
}
