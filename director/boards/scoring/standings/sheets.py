"""The sheets of a session, each made when it is first asked for, all from one scoring.

Pages, prints and exports take their figures from :class:`SessionSheets`: standings,
travellers, scorecards and recap. Scoring is done in ``scored.py``, single lines are made in
``lines.py``, and what several sessions add up to is in ``event.py``.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from director.boards.contests import CONTESTS
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    StoredResult,
    fetch_field_lines,
    fetch_field_plans,
)
from director.boards.movement.rounds import are_knockouts, is_by_round
from director.boards.movement.sections import APART, Key, ScoringField
from director.boards.movement.sitters import Sitter, fetch_field_seats, fetch_field_sitters
from director.boards.movement.words import (
    EntryNames,
    add_field_partnership_names,
    describe_entered,
    fetch_field_entry_names,
    make_field_heading,
)
from director.boards.scoring.deals import (
    BoardDeal,
    Place,
    add_par_to_board,
    add_par_to_card,
    fetch_field_hands,
    filter_visible_hands,
    find_deals_awaited_elsewhere,
    find_played_boards,
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
    is_ranked_by_section,
    list_standings_notes,
    make_session_rows,
    make_standing_groups,
    rank_rows_by_section,
)
from director.models import Plan, Section
from director.models.event import Game
from director.sheets import (
    BoardSheet,
    Heading,
    PairCard,
    Points,
    Recap,
    RecapRow,
    StandingRow,
    Standings,
)
from movements.model import KNOCK_OUT
from scoring.registry import find_method

T = TypeVar("T")
MOST_PARTS = 60
"""Parts of pages that are kept with the sheets of a session."""

_APART_FROM_RESULTS = (
    "plans",
    "knockouts",
    "penalties",
    "entered",
    "extras",
    "players",
    "names",
    "side_names",
    "_has_substitutes",
    "_names_by_round",
    "_names_by_section",
    "seats",
    "sitters",
    "hands",
    "visible_hands",
    "_pars",
    "heading",
)
"""What sheets keep when only results of their lines change."""


class SessionSheets:
    """The sheets of one session. It has the attributes of ``EventSheets``.

    The scoring field is scored at most once, whatever is asked for, and in at most sixteen queries,
    whatever its size. Its session should come with its event and club.

    Every attribute raises a ``ScoringError`` if the results cannot be scored, except ``heading``,
    ``method`` and the numbers of results.
    """

    def __init__(self, scoring_field: ScoringField) -> None:
        self.scoring_field = scoring_field
        self.has_finals: Callable[[], bool] = bool
        """Whether its sections are finals, which only the results of the whole event know."""
        self._scored_before: ScoredSession | None = None
        self._kept: dict[Hashable, Any] = {}
        self._lines_by_section: dict[str, SectionLines] = {}
        # Names differ between rounds only if there are substitutes.
        self._names_by_round: dict[int | None, Mapping[int, str]] = {}
        self._names_by_section: dict[tuple[str, int | None], Mapping[int, str]] = {}

    def read(self) -> None:
        """Make all queries now, so that later calculation makes none."""
        # Each is a cached property, which makes its queries when it is first read.
        _all_read = (
            self.lines,
            self.names,
            self.heading,
            self.penalties,
            self.seats,
            self.sitters,
            self.visible_hands,
        )
        _matches = self.knockouts

    def with_results(self, results: Mapping[Key, StoredResult]) -> "SessionSheets | None":
        """Return the sheets with other *results* of their lines, for which nothing is read.

        None if something else follows from the results, so that all has to be read again.
        """
        lines = self.lines.with_results(results)
        if lines is None:
            return None
        if self.hands and find_played_boards(self.scoring_field, lines) != find_played_boards(
            self.scoring_field, self.lines
        ):
            return None  # other deals may be seen now
        sheets = SessionSheets(self.scoring_field)
        own = vars(self)
        vars(sheets).update({name: own[name] for name in _APART_FROM_RESULTS if name in own})
        sheets.lines = lines
        for letter, lines_before in self._lines_by_section.items():
            lines_of_section = self._replace_in_section(letter, lines_before, results)
            if lines_of_section:
                sheets._lines_by_section[letter] = lines_of_section
        sheets._scored_before = own.get("scored") or self._scored_before
        return sheets

    def _replace_in_section(
        self, letter: str, lines: SectionLines, results: Mapping[Key, StoredResult]
    ) -> SectionLines | None:
        """Return the *lines* of a section, by its own numbers, with those of *results* that it has."""
        scoring_field = self.scoring_field
        of_section = {}
        for (board_no, ns, ew), result in results.items():
            section, number = scoring_field.place(ns)
            if section.letter == letter:
                of_section[board_no, number, ew - ns + number] = result
        return lines.with_results(of_section) if of_section else lines

    def with_other_sessions(self) -> "SessionSheets":
        """Return the same sheets for results in which another session has changed."""
        sheets = SessionSheets(self.scoring_field)
        vars(sheets).update(vars(self))
        # Whether its sections are finals may have changed.
        for name in ("rows", "standings", "recap", "pairs"):
            vars(sheets).pop(name, None)
        sheets.has_finals, sheets._kept = bool, {}
        return sheets

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what *make* makes of these sheets alone and of *key*, made once.

        Pages keep their parts with the sheets that they show, so a part is never older than them,
        and goes with them. The *key* holds all that the part shows besides.
        """
        kept: T | None = self._kept.get(key)
        if kept is None:
            kept = make()
            if len(self._kept) >= MOST_PARTS:  # somebody tries every order of every table
                self._kept = {}
            self._kept[key] = kept
        return kept

    @cached_property
    def plans(self) -> dict[int, Plan]:
        """The stored plans of the sections, by the key of the section."""
        return fetch_field_plans(self.scoring_field)

    @cached_property
    def knockouts(self) -> list[Section]:
        """The sections that play a knock-out."""
        keys = {pk: plan.key for pk, plan in self.plans.items()}
        return [
            section for section in self.scoring_field.sections if keys.get(section.pk) == KNOCK_OUT
        ]

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the scoring field."""
        return fetch_field_lines(self.scoring_field, self.plans)

    @cached_property
    def scored(self) -> ScoredSession:
        """The session scored by its event's method."""
        before, self._scored_before = self._scored_before, None
        return score_field(
            self.scoring_field,
            self.lines,
            penalties=self.penalties,
            extras=self.extras,
            before=before,
        )

    @cached_property
    def penalties(self) -> tuple[PairPenalty, ...]:
        """The penalties of rulings."""
        return fetch_field_penalties(self.scoring_field)

    @cached_property
    def entered(self) -> dict[int, EntryNames]:
        """The names of each pair, player or team that is entered."""
        return fetch_field_entry_names(self.scoring_field)

    def get_section_entries(self, section: Section) -> dict[int, EntryNames]:
        """Return the names of each entry of *section*, by its number in the section."""
        entries = {}
        for number, entered in self.entered.items():
            entry_section, number_in_section = self.scoring_field.place(number)
            if entry_section.pk == section.pk:
                entries[number_in_section] = entered
        return entries

    @cached_property
    def extras(self) -> SectionExtras:
        """The handicaps, strata and carry-over of pairs."""
        return fetch_field_extras(self.scoring_field, self.entered)

    @cached_property
    def players(self) -> dict[int, list[str]]:
        """The starters of each pair or team, by name."""
        return {pair_no: entered.starter_names for pair_no, entered in self.entered.items()}

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of each pair, player or team, with its substitutes."""
        return {pair_no: entered.full_text for pair_no, entered in self.entered.items()}

    @cached_property
    def side_names(self) -> Mapping[int, str]:
        """The names of all sides of lines, including partnerships."""
        return add_field_partnership_names(self.scoring_field, self.names)

    def names_in(self, round_no: int | None) -> Mapping[int, str]:
        """Return the names of all sides of lines in *round_no*."""
        if not self._has_substitutes:
            return self.side_names
        if round_no not in self._names_by_round:
            names = {
                pair_no: entered.get_name_in_round(round_no)
                for pair_no, entered in self.entered.items()
            }
            self._names_by_round[round_no] = add_field_partnership_names(self.scoring_field, names)
        return self._names_by_round[round_no]

    @cached_property
    def _has_substitutes(self) -> bool:
        return any(entered.earlier_players for entered in self.entered.values())

    @cached_property
    def seats(self) -> Mapping[Key, tuple[int, ...]]:
        """Who held N, E, S and W on every due line, if the movement seats players."""
        if self.heading.is_of_players:
            return fetch_field_seats(self.scoring_field)
        return {}

    @cached_property
    def sitters(self) -> Mapping[Key, tuple[Sitter | None, ...]]:
        """Who of the teams sat N, E, S and W on every line whose round is known."""
        if not CONTESTS[self.scoring_field.event.contest].has_line_ups:
            return {}
        return fetch_field_sitters(
            self.scoring_field,
            # A line-up is blind until the match is played.
            ((get_line_key(line), line.round_no) for line in self.lines.all if line.is_entered),
        )

    @cached_property
    def hands(self) -> Mapping[Place, BoardDeal]:
        """All stored deals at bridge, visible or not."""
        if self.scoring_field.event.game == Game.BRIDGE:
            return fetch_field_hands(self.scoring_field)
        return {}

    @cached_property
    def visible_hands(self) -> Mapping[Place, BoardDeal]:
        """The deals that everybody may see: every table has played them, here and elsewhere."""
        if not self.hands:
            return {}
        played_here = filter_visible_hands(
            self.hands, find_played_boards(self.scoring_field, self.lines)
        )
        awaited_elsewhere = find_deals_awaited_elsewhere(self.scoring_field, played_here)
        return {
            place: hand for place, hand in played_here.items() if place not in awaited_elsewhere
        }

    @cached_property
    def _pars(self) -> Mapping[Place, int]:
        pars = {}
        for place, hand in self.visible_hands.items():
            par = hand.par
            if par:
                pars[place] = par.score
        return pars

    def lines_of(self, section: Section) -> SectionLines:
        """Return the lines of one *section*, by the numbers in the section."""
        if not self.scoring_field.has_several_sections:
            return self.lines
        if section.letter not in self._lines_by_section:
            # The numbers of a section follow its base number in the field.
            base, plan = self.scoring_field.pair(section, 0), self.plans.get(section.pk)
            self._lines_by_section[section.letter] = SectionLines(
                [line.moved(-base) for line in self.lines.all if base < line.ns < base + APART],
                [
                    bye._replace(contestant=bye.contestant - base)
                    for bye in self.lines.byes
                    if base < bye.contestant < base + APART
                ],
                plans=[(0, plan)] if plan else [],
                is_by_round=plan is not None and is_by_round(plan),
                is_knockout=plan is not None and are_knockouts([plan]),
                stored_matches={
                    (match.round_no, match.home, match.away): match
                    for match in self.lines.stored_matches.values()
                    if match.section_id == section.pk
                },
                is_over_weeks=self.lines.is_over_weeks,
            )
        return self._lines_by_section[section.letter]

    def get_section_names(self, section: Section, round_no: int | None = None) -> Mapping[int, str]:
        """Return the names of all sides of *section* in *round_no*, by the numbers in the section."""
        if not self.scoring_field.has_several_sections:
            return self.names_in(round_no)
        key = (section.letter, round_no if self._has_substitutes else None)
        if key not in self._names_by_section:
            base = self.scoring_field.pair(section, 0)
            self._names_by_section[key] = {
                pair_no - base: names
                for pair_no, names in self.names_in(round_no).items()
                if self.scoring_field.letter(pair_no) == section.letter
            }
        return self._names_by_section[key]

    @cached_property
    def heading(self) -> Heading:
        """The heading of every sheet."""
        return make_field_heading(self.scoring_field, self.plans)

    @property
    def method(self) -> str:
        """The name of the scoring method, with its scale of victory points."""
        scoring_record = self.scoring_field.scoring_record
        method = find_method(scoring_record.scoring)
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
        if not self.plans:
            return 0
        if len(self.plans) == len(self.scoring_field.sections):
            return self.lines.results_due
        due_lines = (line for line in self.lines.all if not line.is_extra)
        return sum(self.scoring_field.place(line.ns)[0].pk in self.plans for line in due_lines)

    @property
    def entered_words(self) -> str:
        """What is counted, after a number: "results entered", or "matches played" in a league."""
        return describe_entered(self.scoring_field.event)

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
        """Every contestant by its place among all sections, for what several sessions add up to."""
        return make_session_rows(self.scored, self.names)

    @cached_property
    def rows(self) -> list[StandingRow]:
        """Every contestant in order of place, by section if sections are ranked by themselves."""
        if is_ranked_by_section(self.scoring_field, has_finals=self.has_finals()):
            return rank_rows_by_section(self.scoring_field, self.field_rows, self.scored.ranking)
        return self.field_rows

    @cached_property
    def standings(self) -> Standings:
        """The standings of the session."""
        return Standings(
            heading=self.heading,
            method=self.method,
            groups=make_standing_groups(
                self.scoring_field, self.rows, has_finals=self.has_finals()
            ),
            results_in=self.results_in,
            results_due=self.results_due,
            entered_words=self.entered_words,
            notes=tuple(list_standings_notes(self.scored, self.plans)),
        )

    @cached_property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The travellers of all boards."""
        return tuple(self.board(board_no) for board_no in self.board_numbers)

    def board(self, board_no: int) -> BoardSheet:
        """Return the traveller of one board."""
        board = make_board_sheet(self.scored, self.heading, self.people, board_no)
        if self._pars:
            return add_par_to_board(board, self.scoring_field, self._pars)
        return board

    @property
    def rows_by_number(self) -> list[StandingRow]:
        """Every pair in order of its number."""
        return sorted(self.rows, key=lambda row: row.contestant)

    @cached_property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of all pairs, in order of their numbers."""
        return tuple(self._make_card(row) for row in self.rows_by_number)

    def card(self, pair_no: int) -> PairCard | None:
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
            lines = self._line_by_board[row.contestant]
            points = tuple(
                self._compute_board_points(row.contestant, lines.get(board_no))
                for board_no in boards
            )
            off_schedule = frozenset(
                board_no for board_no, line in lines.items() if line.is_off_schedule
            )
            recap_rows.append(RecapRow(row, points, off_schedule))
        return Recap(heading=self.heading, boards=boards, rows=tuple(recap_rows))

    def _make_card(self, row: StandingRow) -> PairCard:
        lines = self.lines_by_pair[row.contestant]
        card = make_pair_card(self.scored, self.heading, self.people, row, lines)
        if self._pars:
            return add_par_to_card(card, self.scoring_field, self._pars)
        return card

    @cached_property
    def people(self) -> People:
        """The names of all sides of lines, and who sat there."""
        return People(self.names_in, self.seats, self.sitters)

    @cached_property
    def lines_by_pair(self) -> dict[int, list[SectionLine]]:
        """The lines of each contestant, board by board."""
        lines: dict[int, list[SectionLine]] = defaultdict(list)
        members = self.scoring_field.members
        for board_no in self.board_numbers:
            for line in self.lines.get_board_lines(board_no):
                # If the halves of a team met, both sides are the same contestant.
                for pair_no in dict.fromkeys((*members(line.ns), *members(line.ew))):
                    lines[pair_no].append(line)
        return lines

    def points(self, pair_no: int, line: SectionLine | None) -> Points:
        """Return a contestant's points on *line*, for both sides if its halves met there."""
        if line is None:
            return None
        scored = self.scored.points.get(get_line_key(line))
        if scored is None:
            return None
        total: Points = None
        for side, points in ((line.ns, scored.ns_points), (line.ew, scored.ew_points)):
            if points is not None and pair_no in self.scoring_field.members(side):
                total = points if total is None else total + points
        return total

    def _compute_board_points(self, pair_no: int, line: SectionLine | None) -> Points:
        """Return a contestant's points on the board of *line*, of all pairs of a large team.

        If two teams share the board at many tables, only the team's N-S pairs are added up: each
        table's gain or loss is theirs already.
        """
        method = find_method(self.scoring_field.scoring_record.scoring)
        if line is None or not (method.has_large_teams or method.has_many_tables):
            return self.points(pair_no, line)
        points = []
        for other_line in self.lines_by_pair[pair_no]:
            if other_line.board_no != line.board_no:
                continue
            is_ns = pair_no in self.scoring_field.members(other_line.ns)
            if is_ns or not method.has_many_tables:
                points.append(self.points(pair_no, other_line))
        known_points = [figure for figure in points if figure is not None]
        if known_points:
            return sum(known_points)
        return None

    @cached_property
    def _line_by_board(self) -> dict[int, dict[int, SectionLine]]:
        """The line of each pair by board. Of two lines it is the later one with points."""
        lines: dict[int, dict[int, SectionLine]] = defaultdict(dict)
        members = self.scoring_field.members
        for line in sorted(self.lines.all, key=lambda line: (line.round_no or 0, line.board_no)):
            for pair_no in (*members(line.ns), *members(line.ew)):
                if line.board_no not in lines[pair_no] or self.points(pair_no, line) is not None:
                    lines[pair_no][line.board_no] = line
        return lines
