//! The name of a player in text and JSON.

use crate::args::PlayerArgs;
use plywood::kit::OptionValue;
use plywood_lab::Error;
use plywood_lab::registry::{GameEntry, PlayerSpec};
use plywood_play::json::Object;
use serde_json::Value;

/// A player at a game: the name that the user gave, and the algorithm and options it stands for.
pub(crate) struct Chosen {
    pub asked: &'static str,
    pub spec: PlayerSpec,
}

impl Chosen {
    /// The player that the arguments describe, at a game.
    pub(crate) fn new(args: &PlayerArgs, game: &GameEntry) -> Result<Chosen, Error> {
        Chosen::at(&args.spec()?, game)
    }

    /// The player at a game.
    pub(crate) fn at(spec: &PlayerSpec, game: &GameEntry) -> Result<Chosen, Error> {
        Ok(Chosen { asked: spec.algorithm().name, spec: game.player(spec)? })
    }

    /// As text: `negascout`, or `strong (negascout, quiescence=true, selective=true)`.
    pub(crate) fn text(&self) -> String {
        let text = self.spec.text();
        let mut words: Vec<&str> = text.split(',').collect();
        if words[0] == self.asked {
            words.remove(0);
        }
        match words.as_slice() {
            [] => self.asked.to_string(),
            words => format!("{} ({})", self.asked, words.join(", ")),
        }
    }

    /// Adds the fields `algorithm`, as the user named it, `stands_for`, if that is another one, and
    /// `options`.
    pub(crate) fn fields(&self, mut object: Object) -> Object {
        object = object.field("algorithm", self.asked);
        if self.spec.algorithm().name != self.asked {
            object = object.field("stands_for", self.spec.algorithm().name);
        }
        let options = self.spec.settings().into_iter();
        let options =
            options.fold(Object::new(), |all, option| all.field(&option.name, value(option.typed)));
        object.object("options", options)
    }
}

/// The value of an option in JSON.
pub(crate) fn value(value: OptionValue) -> Value {
    match value {
        OptionValue::Flag(flag) => flag.into(),
        OptionValue::Whole(number) => whole(number),
        OptionValue::Real(number) => number.into(),
        OptionValue::Text(text) => text.into(),
    }
}

/// A whole number in JSON.
pub(crate) fn whole(number: i128) -> Value {
    match (i64::try_from(number), u64::try_from(number)) {
        (Ok(number), _) => number.into(),
        (_, Ok(number)) => number.into(),
        _ => (number as f64).into(),
    }
}
