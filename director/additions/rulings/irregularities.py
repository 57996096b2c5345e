"""A section as the laws see it, and its irregularities with their choices.

``scoring.laws.irregularities`` finds what went wrong in it; this module only reads the database.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from director.boards.contests import CONTESTS
from director.boards.movement.lines.dependent_scores import fetch_section_groups
from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_field_lines,
    fetch_field_plans,
    fetch_section_lines,
    fetch_section_plan,
)
from director.boards.movement.sections import Key, fetch_scoring_field
from director.boards.movement.words import format_boards
from director.boards.scoring.scored import get_line_key, score_field
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.units import has_own_average
from director.core.base.tags.cards import format_points
from director.models import Plan, Section
from director.models.award import AwardKind
from scoring.display import percent_text
from scoring.errors import ScoringError
from scoring.laws import irregularities
from scoring.registry import find_method

_UNKNOWN_ROUND = 999  # sorts lines without a round last
_LINES_PER_ABSENCE = 5
"""If more than one line in five of a board is missing, the board isn't entered yet."""

Faults = Mapping[tuple[int, int], tuple[irregularities.SideFault, irregularities.SideFault]]
"""The fault of each side of a line, by its N-S and E-W pair."""

_Meeting = tuple[int, frozenset[int]]
"""A board and two pairs, whichever way round they sit."""


_RESULT_COLUMNS = (
    "round_no",
    "entered_at",
    "board_no",
    "ns",
    "ew",
    "table_no",
    "text",
    "standing__kind",
)
"""The columns of a result. The first three give the order of play."""


@dataclass(frozen=True, slots=True)
class SectionCheck:
    """A section's plan, and its lines as the laws judge them."""

    plan: Plan
    played_lines: irregularities.PlayedLines


def fetch_section_check(
    section: Section, absences: Iterable[irregularities.Absence] = (), plan: Plan | None = None
) -> SectionCheck | None:
    """Return the lines of *section* for the laws to judge. None before a movement is chosen.

    *absences* are pairs that were missing. Only contests of pairs are checked: two halves of a team
    play a board, and single players change partners.

    Three queries whatever the size, two if the *plan* in force is passed.
    """
    plan = plan or fetch_section_plan(section)
    if plan is None or not CONTESTS[plan.contest].is_whole_side:
        return None
    due_lines = _fetch_due_lines(plan)
    done_lines, awarded = _fetch_played_lines(section)
    pairs: set[int] = set()
    for lines in (due_lines, done_lines, awarded):
        for line in lines:
            pairs |= {line.ns, line.ew}
    rounds_begun, rounds_over = _find_last_rounds(due_lines, done_lines, awarded)
    scoring_record = section.session.scoring_record
    played_lines = irregularities.PlayedLines(
        due=due_lines,
        done=done_lines,
        awarded=awarded,
        rounds_over=rounds_over,
        awaited=_find_awaited_lines(
            [line for line in due_lines if line.round_no <= rounds_begun],
            {*map(_get_meeting, done_lines), *map(_get_meeting, awarded)},
        ),
        absences=tuple(absences),
        winners=section.winners,
        has_own_average=has_own_average(scoring_record),
        rates_small_groups=scoring_record.scoring_options.get("small_groups", "compared")
        != "compared",
        names={pair: format_pair_name(section, pair) for pair in pairs},
    )
    return SectionCheck(plan, played_lines)


def is_as_planned(section: Section, lines: SectionLines) -> bool:
    """Return whether the laws find nothing in *section*, as on most evenings. (Costs no query.)

    It is True if every one of its *lines* with a result was played as due, without an award over it,
    and nothing is missing in a round that is over. Anything else is a matter of the laws, which may
    still find nothing.
    """
    if section.is_fouled:
        return False
    boards = [
        lines.cache_of_board(board_no, "play", _count_board_play) for board_no in lines.boards
    ]
    last_round = max((board.last_round for board in boards), default=0)
    due_count: Counter[int] = Counter()
    entered_count: Counter[int] = Counter()
    last_places: set[tuple[int, int]] = set()
    entered_last_places: set[tuple[int, int]] = set()
    for board in boards:
        if not board.is_as_planned:
            return False
        due_count.update(board.due_count)
        entered_count.update(board.entered_count)
        if board.last_round == last_round:
            last_places |= board.last_places
            entered_last_places |= board.entered_last_places
    _begun, rounds_over = _count_rounds(
        due_count, entered_count, is_last_entered=last_places == entered_last_places
    )
    return all(
        entered_count[round_no] == due_count[round_no] for round_no in range(1, rounds_over + 1)
    )


def count_open_findings(section: Section, plan: Plan, sheets: SessionSheets | None = None) -> int:
    """Return the number of open findings of *section*. Two queries, none without pairs.

    Questions are left out: every page counts their results as missing already. A page that has the
    *sheets* of the session passes them, with which the number is kept. If all went as planned, their
    lines say so without a query.
    """
    if sheets is None:
        return _count_read_findings(section, plan)

    def count_now() -> int:
        if is_as_planned(section, sheets.lines_of(section)):
            return 0
        return _count_read_findings(section, plan)

    return sheets.keep(("to settle", section.pk), count_now)


def _count_read_findings(section: Section, plan: Plan) -> int:
    check = fetch_section_check(section, plan=plan)
    if check is None:
        return 0
    findings = irregularities.find_all(check.played_lines)
    return sum(finding.is_open and not finding.is_question for finding in findings)


class _BoardPlay(NamedTuple):
    """How far a board is played: its due and entered lines by round, and the places of its last.

    A place is a round and a table. If something is not as planned, the counts are incomplete.
    """

    is_as_planned: bool
    last_round: int
    due_count: Counter[int]
    entered_count: Counter[int]
    last_places: set[tuple[int, int]]
    entered_last_places: set[tuple[int, int]]


def _count_board_play(board_lines: Collection[SectionLine]) -> _BoardPlay:
    """Return how far the board of *board_lines* is played."""
    last_round = max(line.round_no or 0 for line in board_lines)
    # A pair that meets the board twice is a matter of the laws.
    ns_pairs = {line.ns for line in board_lines}
    ew_pairs = {line.ew for line in board_lines}
    is_as_planned = len(ns_pairs | ew_pairs) == 2 * len(board_lines)
    play = _BoardPlay(is_as_planned, last_round, Counter(), Counter(), set(), set())
    for line in board_lines:
        place = (line.round_no or 0, line.table_no or 0)
        if line.is_off_schedule or line.is_extra or line.is_settled:
            return play._replace(is_as_planned=False)
        play.due_count[place[0]] += 1
        if place[0] == last_round:
            play.last_places.add(place)
        if line.result is None or not line.result.text:
            continue
        if line.result.covered or line.result[4:6] != place:
            return play._replace(is_as_planned=False)
        play.entered_count[place[0]] += 1
        if place[0] == last_round:
            play.entered_last_places.add(place)
    return play


def _fetch_due_lines(plan: Plan) -> tuple[irregularities.TableLine, ...]:
    """Return the lines of *plan* in order of play. One query."""
    rows = plan.rows.order_by("round_no", "table_no").values_list(
        "round_no", "table_no", "ns", "ew", "boards"
    )
    return tuple(
        irregularities.TableLine(board_no, ns, ew, round_no, table_no)
        for round_no, table_no, ns, ew, boards in rows
        for board_no in boards
    )


def _fetch_played_lines(
    section: Section,
) -> tuple[tuple[irregularities.TableLine, ...], tuple[irregularities.TableLine, ...]]:
    """Return the lines with a result from a table, and the awards on others, in order of play.

    Two queries.
    """
    groups = fetch_section_groups(section)
    done_lines = []
    awarded = []
    rows = section.results.counted().values_list(*_RESULT_COLUMNS)
    in_order = sorted(rows, key=lambda row: (row[0] or _UNKNOWN_ROUND, *row[1:3]))
    for round_no, _entered_at, board_no, ns, ew, table_no, text, award_kind in in_order:
        if text:
            done_line = irregularities.TableLine(
                board_no,
                ns,
                ew,
                round_no or 0,
                table_no or 0,
                is_void=award_kind in (AwardKind.VOID, AwardKind.NOT_PLAYED),
                group=groups.get((board_no, ns, ew), ""),
            )
            done_lines.append(done_line)
        elif award_kind:
            awarded.append(irregularities.TableLine(board_no, ns, ew))
    return tuple(done_lines), tuple(awarded)


def format_pair_name(section: Section, pair_no: int) -> str:
    """Return the name of a pair in sentences: ``"5 N-S"``, or ``"pair 5"`` in a single ranking."""
    label = section.label(pair_no)
    if section.winners == 2:
        return label
    return f"pair {label}"


def _find_last_rounds(
    due_lines: Sequence[irregularities.TableLine],
    done_lines: Sequence[irregularities.TableLine],
    awarded: Sequence[irregularities.TableLine],
) -> tuple[int, int]:
    """Return the last round with results entered, and the last round that is over.

    A round has begun once a quarter of its lines are entered.  It is over once three quarters are
    and a later one has begun; the last round is over once every table has entered something.  Until
    then missing lines are only not entered yet.
    """
    # A line played off schedule counts for its scheduled round, if it has one.
    planned_places = {_get_meeting(line): (line.round_no, line.table_no) for line in due_lines}
    entered_places = [planned_places.get(_get_meeting(line), (0, 0)) for line in awarded]
    for line in done_lines:
        own_place = (line.round_no, line.table_no)
        entered_places.append(planned_places.get(_get_meeting(line), own_place))
    last_round = max((line.round_no for line in due_lines), default=0)
    last_places = {
        (line.round_no, line.table_no) for line in due_lines if line.round_no == last_round
    }
    return _count_rounds(
        Counter(line.round_no for line in due_lines),
        Counter(round_no for round_no, _table_no in entered_places),
        is_last_entered=last_places <= set(entered_places),
    )


def _count_rounds(
    due_count: Counter[int], entered_count: Counter[int], *, is_last_entered: bool
) -> tuple[int, int]:
    """Return the last round that has begun, and the last that is over, by the lines in each round.

    *is_last_entered* says whether every table has entered something in the last round.
    """
    rounds_begun = max(
        (round_no for round_no in due_count if 4 * entered_count[round_no] >= due_count[round_no]),
        default=0,
    )
    last_round = max(due_count, default=0)
    rounds_over = 0
    for round_no in range(1, last_round + 1):
        play_went_on = is_last_entered if round_no == last_round else round_no < rounds_begun
        if 4 * entered_count[round_no] < 3 * due_count[round_no] or not play_went_on:
            break
        rounds_over = round_no
    return rounds_begun, rounds_over


def _find_awaited_lines(
    due_lines: Sequence[irregularities.TableLine], entered: Collection[_Meeting]
) -> frozenset[Key]:
    """Return the lines of *due_lines* that may still be entered.

    They are on boards of which more than one line in five is missing: whoever enters results board
    by board hasn't come to these.
    """
    missing_lines = [line for line in due_lines if _get_meeting(line) not in entered]
    due_count = Counter(line.board_no for line in due_lines)
    missing_count = Counter(line.board_no for line in missing_lines)
    awaited = set()
    for line in missing_lines:
        may_be_absent = max(1, due_count[line.board_no] // _LINES_PER_ABSENCE)
        if missing_count[line.board_no] > may_be_absent:
            awaited.add((line.board_no, line.ns, line.ew))
    return frozenset(awaited)


def _get_meeting(
    line: irregularities.TableLine,
) -> _Meeting:
    return line.board_no, frozenset((line.ns, line.ew))


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
