//! The course of a game as a graph, of which every position is a link.

use maud::{Markup, html};
use plywood::Side;
use plywood_play::Review;
use std::fmt::Write;

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 222.0;
/// The room to the left and right of the graph.
const MARGIN: f64 = 8.0;
/// The room above and below the graph, for the names of the sides: inside the frame the line would run through them.
const BAND: f64 = 24.0;

/// The winning chance of MAX at the start and after each move.
pub(super) fn graph(review: &Review) -> Markup {
    let [first, second] = [Side::Max, Side::Min].map(|side| review.side(side));
    let chances: Vec<f64> = review.positions.iter().map(|position| position.chance).collect();
    let steps = chances.len().saturating_sub(1).max(1) as f64;
    let x = |ply: usize| MARGIN + ply as f64 / steps * (WIDTH - 2.0 * MARGIN);
    let y = |chance: f64| BAND + (1.0 - chance) * (HEIGHT - 2.0 * BAND);
    let mut line = String::new();
    for (ply, &chance) in chances.iter().enumerate() {
        let _ =
            write!(line, "{}{} {}", if ply == 0 { 'M' } else { 'L' }, px(x(ply)), px(y(chance)));
    }
    let last = x(chances.len().saturating_sub(1));
    let under = format!("{line}L{} {}H{}z", px(last), px(y(0.0)), px(x(0)));
    let half = (WIDTH - 2.0 * MARGIN) / steps / 2.0;
    let marked = review.moves.iter().filter(|m| !m.mark.sign().is_empty());
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="group"
            aria-label={ "Winning chance of " (first) " after each move" } fill="none" {
            rect.frame x=(MARGIN) y=(BAND) width=(WIDTH - 2.0 * MARGIN) height=(HEIGHT - 2.0 * BAND) {}
            path.under d=(under) {}
            path.middle d={ "M" (MARGIN) " " (y(0.5)) "H" (WIDTH - MARGIN) } {}
            path.line d=(line) {}
            g fill="currentColor" {
                text x=(MARGIN + 6.0) y=(BAND - 8.0) { (first) " wins" }
                text x=(MARGIN + 6.0) y=(HEIGHT - BAND + 18.0) { (second) " wins" }
            }
            @for m in marked {
                circle class=(m.mark.name()) cx=(px(x(m.ply))) cy=(px(y(m.chance_after))) r="4.5" fill="currentColor" {}
            }
            @for (ply, position) in review.positions.iter().enumerate() {
                a href={ "#p" (ply) } tabindex="-1" {
                    rect x=(px((x(ply) - half).max(0.0))) y="0" width=(px(2.0 * half)) height=(HEIGHT) {
                        title { (review.label(ply)) ": " (format!("{:.0}", 100.0 * position.chance)) " %" }
                    }
                    path d={ "M" (px(x(ply))) " 0V" (HEIGHT) } {}
                }
            }
        }
    }
}

/// A length with one digit after the point, where it has one.
fn px(length: f64) -> f64 {
    (10.0 * length).round() / 10.0
}
