"""Habits of single programs before and after adding up, as far as they are known.

Points of lines rounded first, a limit of gain in a round, the boards of a whole session, the mean
of the boards: each is a choice of an option, so that a club that changes its program sees its old
figures again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from movements.option import Option
from scoring.model import Field, Points, ScoredBoard, ScoredLine
from scoring.ranking import Key, Tally, contestant_keys

_DIGITS = {"tenth": 1, "hundredth": 2}

KEEP = Option(
    "keep",
    "Points of each result",
    {"exact": "kept exactly", "hundredth": "rounded to a hundredth", "tenth": "rounded to a tenth"},
    note="Rounded before adding up.",
    is_rare=True,
)
TOTAL = Option(
    "total",
    "Percentage of a pair",
    {
        "points": "points as a share of the maximum",
        "mean-of-boards": "mean of its board percentages",
    },
    is_rare=True,
)
PERCENT_FROM = Option(
    "percent_from",
    "Percentage taken from",
    {"exact-total": "exact total", "rounded-total": "total rounded to a hundredth"},
    is_rare=True,
)
ROUND_GAIN_CAP = Option(
    "round_gain_cap",
    "Maximum gain per round",
    {"none": "no limit", "12": "12"},
    note="For all boards against the same opponents. Losses have no limit.",
    is_rare=True,
)


def round_points(points: Points, decimals: int) -> Fraction:
    """Round *points* to *decimals*, halves away from zero.

    >>> [str(round_points(Fraction(figure), 2)) for figure in ("19.125", "-0.005", "1/3")]
    ['1913/100', '-1/100', '33/100']
    """
    scale = 10**decimals
    units = (2 * abs(Fraction(points)) * scale + 1) // 2
    return Fraction(-units if points < 0 else units, scale)


def round_board(board: ScoredBoard, keep: str) -> ScoredBoard:
    """Return *board* with rounded points. *keep* is a choice of ``KEEP`` other than exact."""
    digits = _DIGITS[keep]

    def figure(points: Points | None) -> Points | None:
        if points is None:
            return None
        return round_points(points, digits)

    lines = (
        ScoredLine(scored.line, figure(scored.ns_points), figure(scored.ew_points))
        for scored in board.lines
    )
    return replace(board, lines=tuple(lines))


def session_boards(tallies: Sequence[Tally], winners: int) -> int:
    """Return how many boards the session had for a pair that never sat out.

    The most anybody played, or where everybody sat out in turn as many as all tables together
    played, one each.

    >>> session_boards([Tally(number, None, boards=16, lines=16) for number in range(1, 10)], winners=1)
    18
    """
    most = max((seen.boards for seen in tallies), default=0)
    directions = [seen.direction for seen in tallies]
    if winners == 1:
        seats = len(tallies) // 2
    else:
        seats = min(directions.count("NS"), directions.count("EW"))
    lines = sum(seen.lines for seen in tallies) // 2
    if seats:
        return max(most, -(-lines // seats))
    return most


def has_phantom(field: Field) -> bool:
    """Return whether a pair has no opponents: an odd number of pairs, or more in one direction.

    >>> from scoring.model import Board, Line
    >>> has_phantom(Field(2, (Board(1, (Line(1, 1, 50),)), Board(2, (Line(1, 2, 50),)))))
    True
    """
    keys = {
        key
        for board in field.boards
        for line in board.lines
        for key in contestant_keys(field, line)
    }
    if field.winners == 1:
        return len(keys) % 2 == 1
    return len([key for key in keys if key[0] == "NS"]) * 2 != len(keys)


def over_the_cap(field: Field, boards: Sequence[ScoredBoard], cap: str) -> dict[Key, Points]:
    """Return each contestant's gain beyond *cap* as a negative figure.

    *cap* is a limit of ``ROUND_GAIN_CAP``.
    """
    won: dict[tuple[Key, Key], Points] = {}
    for board in boards:
        for scored in board.lines:
            ns, ew = contestant_keys(field, scored.line)
            for couple, points in (((ns, ew), scored.ns_points), ((ew, ns), scored.ew_points)):
                won[couple] = won.get(couple, 0) + (points or 0)
    over: dict[Key, Points] = {}
    for (who, _rival), points in won.items():
        if points > int(cap):
            over[who] = over.get(who, 0) + int(cap) - points
    return over


@dataclass(slots=True)
class _Shares:
    """The percentages of one contestant, added up, and of how many boards."""

    summed: Fraction = Fraction(0)
    boards: int = 0


def board_percents(
    field: Field, boards: Sequence[ScoredBoard], sat_out: Mapping[Key, int], share: Fraction | None
) -> dict[Key, Fraction]:
    """Return the mean percentage of every contestant, each board with the same weight.

    *sat_out* boards count with *share* of their top, and not at all where there is none.
    """
    shares: dict[Key, _Shares] = {}
    for board in boards:
        for scored in board.lines if board.top else ():
            keys = contestant_keys(field, scored.line)
            for who, points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                if points is not None:
                    own = shares.setdefault(who, _Shares())
                    own.summed += Fraction(100 * points) / Fraction(board.top or 1)
                    own.boards += 1
    for who, missed in sat_out.items() if share is not None else ():
        own = shares.setdefault(who, _Shares())
        own.summed += 100 * (share or 0) * missed
        own.boards += missed
    return {who: own.summed / own.boards for who, own in shares.items() if own.boards}
