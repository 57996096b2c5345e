"""The line-ups of a round as their page shows them: who of each team sits where."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.boards.movement.formats import get_format
from director.boards.movement.sitters import SEATS, LineUps, fetch_line_ups
from director.boards.movement.words import fetch_name_by_pair
from director.core.club.people import fetch_labels_by_person_id
from director.models import Plan, Section

SEAT_NAMES = {"N": "North", "S": "South", "E": "East", "W": "West"}
ROOMS = {"NS": "Open room, N-S", "EW": "Closed room, E-W"}


@dataclass(frozen=True, slots=True)
class LineUpBox:
    """A seat of a team."""

    seat: str  # "N"
    name: str  # in the box of the seat
    is_visitor: bool = False

    @property
    def title(self) -> str:
        """The seat in full."""
        return SEAT_NAMES[self.seat]


@dataclass(frozen=True, slots=True)
class LineUpPair:
    """A pair of a team in a round: its room, its opponents and its two seats."""

    room: str
    opponents_text: str  # "4 Blue Cats at table 2", or "" if it doesn't play
    seats: tuple[LineUpBox, ...]


@dataclass(frozen=True, slots=True)
class TeamLineUp:
    """A team in a round."""

    number: int
    label: str
    name: str
    pairs: tuple[LineUpPair, ...]
    members: tuple[str, ...]  # the names to choose from
    line_up_round: int  # the round from which its present line-up holds, 0 without one
    match_part: str = ""  # "first half" of a match of several rounds

    @property
    def names_by_seat(self) -> dict[str, str]:
        """The names in the boxes by seat."""
        return {seat.seat: seat.name for half in self.pairs for seat in half.seats}

    @property
    def text(self) -> str:
        """The names by seat as one text, which shows whether they were changed."""
        return format_line_up(self.names_by_seat)


@dataclass(frozen=True, slots=True)
class RoundLineUps:
    """The teams of a round."""

    round_no: int
    rounds: range
    teams: tuple[TeamLineUp, ...]


def format_line_up(names_by_seat: Mapping[str, str]) -> str:
    """Return *names_by_seat* by seat in one text.

    >>> format_line_up({"N": "Ada Ash", "S": " ", "E": "Bert Birch"})
    'N Ada Ash, E Bert Birch'
    """
    return ", ".join(
        f"{seat} {names_by_seat[seat].strip()}"
        for seat in SEATS
        if names_by_seat.get(seat, "").strip()
    )


def fetch_round_line_ups(
    section: Section, plan: Plan, round_no: int, *, is_numbered: bool = True
) -> RoundLineUps:
    """Return the line-ups of the teams that play in *round_no* of *plan*. Six queries.

    With *is_numbered*, people of the same name have their membership numbers.
    """
    maker = _LineUpMaker(
        section=section,
        line_ups=fetch_line_ups(section),
        names_by_team=fetch_name_by_pair(section),
        labels_by_person=fetch_labels_by_person_id(
            section.session.event.club, with_member_numbers=is_numbered
        ),
        meetings_by_round=_fetch_meetings_by_round(plan),
        round_no=round_no,
        is_by_round=get_format(plan).is_by_round,
    )
    playing_teams: set[int] = set()
    for _table_no, ns, ew in maker.meetings_by_round.get(round_no, ()):
        playing_teams.update((ns, ew))
    teams = tuple(maker.make_team_line_up(number) for number in sorted(playing_teams))
    return RoundLineUps(round_no, range(1, plan.rounds + 1), teams)


_Meeting = tuple[int, int, int]
"""A table in a round: its number, the team N-S and the team E-W."""


def _fetch_meetings_by_round(plan: Plan) -> dict[int, list[_Meeting]]:
    meetings_by_round: dict[int, list[_Meeting]] = {}
    rows = plan.rows.order_by("round_no", "table_no")
    for round_no, table_no, ns, ew in rows.values_list("round_no", "table_no", "ns", "ew"):
        meetings_by_round.setdefault(round_no, []).append((table_no, ns, ew))
    return meetings_by_round


@dataclass(frozen=True, slots=True)
class _LineUpMaker:
    """The stored records of a section, from which the line-up of each team is made."""

    section: Section
    line_ups: LineUps
    names_by_team: Mapping[int, str]
    labels_by_person: Mapping[int, str]
    meetings_by_round: Mapping[int, list[_Meeting]]
    round_no: int
    is_by_round: bool

    def make_team_line_up(self, number: int) -> TeamLineUp:
        members = self.line_ups.get_members(number, self.round_no)
        line_up_rounds = self.line_ups.entered_line_ups_by_team.get(number, {})
        rounds_so_far = [round_no for round_no in line_up_rounds if round_no <= self.round_no]
        return TeamLineUp(
            number=number,
            label=self.section.get_label(number),
            name=self.names_by_team.get(number, ""),
            pairs=(self._make_pair(number, "NS"), self._make_pair(number, "EW")),
            members=tuple(self.labels_by_person[sitter.person_id] for sitter in members),
            line_up_round=max(rounds_so_far, default=0),
            match_part=self._describe_part(number),
        )

    def _make_pair(self, number: int, side: str) -> LineUpPair:
        opponents = []
        for table_no, ns, ew in self.meetings_by_round.get(self.round_no, ()):
            team, opponent = (ns, ew) if side == "NS" else (ew, ns)
            if team == number:
                opponents.append(f"{self._format_team(opponent)} at table {table_no}")
        sitters = self.line_ups.get_sitter_by_seat(number, self.round_no)
        boxes = []
        for seat in side:
            sitter = sitters.get(seat)
            if sitter:
                boxes.append(
                    LineUpBox(seat, self.labels_by_person[sitter.person_id], sitter.is_visitor)
                )
            else:
                boxes.append(LineUpBox(seat, ""))
        return LineUpPair(ROOMS[side], ", ".join(opponents), tuple(boxes))

    def _describe_part(self, number: int) -> str:
        """Return which part of a match the round is, if a match lasts several rounds."""
        opponents = self._get_opponents(number, self.round_no)
        # A team whose halves meet different teams plays no match.
        if self.is_by_round or len(opponents) != 1:
            return ""
        match_rounds = [
            round_no
            for round_no in sorted(self.meetings_by_round)
            if self._get_opponents(number, round_no) == opponents
        ]
        if len(match_rounds) == 1:
            return ""
        part_index = match_rounds.index(self.round_no)
        if len(match_rounds) == 2:
            return ("first half", "second half")[part_index]
        return f"part {part_index + 1} of {len(match_rounds)}"

    def _get_opponents(self, number: int, round_no: int) -> set[int]:
        opponents: set[int] = set()
        for _table_no, *teams in self.meetings_by_round.get(round_no, ()):
            if number in teams:
                opponents.update(teams)
        return opponents - {number}

    def _format_team(self, number: int) -> str:
        return f"{self.section.get_label(number)} {self.names_by_team.get(number, '')}".strip()
