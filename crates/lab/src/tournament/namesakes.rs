//! Players of a folder that are nearly those of a tournament. A player is known by its name and its configuration
//! together: neither alone says what plays. An engine may be built anew under the same command, and the same
//! algorithm may play under two names.

use super::Tournament;
use crate::Error;
use crate::experiment::units_in_journal;
use plywood_games::shown;
use std::collections::BTreeSet;
use std::path::Path;

/// A player in the key of a unit.
struct Known<'a> {
    name: &'a str,
    configuration: &'a str,
}

impl<'a> Known<'a> {
    /// Reads `NAME (CONFIGURATION)`; a text of another form is a player without a name of its own.
    fn read(key: &'a str) -> Known<'a> {
        let named = key.strip_suffix(')').and_then(|key| key.split_once(" ("));
        let (name, configuration) = named.unwrap_or((key, key));
        Known { name, configuration }
    }
}

impl Tournament {
    /// What a user should know of the players in a folder whose pairs do not count for this tournament although they
    /// have the name or the configuration of one of its players. One sentence each; none of a folder without a run.
    pub fn namesakes(&self, folder: &Path) -> Result<Vec<String>, Error> {
        let mut others: BTreeSet<String> = BTreeSet::new();
        for unit in units_in_journal(folder)? {
            let players = unit.split_once(": ").and_then(|(_, players)| players.split_once(" - "));
            let Some((first, second)) = players else { continue };
            for key in [first, second] {
                if !self.keys.iter().any(|own| own == key) {
                    others.insert(key.to_string());
                }
            }
        }
        let mut sentences = Vec::new();
        for other in others.iter().map(|key| Known::read(key)) {
            for (own, label) in self.keys.iter().map(|key| Known::read(key)).zip(&self.labels) {
                let label = shown(label);
                if own.name == other.name {
                    sentences.push(format!(
                        "player '{label}' was '{}' in this folder and is now '{}': this is a new player, whose \
                         pairs are played from the beginning; the old pairs are kept but not counted",
                        shown(other.configuration),
                        shown(own.configuration)
                    ));
                } else if own.configuration == other.configuration && !self.spec.is_match {
                    sentences.push(format!(
                        "player '{label}' has the configuration that '{}' had in this folder: with another name it \
                         is a new player, whose pairs are played from the beginning; those of '{}' are kept but not \
                         counted",
                        shown(other.name),
                        shown(other.name)
                    ));
                }
            }
        }
        Ok(sentences)
    }
}
