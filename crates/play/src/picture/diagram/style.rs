//! Colors, sizes and shapes of diagrams, in light and dark.

use crate::draw::px;
use crate::picture::canvas::FONT;
use crate::picture::canvas::text_width;
use plywood::Side;

/// How much is written at the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Everything.
    All,
    /// Values and the order of the visits.
    Values,
}

/// The size of the value of a node, of small text, of plain text and of headings.
pub(super) const VALUE: f64 = 14.0;
pub(super) const SMALL: f64 = 10.5;
pub(super) const TEXT: f64 = 13.0;
pub(super) const HEADING: f64 = 17.0;

/// The estimated width of a text of this size.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    text_width(text) * size / FONT * 0.95
}

/// The outline of a node: a square where MAX is to move, a circle where MIN is.
pub(super) fn shape(side: Side, (x, y): (f64, f64), half_width: f64, half_height: f64) -> String {
    let (w, h) = (half_width, half_height);
    match side {
        Side::Max => format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="3"/>"#,
            px(x - w),
            px(y - h),
            px(2.0 * w),
            px(2.0 * h)
        ),
        Side::Min => format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}"/>"#,
            px(x - w),
            px(y - h),
            px(2.0 * w),
            px(2.0 * h),
            px(h)
        ),
    }
}

/// The rules for what is drawn. Without a dark mode, as in print, all is light.
pub(super) const CSS: &str = "\
.paper{fill:#ffffff}
text{fill:#1b1c1f;font-size:13px}
.heading{font-size:17px;font-weight:700}
.value{font-size:14px;font-weight:600}
.static{font-size:9.5px;fill:#5a5e66}
.small,.cause,.move,.times,.order{font-size:10.5px;fill:#5a5e66}
.order,.times,.move{font-weight:700}
.order{fill:#1b1c1f}
.cause{fill:#b3261e}
.soft{fill:#5a5e66}
.max rect{fill:#d9e8f8;stroke:#2f6db0;stroke-width:1.4}
.min rect{fill:#fde6cf;stroke:#b4661c;stroke-width:1.4}
.idle rect{fill:#ffffff}
.pv rect{stroke:#111214;stroke-width:3.2}
.never rect{fill:none;stroke:#9a9fa8;stroke-width:1.2;stroke-dasharray:3 2.4}
.edge{fill:none;stroke:#8b9099;stroke-width:1.4}
.edge.pv{stroke:#111214;stroke-width:4}
.edge.never{stroke:#a5aab3;stroke-width:1.2;stroke-dasharray:3 2.4}
.cut{fill:none;stroke:#c62f21;stroke-width:2.4;stroke-linecap:round}
.halo{fill:none;stroke:#ffffff;stroke-width:5.5;stroke-linecap:round}
.rule{stroke:#d5d8de;stroke-width:1}
@media screen and (prefers-color-scheme:dark){
.paper{fill:#16171a}
text,.order{fill:#e9eaec}
.static,.small,.move,.times,.soft{fill:#b0b5be}
.cause{fill:#ff9a86}
.max rect{fill:#17395c;stroke:#7db7ff}
.min rect{fill:#553010;stroke:#ffb066}
.idle rect{fill:#16171a}
.pv rect{stroke:#ffffff}
.never rect{fill:none;stroke:#747a85}
.edge{stroke:#828893}
.edge.pv{stroke:#ffffff}
.edge.never{stroke:#656b75}
.cut{stroke:#ff7a63}
.halo{stroke:#16171a}
.rule{stroke:#3b3e46}
}
";
