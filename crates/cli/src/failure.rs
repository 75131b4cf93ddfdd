//! How a command ends that does not end well.

use clap::error::ErrorKind;
use plywood_lab::Error;
use std::io;
use std::process::ExitCode;

/// Why a command did not give its result.
pub(crate) enum Failure {
    /// The arguments are not those of any command, or ask for help.
    Usage(clap::Error),
    /// What the command asked for cannot be, or failed.
    Lab(Error),
    /// Standard output takes no more. Errors of other files are [`Error`]s that name the file.
    Output(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Lab(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl Failure {
    /// Tells the user and says how to exit.
    pub(crate) fn tell(self) -> ExitCode {
        match self {
            Failure::Usage(error) => {
                let told = match error.kind() {
                    ErrorKind::DisplayHelp
                    | ErrorKind::DisplayVersion
                    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.print(),
                    _ => {
                        eprintln!("{}", one_line(&error.render().to_string()));
                        Ok(())
                    }
                };
                match told {
                    Ok(()) => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
                    Err(error) => Failure::Output(error).tell(),
                }
            }
            Failure::Lab(error) => {
                eprintln!("error: {error}");
                ExitCode::from(error.exit_code())
            }
            // Whoever reads us has read enough, as in `plywood trace … | head`.
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

/// What is wrong with the arguments, on one line like every other error, without the usage that
/// `--help` shows. An argument must not steer the terminal it is shown on.
fn one_line(text: &str) -> String {
    let message = text.split("\n\nUsage:").next().unwrap_or(text);
    let message = message.split("\n\nFor more information").next().unwrap_or(message);
    let words: Vec<&str> = message.split_whitespace().collect();
    let safe = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
    words.join(" ").chars().map(safe).collect::<String>() + " (--help shows the usage)"
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn usage_errors_are_one_line() {
        let text =
            "error: no '\u{1b}[2J' found\n\n  tip: use --x\n\nUsage: plywood\n\nFor more …\n";
        let line = "error: no '\\u{1b}[2J' found tip: use --x (--help shows the usage)";
        assert_eq!(one_line(text), line);
    }
}
