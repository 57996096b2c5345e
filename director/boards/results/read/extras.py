"""Handicaps, strata, carry-over and penalties: what pairs bring along, are given or lose besides the points of play."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TypedDict

from director.boards.sitting import Sitting
from director.models import Ruling, Section
from director.models.ruling import Unit, short_unit
from scoring import Credit, Ranking, ScoringMethod, Standing, standings_of

HANDICAP, CARRY_OVER = "handicap", "carry-over"
BELOW, APART = "below", "apart"
STRATA = ((BELOW, "A stratum counts those below it too"), (APART, "Each stratum counts by itself"))
MINUS = "\N{MINUS SIGN}"
_SHOWN_ELSEWHERE = re.compile(rf"[^:]+: ({HANDICAP}|{CARRY_OVER}) .+")


@dataclass(frozen=True, slots=True)
class PairExtras:
    """What one pair has: an amount or none, and a stratum (``"A"`` is the highest) or ``""``."""

    handicap: Decimal | None = None
    stratum: str = ""
    carry_over: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Extras:
    """What the pairs of a section have, by number, and in which units; *strata* is a key of ``STRATA``."""

    pairs: Mapping[int, PairExtras] = field(default_factory=dict)
    handicap_unit: str = ""
    carry_over_unit: str = ""
    strata: str = BELOW

    @property
    def handicaps_in(self) -> str:
        """The unit of the handicaps, ``""`` where nobody has one; a unit that is only chosen binds no other section."""
        return self.handicap_unit if any(own.handicap for own in self.pairs.values()) else ""

    @property
    def carry_over_in(self) -> str:
        """The unit of the carry-over likewise."""
        return self.carry_over_unit if any(own.carry_over for own in self.pairs.values()) else ""

    def handicap_text(self, pair_no: int) -> str:
        """Return the handicap of a pair as it is read: ``"+3 %"``; empty without one."""
        return _amount_text(self._of(pair_no).handicap, self.handicap_unit)

    def carry_over_text(self, pair_no: int) -> str:
        """Return the carry-over of a pair likewise."""
        return _amount_text(self._of(pair_no).carry_over, self.carry_over_unit)

    def stratum(self, pair_no: int) -> str:
        """Return the stratum of a pair, ``""`` without one."""
        return self._of(pair_no).stratum

    def _of(self, pair_no: int) -> PairExtras:
        return self.pairs.get(pair_no, PairExtras())


def section_extras(section: Section) -> Extras:
    """Return the handicaps, strata and carry-over of *section*; no query."""
    return extras_read(section.extras) if section.extras else Extras()


def sitting_extras(sitting: Sitting) -> Extras:
    """Return those of all sections of *sitting*, by the numbers of the sitting; no query.

    Sections count in the same units and strata: whoever stores them sees to that.
    """
    by_section = [(section, section_extras(section)) for section in sitting.sections]
    given = [extras for _section, extras in by_section if extras.pairs]
    return Extras(
        {
            sitting.pair(section, pair_no): own
            for section, extras in by_section
            for pair_no, own in extras.pairs.items()
        },
        next((extras.handicaps_in for extras in given if extras.handicaps_in), ""),
        next((extras.carry_over_in for extras in given if extras.carry_over_in), ""),
        next((extras.strata for extras in given), BELOW),
    )


class StoredExtras(TypedDict):
    """What the database keeps of them: by the number of a pair its handicap, stratum and carry-over, all as text."""

    pairs: dict[str, list[str]]
    handicap_unit: str
    carry_over_unit: str
    strata: str


def extras_read(stored: StoredExtras) -> Extras:
    """Return what :func:`extras_stored` wrote."""
    pairs = {
        int(pair_no): PairExtras(_decimal(handicap), stratum, _decimal(carry_over))
        for pair_no, (handicap, stratum, carry_over) in stored["pairs"].items()
    }
    return Extras(pairs, stored["handicap_unit"], stored["carry_over_unit"], stored["strata"])


def extras_stored(extras: Extras) -> StoredExtras:
    """Return *extras* as the database keeps them; pairs without anything are left out.

    >>> extras_stored(Extras({5: PairExtras(Decimal("1.5"), "B")}, "%"))["pairs"]
    {'5': ['1.5', 'B', '']}
    """
    pairs = {
        str(pair_no): [_plain(own.handicap), own.stratum, _plain(own.carry_over)]
        for pair_no, own in sorted(extras.pairs.items())
        if own != PairExtras()
    }
    return {
        "pairs": pairs,
        "handicap_unit": extras.handicap_unit,
        "carry_over_unit": extras.carry_over_unit,
        "strata": extras.strata,
    }


def units_of(method: ScoringMethod) -> list[tuple[str, str]]:
    """Return the units in which *method* takes handicaps and carry-over, each with its name; none if it takes none."""
    return [(value, label) for value, label in Unit.choices if value in method.accepts]


def extras_credits(sitting: Sitting, extras: Extras, pairs: Collection[int]) -> Iterator[Credit]:
    """Yield the handicap and the carry-over of every pair that is among *pairs*, those with a result."""
    for pair_no, own in extras.pairs.items():
        amounts = ((HANDICAP, own.handicap, extras.handicap_unit), (CARRY_OVER, own.carry_over, extras.carry_over_unit))
        for kind, amount, unit in amounts:
            if amount and pair_no in pairs:
                direction = sitting.direction(pair_no) or None
                yield Credit(sitting.number(pair_no), direction, kind, Fraction(amount), unit)


def stratum_places(sitting: Sitting, extras: Extras, ranking: Ranking) -> dict[int, str]:
    """Return the places of each pair in the strata in which it counts, its own first: ``"C 1, B 2="``.

    Where a stratum counts those below it, the highest counts everybody; only its own pairs show their place there.
    """
    letters = sorted({own.stratum for own in extras.pairs.values() if own.stratum}, reverse=True)
    places: dict[int, list[str]] = {}
    for letter in letters:
        members = [
            (sitting.direction(pair_no) or None, sitting.number(pair_no))
            for pair_no, own in extras.pairs.items()
            if own.stratum == letter or (extras.strata == BELOW and own.stratum > letter)
        ]
        for standing in standings_of(ranking.standings, members):
            pair_no = sitting.pair_no(standing.contestant, standing.direction)
            if letter != letters[-1] or extras.stratum(pair_no) == letter:
                places.setdefault(pair_no, []).append(f"{letter} {standing.place_text}")
    return {pair_no: ", ".join(texts) for pair_no, texts in places.items()}


def by_pair(sitting: Sitting, standings: Collection[Standing]) -> dict[int, Standing]:
    """Return *standings* by the number of the pair in the plan."""
    return {sitting.pair_no(standing.contestant, standing.direction): standing for standing in standings}


def is_shown_elsewhere(note: str) -> bool:
    """Return whether a note of a ranking says only what stands in the columns of handicaps and carry-over."""
    return _SHOWN_ELSEWHERE.fullmatch(note) is not None


def _amount_text(amount: Decimal | None, unit: str) -> str:
    if not amount:
        return ""
    return f"{MINUS if amount < 0 else '+'}{_plain(abs(amount))} {short_unit(unit)}"


def _plain(amount: Decimal | None) -> str:
    if amount is None:
        return ""
    return f"{amount:f}".rstrip("0").rstrip(".") if "." in f"{amount:f}" else f"{amount:f}"


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if text else None


# What rulings take from pairs, players and teams, as far as it stands.


@dataclass(frozen=True, slots=True)
class PairPenalty:
    """What a ruling takes from the pair *to*; *line* is where it was given, where that matters."""

    number: int
    to: int
    amount: Fraction
    unit: str
    law: str
    line: tuple[int | None, int | None, int | None]
    text: str  # "−2 MP"
    letter: str  # of the section


def sitting_penalties(sitting: Sitting) -> tuple[PairPenalty, ...]:
    """Return what the rulings of *sitting* that stand take from pairs; one query."""
    sections = {section.pk: section for section in sitting.sections}
    rulings = Ruling.objects.filter(section__in=sections, withdrawn_at__isnull=True, penalty__isnull=False).order_by(
        "section", "number"
    )
    return tuple(_penalty(sitting, sections[ruling.section_id], ruling) for ruling in rulings)


def _penalty(sitting: Sitting, section: Section, ruling: Ruling) -> PairPenalty:
    assert ruling.penalty is not None  # noqa: S101  the database holds that an amount has a pair
    assert ruling.penalty_to is not None  # noqa: S101
    ns, ew = (None if pair_no is None else sitting.pair(section, pair_no) for pair_no in (ruling.ns, ruling.ew))
    return PairPenalty(
        number=ruling.number,
        to=sitting.pair(section, ruling.penalty_to),
        amount=Fraction(ruling.penalty),
        unit=ruling.penalty_unit,
        law=ruling.law,
        line=(ruling.board_no, ns, ew),
        text=ruling.penalty_text,
        letter=section.letter if sitting.is_divided else "",
    )
