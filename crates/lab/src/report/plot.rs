//! Plots as data.

use super::measured::Measured;
use plywood_play::draw::Scale;
use std::borrow::Borrow;

/// A plot of one or more series over common axes.
///
/// ```
/// use plywood_lab::report::{Plot, Series, Style, svg};
/// use plywood_play::draw::Scale;
/// let plot = Plot {
///     title: "Wins by budget".into(),
///     x_label: "evaluations per move".into(),
///     y_label: "wins (%)".into(),
///     x_scale: Scale::Log,
///     references: vec![(50.0, "even".into())],
///     series: vec![
///         Series::new("measured", vec![(10.0, 48.0), (100.0, 55.0)])
///             .with_intervals(vec![(44.0, 52.0), (52.0, 58.0)]),
///         Series::new("paper", vec![(10.0, 50.0), (100.0, 56.0)]).with_style(Style::Dashed),
///     ],
///     ..Plot::default()
/// };
/// assert!(svg::draw(&plot).starts_with("<svg "));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// What the horizontal axis measures.
    pub x_label: String,
    /// What the vertical axis measures.
    pub y_label: String,
    /// What the numbers of the horizontal axis are.
    pub x_scale: Scale,
    /// What the numbers of the vertical axis are.
    pub y_scale: Scale,
    /// The names of the places 1, 2, … of the horizontal axis, if they are things and not numbers. Where there is no room for
    /// them side by side they stand one below the other, and the numbers of the vertical axis go to the right.
    pub names: Vec<String>,
    /// Horizontal lines to compare with, each with its name.
    pub references: Vec<(f64, String)>,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
}

/// One series of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, joined in this order; those that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// The interval of each point, drawn as an error bar; none where it is empty or not finite.
    pub intervals: Vec<(f64, f64)>,
    /// How it is drawn.
    pub style: Style,
}

impl Series {
    /// A series drawn as a line.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Series { name: name.into(), points, ..Series::default() }
    }

    /// A series of measured numbers over places on the horizontal axis, with their 95 % intervals as
    /// error bars.
    ///
    /// ```
    /// use plywood_lab::report::{Measured, Series};
    /// let points = [(1.0, Measured::share(3, 9, "games")), (2.0, Measured::share(6, 9, "games"))];
    /// let series = Series::measured("wins", points);
    /// assert_eq!((series.points.len(), series.intervals.len()), (2, 2));
    /// ```
    pub fn measured<M: Borrow<Measured>>(
        name: impl Into<String>,
        numbers: impl IntoIterator<Item = (f64, M)>,
    ) -> Self {
        let mut series = Series::new(name, Vec::new());
        for (x, number) in numbers {
            let number = number.borrow();
            series.points.push((x, number.value));
            series.intervals.push(number.interval(0.0).unwrap_or((f64::NAN, f64::NAN)));
        }
        series
    }

    /// Whether any of its points has an error bar.
    pub(crate) fn has_bars(&self) -> bool {
        self.intervals.iter().any(|(low, high)| low.is_finite() && high.is_finite())
    }

    /// Adds error bars, one for each point.
    #[must_use]
    pub fn with_intervals(mut self, intervals: Vec<(f64, f64)>) -> Self {
        self.intervals = intervals;
        self
    }

    /// Sets how it is drawn.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// A line, with its points marked where they are few.
    #[default]
    Line,
    /// A dashed line.
    Dashed,
    /// A dotted line.
    Dotted,
    /// Points alone.
    Points,
    /// A thin line without marks, to compare with.
    Guide,
}
