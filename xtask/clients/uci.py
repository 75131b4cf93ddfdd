"""Tests `plywood uci` with a real client: python-chess.

Called by `cargo xtask test` as `python3 uci.py PROGRAM`, with python-chess on PYTHONPATH. Exits
with an error if a move is illegal (python-chess checks that), a clock runs out, or a stop is slow.
"""

import sys
import time

import chess
import chess.engine

PROGRAM = sys.argv[1]
SECONDS, INCREMENT = 2.0, 0.05
LONGEST = 60
# A generous limit for a busy machine: an idle one answers within a hundredth of a second.
LATE = 0.5


def play(white, black, ponder):
    """Plays a game on a clock. Returns its length and its result."""
    board = chess.Board()
    clock = {chess.WHITE: SECONDS, chess.BLACK: SECONDS}
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        engine = white if board.turn else black
        limit = chess.engine.Limit(
            white_clock=clock[chess.WHITE],
            black_clock=clock[chess.BLACK],
            white_inc=INCREMENT,
            black_inc=INCREMENT,
        )
        begun = time.perf_counter()
        result = engine.play(board, limit, game=game, ponder=ponder)
        spent = time.perf_counter() - begun
        assert spent < clock[board.turn], f"a clock ran out after {board.ply()} plies"
        clock[board.turn] += INCREMENT - spent
        assert result.move in board.legal_moves, result.move
        board.push(result.move)
    return board.ply(), board.result(claim_draw=True)


def analyse(engine):
    """Analyses three lines of a position, to a depth and to a number of nodes, and finds a mate."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    for limit in [chess.engine.Limit(depth=7), chess.engine.Limit(nodes=100_000)]:
        lines = engine.analyse(board, limit, multipv=3)
        assert len({line["pv"][0] for line in lines}) == 3, lines
        scores = [line["score"].relative for line in lines]
        assert scores == sorted(scores, reverse=True), scores
    board = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=4))
    assert info["score"].relative == chess.engine.Mate(1), info


def stop(engine):
    """Returns the slowest answer to a stop, in seconds."""
    slowest = 0.0
    for number in range(10):
        with engine.analysis(chess.Board()) as analysis:
            time.sleep(0.005 * number)
            begun = time.perf_counter()
            analysis.stop()
            analysis.wait()
            slowest = max(slowest, time.perf_counter() - begun)
    assert slowest < LATE, f"a stop took {slowest:.3f} s"
    return slowest


def chess960(engine):
    """Plays Chess960, with castling from other squares."""
    board = chess.Board.from_chess960_pos(77)
    for _ in range(16):
        board.push(engine.play(board, chess.engine.Limit(depth=3)).move)


def main():
    with (
        chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as white,
        chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as black,
    ):
        black.configure({"Algorithm": "mtdf", "Hash": 8})
        for ponder in [False, True]:
            plies, result = play(white, black, ponder)
            print(f"a game of {plies} plies, {result}, {'with' if ponder else 'no'} pondering")
        analyse(white)
        chess960(white)
        print(f"python-chess {chess.__version__}: the slowest stop took {stop(white) * 1e3:.1f} ms")


main()
