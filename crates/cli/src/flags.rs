//! Command-line flags made from declared options: one flag for each limit of a search.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use plywood_lab::registry::{OptionInfo, limits};

/// The limits of a search that were given as flags, as texts. A limit is declared once, as a field of
/// [`Budget`](plywood::Budget).
pub(crate) struct LimitFlags(Vec<(String, String)>);

impl LimitFlags {
    /// The limits that were given, by name, in the order of their declaration.
    pub fn given(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

/// What the value of a limit is called: the word in capitals in its summary, such as SIZE.
fn value_name(summary: &str) -> &str {
    let words = summary.split(|c: char| !c.is_alphanumeric());
    let mut capitals =
        words.filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase()));
    capitals.next().unwrap_or("VALUE")
}

/// The name of a flag for other flags, such as those that conflict with it.
fn id(limit: &OptionInfo) -> String {
    limit.name.replace('-', "_")
}

fn flag(limit: OptionInfo) -> Arg {
    let mut letters = limit.summary.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut help: String = first.chain(letters).collect();
    if limit.name == "artificial-time" {
        help += " (N/game: on all moves of a game)";
    }
    let value_name = value_name(&limit.summary).to_string();
    Arg::new(id(&limit))
        .long(limit.name)
        .value_name(value_name)
        .help(help)
        .allow_hyphen_values(true)
}

impl Args for LimitFlags {
    fn augment_args(command: Command) -> Command {
        command.args(limits().into_iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        LimitFlags::augment_args(command)
    }
}

impl FromArgMatches for LimitFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LimitFlags, Error> {
        let given = limits().into_iter().filter_map(|limit| {
            let text = matches.get_one::<String>(&id(&limit))?.clone();
            Some((limit.name, text))
        });
        Ok(LimitFlags(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = LimitFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_a_flag_with_a_name_for_its_value() {
        let command = LimitFlags::augment_args(Command::new("search"));
        for limit in limits() {
            let flag = command.get_arguments().find(|arg| arg.get_long() == Some(&limit.name));
            let names = flag.and_then(|flag| flag.get_value_names()).expect("a flag with a value");
            assert!(
                ["N", "T", "SIZE"].contains(&names[0].as_str()),
                "{}: {}",
                limit.name,
                names[0]
            );
        }
        let matches = command.get_matches_from(["search", "--memory", "1MiB", "--depth=-3"]);
        let flags = LimitFlags::from_arg_matches(&matches).unwrap();
        // A wrong value is reported where the limit is set, in the words of its format.
        assert_eq!(flags.given().collect::<Vec<_>>(), [("depth", "-3"), ("memory", "1MiB")]);
    }
}
