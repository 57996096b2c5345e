"""Check rubbers of auction: contracts and games counted again from the first hand of a pad.

A *pad* is the score sheet of two teams in one room: room, N-S team and E-W team. *games* and *part
scores* are lists of two, for N-S and E-W.
"""

import re
from fractions import Fraction
from typing import NamedTuple

from scoring.definitions.points import Options, Sides
from scoring.model import Field

_HAND = re.compile(r"([1-7])(C|D|H|S|NT|N)(X{0,2})(NS|EW|[NESW]?)(=|[+-]\d+)")
_TRICK = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10, "N": 10}
_SLAM = {12: 50, 13: 100}


def hand_points(contract: str) -> tuple[int, int]:
    """Return the N-S gain of a hand of auction, and the declarer's trick points towards game.

    >>> hand_points("3HS+1"), hand_points("2SXE-1"), hand_points("6NTW=")
    ((32, 32), (100, 0), (-110, 60))
    """
    match = _HAND.fullmatch(contract)
    if match is None:
        return 0, 0
    level, trumps, doubled, declarer, result = match.groups()
    overtricks = 0 if result == "=" else int(result)  # below 0 if the contract is down
    tricks = 6 + int(level) + overtricks
    factor = 2 ** len(doubled)
    sign = -1 if declarer in ("E", "W", "EW") else 1
    # Slams count for the side that wins the tricks, whatever the contract.
    slam_points = _SLAM.get(tricks, 0) - _SLAM.get(13 - tricks, 0)
    if overtricks < 0:
        return sign * (slam_points + 50 * overtricks * factor), 0
    trick_points = (tricks - 6) * _TRICK[trumps] * factor
    doubled_points = 50 * len(doubled) * (1 + overtricks)
    return sign * (trick_points + doubled_points + slam_points), trick_points


def score_rubber_lines(field: Field, options: Options) -> tuple[tuple[Sides | None, ...], ...]:
    """Return the gains of the lines for N-S and E-W, with 250 for the end of a rubber."""
    gains: dict[tuple[int, int], int] = {}
    for pad in _collect_pads(field, options):
        games = [0, 0]
        part_scores = [0, 0]
        for hand in _list_hands_on_pad(field, options, pad):
            gain = hand_points(hand.contract)[0] if hand.contract else hand.score
            games, part_scores, rubber = _advance_rubber(games, part_scores, hand.contract)
            gains[hand.board_index, hand.line_index] = gain + 250 * rubber
    lines = []
    for board_index, board in enumerate(field.boards):
        sides: list[Sides | None] = []
        for line_index in range(len(board.lines)):
            line_gain = gains.get((board_index, line_index))
            if line_gain is None:
                sides.append(None)
            else:
                sides.append((Fraction(line_gain), Fraction(-line_gain)))
        lines.append(tuple(sides))
    return tuple(lines)


def score_unfinished_games(field: Field, options: Options) -> dict[int, Fraction]:
    """Return each team's points for the single games of unfinished rubbers.

    The opponents lose the same points.
    """
    points: dict[int, Fraction] = {}
    for pad in _collect_pads(field, options):
        games = [0, 0]
        part_scores = [0, 0]
        for hand in _list_hands_on_pad(field, options, pad):
            games, part_scores, _rubber = _advance_rubber(games, part_scores, hand.contract)
        if sorted(games) == [0, 1]:
            _room_no, ns, ew = pad
            ns_points = 125 if games[0] else -125
            points[ns] = points.get(ns, Fraction(0)) + ns_points
            points[ew] = points.get(ew, Fraction(0)) - ns_points
    return points


def _get_room(board_no: int, options: Options) -> int:
    # With two rooms, they take turns of four hands.
    if options["rooms"] == "2":
        return (board_no - 1) // 4 % 2
    return 0


class _Hand(NamedTuple):
    """A hand on a pad, sorted by its number, with the place of its line."""

    board_no: int
    board_index: int
    line_index: int
    contract: str
    score: int


def _collect_pads(field: Field, options: Options) -> set[tuple[int, int, int]]:
    pads: set[tuple[int, int, int]] = set()
    for board in field.boards:
        room = _get_room(board.board_no, options)
        pads.update((room, line.ns, line.ew) for line in board.lines if line.score is not None)
    return pads


def _list_hands_on_pad(field: Field, options: Options, pad: tuple[int, int, int]) -> list[_Hand]:
    hands = []
    for board_index, board in enumerate(field.boards):
        room = _get_room(board.board_no, options)
        for line_index, line in enumerate(board.lines):
            if line.score is not None and (room, line.ns, line.ew) == pad:
                hands.append(
                    _Hand(board.board_no, board_index, line_index, line.contract, line.score)
                )
    return sorted(hands)


def _advance_rubber(
    games: list[int], part_scores: list[int], contract: str
) -> tuple[list[int], list[int], int]:
    """Return games and part scores after a hand, and whether it ends a rubber.

    The last figure is 1 if N-S win the rubber, -1 if E-W win it, otherwise 0.
    """
    side = 1 if re.search(r"[1-7](?:C|D|H|S|NT|N)X*(?:EW|E|W)[=+-]", contract) else 0
    _gain, trick_points = hand_points(contract)
    part_scores = part_scores.copy()
    part_scores[side] += trick_points
    # A game is 30 trick points, and ends the part scores of both sides.
    if part_scores[side] < 30:
        return games, part_scores, 0
    games = games.copy()
    games[side] += 1
    if games[side] == 2:
        return [0, 0], [0, 0], (1, -1)[side]
    return games, [0, 0], 0
