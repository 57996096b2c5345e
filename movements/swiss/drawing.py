"""Draw one round of a Swiss contest, and say why its matches were drawn.

The draw follows the standings, or in round 1 a random order. Entrants placed by hand
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
    RankMaker,
    find_best_pairs,
    find_best_triangle,
    make_halves_rank,
    make_quarters_rank,
    make_standings_rank,
    pair_across_halves,
)

MIN_ENTRANTS = 2
_BYE_NUMBER = 0
"""The number of the imaginary opponent of whoever sits out."""

_OTHER_DRAW_REASON = "paired by hand, or drawn from other standings"


def draw_round(field: SwissField) -> SwissDraw:
    """Return the next round of *field*, with as few rematches as possible.

    From the top of the standings, everyone plays the highest opponent that it hasn't met, provided
    that the others can still be paired. The one that has kept its seats less often is at home, or
    else the higher one.

    >>> from movements.swiss.field import SwissEntrant
    >>> leaders = SwissEntrant(1, 30, opponents=(2,)), SwissEntrant(2, 24, opponents=(1,))
    >>> others = SwissEntrant(3, 20), SwissEntrant(4, 6), SwissEntrant(5, 0)
    >>> drawn = draw_round(SwissField((*leaders, *others), round_no=2))
    >>> drawn.pairings, drawn.bye
    (((1, 3), (2, 4)), 5)

    :raises MovementError: if a placement by hand is impossible, or forbidden pairings leave no round.
    """
    _validate_field(field)
    order, seed = choose_draw_order(field)
    free_numbers = _without_placed_entrants(field, order)
    make_rank = choose_rank_maker(field)
    triangle, bye = field.triangle, field.bye
    needs_triangle = field.get_choice("odd") in ("triangle", "long-triangle")
    if len(free_numbers) % 2:
        if needs_triangle and not triangle:
            triangle = _choose_triangle(field, free_numbers, make_rank)
        else:
            bye = _choose_bye(field, free_numbers)
    free_numbers = [number for number in free_numbers if number not in (bye, *triangle)]
    index_by_number = {number: index for index, number in enumerate(order)}
    pairings = sorted(
        [*field.fixed_pairings, *_draw_pairings(field, free_numbers, make_rank)],
        key=lambda pairing: min(index_by_number[number] for number in pairing),
    )
    draw = SwissDraw(tuple(pairings), bye, tuple(triangle), seed=seed)
    met_couples = {*field.count_meetings_by_couple(), *field.previous_couples}
    repeated_pairings = tuple(pairing for pairing in pairings if frozenset(pairing) in met_couples)
    return replace(
        draw,
        repeated_pairings=repeated_pairings,
        notes=tuple(_iter_draw_notes(field, draw, repeated_pairings)),
    )


def choose_rank_maker(field: SwissField) -> RankMaker:
    """Return whom entrants want to meet, by their order."""
    if field.round_no == 1 and field.get_choice("first_round") == "halves":
        return make_halves_rank
    if field.round_no == 1 and field.get_choice("first_round") == "accelerated":
        return make_quarters_rank
    return make_standings_rank


def _validate_field(field: SwissField) -> None:
    """Raise if the round is too small, or placements by hand contradict each other."""
    if len(field.entrants) < MIN_ENTRANTS:
        raise MovementError(
            "too-few-to-draw",
            "A round can’t be drawn for {size} contestants. It takes at least {fewest}.",
            size=len(field.entrants),
            fewest=MIN_ENTRANTS,
        )
    placed_numbers = [*chain.from_iterable(field.fixed_pairings), *field.triangle]
    if field.bye is not None:
        placed_numbers.append(field.bye)
    entrant_by_number = field.entrant_by_number
    for number, count in Counter(placed_numbers).items():
        if number not in entrant_by_number:
            raise MovementError(
                "hand-made-unknown",
                "Contestant {contestant} is named by hand but doesn’t play. The contestants are "
                "{known}.",
                contestant=number,
                known=", ".join(map(str, sorted(entrant_by_number))),
            )
        if count > 1:
            raise MovementError(
                "hand-made-twice",
                "Contestant {contestant} is placed twice by hand. Name it once.",
                contestant=number,
            )
    unplaced_count = len(field.entrants) - len(placed_numbers)
    if unplaced_count % 2 and (field.bye is not None or field.triangle):
        raise _make_hand_made_odd_error(left=unplaced_count)


def choose_draw_order(field: SwissField) -> tuple[Sequence[int], str]:
    """Return the entrants in the order of the draw, and the seed of a random order, else ""."""
    if field.round_no == 2 and field.get_choice("first_round") == "accelerated":
        return _make_accelerated_order(field), ""
    if field.round_no != 1 or field.get_choice("first_round") != "lot":
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
    numbers = sorted(field.entrant_by_number)
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
    placed_numbers = {*chain.from_iterable(field.fixed_pairings), *field.triangle, field.bye}
    return [number for number in order if number not in placed_numbers]


def count_rematches_by_couple(field: SwissField) -> Mapping[Couple, int]:
    """Return the meetings of each couple beyond those that the option ``meetings`` allows.

    A meeting in an earlier stage is one as well, but a rematch of this contest is worse than any
    number of them.
    """
    option = field.get_choice("meetings") or "once"
    previous_couples = field.previous_couples
    if option == "danish":
        # The leader always meets the second, but the first round has no leader.
        return dict.fromkeys(previous_couples, 1) if field.round_no == 1 else {}
    allowed_rematches = {"once": 0, "twice": 1}[option]
    weight = _get_rematch_weight(field)
    rematches = {
        couple: weight * (count - allowed_rematches)
        for couple, count in field.count_meetings_by_couple().items()
        if count > allowed_rematches
    }
    for couple in previous_couples:
        rematches[couple] = rematches.get(couple, 0) + 1
    return rematches


def _get_rematch_weight(field: SwissField) -> int:
    """Return what a rematch or a second bye counts, so that it is worse than all former meetings."""
    return len(field.entrants) if field.previous_couples else 1


def _choose_bye(field: SwissField, free_numbers: Sequence[int]) -> int:
    """Return the entrant who sits out.

    It is the lowest with the fewest byes without whom the others can be paired. A late one sits out
    only if everybody else has had a bye.
    """
    # The bye takes part in the pairing as an opponent below the last. It chooses first, from the
    # bottom, and has "met" those who have had more byes than others.
    bye_counts = {}
    for number in free_numbers:
        entrant = field.entrant_by_number[number]
        bye_counts[number] = max(entrant.bye_count, int(entrant.is_late))
    fewest_byes = min(bye_counts.values())
    repeated_byes = {
        frozenset((_BYE_NUMBER, number)): _get_rematch_weight(field) * (count - fewest_byes)
        for number, count in bye_counts.items()
        if count > fewest_byes
    }
    rank_for_bye = make_standings_rank([_BYE_NUMBER, *reversed(free_numbers)])
    rank_for_others = make_standings_rank(free_numbers)

    def rank(chooser: int, other: int) -> int:
        if chooser == _BYE_NUMBER:
            return rank_for_bye(chooser, other)
        return rank_for_others(chooser, other)

    repeats = {**count_rematches_by_couple(field), **repeated_byes}
    pairs = find_best_pairs([_BYE_NUMBER, *free_numbers], rank, repeats, field.forbidden_couples)
    if pairs is None:
        raise _make_no_pairing_error(field)
    return next(second for first, second in pairs if first == _BYE_NUMBER)


def _choose_triangle(
    field: SwissField, free_numbers: Sequence[int], make_rank: RankMaker
) -> tuple[int, ...]:
    triangle = find_best_triangle(
        free_numbers,
        field.entrant_by_number,
        make_rank,
        count_rematches_by_couple(field),
        field.forbidden_couples,
    )
    if triangle is not None:
        return triangle
    if field.forbidden_couples:
        raise _make_no_pairing_error(field)
    raise _make_hand_made_odd_error(left=len(free_numbers))


def _draw_pairings(
    field: SwissField, free_numbers: Sequence[int], make_rank: RankMaker
) -> Iterator[tuple[int, int]]:
    """Yield the pairings of *free_numbers* entrants, home first."""
    pairs = _pair_halves(field, free_numbers)
    if pairs is None:
        pairs = find_best_pairs(
            free_numbers,
            make_rank(free_numbers),
            count_rematches_by_couple(field),
            field.forbidden_couples,
        )
    if pairs is None:
        raise _make_no_pairing_error(field)
    home_counts = {entrant.number: entrant.home_count for entrant in field.entrants}
    for higher, lower in pairs:
        if home_counts[lower] < home_counts[higher]:
            yield lower, higher
        else:
            yield higher, lower


def _pair_halves(field: SwissField, free_numbers: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return the pairs of round 1 if halves meet, or None if they can't or somebody meets again.

    Halves meet even if somebody has a less wished opponent of the other half for it.
    """
    rematches = count_rematches_by_couple(field)
    avoided_couples = field.forbidden_couples | {
        couple for couple, count in rematches.items() if count
    }
    if field.round_no != 1 or not avoided_couples:
        return None
    groups = {"halves": [free_numbers], "accelerated": _split_in_quarters(free_numbers)}
    pairs: list[tuple[int, int]] = []
    for group in groups.get(field.get_choice("first_round"), ()):
        middle = len(group) // 2
        group_pairs = pair_across_halves(group[:middle], group[middle:], avoided_couples)
        if group_pairs is None:
            return None
        pairs += group_pairs
    return pairs or None


def _split_in_quarters(free_numbers: Sequence[int]) -> Sequence[Sequence[int]]:
    """Return the two halves, in each of which halves meet, or nothing if a half is odd."""
    middle = len(free_numbers) // 2
    if middle % 2:
        return ()
    return free_numbers[:middle], free_numbers[middle:]


def _make_no_pairing_error(field: SwissField) -> MovementError:
    couples = sorted("-".join(map(str, sorted(couple))) for couple in field.forbidden_couples)
    return MovementError(
        "no-pairing",
        "The draw needs a forbidden pairing. Allow one of {forbidden}.",
        forbidden=", ".join(couples),
    )


def _iter_draw_notes(
    field: SwissField, draw: SwissDraw, repeated_pairings: Sequence[tuple[int, int]]
) -> Iterator[str]:
    rematches = count_rematches_by_couple(field)
    for home, away in repeated_pairings:
        if (home, away) in field.fixed_pairings:
            yield "{one} and {other} are paired by hand and have met before.".format(
                one=home, other=away
            )
        elif frozenset((home, away)) in rematches:
            yield "Rematches can’t be avoided: {one} and {other} meet again.".format(
                one=home, other=away
            )
    for home, away in field.fixed_pairings:
        if frozenset((home, away)) in field.forbidden_couples:
            yield "{one} and {other} are paired by hand, although you chose to keep them apart.".format(
                one=home, other=away
            )
    if draw.bye is not None and field.entrant_by_number[draw.bye].bye_count:
        sentence = "{contestant} sits out again: everybody who hasn’t yet is needed."
        if draw.bye == field.bye:
            sentence = "{contestant} sits out again, as you chose."
        yield sentence.format(contestant=draw.bye)
    for couple in list_couples(draw.triangle):
        if couple in rematches:
            first, second = sorted(couple)
            yield "In the triangle {one} and {other} have met before.".format(
                one=first, other=second
            )


def _make_hand_made_odd_error(*, left: object) -> MovementError:
    return MovementError(
        "hand-made-odd",
        "Your pairings leave {left} contestants that can’t be paired. Change a pairing, who "
        "sits out or the triangle.",
        left=left,
    )


# Reasons are short phrases for the director, from the round and the field alone. Whether a match
# was paired by hand isn't stored, so a match that the rules don't explain is drawn again with the
# matches above it.


Pairing = tuple[int, int]


def explain_pairings(field: SwissField, pairings: Sequence[Pairing]) -> tuple[str, ...]:
    """Return why each of *pairings* was drawn, in their order.

    In *field* the bye and the triangle of the round are fixed, and the pairings that are known to be
    made by hand.

    >>> from movements.swiss.field import SwissEntrant
    >>> leaders = SwissEntrant(1, 30, opponents=(2,)), SwissEntrant(2, 24, opponents=(1,))
    >>> field = SwissField((*leaders, SwissEntrant(3, 20), SwissEntrant(4, 6)), round_no=2)
    >>> explain_pairings(field, ((1, 3), (2, 4)))
    ('1 has met 2', 'the only two left')
    """
    if not field.forbidden_couples.isdisjoint(map(frozenset, pairings)):
        # They couldn't be kept apart, so nobody was.
        field = replace(field, forbidden_couples=frozenset())
    if field.round_no == 1 and field.get_choice("first_round") == "lot":
        lot_reason = "drawn at random"
        return tuple(_get_hand_reason(field, pairing) or lot_reason for pairing in pairings)
    reader = _ReasonFinder(field)
    reasons = {
        pairing: reader.explain_pairing(pairing) for pairing in reader.sort_pairings(pairings)
    }
    return tuple(reasons[pairing] for pairing in pairings)


def _get_hand_reason(field: SwissField, pairing: Pairing) -> str:
    if pairing in field.fixed_pairings:
        return "paired by hand"
    return ""


class _ReasonFinder:
    """A reader of the matches of a round from the top: it knows who is left after each match."""

    def __init__(self, field: SwissField) -> None:
        self.field = field
        order, _seed = choose_draw_order(field)
        self.position_by_number = {number: index for index, number in enumerate(order, start=1)}
        fixed_numbers = {field.bye, *field.triangle}
        for pairing in field.fixed_pairings:
            fixed_numbers.update(pairing)
        self.unpaired_numbers = [number for number in order if number not in fixed_numbers]
        self.rank = choose_rank_maker(field)(self.unpaired_numbers)
        self.rematches = count_rematches_by_couple(field)
        self.previous_pairings: list[Pairing] = list(field.fixed_pairings)
        self.expected_couples: frozenset[frozenset[int]] = frozenset()

    def sort_pairings(self, pairings: Sequence[Pairing]) -> list[Pairing]:
        """Return *pairings* by the higher of both, as they are drawn."""
        return sorted(
            pairings, key=lambda pairing: min(self.position_by_number[number] for number in pairing)
        )

    def explain_pairing(self, pairing: Pairing) -> str:
        """Return why *pairing* was drawn, and take both out of the remaining entrants."""
        if hand_reason := _get_hand_reason(self.field, pairing):
            return hand_reason
        chooser, chosen = sorted(pairing, key=lambda number: self.position_by_number[number])
        others = [number for number in self.unpaired_numbers if number != chooser]
        reason = self._explain_choice(chooser, chosen, others)
        self.previous_pairings.append(pairing)
        self.unpaired_numbers = [number for number in others if number != chosen]
        return reason

    def _explain_choice(self, chooser: int, chosen: int, others: Sequence[int]) -> str:
        if frozenset((chooser, chosen)) in self.rematches:
            return self._explain_rematch(chooser, chosen, others)
        by_preference = sorted(others, key=lambda number: self.rank(chooser, number))
        preferred_opponents = by_preference[: by_preference.index(chosen)]
        if not preferred_opponents:
            return self._explain_first_choice(chooser, chosen, others)
        met_numbers, clubmates, needed_elsewhere = self._divide_opponents(
            chooser, preferred_opponents
        )
        if needed_elsewhere and not self._is_expected(chooser, chosen):
            return _OTHER_DRAW_REASON.format()
        return "; ".join(_iter_choice_reasons(chooser, met_numbers, clubmates, needed_elsewhere))

    def _explain_rematch(self, chooser: int, chosen: int, others: Sequence[int]) -> str:
        has_new_opponent = False
        for number in others:
            couple = frozenset((chooser, number))
            if couple not in self.rematches and couple not in self.field.forbidden_couples:
                has_new_opponent = True
        if not has_new_opponent:
            return "no new opponent left for {contestant}".format(contestant=chooser)
        if self._is_expected(chooser, chosen):
            return "a rematch, so that there are as few as possible"
        return _OTHER_DRAW_REASON.format()

    def _explain_first_choice(self, chooser: int, chosen: int, others: Sequence[int]) -> str:
        if len(others) == 1:
            return "the only two left"
        if self.field.round_no == 1 and self.field.get_choice("first_round") != "neighbours":
            return "top against bottom"
        if self.field.round_no == 2 and self.field.get_choice("first_round") == "accelerated":
            return "accelerated draw"
        higher, lower = self._get_shown_ranks(chooser, chosen)
        return "{higher} v {lower}".format(
            higher=_format_ordinal(higher), lower=_format_ordinal(lower)
        )

    def _get_shown_ranks(self, chooser: int, chosen: int) -> tuple[int, int]:
        """Return the places of both in the standings, or in the order of the draw without any."""
        higher = self.field.entrant_by_number[chooser].rank
        lower = self.field.entrant_by_number[chosen].rank
        if higher is None or lower is None:
            return self.position_by_number[chooser], self.position_by_number[chosen]
        return higher, lower

    def _divide_opponents(self, chooser: int, others: Sequence[int]) -> tuple[list[int], ...]:
        """Divide *others* into met opponents of *chooser*, others of its club, and the rest."""
        met_numbers, clubmates, needed_elsewhere = [], [], []
        for number in others:
            couple = frozenset((chooser, number))
            if couple in self.rematches:
                met_numbers.append(number)
            elif couple in self.field.forbidden_couples:
                clubmates.append(number)
            else:
                needed_elsewhere.append(number)
        return met_numbers, clubmates, needed_elsewhere

    def _is_expected(self, chooser: int, chosen: int) -> bool:
        """Return whether the draw pairs both after the matches above."""
        couple = frozenset((chooser, chosen))
        if couple in self.expected_couples:
            return True
        try:
            draw = draw_round(replace(self.field, fixed_pairings=tuple(self.previous_pairings)))
        except MovementError:  # those of one club can't be kept apart after these matches
            return False
        self.expected_couples = frozenset(map(frozenset, draw.pairings))
        return couple in self.expected_couples


def _iter_choice_reasons(
    chooser: int,
    met_numbers: Sequence[int],
    clubmates: Sequence[int],
    needed_elsewhere: Sequence[int],
) -> Iterator[str]:
    """Yield why *chooser* doesn't play those whom it would have played first."""
    if met_numbers:
        yield "{contestant} has met {others}".format(
            contestant=chooser, others=join_with_and(met_numbers)
        )
    if clubmates:
        yield "{contestant} and {others} are of one club".format(
            contestant=chooser, others=join_with_and(clubmates)
        )
    if needed_elsewhere:
        yield "{others} needed for other matches".format(others=join_with_and(needed_elsewhere))


def _format_ordinal(number: int) -> str:
    """Return "1st", "2nd" or "11th"."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
