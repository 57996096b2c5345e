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
    fetch_field_lines,
)
from director.boards.movement.ranking import RankingField
from director.boards.movement.sections import SECTION_STEP, Key, ScoringField
from director.boards.movement.sitters import Sitter, fetch_sitters_by_line
from director.boards.scoring.deals import (
    BoardDeal,
    DealKey,
    compute_played_boards,
    fetch_awaiting_session_by_key,
    filter_visible_hands,
    with_board_par,
    with_card_par,
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
from director.boards.scoring.standings.setup import SessionSetup
from director.models import Section
from director.sheets import (
    BoardSheet,
    PairCard,
    Points,
    Recap,
    RecapRow,
    StandingGroup,
    StandingRow,
    Standings,
)
from scoring.registry import get_method

T = TypeVar("T")
MAX_CACHED_PARTS = 60
"""Parts of pages that are cached with the results of a session."""


class SessionResults(SessionSetup):
    """The results of one session, and its setup. It has the attributes of ``EventResults``.

    The scoring field is scored at most once, with at most sixteen queries for a field of any size.
    The caller should have selected the event and the club with the session. If the results can't be
    scored, every attribute except ``heading``, ``method`` and the counts of results raises
    ``ScoringError``.
    """

    def __init__(self, scoring_field: ScoringField) -> None:
        super().__init__(scoring_field)
        self.follows_places: Callable[[], bool] = bool
        """Whether its sections follow the ranks of the session before. ``EventResults`` sets it."""
        self._cached_parts: dict[Hashable, Any] = {}
        self._lines_by_section: dict[str, SectionLines] = {}

    @classmethod
    def from_setup(cls, setup: SessionSetup) -> "SessionResults":
        """Return the results of the session of *setup*, as they are stored now."""
        results = cls(setup.scoring_field)
        # What was read for the setup is true of all its results.
        vars(results).update(vars(setup))
        return results

    def read(self) -> None:
        """Make all queries now, so that later calculation makes none."""
        super().read()
        # Each is a cached property, which makes its queries when it is first read.
        _all_read = (self.lines, self.sitters_by_line, self.visible_hands_by_key)

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
    def lines(self) -> SectionLines:
        """Every line of the scoring field."""
        return fetch_field_lines(self.scoring_field, self.plan_by_section, self.planned_rows)

    @cached_property
    def scored(self) -> ScoredSession:
        """The session scored by its event's method."""
        return score_field(
            self.scoring_field,
            self.lines,
            penalties=self.penalties,
            extras=self.extras,
            unranked_pairs=self.unranked_pairs,
        )

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
