"""Check knock-outs: places by counting who came further, and scores of matches added up again."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scoring.model import Field, KnockedOut, Knockout
from scoring.plain.points import Sides
from scoring.plain.standings import Contestant, Figures

Lines = tuple[tuple[Sides | None, ...], ...]


def knockout_figures(
    knockout: Knockout, figures: Mapping[Contestant, Figures]
) -> dict[Contestant, Figures]:
    """Return the *figures* of all contestants in *knockout*, with places by who came further."""
    rounds_left = {lost.contestant: lost.rounds_left for lost in knockout.out}
    placed: dict[Contestant, Figures] = {}
    for number in knockout.everybody:
        above = 0
        equal = 0
        for other in knockout.everybody:
            if _is_further(knockout, rounds_left, other, number):
                above += 1
            elif not _is_further(knockout, rounds_left, number, other):
                equal += 1
        total, percent, *_place = figures.get((None, number), (Fraction(0), None))
        # Each contestant is equal to itself.
        placed[None, number] = total, percent, 1 + above, equal > 1
    return placed


def _is_further(
    knockout: Knockout, rounds_left: Mapping[int, int], number: int, other: int
) -> bool:
    """Return whether *number* came further than *other*."""
    if number in rounds_left or other in rounds_left:
        return other in rounds_left and rounds_left.get(number, -1) < rounds_left[other]
    return number in knockout.won and other not in knockout.won


def knockout_differences(field: Field, lines: Lines) -> Iterator[str]:
    """Yield a sentence for each knock-out match whose score by *lines* contradicts its winner.

    Matches with rulings on points, and those that something else decided, are left out.
    """
    if field.knockout is None:
        return
    for lost in field.knockout.out:
        margin = None if lost.decided else _loser_margin(field, lines, lost)
        if margin is not None and margin >= 0:
            match = f"Round {lost.round_no}: {lost.by} put {lost.contestant} out by its score"
            yield f"{match}, but didn't make more by the other calculation."


def _loser_margin(field: Field, lines: Lines, lost: KnockedOut) -> Fraction | None:
    """Return the loser's margin over the winner, or None if there are rulings on points."""
    teams = {lost.contestant, lost.by}
    margin = Fraction(0)
    for board, board_points in zip(field.boards, lines, strict=True):
        if board.round_no not in (None, lost.round_no):
            continue
        for line, points in zip(board.lines, board_points, strict=True):
            if {line.ns, line.ew} != teams:
                continue
            if line.adjustments:
                return None
            ns, ew = points or (None, None)
            ns_margin = Fraction(ns or 0) - Fraction(ew or 0)
            margin += ns_margin if line.ns == lost.contestant else -ns_margin
    return margin
