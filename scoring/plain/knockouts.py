"""Check knock-outs: places by counting who came further, and scores of matches added up again."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scoring.bridge.rulings import CARRY_OVER
from scoring.definitions.points import Sides
from scoring.model import DueMatch, Elimination, Field, Knockout
from scoring.plain.standings import Contestant, Figures

Lines = tuple[tuple[Sides | None, ...], ...]


def rank_knockout(
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


def find_knockout_differences(field: Field, lines: Lines) -> Iterator[str]:
    """Yield a sentence for each knock-out match whose score by *lines* contradicts its winner.

    Matches with rulings on points, and those that something else decided, are left out.
    """
    if field.knockout is None:
        return
    for lost in (*field.knockout.out, *field.knockout.first_losses):
        margin = None if lost.decided else _compute_loser_margin(field, lines, lost)
        if margin is not None and margin >= 0:
            is_out = lost in field.knockout.out
            beaten = f"put {lost.contestant} out" if is_out else f"beat {lost.contestant}"
            match = f"Round {lost.round_no}: {lost.by} {beaten} by its score"
            yield f"{match}, but didn't make more by the other calculation."


def _compute_loser_margin(field: Field, lines: Lines, lost: Elimination) -> Fraction | None:
    """Return the loser's margin over the winner, or None if there are rulings on points."""
    match = _find_due_match(field, lost)
    if match and match.credits:
        return None
    if match and match.reported:
        result = match.reported
        margin = Fraction(result.home) - Fraction(result.away)
        return _add_carried(field, lost, margin if match.home == lost.contestant else -margin)
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
    # The IMPs of a board were added four times: won by one side and lost by the other, on the
    # lines of both tables.
    return _add_carried(field, lost, margin / 4)


def _find_due_match(field: Field, lost: Elimination) -> DueMatch | None:
    teams = {lost.contestant, lost.by}
    for match in field.matches:
        if match.round_no in (None, lost.round_no) and {match.home, match.away} == teams:
            return match
    return None


def _add_carried(field: Field, lost: Elimination, margin: Fraction) -> Fraction:
    """Return *margin* with the IMPs that both carried over, which count in the first match."""
    for team, sign in ((lost.contestant, 1), (lost.by, -1)):
        rounds = [
            match.round_no or 0 for match in field.matches if team in (match.home, match.away)
        ]
        if min(rounds, default=lost.round_no) != lost.round_no:
            continue
        for credit in field.credits:
            is_carried = credit.kind == CARRY_OVER and credit.unit == "imp"
            if is_carried and credit.contestant == team:
                margin += sign * credit.amount
    return margin
