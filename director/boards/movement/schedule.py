"""A movement on the screen: the round grid, the tables of a round, and one pair's rounds.

:class:`Schedule` is everything that the page of a movement shows, whether the movement is chosen or
only previewed. One contestant is followed through it: a pair, a player or a team. ``draw_room_map`` and
``draw_fairness_picture`` draw its two pictures; the wording of moves after a round is here too, since
screens and the Play page show it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.boards.contests import CONTESTS
from director.boards.movement.cards.cards import GuideRows, compute_unplayed_by_table
from director.boards.movement.fairness_picture import FairnessPicture, draw_fairness_picture
from director.boards.movement.fixtures import FixtureRound, make_fixture_rounds
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.numbering import (
    compute_moves_by_table,
    get_seated_sides,
    make_planned_section,
)
from director.boards.movement.offers import (
    assess_movement,
    format_arrow_switch,
    format_known_fairness,
)
from director.boards.movement.room_map import RoomMap, draw_room_map
from director.boards.movement.words import fetch_name_by_side, format_boards, format_choice
from director.models import Plan, Section, Session
from director.names import join_names
from director.sheets import GuideCardRow, PairRound
from movements.advice.advise import Advice
from movements.advice.suggest import Suggestion
from movements.check.guarantees import GUARANTEES
from movements.layout import compute_fingerprint
from movements.model import NOUN_BY_CONTEST, Movement, TableRound
from movements.moves import PairMove, TableMoves

NUMBER_NAMES = {1: "one", 2: "two", 3: "three"}
SIDES = {"NS": "N-S", "EW": "E-W"}
OTHER_SIDE = {"NS": "EW", "EW": "NS"}
NOBODY_MOVES = TableMoves(None, None, None)
SEAT_NAMES = {
    "N": "North",
    "E": "East",
    "S": "South",
    "W": "West",
    "NS": "N-S",
    "EW": "E-W",
    "": "",
}
SEAT_RULE = "the seat "
"""A part of the note that tells single players how to move. Other notes don't have it."""
BY_THE_CARDS = "Everyone follows the guide card."
BY_THE_DRAW = "Everyone follows the draw."


@dataclass(frozen=True, slots=True)
class RoundMoves:
    """The moves after a round."""

    round_no: int
    text: str  # one sentence
    sit_outs: str  # the contestants without opponents after the move, "7 N-S", or ""


def find_next_moves(section: Section, movement: Movement, round_no: int) -> RoundMoves | None:
    """Return the moves after *round_no*, or None before the first and after the last round."""
    if not 1 <= round_no < movement.rounds:
        return None
    waiting_labels = [
        section.get_label(sit_out.contestant)
        for sit_out in movement.sit_outs
        if sit_out.round_no == round_no + 1
    ]
    if get_format(movement).is_drawn:
        text = BY_THE_DRAW
    elif movement.names_players:
        text = next((note for note in movement.notes if SEAT_RULE in note), BY_THE_CARDS)
    else:
        text = format_moves(compute_moves_by_table(movement, round_no), movement.tables)
    return RoundMoves(round_no, text, join_names(waiting_labels))


def list_player_moves(section: Section, moves: TableMoves, table_no: int) -> tuple[str, ...]:
    """Return the next seats of the players at a table: "4 stays", "1 to table 2 South".

    Empty after the last round, and for pairs and teams.
    """
    return tuple(
        f"{section.get_label(move.contestant)} {_describe_player_move(move, table_no)}"
        for move in moves.players
        if move.table_no is not None or move.sits_out
    )


def _describe_player_move(move: PairMove, table_no: int) -> str:
    if move.sits_out:
        return "sits out"
    if move.stays:
        return "stays"
    seat = SEAT_NAMES[move.side or ""]
    if move.table_no == table_no:
        return f"turns to {seat}"
    return f"to table {move.table_no} {seat}"


def format_moves(moves_by_table: dict[int, TableMoves], tables: int) -> str:
    """Return *moves_by_table* in one sentence if each side does the same at every table.

    >>> from movements.moves import get_moves_by_table
    >>> from movements.registry import make_plan
    >>> format_moves(get_moves_by_table(make_plan("mitchell", tables=7), 1), 7)
    'N-S stay, E-W up one table, boards down one table.'
    >>> format_moves(get_moves_by_table(make_plan("howell", pairs=8), 1), 4)
    'Everyone follows the guide card.'
    """
    steps_by_name = {
        "N-S": _describe_pair_steps(moves_by_table, "NS", tables),
        "E-W": _describe_pair_steps(moves_by_table, "EW", tables),
        "boards": _describe_board_steps(moves_by_table, tables),
    }
    regular_moves = [f"{name} {steps}" for name, steps in steps_by_name.items() if steps]
    irregular_names = [name for name, steps in steps_by_name.items() if not steps]
    if len(irregular_names) > 1:
        return BY_THE_CARDS
    irregular_moves = [f"{name} follow the guide cards" for name in irregular_names]
    return f"{', '.join(regular_moves + irregular_moves)}."


def _describe_pair_steps(moves: dict[int, TableMoves], side: str, tables: int) -> str:
    """Return the move of all pairs of *side*, or "" if they differ."""
    steps = set()
    for table_no, table_moves in moves.items():
        move = table_moves.ns if side == "NS" else table_moves.ew
        if move:
            if move.side not in (side, None) or move.table_no is None:
                return ""
            steps.add((move.table_no - table_no) % tables)
    return _format_steps(steps, tables)


def _describe_board_steps(moves: dict[int, TableMoves], tables: int) -> str:
    """Return the move of all board sets, or "" if they differ."""
    steps = set()
    for table_no, table_moves in moves.items():
        move = table_moves.boards
        if move:
            if move.kind not in ("table", "stay") or move.table_no is None:
                return ""
            steps.add((move.table_no - table_no) % tables)
    return _format_steps(steps, tables)


def _format_steps(steps: set[int], tables: int) -> str:
    """Return the only step of *steps* in words, or "" if there are several."""
    if len(steps) != 1:
        return ""
    (steps_up,) = steps
    if steps_up == 0:
        return "stay"
    # The shorter way round the ring, up if both are equal.
    if steps_up <= tables - steps_up:
        step_count, direction = steps_up, "up"
    else:
        step_count, direction = tables - steps_up, "down"
    plural = "" if step_count == 1 else "s"
    return f"{direction} {NUMBER_NAMES.get(step_count, step_count)} table{plural}"


@dataclass(frozen=True, slots=True)
class ScheduleCell:
    """A table in a round, in two lines ("4 v 2 ⇄", "10–12"). *sit_out* is the label of a sit-out.

    For single players it has all four, N and S before E and W: "4 2 v 1 8".
    """

    text: str  # with "⇄" for an arrow-switch, "=" for shared boards
    second_line: str
    sit_out: str
    is_followed: bool


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table in a round, with the names that are known.

    *seats* are seat, number and name of every single player; empty for pairs and teams.
    """

    table_no: int
    ns: str  # "7", or "–" for an empty seat
    ew: str
    ns_names: str
    ew_names: str
    boards: str
    marks: tuple[str, ...]
    moves: tuple[str, ...]  # "E-W to table 2", "boards stay"; none after the last round
    is_followed: bool
    seats: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """Everything that the page of a movement shows."""

    movement: Movement
    advice: Advice | Suggestion
    fingerprint: str
    guarantees: tuple[str, ...]
    grid: tuple[tuple[int, tuple[ScheduleCell, ...]], ...]  # table number, and a cell per round
    fixture_rounds: tuple[FixtureRound, ...]  # only of teams
    has_shared_boards: bool
    has_arrow_switches: bool
    round_no: int
    room_tables: tuple[RoomTable, ...]
    bye_stands: tuple[str, ...]
    waiting_labels: str  # labels of those who sit out away from the tables, "3, 7 and 9"
    pairs: tuple[tuple[int, str], ...]  # number, and label with name
    pair_no: int
    pair_label: str  # of the followed pair
    followed_rounds: tuple[PairRound, ...]
    room_map: RoomMap
    fairness_picture: FairnessPicture | None  # only for pairs

    @property
    def contestant_noun(self) -> str:
        """The word for those who are followed: "pair", "player" or "team"."""
        if self.movement.names_players:
            return NOUN_BY_CONTEST["individual"]
        return self.movement.contestant_noun

    @property
    def known_fairness(self) -> str:
        """A sentence about the best known fairness of its length, or ""."""
        return format_known_fairness(self.movement)

    @property
    def arrow_switch(self) -> str:
        """When the boards are turned, in words, or ""."""
        return format_arrow_switch(self.movement)

    @property
    def rounds(self) -> range:
        """The numbers of the rounds."""
        return range(1, self.movement.rounds + 1)


def fetch_plan_schedule(
    section: Section, plan: Plan, *, round_no: int = 1, pair_no: int = 0
) -> Schedule:
    """Return the schedule of *section* with its names. (Costs four queries.)"""
    names = fetch_name_by_side(section, round_no)
    return make_movement_schedule(
        section, load_movement(plan), names, round_no=round_no, pair_no=pair_no
    )


def make_preview_schedule(
    session: Session | None, movement: Movement, *, round_no: int = 1, pair_no: int = 0
) -> Schedule:
    """Return the schedule of a movement that isn't chosen yet, for a *session* if there is one."""
    section = make_planned_section(session, movement)
    return make_movement_schedule(section, movement, {}, round_no=round_no, pair_no=pair_no)


def make_movement_schedule(
    section: Section, movement: Movement, names: Mapping[int, str], *, round_no: int, pair_no: int
) -> Schedule:
    """Return the schedule of *movement*, with the labels of *section*.

    An impossible *round_no* becomes the nearest round. An impossible *pair_no* becomes the first
    E-W pair, which moves in every movement, or the first player who sits E.
    """
    numbers = sorted(
        {number for row in movement.rows for number in movement.get_seated_numbers(row)}
    )
    if pair_no not in numbers:
        pair_no = movement.get_seated_numbers(movement.rows[0])[1]
    round_no = min(max(round_no, 1), movement.rounds)
    choice_by_number = {number: format_choice(section, number, names) for number in numbers}
    fixture_rounds: tuple[FixtureRound, ...] = ()
    if CONTESTS[movement.contest].has_halves:
        fixture_rounds = make_fixture_rounds(movement, choice_by_number, pair_no)
    rows = GuideRows(section, movement)
    picture = None
    if CONTESTS[movement.contest].has_movement_advice:
        picture = draw_fairness_picture(movement, pair_no, section.get_label)
    waiting_labels = [
        section.get_label(sit_out.contestant)
        for sit_out in movement.sit_outs
        if sit_out.round_no == round_no and sit_out.table_no is None
    ]
    return Schedule(
        movement=movement,
        advice=assess_movement(movement),
        fingerprint=compute_fingerprint(movement),
        guarantees=_list_guarantees(movement),
        grid=_make_grid(section, movement, pair_no),
        fixture_rounds=fixture_rounds,
        has_shared_boards=any(row.shared for row in movement.rows),
        has_arrow_switches=any(row.arrow_switched for row in movement.rows),
        round_no=round_no,
        room_tables=_make_room_tables(movement, rows, names, round_no, pair_no),
        bye_stands=_describe_bye_stands(movement, round_no),
        waiting_labels=join_names(waiting_labels),
        pairs=tuple(choice_by_number.items()),
        pair_no=pair_no,
        pair_label=section.get_label(pair_no),
        followed_rounds=_make_followed_rounds(section, movement, names, pair_no),
        room_map=draw_room_map(
            movement, round_no, rows.get_moves_by_table(round_no), pair_no, section.get_label
        ),
        fairness_picture=picture,
    )


def _list_guarantees(movement: Movement) -> tuple[str, ...]:
    """Return the guarantees of *movement*, worded for pairs or for players."""
    texts = [GUARANTEES[key].text for key in movement.guarantees if key in GUARANTEES]
    if CONTESTS[movement.contest].has_changing_partners:
        return tuple(text.replace("pairs", "players") for text in texts)
    return tuple(texts)


def _make_grid(
    section: Section, movement: Movement, pair_no: int
) -> tuple[tuple[int, tuple[ScheduleCell, ...]], ...]:
    # A half match for the second half of a round has no cell of its own.
    row_by_table_round = {
        (row.table_no, row.round_no): row for row in movement.rows if row.half != 2
    }
    second_halves = {(row.table_no, row.round_no): row for row in movement.rows if row.half == 2}
    waiting_by_table_round = {
        (sit_out.table_no, sit_out.round_no): sit_out.contestant for sit_out in movement.sit_outs
    }
    unplayed_by_table_round = compute_unplayed_by_table(movement)
    grid = []
    for table_no in range(1, movement.tables + 1):
        cells = []
        for round_no in range(1, movement.rounds + 1):
            table_round = (table_no, round_no)
            cell = _make_schedule_cell(
                section,
                movement,
                pair_no,
                row=row_by_table_round.get(table_round),
                waiting=waiting_by_table_round.get(table_round),
                second_half=second_halves.get(table_round),
                unplayed=unplayed_by_table_round.get(table_round),
            )
            cells.append(cell)
        grid.append((table_no, tuple(cells)))
    return tuple(grid)


def _make_schedule_cell(
    section: Section,
    movement: Movement,
    pair_no: int,
    *,
    row: TableRound | None,
    waiting: int | None,
    second_half: TableRound | None,
    unplayed: str | None,
) -> ScheduleCell:
    if row is None:
        if not waiting:
            return ScheduleCell("–", "", "", False)
        label = _get_label_without_side(section, waiting)
        second_line = ", ".join(filter(None, ("sits out", unplayed)))
        return ScheduleCell(label, second_line, label, waiting == pair_no)
    signs = ""
    if row.arrow_switched:
        signs += "⇄"
    if row.shared:
        signs += "="
    if signs:
        signs = f" {signs}"
    if row.players and movement.names_players:
        north, east, south, west = (
            _get_label_without_side(section, number) for number in row.players
        )
        text = f"{north} {south} v {east} {west}{signs}"
    else:
        ns, ew = (_get_label_without_side(section, number) for number in get_seated_sides(row))
        text = f"{ns} v {ew}{signs}"
        if second_half:
            second_team = _get_label_without_side(section, second_half.ew)
            text = f"{ns} v {ew}, then {second_team}{signs}"
    return ScheduleCell(
        text, format_boards(row.boards), "", pair_no in movement.get_seated_numbers(row)
    )


def _get_label_without_side(section: Section, pair_no: int) -> str:
    """Return the label without its direction, for a place that shows the direction."""
    return section.get_label(pair_no).split()[0]


def _make_room_tables(
    movement: Movement, rows: GuideRows, names: Mapping[int, str], round_no: int, pair_no: int
) -> tuple[RoomTable, ...]:
    sides: dict[int, tuple[int, int]] = {}
    players: dict[int, tuple[int, ...]] = {}
    followed_tables = set()
    for row in movement.rows:
        if row.round_no != round_no:
            continue
        if row.half != 2:
            sides[row.table_no] = get_seated_sides(row)
        if movement.names_players:
            players[row.table_no] = movement.get_seated_numbers(row)
        if pair_no in movement.get_seated_numbers(row):
            followed_tables.add(row.table_no)
    waiting_by_table = {
        sit_out.table_no: sit_out.contestant
        for sit_out in movement.sit_outs
        if sit_out.round_no == round_no
    }
    moves = rows.get_moves_by_table(round_no)
    room_tables = []
    for table_no in range(1, movement.tables + 1):
        card_row = rows.make_row(table_no, round_no)
        ns: int | None
        ew: int | None
        ns, ew = sides.get(table_no, (None, None))
        waiting_pair = waiting_by_table.get(table_no)
        # The card names a waiting pair on the side on which it sits.
        if ns is None and card_row.ew == "–":
            ns = waiting_pair
        elif ns is None:
            ew = waiting_pair
        player_moves = list_player_moves(rows.section, moves.get(table_no, NOBODY_MOVES), table_no)
        room_tables.append(
            RoomTable(
                table_no=table_no,
                ns=card_row.ns.split()[0],
                ew=card_row.ew.split()[0],
                ns_names=names.get(ns or 0, ""),
                ew_names=names.get(ew or 0, ""),
                boards=card_row.boards,
                marks=card_row.marks,
                moves=player_moves + _format_row_moves(card_row),
                seats=_list_player_seats(rows.section, players.get(table_no, ()), names),
                is_followed=table_no in followed_tables or pair_no == waiting_pair,
            )
        )
    return tuple(room_tables)


def _list_player_seats(
    section: Section, players: Sequence[int], names: Mapping[int, str]
) -> tuple[tuple[str, str, str], ...]:
    """Return seat, number and name of the single players at a table."""
    return tuple(
        (SEAT_NAMES[seat], _get_label_without_side(section, player), names.get(player, ""))
        for seat, player in zip("NESW", players, strict=False)  # no players for pairs
    )


def _format_row_moves(row: GuideCardRow) -> tuple[str, ...]:
    """Return the moves after a round, without the direction of a pair that keeps it."""
    ns_next = row.ns_next.removesuffix(", N-S")
    ew_next = row.ew_next.removesuffix(", E-W")
    moves = (("N-S", ns_next), ("E-W", ew_next), ("boards", row.boards_next))
    return tuple(f"{name} {move}" for name, move in moves if move)


def _describe_bye_stands(movement: Movement, round_no: int) -> tuple[str, ...]:
    """Return a sentence for each board set on a bye-stand in a round."""
    sentences = []
    for bye_stand in movement.bye_stands:
        if bye_stand.round_no == round_no:
            boards = format_boards(movement.get_set_boards(bye_stand.board_set))
            sentences.append(
                f"Boards {boards} rest on the bye-stand "
                f"between tables {bye_stand.after_table} and {bye_stand.after_table + 1}."
            )
    return tuple(sentences)


def _make_followed_rounds(
    section: Section, movement: Movement, names: Mapping[int, str], pair_no: int
) -> tuple[PairRound, ...]:
    followed_rounds: list[PairRound] = []
    for row in movement.rows:
        if pair_no not in movement.get_seated_numbers(row):
            continue
        if row.players and movement.names_players:
            followed_rounds.append(_make_player_round(section, row, names, pair_no))
            continue
        # The two halves of a team can be the two sides of a row, hence no else.
        for side, pair, opponents in (("NS", row.ns, row.ew), ("EW", row.ew, row.ns)):
            if pair != pair_no:
                continue
            seat = SIDES[side]
            if row.arrow_switched:
                seat = f"{SIDES[OTHER_SIDE[side]]}, {SIDES[side]} cards"
            followed_rounds.append(
                PairRound(
                    round_no=row.round_no,
                    table=str(row.table_no),
                    side=seat,
                    opponents=section.get_label(opponents),
                    opponent_names=names.get(opponents, ""),
                    boards=format_boards(row.boards),
                )
            )
    for sit_out in movement.sit_outs:
        if sit_out.contestant == pair_no:
            table = str(sit_out.table_no) if sit_out.table_no else ""
            followed_rounds.append(PairRound(sit_out.round_no, table))
    return tuple(sorted(followed_rounds, key=lambda followed_round: followed_round.round_no))


def _make_player_round(
    section: Section, row: TableRound, names: Mapping[int, str], player: int
) -> PairRound:
    seats = row.players or ()
    seat = seats.index(player)
    partner = seats[(seat + 2) % 4]
    is_ns = seat % 2 == 0
    opponents = row.ew if is_ns else row.ns
    return PairRound(
        round_no=row.round_no,
        table=str(row.table_no),
        side=SEAT_NAMES["NESW"[seat]],
        opponents=section.get_label(opponents),
        opponent_names=names.get(opponents, ""),
        boards=format_boards(row.boards),
        partner=_get_label_without_side(section, partner),
        partner_name=names.get(partner, ""),
    )
