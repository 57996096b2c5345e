"""The log of rulings of a section."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F, Prefetch

from director.boards.movement.words import contestant_word
from director.models import Award, Result, ResultVersion, Ruling, Section
from director.models.award import FaultLevel


@dataclass(frozen=True, slots=True)
class Penalty:
    """What pair *to* loses by a ruling: an *amount* above 0 in *unit*, as far as they were given."""

    amount: Decimal | None
    unit: str
    to: int | None


@dataclass(frozen=True, slots=True)
class TypedRuling:
    """A ruling as it was typed.

    *board_no* and *pair_no* (any of the sides’ pairs, players or teams) name the line, from which
    the table follows; of a team that plays the board at two tables *table_no* says at which.
    *adjusted* is what is typed for a line: artificial, assigned, weighted or split; what stood
    there is kept.  *irregular* is a key of ``irregular_deals``, whose remedy goes on the line in
    its place.  *ns_fault* and *ew_fault*, values of ``FaultLevel``, are kept beside either; alone
    they make the result: 60 % for a side not at fault, 50 % partly, 40 % at fault.
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
        """The fault of either side, ``""`` where nobody said it."""
        return self.ns_fault, self.ew_fault


@dataclass(frozen=True, slots=True)
class RulingSheet:
    """One ruling with its words: where it was, and who pays what."""

    ruling: Ruling
    where: str  # "Board 7, table 2, 3 N-S against 5 E-W"; empty for one about nobody at the tables
    penalty: str  # "5 E-W −10 % of a top"; empty without one
    adjusted: str = ""  # what it put on the line
    former: str = (
        ""  # what counted there before, as far as it is asked for; empty where nothing was in
    )
    now: str = ""  # what counts there now
    faults: str = ""  # "N-S at fault, E-W not at fault"; empty where nobody said it
    is_changed: bool = (
        False  # that is something else since, by which this ruling's counts no longer
    )

    @property
    def further(self) -> tuple[tuple[str, str], ...]:
        """What else it says, each with its heading."""
        return tuple(
            (what, said)
            for what, said in (("FaultLevel", self.faults), ("Penalty", self.penalty))
            if said
        )


def section_rulings(section: Section) -> tuple[RulingSheet, ...]:
    """Return every ruling of *section*, the latest first, withdrawn ones too.

    Three queries.
    """
    lines = Prefetch("award__result", Result.objects.counted())
    rulings = section.rulings.select_related("given_by", "withdrawn_by", "award").prefetch_related(
        lines
    )
    before = ResultVersion.objects.filter(
        result__awards__ruling__section=section, result__awards__version=F("version") + 1
    )
    former = dict(before.values_list("result__awards__ruling", "text"))
    return tuple(
        ruling_sheet(section, ruling, former.get(ruling.pk, ""))
        for ruling in rulings.order_by("-number")
    )


def ruling_sheet(section: Section, ruling: Ruling, former: str = "") -> RulingSheet:
    """Return *ruling* of *section* in words.

    *former* is what counted on its line before.
    """
    loser, award = ruling.penalty_to, ruling.award
    adjusted, now = (award.text, award.result.counted) if award else ("", "")
    faults = _faults(award) if award else ""
    return RulingSheet(
        ruling,
        _where(section, ruling),
        "" if loser is None else f"{section.label(loser)} {ruling.penalty_text}",
        adjusted=adjusted,
        former=former,
        now=now,
        faults=faults,
        is_changed=not ruling.is_withdrawn and now != adjusted,
    )


def _faults(award: Award) -> str:
    said = (("N-S", award.ns_fault), ("E-W", award.ew_fault))
    return ", ".join(f"{side} {FaultLevel(fault).label}" for side, fault in said if fault)


def _where(section: Section, ruling: Ruling) -> str:
    parts = []
    if ruling.board_no is not None:
        parts.append(f"board {ruling.board_no}")
    if ruling.table_no is not None:
        parts.append(f"table {ruling.table_no}")
    if ruling.ns is not None and ruling.ew is not None:
        parts.append(f"{section.label(ruling.ns)} against {section.label(ruling.ew)}")
    elif ruling.penalty_to is not None:
        parts.append(f"{contestant_word(section)} {section.label(ruling.penalty_to)}")
    where = ", ".join(parts)
    return where[:1].upper() + where[1:]
