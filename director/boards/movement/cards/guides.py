"""Personal guides: where every pair, player or team is, round by round.

A guide is made from the rows of the movement for everybody in them. Sit-outs and knock-outs are
added. A team whose two halves meet the same team has both tables on one line. Badges are made from
the guides. First come the remarks on a table in a round, and the records of all sheets before play.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from string import ascii_uppercase

from director.boards.contests import CONTESTANTS
from director.boards.movement.rounds import count_rounds_to_draw, get_withdrawals, is_drawn
from director.boards.movement.sitters import get_seated_players, get_seated_sides
from director.boards.movement.words import (
    add_partnership_names,
    format_boards,
    make_paper_label,
    make_slip_board,
)
from director.models import Section
from director.names import join_names
from director.pdf.words import join_with_dots
from director.sheets import Heading, SlipBoard
from movements.model import Movement, SitOut, TableRound, team_of
from movements.moves import knocked_out
from movements.partnerships import partnerships

# Remarks are about arrow-switches, sit-outs, shared boards and copies of the boards. All sheets take
# them from here, so that a player's slip, the card on the table and the director's master sheet agree.


ARROW_SWITCH = "arrow-switch: E-W hold the N-S cards"
SITS_OUT = "sits out"
SKIP = "then E-W skip a table"
FRESH_BOARDS = "then new boards"
NOT_PLAYED = " (not played)"
SHARED = "boards shared with "


def format_sit_out_mark(label: str) -> str:
    """Return the remark on a pair without opponents: ``"7 N-S sits out"``."""
    return f"{label} {SITS_OUT}"


def format_displaced_pair(label: str, rover: str) -> str:
    """Return the remark on a pair that gives up its seat to *rover* for a round."""
    return f"{format_sit_out_mark(label)}, {rover} plays here instead"


def format_half_time(label: str, boards: Sequence[int]) -> str:
    """Return which team and boards come to a table between its two half matches.

    >>> format_half_time("9", (57, 58, 59, 60))
    'at half-time 9 sits E-W, boards 57–60'
    """
    plural = "s" if len(boards) > 1 else ""
    return f"at half-time {label} sits E-W, board{plural} {format_boards(boards)}"


@lru_cache(maxsize=256)  # of a large room it names a hundred tables, on every card and guide
def format_shared_tables(tables: tuple[int, ...]) -> str:
    """Return which *tables* play the same boards in the same round.

    >>> format_shared_tables((6,)), format_shared_tables((2, 4, 5))
    ('boards shared with table 6', 'boards shared with tables 2, 4 and 5')
    """
    plural = "s" if len(tables) > 1 else ""
    return f"{SHARED}table{plural} {join_names([*map(str, tables)])}"


def format_copy(copy_no: int, copies: int) -> str:
    """Return which copy of the boards a table has, or "" if there is one copy.

    >>> format_copy(2, 3), format_copy(1, 1)
    ('copy 2 of 3', '')
    """
    if copies > 1:
        return f"copy {copy_no} of {copies}"
    return ""


class RoundMarks:
    """Remarks on every round of a movement. *label* is the function for a pair's label."""

    def __init__(self, label: Callable[[int], str], movement: Movement) -> None:
        self.label = label
        self._copies = movement.copies
        self._playing = {
            (row.table_no, row.round_no): row for row in movement.rows if row.half != 2
        }
        self._second_halves = {
            (row.table_no, row.round_no): row for row in movement.rows if row.half == 2
        }
        self._waiting = {
            (sit_out.table_no, sit_out.round_no): sit_out for sit_out in movement.sit_outs
        }
        self._sharing = _find_sharing_tables(movement)
        self._play_marks: dict[tuple[int, int], tuple[str, ...]] = {}
        # A few drawn rounds can look like a rule without being one.
        has_rule = not is_drawn(movement.key)
        self._skip_rounds = _find_skip_rounds(movement) if has_rule else set()
        self._fresh_rounds = _find_fresh_rounds(movement)
        self._displaced = _find_displaced_pairs(movement) if has_rule else {}

    def get_row(self, table_no: int, round_no: int) -> TableRound | None:
        """Return the row of the movement for a table in a round, or None."""
        return self._playing.get((table_no, round_no))

    def get_sit_out(self, table_no: int, round_no: int) -> SitOut | None:
        """Return the sit-out at a table in a round, or None."""
        return self._waiting.get((table_no, round_no))

    def list_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the remarks on a round at a table, including the next move."""
        marks = list(self.list_play_marks(table_no, round_no))
        second_half = self._second_halves.get((table_no, round_no))
        if second_half:
            marks.append(format_half_time(self.label(second_half.ew), second_half.boards))
        if round_no in self._skip_rounds:
            marks.append(SKIP)
        if round_no in self._fresh_rounds:
            marks.append(FRESH_BOARDS)
        return tuple(marks)

    def list_play_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the remarks on a round at a table that matter during play."""
        # The guides of both sides have the same remarks, which name every table of a large room.
        place = (table_no, round_no)
        if place not in self._play_marks:
            self._play_marks[place] = self._make_play_marks(table_no, round_no)
        return self._play_marks[place]

    def _make_play_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        marks = []
        row = self.get_row(table_no, round_no)
        sit_out = self.get_sit_out(table_no, round_no)
        if sit_out:
            marks.append(format_sit_out_mark(self.label(sit_out.contestant)))
        displaced = self._displaced.get((table_no, round_no))
        if row and displaced:
            marks.append(format_displaced_pair(self.label(displaced), self.label(row.ns)))
        sharing = self._sharing.get((round_no, table_no))
        if sharing:
            marks.append(format_shared_tables(sharing))
        if row and row.arrow_switched:
            marks.append(ARROW_SWITCH)
        return tuple(marks)

    def list_result_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the remarks on a round that matter after play, when shared boards are back."""
        marks = list(self.list_play_marks(table_no, round_no))
        sharing = self._sharing.get((round_no, table_no))
        if sharing:
            marks.remove(format_shared_tables(sharing))
        return tuple(marks)

    def format_table_copy(self, table_no: int, round_no: int) -> str:
        """Return which copy of the boards a table has in a round."""
        play = self.get_row(table_no, round_no) or self.get_sit_out(table_no, round_no)
        if play:
            return format_copy(play.copy_no, self._copies)
        return ""


def list_pair_notes(section: Section, movement: Movement) -> dict[int, tuple[str, ...]]:
    """Return the remarks on each pair with their rounds: ``"Round 3: sits out"``."""
    marks = RoundMarks(section.label, movement)
    rounds_by_mark: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in movement.rows:
        for pair_no in movement.get_row_contestants(row):
            for mark in marks.list_result_marks(row.table_no, row.round_no):
                rounds_by_mark[pair_no][mark].append(row.round_no)
    for sit_out in movement.sit_outs:
        rounds_by_mark[sit_out.contestant][SITS_OUT].append(sit_out.round_no)
    notes = {}
    for pair_no, pair_marks in rounds_by_mark.items():
        # A team is in two rows of a round, hence the set.
        notes[pair_no] = tuple(
            f"{_format_note_rounds(sorted({*rounds}))}: {mark}"
            for mark, rounds in pair_marks.items()
        )
    return notes


def _format_note_rounds(rounds: Sequence[int]) -> str:
    *first, last = map(str, rounds)
    if first:
        return f"Rounds {', '.join(first)} and {last}"
    return f"Round {last}"


def _find_sharing_tables(movement: Movement) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return, by round and table, the other tables that use the same set in that round."""
    users: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for row in movement.rows:
        if row.shared:
            users[row.round_no, row.board_set, row.copy_no].append(row.table_no)
    sharing = {}
    for (round_no, _set, _copy), tables in users.items():
        for table in tables:
            sharing[round_no, table] = tuple(
                other_table for other_table in tables if other_table != table
            )
    return sharing


def _find_skip_rounds(movement: Movement) -> set[int]:
    """Return the rounds after which E-W pairs move two tables instead of one."""
    tables = movement.tables
    ew_tables = {(row.round_no, get_seated_sides(row)[1]): row.table_no for row in movement.rows}
    steps: dict[int, set[int]] = defaultdict(set)
    for (round_no, pair), table_no in ew_tables.items():
        next_table = ew_tables.get((round_no + 1, pair))
        if next_table:
            steps[round_no].add((next_table - table_no) % tables)
    # With two tables two steps are none, and without a round of single steps two are the rule.
    has_skips = tables > 2 and {1} in steps.values()
    if has_skips:
        return {round_no for round_no, round_steps in steps.items() if round_steps == {2}}
    return set()


def _find_fresh_rounds(movement: Movement) -> set[int]:
    """Return the rounds after which every table gets new boards, unless all rounds are such."""
    sets: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        sets[row.round_no].add(row.board_set)
    first_rounds: dict[int, int] = {}
    last_rounds: dict[int, int] = {}
    for round_no in sorted(sets):
        for board_set in sets[round_no]:
            first_rounds.setdefault(board_set, round_no)
            last_rounds[board_set] = round_no
    rounds = range(1, movement.rounds)
    fresh = set()
    for round_no in rounds:
        are_done = all(last_rounds[board_set] <= round_no for board_set in sets[round_no])
        are_new = all(first_rounds[board_set] > round_no for board_set in sets[round_no + 1])
        if are_done and are_new:
            fresh.add(round_no)
    if len(fresh) < len(rounds):
        return fresh
    return set()


def _find_displaced_pairs(movement: Movement) -> dict[tuple[int, int], int]:
    """Return, by table and round, the pair that sits out while a rover takes its seat."""
    homes: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        homes[row.ns].add(row.table_no)
    for row in movement.rows:  # only pairs that always sit N-S have a home
        homes.pop(row.ew, None)
    displaced = {}
    for sit_out in movement.sit_outs:
        tables = homes.get(sit_out.contestant, set())
        if sit_out.table_no is None and len(tables) == 1:
            displaced[min(tables), sit_out.round_no] = sit_out.contestant
    return displaced


OUT = "out"
"""The move of a team that was knocked out in the round before."""

QrRows = tuple[bytes, ...]
"""A QR code without its border: a byte for each square, 1 if it is dark."""


@dataclass(frozen=True, slots=True)
class TrumpSlip:
    """The slip in a tray of duplicate whist that names its trump."""

    heading: Heading
    board_no: int
    dealer: str
    copy: str = ""  # "copy 2 of 3" if the deal is laid out several times
    trump: str = ""  # "♣", once it is known


@dataclass(frozen=True, slots=True)
class GuideLine:
    """A round of one pair, player or team. Without boards it is a sit-out, perhaps at a table.

    If both halves of a team meet the same opponents with the same boards, *table* is that of the
    N-S half and *mate_table* that of the E-W half. Otherwise each half has a line of its own.
    """

    round_no: int
    table: str  # "3", "B3"; "" for a sit-out away from the tables
    side: str  # "N-S", "E-W", of a single player "North"; "" in a sit-out
    opponents: str  # label
    opponent_names: str
    boards: tuple[SlipBoard, ...]
    marks: tuple[str, ...] = ()  # as on the guide card
    partner: str = ""  # label, of single players
    partner_name: str = ""
    mate_table: str = ""
    is_knocked_out: bool = False  # knocked out in the round before

    @property
    def sits_out(self) -> bool:
        """Whether it is a sit-out, not a knock-out."""
        return not self.boards and not self.is_knocked_out

    @property
    def half_tables(self) -> tuple[str, str]:
        """Tables of the N-S and the E-W half of a team, ``"–"`` if not on this line."""
        table = self.table or "–"
        mate_table = self.mate_table or "–"
        if self.side == "E-W":
            return (mate_table, table)
        return (table, mate_table)


@dataclass(frozen=True, slots=True)
class PersonalGuide:
    """Where one pair, player or team is in every round, with opponents and boards."""

    heading: Heading
    pair_no: int  # of the movement
    number: int  # by which people call it
    label: str
    players: tuple[str, ...]  # names; empty if nobody is named
    lines: tuple[GuideLine, ...]
    code: QrRows = ()  # of the address of the pair's page
    name: str = ""  # of the team
    team_no: int = 0  # the team of a player, if the movement names the players of teams
    next_round_to_draw: int = 0  # the next round to be drawn, 0 if all rounds are known
    needs_large_print: bool = False  # for somebody who needs large print

    @property
    def names(self) -> str:
        """The name of the team, or of the players in one line."""
        players = " & ".join(self.players)
        if self.team_no:
            return join_with_dots((players, self.name))
        return self.name or players

    @property
    def entry_no(self) -> int:
        """The number of the entry on the Seats page."""
        return self.team_no or self.pair_no


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: the name, empty to be written by hand, and the contestant's label.

    *player_no* is the number of a team's player, if the movement names the players of teams.
    """

    heading: Heading
    label: str  # of the player or the team
    name: str
    team: str = ""
    player_no: str = ""


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster that leads visitors to the results: an address and its QR code."""

    heading: Heading
    address: str
    code: QrRows


TEAM_PLAYERS = 4
"""Players of a team who play at the same time."""
SEATS = ("North", "East", "South", "West")


def make_personal_guides(
    section: Section,
    movement: Movement,
    head: Heading,
    players: Mapping[int, Sequence[str]],
    teams: Mapping[int, str] | None = None,
    arrivals: Mapping[int, int] | None = None,
) -> tuple[PersonalGuide, ...]:
    """Return a guide for everybody in *movement*. *players* and *teams* are names by number.

    *arrivals* are the rounds from which late contestants are here, by number. Before that they
    don't sit out.
    """
    guides = _Guides(section, movement, head, players, teams or {})
    to_draw = movement.rounds + 1 if count_rounds_to_draw(movement) else 0
    absent = {*guides.knocked_out_rounds, *get_withdrawals(movement)}
    personal = []
    for number, all_lines in sorted(guides.make_lines().items()):
        arrival = (arrivals or {}).get(number, 1)
        lines = [line for line in all_lines if line.round_no >= arrival or not line.sits_out]
        team = guides.find_team(number)
        guide = PersonalGuide(
            heading=head,
            pair_no=number,
            number=section.number(number),
            label=guides.marks.label(number),
            players=tuple(players.get(number, ())),
            lines=tuple(sorted(_drop_shared_marks(lines), key=lambda line: line.round_no)),
            name=guides.teams.get(team or number, ""),
            team_no=team,
            next_round_to_draw=0 if number in absent else to_draw,
        )
        personal.append(guide)
    return tuple(personal)


def _drop_shared_marks(lines: Sequence[GuideLine]) -> Sequence[GuideLine]:
    """Return *lines* without the tables that share boards, if they do so in every round.

    Then the cards on the tables say it once for all.
    """
    marks = [[mark for mark in line.marks if mark.startswith(SHARED)] for line in lines]
    if not all(shared or not line.boards for line, shared in zip(lines, marks, strict=True)):
        return lines
    return [
        replace(line, marks=tuple(mark for mark in line.marks if mark not in shared))
        for line, shared in zip(lines, marks, strict=True)
    ]


def make_badges(guides: Sequence[PersonalGuide]) -> tuple[Badge, ...]:
    """Return a badge for everybody in *guides*, team by team.

    If the movement names the players of teams, as Narragansett's does, each badge has the number of
    the player. Unnamed players get a badge to write on; a team without names gets four.
    """
    return tuple(chain.from_iterable(map(_make_guide_badges, guides)))


def _make_guide_badges(guide: PersonalGuide) -> Iterator[Badge]:
    head = guide.heading
    if head.ranks_players:
        yield Badge(head, guide.label, guide.names)
    elif guide.team_no:
        names = " & ".join(guide.players)
        yield Badge(head, str(guide.team_no), names, guide.name, guide.label)
    else:
        for name in guide.players or ("",) * TEAM_PLAYERS:
            yield Badge(head, guide.label, name, guide.name)


@dataclass(frozen=True)
class _Guides:
    """Make the lines of all guides of one *movement*."""

    section: Section
    movement: Movement
    heading: Heading
    players: Mapping[int, Sequence[str]]
    teams: Mapping[int, str]

    @cached_property
    def marks(self) -> RoundMarks:
        """Remarks by round, and the function for labels."""
        return RoundMarks(make_paper_label(self.section, self.heading), self.movement)

    @cached_property
    def _names(self) -> Mapping[int, str]:
        """Names of all sides, including partnerships of single players."""
        names = {number: " & ".join(players) for number, players in self.players.items()}
        if not self.movement.names_players:
            names |= self.teams
        sides = partnerships(self.movement) if self.heading.is_of_players else {}
        return add_partnership_names(names, sides)

    def find_team(self, number: int) -> int:
        """Return the team of the player *number*, or 0 if the movement doesn't name players."""
        size = self.movement.team_size
        if size:
            return team_of(number, size)
        return 0

    def make_lines(self) -> dict[int, list[GuideLine]]:
        """Return the lines of everybody, with sit-outs last."""
        lines: dict[int, list[GuideLine]] = defaultdict(list)
        for row in self.movement.rows:
            for number, line in self._make_row_lines(row):
                lines[number].append(line)
        if CONTESTANTS[self.heading.guided].has_halves:
            for number, team_lines in lines.items():
                lines[number] = _join_halves(team_lines)
        for sit_out in self.movement.sit_outs:
            table = ""
            if sit_out.table_no:
                table = self._format_table(sit_out.table_no)
            lines[sit_out.contestant].append(GuideLine(sit_out.round_no, table, "", "", "", ()))
        for number, last_round in self.knocked_out_rounds.items():
            lines[number].append(GuideLine(last_round + 1, "", "", "", "", (), is_knocked_out=True))
        return lines

    @cached_property
    def knocked_out_rounds(self) -> Mapping[int, int]:
        """The last round of each team that is out of a knock-out."""
        return knocked_out(self.movement)

    def _make_row_lines(self, row: TableRound) -> Iterator[tuple[int, GuideLine]]:
        ns, ew = get_seated_sides(row)
        if self.heading.is_of_players:
            yield from self._make_player_lines(row, ns, ew)
        else:
            yield ns, self._make_guide_line(row, "N-S", ew)
            yield ew, self._make_guide_line(row, "E-W", ns)

    def _make_player_lines(
        self, row: TableRound, ns: int, ew: int
    ) -> Iterator[tuple[int, GuideLine]]:
        players = get_seated_players(row)
        for seat, number in enumerate(players):
            partner = players[(seat + 2) % 4]
            opponents = ew if seat % 2 == 0 else ns
            line = self._make_guide_line(row, SEATS[seat], opponents)
            partner_name = self._names.get(partner, "")
            yield (
                number,
                replace(line, partner=self.marks.label(partner), partner_name=partner_name),
            )

    def _make_guide_line(self, row: TableRound, side: str, opponents: int) -> GuideLine:
        copy = self.marks.format_table_copy(row.table_no, row.round_no)
        marks = (
            *self.marks.list_play_marks(row.table_no, row.round_no),
            copy,
            format_half(row.half, side),
        )
        return GuideLine(
            round_no=row.round_no,
            table=self._format_table(row.table_no),
            side=side,
            opponents=self.marks.label(opponents),
            opponent_names=self._names.get(opponents, ""),
            boards=tuple(make_slip_board(board_no, self.heading.game) for board_no in row.boards),
            marks=tuple(filter(None, marks)),
        )

    def _format_table(self, table_no: int) -> str:
        return f"{self.heading.section}{table_no}"


def format_half(half: int, side: str = "") -> str:
    """Return the half of a half match, or "" for a whole match.

    >>> format_half(2, "E-W"), format_half(1), format_half(0)
    ('E-W: 2nd half', '1st half', '')
    """
    text = {1: "1st half", 2: "2nd half"}.get(half, "")
    if side and text:
        return f"{side}: {text}"
    return text


def _join_halves(lines: Sequence[GuideLine]) -> list[GuideLine]:
    """Return the *lines* of a team. Both halves against the same team become one line."""
    matches: dict[tuple[object, ...], list[GuideLine]] = defaultdict(list)
    for line in lines:
        matches[line.round_no, line.opponents, frozenset(line.boards)].append(line)
    joined = []
    for halves in matches.values():
        if sorted(line.side for line in halves) == ["E-W", "N-S"]:
            ew, ns = sorted(halves, key=lambda line: line.side)
            mutual = _get_sharing_marks(halves)
            marks = [mark for line in halves for mark in line.marks if mark not in mutual]
            boards = tuple(sorted(ns.boards, key=lambda board: board.board_no))
            joined.append(
                replace(ns, mate_table=ew.table, boards=boards, marks=tuple(dict.fromkeys(marks)))
            )
        else:
            joined += halves
    return joined


def _get_sharing_marks(halves: Sequence[GuideLine]) -> set[str]:
    """Return the marks by which the two tables name each other as sharing boards.

    On the joined line they would say nothing, since both tables are the team's own.
    """
    return {format_shared_tables((int(line.table.lstrip(ascii_uppercase)),)) for line in halves}
