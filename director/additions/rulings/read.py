"""The log of rulings of a section."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F, Prefetch

from director.boards.movement.lines.matches import match_name
from director.boards.movement.lines.section_lines import MatchKey
from director.boards.movement.words import get_contestant_word
from director.models import Award, Result, ResultVersion, Ruling, Section
from director.models.award import FaultLevel


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty or, if it *is_award*, an award of a ruling to pair *pair_no*.

    The *amount* in *unit* is above 0 for both.
    Parts that weren't typed are None or empty.  With *match* it counts in that match of teams, else
    in the total.
    """

    amount: Decimal | None
    unit: str
    pair_no: int | None
    is_award: bool = False
    match: MatchKey | None = None


@dataclass(frozen=True, slots=True)
class TypedRuling:
    """A ruling as it was typed.

    *board_no* and *pair_no* (the number of any pair, player or team at the table) name the line.
    *table_no* is needed only for a team that plays the board at two tables.

    *adjusted* is the text typed for the line: artificial, assigned, weighted or split.  *irregular*
    is a key of ``irregular_deals``; its remedy replaces *adjusted*.  *ns_fault* and *ew_fault* are
    values of ``FaultLevel``.  Without *adjusted* and *irregular* they make the result: 60% for a
    side not at fault, 50% for one partly at fault, 40% for one at fault.
    """

    facts: str
    decision: str
    law: str = ""
    board_no: int | None = None
    pair_no: int | None = None
    table_no: int | None = None
    adjusted: str = ""
    irregular: str = ""
    penalty: Penalty | None = None
    ns_fault: str = ""
    ew_fault: str = ""

    @property
    def faults(self) -> tuple[str, str]:
        """The faults of N-S and E-W, "" if unknown."""
        return self.ns_fault, self.ew_fault


@dataclass(frozen=True, slots=True)
class RulingSheet:
    """One ruling in words, with the results of its line before and after it."""

    ruling: Ruling
    place_title: (
        str  # "Board 7, table 2, 3 N-S against 5 E-W"; empty without a board, table or pair
    )
    penalty_text: str  # "5 E-W −10 % of a top"; empty without one
    adjusted_result: str = ""  # the result that it gave the line
    former_result: str = ""  # the result before it; empty without one, or if it wasn't read
    current_result: str = ""  # the result that counts now
    faults: str = ""  # "N-S at fault, E-W not at fault"; empty if unknown
    is_changed: bool = False  # a later change replaced the ruling's result

    @property
    def further_parts(self) -> tuple[tuple[str, str], ...]:
        """The other parts of the ruling, each with its heading."""
        heading = "Award" if self.ruling.is_given else "Penalty"
        parts = (("Fault", self.faults), (heading, self.penalty_text))
        return tuple((heading, text) for heading, text in parts if text)


def fetch_section_rulings(section: Section) -> tuple[RulingSheet, ...]:
    """Return every ruling of *section*, the latest first, withdrawn ones too. Three queries."""
    results = Prefetch("award__result", Result.objects.counted())
    rulings = section.rulings.select_related("given_by", "withdrawn_by", "award").prefetch_related(
        results
    )
    # An award raised the version of its line by one, so the version before it has the former text.
    former_versions = ResultVersion.objects.filter(
        result__awards__ruling__section=section, result__awards__version=F("version") + 1
    )
    former_texts = dict(former_versions.values_list("result__awards__ruling", "text"))
    return tuple(
        make_ruling_sheet(section, ruling, former_texts.get(ruling.pk, ""))
        for ruling in rulings.order_by("-number")
    )


def make_ruling_sheet(section: Section, ruling: Ruling, former: str = "") -> RulingSheet:
    """Return *ruling* of *section* in words. *former* is the result before it."""
    award = ruling.award
    adjusted = award.text if award else ""
    current = award.result.counted if award else ""
    penalty = ""
    if ruling.penalty_to is not None:
        penalty = f"{section.label(ruling.penalty_to)} {ruling.penalty_text}"
        if ruling.match_key:
            name = match_name(section, ruling.match_key)
            penalty = f"{penalty} ({name[:1].lower()}{name[1:]})"
    return RulingSheet(
        ruling,
        _format_ruling_place(section, ruling),
        penalty,
        adjusted_result=adjusted,
        former_result=former,
        current_result=current,
        faults=_format_faults(award) if award else "",
        is_changed=not ruling.is_withdrawn and current != adjusted,
    )


def _format_faults(award: Award) -> str:
    faults = (("N-S", award.ns_fault), ("E-W", award.ew_fault))
    return ", ".join(f"{side} {FaultLevel(fault).label}" for side, fault in faults if fault)


def _format_ruling_place(section: Section, ruling: Ruling) -> str:
    parts = []
    if ruling.board_no is not None:
        parts.append(f"board {ruling.board_no}")
    if ruling.table_no is not None:
        parts.append(f"table {ruling.table_no}")
    if ruling.ns is not None and ruling.ew is not None:
        parts.append(f"{section.label(ruling.ns)} against {section.label(ruling.ew)}")
    elif ruling.penalty_to is not None:
        parts.append(f"{get_contestant_word(section)} {section.label(ruling.penalty_to)}")
    place = ", ".join(parts)
    return place[:1].upper() + place[1:]
