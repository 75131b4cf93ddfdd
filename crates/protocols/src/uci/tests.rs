//! A GUI in memory talks to the server. `tests/protocol.rs` tests what is answered, `tests/stopping.rs` when.

mod protocol;
mod stopping;

use super::*;
use plywood::{Interval, Position, Score};
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::atomic::Ordering;
use std::thread;

const IDENTITY: Identity<'static> = Identity { name: "Ply wood", author: "Ada & Bob" };

/// Values moves by their index in the move list: the last is the best.
#[derive(Default)]
struct Places {
    hash: String,
    games: u32,
}

fn legal(position: &Chess) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

impl Thinker for Places {
    fn settings(&self) -> Vec<Setting> {
        vec![Setting::spin("Hash", 64, 1, 100), Setting::combo("Kind", ["quick", "slow"])]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        if value == "13" {
            return Err(InputError::new("option Hash", value).expected("another number"));
        }
        self.hash = format!("{name}={value}");
        Ok(())
    }

    fn forget(&mut self) {
        self.games += 1;
    }

    fn think(
        &mut self,
        position: &Chess,
        request: &Request,
        _: &Stop,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Answer {
        let mut moves = legal(position);
        moves.retain(|m| request.among.is_empty() || request.among.contains(m));
        moves.reverse();
        let depth = request.depth.unwrap_or(3);
        let variation = |(index, &m): (usize, &Move)| {
            let value = Interval::exactly(Score::new(-(index as i32)));
            Variation { pv: vec![m], value, proven: false, depth }
        };
        let variations = moves.iter().enumerate().take(request.lines).map(variation).collect();
        on_progress(Progress {
            variations,
            nodes: 7,
            table_used: self.games,
            ..Progress::default()
        });
        Answer { best: moves.first().copied(), ..Answer::default() }
    }
}

/// Searches by calling a function, and has no options.
struct Thinks(fn(&Chess, &Request, &Stop, &mut dyn FnMut(Progress)) -> Answer);

impl Thinker for Thinks {
    fn settings(&self) -> Vec<Setting> {
        Vec::new()
    }

    fn set(&mut self, _: &str, _: &str) -> Result<(), InputError> {
        Ok(())
    }

    fn forget(&mut self) {}

    fn think(
        &mut self,
        position: &Chess,
        request: &Request,
        stop: &Stop,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Answer {
        self.0(position, request, stop, on_progress)
    }
}

/// Searches until it is stopped. Finishes one depth per millisecond.
fn endless(
    position: &Chess,
    request: &Request,
    stop: &Stop,
    on_progress: &mut dyn FnMut(Progress),
) -> Answer {
    let pv = vec![legal(position)[0]];
    let value = Interval::exactly(Score::ZERO);
    for depth in 1.. {
        if stop.load(Ordering::Relaxed) || request.depth.is_some_and(|last| depth > last) {
            break;
        }
        let variations = vec![Variation { pv: pv.clone(), value, proven: false, depth }];
        on_progress(Progress { variations, ..Progress::default() });
        thread::sleep(Duration::from_millis(1));
    }
    Answer { best: pv.first().copied(), ..Answer::default() }
}

/// The output for a whole input, without lines that depend on time.
fn said(thinker: &mut dyn Thinker, script: &str) -> Vec<String> {
    let mut out = Vec::new();
    run(IDENTITY, io::Cursor::new(script.as_bytes().to_vec()), &mut out, thinker).unwrap();
    let text = String::from_utf8(out).unwrap();
    let of_time = |line: &&str| !line.starts_with("info nodes");
    text.lines().filter(of_time).map(str::to_string).collect()
}

/// The output without the progress of searches.
fn answers(thinker: &mut dyn Thinker, script: &str) -> Vec<String> {
    let mut lines = said(thinker, script);
    lines.retain(|line| !line.starts_with("info depth"));
    lines
}

/// A GUI that waits for answers while its input stays open.
struct Gui {
    input: PipeWriter,
    lines: io::Lines<BufReader<PipeReader>>,
}

impl Gui {
    fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.lines.next().expect("a line").unwrap());
            if heard[heard.len() - 1].starts_with(start) {
                return heard;
            }
        }
    }
}

fn talk<R>(thinker: &mut dyn Thinker, script: impl FnOnce(&mut Gui) -> R) -> R {
    let (reader, input) = io::pipe().unwrap();
    let (listener, mut speaker) = io::pipe().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || run(IDENTITY, BufReader::new(reader), &mut speaker, thinker));
        script(&mut Gui { input, lines: BufReader::new(listener).lines() })
    })
}

fn better(m: Move) -> Progress {
    let value = Interval::exactly(Score::new(4));
    let variations = vec![Variation { pv: vec![m], value, proven: false, depth: 2 }];
    Progress { variations, under_way: true, ..Progress::default() }
}

/// Whether a line reports the best move `text` with a value.
fn values(line: &str, text: &str) -> bool {
    line.starts_with("info depth ")
        && line.contains(" score ")
        && format!("{line} ").contains(&format!(" pv {text} "))
}
