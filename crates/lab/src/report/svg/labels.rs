//! Where the names of horizontal lines stand, so that they cover nothing that is drawn.

/// A place in the drawing: to the right, and down.
pub(super) type Point = (f64, f64);
/// A straight line from point to point.
pub(super) type Line = (Point, Point);

/// A rectangle, by its left and upper and its right and lower corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    /// Around a point.
    pub fn around((x, y): Point, reach: f64) -> Rect {
        Rect { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
    }

    fn overlaps(self, other: Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether a straight line from point to point goes through it.
    fn is_crossed(self, (from, to): Line) -> bool {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let sides = [
            (-x, from.0 - self.left),
            (x, self.right - from.0),
            (-y, from.1 - self.top),
            (y, self.bottom - from.1),
        ];
        // The part of the line that is inside of all four sides.
        let (mut begin, mut end) = (0.0_f64, 1.0_f64);
        for (step, room) in sides {
            if step == 0.0 {
                if room < 0.0 {
                    return false;
                }
            } else if step < 0.0 {
                begin = begin.max(room / step);
            } else {
                end = end.min(room / step);
            }
        }
        begin <= end
    }
}

/// What is drawn: lines from point to point, and rectangles.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    pub lines: Vec<Line>,
    pub rects: Vec<Rect>,
}

impl Obstacles {
    fn are_free_of(&self, rect: Rect) -> bool {
        // Half the width of a line, and a little air.
        let wide = Rect {
            left: rect.left - 3.0,
            top: rect.top - 3.0,
            right: rect.right + 3.0,
            bottom: rect.bottom + 3.0,
        };
        !self.lines.iter().any(|&line| wide.is_crossed(line))
            && !self.rects.iter().any(|&other| wide.overlaps(other))
    }
}

/// The place of a name that is `size` wide and high and belongs to the line at `y`: above it or below it, as far to the
/// right of `area` as there is room; none if there is no room.
pub(super) fn place(y: f64, size: (f64, f64), area: Rect, drawn: &Obstacles) -> Option<Rect> {
    const STEP: f64 = 8.0;
    let (width, height) = size;
    let rect =
        |right: f64, top: f64| Rect { left: right - width, top, right, bottom: top + height };
    let steps = ((area.right - area.left - width) / STEP).floor();
    if steps < 0.0 {
        return None;
    }
    let sides = [y - 4.0 - height, y + 4.0];
    let sides = sides.into_iter().filter(|&top| area.top <= top && top + height <= area.bottom);
    let sides: Vec<f64> = sides.collect();
    let rights = (0..=steps as usize).map(|step| area.right - STEP * step as f64);
    let mut all = rights.flat_map(|right| sides.iter().map(move |&top| rect(right, top)));
    all.find(|&rect| drawn.are_free_of(rect))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { left: 0.0, top: 0.0, right: 200.0, bottom: 100.0 };
    const SIZE: (f64, f64) = (40.0, 14.0);

    #[test]
    fn lines_are_crossed_or_not() {
        let rect = Rect { left: 10.0, top: 10.0, right: 20.0, bottom: 20.0 };
        for (line, crossed) in [
            (((0.0, 15.0), (30.0, 15.0)), true),
            (((0.0, 0.0), (30.0, 30.0)), true),
            (((0.0, 25.0), (30.0, 25.0)), false),
            (((0.0, 15.0), (9.0, 15.0)), false),
            (((12.0, 12.0), (13.0, 13.0)), true),
            (((0.0, 22.0), (22.0, 0.0)), true),
            (((0.0, 18.0), (12.0, 0.0)), false),
            (((15.0, 0.0), (15.0, 30.0)), true),
        ] {
            assert_eq!(rect.is_crossed(line), crossed, "{line:?}");
        }
    }

    #[test]
    fn a_name_gives_way_to_curves_and_marks() {
        let free = Obstacles::default();
        let first = place(50.0, SIZE, AREA, &free).unwrap();
        assert_eq!((first.right, first.bottom), (200.0, 46.0), "above, at the right end");
        let lines = vec![((0.0, 40.0), (200.0, 40.0))];
        let below = place(50.0, SIZE, AREA, &Obstacles { lines, rects: vec![] }).unwrap();
        assert_eq!((below.right, below.top), (200.0, 54.0));
        let rects = vec![Rect { left: 100.0, top: 0.0, right: 200.0, bottom: 100.0 }];
        let left = place(50.0, SIZE, AREA, &Obstacles { lines: vec![], rects }).unwrap();
        assert!(left.right <= 97.0 && left.right > 80.0, "{left:?}");
        let rects = vec![AREA];
        assert_eq!(place(50.0, SIZE, AREA, &Obstacles { lines: vec![], rects }), None);
        assert_eq!(place(50.0, (300.0, 14.0), AREA, &free), None, "too wide");
    }

    #[test]
    fn a_name_stays_within_the_plot() {
        let free = Obstacles::default();
        assert_eq!(
            place(2.0, SIZE, AREA, &free).unwrap().top,
            6.0,
            "below a line at the upper edge"
        );
        assert_eq!(place(99.0, SIZE, AREA, &free).unwrap().bottom, 95.0);
    }
}
