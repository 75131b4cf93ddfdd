use super::*;
use plywood_play::draw::Scale;
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

/// Names of places on the horizontal axis.
fn named(names: &[&str]) -> Plot {
    let points = (1..=names.len()).map(|place| (place as f64, 10.0 * place as f64)).collect();
    let intervals =
        (1..=names.len()).map(|place| (10.0 * place as f64 - 5.0, f64::INFINITY)).collect();
    let series = Series::new("Elo", points).with_intervals(intervals).with_style(Style::Points);
    let names = names.iter().map(|name| name.to_string()).collect();
    Plot { names, references: vec![(20.0, "even".into())], ..plot(vec![series], Scale::Whole) }
}

#[test]
fn short_names_stand_side_by_side_and_long_ones_one_below_the_other() {
    let size = |svg: &str| {
        let view = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split('"').next().unwrap();
        let (width, height) = view.split_once(' ').unwrap();
        (width.parse::<f64>().unwrap(), height.parse::<f64>().unwrap())
    };
    let place = |svg: &str, text: &str| {
        let (before, _) =
            svg.split_once(&format!(">{text}<")).unwrap_or_else(|| panic!("{text}: {svg}"));
        let tag = &before[before.rfind("<text").unwrap()..];
        let number = |name: &str| -> f64 {
            let (_, rest) = tag.split_once(&format!(" {name}=\"")).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        (number("x"), number("y"))
    };
    let short = draw(&named(&["one", "two", "three"]));
    let places = ["one", "two", "three"].map(|name| place(&short, name));
    assert!(places[0].0 < places[1].0 && places[1].0 < places[2].0, "{places:?}");
    assert!(places.iter().all(|place| place.1 == places[0].1), "{places:?}");
    assert!(unplaced(&named(&["one", "two", "three"])).is_empty());

    let names = [
        "best-first-saved-tree,nodes=100000",
        "alpha-beta",
        "a-name-that-is-so-long-that-it-takes-two-lines",
    ];
    let plot = named(&names);
    let long = draw(&plot);
    // In lines, of which none is cut off.
    let firsts = ["best-first-saved-tree,", "alpha-beta", "a-name-that-is-so-long-"];
    let places = firsts.map(|name| place(&long, name));
    assert!(places[0].1 < places[1].1 && places[1].1 < places[2].1, "{places:?}");
    assert!(places.iter().all(|place| place.0 == places[0].0 && place.0 < size(&long).0 / 2.0));
    assert!(places.iter().all(|place| place.1 < size(&long).1));
    assert_eq!(unplaced(&plot), ["even"], "in the legend");
    assert!(long.contains("Elo: 10 at best-first-saved-tree,nodes=100000"), "{long}");
    assert_eq!(
        draw(&named(&["x"; 30])).matches(">x<").count(),
        31,
        "the label of the axis and 30 names"
    );
}

#[test]
fn names_of_lines_cover_no_curve() {
    // A curve that fills the plot leaves no room; a flat one does.
    let zigzag = (0..40).map(|i| (f64::from(i), if i % 2 == 0 { 0.0 } else { 100.0 })).collect();
    let mut full = plot(vec![Series::new("s", zigzag)], Scale::Linear);
    full.references.push((50.0, "even".into()));
    assert_eq!(unplaced(&full), ["even"]);
    assert!(!texts(&draw(&full)).contains(&"even"));
    let mut flat = plot(vec![Series::new("s", vec![(0.0, 0.0), (9.0, 0.0)])], Scale::Linear);
    flat.references.push((50.0, "even".into()));
    assert!(unplaced(&flat).is_empty() && texts(&draw(&flat)).contains(&"even"));
}

#[test]
fn a_thumbnail_has_no_words_and_few_points() {
    let many = (0..5000).map(|i| (f64::from(i), f64::from(i % 7))).collect();
    let lines =
        vec![Series::new("a", many), Series::new("b", vec![(1.0, 2.0)]).with_style(Style::Points)];
    let mut plot = plot(lines, Scale::Linear);
    plot.references.push((3.0, "even".into()));
    let small = thumbnail(&plot).unwrap();
    assert!(!small.contains("<text") && small.len() < 4000, "{}", small.len());
    assert_eq!(thumbnail(&self::plot(vec![], Scale::Log)), None);
    assert!(thumbnail(&named(&["a", "b"])).unwrap().contains("M"));
}

#[test]
fn labels_do_not_run_into_each_other() {
    let points = vec![(1e5, 1.0), (9e5, 2.0)];
    let svg = draw(&plot(vec![Series::new("s", points)], Scale::Linear));
    let below = svg.split("text-anchor=\"middle\">").nth(1).unwrap().split("</g>").next().unwrap();
    let places: Vec<(f64, &str)> = below
        .split("<text x=\"")
        .skip(1)
        .map(|part| {
            let (x, rest) = part.split_once('"').unwrap();
            (x.parse().unwrap(), rest.split_once('>').unwrap().1.split('<').next().unwrap())
        })
        .collect();
    assert!(places.len() > 3, "{places:?}");
    for two in places.windows(2) {
        let half = |text: &str| width(text, FONT) / 2.0;
        assert!(two[0].0 + half(two[0].1) < two[1].0 - half(two[1].1), "{places:?}");
    }
}
