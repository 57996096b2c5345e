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

from director.boards.movement.lines.entries import LATER
from director.boards.movement.rounds import (
    BYE_POINTS,
    MISSED_POINTS,
    are_knockouts,
    count_rounds_to_draw,
    get_points_option,
    is_average_given,
    is_by_round,
    is_drawn,
    is_over_weeks,
)
from director.boards.movement.sections import ScoringField
from director.models import Event, Match, Plan, PlanRow, PlayedRow, Result, Section, Session
from director.models.event import Clock, Contest
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


def has_results(**place: object) -> bool:
    """Return whether a *place* has a result: of a board, or of a match without its boards.

    The place is a lookup from both, such as ``section=section``. A board to be played later counts.
    """
    has_boards = Result.objects.filled().filter(**place).exists()
    return has_boards or Match.objects.settled().filter(**place).exists()


class StoredResult(NamedTuple):
    """A stored result as pages need it. A model instance costs two to three times as much.

    *text*, *ns_score* and *reading* are of the entry that counts. *covered* is the result under an
    award, or "".
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


STORED_COLUMNS = (
    *StoredResult._fields[:6],
    "counted",
    "counted_score",
    "counted_reading",
    "version",
    "covered",
    "lead",
)
"""The columns of a stored result, in the order of the fields."""
_TEXT_INDEXES = [StoredResult._fields.index(name) for name in ("text", "reading")]


class Bye(NamedTuple):
    """A contestant without an opponent in a drawn round, whose matches have *boards* boards.

    It gets a *share* of a match, in percent. A bye *is_missed* if the contestant came later. If it
    *is_average*, the contestant gets the average of its own matches, and the share until it has one.
    """

    round_no: int
    contestant: int
    boards: int
    share: int
    is_missed: bool = False
    is_average: bool = False


class SectionLine(NamedTuple):
    """Two pairs on one board. Lines of an imported event have no round or table.

    - *is_off_schedule*: the movement did not make it due.
    - *is_half*: it belongs to a half match.
    - *is_extra*: it is in addition to the due lines, not in place of one.
    - *is_reported*: it has no result, but its match was entered as a result without boards.
    - *is_decided*: it has no result, but the director decided who goes through.
    - *is_void*: its match doesn't count, with or without results.
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
    is_reported: bool = False
    is_decided: bool = False
    is_void: bool = False

    def moved(self, base: int) -> "SectionLine":
        """Return the line with *base* added to its pair numbers, for the whole scoring field."""
        return self._replace(ns=self.ns + base, ew=self.ew + base)

    @property
    def text(self) -> str:
        """The entry of this line, or ""."""
        if self.result:
            return self.result.text
        return ""

    @property
    def reading(self) -> str:
        """The parsed form of the entry, or ""."""
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
        """The result under an award, or ""."""
        if self.result:
            return self.result.covered
        return ""

    @property
    def lead(self) -> str:
        """The opening lead, or "". A result under an award has none."""
        if self.result and not self.result.covered:
            return self.result.lead
        return ""

    @property
    def is_entered(self) -> bool:
        """Whether a result is entered, or not due since its match has one. "Played later" is none."""
        # Asked for every line of a hall, hence without other properties.
        if self.is_reported or self.is_decided or self.is_void:
            return True
        return self.result is not None and self.result.text not in ("", LATER)

    @property
    def has_result(self) -> bool:
        """Whether a result of its own is entered. "Played later" is none."""
        return self.text not in ("", LATER)

    @property
    def is_open(self) -> bool:
        """Whether the line waits for a result, now or in a later round. "Played later" doesn't."""
        return not (self.text or self.is_settled)

    @property
    def is_settled(self) -> bool:
        """Whether nobody waits for a result of its own, since its match has one or is void."""
        return self.is_reported or self.is_decided or self.is_void

    @property
    def is_played_later(self) -> bool:
        """Whether it is to be played later than its round."""
        return self.text == LATER


class SectionLines:
    """The lines of a section, with lookups that are built when they are needed.

    *plans* are the plans that make them due, each with the base number of its section in the field.
    If *last_round* is given, the lines are only those up to it. *stored_matches* are what is stored
    about matches besides their boards. If it *is_over_weeks*, matches are due, not boards.
    """

    def __init__(  # noqa: PLR0913
        self,
        lines: list[SectionLine],
        byes: Collection[Bye] = (),
        *,
        plans: Collection[tuple[int, Plan]] = (),
        last_round: int | None = None,
        is_by_round: bool = False,
        is_knockout: bool = False,
        stored_matches: Mapping[MatchKey, Match] | None = None,
        is_over_weeks: bool = False,
    ) -> None:
        self.all = lines
        self.is_over_weeks = is_over_weeks
        self.stored_matches = stored_matches or {}
        self.plans = plans
        self.last_round = last_round
        self.byes = tuple(byes)
        self.is_by_round = is_by_round
        self.is_knockout = is_knockout

    @cached_property
    def _by_board(self) -> dict[int, list[SectionLine]]:
        by_board: dict[int, list[SectionLine]] = defaultdict(list)
        for line in self.all:
            by_board[line.board_no].append(line)
        for board_lines in by_board.values():
            board_lines.sort(key=attrgetter("ns"))
        return dict(by_board)

    @cached_property
    def _cached_of_boards(self) -> dict[int, dict[Hashable, Any]]:
        """What was made of the lines of each board."""
        return {board_no: {} for board_no in self._by_board}

    def cache_of_board(
        self, board_no: int, key: Hashable, make: Callable[[list[SectionLine]], T]
    ) -> T:
        """Return what *make* makes of the lines of a board, made once until one of them changes.

        A change of a result changes one board of a section. *key* says what is made.
        """
        kept = self._cached_of_boards[board_no]
        if key not in kept:
            kept[key] = make(self._by_board[board_no])
        made: T = kept[key]
        return made

    @cached_property
    def _by_match(self) -> Mapping[MatchKey, list[SectionLine]]:
        by_match: dict[MatchKey, list[SectionLine]] = defaultdict(list)
        for line in self.all:
            if line.ns != line.ew:
                by_match[self.get_line_match(line)].append(line)
        return by_match

    @cached_property
    def _by_table(self) -> dict[tuple[int | None, int | None], list[SectionLine]]:
        by_table: dict[tuple[int | None, int | None], list[SectionLine]] = defaultdict(list)
        for line in self.all:
            by_table[line.round_no, line.table_no].append(line)
        return by_table

    @cached_property
    def has_void_matches(self) -> bool:
        """Whether a match doesn't count. A hall has thousands of lines, so this spares a look at them."""
        return any(match.is_void for match in self.stored_matches.values())

    @cached_property
    def _positions(self) -> dict[tuple[int, int, int], int]:
        """Where the line of each key stands in ``all``."""
        return {line[:3]: position for position, line in enumerate(self.all)}

    def with_results(
        self, results: Mapping[tuple[int, int, int], StoredResult]
    ) -> "SectionLines | None":
        """Return the lines with other *results*, given by the keys of their lines.

        None if the lines would not be the same ones, so that they have to be read again.
        """
        if len(self._positions) != len(self.all):  # two pairs meet twice on a board
            return None
        has_settled = any(has_matches(plan) for _base, plan in self.plans)
        lines = self.all.copy()
        replaced: list[SectionLine] = []
        for key, result in results.items():
            position = self._positions.get(key)
            if position is None:
                return None
            line = lines[position]
            is_in = result.text not in ("", LATER)
            # A line that nobody planned vanishes with its result, and one of a match whose result
            # is known without boards is marked again.
            if not is_in and (line.is_extra or not self.plans or has_settled):
                return None
            replaced.append(line)
            lines[position] = line._replace(result=result, is_reported=False, is_decided=False)
        changed = SectionLines(
            lines,
            self.byes,
            plans=self.plans,
            last_round=self.last_round,
            is_by_round=self.is_by_round,
            is_knockout=self.is_knockout,
            stored_matches=self.stored_matches,
            is_over_weeks=self.is_over_weeks,
        )
        changed._positions = self._positions
        by_board = self._by_board.copy()
        kept = self._cached_of_boards.copy()
        for board_no in {line.board_no for line in replaced}:
            by_board[board_no] = [lines[self._positions[line[:3]]] for line in by_board[board_no]]
            kept[board_no] = {}
        changed._by_board, changed._cached_of_boards = by_board, kept
        if not has_settled:
            changed._are_matches_counted = False
            changed.results_due = self.results_due
        return changed

    def find(self, board_no: int, ns: int, ew: int) -> SectionLine | None:
        """Return the line of these pairs on this board, or None."""
        position = self._positions.get((board_no, ns, ew))
        return None if position is None else self.all[position]

    def get_board_lines(self, board_no: int) -> list[SectionLine]:
        """Return the lines of one board in order of N-S number."""
        return self._by_board.get(board_no, [])

    def get_table_lines(self, round_no: int, table_no: int) -> list[SectionLine]:
        """Return the lines of one table in one round, in playing order."""
        return self._by_table.get((round_no, table_no), [])

    def get_for_match(self, key: MatchKey) -> list[SectionLine]:
        """Return the lines of one match."""
        return self._by_match.get(key, [])

    def is_reached(self, round_no: int | None, session: Session) -> bool:
        """Return whether *round_no* has come, by the clock or because all tables entered it."""
        return is_on_clock(round_no, session) or round_no in self._rounds_entered

    @cached_property
    def latest_round(self) -> int:
        """The last round with a result, or 0."""
        return max((line.round_no or 0 for line in self.all if line.is_entered), default=0)

    def format_due_note(self, line: SectionLine, session: Session) -> str:
        """Return "missing", or the round in which the result of *line* is due, or "".

        A line of a match that was reported without boards, or decided, has a dash. If nobody runs
        the clock of *session*, the round after the latest result is the present one.
        """
        if line.is_settled:
            return "–"
        if line.text:
            return ""
        has_run = session.clock != Clock.WAITING or session.round_no > 1
        present_round = session.round_no if has_run else self.latest_round + 1
        if line.round_no is None or session.clock == Clock.OVER or line.round_no < present_round:
            return "missing"
        return f"round {line.round_no}"

    @cached_property
    def _rounds_entered(self) -> set[int | None]:
        """The rounds whose lines are all entered, or to be played later."""
        open_rounds = {line.round_no for line in self.all if line.is_open}
        return {line.round_no for line in self.all} - open_rounds

    @property
    def boards(self) -> list[int]:
        """The numbers of the boards in play, ascending."""
        return sorted(self._by_board)

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
            return sum(map(all, self._match_states.values()))
        return sum(self.cache_of_board(no, "due", _count_due_entered) for no in self._by_board)

    @cached_property
    def results_due(self) -> int:
        """The number of due lines, or of matches where matches are counted."""
        if self._are_matches_counted:
            return len(self._match_states)
        return sum(1 for line in self.all if not line.is_extra)

    @cached_property
    def _match_states(self) -> Mapping[MatchKey, list[bool]]:
        """Whether each due line is entered, by match."""
        states: dict[MatchKey, list[bool]] = defaultdict(list)
        for line in self.all:
            if not line.is_extra and line.ns != line.ew:
                states[self.get_line_match(line)].append(line.is_entered)
        return states

    @cached_property
    def _are_matches_counted(self) -> bool:
        """Whether more matches were entered as results than by boards, as in a league.

        A contest over weeks always counts matches.
        """
        if self.is_over_weeks:
            return True
        reported = {self.get_line_match(line) for line in self.all if line.is_reported}
        if not reported:
            return False
        by_boards = {self.get_line_match(line) for line in self.all if line.result and line.text}
        return len(reported) > len(by_boards - reported)

    def get_line_match(self, line: SectionLine) -> MatchKey:
        """Return the match of *line*."""
        round_no = line.round_no or 0 if self.is_by_round else 0
        return round_no, min(line.ns, line.ew), max(line.ns, line.ew)


def _count_due_entered(board_lines: Iterable[SectionLine]) -> int:
    return sum(1 for line in board_lines if line.is_entered and not line.is_extra)


def is_on_clock(round_no: int | None, session: Session) -> bool:
    """Return whether the clock of *session* shows *round_no* or a later round."""
    if round_no is None or session.clock == Clock.OVER or round_no < session.round_no:
        return True
    return round_no == session.round_no and session.clock != Clock.WAITING


def is_published_whole(session: Session, lines: SectionLines) -> bool:
    """Return whether visitors read all results of *session*, whose clock waits for no round."""
    if not session.event.is_published or session.clock != Clock.WAITING or not lines.all:
        return False
    has_rounds_left = any(count_rounds_to_draw(plan) for _base, plan in lines.plans)
    return lines.results_in >= lines.results_due and not has_rounds_left


def fetch_section_plan(section: Section) -> Plan | None:
    """Return the plan in force of *section*, or None if no movement is chosen. (Costs one query.)"""
    return Plan.objects.filter(section=section, in_force=True).order_by("pk").first()


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
    )


def fetch_section_lines(section: Section, plan: Plan | None = None) -> SectionLines:
    """Return every line of *section*: those of its plan, then other stored results.

    It costs three queries for the plan (two if *plan* is given), and one for the results. Where
    teams play or rounds are drawn, another is for the matches.
    """
    stored = section.results.counted().order_by("board_no", "ns", "ew")
    results = map(StoredResult._make, stored.values_list(*STORED_COLUMNS))
    plan = plan or fetch_section_plan(section)
    if plan is None:
        return SectionLines(list(_make_section_lines(results, (), (), has_plan=False)), ())
    rows = plan.rows.values_list(*_DUE_COLUMNS)
    played = section.played_rows.values_list(*_PLAYED_COLUMNS)
    lines = list(_make_section_lines(results, rows, played, has_plan=True))
    stored_matches: Mapping[MatchKey, Match] = {}
    if has_matches(plan):
        stored_matches = fetch_stored_matches(section=section).get(section.pk, {})
        lines = _mark_settled_lines(lines, stored_matches, plan)
    return SectionLines(
        lines,
        _make_byes(plan, lines),
        plans=[(0, plan)],
        is_by_round=is_by_round(plan),
        is_knockout=are_knockouts([plan]),
        stored_matches=stored_matches,
        is_over_weeks=is_over_weeks(section.session.event, plan),
    )


def _make_byes(plan: Plan, lines: Iterable[SectionLine], base: int = 0) -> list[Bye]:
    """Return the byes of a drawn contest, which are worth points. Other sit-outs are not.

    *lines* are those of the section, with *base* added to its numbers.  Rounds that a late entry
    missed are byes too, if the contest gives points for them.
    """
    if not is_drawn(plan.key):
        return []
    share = get_points_option(plan, BYE_POINTS)
    is_average = is_average_given(plan, BYE_POINTS)
    byes = []
    first_rounds: dict[int, int] = {}
    for round_no, contestant, *_place in plan.sit_outs:
        bye = Bye(round_no, base + contestant, plan.boards_per_set, share, is_average=is_average)
        byes.append(bye)
        first_rounds.setdefault(base + contestant, round_no)
    missed_share = get_points_option(plan, MISSED_POINTS)
    is_missed_average = is_average_given(plan, MISSED_POINTS)
    if not missed_share:
        return byes
    for line in lines:
        if line.round_no and not line.is_extra:
            for number in (line.ns, line.ew):
                first_rounds[number] = min(line.round_no, first_rounds.get(number, line.round_no))
    for number, first_round in sorted(first_rounds.items()):
        for round_no in range(1, first_round):
            bye = Bye(
                round_no,
                number,
                plan.boards_per_set,
                missed_share,
                is_missed=True,
                is_average=is_missed_average,
            )
            byes.append(bye)
    return byes


def fetch_field_plans(scoring_field: ScoringField) -> dict[int, Plan]:
    """Return the plans in force of *scoring_field*, by the key of the section. (Costs one query.)"""
    in_force = Plan.objects.filter(section__session=scoring_field.session, in_force=True)
    return {plan.section_id: plan for plan in in_force}


def fetch_field_lines(scoring_field: ScoringField, plans: Mapping[int, Plan]) -> SectionLines:
    """Return every line of *scoring_field*, by the field's pair numbers.

    *plans* are by the keys of its sections. (Costs three queries, and another if teams play or
    rounds are drawn.)
    """
    if not scoring_field.has_several_sections:
        (section,) = scoring_field.sections
        return fetch_section_lines(section, plans.get(section.pk))
    results, rows, played = _fetch_section_rows(section__session=scoring_field.session)
    stored: Mapping[int, Mapping[MatchKey, Match]] = {}
    if any(map(has_matches, plans.values())):
        stored = fetch_stored_matches(section__session=scoring_field.session)
    stored_matches: dict[MatchKey, Match] = {}
    lines: list[SectionLine] = []
    byes: list[Bye] = []
    plans_with_base = []
    for section in scoring_field.sections:
        base = scoring_field.pair(section, 0)
        plan = plans.get(section.pk)
        if plan:
            plans_with_base.append((base, plan))
        # Popped, so that a large field isn't held twice.
        section_results = results.pop(section.pk, ())
        section_lines = list(
            _make_section_lines(
                section_results,
                rows[section.pk],
                played[section.pk],
                base,
                has_plan=plan is not None,
            )
        )
        if plan:
            section_matches = stored.get(section.pk, {})
            section_lines = _mark_settled_lines(section_lines, section_matches, plan, base)
            for (round_no, home, away), match in section_matches.items():
                stored_matches[round_no, base + home, base + away] = match
            byes += _make_byes(plan, section_lines, base)
        lines += section_lines
    all_have_plans = len(plans) == len(scoring_field.sections)
    return SectionLines(
        lines,
        byes,
        plans=plans_with_base,
        is_by_round=any(map(is_by_round, plans.values())),
        is_knockout=all_have_plans and are_knockouts(plans.values()),
        stored_matches=stored_matches,
        is_over_weeks=any(is_over_weeks(scoring_field.event, plan) for plan in plans.values()),
    )


def fetch_lines_by_section(
    sections: Collection[int], plans: Mapping[int, Plan] | None = None
) -> dict[int, list[SectionLine]]:
    """Return every line of each of *sections*, by its own pair numbers.

    Costs four queries, or three with the *plans* in force by the keys of their sections. Where teams
    play or rounds are drawn, another finds the settled matches, whose lines are marked.
    """
    results, rows, played = _fetch_section_rows(section__in=sections)
    if plans is None:
        in_force = Plan.objects.filter(section__in=sections, in_force=True)
        plans = {plan.section_id: plan for plan in in_force}
    stored: Mapping[int, Mapping[MatchKey, Match]] = {}
    if any(map(has_matches, plans.values())):
        stored = fetch_stored_matches(section__in=plans)
    lines = {}
    for section_id in sections:
        section_lines = list(
            _make_section_lines(
                results[section_id], rows[section_id], played[section_id], has_plan=True
            )
        )
        if section_id in stored:
            section_lines = _mark_settled_lines(
                section_lines, stored[section_id], plans[section_id]
            )
        lines[section_id] = section_lines
    return lines


def has_matches(plan: Plan) -> bool:
    """Return whether the contestants of *plan* play matches, as teams and drawn rounds do."""
    return plan.contest == Contest.TEAMS or is_drawn(plan.key)


def fetch_stored_matches(**conditions: Any) -> dict[int, dict[MatchKey, Match]]:
    """Return what is stored about matches besides their boards, by the key of the section.

    *conditions* choose the sections. (Costs one query.)
    """
    matches: dict[int, dict[MatchKey, Match]] = defaultdict(dict)
    for match in Match.objects.filter(**conditions):
        matches[match.section_id][match.round_no, match.home, match.away] = match
    return dict(matches)


def get_match_key(line: SectionLine, plan: Plan | Movement, base: int = 0) -> MatchKey:
    """Return the match of *line*, whose teams have *base* added to their numbers in the section."""
    return get_match_of_sides(plan, line.round_no, line.ns - base, line.ew - base)


def get_match_of_sides(plan: Plan | Movement, round_no: int | None, ns: int, ew: int) -> MatchKey:
    """Return the match that *ns* and *ew* play in *round_no*, by their numbers in the section."""
    low, high = sorted((ns, ew))
    if not is_by_round(plan):
        return 0, low, high
    return round_no or 0, low, high


def _mark_settled_lines(
    lines: list[SectionLine], stored: Mapping[MatchKey, Match], plan: Plan, base: int = 0
) -> list[SectionLine]:
    """Return *lines* with marks on those that need no result, by what is *stored* of matches."""
    settled = {key: match for key, match in stored.items() if match.is_settled}
    if not settled:
        return lines
    # The boards of a match have one key, and a large contest has thousands of lines.
    matches: dict[tuple[int | None, int, int], Match | None] = {}
    marked = []
    for line in lines:
        sides = (line.round_no, line.ns, line.ew)
        if sides not in matches:
            matches[sides] = settled.get(get_match_key(line, plan, base))
        marked.append(_mark_line(line, matches[sides]))
    return marked


def _mark_line(line: SectionLine, match: Match | None) -> SectionLine:
    """Return *line* with the mark that it has by its settled *match*, if it has one."""
    if match is None:
        return line
    if match.is_void:
        return line._replace(is_void=True)
    if line.is_entered:
        return line
    return line._replace(is_reported=match.is_reported, is_decided=not match.is_reported)


_PLAYED_COLUMNS = ("round_no", "table_no", "ns", "ew", "boards")
_DUE_COLUMNS = (*_PLAYED_COLUMNS, "half")
_PlayedRow = tuple[int, int, int, int, list[int]]
_DueRow = tuple[int, int, int, int, list[int], int]


def _fetch_section_rows(
    **conditions: Any,
) -> tuple[dict[int, list[StoredResult]], dict[int, list[Any]], dict[int, list[Any]]]:
    """Return results, due rows and rows played off schedule, by the key of the section.

    *conditions* choose the sections, as for a record with a foreign key to a section. (Costs three
    queries.)
    """
    results: dict[int, list[StoredResult]] = defaultdict(list)
    # Most results of a large field are equal: each text is held in memory once.
    texts: dict[str, str] = {}
    stored = Result.objects.counted().filter(**conditions).order_by("board_no", "ns", "ew")
    for section_id, *values in stored.values_list("section_id", *STORED_COLUMNS).iterator():
        for index in _TEXT_INDEXES:
            values[index] = texts.setdefault(values[index], values[index])
        results[section_id].append(StoredResult._make(values))
    plan_conditions = {f"plan__{name}": value for name, value in conditions.items()}
    in_force = PlanRow.objects.filter(**plan_conditions, plan__in_force=True)
    due_rows = in_force.order_by("round_no", "table_no", "half")
    rows = _group_by_section(due_rows.values_list("plan__section_id", *_DUE_COLUMNS))
    off_schedule = PlayedRow.objects.filter(**conditions)
    played = _group_by_section(off_schedule.values_list("section_id", *_PLAYED_COLUMNS))
    return results, rows, played


def _group_by_section(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[Any]]:
    sections: dict[int, list[Any]] = defaultdict(list)
    for section_id, *row in rows:
        sections[section_id].append(tuple(row))
    return sections


def _make_section_lines(
    stored: Iterable[StoredResult],
    rows: Collection[_DueRow],
    played: Iterable[_PlayedRow],
    base: int = 0,
    *,
    has_plan: bool,
) -> Iterator[SectionLine]:
    """Yield the lines of the plan's *rows* with their results, then the remaining results.

    *base* is added to the numbers of pairs. The rows of *played* take the place of the due rows of
    their table and round.
    """
    if not rows:
        for unplanned in stored:
            if unplanned.text or not has_plan:
                yield _make_unplanned_line(unplanned, base, has_plan=has_plan)
        return
    results = {(result.board_no, result.ns, result.ew): result for result in stored}
    played_by_table = {row[:2]: row for row in played}
    for due_row in rows:
        *_rest, half = due_row
        played_row = played_by_table.get(due_row[:2])
        # The played row takes the place of both halves.
        if played_row and half == 2:
            continue
        round_no, table_no, ns, ew, boards = played_row or due_row[:5]
        is_off_schedule = played_row is not None
        is_half = bool(half) and not is_off_schedule
        for board_no in boards:
            result = results.pop((board_no, ns, ew), None)
            yield SectionLine(
                board_no, ns + base, ew + base, round_no, table_no, result, is_off_schedule, is_half
            )
    for result in results.values():
        # A deleted result keeps its row without text. With a movement it is due elsewhere or not
        # at all; an imported event has no other record of the line.
        if result.text or not has_plan:
            yield _make_unplanned_line(result, base, has_plan=has_plan)


def _make_unplanned_line(result: StoredResult, base: int, *, has_plan: bool) -> SectionLine:
    """Return the line of a *result* that no plan made due."""
    _pk, board_no, ns, ew, round_no, table_no, *_entry = result
    return SectionLine(
        board_no, ns + base, ew + base, round_no, table_no, result, has_plan, is_extra=has_plan
    )


def find_planned_line(section: Section, board_no: int, ns: int, ew: int) -> SectionLine | None:
    """Return the line on which *ns* plays *ew* on *board_no*, or None. (Costs two queries.)

    It is the line of the plan, unless the table played another line in that round.
    """
    off_schedule = set()
    for round_no, table_no, *sides, boards in section.played_rows.values_list(*_PLAYED_COLUMNS):
        if sides == [ns, ew] and board_no in boards:
            return SectionLine(board_no, ns, ew, round_no, table_no, None, is_off_schedule=True)
        off_schedule.add((round_no, table_no))
    # If the two meet on the board twice, it is the later meeting.
    rows = PlanRow.objects.filter(
        plan__section=section, plan__in_force=True, ns=ns, ew=ew
    ).order_by("-round_no", "-table_no")
    for round_no, table_no, boards in rows.values_list("round_no", "table_no", "boards"):
        if board_no in boards and (round_no, table_no) not in off_schedule:
            return SectionLine(board_no, ns, ew, round_no, table_no, None)
    return None


# Counts of results that are entered and due, made by the database.
#
# They follow the same rules: lines played off schedule at a table in a round take the place of its due
# lines, an award counts before the result of its line, and a match that was entered as a result,
# decided or void stands for those of its boards that are missing.


# The same rules as in ``section_lines``: lines played off schedule at a table in a round take the
# place of its due lines, an award counts before the result of its line, and a match that was entered
# as a result, decided or void stands for those of its boards that are missing.
_COUNT_RESULTS = """
WITH due AS (
  SELECT plan.section_id, COALESCE(played.ns, planned.ns) AS ns, COALESCE(played.ew, planned.ew) AS ew,
    COALESCE(played.boards, planned.boards) AS boards, planned.round_no
  FROM director_plan plan
  JOIN director_planrow planned ON planned.plan_id = plan.id
  LEFT JOIN director_playedrow played ON played.section_id = plan.section_id
    AND played.round_no = planned.round_no AND played.table_no = planned.table_no
  WHERE plan.in_force AND plan.section_id IN ({places}) AND NOT (played.id IS NOT NULL AND planned.half = 2)
)
SELECT due.section_id,
  COUNT(CASE WHEN COALESCE(award.text, result.text, '') NOT IN ('', %s) OR reported.id IS NOT NULL THEN 1 END),
  COUNT(*), COUNT(CASE WHEN reported.unit <> '' OR event.is_long_running THEN 1 END)
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
GROUP BY due.section_id
"""


def count_results(sections: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return how many results of each of *sections* are entered and due. (Costs one query.)

    Sections without a movement are left out.  If most matches are entered as results, or they are
    played over weeks, matches are counted. (Costs five more queries if there are any such results.)
    """
    if not sections:
        return {}
    # The function that makes rows of a JSON list has another name in each database.
    each_function = "json_each" if connection.vendor == "sqlite" else "jsonb_array_elements"
    places = ", ".join(["%s"] * len(sections))
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_RESULTS.format(places=places, each=each_function), [*sections, LATER])
        rows = cursor.fetchall()
    counts = {
        section_id: (results_in, results_due) for section_id, results_in, results_due, _ in rows
    }
    with_matches = [section_id for section_id, *_counts, reported in rows if reported]
    return counts | _count_match_results(with_matches)


def _count_match_results(sections: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return the counts of *sections* whose matches may be counted in place of their boards."""
    if not sections:
        return {}
    in_force = Plan.objects.filter(section__in=sections, in_force=True)
    plans = {plan.section_id: plan for plan in in_force.select_related("section__session__event")}
    counts = {}
    for section_id, lines in fetch_lines_by_section(sections, plans).items():
        plan = plans[section_id]
        section_lines = SectionLines(
            lines,
            is_by_round=is_by_round(plan),
            is_over_weeks=is_over_weeks(plan.section.session.event, plan),
        )
        counts[section_id] = section_lines.results_in, section_lines.results_due
    return counts


def count_event_results(event: Event) -> tuple[int, int]:
    """Return how many results of *event* are entered and due. (Costs two queries.)"""
    sections = Section.objects.filter(session__event=event).values_list("pk", flat=True)
    counts = count_results(list(sections)).values()
    total_in = sum(results_in for results_in, _due in counts)
    total_due = sum(results_due for _results_in, results_due in counts)
    return total_in, total_due
