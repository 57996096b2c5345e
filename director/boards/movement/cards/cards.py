"""Guide cards, travellers and pick-up slips of a section, from its stored plan.

Records of the sheets are in ``sheets.py``, remarks on rounds in ``round_marks.py``, personal guides
in ``guides.py``. What a sheet looks like is decided in ``director.boards.paper``.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from director.boards.movement.cards.guides import (
    NOT_PLAYED,
    OUT,
    RoundMarks,
    TrumpSlip,
    format_copy,
)
from director.boards.movement.lines.section_lines import fetch_section_plan, load_movement
from director.boards.movement.rounds import count_rounds_to_draw, is_drawn
from director.boards.movement.sitters import (
    compute_seated_moves,
    get_seated_players,
    get_seated_sides,
)
from director.boards.movement.words import (
    format_boards,
    format_vulnerability,
    get_board_trump,
    get_dealer_name,
    make_heading,
    make_paper_label,
    make_slip_board,
)
from director.boards.refusals import NO_PLAN
from director.errors import NoPlanError
from director.models import Plan, Section
from director.models.event import Game
from director.sheets import GuideCard, GuideCardRow, Heading, ScoreSlip, Traveller, TravellerRow
from movements.model import Movement, TableRound
from movements.moves import BoardMove, PairMove, TableMoves

NOBODY = "–"
LATER = " for round "  # after the next table of boards that wait there for a later round
SEE_DRAW = "see the next draw"
SIDES = {"NS": "N-S", "EW": "E-W"}


def fetch_required_plan(section: Section) -> Plan:
    """Return the plan of *section*.

    :raises NoPlanError: if no movement is chosen yet
    """
    plan = fetch_section_plan(section)
    if plan is None:
        raise NoPlanError(*NO_PLAN)
    return plan


def make_guide_cards(section: Section, plan: Plan) -> tuple[GuideCard, ...]:
    """Return a guide card for every table, with everyone's next move after each round."""
    return make_movement_cards(section, load_movement(plan), make_heading(section, plan))


def make_movement_cards(
    section: Section, movement: Movement, head: Heading
) -> tuple[GuideCard, ...]:
    """Return the guide cards of *movement*, with the labels of *section*."""
    rows = GuideRows(section, movement, make_paper_label(section, head))
    tables = range(1, movement.tables + 1)
    return tuple(
        _make_guide_card(head, table_no, rows.list_table_rows(table_no), movement)
        for table_no in tables
    )


def make_travellers(section: Section, plan: Plan) -> tuple[Traveller, ...]:
    """Return a traveller for every physical board in play, its lines in order of N-S number.

    Each copy of a board has its own traveller, with those who play that copy. There are none if
    :func:`explain_unfit_travellers` gives a reason.
    """
    movement = load_movement(plan)
    if explain_unfit_travellers(movement):
        return ()
    head = make_heading(section, plan)
    label = make_paper_label(section, head)
    marks = RoundMarks(label, movement)
    rows: dict[tuple[int, int], list[TableRound]] = defaultdict(list)
    for row in movement.rows:
        for board_no in row.boards:
            rows[board_no, row.copy_no].append(row)
    sheets = []
    for board_no, copy_no in sorted(rows):
        board_rows = sorted(rows[board_no, copy_no], key=lambda row: (row.ns, row.round_no))
        traveller_rows = tuple(
            TravellerRow(
                label(row.ns),
                label(row.ew),
                row.round_no,
                row.table_no,
                marks.list_play_marks(row.table_no, row.round_no),
            )
            for row in board_rows
        )
        traveller = Traveller(
            heading=head,
            board_no=board_no,
            dealer=get_dealer_name(board_no),
            vulnerability=format_vulnerability(board_no, head.game),
            rows=traveller_rows,
            copy=format_copy(copy_no, movement.copies),
            trump=get_board_trump(section, board_no),
        )
        sheets.append(traveller)
    return tuple(sheets)


def explain_unfit_travellers(movement: Movement) -> str:
    """Return why travellers can't go round with the boards of *movement*, or "".

    A traveller lies in one board and brings the results of earlier tables. So its board has to move
    from table to table, and must not be shared by two tables at a time.
    """
    uses = Counter((row.board_set, row.copy_no) for row in movement.rows)
    if movement.copies > 1 and max(uses.values(), default=0) < 2:
        return "Every table has its own copy of the boards, so no board moves from table to table. Use pick-up slips."
    # Tables that share a set play its boards in turn: sharing hurts only at the same turn.
    first_tables: dict[tuple[int, int, int, int], int] = {}
    for row in movement.rows:
        for turn, board_no in enumerate(row.boards):
            key = (row.round_no, turn, board_no, row.copy_no)
            first_table = first_tables.setdefault(key, row.table_no)
            if first_table != row.table_no:
                return (
                    f"Tables {first_table} and {row.table_no} play board {board_no} at the same time in round "
                    f"{row.round_no}, but a traveller can only be at one of them. Use pick-up slips."
                )
    return ""


def make_trump_slips(section: Section, plan: Plan) -> tuple[TrumpSlip, ...]:
    """Return a trump slip for every tray. None for games without a turned-up trump."""
    head = make_heading(section, plan)
    if head.game != Game.WHIST:
        return ()
    movement = load_movement(plan)
    trays = sorted({(board_no, row.copy_no) for row in movement.rows for board_no in row.boards})
    return tuple(
        TrumpSlip(
            heading=head,
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
    head = make_heading(section, plan)
    label = make_paper_label(section, head)
    marks = RoundMarks(label, movement)
    return tuple(
        ScoreSlip(
            heading=head,
            table_no=row.table_no,
            round_no=row.round_no,
            ns=label(row.ns),
            ew=label(row.ew),
            boards=tuple(make_slip_board(board_no, head.game) for board_no in row.boards),
            marks=marks.list_play_marks(row.table_no, row.round_no),
            copy=marks.format_table_copy(row.table_no, row.round_no),
        )
        for row in movement.rows
    )


def find_unplayed_boards(movement: Movement) -> dict[tuple[int, int], str]:
    """Return the boards that wait at a half table, by table and round."""
    boards = {row.board_set: format_boards(row.boards) for row in movement.rows}
    in_play = {(row.round_no, row.board_set, row.copy_no) for row in movement.rows}
    unplayed = {}
    for sit_out in movement.sit_outs:
        is_in_play = (sit_out.round_no, sit_out.board_set, sit_out.copy_no) in in_play
        if sit_out.table_no and sit_out.board_set in boards and not is_in_play:
            unplayed[sit_out.table_no, sit_out.round_no] = boards[sit_out.board_set]
    return unplayed


class GuideRows:
    """The rows of all guide cards of one movement. Moves of a round are calculated once."""

    def __init__(
        self, section: Section, movement: Movement, label: Callable[[int], str] | None = None
    ) -> None:
        self.section = section
        self.label = label or section.label
        self.movement = movement
        self.rounds = range(1, movement.rounds + 1)
        self._moves: dict[int, dict[int, TableMoves]] = {}
        self.marks = RoundMarks(self.label, movement)
        self._unplayed = find_unplayed_boards(movement)

    def list_table_rows(self, table_no: int) -> tuple[GuideCardRow, ...]:
        """Return the rows of one table's card, one per round."""
        return tuple(self.make_row(table_no, round_no) for round_no in self.rounds)

    def get_moves(self, round_no: int) -> dict[int, TableMoves]:
        """Return the moves after a round by table."""
        if round_no not in self._moves:
            self._moves[round_no] = compute_seated_moves(self.movement, round_no)
        return self._moves[round_no]

    def make_row(self, table_no: int, round_no: int) -> GuideCardRow:
        """Return the row of one table in one round. Pairs keep their seats in an arrow-switch."""
        row = self.marks.get_row(table_no, round_no)
        moves = self.get_moves(round_no).get(table_no)
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
        # Nobody knows yet where to go: the moves follow from the next draw.
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
            seats=tuple(map(self.label, players)),
            seats_next=seats_next,
        )

    def _get_side_labels(
        self, row: TableRound | None, table_no: int, round_no: int
    ) -> tuple[str, str]:
        """Return who sits N-S and E-W. At a half table the waiting pair has its seat."""
        if row:
            ns, ew = get_seated_sides(row)
            return self.label(ns), self.label(ew)
        sit_out = self.marks.get_sit_out(table_no, round_no)
        moves = self.get_moves(round_no).get(table_no)
        if sit_out is None or moves is None:
            return NOBODY, NOBODY
        # The waiting pair sits on the side from which a pair moves on.
        waiting = self.label(sit_out.contestant)
        ns_label = waiting if moves.ns else NOBODY
        ew_label = waiting if moves.ew else NOBODY
        return ns_label, ew_label

    def _format_unplayed(self, table_no: int, round_no: int) -> str:
        boards = self._unplayed.get((table_no, round_no))
        if boards:
            return f"{boards}{NOT_PLAYED}"
        return ""


def _make_guide_card(
    head: Heading, table_no: int, rows: tuple[GuideCardRow, ...], movement: Movement
) -> GuideCard:
    # The rounds of a draw follow no rule, even if a few of them look so.
    regular_rows = () if is_drawn(movement.key) else rows[:-1]
    seat_moves = []
    if head.is_of_players:
        for seat in range(4):
            moves = [row.seats_next[seat] for row in regular_rows if row.seats_next]
            seat_moves.append(_find_common_move(moves))
    return GuideCard(
        heading=head,
        table_no=table_no,
        rows=rows,
        ns_move=_find_common_move(row.ns_next for row in regular_rows),
        ew_move=_find_common_move(row.ew_next for row in regular_rows),
        boards_move=_find_common_move(row.boards_next.partition(LATER)[0] for row in regular_rows),
        notes=movement.notes,
        seat_moves=tuple(seat_moves),
    )


def _find_common_move(moves: Iterable[str]) -> str:
    """Return the move that all rounds share, or "" if they differ."""
    different = {move for move in moves if move}
    if len(different) == 1:
        return different.pop()
    return ""


def _format_pair_move(move: PairMove | None, table_no: int) -> str:
    if move is None:
        return ""
    if move.is_out:
        return OUT
    if move.table_no is None and not move.sits_out:
        return ""
    if move.stays:  # also for a sit-out, which has a row of its own on the card
        return "stay"
    if move.sits_out:
        return f"sit out at table {move.table_no}" if move.table_no else "sit out"
    side = SIDES[move.side or ""]
    next_place = f"to table {move.table_no}, {side}"
    if move.table_no == table_no:
        next_place = f"stay, now {side}"
    return next_place


def _format_player_move(move: PairMove) -> str:
    """Return where a single player goes: table and seat, as short as a card of four needs it."""
    if move.stays:
        return "stay"
    if move.is_out:
        return OUT
    if move.sits_out:
        return "sit out"
    if move.table_no:
        return f"{move.table_no} {move.side}"
    return ""


def _format_board_move(move: BoardMove | None, round_no: int) -> str:
    """Return where the boards go after *round_no*, and for which round unless it is the next."""
    if move is None or move.kind == "over":
        return ""
    if move.after_table is not None:  # on a bye-stand
        return f"to the bye-stand between tables {move.after_table} and {move.after_table + 1}"
    wait = f"{LATER}{move.round_no}" if move.round_no and move.round_no > round_no + 1 else ""
    share = f", shared with table {move.shared_with}" if move.shared_with else ""
    if move.kind == "stay":
        return f"stay{share}{wait}"
    return f"to table {move.table_no}{share}{wait}"
