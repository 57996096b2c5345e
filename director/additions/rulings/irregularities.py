"""The problems of a section by the laws, for the page Report a problem and for counting.

``scoring.laws.irregularities`` finds them in the lines that this module reads from the database.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from director.boards.contests import CONTESTS
from director.boards.movement.lines.dependent_scores import fetch_group_by_line
from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_field_lines,
    fetch_plans_by_section,
    fetch_section_lines,
)
from director.boards.movement.sections import Key, fetch_scoring_field
from director.boards.movement.words import format_boards
from director.boards.scoring.scored import get_line_key, score_field
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import has_own_average
from director.core.base.tags.cards import format_points
from director.models import Plan, Section
from director.models.award import AwardKind
from scoring.display import format_percent
from scoring.errors import ScoringError
from scoring.laws import irregularities
from scoring.registry import get_method

_UNKNOWN_ROUND = 999  # sorts lines without a round last
_MIN_LINES_PER_ABSENCE = 5
"""If more than one line in five of a board is missing, the board isn't entered yet."""
MAX_PROBLEMS_WITH_EFFECTS = 12
"""The first problems, whose effects are calculated. Later ones get theirs once these are settled.

Each choice scores the field again.
"""
CANCELLED_LABEL = "cancelled"

FaultsByPairs = Mapping[tuple[int, int], tuple[irregularities.SideFault, irregularities.SideFault]]
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
    played_lines: irregularities.SessionLines


def fetch_section_check(
    section: Section, absences: Iterable[irregularities.Absence] = (), plan: Plan | None = None
) -> SectionCheck | None:
    """Return the lines of *section* for the laws to judge. None before a movement is chosen.

    *absences* are missing pairs. Only contests of pairs are checked: two halves of a team play each
    board, and single players change partners.

    Three queries whatever the size, two if the *plan* in force is passed.
    """
    plan = plan or section.plan
    if plan is None or not CONTESTS[plan.contest].is_whole_side:
        return None
    due_lines = _fetch_due_lines(plan)
    started_lines, awarded_lines = _fetch_played_lines(section)
    pairs: set[int] = set()
    for lines in (due_lines, started_lines, awarded_lines):
        for line in lines:
            pairs |= {line.ns, line.ew}
    last_round_begun, last_round_over = _compute_last_rounds(
        due_lines, started_lines, awarded_lines
    )
    lines_begun = [line for line in due_lines if line.round_no <= last_round_begun]
    entered_meetings = set(map(_get_meeting, (*started_lines, *awarded_lines)))
    scoring_record = section.session.scoring_record
    small_group_choice = scoring_record.scoring_options.get("small_groups", "compared")
    played_lines = irregularities.SessionLines(
        due_lines=due_lines,
        started_lines=started_lines,
        awarded_lines=awarded_lines,
        last_round_over=last_round_over,
        missing_results=_compute_awaited_lines(lines_begun, entered_meetings),
        absences=tuple(absences),
        winner_count=section.winners,
        has_own_average=has_own_average(scoring_record),
        scores_lone_results=small_group_choice != "compared",
        name_by_pair={pair: format_pair_name(section, pair) for pair in pairs},
    )
    return SectionCheck(plan, played_lines)


def is_played_as_planned(section: Section, lines: SectionLines) -> bool:
    """Return whether the laws find nothing in *section*, as on most evenings. (Costs no query.)

    It is True if each of its *lines* with a result was played as due and has no award, and no result
    is missing in a round that is over. In any other case the laws decide, and may still find nothing.
    """
    return not section.is_fouled and lines.compute_once("as planned", _are_played_as_planned)


def _are_played_as_planned(lines: SectionLines) -> bool:
    # A pair that meets a board twice is a matter of the laws.
    if any(_has_pair_twice(lines.get_board_lines(board_no)) for board_no in lines.boards):
        return False
    entered_lines = []
    for line in lines.all:
        if line.is_off_schedule or line.is_extra or line.is_settled:
            return False
        result = line.result
        if result is None or not result.text:
            continue
        played_round_and_table = (result.round_no, result.table_no)
        if result.covered_result or played_round_and_table != _get_round_and_table(line):
            return False
        entered_lines.append(line)
    due_tables = Counter(map(_get_round_and_table, lines.all))
    entered_tables = Counter(map(_get_round_and_table, entered_lines))
    due_counts = _sum_by_round(due_tables)
    entered_counts = _sum_by_round(entered_tables)
    last_round = max(due_counts, default=0)
    last_tables = {table for table in due_tables if table[0] == last_round}
    _last_round_begun, last_round_over = _compute_begun_and_over(
        due_counts, entered_counts, is_last_entered=last_tables <= entered_tables.keys()
    )
    return all(
        entered_counts[round_no] == due_counts[round_no]
        for round_no in range(1, last_round_over + 1)
    )


def _has_pair_twice(board_lines: Collection[SectionLine]) -> bool:
    pairs = {line.ns for line in board_lines} | {line.ew for line in board_lines}
    return len(pairs) < 2 * len(board_lines)


def _get_round_and_table(line: SectionLine) -> tuple[int, int]:
    return line.round_no or 0, line.table_no or 0


def _sum_by_round(counts: Mapping[tuple[int, int], int]) -> Counter[int]:
    """Return *counts* by round and table added up by round."""
    sums: Counter[int] = Counter()
    for (round_no, _table_no), count in counts.items():
        sums[round_no] += count
    return sums


def count_open_problems(
    section: Section, plan: Plan, session_results: SessionResults | None = None
) -> int:
    """Return the number of open problems of *section*. Two queries, none without pairs.

    Questions are left out: every page counts their results as missing already. The number is cached
    with the *session_results* of the session, if they are passed. It costs no query then if all lines were
    played as planned.
    """
    if session_results is None:
        return _count_fetched_problems(section, plan)

    def count_now() -> int:
        if is_played_as_planned(section, session_results.get_section_lines(section)):
            return 0
        return _count_fetched_problems(section, plan)

    return session_results.compute_once(("to settle", section.pk), count_now)


def _count_fetched_problems(section: Section, plan: Plan) -> int:
    check = fetch_section_check(section, plan=plan)
    if check is None:
        return 0
    problems = irregularities.list_irregularities(check.played_lines)
    return sum(problem.is_open and not problem.is_uncertain for problem in problems)


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
    """Return the lines with a result from a table, and lines with only an award, in order of play.

    Two queries.
    """
    group_by_line = fetch_group_by_line(section)
    done_lines = []
    awarded_lines = []
    rows = section.results.counted().values_list(*_RESULT_COLUMNS)
    ordered_rows = sorted(rows, key=lambda row: (row[0] or _UNKNOWN_ROUND, *row[1:3]))
    for round_no, _entered_at, board_no, ns, ew, table_no, text, award_kind in ordered_rows:
        if text:
            done_line = irregularities.TableLine(
                board_no,
                ns,
                ew,
                round_no or 0,
                table_no or 0,
                is_void=award_kind in (AwardKind.VOID, AwardKind.NOT_PLAYED),
                group=group_by_line.get((board_no, ns, ew), ""),
            )
            done_lines.append(done_line)
        elif award_kind:
            awarded_lines.append(irregularities.TableLine(board_no, ns, ew))
    return tuple(done_lines), tuple(awarded_lines)


def format_pair_name(section: Section, pair_no: int) -> str:
    """Return the name of a pair in sentences: ``"5 N-S"``, or ``"pair 5"`` in a single ranking."""
    label = section.get_label(pair_no)
    if section.winners == 2:
        return label
    return f"pair {label}"


def _compute_last_rounds(
    due_lines: Sequence[irregularities.TableLine],
    done_lines: Sequence[irregularities.TableLine],
    awarded_lines: Sequence[irregularities.TableLine],
) -> tuple[int, int]:
    """Return the last round with results entered, and the last round that is over.

    A round has begun once a quarter of its lines are entered. It is over once three quarters are
    entered and a later one has begun; the last round is over once every table has entered something.
    In a round that isn't over, a missing line is just not entered yet.
    """
    # A line played off schedule counts for its scheduled round, if it has one.
    planned_table_by_meeting = {
        _get_meeting(line): (line.round_no, line.table_no) for line in due_lines
    }
    entered_tables = []
    for line in awarded_lines:
        entered_tables.append(planned_table_by_meeting.get(_get_meeting(line), (0, 0)))
    for line in done_lines:
        stated_table = (line.round_no, line.table_no)
        entered_tables.append(planned_table_by_meeting.get(_get_meeting(line), stated_table))
    last_round = max((line.round_no for line in due_lines), default=0)
    last_tables = {
        (line.round_no, line.table_no) for line in due_lines if line.round_no == last_round
    }
    return _compute_begun_and_over(
        Counter(line.round_no for line in due_lines),
        Counter(round_no for round_no, _table_no in entered_tables),
        is_last_entered=last_tables <= set(entered_tables),
    )


def _compute_begun_and_over(
    due_counts: Counter[int], entered_counts: Counter[int], *, is_last_entered: bool
) -> tuple[int, int]:
    """Return the last round that has begun, and the last that is over, by the lines in each round.

    *is_last_entered* says whether every table has entered something in the last round.
    """
    last_round_begun = max(
        (
            round_no
            for round_no in due_counts
            if 4 * entered_counts[round_no] >= due_counts[round_no]
        ),
        default=0,
    )
    last_round = max(due_counts, default=0)
    last_round_over = 0
    for round_no in range(1, last_round + 1):
        is_followed_by_play = (
            is_last_entered if round_no == last_round else round_no < last_round_begun
        )
        if 4 * entered_counts[round_no] < 3 * due_counts[round_no] or not is_followed_by_play:
            break
        last_round_over = round_no
    return last_round_begun, last_round_over


def _compute_awaited_lines(
    due_lines: Sequence[irregularities.TableLine], entered_meetings: Collection[_Meeting]
) -> frozenset[Key]:
    """Return the lines of *due_lines* that may still be entered.

    They are on boards with more than one line in five missing: a scorer who enters results board by
    board hasn't come to these yet.
    """
    missing_lines = [line for line in due_lines if _get_meeting(line) not in entered_meetings]
    due_count = Counter(line.board_no for line in due_lines)
    missing_count = Counter(line.board_no for line in missing_lines)
    awaited = set()
    for line in missing_lines:
        max_absent_count = max(1, due_count[line.board_no] // _MIN_LINES_PER_ABSENCE)
        if missing_count[line.board_no] > max_absent_count:
            awaited.add((line.board_no, line.ns, line.ew))
    return frozenset(awaited)


def _get_meeting(line: irregularities.TableLine) -> _Meeting:
    return line.board_no, frozenset((line.ns, line.ew))


@dataclass(frozen=True, slots=True)
class ScoreEffect:
    """A pair's score before and after a choice."""

    name: str
    previous_score: str
    new_score: str

    @property
    def has_difference(self) -> bool:
        """Whether the choice makes a difference to the pair."""
        return self.previous_score != self.new_score


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """A line that a choice awards."""

    board_no: int
    pairs: str  # "5 N-S against 9 E-W"
    text: str


@dataclass(frozen=True, slots=True)
class ChoiceDetails:
    """One choice: its button, the lines that it awards, and the figures of the pairs concerned."""

    value: str
    label: str
    lines: tuple[ChoiceLine, ...]
    effects: tuple[ScoreEffect, ...]
    is_proposed: bool


@dataclass(frozen=True, slots=True)
class FaultBox:
    """A box to choose the fault of a pair."""

    name: str  # of the form field
    pair: str
    proposed_fault: str  # a value of SideFault, "" for a question


@dataclass(frozen=True, slots=True)
class FaultRow:
    """Boards of two pairs for which a director may set the fault of each.

    There is only one box if the boards were due for one of the pairs.
    """

    boards_label: str
    boxes: tuple[FaultBox, ...]


@dataclass(frozen=True, slots=True)
class EntryBox:
    """A box for the result of a line that has none."""

    key: str
    label: str
    version: int  # of the empty line, so that a result entered elsewhere is noticed


@dataclass(frozen=True, slots=True)
class MissingTableEntries:
    """The boxes of one table in one round. The table's page in Scores saves them."""

    round_no: int | None
    table_no: int | None
    boxes: tuple[EntryBox, ...]


@dataclass(frozen=True, slots=True)
class ProblemDetails:
    """One problem of the page."""

    key: str
    message: str
    law: str
    choices: tuple[ChoiceDetails, ...]
    is_open: bool  # whether a choice, or the fault of each side, can settle it
    fault_rows: tuple[FaultRow, ...] = ()
    # With any, the problem is a question: its results may only not be entered.
    missing_entries: tuple[MissingTableEntries, ...] = ()

    @property
    def proposed_choice(self) -> str:
        """The value of the proposed choice, or "" for a question."""
        return "" if self.missing_entries else self.choices[0].value

    @property
    def fault_choice(self) -> str:
        """The value of the button that settles it by the chosen faults."""
        return f"{self.key}:{irregularities.BY_FAULT}"


@dataclass(frozen=True, slots=True)
class IrregularitiesPage:
    """All problems of a section: open ones to settle, and others for information."""

    open_problems: tuple[ProblemDetails, ...]
    other_problems: tuple[ProblemDetails, ...]
    is_percent: bool

    @property
    def proposed_choices(self) -> list[str]:
        """The value of each proposed choice. Questions have none."""
        return [
            problem.proposed_choice for problem in self.open_problems if problem.proposed_choice
        ]


def make_irregularities_page(
    section: Section, absences: Iterable[irregularities.Absence] = ()
) -> IrregularitiesPage | None:
    """Return the problems of *section*. None before a movement is chosen.

    The number of queries doesn't depend on the size.
    """
    check = fetch_section_check(section, absences)
    if check is None:
        return None
    problems = irregularities.list_irregularities(check.played_lines)
    effects = None
    if any(problem.is_open for problem in problems):
        effects = _make_effects_calculator(section, problems)
    lines = None
    if any(problem.is_uncertain for problem in problems):
        lines = fetch_section_lines(section, check.plan)
    details = []
    for number, problem in enumerate(problems):
        shown_effects = effects if number < MAX_PROBLEMS_WITH_EFFECTS else None
        entries: tuple[MissingTableEntries, ...] = ()
        if lines and problem.is_uncertain:
            entries = _make_table_entries(check, problem, lines)
        details.append(_make_problem_details(check, problem, shown_effects, entries))
    return IrregularitiesPage(
        open_problems=tuple(problem for problem in details if problem.is_open),
        other_problems=tuple(problem for problem in details if not problem.is_open),
        is_percent="%" in get_method(section.session.scoring_record.scoring).accepted_rulings,
    )


def _make_effects_calculator(
    section: Section, problems: Iterable[irregularities.Irregularity]
) -> irregularities.EffectCalculator | None:
    """Return the calculator of figures before and after a choice. None if nothing can be scored."""
    scoring_field = fetch_scoring_field(section)
    # A field in which a pair plays a board twice can't be scored, so the second line, which is
    # void by law, is left out from the start.
    void_lines: set[Key] = set()
    for problem in problems:
        for key in _collect_repeated_lines(problem):
            void_lines.add(scoring_field.get_field_key(section, key))
    lines = fetch_field_lines(scoring_field, fetch_plans_by_section(scoring_field))
    scored_lines = [line for line in lines.all if get_line_key(line) not in void_lines]
    try:
        scored = score_field(
            scoring_field, SectionLines(scored_lines, stored_matches=lines.stored_matches)
        )
    except ScoringError:
        return None
    scoring_record = section.session.scoring_record

    def get_pair_key(pair_no: int) -> tuple[str | None, int]:
        pair = scoring_field.get_field_number(section, pair_no)
        return scoring_field.get_direction(pair) or None, scoring_field.get_scoring_number(pair)

    compared_name = scoring_field.get_compared_name(scoring_field.get_field_number(section, 1))
    return irregularities.EffectCalculator(
        scored.field,
        get_method(scoring_record.scoring),
        scoring_field.ranking_field.scoring_options,
        get_pair_key,
        compared_name,
    )


def _collect_repeated_lines(problem: irregularities.Irregularity) -> set[Key]:
    """Return the lines on which a board was played a second time."""
    if problem.kind is not irregularities.IrregularityKind.PLAYED_TWICE:
        return set()
    return {
        (line.board_no, line.ns, line.ew)
        for line in problem.choices[0].lines
        if line.score_text == irregularities.CANCELLED
    }


def _make_table_entries(
    check: SectionCheck, problem: irregularities.Irregularity, lines: SectionLines
) -> tuple[MissingTableEntries, ...]:
    """Return a box for each line of the question *problem*, table by table."""
    boxes_by_table: dict[tuple[int | None, int | None], list[EntryBox]] = defaultdict(list)
    # Every choice of a question is about the same lines.
    for ruled_line in problem.choices[0].lines:
        line = lines.find_line(ruled_line.board_no, ruled_line.ns, ruled_line.ew)
        if line:
            pairs = _format_pairs(check, line.ns, line.ew)
            box = EntryBox(
                key=format_line_key(line.board_no, line.ns, line.ew),
                label=f"Board {line.board_no}, {pairs}",
                version=line.result.version if line.result else 0,
            )
            boxes_by_table[line.round_no, line.table_no].append(box)
    return tuple(
        MissingTableEntries(round_no, table_no, tuple(boxes))
        for (round_no, table_no), boxes in boxes_by_table.items()
    )


def _make_problem_details(
    check: SectionCheck,
    problem: irregularities.Irregularity,
    effects: irregularities.EffectCalculator | None,
    entries: tuple[MissingTableEntries, ...],
) -> ProblemDetails:
    choices = []
    for number, choice in enumerate(problem.choices):
        # The first choice is the one that the laws propose, unless nobody knows what happened.
        is_proposed = number == 0 and not problem.is_uncertain
        choices.append(
            _make_choice_details(check, problem, choice, effects, is_proposed=is_proposed)
        )
    fault_rows: tuple[FaultRow, ...] = ()
    if problem.is_open:
        fault_rows = tuple(_make_fault_rows(check, problem))
    return ProblemDetails(
        key=problem.key,
        message=problem.description,
        law=problem.law,
        choices=tuple(choices),
        is_open=problem.is_open,
        fault_rows=fault_rows,
        missing_entries=entries,
    )


def _make_fault_rows(
    check: SectionCheck, problem: irregularities.Irregularity
) -> Iterator[FaultRow]:
    """Yield the boxes for the faults in *problem*, one row for all boards of two pairs."""
    lines_by_pairs: dict[tuple[int, int], list[irregularities.RuledLine]] = defaultdict(list)
    for line in irregularities.list_lines_with_faults(problem):
        lines_by_pairs[line.ns, line.ew].append(line)
    for (ns, ew), lines in lines_by_pairs.items():
        line = lines[0]
        prefix = f"{problem.key}/{ns}/{ew}"
        is_due_ns, is_due_ew = irregularities.get_due_sides(line)
        ns_fault = "" if problem.is_uncertain else line.ns_fault.value
        ew_fault = "" if problem.is_uncertain else line.ew_fault.value
        boxes = []
        if is_due_ns:
            boxes.append(FaultBox(f"{prefix}/ns", check.played_lines.get_name(ns), ns_fault))
        if is_due_ew:
            boxes.append(FaultBox(f"{prefix}/ew", check.played_lines.get_name(ew), ew_fault))
        plural = "s" if len(lines) > 1 else ""
        boards = format_boards([line.board_no for line in lines])
        yield FaultRow(f"Board{plural} {boards}", tuple(boxes))


def _make_choice_details(
    check: SectionCheck,
    problem: irregularities.Irregularity,
    choice: irregularities.RulingChoice,
    effects: irregularities.EffectCalculator | None,
    *,
    is_proposed: bool,
) -> ChoiceDetails:
    score_effects: tuple[ScoreEffect, ...] = ()
    if effects and problem.is_open:
        score_effects = tuple(
            _make_score_effect(check, effect)
            for effect in effects.compute_effects(choice, problem.pairs)
        )
    return ChoiceDetails(
        value=f"{problem.key}:{choice.key}",
        label=choice.label,
        lines=tuple(_make_choice_line(check, line) for line in choice.lines),
        effects=score_effects,
        is_proposed=is_proposed,
    )


def _make_choice_line(check: SectionCheck, line: irregularities.RuledLine) -> ChoiceLine:
    text = CANCELLED_LABEL if line.score_text == irregularities.CANCELLED else line.score_text
    return ChoiceLine(line.board_no, _format_pairs(check, line.ns, line.ew), text)


def _format_pairs(check: SectionCheck, ns: int, ew: int) -> str:
    get_name = check.played_lines.get_name
    return f"{get_name(ns)} against {get_name(ew)}"


def _make_score_effect(check: SectionCheck, effect: irregularities.Effect) -> ScoreEffect:
    return ScoreEffect(
        name=check.played_lines.get_name(effect.pair),
        previous_score=_format_effect_score(effect.figure_before, is_percent=effect.is_percent),
        new_score=_format_effect_score(effect.figure_after, is_percent=effect.is_percent),
    )


def _format_effect_score(score: Fraction | None, *, is_percent: bool) -> str:
    if score is None:
        return "–"
    if is_percent:
        return format_percent(score)
    return format_points(score)
