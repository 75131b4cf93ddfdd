use super::*;
use std::collections::HashSet;

fn plot(series: Vec<Series>, x_scale: Scale) -> Plot {
    Plot {
        title: "T".into(),
        x_label: "x".into(),
        y_label: "y".into(),
        x_scale,
        series,
        ..Plot::default()
    }
}

/// The texts of a drawing.
fn texts(svg: &str) -> Vec<&str> {
    let parts = svg.split("<text").skip(1);
    parts.filter_map(|part| part.split_once('>')?.1.split('<').next()).collect()
}

#[test]
fn words_are_escaped() {
    let mut plot = plot(vec![Series::new("a<b", vec![(1.0, 1.0)])], Scale::Linear);
    (plot.title, plot.x_label) = ("<script>".into(), "<script>".into());
    plot.references.push((1.0, "<script>".into()));
    let svg = draw(&plot);
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
            for scale in [Scale::Linear, Scale::Whole, Scale::Log] {
                let intervals = vec![(f64::NAN, 1.0), (-1.0, 9.0)];
                let series = Series::new("s", points.clone());
                let series = series.with_intervals(intervals).with_style(style);
                let mut plot = plot(vec![series], scale);
                plot.y_scale = scale;
                plot.references.push((-3.0, "r".into()));
                let svg = draw(&plot);
                assert!(svg.ends_with("</svg>"), "{points:?} {style:?}");
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{points:?}: {svg}");
            }
        }
    }
    assert!(draw(&plot(vec![], Scale::Log)).contains("no data"));
}

#[test]
fn names_of_lines_stay_within_the_plot() {
    let mut plot = plot(vec![Series::new("s", vec![(1.0, 0.0), (2.0, 90.0)])], Scale::Linear);
    plot.references = vec![(0.0, "lowest".into()), (100.0, "highest".into())];
    let svg = draw(&plot);
    let height = |name: &str| -> f64 {
        let text = svg.split("<text").find(|text| text.contains(&format!(">{name}<"))).unwrap();
        text.split(" y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    assert!(height("highest") > 13.0 && height("lowest") > height("highest"), "{svg}");
}

#[test]
fn log_axis_has_decades() {
    let svg = draw(&plot(vec![Series::new("s", vec![(1.0, 1.0), (1e6, 2.0)])], Scale::Log));
    for label in ["1", "10", "1k", "1M"] {
        assert!(texts(&svg).contains(&label), "{label:?}");
    }
}

#[test]
fn depths_have_whole_ticks_and_bars_stand_apart() {
    let series = |name: &str| {
        Series::new(name, vec![(2.0, 60.0), (5.0, 70.0)])
            .with_intervals(vec![(50.0, 70.0), (60.0, 80.0)])
    };
    let mut plot = plot(vec![series("a"), series("b")], Scale::Whole);
    plot.references.push((50.0, "50 %".into()));
    let svg = draw(&plot);
    let labels = texts(&svg);
    assert!(["2", "3", "4", "5"].iter().all(|tick| labels.contains(tick)), "{labels:?}");
    assert!(labels.contains(&"50 %") && !labels.iter().any(|label| label.contains("2.5")));
    let bars: HashSet<&str> = svg.split("class=\"bars\" d=\"").skip(1).collect();
    assert_eq!(bars.len(), 2, "the bars of two series differ in their place");
}

#[test]
fn eight_series_have_eight_colours_and_eight_marks() {
    let colours: HashSet<String> = (0..8).map(colour).collect();
    let marks: HashSet<String> = (0..8).map(|i| marker(i, 0.0, 0.0)).collect();
    assert_eq!((colours.len(), marks.len()), (8, 8));
    let looks: HashSet<_> = (0..16).map(|i| (class(i), dash(Style::Line, i))).collect();
    assert_eq!(looks.len(), 16, "after that, lines are dashed");
}
