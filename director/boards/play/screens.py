"""The room's screen where boards are played, and director calls that are entered at the desk.

The screen shows seats and moves, the clock, the tables still playing, and the standings.
``director.core.night.screens`` divides long lists into pages and turns them.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from operator import itemgetter
from typing import Any

from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects

from director.boards.contests import get_contest_record
from director.boards.movement.cards.cards import OUT, fetch_required_plan
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import (
    fetch_field_lines,
    fetch_plans_by_section,
    has_results,
    is_published_in_full,
    load_movement,
)
from director.boards.movement.numbering import get_seated_sides
from director.boards.movement.rounds import (
    count_rounds,
    describe_absences,
    get_withdrawals_by_contestant,
    list_cancelled_matches_at_tables,
    make_round_clock,
)
from director.boards.movement.schedule import SEAT_NAMES, find_next_moves
from director.boards.movement.sections import ScoringField
from director.boards.movement.words import EntryNames, fetch_distinct_names_by_number
from director.boards.scoring.standings.event import load_results
from director.core.night.clock import ClockFace, RoundInPlay, get_round_in_play
from director.core.night.events import format_room_message, get_night_state
from director.core.night.room import add_call
from director.core.night.screens import (
    FIRST_PAGE,
    SEATS_SHOW,
    STANDINGS_SHOW,
    THANK_YOU,
    PageRequest,
    ScreenColumn,
    ScreenContent,
    ScreenPage,
    ScreenRanking,
    ScreenRow,
    describe_playing_tables,
    get_requested_page,
    make_standings_screen,
)
from director.errors import DeskError
from director.models import Call, Plan, Section, Session
from director.models.event import Clock
from director.pdf.words import format_points_column
from director.sheets import StandingRow, Standings
from movements.model import Movement
from movements.moves import get_last_round_by_loser
from scoring.display import format_percent
from scoring.errors import ScoringError

SIDE_NAMES = ("N-S", "E-W")


def read_boards_room(
    scoring_field: ScoringField, page: PageRequest = FIRST_PAGE, *, show: str = "", letter: str = ""
) -> ScreenContent:
    """Return the content of the room's screen for *scoring_field*.

    *show* names a part to show all the time. If it is empty, the screen shows whatever the room
    needs now. With a *letter*, only that section is shown. *page* chooses one of several pages of
    lines. Costs at most thirteen queries for any size. Standings are scored again only after a
    change.
    """
    return _RoomReader(scoring_field, letter).make_room(show, page)


class _RoomReader:
    """Reads the content of a screen for a session, each record at most once.

    The reader chooses between seats, clock, moves and standings. Plans and clock are of all sections,
    movements only of the sections on this screen.
    """

    def __init__(self, scoring_field: ScoringField, letter: str) -> None:
        self.scoring_field = scoring_field
        self.session = scoring_field.session
        chosen = tuple(section for section in scoring_field.sections if section.letter == letter)
        self.sections = chosen or scoring_field.sections

    @cached_property
    def plan_by_section(self) -> dict[int, Plan]:
        """The plans of all sections by section key, with prefetched rows."""
        plans = fetch_plans_by_section(self.scoring_field)
        prefetch_related_objects(list(plans.values()), "rows")
        return plans

    @cached_property
    def movement_by_section(self) -> dict[int, Movement]:
        """The movements of this screen's sections by section key."""
        movements: dict[int, Movement] = {}
        for section in self.sections:
            plan = self.plan_by_section.get(section.pk)
            if plan:
                # The section is loaded already; without it the plan would cost a query.
                plan.section = section
                movements[section.pk] = load_movement(plan)
        return movements

    @cached_property
    def clock(self) -> ClockFace:
        """The clock of the session, which follows its longest movement."""
        plans = self.plan_by_section.values()
        return make_round_clock(
            self.session, count_rounds(plans), plans, has_results=self._has_round_results
        )

    @cached_property
    def _has_round_results(self) -> bool:
        """Whether a table has entered a result of the current round. A clock that runs asks nobody."""
        if self.session.clock != Clock.WAITING:
            return False
        return has_results(section__session=self.session, round_no=self.session.round_no)

    @cached_property
    def round_in_play(self) -> RoundInPlay:
        """Where the session is."""
        return get_round_in_play(self.session, has_results=self._has_round_results)

    @cached_property
    def last_drawn_round(self) -> int:
        """The last round whose opponents are known."""
        return max(plan.rounds for plan in self.plan_by_section.values())

    def make_room(self, show: str, page: PageRequest) -> ScreenContent:
        """Return the content of the screen."""
        is_over = self.session.clock == Clock.OVER or self._is_published_in_full
        if show == STANDINGS_SHOW or (is_over and not show and self._can_show_standings):
            return self._make_standings_room(page)
        if not self.movement_by_section:
            return ScreenContent(headline="Welcome", notes=("The movement is being chosen.",))
        heading: dict[str, Any] = {"clock": self.clock, "title": self.clock.title}
        if is_over:
            state = get_night_state(self.session.event, is_played=True)
            note = format_room_message(state, has_standings=self.session.room_standings)
            return ScreenContent(headline=THANK_YOU, notes=(note,), **heading)
        is_waiting = not self.round_in_play.has_begun
        round_no = self.clock.round_no
        if is_waiting and round_no > self.last_drawn_round:
            notes = ("The draw appears here as soon as it is made.",)
            return ScreenContent(
                headline=f"Round {round_no} is being drawn", notes=notes, **heading
            )
        if show == SEATS_SHOW or (not show and (is_waiting or self._is_next_round_drawn(round_no))):
            return self._make_seats_room(page)
        playing_notes = () if is_waiting else (self._format_playing_note(),)
        # A waiting clock already shows the next round, but the moves to it follow the current round.
        if is_waiting and round_no > 1:
            round_no -= 1
        return ScreenContent(moves=self._describe_moves(round_no), notes=playing_notes, **heading)

    @property
    def _can_show_standings(self) -> bool:
        """Whether the director showed the standings, here or to everybody by publishing them."""
        return self.session.room_standings or self.session.event.is_published

    @cached_property
    def _is_published_in_full(self) -> bool:
        """Whether everybody can read all results of a session whose clock was never started."""
        # Only a published session needs its lines, which cost queries.
        if not self.session.event.is_published:
            return False
        return is_published_in_full(
            self.session, fetch_field_lines(self.scoring_field, self.plan_by_section)
        )

    def _is_next_round_drawn(self, round_no: int) -> bool:
        """Return whether the round after *round_no* is drawn and all tables have finished."""
        for plan in self.plan_by_section.values():
            if not get_format(plan).is_drawn or round_no >= plan.rounds:
                return False
        return not self._playing_tables

    def _make_seats_room(self, page: PageRequest) -> ScreenContent:
        """Return the seats of the round that waits to start, otherwise of the next round."""
        round_no = self.clock.round_no
        is_waiting = not self.round_in_play.has_begun
        if not is_waiting and round_no < self.last_drawn_round:
            round_no += 1
            has_moves = True
        else:
            has_moves = is_waiting and round_no > 1
        title = "Please take your seats" if round_no == 1 else f"Round {round_no}"
        names = fetch_distinct_names_by_number(self.scoring_field)
        lists = []
        for section in self.sections:
            section_title = self._format_section_title(title, section)
            lists.append((section_title, self._list_seat_lines(section, round_no, names)))
        moves = self._describe_moves(round_no - 1) if has_moves else ()
        return ScreenContent(
            self.clock, self.clock.title, page=get_requested_page(lists, page), moves=moves
        )

    def _format_section_title(self, title: str, section: Section) -> str:
        if self.scoring_field.has_several_sections:
            return f"{title}: section {section.letter}"
        return title

    def _list_seat_lines(
        self, section: Section, round_no: int, names: Mapping[int, EntryNames]
    ) -> list[ScreenRow]:
        """Return the seats of *section* in *round_no* by name, as people look for themselves."""
        movement = self.movement_by_section.get(section.pk)
        if movement is None:
            return []
        description_by_number = _describe_seat_by_number(movement, round_no)
        lines: list[tuple[Any, ScreenRow]] = []
        for pair_no, description in description_by_number.items():
            field_no = self.scoring_field.get_field_number(section, pair_no)
            entry_names = names.get(field_no, EntryNames())
            label = self.scoring_field.get_label(field_no)
            line = ScreenRow(label, entry_names.text, description)
            lines.append((entry_names.sort_key, line))
        lines.sort(key=itemgetter(0))
        return [line for _sort_key, line in lines]

    def _describe_moves(self, round_no: int) -> tuple[str, ...]:
        """Return the moves after *round_no* in words, with letters if sections move differently."""
        letters_by_text: dict[str, list[str]] = {}
        for section in self.sections:
            movement = self.movement_by_section.get(section.pk)
            moves = find_next_moves(section, movement, round_no) if movement else None
            if moves:
                letters_by_text.setdefault(moves.text, []).append(section.letter)
        prefix = "Now" if self.round_in_play.is_moving else "Next"
        if len(letters_by_text) == 1:
            return tuple(f"{prefix}: {text}" for text in letters_by_text)
        return tuple(
            f"{prefix}: {', '.join(letters)}: {text}" for text, letters in letters_by_text.items()
        )

    def _format_playing_note(self) -> str:
        letters = {section.letter for section in self.sections}
        labels = []
        for letter, table_no in sorted(self._playing_tables):
            # A session without divided sections has no letters.
            if not letter or letter in letters:
                labels.append(f"{letter}{table_no}")
        return describe_playing_tables(labels)

    @cached_property
    def _playing_tables(self) -> set[tuple[str, int]]:
        """Section letters and numbers of the tables with missing results in this round."""
        return {
            (self.scoring_field.get_letter(line.ns), line.table_no)
            for line in fetch_field_lines(self.scoring_field, self.plan_by_section).all
            if line.round_no == self.session.round_no
            and line.table_no
            and not (line.is_entered or line.is_played_later)
        }

    def _make_standings_room(self, page: PageRequest) -> ScreenContent:
        rankings: list[ScreenRanking] | None = None
        winners: list[ScreenPage] = []
        if self._can_show_standings:
            titled_standings = _list_titled_standings(self.session)
            contestant_noun = get_contest_record(self.sections[0]).contestant_noun
            rankings = _make_rankings(titled_standings, contestant_noun)
            # Standings on the screens can still be corrected; published ones name their winners.
            if self.session.event.is_published:
                winners = _make_winners_pages(titled_standings, contestant_noun)
        heading: dict[str, Any] = {}
        # Before a movement is chosen, the clock has no rounds to show.
        if self.plan_by_section:
            heading = {"clock": self.clock, "title": self.clock.title}
        return make_standings_screen(rankings, page, winners=winners, **heading)


def _describe_seat_by_number(movement: Movement, round_no: int) -> dict[int, str]:
    """Return the seat of each pair, player or team in *round_no*, or why it has none, by number.

    A team has the seats of both halves.

    >>> from movements.registry import make_plan
    >>> _describe_seat_by_number(make_plan("mitchell", pairs=5), 2)
    {1: 'sits out', 2: 'stays at table 2, N-S', 4: 'table 2, E-W', 3: 'table 3, N-S', 5: 'table 3, E-W'}
    >>> _describe_seat_by_number(make_plan("individual-howell-8", players=8), 1)[4]
    'table 1, North'
    >>> _describe_seat_by_number(make_plan("round-robin", teams=4), 1)[1]
    'table 1, N-S; table 2, E-W'
    """
    description_by_number = {
        sit_out.contestant: "sits out"
        for sit_out in movement.sit_outs
        if sit_out.round_no == round_no
    }
    # The strongest reason for not playing comes last, since it replaces the others.
    for match_round, _table_no, ns, ew in list_cancelled_matches_at_tables(movement):
        if match_round == round_no:
            description_by_number[ns] = f"sits out, team {ew} has withdrawn"
            description_by_number[ew] = f"sits out, team {ns} has withdrawn"
    absences = describe_absences(movement)
    for number, from_round in get_withdrawals_by_contestant(movement).items():
        if round_no >= from_round:
            description_by_number[number] = absences[number]
    for number, last_round in get_last_round_by_loser(movement).items():
        if last_round < round_no:
            description_by_number[number] = f"{OUT}, in round {last_round}"

    previous_seats = set(_list_round_seats(movement, round_no - 1))
    tables: dict[int, list[str]] = {}
    for number, table_no, side in _list_round_seats(movement, round_no):
        prefix = "stays at " if (number, table_no, side) in previous_seats else ""
        tables.setdefault(number, []).append(f"{prefix}table {table_no}, {side}")
    return description_by_number | {number: "; ".join(texts) for number, texts in tables.items()}


def _list_round_seats(movement: Movement, round_no: int) -> list[tuple[int, int, str]]:
    """Return number, table and side of everybody who plays in *round_no*.

    For players named by seat, the side is the seat.
    """
    # In a round of two half matches, the first half has the seats at its beginning.
    rows = [row for row in movement.rows if row.round_no == round_no and row.half != 2]
    seats = []
    for row in rows:
        if movement.names_players:
            # A row of a table without named players has none to pair with the seats.
            for player, seat in zip(row.players or (), "NESW", strict=False):
                seats.append((player, row.table_no, SEAT_NAMES[seat]))
        else:
            for pair_no, side in zip(get_seated_sides(row), SIDE_NAMES, strict=True):
                seats.append((pair_no, row.table_no, side))
    return seats


def _list_titled_standings(session: Session) -> list[tuple[str, Standings]]:
    """Return the standings of *session* and the standings after all sessions, with their titles.

    Standings that can't be scored are left out.
    """
    results = load_results(session.event)
    session_results = results.find_session(session.number) or results.first_session
    # The director sees an error on the results page. The room still shows this session if another
    # session can't be scored.
    titled_standings: list[tuple[str, Standings]] = []
    with suppress(ScoringError):
        titled_standings.append(("Standings", session_results.standings))
        if results.has_several_sessions:
            titled_standings.append(("After all sessions", results.standings))
    return titled_standings


def _make_rankings(
    titled_standings: Iterable[tuple[str, Standings]], contestant_noun: str
) -> list[ScreenRanking]:
    """Return a ranking for each group of *titled_standings*."""
    rankings = []
    for title, standings in titled_standings:
        page_title = title
        if not standings.is_complete:
            count_text = f"{standings.results_in} of {standings.results_due}"
            page_title = f"{title}, {count_text} results entered"
        for group in standings.groups:
            ranked_rows = [row for row in group.rows if row.place]
            totals = format_points_column([row.total for row in ranked_rows])
            rows = [
                _make_standing_line(row, total, contestant_noun)
                for row, total in zip(ranked_rows, totals, strict=True)
            ]
            rankings.append(ScreenRanking(page_title, group.title, tuple(rows)))
    return rankings


def _make_winners_pages(
    titled_standings: Iterable[tuple[str, Standings]], contestant_noun: str
) -> list[ScreenPage]:
    """Return a page of the winners by direction, or of the first three, for each standings."""
    pages = []
    for title, standings in titled_standings:
        winners = standings.winners
        totals = format_points_column([row.total for _title, row in winners])
        columns = [
            ScreenColumn(column_title, (_make_standing_line(row, total, contestant_noun),))
            for (column_title, row), total in zip(winners, totals, strict=True)
        ]
        if columns:
            page_title = "Winners" if title == "Standings" else f"Winners {title.lower()}"
            pages.append(ScreenPage(page_title, columns=tuple(columns), has_winners=True))
    return pages


def _make_standing_line(row: StandingRow, total: str, contestant_noun: str) -> ScreenRow:
    if row.came:
        figure = row.came
    elif row.percent is not None:
        figure = f"{format_percent(row.percent)}%"
    else:
        figure = total
    # People look for their names. Without a name, the number has to do.
    name = row.names or f"{contestant_noun.capitalize()} {row.label}"
    return ScreenRow(row.place, name, figure)


def enter_call(*, section: Section, table_no: int, user: User) -> Call:
    """Store that a table of *section* calls the director, as heard by *user*. Return the call.

    :raises DeskError: if the section has no such table, or it is already waiting
    :raises NoPlanError: before a movement is chosen
    """
    tables = fetch_required_plan(section).tables
    if not 1 <= table_no <= tables:
        raise DeskError(
            "table-number",
            "There is no table {table_no} here. The tables are 1 to {tables}.",
            table_no=table_no,
            tables=tables,
        )
    return add_call(section=section, table_no=table_no, user=user)
