//! Plots as SVG text.

use crate::ticks::Axis;
use crate::{Error, Plot, Series, Style};
use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const WIDTH: i32 = 820;
const TITLE_HEIGHT: i32 = 44;
const CHART_HEIGHT: i32 = 410;
const LEGEND_ROW: i32 = 24;
/// plotters rounds to whole pixels, which makes curves crooked: so it draws so many times larger,
/// and the file says to show it smaller.
const FINE: i32 = 4;
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
/// Values beyond this cannot be told from a mistake, and axes over them lose their arithmetic.
const LARGEST: f64 = 1e100;
/// More points than this on a line are a curve, whose marks would hide it.
const MARKED_POINTS: usize = 40;

/// Okabe and Ito's colours, told apart with any colour vision; yellow is left out as it is
/// too pale on white.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x00, 0x00, 0x00),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawing = Box<dyn std::error::Error>;

/// A point with the ends of its error bar, both at the point for none.
type Mark = (f64, f64, (f64, f64));

/// Draws a plot as one `<svg>` element, on white. The same plot gives the same text.
///
/// See [`Plot`] for an example.
pub fn draw(plot: &Plot) -> Result<String, Error> {
    let mut svg = String::new();
    draw_into(plot, &mut svg)
        .map_err(|error| Error::failure(format!("plot `{}`: {error}", plot.title)))?;
    Ok(svg)
}

fn draw_into(plot: &Plot, svg: &mut String) -> Result<(), Drawing> {
    let legend = legend_rows(plot);
    let height = TITLE_HEIGHT + CHART_HEIGHT + LEGEND_ROW * legend.len() as i32 + 20;
    let root = SVGBackend::with_string(svg, (px(WIDTH), px(height))).into_drawing_area();
    root.fill(&WHITE)?;
    let title = (FONT, px(21)).into_font().style(FontStyle::Bold).color(&INK);
    root.draw(&Text::new(plot.title.clone(), (16 * FINE, 14 * FINE), title))?;
    let (_, below) = root.split_vertically(px(TITLE_HEIGHT));
    let (chart, foot) = below.split_vertically(px(CHART_HEIGHT));
    draw_chart(plot, &chart)?;
    draw_legend(&legend, &foot)?;
    root.present()?;
    drop((root, below, chart, foot));
    let size = |width, height| format!("width=\"{width}\" height=\"{height}\"");
    *svg = svg.replacen(&size(px(WIDTH), px(height)), &size(WIDTH as u32, height as u32), 1);
    Ok(())
}

/// A length on the fine grid.
fn px(length: i32) -> u32 {
    (length * FINE).unsigned_abs()
}

fn draw_chart(plot: &Plot, area: &Area) -> Result<(), Drawing> {
    let marks: Vec<Vec<Mark>> = plot.series.iter().map(|s| marks(s, plot.log_x)).collect();
    let all = || marks.iter().flatten();
    if all().next().is_none() {
        let centred = Pos::new(HPos::Center, VPos::Center);
        let style = (FONT, px(16)).into_font().color(&INK).pos(centred);
        let middle = (WIDTH * FINE / 2, CHART_HEIGHT * FINE / 2);
        area.draw(&Text::new("no data", middle, style))?;
        return Ok(());
    }
    let (low_x, high_x) = bounds(all().map(|&(x, _, _)| x));
    let (low_y, high_y) = bounds(all().flat_map(|&(_, _, (low, high))| [low, high]));
    let x = if plot.log_x { Axis::log(low_x, high_x) } else { Axis::linear(low_x, high_x, false) };
    let y = Axis::linear(low_y, high_y, true);
    let widest = y.ticks.iter().map(|&tick| y.label(tick).chars().count()).max().unwrap_or(1);
    let mut chart = ChartBuilder::on(area)
        .margin_right(px(24))
        .margin_left(px(8))
        .x_label_area_size(px(52))
        .y_label_area_size(px(40 + 9 * widest as i32))
        .build_cartesian_2d(x, y)?;
    let label = (FONT, px(17)).into_font().color(&INK);
    chart
        .configure_mesh()
        .x_desc(&plot.x_label)
        .y_desc(&plot.y_label)
        .axis_desc_style((FONT, px(18)).into_font().color(&INK))
        .label_style(label)
        .axis_style(INK.stroke_width(px(1)))
        .bold_line_style(INK.mix(0.18).stroke_width(px(1)))
        .light_line_style(INK.mix(0.06).stroke_width(px(1)))
        .set_all_tick_mark_size(px(5))
        .draw()?;
    for (index, (series, marks)) in plot.series.iter().zip(&marks).enumerate() {
        let path: Vec<(f64, f64)> = marks.iter().map(|&(x, y, _)| (x, y)).collect();
        let stroke = colour(index).stroke_width(px(2));
        for &(x, _, (low, high)) in marks.iter().filter(|mark| mark.2.0 < mark.2.1) {
            let ends = [(x, low), (x, high)];
            chart.draw_series([PathElement::new(ends, stroke)])?;
            chart.draw_series(ends.map(|end| {
                EmptyElement::at(end) + PathElement::new([(-4 * FINE, 0), (4 * FINE, 0)], stroke)
            }))?;
        }
        if is_marked(series) {
            chart.draw_series(path.iter().map(|&at| marker(index, at)))?;
        }
        match series.style {
            Style::Line => drop(chart.draw_series(LineSeries::new(path, stroke))?),
            Style::Points => {}
            Style::Dashed | Style::Dotted => {
                let (dash, gap) = dash(series.style);
                chart.draw_series(DashedLineSeries::new(path, dash, gap, stroke))?;
            }
        }
    }
    Ok(())
}

/// The points of a series that can be drawn, with the axis' scale applied.
fn marks(series: &Series, log_x: bool) -> Vec<Mark> {
    let fits = |value: f64| value.abs() <= LARGEST;
    let none = (f64::NAN, f64::NAN);
    let bars = series.interval.iter().flatten().copied().chain(std::iter::repeat(none));
    let scale = |x: f64| if log_x { x.log10() } else { x };
    let marks =
        series.points.iter().zip(bars).map(|(&(x, y), bar)| {
            (scale(x), y, if fits(bar.0) && fits(bar.1) { bar } else { (y, y) })
        });
    marks.filter(|&(x, y, _)| fits(x) && fits(y)).collect()
}

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

/// The mark of a point: another shape a series, for those who print in grey.
fn marker<'a, C: Clone + 'static>(index: usize, at: C) -> DynElement<'static, SVGBackend<'a>, C> {
    let colour = colour(index);
    match index % 3 {
        0 => Circle::new(at, px(4), colour.filled()).into_dyn(),
        1 => TriangleMarker::new(at, px(6), colour.filled()).into_dyn(),
        _ => Cross::new(at, px(4), colour.stroke_width(px(2))).into_dyn(),
    }
}

fn is_marked(series: &Series) -> bool {
    match series.style {
        Style::Points => true,
        Style::Line => series.points.len() <= MARKED_POINTS,
        Style::Dashed | Style::Dotted => false,
    }
}

/// The lengths of a dash and of the gap after it.
fn dash(style: Style) -> (u32, u32) {
    if style == Style::Dotted { (px(2), px(4)) } else { (px(8), px(5)) }
}

/// An entry of the legend: its left end and the series' place in the plot.
type Entry<'a> = (i32, usize, &'a Series);

/// Entries broken into rows. The width of text is not known without a font; this allows for a
/// wide one.
fn legend_rows(plot: &Plot) -> Vec<Vec<Entry<'_>>> {
    let mut rows: Vec<Vec<Entry>> = Vec::new();
    let mut left = WIDTH;
    for (index, series) in plot.series.iter().enumerate() {
        let width = 64 + 8 * series.name.chars().count() as i32;
        if left + width > WIDTH {
            rows.push(Vec::new());
            left = 48;
        }
        if let Some(row) = rows.last_mut() {
            row.push((left, index, series));
        }
        left += width;
    }
    rows
}

fn draw_legend(rows: &[Vec<Entry<'_>>], area: &Area) -> Result<(), Drawing> {
    let style = (FONT, px(17)).into_font().color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
    for (row, entries) in rows.iter().enumerate() {
        let y = (row as i32 * LEGEND_ROW + 20) * FINE;
        for &(left, index, series) in entries {
            let left = left * FINE;
            let line = [(left, y), (left + 34 * FINE, y)];
            let stroke = colour(index).stroke_width(px(2));
            match series.style {
                Style::Line => area.draw(&PathElement::new(line, stroke))?,
                Style::Points => {}
                Style::Dashed | Style::Dotted => {
                    let (dash, gap) = dash(series.style);
                    area.draw(&DashedPathElement::new(line, dash, gap, stroke))?;
                }
            }
            if is_marked(series) {
                area.draw(&marker(index, (left + 17 * FINE, y)))?;
            }
            area.draw(&Text::new(series.name.clone(), (left + 42 * FINE, y), style.clone()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(series: Vec<Series>, log_x: bool) -> Plot {
        Plot { title: "T".into(), x_label: "x".into(), y_label: "y".into(), log_x, series }
    }

    #[test]
    fn words_are_escaped() {
        let mut plot = plot(vec![Series::new("a<b", vec![(1.0, 1.0)])], false);
        plot.title = "<script>".into();
        let svg = draw(&plot).unwrap();
        assert!(svg.contains("a&lt;b") && svg.contains("&lt;script&gt;"));
        assert!(!svg.contains("<script"));
    }

    #[test]
    fn odd_plots_are_drawn_too() {
        let odd = [
            vec![],
            vec![(f64::NAN, 1.0), (1.0, f64::INFINITY)],
            vec![(0.0, 0.0)],
            vec![(1.0, 5.0), (1.0, 5.0)],
            vec![(1e-90, -1e90), (1e90, 1e90)],
            vec![(-1.0, 1.0), (f64::MAX, f64::MIN)],
        ];
        for points in odd {
            for style in [Style::Line, Style::Dashed, Style::Dotted, Style::Points] {
                for log_x in [false, true] {
                    let bars = vec![(f64::NAN, f64::INFINITY), (1.0, 9.0)];
                    let series =
                        Series::new("s", points.clone()).with_interval(bars).with_style(style);
                    let svg = draw(&plot(vec![series], log_x)).unwrap();
                    assert!(svg.trim_end().ends_with("</svg>"), "{points:?} {style:?}");
                }
            }
        }
        assert!(draw(&plot(vec![], true)).unwrap().contains("no data"));
    }

    #[test]
    fn log_axis_has_decades() {
        let svg = draw(&plot(vec![Series::new("s", vec![(1.0, 1.0), (1e6, 2.0)])], true)).unwrap();
        for label in ["\n1\n", "\n10\n", "\n1k\n", "\n1M\n"] {
            assert!(svg.contains(label), "{label:?}");
        }
    }
}
