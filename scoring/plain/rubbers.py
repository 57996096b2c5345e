"""Check rubbers of auction: contracts and games counted again from the first hand of a pad."""

import re
from fractions import Fraction

from scoring.model import Field
from scoring.plain.points import Options, Sides

_HAND = re.compile(r"([1-7])(C|D|H|S|NT|N)(X{0,2})(NS|EW|[NESW]?)(=|[+-]\d+)")
_TRICK = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10, "N": 10}


def hand_points(contract: str) -> tuple[int, int]:
    """Return the N-S gain of a hand of auction, and the declarer's trick points towards game.

    >>> hand_points("3HS+1"), hand_points("2SXE-1"), hand_points("6NTW=")
    ((32, 32), (100, 0), (-110, 60))
    """
    match = _HAND.fullmatch(contract)
    if match is None:
        return 0, 0
    level, trumps, doubled, declarer, result = match.groups()
    over = 0 if result == "=" else int(result)
    tricks, times = 6 + int(level) + over, 2 ** len(doubled)
    sign = -1 if declarer in ("E", "W", "EW") else 1
    slam = {12: 50, 13: 100}.get(tricks, 0) - {12: 50, 13: 100}.get(13 - tricks, 0)
    if over < 0:
        return sign * (slam + 50 * over * times), 0
    counted = (tricks - 6) * _TRICK[trumps] * times
    return sign * (counted + 50 * len(doubled) * (1 + over) + slam), counted


def rubber_lines(field: Field, options: Options) -> tuple[tuple[Sides | None, ...], ...]:
    """Return the gain of every line for N-S and for E-W, with 250 for the end of a rubber."""
    gains = {(at, line_no): gain for *_pad, at, line_no, gain in _hands(field, options)}
    return tuple(
        tuple(
            None
            if (at, line_no) not in gains
            else (Fraction(gains[at, line_no]), Fraction(-gains[at, line_no]))
            for line_no in range(len(board.lines))
        )
        for at, board in enumerate(field.boards)
    )


def unfinished_games(field: Field, options: Options) -> dict[int, Fraction]:
    """Return each team's points for the only games of unfinished rubbers, less what it gives."""
    games: dict[int, Fraction] = {}
    for room, ns, ew in _pads(field, options):
        won, _part = _state(field, options, (room, ns, ew))
        if sorted(won) == [0, 1]:
            for team, own in ((ns, won[0]), (ew, won[1])):
                games[team] = games.get(team, Fraction(0)) + (125 if own else -125)
    return games


def _room(board_no: int, options: Options) -> int:
    if options["rooms"] == "2":
        return (board_no - 1) // 4 % 2
    return 0


def _pads(field: Field, options: Options) -> set[tuple[int, int, int]]:
    return {
        (_room(board.board_no, options), line.ns, line.ew)
        for board in field.boards
        for line in board.lines
        if line.score is not None
    }


def _on_pad(
    field: Field, options: Options, pad: tuple[int, int, int]
) -> list[tuple[int, int, str, int]]:
    """Return the hands of a pad in order: place, contract and score."""
    hands = [
        (board.board_no, at, line_no, line.contract, line.score)
        for at, board in enumerate(field.boards)
        for line_no, line in enumerate(board.lines)
        if line.score is not None and (_room(board.board_no, options), line.ns, line.ew) == pad
    ]
    return [
        (at, line_no, contract, score) for _board, at, line_no, contract, score in sorted(hands)
    ]


def _hands(field: Field, options: Options) -> list[tuple[int, int, int, int, int, int]]:
    hands = []
    for pad in _pads(field, options):
        won, part = [0, 0], [0, 0]
        for at, line_no, contract, score in _on_pad(field, options, pad):
            gain = hand_points(contract)[0] if contract else score
            won, part, ended = _after(won, part, contract)
            hands.append((*pad, at, line_no, gain + 250 * ended))
    return hands


def _after(won: list[int], part: list[int], contract: str) -> tuple[list[int], list[int], int]:
    """Return games and part scores after a hand, and 1 or -1 if it ends a rubber, for N-S or for E-W."""
    side = 1 if re.search(r"[1-7](?:C|D|H|S|NT|N)X*(?:EW|E|W)[=+-]", contract) else 0
    part = [
        points + (hand_points(contract)[1] if at == side else 0) for at, points in enumerate(part)
    ]
    if part[side] < 30:
        return won, part, 0
    won = [games + (at == side) for at, games in enumerate(won)]
    if won[side] == 2:
        return [0, 0], [0, 0], (1, -1)[side]
    return won, [0, 0], 0


def _state(
    field: Field, options: Options, pad: tuple[int, int, int]
) -> tuple[list[int], list[int]]:
    won, part = [0, 0], [0, 0]
    for _at, _line, contract, _score in _on_pad(field, options, pad):
        won, part, _ended = _after(won, part, contract)
    return won, part
