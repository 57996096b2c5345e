"""Records of what contests print before play: cards of matches, and the draw for the wall."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from director.additions.contests.draws.rounds import DrawnMatch
from director.boards.contests import CONTESTANTS
from director.boards.movement.rounds import is_swiss
from director.boards.movement.sitters import SEATS, LineUps, get_seated_sides
from director.boards.movement.words import make_paper_label, make_slip_board
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

    def couple(self, side: str) -> tuple[tuple[str, str], ...]:
        """Return seat and name of the two players who sit ``"N-S"`` or ``"E-W"``."""
        if side == "N-S":
            return ("North", self.north), ("South", self.south)
        return ("East", self.east), ("West", self.west)


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match of two teams in one round, at two tables with the same boards.

    The home team has the lower number. It sits N-S in the *open_room*, the other team in the
    *closed_room*.
    """

    heading: Heading
    round_no: int
    home_label: str  # label
    home_names: str
    away_label: str
    away_names: str
    open_room: str  # table, "B3"
    closed_room: str
    boards: tuple[SlipBoard, ...]
    home_players: NamesBySeat = NamesBySeat()
    away_players: NamesBySeat = NamesBySeat()


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """A drawn round for the wall: its matches by table, and who has a bye.

    The *standings* are those after the round before, empty in a knock-out.
    """

    heading: Heading
    title: str  # "Draw of round 4"
    matches: tuple[DrawnMatch, ...]
    byes: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    not_arrived: tuple[str, ...] = ()
    standings: tuple[StandingRow, ...] = ()
    standings_title: str = ""  # "Standings after round 3, in victory points"


# A match of teams is played at two tables with the same boards.


def make_match_cards(
    section: Section,
    movement: Movement,
    head: Heading,
    teams: Mapping[int, str],
    lined_up: LineUps | None = None,
) -> tuple[MatchCard, ...]:
    """Return a card for every match of *movement*, by round, then table. *teams* are names.

    If *lined_up* has a line-up of the team, the card names who sits where. Rounds in which the
    halves of a team meet different teams, or play different boards, have no cards.
    """
    if not CONTESTANTS[head.contestant_word].has_halves:
        return ()
    label = make_paper_label(section, head)
    meetings: dict[tuple[int, int, int], list[TableRound]] = defaultdict(list)
    first_rounds: dict[tuple[int, int, frozenset[int]], int] = {}
    for row in movement.rows:
        teams_at_row = movement.get_row_contestants(row)
        home, away = min(teams_at_row), max(teams_at_row)
        round_no = row.round_no
        if is_swiss(movement.key):
            # Three teams may play each other over two rounds: one card, of the first.
            match = (home, away, frozenset(row.boards))
            round_no = first_rounds.setdefault(match, round_no)
        meetings[round_no, home, away].append(row)
    cards = []
    for (round_no, home, away), rows in meetings.items():
        tables = {}  # by the team that sits N-S
        for row in rows:
            ns, _ew = get_seated_sides(row)
            tables[section.members(ns)[0]] = f"{head.section}{row.table_no}"
        has_same_boards = len({frozenset(row.boards) for row in rows}) == 1
        if len(rows) != 2 or set(tables) != {home, away} or not has_same_boards:
            continue
        boards = (make_slip_board(board_no, head.game) for board_no in sorted(rows[0].boards))
        card = MatchCard(
            heading=head,
            round_no=round_no,
            home_label=label(home),
            home_names=teams.get(home, ""),
            away_label=label(away),
            away_names=teams.get(away, ""),
            open_room=tables[home],
            closed_room=tables[away],
            boards=tuple(boards),
            home_players=_make_four(lined_up, home, round_no),
            away_players=_make_four(lined_up, away, round_no),
        )
        cards.append(card)
    return tuple(cards)


def _make_four(lined_up: LineUps | None, team: int, round_no: int) -> NamesBySeat:
    sitters = lined_up.get_entered_line_up(team, round_no) if lined_up else {}
    names = (sitters[seat].text if seat in sitters else "" for seat in SEATS)
    return NamesBySeat(*names)
