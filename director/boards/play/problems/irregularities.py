"""Irregularities as the page shows them.

Findings, choices, and what each choice costs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from director.boards.movement.lines.read import SectionLines, field_lines, field_plans
from director.boards.movement.scoring_field import Key, scoring_field_of
from director.boards.movement.words import boards_text
from director.boards.play.problems.section import SectionCheck, section_night
from director.boards.scoring.scored import field_scored, line_of
from director.core.base.tags.cards import points
from director.models import Plan, Section
from scoring import ScoringError, find_method, irregularities, percent_text

FIGURED = 12
"""For so many findings figures are made at once; those of others are made when these are settled."""

CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Figure:
    """What a pair has as things stand, and after a choice."""

    name: str
    before: str
    after: str

    @property
    def changes(self) -> bool:
        """Whether the choice makes a difference to the pair."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A line that a choice writes: where, for whom, and its text."""

    board_no: int
    pairs: str
    text: str


@dataclass(frozen=True, slots=True)
class ChoiceSheet:
    """One choice.

    The value of its button, its words, the lines it writes, and the figures of those concerned.
    """

    value: str
    words: str
    lines: tuple[ChoiceLine, ...]
    figures: tuple[Figure, ...]
    is_proposed: bool


@dataclass(frozen=True, slots=True)
class FaultBox:
    """The box in which the fault of a pair is chosen: its name, who it is about, and what is proposed."""

    name: str
    pair: str
    fault: str


@dataclass(frozen=True, slots=True)
class FaultLine:
    """Boards of two pairs for which a director may set the fault of each.

    If they were due for one pair alone, there is one box.
    """

    boards: str
    boxes: tuple[FaultBox, ...]


@dataclass(frozen=True, slots=True)
class FindingSheet:
    """One finding.

    With *is_open* it is settled by one of its choices, or by the fault of each side.
    """

    key: str
    words: str
    law: str
    choices: tuple[ChoiceSheet, ...]
    is_open: bool
    faults: tuple[FaultLine, ...] = ()

    @property
    def by_fault(self) -> str:
        """The value of the button that settles it by the faults chosen."""
        return f"{self.key}:{irregularities.BY_FAULT}"


@dataclass(frozen=True, slots=True)
class IrregularitiesPage:
    """All findings of a section: what is to be settled, and what stands and is only told."""

    open: tuple[FindingSheet, ...]
    told: tuple[FindingSheet, ...]
    is_percent: bool


def irregularities_page(
    section: Section, absences: Iterable[irregularities.Absence] = ()
) -> IrregularitiesPage | None:
    """Return what happened in *section*, ``None`` before a movement is chosen.

    The same queries whatever the size.
    """
    night = section_night(section, absences)
    if night is None:
        return None
    findings = irregularities.find_all(night.known)
    effects = _effects(section, findings) if any(finding.is_open for finding in findings) else None
    sheets = [
        _finding(night, finding, effects if at < FIGURED else None)
        for at, finding in enumerate(findings)
    ]
    accepts = find_method(section.session.event.scoring).accepts
    return IrregularitiesPage(
        open=tuple(sheet for sheet in sheets if sheet.is_open),
        told=tuple(sheet for sheet in sheets if not sheet.is_open),
        is_percent="%" in accepts,
    )


def things_to_settle(section: Section, plan: Plan) -> int:
    """Return how many things wait for the director.

    Two queries whatever the size, none where no pairs play.
    """
    night = section_night(section, plan=plan)
    if night:
        return sum(finding.is_open for finding in irregularities.find_all(night.known))
    return 0


def _effects(
    section: Section, findings: Iterable[irregularities.Finding]
) -> irregularities.Effects | None:
    """Return a function that gives the figures before and after a choice.

    ``None`` if nothing can be scored yet.

    A board that was played twice cannot be scored so: the second line, void by law, is left out
    from the start.
    """
    scoring_field = scoring_field_of(section)
    void = set()
    for finding in findings:
        for key in _played_again(finding):
            void.add(scoring_field.key(section, key))
    every = field_lines(scoring_field, field_plans(scoring_field)).all
    try:
        scored = field_scored(
            scoring_field, SectionLines([line for line in every if line_of(line) not in void])
        )
    except ScoringError:
        return None
    event = section.session.event

    def key_of(pair_no: int) -> tuple[str | None, int]:
        pair = scoring_field.pair(section, pair_no)
        return scoring_field.direction(pair) or None, scoring_field.number(pair)

    letter = section.letter if scoring_field.is_divided else ""
    return irregularities.Effects(
        scored.field, find_method(event.scoring), event.scoring_options, key_of, letter
    )


def _played_again(finding: irregularities.Finding) -> set[Key]:
    """Return the lines on which a board was played a second time."""
    if finding.kind is not irregularities.Kind.PLAYED_TWICE:
        return set()
    return {
        (line.board_no, line.ns, line.ew)
        for line in finding.choices[0].lines
        if line.text == irregularities.VOID
    }


def _finding(
    night: SectionCheck, finding: irregularities.Finding, effects: irregularities.Effects | None
) -> FindingSheet:
    choices = tuple(
        _choice(night, finding, choice, effects, is_proposed=at == 0)
        for at, choice in enumerate(finding.choices)
    )
    faults = tuple(_faults(night, finding)) if finding.is_open else ()
    return FindingSheet(finding.key, finding.words, finding.law, choices, finding.is_open, faults)


def _faults(night: SectionCheck, finding: irregularities.Finding) -> Iterator[FaultLine]:
    """Yield the lines of *finding* whose sides have faults of their own.

    Those of the same two pairs are together.
    """
    couples: dict[tuple[int, int], list[irregularities.RuledLine]] = {}
    for line in irregularities.lines_by_fault(finding):
        couples.setdefault((line.ns, line.ew), []).append(line)
    for (ns, ew), lines in couples.items():
        sides = zip(("ns", "ew"), (ns, ew), (lines[0].ns_fault, lines[0].ew_fault), strict=True)
        yield FaultLine(
            f"Board{'s' if len(lines) > 1 else ''} {boards_text([line.board_no for line in lines])}",
            tuple(
                FaultBox(f"{finding.key}/{ns}/{ew}/{side}", night.known.name(pair_no), fault.value)
                for (side, pair_no, fault), due in zip(
                    sides, irregularities.is_due(lines[0]), strict=True
                )
                if due
            ),
        )


def _choice(
    night: SectionCheck,
    finding: irregularities.Finding,
    choice: irregularities.Choice,
    effects: irregularities.Effects | None,
    *,
    is_proposed: bool,
) -> ChoiceSheet:
    seen = effects.of(choice, finding.pairs) if effects and finding.is_open else ()
    return ChoiceSheet(
        value=f"{finding.key}:{choice.key}",
        words=choice.words,
        lines=tuple(_line(night, line) for line in choice.lines),
        figures=tuple(_figure(night, effect) for effect in seen),
        is_proposed=is_proposed,
    )


def _line(night: SectionCheck, line: irregularities.RuledLine) -> ChoiceLine:
    name = night.known.name
    text = CANCELLED if line.text == irregularities.VOID else line.text
    return ChoiceLine(line.board_no, f"{name(line.ns)} against {name(line.ew)}", text)


def _figure(night: SectionCheck, effect: irregularities.Effect) -> Figure:
    texts = [
        "–" if figure is None else _text(effect, figure) for figure in (effect.before, effect.after)
    ]
    return Figure(night.known.name(effect.pair), *texts)


def _text(effect: irregularities.Effect, figure: Fraction) -> str:
    if effect.is_percent:
        return percent_text(figure)
    return points(figure)
