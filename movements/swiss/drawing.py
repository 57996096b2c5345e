"""Draw one round of a Swiss contest, and say why its matches were drawn.

The order of the draw is that of the standings, or in round 1 a random one. Entrants placed by hand
are taken out, then the bye or the triangle of an odd field, and the others are paired. A *rematch* is
a meeting beyond those that the option ``meetings`` allows.
"""

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import chain

from movements.errors import MovementError
from movements.model import join_with_and
from movements.swiss.field import Couple, SwissDraw, SwissField, list_couples
from movements.swiss.matching import (
    Wishes,
    find_best_pairs,
    find_best_triangle,
    make_halves_rank,
    make_quarters_rank,
    make_standings_rank,
    pair_across_halves,
)

MIN_ENTRANTS = 2
_BYE = 0
"""The number of the imaginary opponent of whoever sits out."""


def draw_round(field: SwissField) -> SwissDraw:
    """Return the next round of *field*, with as few rematches as possible.

    From the top of the standings, everyone plays the highest opponent that it hasn't met, provided
    that the others can still be paired. The one that has kept its seats less often is at home, or
    else the higher one.

    >>> from movements.swiss.field import SwissEntrant
    >>> leaders = SwissEntrant(1, 30, met=(2,)), SwissEntrant(2, 24, met=(1,))
    >>> others = SwissEntrant(3, 20), SwissEntrant(4, 6), SwissEntrant(5, 0)
    >>> drawn = draw_round(SwissField((*leaders, *others), round_no=2))
    >>> drawn.pairings, drawn.bye
    (((1, 3), (2, 4)), 5)

    :raises MovementError: if a placement by hand is impossible, or forbidden pairings leave no round.
    """
    _refuse_impossible(field)
    order, seed = find_draw_order(field)
    free = _without_placed_entrants(field, order)
    wishes = choose_wishes(field)
    triangle, bye = field.triangle, field.bye
    wants_triangle = field.option("odd") in ("triangle", "long-triangle")
    if len(free) % 2:
        if wants_triangle and not triangle:
            triangle = _choose_triangle(field, free, wishes)
        else:
            bye = _choose_bye(field, free)
    free = [number for number in free if number not in (bye, *triangle)]
    places = {number: index for index, number in enumerate(order)}
    pairings = sorted(
        [*field.fixed, *_draw_pairings(field, free, wishes)],
        key=lambda pairing: min(places[number] for number in pairing),
    )
    drawn = SwissDraw(tuple(pairings), bye, tuple(triangle), seed=seed)
    couples = {*field.meetings(), *field.former_couples}
    repeated = tuple(pairing for pairing in pairings if frozenset(pairing) in couples)
    return replace(drawn, repeated=repeated, notes=tuple(_list_draw_notes(field, drawn, repeated)))


def choose_wishes(field: SwissField) -> Wishes:
    """Return whom entrants want to meet, by their order."""
    if field.round_no == 1 and field.option("first_round") == "halves":
        return make_halves_rank
    if field.round_no == 1 and field.option("first_round") == "accelerated":
        return make_quarters_rank
    return make_standings_rank


def _refuse_impossible(field: SwissField) -> None:
    """Raise if the round is too small, or placements by hand contradict each other."""
    if len(field.entrants) < MIN_ENTRANTS:
        raise MovementError(
            "too-few-to-draw",
            "A round can't be drawn for {size} contestants. It takes at least {fewest}.",
            size=len(field.entrants),
            fewest=MIN_ENTRANTS,
        )
    placed = [*chain.from_iterable(field.fixed), *field.triangle]
    if field.bye is not None:
        placed.append(field.bye)
    known = field.by_number
    for number, count in Counter(placed).items():
        if number not in known:
            raise MovementError(
                "hand-made-unknown",
                "Contestant {contestant} is named by hand but doesn't play. The contestants are "
                "{known}.",
                contestant=number,
                known=", ".join(map(str, sorted(known))),
            )
        if count > 1:
            raise MovementError(
                "hand-made-twice",
                "Contestant {contestant} is placed twice by hand. Name it once.",
                contestant=number,
            )
    unplaced = len(field.entrants) - len(placed)
    if unplaced % 2 and (field.bye is not None or field.triangle):
        raise _make_hand_made_odd_error(left=unplaced)


def find_draw_order(field: SwissField) -> tuple[Sequence[int], str]:
    """Return the entrants in the order of the draw, and the seed of a random order, else ""."""
    if field.round_no == 2 and field.option("first_round") == "accelerated":
        return _make_accelerated_order(field), ""
    if field.round_no != 1 or field.option("first_round") != "lot":
        return field.standings, ""
    seed = field.seed or secrets.token_hex(4)
    # By hashes instead of a generator of random numbers, so that a seed gives the same order for ever.
    order = sorted(field.standings, key=lambda number: sha256(f"{seed} {number}".encode()).digest())
    return order, seed


def _make_accelerated_order(field: SwissField) -> list[int]:
    """Return the order of round 2 after an accelerated first round.

    The better of the top half come first, the worse of the bottom half last. Between them, the
    others of the top half each meet one of the bottom half.
    """
    numbers = sorted(field.by_number)
    top = set(numbers[: len(numbers) // 2])
    top_order, bottom_order = [], []
    for number in field.standings:
        if number in top:
            top_order.append(number)
        else:
            bottom_order.append(number)
    winners, losers = _split_in_halves(top_order)
    bottom_winners, bottom_losers = _split_in_halves(bottom_order)
    between: list[int] = []
    for index in range(max(len(losers), len(bottom_winners))):
        between += losers[index : index + 1] + bottom_winners[index : index + 1]
    return [*winners, *between, *bottom_losers]


def _split_in_halves(order: Sequence[int]) -> tuple[list[int], list[int]]:
    middle = (len(order) + 1) // 2
    return [*order[:middle]], [*order[middle:]]


def _without_placed_entrants(field: SwissField, order: Sequence[int]) -> list[int]:
    placed = {*chain.from_iterable(field.fixed), *field.triangle, field.bye}
    return [number for number in order if number not in placed]


def count_rematches(field: SwissField) -> Mapping[Couple, int]:
    """Return the meetings of each couple beyond those that the option ``meetings`` allows.

    A meeting in an earlier stage is one as well, but a rematch of this contest is worse than any
    number of them.
    """
    option = field.option("meetings") or "once"
    former = field.former_couples
    if option == "danish":
        # The leader always meets the second, but the first round has no leader.
        return dict.fromkeys(former, 1) if field.round_no == 1 else {}
    allowed = {"once": 0, "twice": 1}[option]
    weight = _get_rematch_weight(field)
    rematches = {
        couple: weight * (count - allowed)
        for couple, count in field.meetings().items()
        if count > allowed
    }
    for couple in former:
        rematches[couple] = rematches.get(couple, 0) + 1
    return rematches


def _get_rematch_weight(field: SwissField) -> int:
    """Return what a rematch or a second bye counts, so that it is worse than all former meetings."""
    return len(field.entrants) if field.former_couples else 1


def _choose_bye(field: SwissField, free: Sequence[int]) -> int:
    """Return the entrant who sits out.

    It is the lowest with the fewest byes without whom the others can be paired. A late one sits out
    only if everybody else has had a bye.
    """
    # The bye takes part in the pairing as an opponent below the last. It chooses first, from the
    # bottom, and has "met" those who have had more byes than others.
    bye_counts = {}
    for number in free:
        entrant = field.by_number[number]
        bye_counts[number] = max(entrant.byes, int(entrant.is_late))
    fewest_byes = min(bye_counts.values())
    repeated_byes = {
        frozenset((_BYE, number)): _get_rematch_weight(field) * (count - fewest_byes)
        for number, count in bye_counts.items()
        if count > fewest_byes
    }
    rank_for_bye = make_standings_rank([_BYE, *reversed(free)])
    rank_for_others = make_standings_rank(free)

    def rank(chooser: int, other: int) -> int:
        if chooser == _BYE:
            return rank_for_bye(chooser, other)
        return rank_for_others(chooser, other)

    repeats = {**count_rematches(field), **repeated_byes}
    pairs = find_best_pairs([_BYE, *free], rank, repeats, field.forbidden)
    if pairs is None:
        raise _make_no_pairing_error(field)
    return next(second for first, second in pairs if first == _BYE)


def _choose_triangle(field: SwissField, free: Sequence[int], wishes: Wishes) -> tuple[int, ...]:
    triangle = find_best_triangle(
        free, field.by_number, wishes, count_rematches(field), field.forbidden
    )
    if triangle is not None:
        return triangle
    if field.forbidden:
        raise _make_no_pairing_error(field)
    raise _make_hand_made_odd_error(left=len(free))


def _draw_pairings(
    field: SwissField, free: Sequence[int], wishes: Wishes
) -> Iterator[tuple[int, int]]:
    """Yield the pairings of *free* entrants, home first."""
    pairs = _pair_halves(field, free)
    if pairs is None:
        pairs = find_best_pairs(free, wishes(free), count_rematches(field), field.forbidden)
    if pairs is None:
        raise _make_no_pairing_error(field)
    home_counts = {entrant.number: entrant.home for entrant in field.entrants}
    for higher, lower in pairs:
        if home_counts[lower] < home_counts[higher]:
            yield lower, higher
        else:
            yield higher, lower


def _pair_halves(field: SwissField, free: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return the pairs of round 1 if halves meet, or None if they can't or somebody meets again.

    Halves meet even if somebody has a less wished opponent of the other half for it.
    """
    rematches = count_rematches(field)
    avoided = field.forbidden | {couple for couple, count in rematches.items() if count}
    if field.round_no != 1 or not avoided:
        return None
    groups = {"halves": [free], "accelerated": _split_in_quarters(free)}
    pairs: list[tuple[int, int]] = []
    for group in groups.get(field.option("first_round"), ()):
        middle = len(group) // 2
        group_pairs = pair_across_halves(group[:middle], group[middle:], avoided)
        if group_pairs is None:
            return None
        pairs += group_pairs
    return pairs or None


def _split_in_quarters(free: Sequence[int]) -> Sequence[Sequence[int]]:
    """Return the two halves, in each of which halves meet, or nothing if a half is odd."""
    middle = len(free) // 2
    if middle % 2:
        return ()
    return free[:middle], free[middle:]


def _make_no_pairing_error(field: SwissField) -> MovementError:
    couples = sorted("-".join(map(str, sorted(couple))) for couple in field.forbidden)
    return MovementError(
        "no-pairing",
        "The draw needs a forbidden pairing. Allow one of {forbidden}.",
        forbidden=", ".join(couples),
    )


def _list_draw_notes(
    field: SwissField, drawn: SwissDraw, repeated: Sequence[tuple[int, int]]
) -> Iterator[str]:
    rematches = count_rematches(field)
    for home, away in repeated:
        if (home, away) in field.fixed:
            yield "{one} and {other} are paired by hand and have met before.".format(
                one=home, other=away
            )
        elif frozenset((home, away)) in rematches:
            yield "Rematches can't be avoided: {one} and {other} meet again.".format(
                one=home, other=away
            )
    for home, away in field.fixed:
        if frozenset((home, away)) in field.forbidden:
            yield "{one} and {other} are paired by hand, although you chose to keep them apart.".format(
                one=home, other=away
            )
    if drawn.bye is not None and field.by_number[drawn.bye].byes:
        sentence = "{contestant} sits out again: everybody who hasn't yet is needed."
        if drawn.bye == field.bye:
            sentence = "{contestant} sits out again, as you chose."
        yield sentence.format(contestant=drawn.bye)
    for couple in list_couples(drawn.triangle):
        if couple in rematches:
            first, second = sorted(couple)
            yield "In the triangle {one} and {other} have met before.".format(
                one=first, other=second
            )


def _make_hand_made_odd_error(*, left: object) -> MovementError:
    return MovementError(
        "hand-made-odd",
        "Your pairings leave {left} contestants that can't be paired. Change a pairing, who "
        "sits out or the triangle.",
        left=left,
    )


# Reasons are short phrases for the director, from the round and the field alone. Whether a match
# was paired by hand isn't stored, so a match that the rules don't explain is drawn again with the
# matches above it.

_NOT_THE_DRAW_TEXT = "paired by hand, or drawn from other standings"

Pairing = tuple[int, int]


def match_reasons(field: SwissField, pairings: Sequence[Pairing]) -> tuple[str, ...]:
    """Return why each of *pairings* was drawn, in their order.

    In *field* the bye and the triangle of the round are fixed, and the pairings that are known to be
    made by hand.

    >>> from movements.swiss.field import SwissEntrant
    >>> leaders = SwissEntrant(1, 30, met=(2,)), SwissEntrant(2, 24, met=(1,))
    >>> field = SwissField((*leaders, SwissEntrant(3, 20), SwissEntrant(4, 6)), round_no=2)
    >>> match_reasons(field, ((1, 3), (2, 4)))
    ('1 has met 2', 'the only two left')
    """
    if not field.forbidden.isdisjoint(map(frozenset, pairings)):
        # They couldn't be kept apart, so nobody was.
        field = replace(field, forbidden=frozenset())
    if field.round_no == 1 and field.option("first_round") == "lot":
        by_lot = "drawn at random"
        return tuple(_get_hand_reason(field, pairing) or by_lot for pairing in pairings)
    reader = _ReasonReader(field)
    reasons = {pairing: reader.reason(pairing) for pairing in reader.sort_pairings(pairings)}
    return tuple(reasons[pairing] for pairing in pairings)


def _get_hand_reason(field: SwissField, pairing: Pairing) -> str:
    if pairing in field.fixed:
        return "paired by hand"
    return ""


class _ReasonReader:
    """A reader of the matches of a round from the top: it knows who is left after each match."""

    def __init__(self, field: SwissField) -> None:
        self.field = field
        order, _seed = find_draw_order(field)
        self.places = {number: index for index, number in enumerate(order, start=1)}
        fixed_numbers = {field.bye, *field.triangle}
        for pairing in field.fixed:
            fixed_numbers.update(pairing)
        self.left = [number for number in order if number not in fixed_numbers]
        self.rank = choose_wishes(field)(self.left)
        self.rematches = count_rematches(field)
        self.earlier: list[Pairing] = list(field.fixed)
        self.expected: frozenset[frozenset[int]] = frozenset()

    def sort_pairings(self, pairings: Sequence[Pairing]) -> list[Pairing]:
        """Return *pairings* by the higher of both, as they are drawn."""
        return sorted(pairings, key=lambda pairing: min(self.places[number] for number in pairing))

    def reason(self, pairing: Pairing) -> str:
        """Return why *pairing* was drawn, and take both out of those who are left."""
        if hand_reason := _get_hand_reason(self.field, pairing):
            return hand_reason
        chooser, chosen = sorted(pairing, key=lambda number: self.places[number])
        others = [number for number in self.left if number != chooser]
        reason = self._explain_choice(chooser, chosen, others)
        self.earlier.append(pairing)
        self.left = [number for number in others if number != chosen]
        return reason

    def _explain_choice(self, chooser: int, chosen: int, others: Sequence[int]) -> str:
        if frozenset((chooser, chosen)) in self.rematches:
            return self._explain_rematch(chooser, chosen, others)
        by_preference = sorted(others, key=lambda number: self.rank(chooser, number))
        preferred = by_preference[: by_preference.index(chosen)]
        if not preferred:
            return self._explain_first_choice(chooser, chosen, others)
        met, clubs, needed = self._divide(chooser, preferred)
        if needed and not self._is_expected(chooser, chosen):
            return _NOT_THE_DRAW_TEXT.format()
        return "; ".join(_list_choice_reasons(chooser, met, clubs, needed))

    def _explain_rematch(self, chooser: int, chosen: int, others: Sequence[int]) -> str:
        has_new_opponent = False
        for number in others:
            couple = frozenset((chooser, number))
            if couple not in self.rematches and couple not in self.field.forbidden:
                has_new_opponent = True
        if not has_new_opponent:
            return "no new opponent left for {contestant}".format(contestant=chooser)
        if self._is_expected(chooser, chosen):
            return "a rematch, so that there are as few as possible"
        return _NOT_THE_DRAW_TEXT.format()

    def _explain_first_choice(self, chooser: int, chosen: int, others: Sequence[int]) -> str:
        if len(others) == 1:
            return "the only two left"
        if self.field.round_no == 1 and self.field.option("first_round") != "neighbours":
            return "top against bottom"
        if self.field.round_no == 2 and self.field.option("first_round") == "accelerated":
            return "accelerated draw"
        higher, lower = self._get_shown_places(chooser, chosen)
        return "{higher} v {lower}".format(
            higher=_format_ordinal(higher), lower=_format_ordinal(lower)
        )

    def _get_shown_places(self, chooser: int, chosen: int) -> tuple[int, int]:
        """Return the places of both in the standings, or in the order of the draw without any."""
        higher = self.field.by_number[chooser].place
        lower = self.field.by_number[chosen].place
        if higher is None or lower is None:
            return self.places[chooser], self.places[chosen]
        return higher, lower

    def _divide(self, chooser: int, others: Sequence[int]) -> tuple[list[int], ...]:
        """Divide *others* into those whom *chooser* has met, those of its club, and the rest."""
        met, clubs, needed = [], [], []
        for number in others:
            couple = frozenset((chooser, number))
            if couple in self.rematches:
                met.append(number)
            elif couple in self.field.forbidden:
                clubs.append(number)
            else:
                needed.append(number)
        return met, clubs, needed

    def _is_expected(self, chooser: int, chosen: int) -> bool:
        """Return whether the draw pairs both after the matches above."""
        couple = frozenset((chooser, chosen))
        if couple in self.expected:
            return True
        try:
            drawn = draw_round(replace(self.field, fixed=tuple(self.earlier)))
        except MovementError:  # those of one club can't be kept apart after these matches
            return False
        self.expected = frozenset(map(frozenset, drawn.pairings))
        return couple in self.expected


def _list_choice_reasons(
    chooser: int, met: Sequence[int], clubs: Sequence[int], needed: Sequence[int]
) -> Iterator[str]:
    """Yield why *chooser* doesn't play those whom it would have played first."""
    if met:
        yield "{contestant} has met {others}".format(contestant=chooser, others=join_with_and(met))
    if clubs:
        yield "{contestant} and {others} are of one club".format(
            contestant=chooser, others=join_with_and(clubs)
        )
    if needed:
        yield "{others} needed for other matches".format(others=join_with_and(needed))


def _format_ordinal(number: int) -> str:
    """Return "1st", "2nd" or "11th"."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
