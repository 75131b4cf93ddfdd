use super::*;
use crate::testing::TemporaryFile;
use plywood::{Evaluate, Keyed, Position, Score, Side, Tactics, hash};

/// A pile from which a player takes one or two, or passes once. Whoever takes the last wins. With blanks its moves
/// are `take 1` and `take 2`. It implements only what has no default.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pile<const BLANKS: bool> {
    left: u32,
    passed: bool,
    ply: u32,
}

impl<const BLANKS: bool> Position for Pile<BLANKS> {
    type Move = u32;
    type Undo = Self;

    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    fn moves(&self, out: &mut Vec<u32>) {
        if self.left > 0 {
            out.extend(u32::from(self.passed)..=self.left.min(2));
        }
    }

    fn result(&self) -> Score {
        Score::won_by(!self.side(), self.ply)
    }

    fn play(&mut self, m: u32) -> Self {
        let before = self.clone();
        *self = Pile { left: self.left - m, passed: self.passed || m == 0, ply: self.ply + 1 };
        before
    }

    fn undo(&mut self, _: u32, before: Self) {
        *self = before;
    }
}

impl<const BLANKS: bool> Keyed for Pile<BLANKS> {
    fn key(&self) -> u64 {
        hash(&[self.left.into(), self.passed.into(), self.ply.into()])
    }
}

impl<const BLANKS: bool> Tactics for Pile<BLANKS> {}

#[derive(Clone, Default)]
struct Even;

impl<const BLANKS: bool> Evaluate<Pile<BLANKS>> for Even {
    fn evaluate(&mut self, _: &Pile<BLANKS>) -> Score {
        Score::ZERO
    }
}

impl<const BLANKS: bool> Game for Pile<BLANKS> {
    const NAME: &'static str = "pile";
    const SUMMARY: &'static str = "one pile";
    const POSITION: &'static str = "what is left/plies/whether there was a pass, such as 5/2/0";
    type Evaluation = Even;

    fn parse(text: Option<&str>) -> Result<Self, InputError> {
        let text = text.unwrap_or("9/0/0");
        let numbers: Option<Vec<u32>> = text.split('/').map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[left, ply, passed]) => Ok(Pile { left, ply, passed: passed > 0 }),
            // This text is a move, too.
            Some(&[2]) => Ok(Pile { left: 2, ply: 0, passed: false }),
            _ => Err(InputError::new("pile position", text).expected("three numbers")),
        }
    }

    fn text(&self) -> String {
        format!("{}/{}/{}", self.left, self.ply, u32::from(self.passed))
    }

    fn move_text(&self, m: u32) -> String {
        match (m, BLANKS) {
            (0, _) => "pass".into(),
            (m, true) => format!("take {m}"),
            (m, false) => m.to_string(),
        }
    }
}

type Plain = Pile<false>;

#[test]
fn moves_are_a_transcript_by_default() {
    let moves = Plain::transcript("1. 1 pass 2. 2 1").unwrap();
    assert_eq!(moves, [1, 0, 2, 1]);
    // The game does not play passes by itself, so they stay.
    assert_eq!(transcript_of::<Plain>(&moves).as_deref(), Some("1 pass 2 1"));
    assert_eq!(transcript_of::<Plain>(&[1, 2, 1]).as_deref(), Some("1 2 1"));
    assert_eq!(transcript_of::<Plain>(&[]).as_deref(), Some(""));
    for wrong in ["3", "1 pass pass", "2 2 2 2 1 1", "x"] {
        assert_eq!(Plain::transcript(wrong), None, "{wrong}");
    }
    let position: Plain = after(&moves).unwrap();
    let known = SetUp { position: position.clone(), moves: Some(moves) };
    assert_eq!(set_up(Some("1 pass 2 1")), Ok(known));
    assert_eq!(set_up(Some("5/4/1")), Ok(SetUp { position, moves: None }));
    assert_eq!(set_up::<Plain>(None).unwrap().moves, Some(Vec::new()));
}

#[test]
fn moves_with_blanks_are_read_where_a_game_has_other_lists() {
    use crate::{Connect4, RandomTree};
    let expected = Ok(vec![3, 3, 4]);
    for text in ["445", "4 4 5", "1. 4 4 2. 5"] {
        assert_eq!(read_transcript::<Connect4>(text), expected, "{text}");
        let set = set_up::<Connect4>(Some(text)).unwrap();
        assert_eq!(set.moves, expected.clone().ok(), "{text}");
    }
    assert!(read_transcript::<RandomTree>("0 1").is_err());
}

#[test]
fn files_of_moves_are_read_by_default() {
    let file = TemporaryFile::new("txt", "1 2\n\n2 pass 1\n");
    let at = |place: &str| set_up::<Plain>(Some(&file.text(place))).map(|set| set.position.text());
    assert_eq!((at(""), at("#2@2")), (Ok("6/2/0".into()), Ok("7/2/1".into())));
    assert!(at("#3").unwrap_err().to_string().contains("from 1 to 2"));
}

#[test]
fn errors_blame_no_legal_move() {
    let error = |text: &str| set_up::<Plain>(Some(text)).unwrap_err().to_string();
    assert_eq!(
        error("1 pass pass"),
        "pile moves '1 pass pass': at move 3: expected one of 1 2, found 'pass'"
    );
    assert_eq!(error("7/x"), "pile position '7/x': expected three numbers");
    assert_eq!(error("x 1"), "pile position 'x 1': expected three numbers");
    // Moves that the default cannot read say what to implement.
    type Blanks = Pile<true>;
    assert_eq!(transcript_of::<Blanks>(&[1, 2]), None);
    let error = read_transcript::<Blanks>("take 1 take 2").unwrap_err().to_string();
    assert!(error.contains("at move 1: ") && error.contains("Game::transcript"), "{error}");
}

#[test]
fn a_position_is_not_taken_for_moves() {
    assert_eq!(Plain::transcript("2"), Some(vec![2]));
    let two = Plain { left: 2, ply: 0, passed: false };
    assert_eq!(set_up(Some("2")), Ok(SetUp { position: two, moves: None }));
    let text = crate::Connect4::default().text();
    let start = SetUp { position: crate::Connect4::default(), moves: None };
    assert_eq!(set_up(Some(&text)), Ok(start));
    let tree = set_up::<crate::RandomTree>(Some("branching=2,seed=3")).unwrap();
    assert_eq!(tree.moves, None);
}

#[test]
fn a_game_without_a_board_has_rows() {
    let position: Plain = Plain::parse(None).unwrap();
    assert_eq!(position.board(), "9\n0\n0\nFirst to move");
    assert!(Plain::parse(Some("0/3/0")).unwrap().board().ends_with("\nthe game is over"));
}
