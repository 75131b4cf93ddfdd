//! Axes: where the ticks stand and what they say.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// An axis from `low` to `high` with its ticks; on a logarithmic one all are powers of ten.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    pub(crate) ticks: Vec<f64>,
    /// Lines without a label.
    light: Vec<f64>,
    step: Option<f64>,
}

impl Axis {
    /// A linear axis around values, which must be finite. The vertical axis ends on ticks; the
    /// horizontal one would waste width.
    pub(crate) fn linear(low: f64, high: f64, ends_on_ticks: bool) -> Axis {
        let (low, high) = widen(low, high);
        let step = nice_step((high - low) / 7.0);
        let (low, high) = if ends_on_ticks {
            ((low / step).floor() * step, (high / step).ceil() * step)
        } else {
            let margin = (high - low) * 0.02;
            (low - margin, high + margin)
        };
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let ticks = (first..=last).map(|i| i as f64 * step).collect();
        Axis { low, high, ticks, light: Vec::new(), step: Some(step) }
    }

    /// A logarithmic axis; `low` and `high` are powers of ten already.
    pub(crate) fn log(low: f64, high: f64) -> Axis {
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
        // Over many decades every second or third label is enough.
        let every = ticks.len().div_ceil(10);
        let ticks = ticks.into_iter().step_by(every.max(1)).collect();
        let light =
            if high - low < 8.0 { at(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]) } else { vec![] };
        Axis { low, high, ticks, light, step: None }
    }

    /// What a tick says: 0.25, 10, 5k, 2M.
    pub(crate) fn label(&self, tick: f64) -> String {
        match self.step {
            None => {
                let value = 10f64.powf(tick);
                let digit = 10f64.powf(tick - tick.floor()).round();
                scaled(value, if value < 1.0 { digit * 10f64.powf(tick.floor()) } else { value })
            }
            Some(step) => scaled(tick, step),
        }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let part = (value - self.low) / (self.high - self.low);
        first + (part * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { self.light.clone() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        value.to_string()
    }

    fn format_ext(&self, value: &f64) -> String {
        self.label(*value)
    }
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
    let text = format!("{:.decimals$}", value / unit);
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) {
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

/// Room around a single value, relative to its size where that is large.
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
    fn single_and_extreme_values_have_an_axis() {
        for value in [0.0, 1.0, -7.5, 1e90, 1e-90, -1e90] {
            for axis in [Axis::linear(value, value, true), Axis::linear(value, value, false)] {
                assert!(axis.low < axis.high, "{value}");
                assert!((1..100).contains(&axis.ticks.len()), "{value}: {axis:?}");
            }
        }
    }
}
