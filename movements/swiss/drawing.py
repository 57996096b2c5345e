"""The draw of one round of a Swiss contest."""

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from movements.errors import MovementError
from movements.swiss.field import Couple, SwissDraw, SwissField, couples_of
from movements.swiss.matching import Wishes, best_pairs, best_triangle, in_halves, in_standings
from movements.swiss.sentences import SwissSentences

FEWEST = 2
_BYE = 0


def draw_round(field: SwissField) -> SwissDraw:
    """Return the next round of *field*: everybody paired, with as few second meetings as there can be.

    From the top of the standings each plays the highest whom it has not met, looking ahead so that
    nobody is left. Of two, the one that has kept its seats less often is at home, of equals the
    higher.

    >>> from movements.swiss.field import SwissEntrant
    >>> leaders = SwissEntrant(1, 30, met=(2,)), SwissEntrant(2, 24, met=(1,))
    >>> others = SwissEntrant(3, 20), SwissEntrant(4, 6), SwissEntrant(5, 0)
    >>> drawn = draw_round(SwissField((*leaders, *others), round_no=2))
    >>> drawn.pairings, drawn.bye
    (((1, 3), (2, 4)), 5)

    :raises MovementError: one of its kinds, for what was placed by hand and cannot be, and where
        forbidden pairings leave no round.
    """
    _refuse_impossible(field)
    order, seed = _order(field)
    free = _free(field, order)
    if field.round_no == 1 and field.option("first_round") == "halves":
        wishes = in_halves
    else:
        wishes = in_standings
    triangle, bye = field.triangle, field.bye
    if len(free) % 2 and field.option("odd") in ("triangle", "long-triangle") and not triangle:
        triangle = _triangle(field, free, wishes)
    elif len(free) % 2:
        bye = _bye(field, free)
    free = [number for number in free if number not in (bye, *triangle)]
    drawn = _pairings(field, free, wishes)
    place = {number: at for at, number in enumerate(order)}
    pairings = sorted([*field.fixed, *drawn], key=lambda two: min(place[two[0]], place[two[1]]))
    whole = SwissDraw(tuple(pairings), bye, tuple(triangle), seed=seed)
    again = tuple(two for two in pairings if field.meetings().get(frozenset(two)))
    return replace(whole, repeated=again, notes=tuple(_notes(field, whole, again)))


def _refuse_impossible(field: SwissField) -> None:
    if len(field.entrants) < FEWEST:
        raise MovementError(SwissSentences.TOO_FEW_TO_DRAW, size=len(field.entrants), fewest=FEWEST)
    placed = [*(number for two in field.fixed for number in two), *field.triangle]
    placed += [] if field.bye is None else [field.bye]
    known = field.by_number
    for number, times in Counter(placed).items():
        if number not in known:
            raise MovementError(
                SwissSentences.HAND_MADE_UNKNOWN,
                contestant=number,
                known=", ".join(map(str, sorted(known))),
            )
        if times > 1:
            raise MovementError(SwissSentences.HAND_MADE_TWICE, contestant=number)
    left = len(field.entrants) - len(placed)
    if left % 2 and (field.bye is not None or field.triangle):
        raise MovementError(SwissSentences.HAND_MADE_ODD, left=left)


def _order(field: SwissField) -> tuple[Sequence[int], str]:
    """Return the entrants in the order of the draw, and the seed if lots decided."""
    if field.round_no != 1 or field.option("first_round") != "lot":
        return field.standings, ""
    seed = field.seed or secrets.token_hex(4)
    return sorted(
        field.standings, key=lambda number: sha256(f"{seed} {number}".encode()).digest()
    ), seed


def _free(field: SwissField, order: Sequence[int]) -> list[int]:
    placed = {number for two in field.fixed for number in two} | {*field.triangle, field.bye}
    return [number for number in order if number not in placed]


def _repeats(field: SwissField) -> Mapping[Couple, int]:
    """Count the meetings of each couple beyond those that the option ``meetings`` allows."""
    allowed = {"once": 0, "twice": 1, "danish": None}[field.option("meetings") or "once"]
    if allowed is None:
        return {}
    return {
        couple: times - allowed for couple, times in field.meetings().items() if times > allowed
    }


def _bye(field: SwissField, free: Sequence[int]) -> int:
    """Return the entrant who sits out.

    The lowest with the fewest byes whose absence lets the others be paired.

    One that came for this round does so only where everybody else has had a bye.

    The bye is an opponent below the last, who has met those that had one, and chooses before all
    others.
    """
    had = {
        number: max(field.by_number[number].byes, field.by_number[number].is_late)
        for number in free
    }
    fewest = min(had.values())
    byes = {
        frozenset((_BYE, number)): times - fewest for number, times in had.items() if times > fewest
    }
    upwards, downwards = in_standings([_BYE, *reversed(free)]), in_standings(free)
    pairs = best_pairs(
        [_BYE, *free],
        lambda chooser, other: (
            upwards(chooser, other) if chooser == _BYE else downwards(chooser, other)
        ),
        {**_repeats(field), **byes},
        field.forbidden,
    )
    if pairs is None:
        raise _no_pairing(field)
    return next(second for first, second in pairs if first == _BYE)


def _triangle(field: SwissField, free: Sequence[int], wishes: Wishes) -> tuple[int, ...]:
    three = best_triangle(free, field.by_number, wishes, _repeats(field), field.forbidden)
    if three is None:
        raise (
            _no_pairing(field)
            if field.forbidden
            else MovementError(SwissSentences.HAND_MADE_ODD, left=len(free))
        )
    return three


def _pairings(field: SwissField, free: Sequence[int], wishes: Wishes) -> Iterator[tuple[int, int]]:
    pairs = best_pairs(free, wishes(free), _repeats(field), field.forbidden)
    if pairs is None:
        raise _no_pairing(field)
    home = {entrant.number: entrant.home for entrant in field.entrants}
    for higher, lower in pairs:
        yield (lower, higher) if home[lower] < home[higher] else (higher, lower)


def _no_pairing(field: SwissField) -> MovementError:
    named = sorted("-".join(map(str, sorted(couple))) for couple in field.forbidden)
    return MovementError(SwissSentences.NO_PAIRING, forbidden=", ".join(named))


def _notes(field: SwissField, drawn: SwissDraw, again: Sequence[tuple[int, int]]) -> Iterator[str]:
    times = _repeats(field)
    for home, away in again:
        if (home, away) in field.fixed:
            yield SwissSentences.REPEATED_BY_HAND.says(one=home, other=away)
        elif frozenset((home, away)) in times:
            yield SwissSentences.MEET_AGAIN.says(one=home, other=away)
    for home, away in field.fixed:
        if frozenset((home, away)) in field.forbidden:
            yield SwissSentences.FORBIDDEN_BY_HAND.says(one=home, other=away)
    if drawn.bye is not None and field.by_number[drawn.bye].byes:
        if drawn.bye == field.bye:
            by_hand = SwissSentences.BYE_AGAIN_BY_HAND
        else:
            by_hand = SwissSentences.BYE_AGAIN
        yield by_hand.says(contestant=drawn.bye)
    for couple in couples_of(drawn.triangle):
        if couple in times:
            chooser, other = sorted(couple)
            yield SwissSentences.TRIANGLE_MET.says(one=chooser, other=other)
