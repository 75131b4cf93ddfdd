//! The parts of a report that are the same for every search.

use crate::meter::Meter;
use crate::{Interval, Position, Report, Stop, Task};

/// The report of a search whose principal line is `pv`. The best move is its first move. If it is empty,
/// or begins with an excluded move, the best move is the first one that is allowed. If the game is over,
/// its result is the value. The caller sets the rest: value, proof, memory.
///
/// ```
/// use plywood::kit::{Meter, answer};
/// use plywood::{Budget, Stop, Task};
/// use plywood_games::Tree;
///
/// let tree = Tree::from_json("[0, 3, 5]")?;
/// let meter = Meter::new(&Budget::new());
/// let report = answer(&Task::new(&tree).among(&[1]), &meter, Stop::Nodes, Vec::new());
/// assert_eq!((report.best, report.depth), (Some(1), 0));
/// let leaf = Tree::from_json("7")?;
/// let report = answer(&Task::new(&leaf), &meter, Stop::Nodes, Vec::new());
/// assert_eq!((report.proven, report.best, report.stop), (true, None, Stop::Complete));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn answer<P: Position>(
    task: &Task<'_, P>,
    meter: &Meter,
    stop: Stop,
    mut pv: Vec<P::Move>,
) -> Report<P::Move> {
    let counts = *meter.counts();
    if task.position.is_over() {
        let value = Interval::exactly(task.position.result());
        return Report { value, proven: true, counts, ..Report::new(Stop::Complete) };
    }
    if pv.first().is_some_and(|&m| !task.allows(m)) {
        pv.clear();
    }
    let first = || match task.among.first() {
        Some(&m) => m,
        None => task.position.move_at(0, &mut Vec::new()),
    };
    let best = Some(pv.first().copied().unwrap_or_else(first));
    Report { best, depth: pv.len() as u32, pv, counts, ..Report::new(stop) }
}
