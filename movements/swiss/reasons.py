"""Why the matches of a Swiss round were drawn, as short phrases for the director.

A phrase comes from the round and the field alone. Whether a match was paired by hand isn't stored,
so a match that the rules don't explain is drawn again with the matches above it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from movements.errors import MovementError
from movements.model import join_with_and
from movements.swiss.drawing import choose_wishes, count_rematches, draw_round, find_draw_order
from movements.swiss.field import SwissField

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
