"""Check an individual contest plainly: all lines are read again for each player."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from scoring.model import Field, Line, Points
from scoring.plain.points import Sides
from scoring.plain.standings import carried_at_most

Who: TypeAlias = tuple[str | None, int]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]


def players_plainly(
    field: Field,
    partners: Mapping[int, tuple[int, int]],
    points: Sequence[Sequence[Sides | None]],
    tops: Sequence[Points | None],
    *,
    has_tops: bool,
    fewest: bool,
) -> dict[Who, Figures]:
    """Return the figures of every player from the *points* of every line, board by board.

    The credits of *field* are those of players.

    *tops* are those of the boards; where there are any the percentage decides.
    """
    lines = [
        (line, pair, Fraction(top or 0))
        for board, pairs, top in zip(field.boards, points, tops, strict=True)
        for line, pair in zip(board.lines, pairs, strict=True)
    ]
    everybody = {
        (("NS", "EW")[side] if field.winners == 2 else None, player)
        for line, _pair, _top in lines
        for side, number in enumerate((line.ns, line.ew))
        for player in partners[number]
    }
    got = {who: _got(who, lines, partners) for who in everybody}
    most = max((len(sides) for sides in got.values()), default=0)
    totals = {
        who: _share_played(sides)
        + _adjustments_of(who, field, partners, tops)
        + _credits_of(who, sides, field)
        for who, sides in got.items()
    }
    if fewest:
        totals = {
            who: total * most / len(got[who]) if got[who] else total
            for who, total in totals.items()
        }
    shares = {
        who: _share(totals[who], sides, field) if has_tops else None for who, sides in got.items()
    }
    merits = {who: _merit(total, shares[who], fewest=fewest) for who, total in totals.items()}
    return {
        who: (
            totals[who],
            shares[who],
            1 + sum(other[0] == who[0] and merits[other] > merits[who] for other in everybody),
            sum(other[0] == who[0] and merits[other] == merits[who] for other in everybody) > 1,
        )
        for who in everybody
    }


def _merit(total: Fraction, share: Fraction | None, *, fewest: bool) -> Fraction:
    if share is not None:
        return share
    if fewest:
        return -total
    return total


def _got(
    who: Who,
    lines: Sequence[tuple[Line, Sides | None, Fraction]],
    partners: Mapping[int, tuple[int, int]],
) -> list[tuple[Fraction, Fraction]]:
    """Return the points of *who* on each board, and the most possible."""
    got = []
    for line, pair, top in lines:
        for side, number in enumerate((line.ns, line.ew)):
            own = (pair or (None, None))[side]
            is_there = who[1] in partners[number] and who[0] in (None, ("NS", "EW")[side])
            if is_there and own is not None:
                got.append((Fraction(own), top))
    return got


def _share(
    total: Fraction, sides: Sequence[tuple[Fraction, Fraction]], field: Field
) -> Fraction | None:
    available = _available(sides)
    if available:
        return 100 * total / (available + carried_at_most(field, available))
    return None


def _share_played(sides: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    return sum((own for own, _ in sides), Fraction(0))


def _available(sides: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    return sum((top for _, top in sides), Fraction(0))


def _adjustments_of(
    who: Who, field: Field, partners: Mapping[int, tuple[int, int]], tops: Sequence[Points | None]
) -> Fraction:
    """Return the adjustments of lines in the total of *who*, per cent as parts of the board's top."""
    total = Fraction(0)
    for board, top in zip(field.boards, tops, strict=True):
        for line in board.lines:
            for adjustment in line.adjustments:
                side = 0 if adjustment.side == "ns" else 1
                if who[1] in partners[(line.ns, line.ew)[side]] and who[0] in (
                    None,
                    ("NS", "EW")[side],
                ):
                    total += adjustment.amount * (
                        Fraction(top or 0) / 100 if adjustment.unit == "%" else 1
                    )
    return total


def _credits_of(who: Who, sides: Sequence[tuple[Fraction, Fraction]], field: Field) -> Fraction:
    """Return the credits of *who*, per cent as parts of all available points."""
    given, available = Fraction(0), _available(sides)
    for credit in field.credits:
        if (credit.direction, credit.contestant) == who:
            if credit.kind == "carry-over":
                of = available
            else:
                of = available + carried_at_most(field, available)
            given += credit.amount * (of / 100 if credit.unit == "%" else 1)
    return given
