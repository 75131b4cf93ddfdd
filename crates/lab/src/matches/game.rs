//! One game between two players.

use super::active::{ActivePlayer, Trouble};
use super::adjudication::Judge;
use super::control::TimeControl;
use super::record::{Forfeit, GameRecord};
use super::{Conditions, Fault, FaultKind};
use crate::Error;
use plywood::{Score, Side};
use plywood_games::Game;
use plywood_protocols::Opening;
use std::time::Instant;

/// The two players of a game, the first one first.
pub(super) type Players<G> = [Box<dyn ActivePlayer<G>>; 2];

/// Plays a game from an opening. A player that forfeits it loses.
pub(super) fn play<G: Game>(
    opening: &Opening<G>,
    players: &mut Players<G>,
    first_side: Side,
    conditions: &Conditions,
) -> Result<GameRecord, Error> {
    let mut game = GameRecord::new(first_side);
    game.result = match moves(opening, players, conditions, &mut game) {
        Ok(result) => result,
        Err((_, Trouble::Match(error))) => return Err(error),
        Err((loser, Trouble::Forfeit(fault))) => {
            game.forfeit = Some(Forfeit { by_first: loser == 0, fault });
            let winner = if loser == 0 { !first_side } else { first_side };
            Score::won_by(winner, game.moves.len() as u32)
        }
    };
    Ok(game)
}

/// Plays a game to its end and gives its result; else, which player ended it, and why.
fn moves<G: Game>(
    opening: &Opening<G>,
    players: &mut Players<G>,
    conditions: &Conditions,
    game: &mut GameRecord,
) -> Result<Score, (usize, Trouble)> {
    for (number, player) in players.iter_mut().enumerate() {
        player.new_game(opening).map_err(|trouble| (number, trouble))?;
    }
    let mut position = opening.position();
    let mut clocks = conditions.control.map(TimeControl::clocks);
    let mut judge = Judge::<G>::new(&conditions.adjudication);
    while !position.is_over() {
        let side = position.side();
        let turn = usize::from(side != game.first_side);
        let start = Instant::now();
        let choice = players[turn].choose(&position, clocks.as_ref());
        let time = start.elapsed();
        game.times[turn].push(time);
        // A player whose flag has fallen loses by that, whatever its answer.
        if let Some(clocks) = &mut clocks
            && !clocks.press(side, time)
            && !matches!(choice, Err(Trouble::Match(_)))
        {
            let reason = format!("the flag has fallen after {time:.1?}");
            return Err((turn, Fault::new(FaultKind::Flag, reason).into()));
        }
        let (m, effort) = choice.map_err(|trouble| (turn, trouble))?;
        judge.hear(turn, effort.score);
        game.efforts[turn].push(effort);
        game.moves.push(position.move_text(m));
        let before = position.clone();
        position.play(m);
        // After the last move there is nothing left to refuse.
        if position.is_over() {
            break;
        }
        let plies = (opening.moves.len() + game.moves.len()) as u32;
        if let Some((result, how)) = judge.verdict(&position, plies, game.first_side) {
            game.adjudicated = Some(how);
            return Ok(result);
        }
        for (number, player) in players.iter_mut().enumerate() {
            player.advance(&before, m).map_err(|trouble| (number, trouble))?;
        }
        if let Some(clocks) = clocks.as_ref().filter(|_| conditions.ponder)
            && position.side() != side
        {
            players[turn].ponder(&position, clocks).map_err(|trouble| (turn, trouble))?;
        }
    }
    Ok(position.result())
}
