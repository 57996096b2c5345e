"""Handicaps, strata and carry-over of pairs, in their units."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.words import EntryNames, PairExtras, entered_by_pair, field_entered
from director.models import Section
from director.models.event import Strata
from director.models.ruling import Unit, short_unit
from scoring import Credit, Ranking, ScoringMethod, Standing, exact_text, standings_of

HANDICAP, CARRY_OVER = "handicap", "carry-over"
MINUS = "\N{MINUS SIGN}"
BESIDE = "0"
"""The maximum of carry-over that another program gave besides the boards, and did not count as points to be had."""
EXTRAS_OF_SECTION = ("handicap_unit", "carry_over_unit", "carry_over_of", "strata")
"""The columns of a section that say how they count."""


@dataclass(frozen=True, slots=True)
class Extras:
    """The handicaps, strata and carry-over of a section's pairs, by number.

    *carry_over_of* is the most that a pair can carry over; without it, what the best of them
    carries over.
    """

    pairs: Mapping[int, PairExtras] = field(default_factory=dict)
    handicap_unit: str = ""
    carry_over_unit: str = ""
    strata: str = Strata.BELOW
    carry_over_of: str = ""

    @property
    def handicaps_in(self) -> str:
        """The unit of the handicaps, or "" if no pair has one."""
        if any(own.handicap for own in self.pairs.values()):
            return self.handicap_unit
        return ""

    @property
    def carry_over_in(self) -> str:
        """The unit of the carry-over likewise."""
        if any(own.carry_over for own in self.pairs.values()):
            return self.carry_over_unit
        return ""

    def handicap_text(self, pair_no: int) -> str:
        """Return the handicap of a pair in words (``"+3 %"``), or ""."""
        return _amount_text(self._of(pair_no).handicap, self.handicap_unit)

    def carry_over_text(self, pair_no: int) -> str:
        """Return the carry-over of a pair likewise."""
        return _amount_text(self._of(pair_no).carry_over, self.carry_over_unit)

    @property
    def carry_over_most(self) -> str:
        """The maximum carry-over with its unit, or ""."""
        if self.carry_over_of == BESIDE:
            return ""
        amounts = [Fraction(own.carry_over) for own in self.pairs.values() if own.carry_over]
        most = max((*amounts, _number(self.carry_over_of)), default=Fraction(0))
        if amounts and most > 0:
            return f"{exact_text(most)} {short_unit(self.carry_over_unit)}"
        return ""

    def stratum(self, pair_no: int) -> str:
        """Return the stratum of a pair, ``""`` without one."""
        return self._of(pair_no).stratum

    def _of(self, pair_no: int) -> PairExtras:
        return self.pairs.get(pair_no, PairExtras())


def section_extras(section: Section) -> Extras:
    """Return the handicaps, strata and carry-over of *section*. At most one query."""
    entered = entered_by_pair(section) if section.strata else {}
    pairs = {pair_no: own.extras for pair_no, own in entered.items() if any(own.extras)}
    strata = section.strata or Strata.BELOW
    return Extras(
        pairs, section.handicap_unit, section.carry_over_unit, strata, section.carry_over_of
    )


def field_extras(
    scoring_field: ScoringField, entered: Mapping[int, EntryNames] | None = None
) -> Extras:
    """Return those of all sections of *scoring_field*, with the field's numbers.

    *entered* are all who are entered there, without it one query as for :func:`section_extras`.
    Sections count in the same units and strata: whoever stores them sees to that.
    """
    if entered is None:
        if any(section.strata for section in scoring_field.sections):
            entered = field_entered(scoring_field)
        else:
            entered = {}
    pairs = {pair_no: own.extras for pair_no, own in entered.items() if any(own.extras)}
    given = [(scoring_field.place(number)[0], own) for number, own in pairs.items()]
    handicaps = (section.handicap_unit for section, own in given if own.handicap)
    carried = (section.carry_over_unit for section, own in given if own.carry_over)
    strata = given[0][0].strata if given else ""
    most = max(
        (section.carry_over_of for section, own in given if own.carry_over), key=_number, default=""
    )
    return Extras(pairs, next(handicaps, ""), next(carried, ""), strata or Strata.BELOW, most)


def _number(amount: str) -> Fraction:
    return Fraction(amount or 0)


def units_of(method: ScoringMethod) -> list[tuple[str, str]]:
    """Return the units in which *method* takes handicaps and carry-over, with their names."""
    return [(value, label) for value, label in Unit.choices if value in method.accepts]


def extras_credits(
    scoring_field: ScoringField, extras: Extras, pairs: Collection[int]
) -> Iterator[Credit]:
    """Yield the handicap and carry-over of every pair in *pairs*."""
    out_of = Fraction(extras.carry_over_of) if extras.carry_over_of else None
    for pair_no, own in extras.pairs.items():
        amounts = (
            (HANDICAP, own.handicap, extras.handicap_unit),
            (CARRY_OVER, own.carry_over, extras.carry_over_unit),
        )
        for kind, amount, unit in amounts:
            if amount and pair_no in pairs:
                direction = scoring_field.direction(pair_no) or None
                number, most = scoring_field.number(pair_no), out_of if kind == CARRY_OVER else None
                yield Credit(
                    number, direction, kind, Fraction(amount), unit, is_noted=False, out_of=most
                )


def stratum_places(scoring_field: ScoringField, extras: Extras, ranking: Ranking) -> dict[int, str]:
    """Return each pair's places in its strata, its own stratum first: ``"C 1, B 2="``.

    Where a stratum counts those below it, the highest counts everybody; only its own pairs show
    their place there.
    """
    letters = sorted({own.stratum for own in extras.pairs.values() if own.stratum}, reverse=True)
    places: dict[int, list[str]] = {}
    for letter in letters:
        members = [
            (scoring_field.direction(pair_no) or None, scoring_field.number(pair_no))
            for pair_no, own in extras.pairs.items()
            if own.stratum == letter or (extras.strata == Strata.BELOW and own.stratum > letter)
        ]
        for standing in standings_of(ranking.standings, members):
            pair_no = scoring_field.pair_no(standing.contestant, standing.direction)
            if letter != letters[-1] or extras.stratum(pair_no) == letter:
                places.setdefault(pair_no, []).append(f"{letter} {standing.place_text}")
    return {pair_no: ", ".join(texts) for pair_no, texts in places.items()}


def by_pair(scoring_field: ScoringField, standings: Collection[Standing]) -> dict[int, Standing]:
    """Return *standings* by the number of the pair in the plan."""
    return {
        scoring_field.pair_no(standing.contestant, standing.direction): standing
        for standing in standings
    }


def _amount_text(amount: str, unit: str) -> str:
    if not amount:
        return ""
    return (
        f"{MINUS if amount.startswith('-') else '+'}{amount.removeprefix('-')} {short_unit(unit)}"
    )
