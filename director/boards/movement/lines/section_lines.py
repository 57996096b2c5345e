"""All lines of a section by its plan, with their results.

A line is two pairs on one board. It is due because the plan in force says so, because the table
played it off schedule (``PlayedRow``), or only because a result of it is stored, as in an imported
event without movement. :class:`SectionLines` holds the lines of a section or of a whole scoring
field; the functions below read them in a fixed number of queries.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from django.db import connection
from django.db.models import QuerySet

from director.boards.movement.formats import get_format
from director.boards.movement.lines.entries import LATER
from director.boards.movement.rounds import begins_each_round, count_rounds_to_draw
from director.boards.movement.sections import ScoringField
from director.core.night.clock import get_round_in_play
from director.models import Event, Match, Plan, PlanRow, PlayedRow, Result, Section, Session
from director.models.composed import ComposedQuery
from director.models.event import Clock
from movements.model import ByeStand, Movement, SitOut, TableRound

T = TypeVar("T")
MatchKey: TypeAlias = tuple[int, int, int]
"""A match of a section: its round, 0 if it doesn't matter, and both teams, the lower first."""


def format_match_code(key: MatchKey) -> str:
    """Return the match in addresses and forms.

    >>> format_match_code((2, 3, 5))
    '2-3-5'
    """
    return "-".join(map(str, key))


def has_results(**conditions: object) -> bool:
    """Return whether a result is stored that fulfils *conditions*.

    *conditions* are lookups of boards and matches alike, such as ``section=section``. A match that
    was entered without its boards counts, and so does a board to be played later.
    """
    has_boards = Result.objects.filled().filter(**conditions).exists()
    return has_boards or Match.objects.settled().filter(**conditions).exists()


class StoredResult(NamedTuple):
    """A stored result as pages need it. A model instance costs two to three times as much."""

    pk: int
    board_no: int
    ns: int
    ew: int
    round_no: int | None
    table_no: int | None
    # Of the entry that counts: the award, or else the result of the table.
    text: str
    ns_score: int | None
    version: int
    covered_result: str  # the result under an award, or ""
    lead: str


STORED_COLUMNS = (
    *StoredResult._fields[:6],  # up to ``table_no``: only these have the names of their columns
    "counted",
    "counted_score",
    "version",
    "covered",
    "lead",
)
"""The columns of a stored result, in the order of the fields."""
_TEXT_INDEX = StoredResult._fields.index("text")


class Bye(NamedTuple):
    """A contestant without an opponent in a drawn round."""

    round_no: int
    contestant: int
    boards: int
    """The number of boards in a match of the round."""
    percentage: int
    """The contestant's points, in percent of a match."""
    is_missed: bool = False
    """Whether the contestant joined after the round."""
    is_average: bool = False
    """Whether it gets the average of its own matches, and *percentage* only until it has played one."""


class SectionLine(NamedTuple):
    """Two pairs on one board. Lines of an imported event have no round or table."""

    board_no: int
    ns: int
    ew: int
    round_no: int | None
    table_no: int | None
    result: StoredResult | None
    is_off_schedule: bool = False  # the movement did not make it due
    is_half: bool = False  # it belongs to a half match
    is_extra: bool = False  # it is in addition to the due lines, not in place of one
    is_reported: bool = False  # without a result, but its match was entered without boards
    is_decided: bool = False  # without a result, but the director decided who goes through
    is_void: bool = False  # its match doesn't count, with or without results

    def with_base(self, base: int) -> "SectionLine":
        """Return the line with *base* added to its pair numbers, for the whole scoring field."""
        return self._replace(ns=self.ns + base, ew=self.ew + base)

    @property
    def text(self) -> str:
        """The entry of this line, or ""."""
        if self.result:
            return self.result.text
        return ""

    @property
    def ns_score(self) -> int | None:
        """The stored N-S score, or None."""
        if self.result:
            return self.result.ns_score
        return None

    @property
    def covered_result(self) -> str:
        """The result under an award, or ""."""
        if self.result:
            return self.result.covered_result
        return ""

    @property
    def lead(self) -> str:
        """The opening lead, or "". A result under an award has none."""
        if self.result and not self.result.covered_result:
            return self.result.lead
        return ""

    @property
    def is_entered(self) -> bool:
        """Whether a result is entered, or none is due any more. "Played later" isn't a result."""
        # Every page of a hall asks thousands of lines, hence without other properties.
        if self.is_reported or self.is_decided or self.is_void:
            return True
        return self.result is not None and self.result.text not in ("", LATER)

    @property
    def has_result(self) -> bool:
        """Whether a result of its own is entered. "Played later" isn't a result."""
        return self.text not in ("", LATER)

    @property
    def is_open(self) -> bool:
        """Whether the line waits for a result, now or in a later round. "Played later" doesn't."""
        return not (self.text or self.is_settled)

    @property
    def is_settled(self) -> bool:
        """Whether its match is reported, decided or void, so that it needs no result of its own."""
        return self.is_reported or self.is_decided or self.is_void

    @property
    def is_played_later(self) -> bool:
        """Whether it is to be played later than its round."""
        return self.text == LATER


class SectionLines:
    """The lines of a section or of a scoring field, with lookups that are made when needed."""

    def __init__(
        self,
        lines: list[SectionLine],
        byes: Collection[Bye] = (),
        *,
        plans: Collection[tuple[int, Plan]] = (),
        last_round: int | None = None,
        is_by_round: bool = False,
        is_knockout: bool = False,
        stored_matches: Mapping[MatchKey, Match] | None = None,
    ) -> None:
        self.all = lines
        self.stored_matches = stored_matches or {}  # stored in addition to their boards
        # The plans that make the lines due, each with the base number of its section in the field.
        self.plans = plans
        self.last_round = last_round  # the last round that the lines include, or None for all
        self.byes = tuple(byes)
        self.is_by_round = is_by_round  # each round is a match, even between the same two
        self.is_knockout = is_knockout

    @cached_property
    def _lines_by_board(self) -> dict[int, list[SectionLine]]:
        lines_by_board: dict[int, list[SectionLine]] = defaultdict(list)
        for line in self.all:
            lines_by_board[line.board_no].append(line)
        for board_lines in lines_by_board.values():
            board_lines.sort(key=attrgetter("ns"))
        return dict(lines_by_board)

    def compute_once(self, key: Hashable, compute: "Callable[[SectionLines], T]") -> T:
        """Return what *compute* makes of these lines, cached with them. *key* identifies it."""
        if key not in self._value_by_key:
            self._value_by_key[key] = compute(self)
        value: T = self._value_by_key[key]
        return value

    @cached_property
    def _value_by_key(self) -> dict[Hashable, Any]:
        return {}

    @cached_property
    def _lines_by_match(self) -> Mapping[MatchKey, list[SectionLine]]:
        lines_by_match: dict[MatchKey, list[SectionLine]] = defaultdict(list)
        for line in self.all:
            # Two halves of one team that meet each other play no match.
            if line.ns != line.ew:
                lines_by_match[self.get_line_match(line)].append(line)
        return lines_by_match

    @cached_property
    def _lines_by_table(self) -> dict[tuple[int | None, int | None], list[SectionLine]]:
        lines_by_table: dict[tuple[int | None, int | None], list[SectionLine]] = defaultdict(list)
        for line in self.all:
            lines_by_table[line.round_no, line.table_no].append(line)
        return lines_by_table

    @cached_property
    def has_void_matches(self) -> bool:
        """Whether a match doesn't count."""
        # Spares a look at each of the thousands of lines of a hall.
        return any(match.is_void for match in self.stored_matches.values())

    @cached_property
    def _position_by_key(self) -> dict[tuple[int, int, int], int]:
        """The index in ``all`` of the line of each board, N-S and E-W number."""
        return {
            (line.board_no, line.ns, line.ew): position for position, line in enumerate(self.all)
        }

    def find_line(self, board_no: int, ns: int, ew: int) -> SectionLine | None:
        """Return the line of these pairs on this board, or None."""
        position = self._position_by_key.get((board_no, ns, ew))
        return None if position is None else self.all[position]

    def get_board_lines(self, board_no: int) -> list[SectionLine]:
        """Return the lines of one board in order of N-S number."""
        return self._lines_by_board.get(board_no, [])

    @cached_property
    def begins_each_round(self) -> bool:
        """Whether every round begins at the first board, so that its number isn't one deal."""
        return any(begins_each_round(plan) for _base, plan in self.plans)

    def split_by_deal(self, board_lines: Iterable[SectionLine]) -> list[list[SectionLine]]:
        """Return the lines of one board, those of each deal by themselves."""
        if not self.begins_each_round:
            return [list(board_lines)]
        lines_by_round: dict[int | None, list[SectionLine]] = defaultdict(list)
        for line in board_lines:
            lines_by_round[line.round_no].append(line)
        return list(lines_by_round.values())

    def get_lines_with_deal(self, line: SectionLine) -> list[SectionLine]:
        """Return the lines of the section on which the cards of *line* are played, itself included."""
        board_lines = self.get_board_lines(line.board_no)
        if not self.begins_each_round:
            return board_lines
        return [other for other in board_lines if other.round_no == line.round_no]

    def get_table_lines(self, round_no: int, table_no: int) -> list[SectionLine]:
        """Return the lines of one table in one round, in playing order."""
        return self._lines_by_table.get((round_no, table_no), [])

    def get_match_lines(self, key: MatchKey) -> list[SectionLine]:
        """Return the lines of one match."""
        return self._lines_by_match.get(key, [])

    def is_round_reached(self, round_no: int | None, session: Session) -> bool:
        """Return whether *round_no* has come, by the clock or because all tables entered it."""
        return is_round_on_clock(round_no, session) or round_no in self._entered_rounds

    def has_round_results(self, round_no: int) -> bool:
        """Return whether a table has entered a result of *round_no*."""
        return any(line.is_entered and line.round_no == round_no for line in self.all)

    @cached_property
    def latest_round(self) -> int:
        """The last round with a result, or 0."""
        return max((line.round_no or 0 for line in self.all if line.is_entered), default=0)

    def format_due_note(self, line: SectionLine, session: Session) -> str:
        """Return "missing", or the round in which the result of *line* is due, or "".

        A settled line has a dash. If nobody runs the clock of *session*, the round after the latest
        result is the current one.
        """
        if line.is_settled:
            return "–"
        if line.text:
            return ""
        if get_round_in_play(session).has_play_begun:
            current_round = session.round_no
        else:
            current_round = self.latest_round + 1
        if line.round_no is None or session.clock == Clock.OVER or line.round_no < current_round:
            return "missing"
        return f"round {line.round_no}"

    @cached_property
    def _entered_rounds(self) -> set[int | None]:
        """The rounds without an open line."""
        open_rounds = {line.round_no for line in self.all if line.is_open}
        return {line.round_no for line in self.all} - open_rounds

    @property
    def boards(self) -> list[int]:
        """The numbers of the boards in play, ascending."""
        return sorted(self._lines_by_board)

    def format_boards(self) -> str:
        """Return the boards in play for a sentence: ``"1 to 26"``."""
        boards = self.boards
        if boards and boards == list(range(boards[0], boards[-1] + 1)):
            return f"{boards[0]} to {boards[-1]}"
        return ", ".join(map(str, boards)) or "none yet"

    @cached_property
    def results_in(self) -> int:
        """The number of due lines with a result, or of matches where matches are counted."""
        if self._are_matches_counted:
            return sum(map(all, self._states_by_match.values()))
        return sum(1 for line in self.all if line.is_entered and not line.is_extra)

    @cached_property
    def results_due(self) -> int:
        """The number of due lines, or of matches where matches are counted."""
        if self._are_matches_counted:
            return len(self._states_by_match)
        return sum(1 for line in self.all if not line.is_extra)

    @cached_property
    def _states_by_match(self) -> Mapping[MatchKey, list[bool]]:
        """Whether each due line is entered, by match."""
        states_by_match: dict[MatchKey, list[bool]] = defaultdict(list)
        for line in self.all:
            # Two halves of one team that meet each other play no match.
            if not line.is_extra and line.ns != line.ew:
                states_by_match[self.get_line_match(line)].append(line.is_entered)
        return states_by_match

    @cached_property
    def _are_matches_counted(self) -> bool:
        """Whether most matches were entered as one result each."""
        reported_matches = {self.get_line_match(line) for line in self.all if line.is_reported}
        if not reported_matches:
            return False
        matches_with_boards = {
            self.get_line_match(line) for line in self.all if line.result and line.text
        }
        return len(reported_matches) > len(matches_with_boards - reported_matches)

    def get_line_match(self, line: SectionLine) -> MatchKey:
        """Return the match of *line*."""
        low, high = sorted((line.ns, line.ew))
        if not self.is_by_round:
            return 0, low, high
        return line.round_no or 0, low, high


def is_round_on_clock(round_no: int | None, session: Session) -> bool:
    """Return whether the clock of *session* shows *round_no* or a later round."""
    if round_no is None or session.clock == Clock.OVER or round_no < session.round_no:
        return True
    return round_no == session.round_no and session.clock != Clock.WAITING


def is_published_in_full(session: Session, lines: SectionLines) -> bool:
    """Return whether *session* is published with every result, and its clock isn't in use."""
    if not session.event.is_published or session.clock != Clock.WAITING or not lines.all:
        return False
    has_rounds_left = any(count_rounds_to_draw(plan) for _base, plan in lines.plans)
    return lines.results_in >= lines.results_due and not has_rounds_left


def _make_table_round(row_values: Sequence[Any]) -> TableRound:
    values = dict(zip(PlanRow.VALUES, row_values, strict=True))
    players = values["players"]
    values["boards"] = tuple(values["boards"])
    values["players"] = tuple(players) if players else None
    return TableRound(**values)


def load_movement(plan: Plan) -> Movement:
    """Return the stored *plan* as a movement of the ``movements`` package."""
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
        rows=tuple(map(_make_table_round, plan.row_values)),
        sit_outs=tuple(SitOut(*sit_out) for sit_out in plan.sit_outs),
        bye_stands=tuple(ByeStand(*bye) for bye in plan.bye_stands),
        guarantees=tuple(plan.guarantees),
        notes=tuple(plan.notes),
        copies=plan.copies,
        first_board=plan.first_board,
    )


def fetch_section_lines(section: Section, plan: Plan | None = None) -> SectionLines:
    """Return every line of *section*, first the planned lines, then other stored results.

    Costs four queries, or three if *plan* is given, and another if teams play or rounds are drawn.
    """
    counted_results = section.results.counted().order_by("board_no", "ns", "ew")
    results = map(StoredResult._make, counted_results.values_list(*STORED_COLUMNS))
    plan = plan or section.plan
    if plan is None:
        return SectionLines(list(_make_section_lines(results, (), (), has_plan=False)), ())
    rows = plan.rows.values_list(*_DUE_COLUMNS)
    played_rows = section.played_rows.values_list(*_PLAYED_COLUMNS)
    lines = list(_make_section_lines(results, rows, played_rows, has_plan=True))
    stored_matches: Mapping[MatchKey, Match] = {}
    if get_format(plan).has_matches:
        stored_matches = fetch_matches_by_section(section=section).get(section.pk, {})
        lines = _mark_settled_lines(lines, stored_matches, plan)
    return SectionLines(
        lines,
        get_format(plan).make_byes(plan, lines, 0),
        plans=[(0, plan)],
        is_by_round=get_format(plan).is_by_round,
        is_knockout=get_format(plan).is_knockout,
        stored_matches=stored_matches,
    )


_PLAYED_COLUMNS = ("round_no", "table_no", "ns", "ew", "boards")
_DUE_COLUMNS = (*_PLAYED_COLUMNS, "half")


def fetch_plans_by_section(scoring_field: ScoringField) -> dict[int, Plan]:
    """Return the plans in force in *scoring_field*, by section key. (Costs one query.)"""
    plans_in_force = Plan.objects.filter(section__session=scoring_field.session, in_force=True)
    return {plan.section_id: plan for plan in plans_in_force}


_PlayedRow = tuple[int, int, int, int, list[int]]
_DueRow = tuple[int, int, int, int, list[int], int]


class PlannedRows(NamedTuple):
    """What no result changes of the lines of a scoring field, by section key."""

    due_rows: Mapping[int, Collection[_DueRow]]
    played_rows: Mapping[int, Collection[_PlayedRow]]  # played off schedule
    matches: Mapping[int, Mapping[MatchKey, Match]]  # what is stored in addition to their boards


def fetch_planned_rows(
    scoring_field: ScoringField, plans_by_section: Mapping[int, Plan]
) -> PlannedRows:
    """Return the rows of *plans_by_section*, which are the plans in force of *scoring_field*.

    Costs two queries, and another if teams play or rounds are drawn. None without a plan.
    """
    if not plans_by_section:
        return PlannedRows({}, {}, {})
    conditions = {"section__session": scoring_field.session}
    matches_by_section: Mapping[int, Mapping[MatchKey, Match]] = {}
    if any(get_format(plan).has_matches for plan in plans_by_section.values()):
        matches_by_section = fetch_matches_by_section(**conditions)
    due_rows, played_rows = _fetch_planned_rows(**conditions)
    return PlannedRows(due_rows, played_rows, matches_by_section)


def fetch_field_lines(
    scoring_field: ScoringField,
    plans_by_section: Mapping[int, Plan],
    planned_rows: PlannedRows | None = None,
) -> SectionLines:
    """Return every line of *scoring_field*, with the field's pair numbers.

    *plans_by_section* are the plans in force by section key. One query for the results, and those
    of :func:`fetch_planned_rows` unless *planned_rows* are given.
    """
    planned_rows = planned_rows or fetch_planned_rows(scoring_field, plans_by_section)
    results = _group_results(_SESSION_RESULTS_QUERY.fetch_rows(scoring_field.session.pk))
    stored_matches: dict[MatchKey, Match] = {}
    lines: list[SectionLine] = []
    byes: list[Bye] = []
    plans_with_base = []
    for section in scoring_field.sections:
        base = scoring_field.get_field_number(section, 0)
        plan = plans_by_section.get(section.pk)
        if plan:
            plans_with_base.append((base, plan))
        # Popped, so that a large field isn't in memory twice.
        section_results = results.pop(section.pk, ())
        section_lines = list(
            _make_section_lines(
                section_results,
                planned_rows.due_rows.get(section.pk, ()),
                planned_rows.played_rows.get(section.pk, ()),
                base,
                has_plan=plan is not None,
            )
        )
        if plan:
            section_matches = planned_rows.matches.get(section.pk, {})
            section_lines = _mark_settled_lines(section_lines, section_matches, plan, base)
            for (round_no, home, away), match in section_matches.items():
                stored_matches[round_no, base + home, base + away] = match
            byes += get_format(plan).make_byes(plan, section_lines, base)
        lines += section_lines
    plans = [plan for _base, plan in plans_with_base]
    all_have_plans = len(plans) == len(scoring_field.sections)
    return SectionLines(
        lines,
        byes,
        plans=plans_with_base,
        is_by_round=any(get_format(plan).is_by_round for plan in plans),
        is_knockout=all_have_plans and all(get_format(plan).is_knockout for plan in plans),
        stored_matches=stored_matches,
    )


def fetch_lines_by_section(
    sections: Collection[int], plans_by_section: Mapping[int, Plan] | None = None
) -> dict[int, list[SectionLine]]:
    """Return every line of each of *sections*, with the section's own pair numbers.

    Costs four queries, or three if the *plans_by_section* in force are given by section key, and
    another if teams play or rounds are drawn.
    """
    results = _group_results(_select_results(section__in=sections).iterator())
    rows, played_rows = _fetch_planned_rows(section__in=sections)
    if plans_by_section is None:
        plans_in_force = Plan.objects.filter(section__in=sections, in_force=True)
        plans_by_section = {plan.section_id: plan for plan in plans_in_force}
    matches_by_section: Mapping[int, Mapping[MatchKey, Match]] = {}
    if any(get_format(plan).has_matches for plan in plans_by_section.values()):
        matches_by_section = fetch_matches_by_section(section__in=plans_by_section)
    lines_by_section = {}
    for section_id in sections:
        section_lines = list(
            _make_section_lines(
                results[section_id], rows[section_id], played_rows[section_id], has_plan=True
            )
        )
        if section_id in matches_by_section:
            section_lines = _mark_settled_lines(
                section_lines, matches_by_section[section_id], plans_by_section[section_id]
            )
        lines_by_section[section_id] = section_lines
    return lines_by_section


def fetch_matches_by_section(**conditions: Any) -> dict[int, dict[MatchKey, Match]]:
    """Return what is stored about matches in addition to their boards, by section key.

    *conditions* choose the sections. (Costs one query.)
    """
    matches_by_section: dict[int, dict[MatchKey, Match]] = defaultdict(dict)
    for match in Match.objects.filter(**conditions):
        matches_by_section[match.section_id][match.round_no, match.home, match.away] = match
    return dict(matches_by_section)


def get_match_key(line: SectionLine, plan: Plan | Movement, base: int = 0) -> MatchKey:
    """Return the match of *line* by numbers in the section, to which *base* has been added."""
    return get_match_of_sides(plan, line.round_no, line.ns - base, line.ew - base)


def get_match_of_sides(plan: Plan | Movement, round_no: int | None, ns: int, ew: int) -> MatchKey:
    """Return the match between *ns* and *ew* in *round_no*, by numbers in the section."""
    low, high = sorted((ns, ew))
    if not get_format(plan).is_by_round:
        return 0, low, high
    return round_no or 0, low, high


def _mark_settled_lines(
    lines: list[SectionLine], stored_matches: Mapping[MatchKey, Match], plan: Plan, base: int = 0
) -> list[SectionLine]:
    """Return *lines*, with a mark on each whose match is reported, decided or void."""
    settled_matches = {key: match for key, match in stored_matches.items() if match.is_settled}
    if not settled_matches:
        return lines
    # The boards of a match have one key, and a large contest has thousands of lines.
    match_by_sides: dict[tuple[int | None, int, int], Match | None] = {}
    marked_lines = []
    for line in lines:
        sides = (line.round_no, line.ns, line.ew)
        if sides not in match_by_sides:
            match_by_sides[sides] = settled_matches.get(get_match_key(line, plan, base))
        marked_lines.append(_mark_line(line, match_by_sides[sides]))
    return marked_lines


def _mark_line(line: SectionLine, match: Match | None) -> SectionLine:
    """Return *line* with the mark of its settled *match*, or unchanged if it has none."""
    if match is None:
        return line
    if match.is_void:
        return line._replace(is_void=True)
    if line.is_entered:
        return line
    return line._replace(is_reported=match.is_reported, is_decided=not match.is_reported)


def _select_results(**conditions: Any) -> QuerySet[Result, tuple[Any, ...]]:
    """Return the section and the columns of the results that *conditions* choose."""
    counted_results = Result.objects.counted().filter(**conditions).order_by("board_no", "ns", "ew")
    return counted_results.values_list("section_id", *STORED_COLUMNS)


# Each entry reads all results of its session again, so the query is composed once.
_SESSION_RESULTS_QUERY = ComposedQuery(
    lambda session_id: _select_results(section__session=session_id)
)


def _group_results(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[StoredResult]]:
    """Return results by section key from *rows* of a section and a result."""
    results_by_section: dict[int, list[StoredResult]] = defaultdict(list)
    # Most results of a large field are equal: each text is in memory only once.
    texts: dict[str, str] = {}
    for section_id, *values in rows:
        text = values[_TEXT_INDEX]
        values[_TEXT_INDEX] = texts.setdefault(text, text)
        results_by_section[section_id].append(StoredResult._make(values))
    return results_by_section


def _fetch_planned_rows(**conditions: Any) -> tuple[dict[int, list[Any]], dict[int, list[Any]]]:
    """Return due rows and rows played off schedule, each by section key. Two queries.

    *conditions* choose the sections, such as ``section__in=sections``.
    """
    plan_conditions = {f"plan__{name}": value for name, value in conditions.items()}
    rows_in_force = PlanRow.objects.filter(**plan_conditions, plan__in_force=True)
    due_rows = rows_in_force.order_by("round_no", "table_no", "half")
    due_rows_by_section = _group_by_section(due_rows.values_list("plan__section_id", *_DUE_COLUMNS))
    played_rows = PlayedRow.objects.filter(**conditions)
    played_rows_by_section = _group_by_section(
        played_rows.values_list("section_id", *_PLAYED_COLUMNS)
    )
    return due_rows_by_section, played_rows_by_section


def _group_by_section(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[Any]]:
    rows_by_section: dict[int, list[Any]] = defaultdict(list)
    for section_id, *row in rows:
        rows_by_section[section_id].append(tuple(row))
    return rows_by_section


def _make_section_lines(
    stored_results: Iterable[StoredResult],
    rows: Collection[_DueRow],
    played_rows: Iterable[_PlayedRow],
    base: int = 0,
    *,
    has_plan: bool,
) -> Iterator[SectionLine]:
    """Yield the lines of the plan's *rows* with their results, then the remaining results.

    *base* is added to the numbers of pairs. A row of *played_rows* replaces the due rows of its
    table and round.
    """
    if not rows:
        for unplanned_result in stored_results:
            if unplanned_result.text or not has_plan:
                yield _make_unplanned_line(unplanned_result, base, has_plan=has_plan)
        return
    results_by_key = {(result.board_no, result.ns, result.ew): result for result in stored_results}
    played_row_by_table = {row[:2]: row for row in played_rows}
    for due_row in rows:
        *_rest, half = due_row
        played_row = played_row_by_table.get(due_row[:2])
        # A played row replaces both halves, so it is yielded once.
        if played_row and half == 2:
            continue
        round_no, table_no, ns, ew, boards = played_row or due_row[:5]
        is_off_schedule = played_row is not None
        is_half = bool(half) and not is_off_schedule
        for board_no in boards:
            result = results_by_key.pop((board_no, ns, ew), None)
            yield SectionLine(
                board_no,
                ns + base,
                ew + base,
                round_no,
                table_no,
                result,
                is_off_schedule=is_off_schedule,
                is_half=is_half,
            )
    for result in results_by_key.values():
        # A deleted result keeps its row without text. With a movement it is due elsewhere or not
        # at all; an imported event has no other record of the line.
        if result.text or not has_plan:
            yield _make_unplanned_line(result, base, has_plan=has_plan)


def _make_unplanned_line(result: StoredResult, base: int, *, has_plan: bool) -> SectionLine:
    """Return the line of a *result* that no plan made due."""
    _pk, board_no, ns, ew, round_no, table_no, *_entry = result
    # Without a plan no line is due, so none is off schedule or extra.
    return SectionLine(
        board_no,
        ns + base,
        ew + base,
        round_no,
        table_no,
        result,
        is_off_schedule=has_plan,
        is_extra=has_plan,
    )


def find_planned_line(section: Section, board_no: int, ns: int, ew: int) -> SectionLine | None:
    """Return the line on which *ns* plays *ew* on *board_no*, or None. (Costs two queries.)

    A line played off schedule comes first, since it replaces the planned line of its table.
    """
    off_schedule_tables = set()
    for round_no, table_no, *sides, boards in section.played_rows.values_list(*_PLAYED_COLUMNS):
        if sides == [ns, ew] and board_no in boards:
            return SectionLine(board_no, ns, ew, round_no, table_no, None, is_off_schedule=True)
        off_schedule_tables.add((round_no, table_no))
    meetings = PlanRow.objects.filter(plan__section=section, plan__in_force=True, ns=ns, ew=ew)
    # If two meet on a board twice, the line is their later meeting.
    latest_first = meetings.order_by("-round_no", "-table_no")
    for round_no, table_no, boards in latest_first.values_list("round_no", "table_no", "boards"):
        if board_no in boards and (round_no, table_no) not in off_schedule_tables:
            return SectionLine(board_no, ns, ew, round_no, table_no, None)
    return None


# Finds in the database what ``_make_section_lines`` and ``_mark_settled_lines`` find in Python: rows
# played off schedule replace the due rows of their table and round, an award counts before the result
# of its line, and a match that is reported, decided or void settles its missing boards.
_DUE_ROWS = """
WITH due AS (
  SELECT plan.section_id, COALESCE(played.ns, planned.ns) AS ns, COALESCE(played.ew, planned.ew) AS ew,
    COALESCE(played.boards, planned.boards) AS boards, planned.round_no, planned.table_no
  FROM director_plan plan
  JOIN director_planrow planned ON planned.plan_id = plan.id
  LEFT JOIN director_playedrow played ON played.section_id = plan.section_id
    AND played.round_no = planned.round_no AND played.table_no = planned.table_no
  WHERE plan.in_force AND plan.section_id IN ({places}) AND NOT (played.id IS NOT NULL AND planned.half = 2)
)
"""
_DUE_LINES = """
FROM due
JOIN director_section section ON section.id = due.section_id
JOIN director_session session ON session.id = section.session_id
JOIN director_event event ON event.id = session.event_id
CROSS JOIN {each}(due.boards) AS board
LEFT JOIN director_result result ON result.section_id = due.section_id
  AND result.board_no = CAST(board.value AS integer) AND result.ns = due.ns AND result.ew = due.ew
LEFT JOIN director_award award ON award.result_id = result.id AND award.in_force
LEFT JOIN director_match reported ON reported.section_id = due.section_id
  AND (reported.unit <> '' OR reported.winner IS NOT NULL OR reported.is_void)
  AND reported.round_no IN (0, due.round_no)
  AND ((reported.home = due.ns AND reported.away = due.ew) OR (reported.home = due.ew AND reported.away = due.ns))
"""
_COUNT_RESULTS = f"""
{_DUE_ROWS}
SELECT due.section_id,
  COUNT(CASE WHEN COALESCE(award.text, result.text, '') NOT IN ('', %s) OR reported.id IS NOT NULL THEN 1 END),
  COUNT(*), COUNT(CASE WHEN reported.unit <> '' THEN 1 END)
{_DUE_LINES}
GROUP BY due.section_id
"""
_LIST_OWING_TABLES = f"""
{_DUE_ROWS}
SELECT DISTINCT due.section_id, due.round_no, due.table_no
{_DUE_LINES}
WHERE COALESCE(award.text, result.text, '') = '' AND reported.id IS NULL
  AND (due.round_no <= session.round_no OR session.clock = %s)
ORDER BY due.section_id, due.round_no, due.table_no
"""
_FIND_OPEN_ROUND = f"""
{_DUE_ROWS}
SELECT MIN(due.round_no)
{_DUE_LINES}
WHERE COALESCE(award.text, result.text, '') = '' AND reported.id IS NULL AND due.round_no >= %s
"""


def find_open_round(sections: Sequence[int], first_round: int) -> int | None:
    """Return the first round from *first_round* on in which a result of *sections* is missing.

    Boards that are played later are not missing. None if every round is entered. One query.
    """
    if not sections:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_format_for_sections(_FIND_OPEN_ROUND, sections), [*sections, first_round])
        open_round: int | None = cursor.fetchone()[0]
    return open_round


class OwingTable(NamedTuple):
    """A table without all results of a round that has begun."""

    section_id: int
    round_no: int
    table_no: int


def fetch_owing_tables(sections: Sequence[int]) -> list[OwingTable]:
    """Return the tables of *sections* that owe results of this round or earlier ones. One query.

    Boards that are played later are no debt. Once play is over, every round counts.
    """
    if not sections:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            _format_for_sections(_LIST_OWING_TABLES, sections), [*sections, Clock.OVER.value]
        )
        return [OwingTable(*row) for row in cursor.fetchall()]


def _format_for_sections(query: str, sections: Sequence[int]) -> str:
    # Each database has its own function that makes rows of a JSON list.
    each_function = "json_each" if connection.vendor == "sqlite" else "jsonb_array_elements"
    return query.format(places=", ".join(["%s"] * len(sections)), each=each_function)


def fetch_result_counts_by_section(sections: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return the numbers of entered and of due results of each of *sections*.

    Sections without a movement are left out. Matches are counted if most were entered as one result
    each. (Costs one query, and five more for such matches.)
    """
    if not sections:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_format_for_sections(_COUNT_RESULTS, sections), [*sections, LATER])
        rows = cursor.fetchall()
    counts_by_section = {}
    sections_with_matches = []
    for section_id, results_in, results_due, reported_count in rows:
        counts_by_section[section_id] = (results_in, results_due)
        if reported_count:
            sections_with_matches.append(section_id)
    return counts_by_section | _fetch_match_counts_by_section(sections_with_matches)


def _fetch_match_counts_by_section(sections: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return the counts of *sections* whose matches may be counted in place of their boards."""
    if not sections:
        return {}
    plans_in_force = Plan.objects.filter(section__in=sections, in_force=True)
    plan_by_section = {
        plan.section_id: plan for plan in plans_in_force.select_related("section__session__event")
    }
    counts_by_section = {}
    for section_id, lines in fetch_lines_by_section(sections, plan_by_section).items():
        plan = plan_by_section[section_id]
        section_lines = SectionLines(
            lines,
            is_by_round=get_format(plan).is_by_round,
        )
        counts_by_section[section_id] = section_lines.results_in, section_lines.results_due
    return counts_by_section


def fetch_event_result_counts(event: Event) -> tuple[int, int]:
    """Return the numbers of entered and of due results of *event*. (Costs two queries.)"""
    sections = Section.objects.filter(session__event=event).values_list("pk", flat=True)
    counts = fetch_result_counts_by_section(list(sections)).values()
    total_in = sum(results_in for results_in, _due in counts)
    total_due = sum(results_due for _results_in, results_due in counts)
    return total_in, total_due
