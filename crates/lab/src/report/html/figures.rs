//! Plots and drawings as HTML.

use crate::report::{Drawing, Plot, Series, svg};
use maud::{Markup, PreEscaped, html};

/// A plot with its title and legend.
pub(super) fn figure(plot: &Plot) -> Markup {
    titled(plot, &html! { (plot.title) }, &html! {})
}

/// The same under another title, and with something below.
pub(crate) fn titled(plot: &Plot, title: &Markup, below: &Markup) -> Markup {
    let has_bars = plot.series.iter().any(Series::has_bars);
    html! {
        figure {
            figcaption { (title) }
            (PreEscaped(svg::draw(plot)))
            ul.legend {
                @for (index, series) in plot.series.iter().enumerate() {
                    li { (svg::swatch(series, index)) (series.name) }
                }
                @for name in svg::unplaced(plot) {
                    li { (svg::reference_swatch()) (name) }
                }
                @if has_bars {
                    li.note { "Bars are 95 % intervals." }
                }
            }
            (below)
        }
    }
}

pub(super) fn drawing(drawing: &Drawing) -> Markup {
    html! {
        figure.drawing {
            figcaption { (drawing.title) }
            (PreEscaped(&drawing.svg))
        }
    }
}
