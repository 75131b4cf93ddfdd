//! Errors of commands and their exit codes.

use clap::error::ErrorKind;
use plywood_games::printable;
use plywood_lab::Error;
use std::io;
use std::process::ExitCode;

/// Why a command failed.
pub(crate) enum Failure {
    /// The arguments are wrong, or ask for help.
    Usage(clap::Error),
    /// The command was refused or failed.
    Lab(Error),
    /// Standard output cannot be written. Errors of other files are [`Error`]s that name the file.
    Output(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Lab(error)
    }
}

impl From<plywood_play::Error> for Failure {
    fn from(error: plywood_play::Error) -> Failure {
        Failure::Lab(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl Failure {
    /// Prints the error, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Usage(error) => {
                let printed = match error.kind() {
                    ErrorKind::DisplayHelp
                    | ErrorKind::DisplayVersion
                    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.print(),
                    _ => {
                        eprintln!("{}", usage_error(&error.render().to_string()));
                        Ok(())
                    }
                };
                match printed {
                    Ok(()) => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
                    Err(error) => Failure::Output(error).report(),
                }
            }
            Failure::Lab(error) => {
                eprintln!("error: {error}");
                // 2 for what the caller can change, else 1.
                ExitCode::from(if error.is_input() { 2 } else { 1 })
            }
            // The reader has closed the pipe, as in `plywood trace … | head`.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Output(error) => {
                eprintln!("error: standard output: {error}");
                ExitCode::FAILURE
            }
        }
    }
}

/// An error of clap on one line, like every other error, with tips on lines of their own. Control characters
/// in arguments are escaped.
fn usage_error(text: &str) -> String {
    let mut paragraphs = text.split("\n\n");
    let mut lines = vec![one_line(paragraphs.next().unwrap_or(text))];
    let lacks_game = lines[0].contains("not provided:") && lines[0].contains(" <GAME>");
    for paragraph in paragraphs {
        if let Some(usage) = paragraph.strip_prefix("Usage: ") {
            let command =
                usage.split_whitespace().take_while(|word| !word.starts_with(['[', '<', '-']));
            let command: Vec<&str> = command.collect();
            if let (true, Some(program)) = (lacks_game, command.first()) {
                lines.push(one_line(&format!("tip: '{program} games' lists the games")));
            }
            lines.push(one_line(&format!("tip: '{} --help' shows the usage", command.join(" "))));
        } else {
            let tips = paragraph.lines().filter(|line| line.trim_start().starts_with("tip: "));
            lines.extend(tips.map(one_line));
        }
    }
    lines.join("\n  ")
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    printable(&words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::usage_error;

    #[test]
    fn tips_are_on_lines_of_their_own() {
        let text = "error: no '\u{1b}[2J' found\n  [possible values: a]\n\n  tip: use --x\n  tip: or --y\n\n\
                    Usage: plywood search <GAME>\n\nFor more …\n";
        let lines = "error: no '\\u{1b}[2J' found [possible values: a]\n  tip: use --x\n  \
                     tip: or --y\n  tip: 'plywood search --help' shows the usage";
        assert_eq!(usage_error(text), lines);
    }

    #[test]
    fn whoever_leaves_out_the_game_learns_where_to_find_one() {
        let text = "error: the following required arguments were not provided:\n  <GAME>\n\n\
                    Usage: plywood play <GAME>\n\nFor more …\n";
        let lines = "error: the following required arguments were not provided: <GAME>\n  \
                     tip: 'plywood games' lists the games\n  tip: 'plywood play --help' shows the usage";
        assert_eq!(usage_error(text), lines);
    }
}
