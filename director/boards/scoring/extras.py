"""What counts beside the boards: handicaps, strata, carry-over, and penalties of rulings.

The amounts are stored as typed, with one unit for a section: percent, matchpoints, IMPs or
victory points. This module reads them, writes them for pages and turns them into credits of the
scored field. Filling carry-over in from an earlier event is in ``standings/carried.py``.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from django.db.models import Q

from director.boards.movement.sections import ScoringField
from director.boards.movement.words import (
    EntryNames,
    PairExtras,
    fetch_entry_names_by_number,
    fetch_field_entry_names_by_number,
)
from director.models import Ruling, Section
from director.models.event import Strata
from director.models.ruling import Unit, shorten_unit
from director.sheets import MINUS
from scoring.bridge.rulings import AWARD, Credit
from scoring.display import format_exact
from scoring.method import ScoringMethod
from scoring.model import ContestantKey, Ranking, Standing
from scoring.totals.standings import rank_members

BEFORE, MET, OPPONENTS = "before", "met", "opponents"
"""Sources of carry-over in the stage before; any other source is the key of another event.

They are its results, only its matches between those who went on, or only the match between first
opponents, by the formula of the World Bridge Federation.
"""
FULL_PERCENTAGE = 100
"""The share, in percent, that carries the whole result over."""
MEDIAN = " median"
"""The end of a typed rule that gives newcomers the median."""
_PERCENTAGE_PHRASES = {FULL_PERCENTAGE: "", FULL_PERCENTAGE // 2: "half of "}


@dataclass(frozen=True, slots=True)
class CarryRule:
    """Which share of which result is carried over.

    *percentage* is in percent, *title* is the name of the *source*: a stage or an event. With
    *has_median*, newcomers get the median of the others.
    """

    source: str
    percentage: int = FULL_PERCENTAGE
    title: str = "the stage before"
    has_median: bool = False

    @property
    def text(self) -> str:
        """The rule in words.

        >>> CarryRule("before", 50, "Qualifying").text
        'half of the result of Qualifying'
        >>> CarryRule("met", 100, "Groups", has_median=True).text
        'the matches against each other in Groups, the median for newcomers'
        """
        percentage_phrase = _PERCENTAGE_PHRASES.get(self.percentage, f"{self.percentage}% of ")
        median_phrase = ", the median for newcomers" if self.has_median else ""
        if self.source == OPPONENTS:
            phrase = f"½ or ⅓ of the match with the first opponent in {self.title}, at most 16 IMPs"
        elif self.source == MET:
            phrase = f"{percentage_phrase}the matches against each other in {self.title}"
        else:
            phrase = f"{percentage_phrase}the result of {self.title}"
        return f"{phrase}{median_phrase}"

    @property
    def form_value(self) -> str:
        """The rule as a page sends it back: ``"before 50 median"``."""
        return f"{self.source} {self.percentage}{MEDIAN if self.has_median else ''}"

    def as_stored_rule(self) -> dict[str, str]:
        """Return the rule as its section stores it."""
        return {
            "source": self.source,
            "share": str(self.percentage),
            "title": self.title,
            "newcomers": "median" if self.has_median else "",
        }


def read_rule(stored_rule: Mapping[str, str]) -> CarryRule | None:
    """Return the rule of a section's ``carry_over_rule``, or None without one."""
    if not stored_rule:
        return None
    return CarryRule(
        stored_rule["source"],
        int(stored_rule["share"]),
        stored_rule["title"],
        has_median=stored_rule["newcomers"] == "median",
    )


HANDICAP, CARRY_OVER = "handicap", "carry-over"
BESIDE = "0"
"""Maximum carry-over of an import in which carry-over is added but not part of the maximum."""
EXTRAS_OF_SECTION = (
    "handicap_unit",
    "carry_over_unit",
    "carry_over_of",
    "carry_over_rule",
    "strata",
)
"""The fields of a section that say how handicaps, strata and carry-over count."""


@dataclass(frozen=True, slots=True)
class SectionExtras:
    """The handicaps, strata and carry-over of a section's pairs, by number.

    *carry_over_of* is the most that a pair can carry over. If it is empty, the largest carry-over
    of a pair is the maximum. *carry_over_rule* says how carry-over was calculated; it is empty if
    it was typed.
    """

    extras_by_pair: Mapping[int, PairExtras] = field(default_factory=dict)
    handicap_unit: str = ""
    carry_over_unit: str = ""
    strata: str = Strata.BELOW
    carry_over_of: str = ""
    carry_over_rule: Mapping[str, str] = field(default_factory=dict)

    @property
    def used_handicap_unit(self) -> str:
        """The unit of the handicaps, or "" if no pair has one."""
        if any(extras.handicap for extras in self.extras_by_pair.values()):
            return self.handicap_unit
        return ""

    @property
    def used_carry_over_unit(self) -> str:
        """The unit of the carry-over, or "" if no pair has one."""
        if any(extras.carry_over for extras in self.extras_by_pair.values()):
            return self.carry_over_unit
        return ""

    def format_handicap_amount(self, pair_no: int) -> str:
        """Return the handicap of a pair in words (``"+3 %"``), or ""."""
        return _format_amount(self._get_pair_extras(pair_no).handicap, self.handicap_unit)

    def format_carry_over_amount(self, pair_no: int) -> str:
        """Return the carry-over of a pair in words (``"+5 IMPs"``), or ""."""
        return _format_amount(self._get_pair_extras(pair_no).carry_over, self.carry_over_unit)

    @property
    def max_carry_over_text(self) -> str:
        """The maximum carry-over with its unit, or ""."""
        if self.carry_over_of == BESIDE:
            return ""
        amounts = [
            Fraction(extras.carry_over)
            for extras in self.extras_by_pair.values()
            if extras.carry_over
        ]
        if not amounts:
            return ""
        maximum = max(*amounts, _parse_amount(self.carry_over_of))
        if maximum > 0:
            return f"{format_exact(maximum)} {shorten_unit(self.carry_over_unit)}"
        return ""

    def get_stratum(self, pair_no: int) -> str:
        """Return the stratum of a pair, or ""."""
        return self._get_pair_extras(pair_no).stratum

    def _get_pair_extras(self, pair_no: int) -> PairExtras:
        return self.extras_by_pair.get(pair_no, PairExtras())


def fetch_section_extras(section: Section) -> SectionExtras:
    """Return the handicaps, strata and carry-over of *section*. (Costs at most one query.)"""
    # The strata setting is stored with any extras, so an empty one spares the query.
    entry_names_by_number = fetch_entry_names_by_number(section) if section.strata else {}
    pairs = _collect_pair_extras(entry_names_by_number)
    strata = section.strata or Strata.BELOW
    return SectionExtras(
        pairs,
        section.handicap_unit,
        section.carry_over_unit,
        strata,
        section.carry_over_of,
        section.carry_over_rule,
    )


def fetch_field_extras(
    scoring_field: ScoringField, entry_names_by_number: Mapping[int, EntryNames] | None = None
) -> SectionExtras:
    """Return the extras of all sections of *scoring_field*, by the field's numbers.

    *entry_names_by_number* are the names and extras of all entries; without them they are read in one query.
    All sections count in the same units and strata, since they are stored together.
    """
    if entry_names_by_number is None:
        if any(section.strata for section in scoring_field.sections):
            entry_names_by_number = fetch_field_entry_names_by_number(scoring_field)
        else:
            entry_names_by_number = {}
    pairs = _collect_pair_extras(entry_names_by_number)
    sections_and_extras = [
        (scoring_field.get_section_and_number(pair_no)[0], extras)
        for pair_no, extras in pairs.items()
    ]
    handicap_units = (
        section.handicap_unit for section, extras in sections_and_extras if extras.handicap
    )
    carrying_sections = [section for section, extras in sections_and_extras if extras.carry_over]
    carry_over_unit = carrying_sections[0].carry_over_unit if carrying_sections else ""
    maxima = (section.carry_over_of for section in carrying_sections)
    maximum = max(maxima, key=_parse_amount, default="")
    strata = sections_and_extras[0][0].strata if sections_and_extras else ""
    return SectionExtras(
        pairs, next(handicap_units, ""), carry_over_unit, strata or Strata.BELOW, maximum
    )


def _collect_pair_extras(entry_names_by_number: Mapping[int, EntryNames]) -> dict[int, PairExtras]:
    return {
        pair_no: entry.extras
        for pair_no, entry in entry_names_by_number.items()
        if any(entry.extras)
    }


def _parse_amount(amount: str) -> Fraction:
    return Fraction(amount or 0)


def describe_carry_over_rule(section: Section) -> str:
    """Return how the carry-over of *section* was calculated, or "" if it was typed."""
    rule = read_rule(section.carry_over_rule)
    return rule.text if rule else ""


def list_accepted_units(method: ScoringMethod) -> list[tuple[str, str]]:
    """Return the units, with their names, in which *method* accepts handicaps and carry-over."""
    return [(value, label) for value, label in Unit.choices if value in method.accepted_rulings]


def make_extras_credits(
    scoring_field: ScoringField, extras: SectionExtras, pairs: Collection[int]
) -> Iterator[Credit]:
    """Yield the handicap and carry-over of every pair in *pairs*."""
    maximum = Fraction(extras.carry_over_of) if extras.carry_over_of else None
    for pair_no, pair_extras in extras.extras_by_pair.items():
        amounts = (
            (HANDICAP, pair_extras.handicap, extras.handicap_unit, None),
            (CARRY_OVER, pair_extras.carry_over, extras.carry_over_unit, maximum),
        )
        for kind, amount, unit, out_of in amounts:
            if amount and pair_no in pairs:
                direction = scoring_field.get_direction(pair_no) or None
                number = scoring_field.get_scoring_number(pair_no)
                yield Credit(
                    contestant=number,
                    direction=direction,
                    kind=kind,
                    amount=Fraction(amount),
                    unit=unit,
                    needs_note=False,
                    max_amount=out_of,
                )


def format_ranks_by_pair(
    scoring_field: ScoringField,
    extras: SectionExtras,
    ranking: Ranking,
    *,
    is_by_section: bool = False,
) -> dict[int, str]:
    """Return each pair's places in its strata, its own stratum first: ``"C 1, B 2="``.

    With *is_by_section* they are counted within each section.

    If a stratum includes the strata below it, the highest includes everybody. Its places are
    shown for its own pairs only, since for others they would repeat the overall place.
    """
    letters = {pair.stratum for pair in extras.extras_by_pair.values() if pair.stratum}
    # From the lowest stratum up, so that a pair's own stratum comes first.
    letters_upwards = sorted(letters, reverse=True)
    ranks_by_pair: dict[int, list[str]] = {}
    for letter in letters_upwards:
        members_by_list: dict[str, list[ContestantKey]] = defaultdict(list)
        for pair_no, pair in extras.extras_by_pair.items():
            if pair.stratum == letter or (extras.strata == Strata.BELOW and pair.stratum > letter):
                direction = scoring_field.get_direction(pair_no) or None
                list_name = scoring_field.get_letter(pair_no) if is_by_section else ""
                members_by_list[list_name].append(
                    (direction, scoring_field.get_scoring_number(pair_no))
                )
        for members in members_by_list.values():
            for standing in rank_members(ranking.standings, members):
                pair_no = scoring_field.get_pair_no(standing.contestant, standing.direction)
                if letter != letters_upwards[-1] or extras.get_stratum(pair_no) == letter:
                    ranks_by_pair.setdefault(pair_no, []).append(f"{letter} {standing.rank_text}")
    return {pair_no: ", ".join(texts) for pair_no, texts in ranks_by_pair.items()}


def index_by_pair(
    scoring_field: ScoringField, standings: Collection[Standing]
) -> dict[int, Standing]:
    """Return *standings* by the pair's number in the movement."""
    return {
        scoring_field.get_pair_no(standing.contestant, standing.direction): standing
        for standing in standings
    }


def _format_amount(amount: str, unit: str) -> str:
    if not amount:
        return ""
    sign = MINUS if amount.startswith("-") else "+"
    return f"{sign}{amount.removeprefix('-')} {shorten_unit(unit)}"


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
    scoring_field: ScoringField, at_time: datetime | None = None
) -> tuple[PairPenalty, ...]:
    """Return the penalties in *scoring_field*, now or as they were *at_time* a time. (Costs one query.)"""
    sections = {section.pk: section for section in scoring_field.sections}
    rulings = Ruling.objects.filter(section__in=sections, penalty__isnull=False)
    is_in_force = Q(withdrawn_at__isnull=True)
    if at_time:
        is_in_force = Q(given_at__lte=at_time) & (is_in_force | Q(withdrawn_at__gt=at_time))
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
    ns = None if ruling.ns is None else scoring_field.get_field_number(section, ruling.ns)
    ew = None if ruling.ew is None else scoring_field.get_field_number(section, ruling.ew)
    letter = section.letter if scoring_field.has_several_sections else ""
    match = None
    if ruling.match_key:
        round_no, *teams = ruling.match_key
        low, high = sorted(scoring_field.get_field_number(section, team) for team in teams)
        match = (round_no, low, high)
    return PairPenalty(
        number=ruling.number,
        pair_no=scoring_field.get_field_number(section, ruling.penalty_to),
        amount=Fraction(ruling.penalty),
        unit=ruling.penalty_unit,
        law=ruling.law,
        line=(ruling.board_no, ns, ew),
        text=ruling.penalty_description,
        letter=letter,
        match=match,
    )
