//! Axes: the places and labels of their ticks.

use plywood_games::fixed;

/// What the numbers of an axis are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Any numbers.
    #[default]
    Linear,
    /// Whole numbers, such as depths: all ticks are whole numbers.
    Whole,
    /// Positive numbers by their logarithm; others are left out.
    Log,
}

impl Scale {
    /// The number at which a value stands; not finite if it has no place.
    pub fn place(self, value: f64) -> f64 {
        if self == Scale::Log { value.log10() } else { value }
    }
}

/// An axis over places from `low` to `high` with its ticks; on a logarithmic one all are powers of
/// ten.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    /// The ticks with labels.
    pub ticks: Vec<f64>,
    /// Lines without a label.
    pub light: Vec<f64>,
    step: Option<f64>,
}

impl Axis {
    /// An axis around places, which must be finite. The vertical axis ends on ticks; the horizontal
    /// one would waste width.
    pub fn new(scale: Scale, low: f64, high: f64, ends_on_ticks: bool) -> Axis {
        match scale {
            Scale::Linear => Axis::linear(low, high, ends_on_ticks),
            Scale::Whole => Axis::whole(low, high),
            Scale::Log => Axis::log(low, high),
        }
    }

    fn linear(low: f64, high: f64, ends_on_ticks: bool) -> Axis {
        let (low, high) = widen(low, high);
        let step = nice_step((high - low) / 7.0);
        let (low, high) = if ends_on_ticks {
            ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step)
        } else {
            let margin = (high - low) * 0.02;
            (low - margin, high + margin)
        };
        Axis { low, high, ticks: multiples(low, high, step), light: Vec::new(), step: Some(step) }
    }

    fn whole(low: f64, high: f64) -> Axis {
        // No depth is that large, so such numbers need no whole ticks.
        if low.abs().max(high.abs()) > 1e9 {
            return Axis::linear(low, high, false);
        }
        let (low, high) = (low.floor(), high.ceil());
        // A margin keeps the first and the last mark off the edges.
        let room = ((high - low) * 0.04).max(0.3);
        let step = nice_step(((high - low) / 12.0).max(1.0));
        let (low, high) = (low - room, high + room);
        Axis { low, high, ticks: multiples(low, high, step), light: Vec::new(), step: Some(step) }
    }

    /// A logarithmic axis; `low` and `high` are powers of ten already.
    fn log(low: f64, high: f64) -> Axis {
        let (low, high) = widen(low, high);
        let margin = (high - low) * 0.02;
        let (low, high) = (low - margin, high + margin);
        let decades = low.floor() as i64..=high.ceil() as i64;
        let at = |digits: &[f64]| -> Vec<f64> {
            let powers = decades
                .clone()
                .flat_map(|decade| digits.iter().map(move |digit| decade as f64 + digit.log10()));
            powers.filter(|power| (low..=high).contains(power)).collect()
        };
        let mut ticks = at(&[1.0]);
        if ticks.len() < 3 {
            ticks = at(&[1.0, 2.0, 5.0]);
        }
        if ticks.len() < 3 {
            // Less than a decade: round numbers between, as on a linear axis.
            let (from, to) = (10f64.powf(low), 10f64.powf(high));
            let round = multiples(from, to, nice_step((to - from) / 6.0));
            let places: Vec<f64> = round.iter().map(|number| number.log10()).collect();
            let usable = places.iter().all(|place| (low..=high).contains(place));
            ticks = if usable && places.len() > ticks.len() { places } else { ticks };
        }
        // Over many decades every second or third label is enough.
        let every = ticks.len().div_ceil(8);
        let ticks = ticks.into_iter().step_by(every.max(1)).collect();
        let light =
            if high - low < 8.0 { at(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]) } else { vec![] };
        Axis { low, high, ticks, light, step: None }
    }

    /// Where the axis begins.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Where the axis ends.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// Where a place stands: 0 at the low end, 1 at the high one.
    pub fn part(&self, place: f64) -> f64 {
        (place - self.low) / (self.high - self.low)
    }

    /// The label of a tick: 0.25, 10, 5k, 2M.
    pub fn label(&self, tick: f64) -> String {
        match self.step {
            None => {
                let value = 10f64.powf(tick);
                // To two digits, as ticks within a decade have: 0.05, 120, 1.5k.
                let unit = 10f64.powf((tick + 1e-9).floor() - 1.0);
                let digits = (value / unit).round();
                let step = if digits % 10.0 == 0.0 { 10.0 * unit } else { unit };
                let step = if value < 1.0 || digits % 10.0 != 0.0 { step } else { value };
                scaled(digits * unit, step)
            }
            Some(step) => scaled(tick, step),
        }
    }
}

/// The multiples of a step from `low` to `high`.
fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|i| i as f64 * step).collect()
}

/// A value written in the unit and with the decimals that a step calls for.
fn scaled(value: f64, step: f64) -> String {
    if !(1e-5..1e12).contains(&step) {
        return if value == 0.0 { "0".to_string() } else { format!("{value:.0e}") };
    }
    let (unit, letter) = match step {
        s if s >= 0.999e9 => (1e9, "G"),
        s if s >= 0.999e6 => (1e6, "M"),
        s if s >= 0.999e3 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let decimals = (-(step / unit).log10() - 1e-9).ceil().max(0.0) as usize;
    let text = fixed(value / unit, decimals);
    if text.chars().all(|c| matches!(c, '0' | '.')) {
        return "0".to_string();
    }
    format!("{text}{letter}")
}

/// The least of 1, 2, 5 times a power of ten that is not below `step`.
fn nice_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= step * 0.999);
    digit.unwrap_or(10.0) * power
}

/// The margin around a single value, relative to its size where that is large.
fn widen(low: f64, high: f64) -> (f64, f64) {
    let least = (low.abs().max(high.abs()) * 1e-6).max(1e-9);
    if high - low > least {
        (low, high)
    } else {
        let room = (low.abs() * 0.1).max(1.0);
        (low - room, high + room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks.iter().map(|&tick| axis.label(tick)).collect()
    }

    #[test]
    fn log_ticks_are_decades() {
        let axis = Axis::log(0.0, 5.0);
        assert_eq!(labels(&axis), ["1", "10", "100", "1k", "10k", "100k"]);
        let axis = Axis::log(-3.0, 0.0);
        assert_eq!(labels(&axis), ["0.001", "0.01", "0.1", "1"]);
    }

    #[test]
    fn short_log_axes_have_ticks_between() {
        let axis = Axis::log(500f64.log10(), 6000f64.log10());
        assert_eq!(labels(&axis), ["500", "1k", "2k", "5k"]);
    }

    #[test]
    fn log_axes_of_less_than_a_decade_have_round_ticks() {
        let axis = Axis::log(95f64.log10(), 180f64.log10());
        assert_eq!(labels(&axis), ["100", "120", "140", "160", "180"]);
        let axis = Axis::log(1040f64.log10(), 1900f64.log10());
        assert_eq!(labels(&axis), ["1200", "1400", "1600", "1800"]);
        assert!(labels(&Axis::log(3f64.log10(), 4f64.log10())).len() > 2);
    }

    #[test]
    fn linear_ticks_are_round() {
        assert_eq!(labels(&Axis::linear(0.0, 1.0, true)), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(
            labels(&Axis::linear(-3.0, 9.0, true)),
            ["-4", "-2", "0", "2", "4", "6", "8", "10"]
        );
        let thousands = labels(&Axis::linear(0.0, 40_000.0, true));
        assert_eq!((thousands[0].as_str(), thousands[1].as_str()), ("0", "10k"));
    }

    #[test]
    fn whole_numbers_have_whole_ticks() {
        for (low, high) in
            [(1.0, 2.0), (2.0, 5.0), (1.0, 10.0), (2.0, 13.0), (1.0, 60.0), (3.0, 3.0)]
        {
            let axis = Axis::whole(low, high);
            assert!(axis.ticks.iter().all(|tick| tick.fract() == 0.0), "{axis:?}");
            assert!(axis.ticks.contains(&low) || high > 13.0, "{axis:?}");
            assert!(labels(&axis).iter().all(|label| !label.contains('.')), "{axis:?}");
        }
        assert_eq!(labels(&Axis::whole(2.0, 8.0)), ["2", "3", "4", "5", "6", "7", "8"]);
    }

    #[test]
    fn single_and_extreme_values_have_an_axis() {
        for value in [0.0, 1.0, -7.5, 1e90, 1e-90, -1e90] {
            for axis in [
                Axis::linear(value, value, true),
                Axis::linear(value, value, false),
                Axis::whole(value, value),
            ] {
                assert!(axis.low < axis.high, "{value}");
                assert!((1..100).contains(&axis.ticks.len()), "{value}: {axis:?}");
            }
        }
    }
}
