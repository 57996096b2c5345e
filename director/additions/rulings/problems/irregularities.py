"""Irregularities as the page shows them: findings, choices, and the effect of each choice.

``scoring.laws.irregularities`` finds them and proposes choices; ``settle_irregularities`` stores what
the director chooses.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from director.additions.rulings.problems.section import (
    SectionCheck,
    fetch_section_check,
)
from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_field_lines,
    fetch_field_plans,
    fetch_section_lines,
)
from director.boards.movement.scoring_field import Key, fetch_scoring_field
from director.boards.movement.words import format_boards
from director.boards.scoring.scored import get_line_key, score_field
from director.core.base.tags.cards import format_points
from director.models import Section
from scoring.display import percent_text
from scoring.errors import ScoringError
from scoring.laws import irregularities
from scoring.registry import find_method

MAX_FINDINGS_WITH_FIGURES = 12
"""Findings whose effects are calculated; those of later ones follow once these are settled.

Each choice scores the field again.
"""

CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class EffectFigure:
    """A pair's figure without and with a choice."""

    name: str
    former_figure: str
    new_figure: str

    @property
    def changes(self) -> bool:
        """Whether the choice makes a difference to the pair."""
        return self.former_figure != self.new_figure


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A line that a choice awards: the board, the pairs and the text."""

    board_no: int
    pairs: str
    text: str


@dataclass(frozen=True, slots=True)
class ChoiceSheet:
    """One choice: its button, the lines that it awards, and the figures of the pairs concerned."""

    value: str
    words: str
    lines: tuple[ChoiceLine, ...]
    figures: tuple[EffectFigure, ...]
    is_proposed: bool


@dataclass(frozen=True, slots=True)
class FaultBox:
    """A box to choose the fault of a pair: its name, the pair and the proposed fault, if any."""

    name: str
    pair: str
    fault: str


@dataclass(frozen=True, slots=True)
class FaultLine:
    """Boards of two pairs for which a director may set the fault of each.

    There is only one box if the boards were due for one of the pairs.
    """

    boards: str
    boxes: tuple[FaultBox, ...]


@dataclass(frozen=True, slots=True)
class EntryBox:
    """A box for the result of a line that has none. *version* is that of the empty line."""

    key: str
    label: str
    version: int


@dataclass(frozen=True, slots=True)
class MissingEntry:
    """The boxes of one table in one round, whose page of Scores saves them."""

    round_no: int | None
    table_no: int | None
    boxes: tuple[EntryBox, ...]


@dataclass(frozen=True, slots=True)
class FindingSheet:
    """One finding. If *is_open*, one of its choices settles it, or the fault of each side.

    A finding with *entries* is a question: its results may only not be entered, so no choice is
    proposed.
    """

    key: str
    words: str
    law: str
    choices: tuple[ChoiceSheet, ...]
    is_open: bool
    faults: tuple[FaultLine, ...] = ()
    entries: tuple[MissingEntry, ...] = ()

    @property
    def proposed(self) -> str:
        """The value of the proposed choice, or "" for a question."""
        return "" if self.entries else self.choices[0].value

    @property
    def by_fault(self) -> str:
        """The value of the button that settles it by the chosen faults."""
        return f"{self.key}:{irregularities.BY_FAULT}"


@dataclass(frozen=True, slots=True)
class IrregularitiesPage:
    """All findings of a section: open ones to settle, and others that are only told."""

    open_findings: tuple[FindingSheet, ...]
    other_findings: tuple[FindingSheet, ...]
    is_percent: bool

    @property
    def proposed(self) -> list[str]:
        """The values of the proposed choices of all open findings but questions."""
        return [finding.proposed for finding in self.open_findings if finding.proposed]


def build_irregularities_page(
    section: Section, absences: Iterable[irregularities.Absence] = ()
) -> IrregularitiesPage | None:
    """Return the irregularities of *section*. None before a movement is chosen.

    The number of queries doesn't depend on the size.
    """
    check = fetch_section_check(section, absences)
    if check is None:
        return None
    findings = irregularities.find_all(check.played_lines)
    effects = None
    if any(finding.is_open for finding in findings):
        effects = _make_effects(section, findings)
    lines = None
    if any(finding.is_question for finding in findings):
        lines = fetch_section_lines(section, check.plan)
    sheets = []
    for number, finding in enumerate(findings):
        shown_effects = effects if number < MAX_FINDINGS_WITH_FIGURES else None
        entries: tuple[MissingEntry, ...] = ()
        if lines and finding.is_question:
            entries = _make_table_entries(check, finding, lines)
        sheets.append(_make_finding_sheet(check, finding, shown_effects, entries))
    return IrregularitiesPage(
        open_findings=tuple(sheet for sheet in sheets if sheet.is_open),
        other_findings=tuple(sheet for sheet in sheets if not sheet.is_open),
        is_percent="%" in find_method(section.session.scoring_record.scoring).accepts,
    )


def _make_effects(
    section: Section, findings: Iterable[irregularities.Finding]
) -> irregularities.Effects | None:
    """Return the calculator of figures before and after a choice. None if nothing can be scored."""
    scoring_field = fetch_scoring_field(section)
    # A field in which a pair plays a board twice can't be scored, so the second line, which is
    # void by law, is left out from the start.
    void_lines = set()
    for finding in findings:
        for key in _find_second_lines(finding):
            void_lines.add(scoring_field.key(section, key))
    lines = fetch_field_lines(scoring_field, fetch_field_plans(scoring_field))
    scored_lines = [line for line in lines.all if get_line_key(line) not in void_lines]
    try:
        scored = score_field(
            scoring_field, SectionLines(scored_lines, stored_matches=lines.stored_matches)
        )
    except ScoringError:
        return None
    scoring_record = section.session.scoring_record

    def get_pair_key(pair_no: int) -> tuple[str | None, int]:
        pair = scoring_field.pair(section, pair_no)
        return scoring_field.direction(pair) or None, scoring_field.number(pair)

    letter = section.letter if scoring_field.has_several_sections else ""
    return irregularities.Effects(
        scored.field,
        find_method(scoring_record.scoring),
        scoring_record.scoring_options,
        get_pair_key,
        letter,
    )


def _find_second_lines(finding: irregularities.Finding) -> set[Key]:
    """Return the lines on which a board was played a second time."""
    if finding.kind is not irregularities.Kind.PLAYED_TWICE:
        return set()
    return {
        (line.board_no, line.ns, line.ew)
        for line in finding.choices[0].lines
        if line.text == irregularities.VOID
    }


def _make_table_entries(
    check: SectionCheck, finding: irregularities.Finding, lines: SectionLines
) -> tuple[MissingEntry, ...]:
    """Return a box for each line of the question *finding*, table by table."""
    boxes_by_place: dict[tuple[int | None, int | None], list[EntryBox]] = defaultdict(list)
    # Every choice of a question is about the same lines.
    for ruled_line in finding.choices[0].lines:
        line = lines.find(ruled_line.board_no, ruled_line.ns, ruled_line.ew)
        if line:
            pairs = f"{check.played_lines.name(line.ns)} against {check.played_lines.name(line.ew)}"
            box = EntryBox(
                key=format_line_key(line.board_no, line.ns, line.ew),
                label=f"Board {line.board_no}, {pairs}",
                version=line.result.version if line.result else 0,
            )
            boxes_by_place[line.round_no, line.table_no].append(box)
    return tuple(
        MissingEntry(round_no, table_no, tuple(boxes))
        for (round_no, table_no), boxes in boxes_by_place.items()
    )


def _make_finding_sheet(
    check: SectionCheck,
    finding: irregularities.Finding,
    effects: irregularities.Effects | None,
    entries: tuple[MissingEntry, ...],
) -> FindingSheet:
    choices = []
    for number, choice in enumerate(finding.choices):
        # The first choice is the one that the laws propose, unless nobody knows what happened.
        is_proposed = number == 0 and not finding.is_question
        choices.append(_make_choice_sheet(check, finding, choice, effects, is_proposed=is_proposed))
    faults: tuple[FaultLine, ...] = ()
    if finding.is_open:
        faults = tuple(_make_fault_lines(check, finding))
    return FindingSheet(
        key=finding.key,
        words=finding.words,
        law=finding.law,
        choices=tuple(choices),
        is_open=finding.is_open,
        faults=faults,
        entries=entries,
    )


def _make_fault_lines(check: SectionCheck, finding: irregularities.Finding) -> Iterator[FaultLine]:
    """Yield the lines of *finding* whose sides have faults, one for all boards of two pairs."""
    lines_by_pairs: dict[tuple[int, int], list[irregularities.RuledLine]] = defaultdict(list)
    for line in irregularities.list_fault_lines(finding):
        lines_by_pairs[line.ns, line.ew].append(line)
    for (ns, ew), lines in lines_by_pairs.items():
        line = lines[0]
        prefix = f"{finding.key}/{ns}/{ew}"
        is_due_ns, is_due_ew = irregularities.get_due_sides(line)
        ns_fault = "" if finding.is_question else line.ns_fault.value
        ew_fault = "" if finding.is_question else line.ew_fault.value
        boxes = []
        if is_due_ns:
            boxes.append(FaultBox(f"{prefix}/ns", check.played_lines.name(ns), ns_fault))
        if is_due_ew:
            boxes.append(FaultBox(f"{prefix}/ew", check.played_lines.name(ew), ew_fault))
        plural = "s" if len(lines) > 1 else ""
        boards = format_boards([line.board_no for line in lines])
        yield FaultLine(f"Board{plural} {boards}", tuple(boxes))


def _make_choice_sheet(
    check: SectionCheck,
    finding: irregularities.Finding,
    choice: irregularities.Choice,
    effects: irregularities.Effects | None,
    *,
    is_proposed: bool,
) -> ChoiceSheet:
    figures: tuple[EffectFigure, ...] = ()
    if effects and finding.is_open:
        figures = tuple(
            _make_figure(check, effect) for effect in effects.compute(choice, finding.pairs)
        )
    return ChoiceSheet(
        value=f"{finding.key}:{choice.key}",
        words=choice.words,
        lines=tuple(_make_choice_line(check, line) for line in choice.lines),
        figures=figures,
        is_proposed=is_proposed,
    )


def _make_choice_line(check: SectionCheck, line: irregularities.RuledLine) -> ChoiceLine:
    name = check.played_lines.name
    text = CANCELLED if line.text == irregularities.VOID else line.text
    return ChoiceLine(line.board_no, f"{name(line.ns)} against {name(line.ew)}", text)


def _make_figure(check: SectionCheck, effect: irregularities.Effect) -> EffectFigure:
    return EffectFigure(
        name=check.played_lines.name(effect.pair),
        former_figure=_format_effect_figure(effect.before, is_percent=effect.is_percent),
        new_figure=_format_effect_figure(effect.after, is_percent=effect.is_percent),
    )


def _format_effect_figure(figure: Fraction | None, *, is_percent: bool) -> str:
    if figure is None:
        return "–"
    if is_percent:
        return percent_text(figure)
    return format_points(figure)
