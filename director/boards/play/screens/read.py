"""What the room display shows during play.

Who goes where, the clock, the tables still playing, and the standings.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from django.db.models import prefetch_related_objects

from director.boards.movement.cards.sheets import OUT
from director.boards.movement.lines.read import field_lines, field_plans, plan_movement
from director.boards.movement.rounds import (
    absence_words,
    is_drawn,
    round_clock,
    rounds_of,
    unplayed_matches,
    withdrawn,
)
from director.boards.movement.schedule import SEAT_NAMES, next_moves
from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.sides import seated_sides
from director.boards.movement.words import EntryNames, field_distinct_names
from director.boards.scoring.standings.cache import results_stored
from director.core.night.clock.read import ClockFace
from director.core.night.screens.read import (
    FIRST_PAGE,
    SEATS,
    STANDINGS,
    Lists,
    Room,
    RoomLine,
    Turn,
    page_of_turn,
    standings_room,
    still_playing,
)
from director.models import Plan, Section, Session
from director.models.event import Clock
from director.pdf.words import points_column
from director.sheets import StandingRow, Standings
from movements import Movement, knocked_out
from scoring import ScoringError, percent_text

SIDE_WORDS = ("N-S", "E-W")


def boards_room(
    scoring_field: ScoringField, turn: Turn = FIRST_PAGE, *, show: str = "", letter: str = ""
) -> Room:
    """Return what the room shows of *scoring_field*: what it needs now, or one part of it all night.

    *letter*: of that section only; *turn*: of several pages of lines that one.  At most thirteen
    queries whatever the size; standings are not scored again before something has changed.
    """
    return _Room(scoring_field, letter).shown(show, turn)


class _Room:
    """A session and what is read of it for a screen, at most once."""

    def __init__(self, scoring_field: ScoringField, letter: str) -> None:
        self.scoring_field, self.session = scoring_field, scoring_field.session
        own = tuple(section for section in scoring_field.sections if section.letter == letter)
        self.sections = own or scoring_field.sections

    @cached_property
    def plans(self) -> dict[int, Plan]:
        """The plans of all sections, with their rows at hand."""
        plans = field_plans(self.scoring_field)
        prefetch_related_objects(list(plans.values()), "rows")
        return plans

    @cached_property
    def movements(self) -> dict[int, Movement]:
        """What the sections of this screen play, by their keys."""
        playing: dict[int, Movement] = {}
        for section in self.sections:
            if plan := self.plans.get(section.pk):
                plan.section = section
                playing[section.pk] = plan_movement(plan)
        return playing

    @cached_property
    def clock(self) -> ClockFace:
        """The one clock of the session, for its longest movement."""
        plans = self.plans.values()
        return round_clock(self.session, rounds_of(plans), plans)

    @cached_property
    def drawn(self) -> int:
        """The last round of which is known who plays whom."""
        return max(plan.rounds for plan in self.plans.values())

    def shown(self, show: str, turn: Turn) -> Room:
        """Return what is shown."""
        is_over = self.session.clock == Clock.OVER
        if show == STANDINGS or (is_over and not show and self.session.room_standings):
            return self._standings(turn)
        if not self.movements:
            return Room(big="Welcome", notes=("The movement is being chosen.",))
        head: dict[str, Any] = {"clock": self.clock, "title": self.clock.title}
        if is_over:
            return Room(big="Thank you", notes=("Play is over. Standings follow soon.",), **head)
        is_waiting, round_no = self.session.clock == Clock.WAITING, self.clock.round_no
        if is_waiting and round_no > self.drawn:
            notes = ("The draw appears here as soon as it is made.",)
            return Room(big=f"Round {round_no} is being drawn", notes=notes, **head)
        if show == SEATS or (not show and (is_waiting or self._is_next_drawn(round_no))):
            return self._seats(turn)
        moves = self._moves(round_no - (is_waiting and round_no > 1))
        return Room(moves=moves, notes=() if is_waiting else (self._playing(),), **head)

    def _seats(self, turn: Turn) -> Room:
        """Return where everybody sits in the round that waits, or in the one after that which is played."""
        now = self.clock.round_no
        is_moving = self.session.clock == Clock.WAITING and now > 1
        is_ahead = self.session.clock != Clock.WAITING and now < self.drawn
        round_no = now + is_ahead
        title = "Please take your seats" if round_no == 1 else f"Round {round_no}"
        entered = field_distinct_names(self.scoring_field)
        lists = [
            (self._titled(title, section), list(lines))
            for section, lines in self._seat_lines(round_no, entered)
        ]
        moves = self._moves(round_no - 1) if is_moving or is_ahead else ()
        return Room(self.clock, self.clock.title, page=page_of_turn(lists, turn), moves=moves)

    def _titled(self, title: str, section: Section) -> str:
        if self.scoring_field.is_divided:
            return f"{title}: section {section.letter}"
        return title

    def _seat_lines(
        self, round_no: int, entered: Mapping[int, EntryNames]
    ) -> Iterator[tuple[Section, Iterator[RoomLine]]]:
        """Yield for each section the places of *round_no*: by name to begin with, later by number."""
        for section in self.sections:
            movement = self.movements.get(section.pk)
            places = _places(movement, round_no) if movement else {}
            if round_no == 1:
                nobody, number = EntryNames(), partial(self.scoring_field.pair, section)
                order = sorted(
                    places, key=lambda pair_no: entered.get(number(pair_no), nobody).sort_key
                )
            else:
                order = sorted(
                    places, key=lambda pair_no: (section.direction(pair_no) == "EW", pair_no)
                )
            yield (
                section,
                (self._line(section, pair_no, places[pair_no], entered) for pair_no in order),
            )

    def _line(
        self, section: Section, pair_no: int, place: str, entered: Mapping[int, EntryNames]
    ) -> RoomLine:
        field_no = self.scoring_field.pair(section, pair_no)
        return RoomLine(
            self.scoring_field.label(field_no), entered.get(field_no, EntryNames()).text, place
        )

    def _moves(self, round_no: int) -> tuple[str, ...]:
        """Return the moves after *round_no* in words.

        If sections move differently, they are named.
        """
        said: dict[str, list[str]] = {}
        for section in self.sections:
            movement = self.movements.get(section.pk)
            if movement and (moves := next_moves(section, movement, round_no)):
                said.setdefault(moves.text, []).append(section.letter)
        when = "Now" if self.session.clock == Clock.WAITING and self.clock.round_no > 1 else "Next"
        if len(said) == 1:
            return tuple(f"{when}: {text}" for text in said)
        return tuple(f"{when}: {', '.join(letters)}: {text}" for text, letters in said.items())

    def _is_next_drawn(self, round_no: int) -> bool:
        """Return whether the round after *round_no* is drawn, and no table plays any more."""
        plans = self.plans.values()
        return (
            all(is_drawn(plan.key) and round_no < plan.rounds for plan in plans)
            and not self._tables
        )

    def _playing(self) -> str:
        """Return which tables have results of this round to bring."""
        letters = {section.letter for section in self.sections}
        tables = sorted(self._tables)
        return still_playing(
            [
                f"{letter}{table_no}"
                for letter, table_no in tables
                if not letter or letter in letters
            ]
        )

    @cached_property
    def _tables(self) -> set[tuple[str, int]]:
        """The tables, each with the letter of its section, that have results of this round to bring."""
        return {
            (self.scoring_field.letter(line.ns), line.table_no)
            for line in field_lines(self.scoring_field, self.plans).all
            if line.round_no == self.session.round_no
            and line.table_no
            and not (line.is_in or line.is_later)
        }

    def _standings(self, turn: Turn) -> Room:
        lists = _standing_lists(self.session) if self.session.room_standings else None
        head = {"clock": self.clock, "title": self.clock.title} if self.plans else {}
        return standings_room(lists, turn, **head)


def _places(movement: Movement, round_no: int) -> dict[int, str]:
    """Return where every pair is in *round_no*, in words, by its number.

    For a team both halves.

    >>> from movements import make_plan
    >>> _places(make_plan("mitchell", pairs=5), 2)
    {1: 'sits out', 2: 'stays at table 2, N-S', 4: 'table 2, E-W', 3: 'table 3, N-S', 5: 'table 3, E-W'}
    >>> _places(make_plan("individual-howell-8", players=8), 1)[4], _places(make_plan("round-robin", teams=4), 1)[1]
    ('table 1, North', 'table 1, N-S; table 2, E-W')
    """
    now, before = _seats(movement, round_no), set(_seats(movement, round_no - 1))
    places = {
        sit_out.contestant: "sits out"
        for sit_out in movement.sit_outs
        if sit_out.round_no == round_no
    }
    left = {number for number, from_round in withdrawn(movement).items() if round_no >= from_round}
    for at_round, _table_no, *teams in unplayed_matches(movement):
        if at_round == round_no:
            places |= {
                team: f"sits out, team {other} has withdrawn"
                for team, other in (teams, teams[::-1])
            }
    words = absence_words(movement)
    places |= {number: words[number] for number in left}
    places |= {
        number: f"{OUT}, in round {last}"
        for number, last in knocked_out(movement).items()
        if last < round_no
    }
    said: dict[int, list[str]] = {}
    for number, table_no, side in now:
        stays = "stays at " if (number, table_no, side) in before else ""
        said.setdefault(number, []).append(f"{stays}table {table_no}, {side}")
    return places | {number: "; ".join(words) for number, words in said.items()}


def _seats(movement: Movement, round_no: int) -> list[tuple[int, int, str]]:
    """Return number, table and side of everybody who plays in *round_no*.

    For players named by seat, the side is the seat.
    """
    rows = [
        row for row in movement.rows if row.round_no == round_no and row.half != 2
    ]  # it begins so
    if movement.names_players:
        return [
            (player, row.table_no, SEAT_NAMES[seat])
            for row in rows
            for player, seat in zip(row.players or (), "NESW", strict=False)
        ]
    return [
        (pair_no, row.table_no, side)
        for row in rows
        for pair_no, side in zip(seated_sides(row), SIDE_WORDS, strict=True)
    ]


def _standing_lists(session: Session) -> Lists:
    """Return the standings of *session*, then those after all sessions.

    What can't be scored is left out.
    """
    results = results_stored(session.event)
    sheets = results.session(session.number) or results.first
    try:
        lists = _lists(sheets.standings, "Standings")
        if results.has_several:
            return lists + _lists(results.standings, "After all sessions")
        return lists
    except ScoringError:
        return []


def _lists(standings: Standings, title: str) -> list[tuple[str, list[RoomLine]]]:
    missing = standings.results_due - standings.results_in
    if missing > 0:
        title = f"{title}, {standings.results_in} of {standings.results_due} results entered"
    return [
        (
            f"{title}: {group.title}" if group.title else title,
            _standing_lines([row for row in group.rows if row.place]),
        )
        for group in standings.groups
    ]


def _standing_lines(rows: Sequence[StandingRow]) -> list[RoomLine]:
    totals = points_column([row.total for row in rows])
    return [_standing_line(row, total) for row, total in zip(rows, totals, strict=True)]


def _standing_line(row: StandingRow, total: str) -> RoomLine:
    if row.came:
        figure = row.came
    elif row.percent is not None:
        figure = f"{percent_text(row.percent)}%"
    else:
        figure = total
    return RoomLine(row.place, f"{row.label} {row.names}".strip(), figure)
