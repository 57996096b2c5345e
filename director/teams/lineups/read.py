"""The line-ups of a round: every team with its opponents, and who sits where."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.boards.movement.lineups import SEATS, LineUps, fetch_line_ups
from director.boards.movement.rounds import is_by_round
from director.boards.movement.words import fetch_names_by_pair
from director.core.club.people.read import fetch_people_labels
from director.models import Plan, Section

SEAT_NAMES = {"N": "North", "S": "South", "E": "East", "W": "West"}
ROOMS = {"NS": "Open room, N-S", "EW": "Closed room, E-W"}


@dataclass(frozen=True, slots=True)
class LineUpSeatShown:
    """A seat of a team: its letter, who sits there as it is typed, and whether that is a visitor."""

    seat: str
    name: str
    is_visitor: bool = False

    @property
    def title(self) -> str:
        """The seat in full."""
        return SEAT_NAMES[self.seat]


@dataclass(frozen=True, slots=True)
class LineUpPair:
    """A pair of a team in a round: in which room, and against whom at which table."""

    room: str
    against: str  # "4 Blue Cats at table 2"; empty where it does not play
    seats: tuple[LineUpSeatShown, ...]


@dataclass(frozen=True, slots=True)
class TeamLineUp:
    """A team in a round.

    *members* can be chosen from; *since* is the round of its last line-up, 0 for never.
    """

    number: int
    label: str
    name: str
    halves: tuple[LineUpPair, ...]
    members: tuple[str, ...]
    since: int
    part: str = ""  # "first half": of a match of several rounds

    @property
    def names(self) -> dict[str, str]:
        """Who sits where, by seat, as it is typed."""
        return {seat.seat: seat.name for half in self.halves for seat in half.seats}

    @property
    def text(self) -> str:
        """Who sits where in one text, to see whether it was changed."""
        return format_line_up(self.names)


@dataclass(frozen=True, slots=True)
class RoundLineUps:
    """The teams of a round."""

    round_no: int
    rounds: range
    teams: tuple[TeamLineUp, ...]


def format_line_up(names: Mapping[str, str]) -> str:
    """Return *names* by seat in one text.

    >>> format_line_up({"N": "Ada Ash", "S": " ", "E": "Bert Birch"})
    'N Ada Ash, E Bert Birch'
    """
    return ", ".join(
        f"{seat} {names[seat].strip()}" for seat in SEATS if names.get(seat, "").strip()
    )


def fetch_round_line_ups(
    section: Section, plan: Plan, round_no: int, *, numbered: bool = True
) -> RoundLineUps:
    """Return the line-ups of the teams that play in *round_no* of *plan*.

    Six queries whatever the size.

    *numbered*: people of one name are told apart by their numbers.
    """
    labels = fetch_people_labels(section.session.event.club, numbered=numbered)
    reading = _Reading(
        section,
        fetch_line_ups(section),
        fetch_names_by_pair(section),
        labels,
        _fetch_meetings(plan),
        round_no,
        is_by_round(plan),
    )
    playing: set[int] = set()
    for row in reading.meetings.get(round_no, ()):
        playing.update(row[1:])
    teams = tuple(reading.team(number) for number in sorted(playing))
    return RoundLineUps(round_no, range(1, plan.rounds + 1), teams)


def find_teams_lined_up(section: Section, round_no: int) -> set[int]:
    """Return the numbers of the teams that have a line-up of their own for *round_no*.

    One query.
    """
    seats = section.line_up_seats.filter(round_no=round_no, to_round__isnull=True)
    return set(seats.values_list("entry__pair_no", flat=True))


_Meeting = tuple[int, int, int]
"""A table in a round: its number, the team N-S and the team E-W."""


def _fetch_meetings(plan: Plan) -> dict[int, list[_Meeting]]:
    meetings: dict[int, list[_Meeting]] = {}
    for round_no, *row in plan.rows.order_by("round_no", "table_no").values_list(
        "round_no", "table_no", "ns", "ew"
    ):
        table_no, ns, ew = row
        meetings.setdefault(round_no, []).append((table_no, ns, ew))
    return meetings


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read of a section, to say of each team who sits where."""

    section: Section
    seated: LineUps
    names: Mapping[int, str]
    labels: Mapping[int, str]
    meetings: Mapping[int, list[_Meeting]]
    round_no: int
    is_by_round: bool

    def team(self, number: int) -> TeamLineUp:
        return TeamLineUp(
            number,
            self.section.label(number),
            self.names.get(number, ""),
            (self._make_half(number, "NS"), self._make_half(number, "EW")),
            tuple(
                self.labels[sitter.person_id]
                for sitter in self.seated.get_members(number, self.round_no)
            ),
            max(
                (each for each in self.seated.entered.get(number, {}) if each <= self.round_no),
                default=0,
            ),
            self._describe_part(number),
        )

    def _make_half(self, number: int, side: str) -> LineUpPair:
        rows = self.meetings.get(self.round_no, ())
        met = [
            (table, ew if side == "NS" else ns)
            for table, ns, ew in rows
            if number == (ns if side == "NS" else ew)
        ]
        against = ", ".join(f"{self._format_team(other)} at table {table}" for table, other in met)
        sits = self.seated.get_sitters(number, self.round_no)
        seats = (
            LineUpSeatShown(seat, self.labels[sits[seat].person_id], sits[seat].is_visitor)
            if seat in sits
            else LineUpSeatShown(seat, "")
            for seat in side
        )
        return LineUpPair(ROOMS[side], against, tuple(seats))

    def _describe_part(self, number: int) -> str:
        """Return which part of a match the round is, if a match lasts several rounds."""
        if self.is_by_round or len(self._list_met_teams(number, self.round_no)) != 1:
            return ""
        rounds = [
            each
            for each in sorted(self.meetings)
            if self._list_met_teams(number, each) == self._list_met_teams(number, self.round_no)
        ]
        if len(rounds) == 1:
            return ""
        at = rounds.index(self.round_no)
        if len(rounds) == 2:
            return ("first half", "second half")[at]
        return f"part {at + 1} of {len(rounds)}"

    def _list_met_teams(self, number: int, round_no: int) -> set[int]:
        rows = self.meetings.get(round_no, ())
        return {
            other
            for _table, *teams in rows
            if number in teams
            for other in teams
            if other != number
        }

    def _format_team(self, number: int) -> str:
        return f"{self.section.label(number)} {self.names.get(number, '')}".strip()
