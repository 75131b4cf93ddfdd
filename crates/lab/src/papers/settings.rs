//! Settings of players in specs, such as `history=true,killers=false`.

use super::spec::wrong;
use crate::Error;
use crate::registry::PlayerSpec;
use plywood_games::shown;

/// The names and values of settings.
pub(super) fn pairs(text: &str) -> Result<Vec<(&str, &str)>, Error> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let pair = part.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            pair.ok_or_else(|| wrong(format!("setting '{}': expected name=value", shown(part))))
        })
        .collect()
}

/// Whether a player has an option.
pub(super) fn has(player: &PlayerSpec, name: &str) -> bool {
    player.get(name).is_some() && name != "endgame"
}

/// A player with these settings, as far as it has the options. Later texts override earlier ones, and the
/// player's own settings override all.
pub(super) fn with_settings(player: &str, texts: &[&str]) -> Result<PlayerSpec, Error> {
    let mut player = PlayerSpec::parse(player)?;
    let own = player.settings();
    for text in texts {
        for (name, value) in pairs(text)? {
            if has(&player, name) && own.iter().all(|set| set.name != name) {
                player.replace(name, value)?;
            }
        }
    }
    Ok(player)
}
