//! A simple implementation to compare with: letters on a board, moves as texts.

use plywood::Side;

#[derive(Clone)]
pub struct Letters {
    /// Rows from the bottom: `w`, `b`, `x` or `.`.
    cells: Vec<Vec<char>>,
    pub side: char,
}

type Square = (i32, i32);

const DIRECTIONS: [Square; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn name((column, row): Square) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn square(name: &str) -> Square {
    ((name.as_bytes()[0] - b'a').into(), name[1..].parse::<i32>().unwrap() - 1)
}

impl Letters {
    /// Reads a position.
    pub fn of(text: &str) -> Letters {
        let (rows, side) = text.split_once(' ').unwrap();
        let rows = (1..=10)
            .rev()
            .fold(rows.to_string(), |rows, n| rows.replace(&n.to_string(), &".".repeat(n)));
        let cells = rows.split('/').rev().map(|row| row.chars().collect()).collect();
        Letters { cells, side: side.chars().next().unwrap() }
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self.cells.iter().rev().map(String::from_iter).collect();
        let rows = (1..=10)
            .rev()
            .fold(rows.join("/"), |rows, n| rows.replace(&".".repeat(n), &n.to_string()));
        format!("{rows} {}", self.side)
    }

    fn at(&self, (column, row): Square) -> Option<char> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn set(&mut self, (column, row): Square, letter: char) {
        self.cells[row as usize][column as usize] = letter;
    }

    pub fn squares(&self, letter: char) -> Vec<Square> {
        let all = (0..self.cells.len() as i32)
            .flat_map(|row| (0..self.cells[0].len() as i32).map(move |column| (column, row)));
        all.filter(|&square| self.at(square) == Some(letter)).collect()
    }

    /// Empty squares in a line from a square.
    pub fn reach(&self, from: Square) -> Vec<Square> {
        let mut reached = Vec::new();
        for (right, up) in DIRECTIONS {
            let mut next = (from.0 + right, from.1 + up);
            while self.at(next) == Some('.') {
                reached.push(next);
                next = (next.0 + right, next.1 + up);
            }
        }
        reached
    }

    /// All moves, sorted by their texts.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.squares(self.side) {
            for to in self.reach(from) {
                let mut moved = self.clone();
                moved.set(from, '.');
                moved.set(to, self.side);
                for arrow in moved.reach(to) {
                    moves.push(format!("{}-{}/{}", name(from), name(to), name(arrow)));
                }
            }
        }
        moves.sort();
        moves
    }

    pub fn play(&mut self, text: &str) {
        let squares: Vec<Square> = text.split(['-', '/']).map(square).collect();
        self.set(squares[0], '.');
        self.set(squares[1], self.side);
        self.set(squares[2], 'x');
        self.side = if self.side == 'w' { 'b' } else { 'w' };
    }

    /// The number of moves to each square for a side, of queens or of kings.
    pub fn distance(&self, side: Side, kings: bool) -> Vec<(Square, u32)> {
        let letter = if side == Side::Max { 'w' } else { 'b' };
        let mut reached: Vec<(Square, u32)> = Vec::new();
        let mut front = self.squares(letter);
        for moves in 1.. {
            let mut next = Vec::new();
            for from in front {
                let steps = match kings {
                    false => self.reach(from),
                    true => {
                        let near = DIRECTIONS.map(|(right, up)| (from.0 + right, from.1 + up));
                        near.into_iter().filter(|&to| self.at(to) == Some('.')).collect()
                    }
                };
                for to in steps {
                    if reached.iter().all(|&(square, _)| square != to) {
                        reached.push((to, moves));
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            front = next;
        }
        reached
    }

    /// Squares nearer to White less squares nearer to Black, by moves of queens.
    pub fn closest(&self) -> i32 {
        let [white, black] = [Side::Max, Side::Min].map(|side| self.distance(side, false));
        let moves = |list: &[(Square, u32)], square: Square| {
            list.iter().find(|&&(other, _)| other == square).map_or(u32::MAX, |&(_, moves)| moves)
        };
        let lead = |square| match moves(&white, square).cmp(&moves(&black, square)) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => -1,
        };
        self.squares('.').into_iter().map(lead).sum()
    }
}
