"""The results of a session, each part made when it is first read, all from one scoring.

Pages, prints and exports take their figures from :class:`SessionResults`: standings, travellers,
scorecards and recap. ``scored.py`` scores them, ``lines.py`` makes single lines, and ``event.py``
adds up several sessions.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from director.boards.contests import CONTESTS
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    StoredResult,
    fetch_field_lines,
    fetch_plans_by_section,
)
from director.boards.movement.ranking import RankingField
from director.boards.movement.sections import SECTION_STEP, Key, ScoringField
from director.boards.movement.sitters import Sitter, fetch_seats_by_line, fetch_sitters_by_line
from director.boards.movement.words import (
    EntryNames,
    fetch_field_entry_names_by_number,
    make_field_heading,
    with_field_partnership_names,
)
from director.boards.scoring.deals import (
    BoardDeal,
    DealKey,
    compute_played_boards,
    fetch_awaiting_session_by_key,
    fetch_hands_by_key,
    filter_visible_hands,
    with_board_par,
    with_card_par,
)
from director.boards.scoring.extras import (
    PairPenalty,
    SectionExtras,
    fetch_field_extras,
    fetch_field_penalties,
)
from director.boards.scoring.lines import People, make_board_sheet, make_pair_card
from director.boards.scoring.scored import ScoredSession, get_line_key, score_field
from director.boards.scoring.standings.rows import (
    iter_standings_notes,
    list_leaders,
    make_session_rows,
    make_standing_groups,
    rank_rows_by_section,
)
from director.models import Plan, Section
from director.sheets import (
    BoardSheet,
    Heading,
    PairCard,
    Points,
    Recap,
    RecapRow,
    StandingGroup,
    StandingRow,
    Standings,
)
from scoring.bridge.contracts import get_duplicate_game
from scoring.registry import get_method

T = TypeVar("T")
MAX_CACHED_PARTS = 60
"""Parts of pages that are cached with the results of a session."""

_INDEPENDENT_OF_RESULTS = (
    "plan_by_section",
    "knockouts",
    "penalties",
    "entry_names_by_number",
    "extras",
    "unranked_pairs",
    "starters_by_number",
    "name_by_number",
    "name_by_side",
    "_has_substitutes",
    "_names_by_round",
    "_names_by_section",
    "seats_by_line",
    "_sitters_by_due_line",
    "hands_by_key",
    "visible_hands_by_key",
    "_par_by_board",
    "heading",
)
"""Attributes that stay valid when only results of lines change."""


class SessionResults:
    """The results of one session. It has the attributes of ``EventResults``.

    The scoring field is scored at most once, with at most sixteen queries for a field of any size.
    The caller should have selected the event and the club with the session. If the results can't be
    scored, every attribute except ``heading``, ``method`` and the counts of results raises
    ``ScoringError``.
    """

    def __init__(self, scoring_field: ScoringField) -> None:
        self.scoring_field = scoring_field
        self.follows_places: Callable[[], bool] = bool
        """Whether its sections follow the ranks of the session before. ``EventResults`` sets it."""
        self._previous_scored: ScoredSession | None = None
        self._cached_parts: dict[Hashable, Any] = {}
        self._lines_by_section: dict[str, SectionLines] = {}
        # Names differ between rounds only if there are substitutes.
        self._names_by_round: dict[int | None, Mapping[int, str]] = {}
        self._names_by_section: dict[tuple[str, int | None], Mapping[int, str]] = {}

    def read(self) -> None:
        """Make all queries now, so that later calculation makes none."""
        # Each is a cached property, which makes its queries when it is first read.
        _all_read = (
            self.lines,
            self.name_by_number,
            self.heading,
            self.penalties,
            self.seats_by_line,
            self.sitters_by_line,
            self.visible_hands_by_key,
        )
        _matches = self.knockouts

    def with_results(self, results_by_line: Mapping[Key, StoredResult]) -> "SessionResults | None":
        """Return a copy with *results_by_line* in place of stored results, without a query.

        Return None if more than these lines may change, so that everything has to be read again.
        """
        lines = self.lines.with_results(results_by_line)
        if lines is None:
            return None
        if self.hands_by_key:
            previous_boards = compute_played_boards(self.scoring_field, self.lines)
            # Deals become visible when every table has played them.
            if compute_played_boards(self.scoring_field, lines) != previous_boards:
                return None
        session_results = SessionResults(self.scoring_field)
        attributes = vars(self)
        vars(session_results).update(
            {name: attributes[name] for name in _INDEPENDENT_OF_RESULTS if name in attributes}
        )
        session_results.lines = lines
        for letter, previous_lines in self._lines_by_section.items():
            lines_of_section = self._replace_in_section(letter, previous_lines, results_by_line)
            if lines_of_section:
                session_results._lines_by_section[letter] = lines_of_section
        session_results._previous_scored = attributes.get("scored") or self._previous_scored
        return session_results

    def _replace_in_section(
        self, letter: str, lines: SectionLines, results_by_line: Mapping[Key, StoredResult]
    ) -> SectionLines | None:
        """Return the *lines* of a section with its part of *results_by_line*.

        *lines* have numbers in the section, *results_by_line* numbers of the field. None if the lines
        have to be read again, as in ``SectionLines.with_results``.
        """
        scoring_field = self.scoring_field
        section_results = {}
        for (board_no, ns, ew), result in results_by_line.items():
            section, number = scoring_field.get_section_and_number(ns)
            if section.letter == letter:
                # Both pairs are of one section, so their numbers have the same base.
                section_results[board_no, number, number + ew - ns] = result
        return lines.with_results(section_results) if section_results else lines

    def with_other_sessions(self) -> "SessionResults":
        """Return a copy for an event in which another session has changed."""
        session_results = SessionResults(self.scoring_field)
        vars(session_results).update(vars(self))
        # Whether its sections are finals may have changed.
        for name in ("ranking_field", "rows", "standings", "recap", "pairs"):
            vars(session_results).pop(name, None)
        session_results.follows_places = bool
        session_results._cached_parts = {}
        return session_results

    def compute_once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return *compute*'s value, cached by *key*.

        Pages cache their parts with the results that they show, so a part is never older than its
        results. The *key* holds everything else that the part depends on.
        """
        value: T | None = self._cached_parts.get(key)
        if value is None:
            value = compute()
            # A visitor who tries every order of every table must not fill the memory.
            if len(self._cached_parts) >= MAX_CACHED_PARTS:
                self._cached_parts = {}
            self._cached_parts[key] = value
        return value

    @cached_property
    def plan_by_section(self) -> dict[int, Plan]:
        """The stored plans by section key."""
        return fetch_plans_by_section(self.scoring_field)

    @property
    def is_drawn(self) -> bool:
        """Whether the rounds of all sections are drawn. Imported sections may have no plan at all."""
        plans = list(self.plan_by_section.values())
        return bool(plans) and all(get_format(plan).is_drawn for plan in plans)

    @cached_property
    def knockouts(self) -> list[Section]:
        """The sections that play a knock-out."""
        return [
            section
            for section in self.scoring_field.sections
            if section.pk in self.plan_by_section
            and get_format(self.plan_by_section[section.pk]).is_knockout
        ]

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the scoring field."""
        return fetch_field_lines(self.scoring_field, self.plan_by_section)

    @cached_property
    def scored(self) -> ScoredSession:
        """The session scored by its event's method."""
        # Dropped once it is used, so that a long chain of corrections doesn't stay in memory.
        previous = self._previous_scored
        self._previous_scored = None
        return score_field(
            self.scoring_field,
            self.lines,
            penalties=self.penalties,
            extras=self.extras,
            unranked_pairs=self.unranked_pairs,
            previous=previous,
        )

    @cached_property
    def penalties(self) -> tuple[PairPenalty, ...]:
        """The penalties of rulings."""
        return fetch_field_penalties(self.scoring_field)

    @cached_property
    def entry_names_by_number(self) -> dict[int, EntryNames]:
        """The names of each pair, player or team that is entered."""
        return fetch_field_entry_names_by_number(self.scoring_field)

    def get_entry_names_by_number(self, section: Section) -> dict[int, EntryNames]:
        """Return the names of each entry of *section*, by number in the section."""
        names_by_number = {}
        for number, names in self.entry_names_by_number.items():
            entry_section, number_in_section = self.scoring_field.get_section_and_number(number)
            if entry_section.pk == section.pk:
                names_by_number[number_in_section] = names
        return names_by_number

    @cached_property
    def extras(self) -> SectionExtras:
        """The handicaps, strata and carry-over of pairs."""
        return fetch_field_extras(self.scoring_field, self.entry_names_by_number)

    @cached_property
    def unranked_pairs(self) -> frozenset[int]:
        """The pairs, players or teams that play without standing."""
        return frozenset(
            pair_no
            for pair_no, entry_names in self.entry_names_by_number.items()
            if entry_names.is_unranked
        )

    @cached_property
    def starters_by_number(self) -> dict[int, list[str]]:
        """The names of the starters of each pair or team."""
        return {
            pair_no: entry_names.starter_names
            for pair_no, entry_names in self.entry_names_by_number.items()
        }

    @cached_property
    def name_by_number(self) -> dict[int, str]:
        """The names of each pair, player or team, with its substitutes."""
        return {
            pair_no: entry_names.full_text
            for pair_no, entry_names in self.entry_names_by_number.items()
        }

    @cached_property
    def name_by_side(self) -> Mapping[int, str]:
        """The names of each side of a line, which may be a partnership."""
        return with_field_partnership_names(self.scoring_field, self.name_by_number)

    def get_names_by_number(self, round_no: int | None) -> Mapping[int, str]:
        """Return the names of each side of a line in *round_no*."""
        if not self._has_substitutes:
            return self.name_by_side
        if round_no not in self._names_by_round:
            names = {
                pair_no: entry_names.get_name_in_round(round_no)
                for pair_no, entry_names in self.entry_names_by_number.items()
            }
            self._names_by_round[round_no] = with_field_partnership_names(self.scoring_field, names)
        return self._names_by_round[round_no]

    @cached_property
    def _has_substitutes(self) -> bool:
        return any(
            entry_names.replaced_players for entry_names in self.entry_names_by_number.values()
        )

    @cached_property
    def seats_by_line(self) -> Mapping[Key, tuple[int, ...]]:
        """The players at N, E, S and W on every due line, if the movement seats players."""
        if self.heading.has_player_moves:
            return fetch_seats_by_line(self.scoring_field)
        return {}

    @cached_property
    def sitters_by_line(self) -> Mapping[Key, tuple[Sitter | None, ...]]:
        """The members of teams at N, E, S and W on every line whose players may be shown.

        A line-up is secret until the match is played, so its lines appear as they are entered. If
        the movement names the players of teams, all lines are there.
        """
        if not self._sitters_by_due_line:
            return {}
        sitters = {}
        for line in self.lines.all:
            key = get_line_key(line)
            if key in self._sitters_by_due_line and (line.is_entered or self._names_players(key)):
                sitters[key] = self._sitters_by_due_line[key]
        return sitters

    @cached_property
    def _sitters_by_due_line(self) -> Mapping[Key, tuple[Sitter | None, ...]]:
        """The members of teams on every line whose round is known, entered or not."""
        if not CONTESTS[self.scoring_field.event.contest].has_line_ups:
            return {}
        return fetch_sitters_by_line(
            self.scoring_field, ((get_line_key(line), line.round_no) for line in self.lines.all)
        )

    def _names_players(self, key: Key) -> bool:
        """Return whether the movement of the line of *key* names the players of teams."""
        section, _number = self.scoring_field.get_section_and_number(key[1])
        return section.team_size > 0

    @cached_property
    def hands_by_key(self) -> Mapping[DealKey, BoardDeal]:
        """All stored deals at bridge, visible or not."""
        if get_duplicate_game(self.scoring_field.event.game).is_known_elsewhere:
            return fetch_hands_by_key(self.scoring_field)
        return {}

    @cached_property
    def visible_hands_by_key(self) -> Mapping[DealKey, BoardDeal]:
        """The deals that everybody may see, which all tables of all sessions have played."""
        if not self.hands_by_key:
            return {}
        played_here = filter_visible_hands(
            self.hands_by_key, compute_played_boards(self.scoring_field, self.lines)
        )
        awaited_elsewhere = fetch_awaiting_session_by_key(self.scoring_field, played_here)
        return {
            deal_key: hand
            for deal_key, hand in played_here.items()
            if deal_key not in awaited_elsewhere
        }

    @cached_property
    def _par_by_board(self) -> Mapping[DealKey, int]:
        par_by_board = {}
        for deal_key, hand in self.visible_hands_by_key.items():
            par = hand.par
            if par:
                par_by_board[deal_key] = par.score
        return par_by_board

    def get_section_lines(self, section: Section) -> SectionLines:
        """Return the lines of one *section*, with the numbers in the section."""
        if not self.scoring_field.has_several_sections:
            return self.lines
        if section.letter not in self._lines_by_section:
            # The numbers of a section follow its base number in the field.
            base = self.scoring_field.get_field_number(section, 0)
            plan = self.plan_by_section.get(section.pk)
            section_lines = [
                line.with_base(-base)
                for line in self.lines.all
                if base < line.ns < base + SECTION_STEP
            ]
            byes = [
                bye._replace(contestant=bye.contestant - base)
                for bye in self.lines.byes
                if base < bye.contestant < base + SECTION_STEP
            ]
            stored_matches = {
                (match.round_no, match.home, match.away): match
                for match in self.lines.stored_matches.values()
                if match.section_id == section.pk
            }
            self._lines_by_section[section.letter] = SectionLines(
                section_lines,
                byes,
                plans=[(0, plan)] if plan else [],
                is_by_round=plan is not None and get_format(plan).is_by_round,
                is_knockout=plan is not None and get_format(plan).is_knockout,
                stored_matches=stored_matches,
            )
        return self._lines_by_section[section.letter]

    def get_section_names_by_number(
        self, section: Section, round_no: int | None = None
    ) -> Mapping[int, str]:
        """Return the names of each side of a line of *section*, by number in the section."""
        if not self.scoring_field.has_several_sections:
            return self.get_names_by_number(round_no)
        key = (section.letter, round_no if self._has_substitutes else None)
        if key not in self._names_by_section:
            base = self.scoring_field.get_field_number(section, 0)
            self._names_by_section[key] = {
                pair_no - base: names
                for pair_no, names in self.get_names_by_number(round_no).items()
                if self.scoring_field.get_letter(pair_no) == section.letter
            }
        return self._names_by_section[key]

    @cached_property
    def heading(self) -> Heading:
        """The heading of every sheet."""
        return make_field_heading(self.scoring_field, self.plan_by_section)

    @property
    def method(self) -> str:
        """The name of the scoring method, with its scale of victory points."""
        scoring_record = self.scoring_field.scoring_record
        method = get_method(scoring_record.scoring)
        # Only matches have a scale.
        if not self.scoring_field.has_matches:
            return method.name
        return method.get_name_with_scale(scoring_record.scoring_options)

    @property
    def results_in(self) -> int:
        """The number of due lines with a result."""
        return self.lines.results_in

    @property
    def results_due(self) -> int:
        """The number of results in the plans. Sections without a plan have none due."""
        # Without a plan the stored results are the lines, which would count as due.
        if not self.plan_by_section:
            return 0
        if len(self.plan_by_section) == len(self.scoring_field.sections):
            return self.lines.results_due
        count = 0
        for line in self.lines.all:
            section, _number = self.scoring_field.get_section_and_number(line.ns)
            if section.pk in self.plan_by_section and not line.is_extra:
                count += 1
        return count

    @property
    def is_complete(self) -> bool:
        """Whether every result of the plan is entered."""
        return self.results_in >= self.results_due

    @property
    def board_numbers(self) -> list[int]:
        """The numbers of the boards in play, ascending."""
        return self.lines.boards

    @cached_property
    def field_rows(self) -> list[StandingRow]:
        """Every contestant by its rank in the whole field. Sessions are added up from these."""
        return make_session_rows(self.scored, self.name_by_number)

    @cached_property
    def ranking_field(self) -> RankingField:
        """Who is compared and ranked with whom."""
        return replace(self.scoring_field.ranking_field, follows_places=self.follows_places())

    @cached_property
    def rows(self) -> list[StandingRow]:
        """Every contestant by its rank, within its section if sections are ranked separately."""
        if self.ranking_field.is_ranked_by_section:
            return rank_rows_by_section(self.scored, self.field_rows)
        return self.field_rows

    def list_rows(self, contestants: Collection[int]) -> list[StandingRow]:
        """Return the rows of *contestants*, in the order of all rows.

        Most pages of an entry need a few, which are made without the others.
        """
        if "rows" in vars(self) or self.ranking_field.is_ranked_by_section:
            return [row for row in self.rows if row.contestant in contestants]
        return make_session_rows(self.scored, self.name_by_number, contestants)

    def make_leading_groups(self, count: int) -> tuple[StandingGroup, ...]:
        """Return the groups of the standings with somebody compared, each with the first *count*."""
        scored = self.scored
        if self.ranking_field.is_ranked_by_section:
            has_tops = scored.has_tops
            rows = [
                row for row in self.rows if row.place and (row.percent is not None or not has_tops)
            ]
        else:
            rows = self.list_rows(list_leaders(scored, count))
        groups = make_standing_groups(self.scoring_field, self.ranking_field, rows)
        return tuple(replace(group, rows=group.rows[:count]) for group in groups if group.rows)

    @cached_property
    def standings(self) -> Standings:
        """The standings of the session."""
        return Standings(
            heading=self.heading,
            method=self.method,
            groups=make_standing_groups(self.scoring_field, self.ranking_field, self.rows),
            results_in=self.results_in,
            results_due=self.results_due,
            notes=tuple(iter_standings_notes(self.scored, self.plan_by_section)),
        )

    @cached_property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The travellers of all boards."""
        return tuple(self.get_board_sheet(board_no) for board_no in self.board_numbers)

    def get_board_sheet(self, board_no: int) -> BoardSheet:
        """Return the traveller of one board."""
        board = make_board_sheet(self.scored, self.heading, self.people, board_no)
        if self._par_by_board:
            return with_board_par(board, self.scoring_field, self._par_by_board)
        return board

    @property
    def numbered_rows(self) -> list[StandingRow]:
        """Every pair in order of its number."""
        return sorted(self.rows, key=lambda row: row.contestant)

    @cached_property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of all pairs, in order of their numbers."""
        return tuple(self._make_card(row) for row in self.numbered_rows)

    def find_card(self, pair_no: int) -> PairCard | None:
        """Return the card of one pair, or None if there is no such pair."""
        row = next((row for row in self.rows if row.contestant == pair_no), None)
        if row:
            return self._make_card(row)
        return None

    @cached_property
    def recap(self) -> Recap:
        """The whole field, board by board."""
        boards = tuple(self.board_numbers)
        recap_rows = []
        for row in self.rows:
            lines_by_board = self._lines_by_board[row.contestant]
            points = tuple(
                self._add_up_board_points(row.contestant, lines_by_board.get(board_no, ()))
                for board_no in boards
            )
            off_schedule = frozenset(
                board_no
                for board_no, lines in lines_by_board.items()
                if any(line.is_off_schedule for line in lines)
            )
            recap_rows.append(RecapRow(row, points, off_schedule))
        return Recap(heading=self.heading, boards=boards, rows=tuple(recap_rows))

    def _make_card(self, row: StandingRow) -> PairCard:
        lines = self.lines_by_pair[row.contestant]
        card = make_pair_card(self.scored, self.heading, self.people, row, lines)
        if self._par_by_board:
            return with_card_par(card, self.scoring_field, self._par_by_board)
        return card

    @cached_property
    def people(self) -> People:
        """The names of each side, and the players in each seat."""
        return People(self.get_names_by_number, self.seats_by_line, self.sitters_by_line)

    @cached_property
    def lines_by_pair(self) -> dict[int, list[SectionLine]]:
        """The lines of each contestant, board by board."""
        lines: dict[int, list[SectionLine]] = defaultdict(list)
        members = self.scoring_field.list_members
        for board_no in self.board_numbers:
            for line in self.lines.get_board_lines(board_no):
                # If the halves of a team met, both sides are the same contestant.
                for pair_no in dict.fromkeys((*members(line.ns), *members(line.ew))):
                    lines[pair_no].append(line)
        return lines

    def get_points(self, pair_no: int, line: SectionLine | None) -> Points:
        """Return a contestant's points on *line*, added up if its own halves met there."""
        if line is None:
            return None
        scored = self.scored.points_by_line.get(get_line_key(line))
        if scored is None:
            return None
        total: Points = None
        for side, points in ((line.ns, scored.ns_points), (line.ew, scored.ew_points)):
            if points is not None and pair_no in self.scoring_field.list_members(side):
                total = points if total is None else total + points
        return total

    def _add_up_board_points(self, pair_no: int, lines: Iterable[SectionLine]) -> Points:
        """Return a contestant's points on the deals of *lines*, or None if it has none."""
        points = [self._compute_board_points(pair_no, line) for line in lines]
        known_points = [figure for figure in points if figure is not None]
        if known_points:
            return sum(known_points)
        return None

    def _compute_board_points(self, pair_no: int, line: SectionLine) -> Points:
        """Return a contestant's points on the board of *line*, added up over a team's tables.

        If two teams share the board at many tables, only the team's N-S pairs are added up, since
        each table's gain or loss is counted there.
        """
        method = get_method(self.scoring_field.scoring_record.scoring)
        if not (method.has_large_teams or method.has_many_tables):
            return self.get_points(pair_no, line)
        points = []
        lines_of_deal = self.lines.get_lines_with_deal(line)
        for other_line in self.lines_by_pair[pair_no]:
            if other_line not in lines_of_deal:
                continue
            is_ns = pair_no in self.scoring_field.list_members(other_line.ns)
            if is_ns or not method.has_many_tables:
                points.append(self.get_points(pair_no, other_line))
        known_points = [figure for figure in points if figure is not None]
        if known_points:
            return sum(known_points)
        return None

    @cached_property
    def _lines_by_board(self) -> dict[int, dict[int, list[SectionLine]]]:
        """The line of each pair on each board. Of several lines, the last one with points.

        If every round begins at the first board, it is a line of each round.
        """
        line_by_deal: dict[int, dict[tuple[int, int], SectionLine]] = defaultdict(dict)
        members = self.scoring_field.list_members
        for line in sorted(self.lines.all, key=lambda line: (line.round_no or 0, line.board_no)):
            deal = line.board_no, (line.round_no or 0) if self.lines.begins_each_round else 0
            for pair_no in (*members(line.ns), *members(line.ew)):
                is_first = deal not in line_by_deal[pair_no]
                if is_first or self.get_points(pair_no, line) is not None:
                    line_by_deal[pair_no][deal] = line
        lines: dict[int, dict[int, list[SectionLine]]] = defaultdict(dict)
        for pair_no, pair_lines in line_by_deal.items():
            for (board_no, _round_no), line in pair_lines.items():
                lines[pair_no].setdefault(board_no, []).append(line)
        return lines
