//! The page of a review: a board to step through, the course of the game, its mistakes and all moves.

mod graph;
#[cfg(test)]
mod tests;

use crate::report::html::{document_with, facts, section};
use crate::report::{Cell, Column, Section, Table, minus};
use graph::graph;
use maud::{Markup, PreEscaped, html};
use plywood::Side;
use plywood_games::svg::{self, BoardOptions};
use plywood_games::{Diagram, Span};
use plywood_play::{MoveMark, Review, ReviewedMove, ReviewedPosition};
use serde_json::Value;

/// The moves of a line that are shown.
const LINE: usize = 20;

/// A review as a page: one HTML file without references to others. Its script only steps through the positions:
/// without it, links do.
///
/// ```
/// use plywood_play::ReviewOptions;
/// use plywood_lab::report::ReviewPage;
/// use plywood_lab::registry::{PlayerSpec, game, games};
/// use std::path::Path;
/// let player = PlayerSpec::parse("strong,depth=4")?;
/// let options = ReviewOptions { player: &player, scale: 6.25, jobs: 1, stop: &false.into() };
/// let file = (Path::new("mate.pgn"), b"[White \"Ada\"]\n1. f3 e5 2. g4 Qh4# 0-1");
/// let saved = game(games(), "chess")?.saved_game(file.0, file.1, 1)?;
/// let review = saved.review(&options, &|| {})?.expect("not stopped");
/// let source = "mate.pgn, game 1".to_string();
/// let page = ReviewPage { review: &review, source, scale: 6.25, analysis: player.text() };
/// let text = page.html();
/// assert!(text.contains("<h1>Ada – Black</h1>") && text.contains("2. g4??"));
/// # Ok::<(), plywood_lab::Error>(())
/// ```
pub struct ReviewPage<'a> {
    /// The review.
    pub review: &'a Review,
    /// Where the game is from: `games.pgn, game 3`.
    pub source: String,
    /// The [scale](plywood_play::ReviewOptions::scale) of the review.
    pub scale: f64,
    /// What analyzed the positions, in words.
    pub analysis: String,
}

impl ReviewPage<'_> {
    /// The page as HTML. The same review gives the same text.
    pub fn html(&self) -> String {
        let review = self.review;
        let title = match &review.players {
            [None, None] => format!("Review of {}", self.source),
            players => {
                let name =
                    |side: Side| players[side as usize].as_deref().unwrap_or(review.side(side));
                format!("{} – {}", name(Side::Max), name(Side::Min))
            }
        };
        let diagrams = || review.positions.iter().filter_map(|position| position.diagram.as_ref());
        let body = html! {
            (PreEscaped(svg::shapes(diagrams())))
            main {
                h1 { (title) }
                @for side in [Side::Max, Side::Min] {
                    p.names { (review.summary(side)) "." }
                }
                div.game {
                    div.positions {
                        @for ply in 0..review.positions.len() { (self.position(ply)) }
                    }
                    div {
                        figure.course {
                            figcaption { "Winning chance of " (review.side(Side::Max)) " after each move" }
                            (graph(review))
                        }
                        (self.moves())
                        p.note { "The arrow keys step through the game; a click on the graph or on a move shows the position after it." }
                    }
                    p.news.unseen aria-live="polite" {}
                }
                (self.mistakes())
                (section(&self.all_moves()))
                (section(&Section::new("How it was made").text(self.rule())))
            }
            footer {
                (facts(&[
                    ("Game", format!("{}, {}", review.game, self.source)),
                    ("Start", review.start.clone()),
                    ("Analysis", self.analysis.clone()),
                ]))
            }
        };
        let style = [svg::DARK, include_str!("page.css")].concat();
        document_with(&title, &body, &style, Some(include_str!("page.js")))
    }

    /// A position with its board and the way to its neighbors.
    fn position(&self, ply: usize) -> Markup {
        let review = self.review;
        let ReviewedPosition { diagram, board, .. } = &review.positions[ply];
        let last = review.positions.len() - 1;
        let step = |name, sign, words, to: Option<usize>| {
            html! {
                @match to {
                    Some(to) => a rel=(name) href={ "#p" (to) } aria-label=(words) title=(words) { (sign) },
                    None => span aria-hidden="true" { (sign) },
                }
            }
        };
        html! {
            figure.position id={ "p" (ply) } {
                @match diagram {
                    Some(diagram) => {
                        @let title = review.label(ply);
                        (PreEscaped(svg::board(diagram, &BoardOptions { title: &title, shared_shapes: true })))
                    },
                    None => pre { (board) },
                }
                nav.steps aria-label="Positions" {
                    (step("first", "«", "Start of the game", (ply > 0).then_some(0)))
                    (step("prev", "‹", "One move back", ply.checked_sub(1)))
                    (step("next", "›", "One move forward", (ply < last).then_some(ply + 1)))
                    (step("last", "»", "End of the game", (ply < last).then_some(last)))
                }
                figcaption { (self.caption(ply)) }
            }
        }
    }

    /// What is below a board: the move that led there, what the analysis says of it, and the notes of the diagram.
    fn caption(&self, ply: usize) -> Markup {
        let review = self.review;
        let position = &review.positions[ply];
        let played = ply.checked_sub(1).map(|index| &review.moves[index]);
        html! {
            p.played {
                @match played {
                    None => "Start",
                    Some(m) => {
                        strong class=(m.mark.name()) { (review.label(ply)) }
                        @if m.mark != MoveMark::Good { " " (m.mark.name()) ", loses " (percent(m.loss)) }
                    },
                }
            }
            @if let Some(m) = played { (better(m)) }
            p {
                "Winning chance of " (review.side(Side::Max)) " " (percent(position.chance))
                @if let Some(value) = position.value.as_f64() { ", value " (minus(Cell::number(value, 2).to_string())) }
            }
            @if let Some(diagram) = &position.diagram { (notes(diagram)) }
        }
    }

    /// The moves of the game as running text.
    fn moves(&self) -> Markup {
        let moves = &self.review.moves;
        // A second move of one number goes without it.
        let number = |index: usize| {
            let own = moves[index].number.as_str();
            let shared = index > 0 && {
                let before = &moves[index - 1].number;
                !own.is_empty() && own.trim_end_matches('.') == before.trim_end_matches('.')
            };
            if shared { "" } else { own }
        };
        html! {
            div.moves tabindex="0" role="group" aria-label="Moves" {
                a href="#p0" { "Start" }
                @for (index, m) in moves.iter().enumerate() {
                    " "
                    @if !number(index).is_empty() { span.number { (number(index)) } }
                    a class=[(m.mark != MoveMark::Good).then_some(m.mark.name())] href={ "#p" (m.ply) } {
                        (m.played) (m.mark.sign())
                    }
                }
            }
        }
    }

    fn mistakes(&self) -> Markup {
        let review = self.review;
        let marked: Vec<&ReviewedMove> =
            review.moves.iter().filter(|m| m.mark != MoveMark::Good).collect();
        html! {
            section {
                h2 { "Mistakes" }
                @if marked.is_empty() { p { "No move is marked." } }
                ol.mistakes {
                    @for m in marked {
                        li class=(m.mark.name()) {
                            a href={ "#p" (m.ply) } { (review.label(m.ply)) }
                            span { " " (review.side(m.side)) ", " (m.mark.name()) ", loses " (percent(m.loss)) " of winning chance." }
                            (better(m))
                        }
                    }
                }
            }
        }
    }

    fn all_moves(&self) -> Section {
        let [first, second] = [Side::Max, Side::Min].map(|side| self.review.side(side));
        let columns = ["number", "side", "move", "mark", "value before", "value after"];
        let columns = columns.map(Column::new).into_iter();
        let columns = columns.chain([
            Column::with_unit("chance", "%"),
            Column::with_unit("lost", "%"),
            Column::new("better"),
            Column::new("line"),
        ]);
        // It has no name, because no file goes with it.
        let mut table = Table::new("", columns);
        let value = |value: &Value| Cell::number(value.as_f64(), 2);
        for m in &self.review.moves {
            let better = m.better();
            table.row([
                Cell::text(&m.number),
                Cell::text(self.review.side(m.side)),
                Cell::text(format!("{}{}", m.played, m.mark.sign())),
                Cell::text(if m.mark == MoveMark::Good { "" } else { m.mark.name() }),
                value(&m.value_before),
                value(&m.value_after),
                Cell::number(100.0 * m.chance_after, 1),
                Cell::number(100.0 * m.loss, 1),
                better.map_or(Cell::Empty, Cell::text),
                better.map_or(Cell::Empty, |_| Cell::text(line_text(&m.line))),
            ]);
        }
        Section::new("All moves")
            .text(format!("Values and chances are those of {first}; {second} has the rest."))
            .table(table)
    }

    fn rule(&self) -> String {
        format!(
            "A score of x units of {} stands for the winning chance 1 / (1 + 10^(−x / {})). A move that loses at least \
             5 percentage points of it is an inaccuracy (?!), from 10 a mistake (?), from 15 a blunder (??). The move \
             that the analysis prefers is never marked.",
            self.review.game, self.scale
        )
    }
}

/// What would have been better than a marked move.
fn better(m: &ReviewedMove) -> Markup {
    let better = m.better().filter(|_| m.mark != MoveMark::Good);
    html! {
        @if better.is_some() { p { "Better: " (m.number) " " (line_text(&m.line)) } }
    }
}

/// The lines below a board.
fn notes(diagram: &Diagram) -> Markup {
    html! {
        @for note in &diagram.notes {
            p.note {
                @for span in note {
                    @match span {
                        Span::Text(text) => (text),
                        Span::Piece(piece) => span.piece { (PreEscaped(svg::piece(*piece))) },
                    }
                }
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A line of play, cut if it is long.
fn line_text(moves: &[String]) -> String {
    let shown = moves[..moves.len().min(LINE)].join(" ");
    if moves.len() > LINE { shown + " …" } else { shown }
}
