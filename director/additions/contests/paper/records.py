"""Records of what contests print before play: cards of matches, and the draw for the wall."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from director.additions.contests.draws.rounds import DrawnMatch
from director.boards.contests import CONTESTANTS
from director.boards.movement.formats import get_format
from director.boards.movement.numbering import get_seated_sides
from director.boards.movement.sitters import SEATS, LineUps
from director.boards.movement.words import make_paper_label_function, make_slip_board
from director.models import Section
from director.sheets import Heading, SlipBoard, StandingRow
from movements.model import Movement, TableRound


@dataclass(frozen=True, slots=True)
class NamesBySeat:
    """The names of a team's players by seat, "" if unknown."""

    north: str = ""
    south: str = ""
    east: str = ""
    west: str = ""

    def get_couple(self, side: str) -> tuple[tuple[str, str], ...]:
        """Return seat and name of the two players who sit ``"N-S"`` or ``"E-W"``."""
        if side == "N-S":
            return ("North", self.north), ("South", self.south)
        return ("East", self.east), ("West", self.west)


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match of two teams in one round, at two tables with the same boards.

    The home team has the lower number. It sits N-S in the *open_room_table*, the other team in the
    *closed_room_table*. If the tables exchange their boards, the match ends in *last_round_no*.
    """

    heading: Heading
    round_no: int
    home_label: str  # label
    home_names: str
    away_label: str
    away_names: str
    open_room_table: str  # table, "B3"
    closed_room_table: str
    boards: tuple[SlipBoard, ...]
    home_players: NamesBySeat = NamesBySeat()
    away_players: NamesBySeat = NamesBySeat()
    last_round_no: int = 0

    @property
    def round_title(self) -> tuple[str, str]:
        """The word and the number of its round, or of its rounds."""
        if self.last_round_no > self.round_no:
            return "Rounds", f"{self.round_no}–{self.last_round_no}"
        return "Round", str(self.round_no)


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """A drawn round for the wall: its matches by table, and who has a bye.

    The *standings* are those after the round before, empty in a knock-out.
    """

    heading: Heading
    title: str  # "Draw of round 4"
    matches: tuple[DrawnMatch, ...]
    bye_names: tuple[str, ...] = ()
    withdrawn_names: tuple[str, ...] = ()
    late_names: tuple[str, ...] = ()
    standings: tuple[StandingRow, ...] = ()
    standings_title: str = ""  # "Standings after round 3, in victory points"


# A match of teams is played at two tables with the same boards.


def make_match_cards(
    section: Section,
    movement: Movement,
    heading: Heading,
    names_by_team: Mapping[int, str],
    line_ups: LineUps | None = None,
) -> tuple[MatchCard, ...]:
    """Return a card for every match of *movement*, by round, then table. *names_by_team* are names.

    If *line_ups* has a line-up of the team, the card names who sits where. Rounds in which the
    halves of a team meet different teams have no cards. If they play different boards, they have
    one if the tables exchange them in the next round.
    """
    if not CONTESTANTS[heading.contestant_noun].has_halves:
        return ()
    label = make_paper_label_function(section, heading)
    rows_by_meeting: dict[tuple[int, int, int], list[TableRound]] = defaultdict(list)
    first_rounds_by_match: dict[tuple[int, int, frozenset[int]], int] = {}
    for row in movement.rows:
        teams_at_row = movement.get_row_contestants(row)
        home, away = min(teams_at_row), max(teams_at_row)
        round_no = row.round_no
        if get_format(movement).is_swiss:
            # Three teams may play each other over two rounds: one card, of the first.
            match_key = (home, away, frozenset(row.boards))
            round_no = first_rounds_by_match.setdefault(match_key, round_no)
        rows_by_meeting[round_no, home, away].append(row)
    cards = []
    joined_meetings: set[tuple[int, int, int]] = set()
    for (round_no, home, away), rows in rows_by_meeting.items():
        tables_by_team = {}  # by the team that sits N-S
        for row in rows:
            ns, _ew = get_seated_sides(row)
            tables_by_team[section.list_members(ns)[0]] = f"{heading.section}{row.table_no}"
        is_joined = (round_no, home, away) in joined_meetings
        if is_joined or len(rows) != 2 or set(tables_by_team) != {home, away}:
            continue
        board_sets = [frozenset(row.boards) for row in rows]
        last_round_no = round_no
        if board_sets[0] != board_sets[1]:
            last_round_no += 1
            next_meeting = (last_round_no, home, away)
            next_rows = rows_by_meeting.get(next_meeting, [])
            # The tables exchange their boards, which takes a second round.
            if [frozenset(row.boards) for row in next_rows] != board_sets[::-1]:
                continue
            joined_meetings.add(next_meeting)
        board_nos = sorted(board_sets[0] | board_sets[1])
        boards = (make_slip_board(board_no, heading.game) for board_no in board_nos)
        card = MatchCard(
            heading=heading,
            round_no=round_no,
            home_label=label(home),
            home_names=names_by_team.get(home, ""),
            away_label=label(away),
            away_names=names_by_team.get(away, ""),
            open_room_table=tables_by_team[home],
            closed_room_table=tables_by_team[away],
            boards=tuple(boards),
            home_players=_make_names_by_seat(line_ups, home, round_no),
            away_players=_make_names_by_seat(line_ups, away, round_no),
            last_round_no=last_round_no,
        )
        cards.append(card)
    return tuple(cards)


def _make_names_by_seat(line_ups: LineUps | None, team: int, round_no: int) -> NamesBySeat:
    sitters_by_seat = line_ups.get_entered_by_seat(team, round_no) if line_ups else {}
    names = (sitters_by_seat[seat].text if seat in sitters_by_seat else "" for seat in SEATS)
    return NamesBySeat(*names)
