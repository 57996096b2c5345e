"""All lines of a section by its plan, with their results."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from director.boards.movement.lines.entry import LATER
from director.boards.movement.rounds import are_knockouts, is_by_round, is_drawn
from director.boards.movement.scoring_field import ScoringField
from director.models import Plan, PlanRow, PlayedRow, Result, Section, Session
from director.models.event import Clock
from movements import ByeStand, Movement, SitOut, TableRound


class StoredResult(NamedTuple):
    """A stored result as pages need it. A model instance costs ten times as much.

    *text*, *ns_score* and *reading* are those of what counts; *covered* is what was made under an
    award, else empty.
    """

    pk: int
    board_no: int
    ns: int
    ew: int
    round_no: int | None
    table_no: int | None
    text: str
    ns_score: int | None
    reading: str
    version: int
    covered: str
    lead: str


_STORED = (
    *StoredResult._fields[:6],
    "counted",
    "counted_score",
    "counted_reading",
    "version",
    "covered",
    "lead",
)
"""The columns of a stored line."""
_TEXTS = [StoredResult._fields.index(name) for name in ("text", "reading")]


class Bye(NamedTuple):
    """A contestant without an opponent in a drawn round, whose matches have *boards* boards."""

    round_no: int
    contestant: int
    boards: int


class SectionLine(NamedTuple):
    """Two pairs on one board. An imported night knows no round or table.

    *is_off_schedule* says that the movement did not make it due, *is_half* that it is one of a half
    match; *is_extra* that it is beside all that is due, and in place of none of it.
    """

    board_no: int
    ns: int
    ew: int
    round_no: int | None
    table_no: int | None
    result: StoredResult | None
    is_off_schedule: bool = False
    is_half: bool = False
    is_extra: bool = False

    def moved(self, base: int) -> "SectionLine":
        """Return the line with the pair numbers of a scoring field, which begin after *base*."""
        at = self.board_no, self.ns + base, self.ew + base, self.round_no, self.table_no
        return SectionLine(*at, *self[5:])

    @property
    def text(self) -> str:
        """Return the entry of this line, or ""."""
        if self.result:
            return self.result.text
        return ""

    @property
    def reading(self) -> str:
        """What was read of the text when it was stored."""
        if self.result:
            return self.result.reading
        return ""

    @property
    def ns_score(self) -> int | None:
        """The stored N-S score, or None."""
        if self.result:
            return self.result.ns_score
        return None

    @property
    def covered(self) -> str:
        """What was made, where an award counts in its place, else ``""``."""
        if self.result:
            return self.result.covered
        return ""

    @property
    def lead(self) -> str:
        """The opening lead, if the players entered it, or ""."""
        if self.result and not self.result.covered:
            return self.result.lead
        return ""

    @property
    def is_in(self) -> bool:
        """Whether a result is entered. One that is played later is not."""
        return self.text not in ("", LATER)

    @property
    def is_later(self) -> bool:
        """Whether it is to be played later than its round."""
        return self.text == LATER


class SectionLines:
    """The lines of a section, with lookups that are built when they are needed.

    *plans* make them due, each with the number after which its own begin; those after the round
    *until* are left out.
    """

    def __init__(
        self,
        lines: list[SectionLine],
        byes: Collection[Bye] = (),
        *,
        plans: Collection[tuple[int, Plan]] = (),
        until: int | None = None,
        is_by_round: bool = False,
        is_knockout: bool = False,
    ) -> None:
        self.all = lines
        self.plans = plans
        self.until = until
        self.byes = tuple(byes)
        self.is_by_round = is_by_round
        self.is_knockout = is_knockout

    @cached_property
    def _by_key(self) -> dict[tuple[int, int, int], SectionLine]:
        return {(line.board_no, line.ns, line.ew): line for line in self.all}

    @cached_property
    def _by_board(self) -> dict[int, list[SectionLine]]:
        by_board: dict[int, list[SectionLine]] = defaultdict(list)
        for line in self.all:
            by_board[line.board_no].append(line)
        return by_board

    @cached_property
    def _by_table(self) -> dict[tuple[int | None, int | None], list[SectionLine]]:
        by_table: dict[tuple[int | None, int | None], list[SectionLine]] = defaultdict(list)
        for line in self.all:
            by_table[line.round_no, line.table_no].append(line)
        return by_table

    def find(self, board_no: int, ns: int, ew: int) -> SectionLine | None:
        """Return the line of these pairs on this board, or ``None``."""
        return self._by_key.get((board_no, ns, ew))

    def on_board(self, board_no: int) -> list[SectionLine]:
        """Return the lines of one board in order of N-S number."""
        return sorted(self._by_board.get(board_no, []), key=lambda line: line.ns)

    def at_table(self, round_no: int, table_no: int) -> list[SectionLine]:
        """Return the lines of one table in one round, in playing order."""
        return self._by_table.get((round_no, table_no), [])

    def is_reached(self, round_no: int | None, session: Session) -> bool:
        """Return whether *round_no* has come, by the clock or because all tables entered it."""
        return is_on_clock(round_no, session) or round_no in self._rounds_entered

    @cached_property
    def latest_round(self) -> int:
        """The last round with a result, or 0."""
        return max((line.round_no or 0 for line in self.all if line.is_in), default=0)

    def due_words(self, line: SectionLine, session: Session) -> str:
        """Return that the result of *line* is missing or will be played later, or "".

        Where nobody runs the clock of *session*, the last round with a result is the one that is
        reached.
        """
        if line.text:
            return ""
        is_run = session.clock != Clock.WAITING or session.round_no > 1
        reached = session.round_no if is_run else self.latest_round + 1
        is_due = line.round_no is None or session.clock == Clock.OVER or line.round_no < reached
        if is_due:
            return "missing"
        return f"round {line.round_no}"

    @cached_property
    def _rounds_entered(self) -> set[int | None]:
        """The rounds whose lines are all entered or put off."""
        return {line.round_no for line in self.all} - {
            line.round_no for line in self.all if not line.text
        }

    @property
    def boards(self) -> list[int]:
        """The numbers of the boards in play, ascending."""
        return sorted(self._by_board)

    def boards_text(self) -> str:
        """Return the boards in play as people say them: ``"1 to 26"``."""
        boards = self.boards
        if boards and boards == list(range(boards[0], boards[-1] + 1)):
            return f"{boards[0]} to {boards[-1]}"
        return ", ".join(map(str, boards)) or "none yet"

    @property
    def results_in(self) -> int:
        """How many of the lines that are due have a result."""
        return sum(1 for line in self.all if line.is_in and not line.is_extra)

    @property
    def results_due(self) -> int:
        """How many lines are due."""
        return sum(1 for line in self.all if not line.is_extra)


def is_on_clock(round_no: int | None, session: Session) -> bool:
    """Return whether the clock of *session* shows *round_no* or a later round."""
    if round_no is None or session.clock == Clock.OVER or round_no < session.round_no:
        return True
    return round_no == session.round_no and session.clock != Clock.WAITING


def section_plan(section: Section) -> Plan | None:
    """Return the plan in force of *section*, or None before a movement is chosen. One query."""
    return Plan.objects.filter(section=section, in_force=True).order_by("pk").first()


def plan_movement(plan: Plan) -> Movement:
    """Return the stored *plan* as the pure package knows it."""
    return Movement(
        key=plan.key,
        name=plan.name,
        contest=plan.contest,
        source=plan.source,
        options=tuple((name, value) for name, value in plan.options),
        contestants=plan.contestants,
        winners=plan.section.winners,
        tables=plan.tables,
        rounds=plan.rounds,
        boards_per_set=plan.boards_per_set,
        board_sets=plan.board_sets,
        rows=tuple(
            TableRound(
                round_no=row.round_no,
                table_no=row.table_no,
                ns=row.ns,
                ew=row.ew,
                board_set=row.board_set,
                boards=tuple(row.boards),
                shared=row.shared,
                arrow_switched=row.arrow_switched,
                copy_no=row.copy_no,
                players=tuple(row.players) if row.players else None,
                half=row.half,
            )
            for row in plan.rows.all()
        ),
        sit_outs=tuple(SitOut(*sit_out) for sit_out in plan.sit_outs),
        bye_stands=tuple(ByeStand(*bye) for bye in plan.bye_stands),
        guarantees=tuple(plan.guarantees),
        notes=tuple(plan.notes),
        copies=plan.copies,
    )


def section_lines(section: Section, plan: Plan | None = None) -> SectionLines:
    """Return every line of *section*: those of its plan, then other stored results.

    Three queries for the plan (two if it is passed), one for the results, whatever the size.
    """
    stored = section.results.counted().order_by("board_no", "ns", "ew").values_list(*_STORED)
    plan = plan or section_plan(section)
    rows = plan.rows.values_list(*_DUE) if plan else ()
    played = section.played_rows.values_list(*_PLANNED) if plan else ()
    lines = list(_lines(map(StoredResult._make, stored), rows, played, has_plan=plan is not None))
    plans = [plan] if plan else []
    return SectionLines(
        lines,
        _byes(plan),
        plans=[(0, each) for each in plans],
        is_by_round=any(map(is_by_round, plans)),
        is_knockout=are_knockouts(plans),
    )


def _byes(plan: Plan | None) -> list[Bye]:
    """Return the byes that are worth something."""
    if plan is None or not is_drawn(plan.key):
        return []
    return [
        Bye(round_no, contestant, plan.boards_per_set)
        for round_no, contestant, *_place in plan.sit_outs
    ]


def field_plans(scoring_field: ScoringField) -> dict[int, Plan]:
    """Return the plans in force of *scoring_field*, by section. One query."""
    in_force = Plan.objects.filter(section__session=scoring_field.session, in_force=True)
    return {plan.section_id: plan for plan in in_force}


def field_lines(scoring_field: ScoringField, plans: Mapping[int, Plan]) -> SectionLines:
    """Return every line of *scoring_field*, with the field's pair numbers.

    *plans* are those of its sections, by their keys.  Three queries whatever the size and the
    number of sections.
    """
    if not scoring_field.is_divided:
        (section,) = scoring_field.sections
        return section_lines(section, plans.get(section.pk))
    results, rows, played = _stored_of(section__session=scoring_field.session)
    lines: list[SectionLine] = []
    byes: list[Bye] = []
    for section in scoring_field.sections:
        base = scoring_field.pair(section, 0)
        byes += (
            bye._replace(contestant=base + bye.contestant) for bye in _byes(plans.get(section.pk))
        )
        own = results.pop(section.pk, ())
        lines += _lines(
            own, rows[section.pk], played[section.pk], base, has_plan=section.pk in plans
        )
    is_knockout = len(plans) == len(scoring_field.sections) and are_knockouts(plans.values())
    of_sections = [
        (scoring_field.pair(each, 0), plans[each.pk])
        for each in scoring_field.sections
        if each.pk in plans
    ]
    by_round = any(map(is_by_round, plans.values()))
    return SectionLines(
        lines, byes, plans=of_sections, is_by_round=by_round, is_knockout=is_knockout
    )


def sections_lines(sections: Collection[int]) -> dict[int, list[SectionLine]]:
    """Return every line of each of *sections*, with its own pair numbers. Three queries."""
    results, rows, played = _stored_of(section__in=sections)
    return {
        section_id: list(
            _lines(results[section_id], rows[section_id], played[section_id], has_plan=True)
        )
        for section_id in sections
    }


_PLANNED = ("round_no", "table_no", "ns", "ew", "boards")
_DUE = (*_PLANNED, "half")
_Row = tuple[int, int, int, int, list[int]]
_DueRow = tuple[int, int, int, int, list[int], int]


def _stored_of(
    **of: Any,
) -> tuple[dict[int, list[StoredResult]], dict[int, list[Any]], dict[int, list[Any]]]:
    """Return results, due lines and unscheduled play of some sections, by section.

    *of* says which, by the names of a record that has a section; three queries.
    """
    results: dict[int, list[StoredResult]] = defaultdict(list)
    texts: dict[str, str] = {}  # however many tables, few different results: each is held once
    stored = Result.objects.counted().filter(**of).order_by("board_no", "ns", "ew")
    for section_id, *values in stored.values_list("section_id", *_STORED).iterator():
        for at in _TEXTS:
            values[at] = texts.setdefault(values[at], values[at])
        results[section_id].append(StoredResult._make(values))
    in_force = PlanRow.objects.filter(
        **{f"plan__{name}": value for name, value in of.items()}, plan__in_force=True
    )
    rows = _by_section(
        in_force.order_by("round_no", "table_no", "half").values_list("plan__section_id", *_DUE)
    )
    played = _by_section(PlayedRow.objects.filter(**of).values_list("section_id", *_PLANNED))
    return results, rows, played


def _by_section(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[Any]]:
    sections: dict[int, list[Any]] = defaultdict(list)
    for section_id, *row in rows:
        sections[section_id].append(tuple(row))
    return sections


def _lines(
    stored: Iterable[StoredResult],
    rows: Collection[_DueRow],
    played: Iterable[_Row],
    base: int = 0,
    *,
    has_plan: bool,
) -> Iterator[SectionLine]:
    """Yield the lines of the plan's *rows* with their results, then the remaining results.

    In a scoring field the numbers of the section begin after *base*.  A table of a round that
    *played* says was played otherwise has those lines in place of the ones that were due.
    """
    if not rows:
        yield from (
            _unplanned_line(result, base, has_plan=has_plan)
            for result in stored
            if result.text or not has_plan
        )
        return
    results = {(result.board_no, result.ns, result.ew): result for result in stored}
    otherwise = {row[:2]: row for row in played}
    for due in rows:
        half = due[5]
        is_otherwise = due[:2] in otherwise
        if is_otherwise and half == 2:
            continue  # what was played at that table in that round stands in place of both halves
        round_no, table_no, ns, ew, boards = otherwise[due[:2]] if is_otherwise else due[:5]
        for board_no in boards:
            result = results.pop((board_no, ns, ew), None)
            is_half = bool(half) and not is_otherwise
            yield SectionLine(
                board_no, ns + base, ew + base, round_no, table_no, result, is_otherwise, is_half
            )
    for result in results.values():
        # A result taken out before the movement was changed has no place in the new plan; elsewhere
        # it keeps its line.
        if result.text or not has_plan:
            yield _unplanned_line(result, base, has_plan=has_plan)


def _unplanned_line(result: StoredResult, base: int, *, has_plan: bool) -> SectionLine:
    """Return the line of a *result* that no plan made due."""
    _pk, board_no, ns, ew, round_no, table_no, *_stands = result
    return SectionLine(
        board_no, ns + base, ew + base, round_no, table_no, result, has_plan, is_extra=has_plan
    )


def line_planned(section: Section, board_no: int, ns: int, ew: int) -> SectionLine | None:
    """Return where *ns* plays *ew* on *board_no*, or None. Two queries.

    That is as the plan has it, unless that table was played otherwise in that round.
    """
    played = set()
    for round_no, table_no, *seated, boards in section.played_rows.values_list(*_PLANNED):
        if seated == [ns, ew] and board_no in boards:
            return SectionLine(board_no, ns, ew, round_no, table_no, None, is_off_schedule=True)
        played.add((round_no, table_no))
    rows = PlanRow.objects.filter(
        plan__section=section, plan__in_force=True, ns=ns, ew=ew
    ).order_by("-round_no", "-table_no")
    for round_no, table_no, boards in rows.values_list("round_no", "table_no", "boards"):
        if board_no in boards and (round_no, table_no) not in played:
            return SectionLine(board_no, ns, ew, round_no, table_no, None)
    return None
