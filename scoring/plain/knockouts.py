"""Check knock-outs: places by counting who came further, and scores of matches added up again."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scoring.model import Field, KnockedOut, Knockout
from scoring.plain.points import Sides
from scoring.plain.standings import Figures, Who

Lines = tuple[tuple[Sides | None, ...], ...]


def knockout_figures(knockout: Knockout, figures: Mapping[Who, Figures]) -> dict[Who, Figures]:
    """Return the *figures* of everybody in *knockout*, with places by the number that came further."""
    rounds_left = {lost.contestant: lost.rounds_left for lost in knockout.out}
    placed: dict[Who, Figures] = {}
    for number in knockout.everybody:
        further = as_far = 0
        for other in knockout.everybody:
            further += _is_further(knockout, rounds_left, other, number)
            as_far += not (
                _is_further(knockout, rounds_left, other, number)
                or _is_further(knockout, rounds_left, number, other)
            )
        total, percent, *_place = figures.get((None, number), (Fraction(0), None))
        placed[None, number] = total, percent, 1 + further, as_far > 1
    return placed


def _is_further(
    knockout: Knockout, rounds_left: Mapping[int, int], number: int, other: int
) -> bool:
    if number in rounds_left or other in rounds_left:
        return other in rounds_left and rounds_left.get(number, -1) < rounds_left[other]
    return number in knockout.won and other not in knockout.won


def knockout_differences(field: Field, lines: Lines) -> Iterator[str]:
    """Yield a sentence for every knock-out match of *field* whose score by *lines* contradicts its
    winner.

    Matches with rulings that change their points, and those that something else decided, are left
    out.
    """
    for lost in field.knockout.out if field.knockout else ():
        if not lost.decided and (margin := _margin(field, lines, lost)) is not None and margin >= 0:
            both = f"{lost.by} put {lost.contestant} out"
            yield f"Round {lost.round_no}: {both} by its score, but didn't make more by the other calculation."


def _margin(field: Field, lines: Lines, lost: KnockedOut) -> Fraction | None:
    """Return the loser's margin over the winner, or None if rulings count."""
    margin = Fraction(0)
    for board, pairs in zip(field.boards, lines, strict=True):
        for line, pair in zip(board.lines, pairs, strict=True):
            if board.round_no not in (None, lost.round_no) or {line.ns, line.ew} != {
                lost.contestant,
                lost.by,
            }:
                continue
            if line.adjustments:
                return None
            ns, ew = pair or (None, None)
            gained = Fraction(ns or 0) - Fraction(ew or 0)
            margin += gained if line.ns == lost.contestant else -gained
    return margin
