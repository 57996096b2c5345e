"""Ways in which single scoring programs round, limit and average before or after adding up.

Each is a choice of an option, so that a club that changes its program gets the same figures as
before: points of lines that are rounded first, a limit of the gain in a round, totals scaled to the
boards of a whole session, and the mean of the board percentages.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from movements.option import Option
from scoring.model import Field, Key, Points, ScoredBoard, ScoredLine, get_contestant_keys
from scoring.ranking import Tally

_DECIMALS = {"tenth": 1, "hundredth": 2}

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
    # Half a unit is added and the rest cut off, in whole numbers.
    units = (2 * abs(Fraction(points)) * scale + 1) // 2
    return Fraction(-units if points < 0 else units, scale)


def round_board(board: ScoredBoard, keep: str) -> ScoredBoard:
    """Return *board* with rounded points. *keep* is a choice of ``KEEP`` other than exact."""
    decimals = _DECIMALS[keep]

    def rounded(points: Points | None) -> Points | None:
        if points is None:
            return None
        return round_points(points, decimals)

    lines = (
        ScoredLine(scored.line, rounded(scored.ns_points), rounded(scored.ew_points))
        for scored in board.lines
    )
    return board.with_lines(lines)


def count_session_boards(tallies: Sequence[Tally], winners: int) -> int:
    """Return the number of boards of the session for a pair that never sat out.

    That is the most that any pair played. If all pairs sat out in turn, it is the number of lines
    for each full table.

    >>> count_session_boards([Tally(number, None, boards=16, lines=16) for number in range(1, 10)], winners=1)
    18
    """
    most_played = max((tally.boards for tally in tallies), default=0)
    directions = [tally.direction for tally in tallies]
    if winners == 1:
        tables = len(tallies) // 2
    else:
        tables = min(directions.count("NS"), directions.count("EW"))
    # Each line is in the tallies of both its pairs.
    lines = sum(tally.lines for tally in tallies) // 2
    if tables:
        full_table_boards = -(-lines // tables)  # rounded up
        return max(most_played, full_table_boards)
    return most_played


def has_phantom(field: Field) -> bool:
    """Return whether a pair has no opponents: an odd number of pairs, or more in one direction.

    >>> from scoring.model import Board, Line
    >>> has_phantom(Field(2, (Board(1, (Line(1, 1, 50),)), Board(2, (Line(1, 2, 50),)))))
    True
    """
    keys: set[Key] = set()
    for board in field.boards:
        for line in board.lines:
            keys.update(get_contestant_keys(field, line))
    if field.winners == 1:
        return len(keys) % 2 == 1
    ns_pairs = sum(direction == "NS" for direction, _number in keys)
    return ns_pairs * 2 != len(keys)


def compute_capped_gains(
    field: Field, boards: Sequence[ScoredBoard], cap: str
) -> dict[Key, Points]:
    """Return the points that each contestant loses to *cap*, a limit of ``ROUND_GAIN_CAP``.

    Figures are negative. Contestants below the limit are absent.
    """
    limit = int(cap)
    gains: dict[tuple[Key, Key], Points] = {}
    for board in boards:
        for scored in board.lines:
            ns, ew = get_contestant_keys(field, scored.line)
            gains[ns, ew] = gains.get((ns, ew), 0) + (scored.ns_points or 0)
            gains[ew, ns] = gains.get((ew, ns), 0) + (scored.ew_points or 0)
    excess: dict[Key, Points] = {}
    for (contestant, _opponent), gain in gains.items():
        if gain > limit:
            excess[contestant] = excess.get(contestant, 0) + limit - gain
    return excess


@dataclass(slots=True)
class _Percents:
    """The sum of the board percentages of one contestant, and the number of boards."""

    total: Fraction = Fraction(0)
    boards: int = 0


def compute_board_percents(
    field: Field, boards: Sequence[ScoredBoard], sat_out: Mapping[Key, int], share: Fraction | None
) -> dict[Key, Fraction]:
    """Return the mean percentage of each contestant, with equal weight of all boards.

    *sat_out* boards count with *share* of their top. Without a *share*, they don't count.
    """
    percents: dict[Key, _Percents] = {}
    for board in boards:
        if not board.top:
            continue
        for scored in board.lines:
            keys = get_contestant_keys(field, scored.line)
            for key, points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                if points is not None:
                    percent = percents.setdefault(key, _Percents())
                    percent.total += Fraction(100 * points) / Fraction(board.top)
                    percent.boards += 1
    if share is not None:
        for key, missed_boards in sat_out.items():
            percent = percents.setdefault(key, _Percents())
            percent.total += 100 * share * missed_boards
            percent.boards += missed_boards
    return {
        key: percent.total / percent.boards for key, percent in percents.items() if percent.boards
    }
