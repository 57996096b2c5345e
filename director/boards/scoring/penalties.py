"""Penalties and awards of rulings that are not withdrawn."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Q

from director.boards.movement.scoring_field import ScoringField
from director.models import Ruling, Section
from scoring.bridge.rulings import AWARD, Credit


@dataclass(frozen=True, slots=True)
class PairPenalty:
    """A penalty of the pair *pair_no*, or an award if its *amount* is negative.

    *line* is the line that it was given on, as far as known. *match* is the round and both teams of
    the match whose score it changes, the lower number first, or None if it changes the total.
    """

    number: int
    pair_no: int
    amount: Fraction
    unit: str
    law: str
    line: tuple[int | None, int | None, int | None]
    text: str  # "−2 MP"
    letter: str  # of the section
    match: tuple[int, int, int] | None = None

    def make_credit(self, number: int, direction: str | None = None) -> Credit:
        """Return the penalty as a credit of the contestant *number*."""
        kind = "penalty" if self.amount > 0 else AWARD
        return Credit(number, direction, kind, -self.amount, self.unit, self.law)


def fetch_field_penalties(
    scoring_field: ScoringField, at: datetime | None = None
) -> tuple[PairPenalty, ...]:
    """Return the penalties in *scoring_field*, now or as they were *at* a time. (Costs one query.)"""
    sections = {section.pk: section for section in scoring_field.sections}
    rulings = Ruling.objects.filter(section__in=sections, penalty__isnull=False)
    is_in_force = Q(withdrawn_at__isnull=True)
    if at:
        is_in_force = Q(given_at__lte=at) & (is_in_force | Q(withdrawn_at__gt=at))
    rulings = rulings.filter(is_in_force).order_by("section", "number")
    return tuple(
        _make_pair_penalty(scoring_field, sections[ruling.section_id], ruling) for ruling in rulings
    )


def _make_pair_penalty(
    scoring_field: ScoringField, section: Section, ruling: Ruling
) -> PairPenalty:
    # A constraint of the database: a ruling with an amount names a pair.
    assert ruling.penalty is not None  # noqa: S101
    assert ruling.penalty_to is not None  # noqa: S101
    ns = None if ruling.ns is None else scoring_field.pair(section, ruling.ns)
    ew = None if ruling.ew is None else scoring_field.pair(section, ruling.ew)
    letter = section.letter if scoring_field.has_several_sections else ""
    match = None
    if ruling.match_key:
        round_no, *teams = ruling.match_key
        low, high = sorted(scoring_field.pair(section, team) for team in teams)
        match = (round_no, low, high)
    return PairPenalty(
        number=ruling.number,
        pair_no=scoring_field.pair(section, ruling.penalty_to),
        amount=Fraction(ruling.penalty),
        unit=ruling.penalty_unit,
        law=ruling.law,
        line=(ruling.board_no, ns, ew),
        text=ruling.penalty_text,
        letter=letter,
        match=match,
    )
