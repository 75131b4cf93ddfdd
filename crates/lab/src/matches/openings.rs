//! Where the games of a match begin.

use crate::Error;
use plywood_games::random::Rng;
use plywood_games::{Game, Recorded, set_up};
use plywood_protocols::Opening;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the pairs of a match begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// A game drawn from a seed begins at its start, with a new seed for each round. Any other game begins
    /// after random moves: this many, or the game's own number. No two rounds begin alike as long as there
    /// are different openings left.
    Random(Option<u32>),
    /// At the positions of a file in turn, and then from the first again.
    Book(Book),
}

impl Default for Openings {
    fn default() -> Self {
        Openings::Random(None)
    }
}

/// The order in which the openings of a file are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// As they stand in the file.
    #[default]
    Book,
    /// In an order that depends on the seed alone.
    Seed,
}

/// A file of openings. Two openings that lead to the same position count as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Its path, for messages, whose extension decides how it is read: files of games of the game's own kinds, such as
    /// PGN; any other as a list.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// The number of moves taken from each game; all of them without it.
    pub plies: Option<u32>,
    /// The order of the openings.
    pub order: OpeningOrder,
}

impl Book {
    /// Reads a file, of which all moves are used in their order.
    pub fn read(path: &Path) -> Result<Book, Error> {
        let bytes = fs::read(path).map_err(|e| {
            Error::input(format!("{}: expected a readable file, found \"{e}\"", path.display()))
        })?;
        Ok(Book { path: path.to_path_buf(), bytes, plies: None, order: OpeningOrder::Book })
    }

    /// The openings of the file by the rules of a game, each once.
    fn openings<G: Game>(&self, seed: u64) -> Result<Vec<Opening<G>>, Error> {
        let wrong = |what: String| Error::input(format!("{}: {what}", self.path.display()));
        let extension = self.path.extension().and_then(|text| text.to_str()).unwrap_or_default();
        let games = match G::games_in_file(&extension.to_ascii_lowercase(), &self.bytes) {
            Some(games) => {
                let games = games.map_err(|e| wrong(e.to_string()))?;
                let places = (1..=games.len()).map(|number| format!("game {number}"));
                let opening = |game: Recorded<G>| Opening { origin: game.start, moves: game.moves };
                let games = games.into_iter().map(opening);
                places.zip(games).collect()
            }
            None => self.lines()?,
        };
        let (mut openings, mut seen) = (Vec::new(), HashSet::new());
        for (place, mut opening) in games {
            let plies = self.plies.map_or(usize::MAX, |plies| plies as usize);
            opening.moves.truncate(plies);
            let position = opening.position();
            if position.is_over() {
                let expected = "the game is over: expected a position to play from";
                return Err(wrong(format!("{place}: {expected}")));
            }
            if seen.insert(position.text()) {
                openings.push(opening);
            }
        }
        if openings.is_empty() {
            return Err(wrong("expected a position or its moves on a line, found none".into()));
        }
        if self.order == OpeningOrder::Seed {
            let mut rng = Rng::new(seed);
            for last in (1..openings.len()).rev() {
                let other = rng.below(u32::try_from(last + 1).unwrap_or(u32::MAX)) as usize;
                openings.swap(last, other);
            }
        }
        Ok(openings)
    }

    /// The openings of a list, one per line, with their places. Text after a tab is ignored, and so are blank lines
    /// and lines that begin with `#`.
    fn lines<G: Game>(&self) -> Result<Vec<(String, Opening<G>)>, Error> {
        let mut openings = Vec::new();
        for (index, line) in self.bytes.split(|&byte| byte == b'\n').enumerate() {
            let place = format!("line {}", index + 1);
            let wrong =
                |what: &str| Error::input(format!("{}: {place}: {what}", self.path.display()));
            let line = std::str::from_utf8(line).map_err(|_| wrong("expected UTF-8"))?;
            let text = line.split('\t').next().unwrap_or_default().trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let set = set_up(Some(text)).map_err(|e| wrong(&e.to_string()))?;
            let opening = match (set.moves, G::parse(None)) {
                (Some(moves), Ok(origin)) => Opening { origin, moves },
                _ => Opening::of(set.position),
            };
            openings.push((place, opening));
        }
        Ok(openings)
    }
}

/// Openings in the order of the rounds, without end.
pub(super) struct Starts<G: Game> {
    base: G,
    seed: u64,
    source: Source<G>,
}

enum Source<G: Game> {
    Listed(Vec<Opening<G>>),
    Seeds,
    Random(Draw),
}

impl<G: Game> Starts<G> {
    pub fn new(base: &G, seed: u64, openings: &Openings) -> Result<Starts<G>, Error> {
        let source = match openings {
            Openings::Book(book) => Source::Listed(book.openings(seed)?),
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
        Ok(Starts { base: base.clone(), seed, source })
    }

    /// The opening with this number, from 0; none if openings are drawn one after the other.
    pub fn direct(&self, number: u64) -> Option<Opening<G>> {
        match &self.source {
            Source::Listed(list) => Some(list[(number % list.len() as u64) as usize].clone()),
            Source::Seeds => {
                let drawn = self.base.reseeded(self.seed.wrapping_add(number));
                Some(Opening::of(drawn.unwrap_or_else(|| self.base.clone())))
            }
            Source::Random(_) => None,
        }
    }

    /// The next opening that is drawn.
    pub fn draw(&mut self) -> Opening<G> {
        match &mut self.source {
            Source::Random(draw) => draw.next(&self.base),
            _ => Opening::of(self.base.clone()),
        }
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
    use plywood_games::{Chess, Connect4, Othello, RandomTree};

    fn starts<G: Game>(base: &G, seed: u64, openings: &Openings, count: usize) -> Vec<String> {
        let mut starts = Starts::new(base, seed, openings).unwrap();
        let openings = (0..count).map(|n| starts.direct(n as u64).unwrap_or_else(|| starts.draw()));
        openings.map(|opening| opening.position().text()).collect()
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

    fn book(name: &str, text: &str) -> Book {
        let (path, bytes) = (PathBuf::from(name), text.as_bytes().to_vec());
        Book { path, bytes, plies: None, order: OpeningOrder::Book }
    }

    #[test]
    fn listed_openings_keep_their_moves_and_go_round() {
        let board = Othello::parse(Some("f5d6c3")).unwrap().text();
        let openings = Openings::Book(book("x", &format!("f5d6\n{board}\nf5d6\n")));
        let base = Othello::default();
        let starts = Starts::new(&base, 1, &openings).unwrap();
        let drawn: Vec<_> = (0..3).filter_map(|number| starts.direct(number)).collect();
        assert_eq!((drawn[0].moves.len(), drawn[1].moves.len()), (2, 0));
        assert_eq!((&drawn[0], drawn[1].position().text()), (&drawn[2], board));
        for (text, words) in [
            ("f5f5", "x: line 1: othello position"),
            ("e6f4e3f6g5d6e7f5c5", "x: line 1: the game is over"),
            ("# none\n", "x: expected a position or its moves on a line"),
        ] {
            let error = Starts::new(&base, 1, &Openings::Book(book("x", text))).err().unwrap();
            assert!(error.to_string().contains(words), "{error}");
        }
    }

    #[test]
    fn openings_of_files_are_cut_and_each_comes_once() {
        let pgn = "1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. Nc3 *\n\n1. d4 d5 *\n\n1. c4 *\n";
        let texts = |plies, order, seed| {
            let book = Book { plies, order, ..book("a.PGN", pgn) };
            starts(&Chess::default(), seed, &Openings::Book(book), 8)
        };
        let whole = texts(None, OpeningOrder::Book, 1);
        assert_eq!(
            (&whole[..4], whole[..4].iter().collect::<HashSet<_>>().len()),
            (&whole[4..], 4)
        );
        // Two games are alike after two moves.
        let cut = texts(Some(2), OpeningOrder::Book, 1);
        assert_eq!((&cut[..3], cut[..3].iter().collect::<HashSet<_>>().len()), (&cut[3..6], 3));
        let shuffled = |seed| texts(None, OpeningOrder::Seed, seed);
        assert_eq!(shuffled(5), shuffled(5));
        assert!((1..9).any(|seed| shuffled(seed) != whole));
        let all = |texts: &[String]| texts[..4].iter().cloned().collect::<HashSet<_>>();
        assert_eq!(all(&shuffled(5)), all(&whole));
        let fen = Chess::default().text();
        let epd = book("a.epd", &format!("{fen}\n\nnonsense"));
        let error = Starts::new(&Chess::default(), 1, &Openings::Book(epd)).err().unwrap();
        assert!(
            error.to_string().contains("a.epd: ") && error.to_string().contains("line 3"),
            "{error}"
        );
    }
}
