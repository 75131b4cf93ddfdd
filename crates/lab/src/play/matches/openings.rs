//! Where the games of a match begin.

use crate::Error;
use plywood_games::Game;
use plywood_games::random::Rng;
use plywood_protocols::Opening;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

/// Where the pairs of a match begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// A game drawn from a seed begins at its start, with a new seed for each pair. Any other game begins
    /// after random moves: this many, or the game's own number. No two pairs begin alike as long as there
    /// are different openings left.
    Random(Option<u32>),
    /// At these positions in turn, and then from the first again.
    Listed(Vec<ListedOpening>),
}

impl Default for Openings {
    fn default() -> Self {
        Openings::Random(None)
    }
}

/// An opening in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedOpening {
    /// Where it was found, for messages: `openings.txt: line 3`.
    pub place: String,
    /// The position, or the moves that lead there, in the game's own notation.
    pub text: String,
}

impl Openings {
    /// Reads a list of openings, one per line. Text after a tab is ignored, and so are blank lines and lines
    /// that begin with `#`.
    pub fn read(path: &Path) -> Result<Openings, Error> {
        let wrong = |what: String| Error::input(format!("{}: {what}", path.display()));
        let unreadable = |e| wrong(format!("expected a readable file, found \"{e}\""));
        let bytes = fs::read(path).map_err(unreadable)?;
        let mut openings = Vec::new();
        for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let place = format!("{}: line {}", path.display(), index + 1);
            let Ok(line) = std::str::from_utf8(line) else {
                return Err(Error::input(format!("{place}: expected UTF-8")));
            };
            let text = line.split('\t').next().unwrap_or_default().trim();
            if !text.is_empty() && !text.starts_with('#') {
                openings.push(ListedOpening { place, text: text.into() });
            }
        }
        if openings.is_empty() {
            return Err(wrong("expected a position or its moves on a line, found none".into()));
        }
        Ok(Openings::Listed(openings))
    }
}

/// A list of openings, read by the rules of a game.
fn parse<G: Game>(listed: &ListedOpening) -> Result<Opening<G>, Error> {
    let wrong = |what: String| Error::input(format!("{}: {what}", listed.place));
    let position = G::parse(Some(&listed.text)).map_err(|e| wrong(e.to_string()))?;
    if position.is_over() {
        return Err(wrong("the game is over: expected a position to play from".into()));
    }
    match (G::transcript(&listed.text), G::parse(None)) {
        (Some(moves), Ok(origin)) => Ok(Opening { origin, moves }),
        _ => Ok(Opening::of(position)),
    }
}

/// Openings in the order of the pairs, without end.
pub(super) struct Starts<'a, G: Game> {
    base: &'a G,
    seed: u64,
    number: u64,
    source: Source<G>,
}

enum Source<G: Game> {
    Listed(Vec<Opening<G>>),
    Seeds,
    Random(Draw),
}

impl<'a, G: Game> Starts<'a, G> {
    pub fn new(base: &'a G, seed: u64, openings: &Openings) -> Result<Starts<'a, G>, Error> {
        let source = match openings {
            Openings::Listed(list) if list.is_empty() => {
                return Err(Error::input("the list of openings is empty: expected one at least"));
            }
            Openings::Listed(list) => {
                Source::Listed(list.iter().map(parse).collect::<Result<_, _>>()?)
            }
            Openings::Random(_) if base.reseeded(seed).is_some() => Source::Seeds,
            Openings::Random(plies) => {
                let asked = plies.unwrap_or(G::OPENING_PLIES);
                if let Some(plies) = plies
                    && *plies > 0
                    && Draw::new(seed, *plies).next(base).moves.is_empty()
                {
                    return Err(Error::input(format!(
                        "{plies} opening plies end the game: expected fewer"
                    )));
                }
                Source::Random(Draw::new(seed, asked))
            }
        };
        Ok(Starts { base, seed, number: 0, source })
    }
}

impl<G: Game> Iterator for Starts<'_, G> {
    type Item = Opening<G>;

    /// The opening of the next pair: there is always one.
    fn next(&mut self) -> Option<Opening<G>> {
        let number = self.number;
        self.number += 1;
        Some(match &mut self.source {
            Source::Listed(list) => list[(number % list.len() as u64) as usize].clone(),
            Source::Seeds => {
                let drawn = self.base.reseeded(self.seed.wrapping_add(number));
                Opening::of(drawn.unwrap_or_else(|| self.base.clone()))
            }
            Source::Random(draw) => draw.next(self.base),
        })
    }
}

/// After this many moves without a new opening, all openings count as used.
const PATIENCE: usize = 1_000_000;

/// Random lines of play, drawn without replacement on the tree of moves.
struct Draw {
    rng: Rng,
    plies: u32,
    /// The tree of what was drawn, the root first.
    nodes: Vec<Node>,
    /// The texts of the positions that were drawn: different moves may lead to one position.
    seen: HashSet<String>,
    /// Moves looked at.
    looked: usize,
}

#[derive(Default)]
struct Node {
    /// By a move's place in the game's list.
    children: BTreeMap<usize, usize>,
    spent_children: usize,
    /// All lines below were drawn.
    spent: bool,
}

impl Draw {
    fn new(seed: u64, plies: u32) -> Draw {
        let nodes = vec![Node::default()];
        Draw { rng: Rng::new(seed), plies, nodes, seen: HashSet::new(), looked: 0 }
    }

    fn next<G: Game>(&mut self, base: &G) -> Opening<G> {
        for _ in 0..2 {
            self.looked = 0;
            while !self.nodes[0].spent && self.looked < PATIENCE {
                let opening = self.line(base);
                let position = opening.position();
                if !position.is_over() && self.seen.insert(position.text()) {
                    return opening;
                }
            }
            // All openings were drawn: begin again.
            self.nodes = vec![Node::default()];
            self.seen.clear();
        }
        // Every line ends the game.
        Opening::of(base.clone())
    }

    /// A line of play that was not drawn yet. There is one, as the root is not spent.
    fn line<G: Game>(&mut self, base: &G) -> Opening<G> {
        let mut opening = Opening::of(base.clone());
        let mut position = base.clone();
        let (mut node, mut path, mut legal) = (0, Vec::new(), Vec::new());
        for _ in 0..self.plies {
            legal.clear();
            position.moves(&mut legal);
            if legal.is_empty() {
                break;
            }
            self.looked += legal.len();
            let spent = |index: &usize| {
                self.nodes[node].children.get(index).is_some_and(|&child| self.nodes[child].spent)
            };
            let left: Vec<usize> = (0..legal.len()).filter(|index| !spent(index)).collect();
            let index = left[self.rng.below(left.len() as u32) as usize];
            path.push((node, legal.len()));
            let new = self.nodes.len();
            let child = *self.nodes[node].children.entry(index).or_insert(new);
            if child == new {
                self.nodes.push(Node::default());
            }
            node = child;
            opening.moves.push(legal[index]);
            position.play(legal[index]);
        }
        self.nodes[node].spent = true;
        for &(parent, width) in path.iter().rev() {
            let parent = &mut self.nodes[parent];
            parent.spent_children += 1;
            parent.spent = parent.spent_children == width;
            if !parent.spent {
                break;
            }
        }
        opening
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::{Connect4, Othello, RandomTree};

    fn starts<G: Game>(base: &G, seed: u64, openings: &Openings, count: usize) -> Vec<String> {
        let starts = Starts::new(base, seed, openings).unwrap();
        starts.take(count).map(|opening| opening.position().text()).collect()
    }

    #[test]
    fn no_opening_comes_twice_before_all_have_come() {
        // From the start 4, 12, 54, 236 positions: fewer than the 4, 12, 56, 244 lines of play.
        let base = Othello::default();
        for (plies, different) in [(1, 4), (2, 12), (3, 54), (4, 236)] {
            let texts = starts(&base, 7, &Openings::Random(Some(plies)), 2 * different);
            let first: HashSet<_> = texts[..different].iter().collect();
            let second: HashSet<_> = texts[different..].iter().collect();
            assert_eq!((first.len(), first), (different, second), "{plies} plies");
        }
        let texts = starts(&base, 7, &Openings::default(), 2000);
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), 2000);
        for text in texts {
            assert_eq!(Othello::parse(Some(&text)).unwrap().empties(), 52, "eight plies");
        }
    }

    #[test]
    fn openings_are_the_seeds() {
        let base = Connect4::default();
        let random = Openings::default();
        assert_eq!(starts(&base, 5, &random, 30), starts(&base, 5, &random, 40)[..30]);
        assert_ne!(starts(&base, 5, &random, 30), starts(&base, 6, &random, 30));
        assert_eq!(starts(&base, 5, &Openings::Random(Some(0)), 2), [base.text(), base.text()]);
        let error = Starts::new(&base, 5, &Openings::Random(Some(42))).err().unwrap();
        assert!(error.to_string().contains("42 opening plies end the game"), "{error}");
        let drawn = RandomTree::parse(Some("branching=3,depth=4,seed=1")).unwrap();
        let texts = starts(&drawn, 11, &random, 2);
        assert!(texts[0].contains("seed=11") && texts[1].contains("seed=12"), "{texts:?}");
    }

    #[test]
    fn listed_openings_keep_their_moves_and_go_round() {
        let listed = |text: &str| ListedOpening { place: "x: line 1".into(), text: text.into() };
        let board = Othello::parse(Some("f5d6c3")).unwrap().text();
        let openings = Openings::Listed(vec![listed("f5d6"), listed(&board)]);
        let base = Othello::default();
        let drawn: Vec<_> = Starts::new(&base, 1, &openings).unwrap().take(3).collect();
        assert_eq!((drawn[0].moves.len(), drawn[1].moves.len()), (2, 0));
        assert_eq!((&drawn[0], drawn[1].position().text()), (&drawn[2], board));
        for (text, words) in [
            ("f5f5", "x: line 1: othello position"),
            ("e6f4e3f6g5d6e7f5c5", "line 1: the game is over"),
        ] {
            let error = Starts::new(&base, 1, &Openings::Listed(vec![listed(text)])).err().unwrap();
            assert!(error.to_string().contains(words), "{error}");
        }
    }
}
