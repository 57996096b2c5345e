"""What rulings take from pairs, players and teams, as far as it stands."""

from dataclasses import dataclass
from fractions import Fraction

from director.boards.sitting import Sitting
from director.models import Ruling, Section


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
