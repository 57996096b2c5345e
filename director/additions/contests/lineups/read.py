"""The line-ups of a round: every team with its opponents, and who sits where."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.boards.movement.rounds import is_by_round
from director.boards.movement.sitters import SEATS, LineUps, fetch_line_ups
from director.boards.movement.words import fetch_names_by_pair
from director.core.club.people import fetch_people_labels
from director.models import Plan, Section

SEAT_NAMES = {"N": "North", "S": "South", "E": "East", "W": "West"}
ROOMS = {"NS": "Open room, N-S", "EW": "Closed room, E-W"}


@dataclass(frozen=True, slots=True)
class LineUpBox:
    """A seat of a team, with the name in its box and whether that is a visitor."""

    seat: str
    name: str
    is_visitor: bool = False

    @property
    def title(self) -> str:
        """The seat in full."""
        return SEAT_NAMES[self.seat]


@dataclass(frozen=True, slots=True)
class LineUpPair:
    """A pair of a team in a round: its room, its opponents and its two seats."""

    room: str
    opponents: str  # "4 Blue Cats at table 2", or "" if it doesn't play
    seats: tuple[LineUpBox, ...]


@dataclass(frozen=True, slots=True)
class TeamLineUp:
    """A team in a round.

    *members* can be chosen from. *line_up_round* is the round from which its present line-up holds,
    0 if it has none.
    """

    number: int
    label: str
    name: str
    pairs: tuple[LineUpPair, ...]
    members: tuple[str, ...]
    line_up_round: int
    match_part: str = ""  # "first half" of a match of several rounds

    @property
    def names(self) -> dict[str, str]:
        """The names in the boxes by seat."""
        return {seat.seat: seat.name for half in self.pairs for seat in half.seats}

    @property
    def text(self) -> str:
        """The names by seat as one text, which shows whether they were changed."""
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
    """Return the line-ups of the teams that play in *round_no* of *plan*. Six queries.

    With *numbered*, people of the same name have their membership numbers.
    """
    maker = _LineUpMaker(
        section=section,
        line_ups=fetch_line_ups(section),
        names=fetch_names_by_pair(section),
        labels=fetch_people_labels(section.session.event.club, numbered=numbered),
        meetings=_fetch_meetings(plan),
        round_no=round_no,
        is_by_round=is_by_round(plan),
    )
    playing_teams: set[int] = set()
    for _table_no, ns, ew in maker.meetings.get(round_no, ()):
        playing_teams.update((ns, ew))
    teams = tuple(maker.make_team_line_up(number) for number in sorted(playing_teams))
    return RoundLineUps(round_no, range(1, plan.rounds + 1), teams)


def find_teams_lined_up(section: Section, round_no: int) -> set[int]:
    """Return the numbers of the teams that have handed in a line-up for *round_no*. One query."""
    seats = section.line_up_seats.filter(round_no=round_no, to_round__isnull=True, is_carried=False)
    return set(seats.values_list("entry__pair_no", flat=True))


_Meeting = tuple[int, int, int]
"""A table in a round: its number, the team N-S and the team E-W."""


def _fetch_meetings(plan: Plan) -> dict[int, list[_Meeting]]:
    meetings: dict[int, list[_Meeting]] = {}
    rows = plan.rows.order_by("round_no", "table_no")
    for round_no, table_no, ns, ew in rows.values_list("round_no", "table_no", "ns", "ew"):
        meetings.setdefault(round_no, []).append((table_no, ns, ew))
    return meetings


@dataclass(frozen=True, slots=True)
class _LineUpMaker:
    """The stored records of a section, from which the line-up of each team is made."""

    section: Section
    line_ups: LineUps
    names: Mapping[int, str]
    labels: Mapping[int, str]
    meetings: Mapping[int, list[_Meeting]]
    round_no: int
    is_by_round: bool

    def make_team_line_up(self, number: int) -> TeamLineUp:
        members = self.line_ups.get_members(number, self.round_no)
        line_up_rounds = self.line_ups.entered.get(number, {})
        rounds_so_far = [round_no for round_no in line_up_rounds if round_no <= self.round_no]
        return TeamLineUp(
            number=number,
            label=self.section.label(number),
            name=self.names.get(number, ""),
            pairs=(self._make_half(number, "NS"), self._make_half(number, "EW")),
            members=tuple(self.labels[sitter.person_id] for sitter in members),
            line_up_round=max(rounds_so_far, default=0),
            match_part=self._describe_part(number),
        )

    def _make_half(self, number: int, side: str) -> LineUpPair:
        opponents = []
        for table_no, ns, ew in self.meetings.get(self.round_no, ()):
            team, opponent = (ns, ew) if side == "NS" else (ew, ns)
            if team == number:
                opponents.append(f"{self._format_team(opponent)} at table {table_no}")
        sitters = self.line_ups.get_sitters(number, self.round_no)
        boxes = []
        for seat in side:
            sitter = sitters.get(seat)
            if sitter:
                boxes.append(LineUpBox(seat, self.labels[sitter.person_id], sitter.is_visitor))
            else:
                boxes.append(LineUpBox(seat, ""))
        return LineUpPair(ROOMS[side], ", ".join(opponents), tuple(boxes))

    def _describe_part(self, number: int) -> str:
        """Return which part of a match the round is, if a match lasts several rounds."""
        opponents = self._find_opponents(number, self.round_no)
        # A team whose halves meet different teams plays no match.
        if self.is_by_round or len(opponents) != 1:
            return ""
        match_rounds = [
            round_no
            for round_no in sorted(self.meetings)
            if self._find_opponents(number, round_no) == opponents
        ]
        if len(match_rounds) == 1:
            return ""
        part_index = match_rounds.index(self.round_no)
        if len(match_rounds) == 2:
            return ("first half", "second half")[part_index]
        return f"part {part_index + 1} of {len(match_rounds)}"

    def _find_opponents(self, number: int, round_no: int) -> set[int]:
        opponents: set[int] = set()
        for _table_no, *teams in self.meetings.get(round_no, ()):
            if number in teams:
                opponents.update(teams)
        return opponents - {number}

    def _format_team(self, number: int) -> str:
        return f"{self.section.label(number)} {self.names.get(number, '')}".strip()
