"""Guide cards, travellers and pick-up slips of a section, from its stored plan.

The marks of a table in a round come first, then the records of all sheets before play, then the
functions that make them. ``guides.py`` makes personal guides, and ``director.boards.paper`` draws.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.numbering import (
    compute_moves_by_table,
    get_seated_players,
    get_seated_sides,
)
from director.boards.movement.rounds import count_rounds_to_draw
from director.boards.movement.words import (
    format_boards,
    format_vulnerability,
    get_board_trump,
    get_dealer_name,
    make_heading,
    make_paper_label_function,
    make_slip_board,
)
from director.boards.refusals import make_no_plan_error
from director.models import Plan, Section
from director.names import join_names
from director.pdf.words import join_with_dots
from director.sheets import (
    GuideCard,
    GuideCardRow,
    Heading,
    ScoreSlip,
    SlipBoard,
    Traveller,
    TravellerRow,
)
from movements.model import Movement, SitOut, TableRound
from movements.moves import BoardMove, PairMove, TableMoves
from scoring.bridge.contracts import get_duplicate_game

# A mark is a note on an arrow-switch, a sit-out, shared boards or copies of the boards. All sheets
# take their marks from here, so that a player's slip, the card on the table and the director's master
# sheet agree.


ARROW_SWITCH = "arrow-switch: E-W hold the N-S cards"
SITS_OUT = "sits out"
SKIP = "then E-W skip a table"
FRESH_BOARDS = "then new boards"
NOT_PLAYED = " (not played)"
SHARED = "boards shared with "


def format_sit_out_mark(label: str) -> str:
    """Return the mark of a pair without opponents: ``"7 N-S sits out"``."""
    return f"{label} {SITS_OUT}"


def format_displaced_pair(label: str, rover: str) -> str:
    """Return the mark of a pair that gives up its seat to *rover* for a round."""
    return f"{format_sit_out_mark(label)}, {rover} plays here instead"


def format_half_time(label: str, boards: Sequence[int]) -> str:
    """Return the mark that names the team and the boards of a table's second half match.

    >>> format_half_time("9", (57, 58, 59, 60))
    'at half-time 9 sits E-W, boards 57–60'
    """
    plural = "s" if len(boards) > 1 else ""
    return f"at half-time {label} sits E-W, board{plural} {format_boards(boards)}"


# Cached, since in a large room it names a hundred tables, on every card and guide.
@lru_cache(maxsize=256)
def format_shared_tables(tables: tuple[int, ...]) -> str:
    """Return the mark of a table whose boards *tables* play in the same round.

    >>> format_shared_tables((6,)), format_shared_tables((2, 4, 5))
    ('boards shared with table 6', 'boards shared with tables 2, 4 and 5')
    """
    plural = "s" if len(tables) > 1 else ""
    return f"{SHARED}table{plural} {join_names([*map(str, tables)])}"


def format_copy(copy_no: int, copies: int) -> str:
    """Return the description of a table's copy of the boards, or "" if there is only one.

    >>> format_copy(2, 3), format_copy(1, 1)
    ('copy 2 of 3', '')
    """
    if copies > 1:
        return f"copy {copy_no} of {copies}"
    return ""


class RoundMarks:
    """The marks of every table and round of a movement. *format_label* formats a pair's number."""

    def __init__(self, format_label: Callable[[int], str], movement: Movement) -> None:
        self.format_label = format_label
        self._copies = movement.copies
        # These three are by table and round.
        self._row_by_table = {
            (row.table_no, row.round_no): row for row in movement.rows if row.half != 2
        }
        self._second_half_by_table = {
            (row.table_no, row.round_no): row for row in movement.rows if row.half == 2
        }
        self._sit_out_by_table = {
            (sit_out.table_no, sit_out.round_no): sit_out for sit_out in movement.sit_outs
        }
        self._set_tables_by_table = _compute_set_tables_by_table(movement)
        self._play_marks: dict[tuple[int, int], tuple[str, ...]] = {}
        # Drawn rounds follow no rule, although a few of them may seem to.
        has_rule = not get_format(movement).is_drawn
        self._skip_rounds = _compute_skip_rounds(movement) if has_rule else set()
        self._fresh_rounds = _compute_fresh_board_rounds(movement)
        self._displaced_pair_by_table = _compute_displaced_by_table(movement) if has_rule else {}

    def get_row(self, table_no: int, round_no: int) -> TableRound | None:
        """Return the row of the movement for a table in a round, or None."""
        return self._row_by_table.get((table_no, round_no))

    def get_sit_out(self, table_no: int, round_no: int) -> SitOut | None:
        """Return the sit-out at a table in a round, or None."""
        return self._sit_out_by_table.get((table_no, round_no))

    def list_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the marks of a table in a round, including the next move."""
        marks = list(self.list_play_marks(table_no, round_no))
        second_half = self._second_half_by_table.get((table_no, round_no))
        if second_half:
            marks.append(format_half_time(self.format_label(second_half.ew), second_half.boards))
        if round_no in self._skip_rounds:
            marks.append(SKIP)
        if round_no in self._fresh_rounds:
            marks.append(FRESH_BOARDS)
        return tuple(marks)

    def list_play_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the marks of a table in a round that matter during play."""
        # Cached, since the guides of both sides have them, and they may name every table of a room.
        table_round = (table_no, round_no)
        if table_round not in self._play_marks:
            self._play_marks[table_round] = self._make_play_marks(table_no, round_no)
        return self._play_marks[table_round]

    def _make_play_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        marks = []
        row = self.get_row(table_no, round_no)
        sit_out = self.get_sit_out(table_no, round_no)
        if sit_out:
            marks.append(format_sit_out_mark(self.format_label(sit_out.contestant)))
        displaced_pair = self._displaced_pair_by_table.get((table_no, round_no))
        if row and displaced_pair:
            rover_label = self.format_label(row.ns)
            marks.append(format_displaced_pair(self.format_label(displaced_pair), rover_label))
        sharing_tables = self._list_sharing_tables(table_no, round_no)
        if sharing_tables:
            marks.append(format_shared_tables(sharing_tables))
        if row and row.arrow_switched:
            marks.append(ARROW_SWITCH)
        return tuple(marks)

    def list_result_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the marks that matter after play, when shared boards don't any more."""
        marks = list(self.list_play_marks(table_no, round_no))
        sharing_tables = self._list_sharing_tables(table_no, round_no)
        if sharing_tables:
            marks.remove(format_shared_tables(sharing_tables))
        return tuple(marks)

    def _list_sharing_tables(self, table_no: int, round_no: int) -> tuple[int, ...]:
        """Return the other tables that use the same set in a round."""
        tables = self._set_tables_by_table.get((round_no, table_no), ())
        return tuple(other_table for other_table in tables if other_table != table_no)

    def format_table_copy(self, table_no: int, round_no: int) -> str:
        """Return the description of a table's copy of the boards in a round, or ""."""
        row_or_sit_out = self.get_row(table_no, round_no) or self.get_sit_out(table_no, round_no)
        if row_or_sit_out:
            return format_copy(row_or_sit_out.copy_no, self._copies)
        return ""


def make_notes_by_pair(section: Section, movement: Movement) -> dict[int, tuple[str, ...]]:
    """Return the notes on the rounds of each pair: ``"Round 3: sits out"``."""
    marks = RoundMarks(section.get_label, movement)
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


def _compute_set_tables_by_table(movement: Movement) -> dict[tuple[int, int], list[int]]:
    """Return all tables that play a table's set, by round and table. The table itself is included."""
    tables_by_set: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    set_tables_by_table = {}
    for row in movement.rows:
        if row.shared:
            tables = tables_by_set[row.round_no, row.board_set, row.copy_no]
            tables.append(row.table_no)
            set_tables_by_table[row.round_no, row.table_no] = tables
    return set_tables_by_table


def _compute_skip_rounds(movement: Movement) -> set[int]:
    """Return the rounds after which E-W pairs move two tables instead of one."""
    tables = movement.tables
    ew_tables = {(row.round_no, get_seated_sides(row)[1]): row.table_no for row in movement.rows}
    steps: dict[int, set[int]] = defaultdict(set)
    for (round_no, pair), table_no in ew_tables.items():
        next_table = ew_tables.get((round_no + 1, pair))
        if next_table:
            steps[round_no].add((next_table - table_no) % tables)
    # At two tables, two steps lead back. Without a round of single steps, two are the rule, not a skip.
    has_skips = tables > 2 and {1} in steps.values()
    if has_skips:
        return {round_no for round_no, round_steps in steps.items() if round_steps == {2}}
    return set()


def _compute_fresh_board_rounds(movement: Movement) -> set[int]:
    """Return the rounds after which every table gets new boards.

    Empty if every table gets them after every round, because a mark would say nothing then.
    """
    sets_by_round: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        sets_by_round[row.round_no].add(row.board_set)
    first_rounds: dict[int, int] = {}
    last_rounds: dict[int, int] = {}
    for round_no in sorted(sets_by_round):
        for board_set in sets_by_round[round_no]:
            first_rounds.setdefault(board_set, round_no)
            last_rounds[board_set] = round_no
    rounds = range(1, movement.rounds)
    fresh_rounds = set()
    for round_no in rounds:
        are_done = all(last_rounds[board_set] <= round_no for board_set in sets_by_round[round_no])
        are_new = all(
            first_rounds[board_set] > round_no for board_set in sets_by_round[round_no + 1]
        )
        if are_done and are_new:
            fresh_rounds.add(round_no)
    if len(fresh_rounds) < len(rounds):
        return fresh_rounds
    return set()


def _compute_displaced_by_table(movement: Movement) -> dict[tuple[int, int], int]:
    """Return the pair that sits out while a rover takes its seat, by table and round."""
    home_tables_by_pair: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        home_tables_by_pair[row.ns].add(row.table_no)
    # Only pairs that always sit N-S have a home table.
    for row in movement.rows:
        home_tables_by_pair.pop(row.ew, None)
    displaced_pair_by_table = {}
    for sit_out in movement.sit_outs:
        tables = home_tables_by_pair.get(sit_out.contestant, set())
        if sit_out.table_no is None and len(tables) == 1:
            displaced_pair_by_table[min(tables), sit_out.round_no] = sit_out.contestant
    return displaced_pair_by_table


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

    If both halves of a team meet the same opponents on the same boards, *table* is the table of the
    N-S half and *mate_table* the table of the E-W half. Otherwise each half has a line of its own.
    """

    round_no: int
    table: str  # "3", "B3"; "" for a sit-out away from the tables
    side: str  # "N-S", "E-W", or "North" for a single player; "" in a sit-out
    opponents: str  # their label
    opponent_names: str
    boards: tuple[SlipBoard, ...]
    marks: tuple[str, ...] = ()  # as on the guide card
    partner: str = ""  # a single player's partner, by label
    partner_name: str = ""
    mate_table: str = ""
    is_knocked_out: bool = False  # in the round before

    @property
    def sits_out(self) -> bool:
        """Whether nobody plays although the contestant is still in the event."""
        return not self.boards and not self.is_knocked_out

    @property
    def half_tables(self) -> tuple[str, str]:
        """The tables of a team's N-S and E-W halves, ``"–"`` for a half with another line."""
        table = self.table or "–"
        mate_table = self.mate_table or "–"
        if self.side == "E-W":
            return (mate_table, table)
        return (table, mate_table)


@dataclass(frozen=True, slots=True)
class PersonalGuide:
    """The table, opponents and boards of one pair, player or team in every round."""

    heading: Heading
    pair_no: int  # in the movement
    number: int  # as people say it and sheets show it
    label: str
    players: tuple[str, ...]  # names; empty if nobody is named
    lines: tuple[GuideLine, ...]
    qr_rows: QrRows = ()  # of the address of the pair's page
    name: str = ""  # of the team
    team_no: int = 0  # the team of a player, if the movement names the players of teams
    next_round_to_draw: int = 0  # the next round to be drawn, 0 if all rounds are known
    needs_large_print: bool = False  # one of its players does

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
    """A badge with the name and the number of a player."""

    heading: Heading
    label: str  # of the player or the team
    name: str  # "" if it is to be written by hand
    team: str = ""
    player_no: str = ""  # a team's player, if the movement seats the players of teams


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster with the address of the results for visitors, and its QR code."""

    heading: Heading
    address: str
    qr_rows: QrRows


NOBODY = "–"
FOR_ROUND = " for round "  # follows the next table of boards if they wait there for a later round
SEE_DRAW = "see the next draw"
SIDES = {"NS": "N-S", "EW": "E-W"}


def fetch_required_plan(section: Section) -> Plan:
    """Return the plan of *section*.

    :raises NoPlanError: if no movement is chosen yet
    """
    plan = section.plan
    if plan is None:
        raise make_no_plan_error()
    return plan


def make_guide_cards(section: Section, plan: Plan) -> tuple[GuideCard, ...]:
    """Return a guide card for every table, with everyone's next move after each round."""
    return make_movement_cards(section, load_movement(plan), make_heading(section, plan))


def make_movement_cards(
    section: Section, movement: Movement, heading: Heading
) -> tuple[GuideCard, ...]:
    """Return the guide cards of *movement*, with the labels of *section*."""
    rows = GuideRows(section, movement, make_paper_label_function(section, heading))
    tables = range(1, movement.tables + 1)
    return tuple(
        _make_guide_card(heading, table_no, rows.list_table_rows(table_no), movement)
        for table_no in tables
    )


def make_travellers(section: Section, plan: Plan) -> tuple[Traveller, ...]:
    """Return a traveller for every physical board in play.

    Its rows are in order of N-S number. Each copy of a board has its own traveller, with the pairs
    that play that copy. There are none if :func:`explain_unfit_travellers` gives a reason.
    """
    movement = load_movement(plan)
    if explain_unfit_travellers(movement):
        return ()
    heading = make_heading(section, plan)
    format_label = make_paper_label_function(section, heading)
    marks = RoundMarks(format_label, movement)
    rows: dict[tuple[int, int], list[TableRound]] = defaultdict(list)
    for row in movement.rows:
        for board_no in row.boards:
            rows[board_no, row.copy_no].append(row)
    sheets = []
    for board_no, copy_no in sorted(rows):
        board_rows = sorted(rows[board_no, copy_no], key=lambda row: (row.ns, row.round_no))
        traveller_rows = tuple(
            TravellerRow(
                ns=format_label(row.ns),
                ew=format_label(row.ew),
                round_no=row.round_no,
                table_no=row.table_no,
                marks=marks.list_play_marks(row.table_no, row.round_no),
            )
            for row in board_rows
        )
        traveller = Traveller(
            heading=heading,
            board_no=board_no,
            dealer=get_dealer_name(board_no),
            vulnerability=format_vulnerability(board_no, heading.game),
            rows=traveller_rows,
            copy=format_copy(copy_no, movement.copies),
            trump=get_board_trump(section, board_no),
        )
        sheets.append(traveller)
    return tuple(sheets)


def explain_unfit_travellers(movement: Movement) -> str:
    """Return why travellers can't go round with the boards of *movement*, or "".

    A traveller moves with its board and shows the results of earlier tables. So the board has to move
    from table to table, and two tables can't share it.
    """
    use_counts = Counter((row.board_set, row.copy_no) for row in movement.rows)
    if movement.copies > 1 and max(use_counts.values(), default=0) < 2:
        return "Every table has its own copy of the boards, so no board moves from table to table. Use pick-up slips."
    # Tables that share a set play its boards in different orders, so only the same turn is a clash.
    first_tables: dict[tuple[int, int, int, int], int] = {}
    for row in movement.rows:
        for position, board_no in enumerate(row.boards):
            key = (row.round_no, position, board_no, row.copy_no)
            first_table = first_tables.setdefault(key, row.table_no)
            if first_table != row.table_no:
                return (
                    f"Tables {first_table} and {row.table_no} play board {board_no} at the same time in round "
                    f"{row.round_no}, but a traveller can only be at one of them. Use pick-up slips."
                )
    return ""


def make_trump_slips(section: Section, plan: Plan) -> tuple[TrumpSlip, ...]:
    """Return a trump slip for every tray, or nothing for a game without a turned-up trump."""
    heading = make_heading(section, plan)
    if not get_duplicate_game(heading.game).has_turned_trump:
        return ()
    movement = load_movement(plan)
    trays = sorted({(board_no, row.copy_no) for row in movement.rows for board_no in row.boards})
    return tuple(
        TrumpSlip(
            heading=heading,
            board_no=board_no,
            dealer=get_dealer_name(board_no),
            copy=format_copy(copy_no, movement.copies),
            trump=get_board_trump(section, board_no),
        )
        for board_no, copy_no in trays
    )


def make_score_slips(section: Section, plan: Plan) -> tuple[ScoreSlip, ...]:
    """Return a pick-up slip for every table and round, in order of round, then table."""
    movement = load_movement(plan)
    heading = make_heading(section, plan)
    format_label = make_paper_label_function(section, heading)
    marks = RoundMarks(format_label, movement)
    return tuple(
        ScoreSlip(
            heading=heading,
            table_no=row.table_no,
            round_no=row.round_no,
            ns=format_label(row.ns),
            ew=format_label(row.ew),
            boards=tuple(make_slip_board(board_no, heading.game) for board_no in row.boards),
            marks=marks.list_play_marks(row.table_no, row.round_no),
            copy=marks.format_table_copy(row.table_no, row.round_no),
        )
        for row in movement.rows
    )


def compute_unplayed_by_table(movement: Movement) -> dict[tuple[int, int], str]:
    """Return the boards that wait at a half table, by table and round."""
    boards = {row.board_set: format_boards(row.boards) for row in movement.rows}
    sets_in_play = {(row.round_no, row.board_set, row.copy_no) for row in movement.rows}
    unplayed_boards_by_table = {}
    for sit_out in movement.sit_outs:
        is_in_play = (sit_out.round_no, sit_out.board_set, sit_out.copy_no) in sets_in_play
        if sit_out.table_no and sit_out.board_set in boards and not is_in_play:
            unplayed_boards_by_table[sit_out.table_no, sit_out.round_no] = boards[sit_out.board_set]
    return unplayed_boards_by_table


class GuideRows:
    """The rows of all guide cards of one movement. The moves of a round are computed once."""

    def __init__(
        self, section: Section, movement: Movement, format_label: Callable[[int], str] | None = None
    ) -> None:
        self.section = section
        self.format_label = format_label or section.get_label
        self.movement = movement
        self.rounds = range(1, movement.rounds + 1)
        self._moves: dict[int, dict[int, TableMoves]] = {}
        self.marks = RoundMarks(self.format_label, movement)
        self._unplayed = compute_unplayed_by_table(movement)

    def list_table_rows(self, table_no: int) -> tuple[GuideCardRow, ...]:
        """Return the rows of one table's card, one per round."""
        return tuple(self.make_row(table_no, round_no) for round_no in self.rounds)

    def get_moves_by_table(self, round_no: int) -> dict[int, TableMoves]:
        """Return the moves after a round by table."""
        if round_no not in self._moves:
            self._moves[round_no] = compute_moves_by_table(self.movement, round_no)
        return self._moves[round_no]

    def make_row(self, table_no: int, round_no: int) -> GuideCardRow:
        """Return the row of one table in one round. In an arrow-switch it has the usual seats."""
        row = self.marks.get_row(table_no, round_no)
        moves = self.get_moves_by_table(round_no).get(table_no)
        ns, ew = self._get_side_labels(row, table_no, round_no)
        ns_next = ew_next = boards_next = ""
        seats_next: tuple[str, ...] = ()
        players = get_seated_players(row) if row else ()
        if moves:
            ns_next = _format_pair_move(moves.ns, table_no)
            ew_next = _format_pair_move(moves.ew, table_no)
            boards_next = _format_board_move(moves.boards, round_no)
            if players:
                seats_next = tuple(map(_format_player_move, moves.players))
        is_last_drawn = round_no == self.movement.rounds and count_rounds_to_draw(self.movement)
        # The next moves aren't known before the next draw.
        if row and is_last_drawn:
            ns_next = ew_next = SEE_DRAW
        boards = format_boards(row.boards) if row else self._format_unplayed(table_no, round_no)
        return GuideCardRow(
            round_no=round_no,
            ns=ns,
            ew=ew,
            boards=boards,
            marks=self.marks.list_marks(table_no, round_no),
            ns_next=ns_next,
            ew_next=ew_next,
            boards_next=boards_next,
            copy=self.marks.format_table_copy(table_no, round_no),
            seats=tuple(map(self.format_label, players)),
            seats_next=seats_next,
        )

    def _get_side_labels(
        self, row: TableRound | None, table_no: int, round_no: int
    ) -> tuple[str, str]:
        """Return the labels of N-S and E-W. A pair that sits out at a table has its own side."""
        if row:
            ns, ew = get_seated_sides(row)
            return self.format_label(ns), self.format_label(ew)
        sit_out = self.marks.get_sit_out(table_no, round_no)
        moves = self.get_moves_by_table(round_no).get(table_no)
        if sit_out is None or moves is None:
            return NOBODY, NOBODY
        # The pair sits on the side from which the moves take it to its next table.
        waiting = self.format_label(sit_out.contestant)
        ns_label = waiting if moves.ns else NOBODY
        ew_label = waiting if moves.ew else NOBODY
        return ns_label, ew_label

    def _format_unplayed(self, table_no: int, round_no: int) -> str:
        boards = self._unplayed.get((table_no, round_no))
        if boards:
            return f"{boards}{NOT_PLAYED}"
        return ""


def _make_guide_card(
    heading: Heading, table_no: int, rows: tuple[GuideCardRow, ...], movement: Movement
) -> GuideCard:
    # Drawn rounds follow no rule, even if a few of them seem to. After the last round nobody moves.
    regular_rows = () if get_format(movement).is_drawn else rows[:-1]
    seat_moves = []
    if heading.has_player_moves:
        for seat in range(4):
            moves = [row.seats_next[seat] for row in regular_rows if row.seats_next]
            seat_moves.append(_get_common_move(moves))
    return GuideCard(
        heading=heading,
        table_no=table_no,
        rows=rows,
        ns_move=_get_common_move(row.ns_next for row in regular_rows),
        ew_move=_get_common_move(row.ew_next for row in regular_rows),
        boards_move=_get_common_move(
            row.boards_next.partition(FOR_ROUND)[0] for row in regular_rows
        ),
        notes=movement.notes,
        seat_moves=tuple(seat_moves),
    )


def _get_common_move(moves: Iterable[str]) -> str:
    """Return the move that is the same after all rounds, or "" if they differ."""
    different_moves = {move for move in moves if move}
    if len(different_moves) == 1:
        return different_moves.pop()
    return ""


def _format_pair_move(move: PairMove | None, table_no: int) -> str:
    if move is None:
        return ""
    if move.is_knocked_out:
        return OUT
    if move.table_no is None and not move.sits_out:
        return ""
    # Before the next condition, since a pair may also stay for a sit-out at its table.
    if move.stays:
        return "stay"
    if move.sits_out:
        return f"sit out at table {move.table_no}" if move.table_no else "sit out"
    side = SIDES[move.side or ""]
    next_seat = f"to table {move.table_no}, {side}"
    if move.table_no == table_no:
        next_seat = f"stay, now {side}"
    return next_seat


def _format_player_move(move: PairMove) -> str:
    """Return the next table and seat of a single player, short enough for a card with four."""
    if move.stays:
        return "stay"
    if move.is_knocked_out:
        return OUT
    if move.sits_out:
        return "sit out"
    if move.table_no:
        return f"{move.table_no} {move.side}"
    return ""


def _format_board_move(move: BoardMove | None, round_no: int) -> str:
    """Return where the boards go after *round_no*, and for which later round they wait."""
    if move is None or move.kind == "over":
        return ""
    if move.after_table is not None:
        return f"to the bye-stand between tables {move.after_table} and {move.after_table + 1}"
    is_for_later_round = move.round_no is not None and move.round_no > round_no + 1
    wait_note = f"{FOR_ROUND}{move.round_no}" if is_for_later_round else ""
    share_note = f", shared with table {move.shared_with}" if move.shared_with else ""
    if move.kind == "stay":
        return f"stay{share_note}{wait_note}"
    return f"to table {move.table_no}{share_note}{wait_note}"
