"""A movement on the screen: the round grid, the tables of a round, and one pair's way.

Whoever is ranked is followed: a pair, a player or a team.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from director.boards.contests import CONTESTS
from director.boards.movement.cards.cards import GuideRows, unplayed_boards
from director.boards.movement.fairness_picture import FairnessPicture, fairness_picture
from director.boards.movement.lines.read import plan_movement
from director.boards.movement.offers import known
from director.boards.movement.room_map import RoomMap, room_map
from director.boards.movement.rounds import is_drawn
from director.boards.movement.sides import seated_moves, seated_sides, section_as_planned
from director.boards.movement.words import (
    boards_of_set,
    boards_text,
    names_at_tables,
)
from director.models import Plan, Section, Session
from director.names import names_in_sentence
from director.sheets import GuideCardRow
from movements import (
    CALLED,
    GUARANTEES,
    Advice,
    Movement,
    PairMove,
    Suggestion,
    TableMoves,
    TableRound,
    fingerprint,
)

NUMBER_WORDS = {1: "one", 2: "two", 3: "three"}
SEAT_NAMES = {
    "N": "North",
    "E": "East",
    "S": "South",
    "W": "West",
    "NS": "N-S",
    "EW": "E-W",
    "": "",
}
SEAT_RULE = "the seat "  # what a note has that tells every single player where to go
BY_THE_CARDS = "Everyone follows the guide card."
BY_THE_DRAW = "Everyone follows the draw."


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves after *round_no* in one sentence, and who then has no opponents."""

    round_no: int
    text: str
    sitting_out: str  # "7 N-S", or ""


def next_moves(section: Section, movement: Movement, round_no: int) -> Moves | None:
    """Return the moves after *round_no*, or None before the first and after the last round."""
    if not 1 <= round_no < movement.rounds:
        return None
    waiting = [
        section.label(sit_out.contestant)
        for sit_out in movement.sit_outs
        if sit_out.round_no == round_no + 1
    ]
    if is_drawn(movement.key):
        text = BY_THE_DRAW
    elif movement.names_players:
        text = next((note for note in movement.notes if SEAT_RULE in note), BY_THE_CARDS)
    else:
        text = moves_text(seated_moves(movement, round_no), movement.tables)
    return Moves(round_no, text, names_in_sentence(waiting))


def players_next(section: Section, moves: TableMoves, table_no: int) -> tuple[str, ...]:
    """Return where the players at a table go next, by seat: "4 stays", "1 to table 2 South".

    Empty after the last round, and where pairs or teams play.
    """
    return tuple(
        f"{section.label(move.contestant)} {_player_words(move, table_no)}"
        for move in moves.players
        if move.table_no is not None or move.sits_out
    )


def _player_words(move: PairMove, table_no: int) -> str:
    if move.sits_out:
        return "sits out"
    if move.stays:
        return "stays"
    seat = SEAT_NAMES[move.side or ""]
    if move.table_no == table_no:
        return f"turns to {seat}"
    return f"to table {move.table_no} {seat}"


def moves_text(moves: dict[int, TableMoves], tables: int) -> str:
    """Return *moves* in one sentence where each side does the same at every table.

    >>> from movements import make_plan, moves_after
    >>> moves_text(moves_after(make_plan("mitchell", tables=7), 1), 7)
    'N-S stay, E-W up one table, boards down one table.'
    >>> moves_text(moves_after(make_plan("howell", pairs=8), 1), 4)
    'Everyone follows the guide card.'
    """
    sides = {
        "N-S": _pair_steps(moves, "NS", tables),
        "E-W": _pair_steps(moves, "EW", tables),
        "boards": _board_steps(moves, tables),
    }
    known = [f"{who} {steps}" for who, steps in sides.items() if steps]
    unknown = [who for who in sides if not sides[who]]
    if len(unknown) > 1:
        return BY_THE_CARDS
    return ", ".join(known + [f"{who} follow the guide cards" for who in unknown]) + "."


def _pair_steps(moves: dict[int, TableMoves], side: str, tables: int) -> str:
    """Return what all pairs of *side* do, or "" if they differ."""
    steps = set()
    for table_no, at_table in moves.items():
        if move := at_table.ns if side == "NS" else at_table.ew:
            if move.side not in (side, None) or move.table_no is None:
                return ""
            steps.add((move.table_no - table_no) % tables)
    return _steps_text(steps, tables)


def _board_steps(moves: dict[int, TableMoves], tables: int) -> str:
    """Return what all board sets do, or "" if they differ."""
    steps = set()
    for table_no, at_table in moves.items():
        if move := at_table.boards:
            if move.kind not in ("table", "stay") or move.table_no is None:
                return ""
            steps.add((move.table_no - table_no) % tables)
    return _steps_text(steps, tables)


def _steps_text(steps: set[int], tables: int) -> str:
    """Return the only step in *steps*, or ""."""
    if len(steps) != 1:
        return ""
    (up,) = steps
    if up == 0:
        return "stay"
    count, way = (up, "up") if up <= tables - up else (tables - up, "down")
    return f"{way} {NUMBER_WORDS.get(count, count)} table{'' if count == 1 else 's'}"


SIDES = {"NS": "N-S", "EW": "E-W"}
NOBODY_MOVES = TableMoves(None, None, None)
OTHER_SIDE = {"NS": "EW", "EW": "NS"}


@dataclass(frozen=True, slots=True)
class ScheduleCell:
    """A table in a round in two lines ("4 v 2 ⇄", "10–12"). *waiting* sits out there.

    Of single players all four stand there, N and S before E and W: "4 2 v 1 8".
    """

    text: str  # with "⇄" for an arrow-switch, "=" for shared boards
    below: str
    waiting: str
    is_followed: bool


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table in a round, with the names that are known.

    *seats* are seat, number and name of every single player; empty where pairs or teams sit.
    """

    table_no: int
    ns: str  # "7", or "–" where nobody sits
    ew: str
    ns_names: str
    ew_names: str
    boards: str
    marks: tuple[str, ...]
    moves: tuple[str, ...]  # "E-W to table 2", "boards stay"; none after the last round
    is_followed: bool
    seats: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FollowedRound:
    """Where the followed pair is in a round. *side* is empty in a sit-out.

    A single player has a *partner* as well, and the *side* says the seat.
    """

    round_no: int
    table_no: int | None
    side: str = ""
    opponents: str = ""
    opponent_names: str = ""
    boards: str = ""
    partner: str = ""
    partner_name: str = ""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Everything the page of a movement shows."""

    movement: Movement
    advice: Advice | Suggestion
    fingerprint: str
    promises: tuple[str, ...]
    grid: tuple[tuple[int, tuple[ScheduleCell, ...]], ...]  # table number, a cell a round
    has_shared: bool
    has_switches: bool
    round_no: int
    places: tuple[RoomTable, ...]
    bye_stands: tuple[str, ...]
    waiting: str  # who sits out away from the tables, "3, 7 and 9"
    pairs: tuple[tuple[int, str], ...]  # number and what people call it
    pair_no: int
    stops: tuple[FollowedRound, ...]
    map: RoomMap
    picture: FairnessPicture | None  # only of pairs

    @property
    def called(self) -> str:
        """The word for those who are followed: "pair", "player" or "team"."""
        if self.movement.names_players:
            return CALLED["individual"]
        return self.movement.called

    @property
    def pair_label(self) -> str:
        """What people call the followed pair."""
        return dict(self.pairs)[self.pair_no]

    @property
    def rounds(self) -> range:
        """The numbers of the rounds."""
        return range(1, self.movement.rounds + 1)


def plan_schedule(section: Section, plan: Plan, *, round_no: int = 1, pair_no: int = 0) -> Schedule:
    """Return the schedule of *section* with its names. Four queries."""
    names = names_at_tables(section, round_no)
    return movement_schedule(
        section, plan_movement(plan), names, round_no=round_no, pair_no=pair_no
    )


def preview_schedule(
    session: Session, movement: Movement, *, round_no: int = 1, pair_no: int = 0
) -> Schedule:
    """Return the schedule of a movement that is not chosen yet."""
    section = section_as_planned(session, movement)
    return movement_schedule(section, movement, {}, round_no=round_no, pair_no=pair_no)


def movement_schedule(
    section: Section, movement: Movement, names: Mapping[int, str], *, round_no: int, pair_no: int
) -> Schedule:
    """Return the schedule of *movement*, its pairs called as *section* calls them.

    A *round_no* the movement does not have becomes the nearest one, such a *pair_no* the first E-W
    pair, which moves in every movement, or the first player who sits E.
    """
    numbers = sorted({number for row in movement.rows for number in movement.seated_at(row)})
    pair_no = pair_no if pair_no in numbers else movement.seated_at(movement.rows[0])[1]
    round_no = min(max(round_no, 1), movement.rounds)
    rows = GuideRows(section, movement)
    if CONTESTS[movement.contest].is_advised:
        picture = fairness_picture(movement, pair_no, section.label)
    else:
        picture = None
    return Schedule(
        movement=movement,
        advice=known(movement),
        fingerprint=fingerprint(movement),
        promises=_promises(movement),
        grid=_grid(section, movement, pair_no),
        has_shared=any(row.shared for row in movement.rows),
        has_switches=any(row.arrow_switched for row in movement.rows),
        round_no=round_no,
        places=_places(movement, rows, names, round_no, pair_no),
        bye_stands=_bye_stands(movement, round_no),
        waiting=names_in_sentence(
            [
                section.label(wait.contestant)
                for wait in movement.sit_outs
                if wait.round_no == round_no and wait.table_no is None
            ]
        ),
        pairs=tuple((number, section.label(number)) for number in numbers),
        pair_no=pair_no,
        stops=_stops(section, movement, names, pair_no),
        map=room_map(movement, round_no, rows.moves(round_no), pair_no, section.label),
        picture=picture,
    )


def _promises(movement: Movement) -> tuple[str, ...]:
    """Return the guarantees of *movement*, worded for its contestants."""
    texts = [GUARANTEES[key].text for key in movement.guarantees if key in GUARANTEES]
    if CONTESTS[movement.contest].changes_partners:
        return tuple(text.replace("pairs", "players") for text in texts)
    return tuple(texts)


def _grid(
    section: Section, movement: Movement, pair_no: int
) -> tuple[tuple[int, tuple[ScheduleCell, ...]], ...]:
    playing = {(row.table_no, row.round_no): row for row in movement.rows if row.half != 2}
    second = {(row.table_no, row.round_no): row for row in movement.rows if row.half == 2}
    waiting = {
        (sit_out.table_no, sit_out.round_no): sit_out.contestant for sit_out in movement.sit_outs
    }
    unplayed = unplayed_boards(movement)
    shown = partial(_cell, section, movement, pair_no)
    rounds = range(1, movement.rounds + 1)
    return tuple(
        (
            table,
            tuple(
                shown(
                    playing.get((table, no)),
                    waiting.get((table, no)),
                    second.get((table, no)),
                    unplayed.get((table, no)),
                )
                for no in rounds
            ),
        )
        for table in range(1, movement.tables + 1)
    )


def _cell(
    section: Section,
    movement: Movement,
    pair_no: int,
    row: TableRound | None,
    waiting: int | None,
    second: TableRound | None,
    unplayed: str | None,
) -> ScheduleCell:
    if row is None:
        label = _label_without_side(section, waiting) if waiting else ""
        return ScheduleCell(
            label or "–",
            ", ".join(filter(None, ("sits out", unplayed))) if label else "",
            label,
            waiting == pair_no,
        )
    marks = " " * (row.arrow_switched or row.shared) + "⇄" * row.arrow_switched + "=" * row.shared
    if row.players and movement.names_players:
        north, east, south, west = (_label_without_side(section, number) for number in row.players)
        text = f"{north} {south} v {east} {west}{marks}"
    else:
        ns, ew = seated_sides(row)
        then = f", then {_label_without_side(section, second.ew)}" if second else ""
        text = (
            f"{_label_without_side(section, ns)} v {_label_without_side(section, ew)}{then}{marks}"
        )
    return ScheduleCell(text, boards_text(row.boards), "", pair_no in movement.seated_at(row))


def _label_without_side(section: Section, pair_no: int) -> str:
    """Return the label without its side, for a place that says the side already."""
    return section.label(pair_no).split()[0]


def _places(
    movement: Movement, rows: GuideRows, names: Mapping[int, str], round_no: int, pair_no: int
) -> tuple[RoomTable, ...]:
    scoring_field = {
        row.table_no: seated_sides(row)
        for row in movement.rows
        if row.round_no == round_no and row.half != 2
    }
    followed = {
        row.table_no
        for row in movement.rows
        if row.round_no == round_no and pair_no in movement.seated_at(row)
    }
    waiting = {
        sit_out.table_no: sit_out.contestant
        for sit_out in movement.sit_outs
        if sit_out.round_no == round_no
    }
    moves = rows.moves(round_no)
    players = {
        row.table_no: movement.seated_at(row)
        for row in movement.rows
        if row.round_no == round_no and movement.names_players
    }
    places = []
    for table_no in range(1, movement.tables + 1):
        row = rows.row(table_no, round_no)
        ns, ew = scoring_field.get(table_no, (None, None))
        alone = waiting.get(table_no)
        if ns is None:
            ns, ew = (alone, None) if row.ew == "–" else (None, alone)
        places.append(
            RoomTable(
                table_no=table_no,
                ns=row.ns.split()[0],
                ew=row.ew.split()[0],
                ns_names=names.get(ns or 0, ""),
                ew_names=names.get(ew or 0, ""),
                boards=row.boards,
                marks=row.marks,
                moves=players_next(rows.section, moves.get(table_no, NOBODY_MOVES), table_no)
                + _moves(row),
                seats=_seats(rows.section, players.get(table_no, ()), names),
                is_followed=table_no in followed or pair_no == alone,
            )
        )
    return tuple(places)


def _seats(
    section: Section, players: Sequence[int], names: Mapping[int, str]
) -> tuple[tuple[str, str, str], ...]:
    """Return seat, number and name of the single players at a table."""
    return tuple(
        (SEAT_NAMES[seat], _label_without_side(section, player), names.get(player, ""))
        for seat, player in zip("NESW", players, strict=False)
    )


def _moves(row: GuideCardRow) -> tuple[str, ...]:
    """Return who goes where after a round, without the side of those who keep it."""
    ns, ew = row.ns_next.removesuffix(", N-S"), row.ew_next.removesuffix(", E-W")
    said = (("N-S", ns), ("E-W", ew), ("boards", row.boards_next))
    return tuple(f"{who} {where}" for who, where in said if where)


def _bye_stands(movement: Movement, round_no: int) -> tuple[str, ...]:
    """Return which boards rest where in a round."""
    return tuple(
        f"Boards {boards_text(boards_of_set(bye_stand.board_set, movement.boards_per_set))} rest on the bye-stand "
        f"between tables {bye_stand.after_table} and {bye_stand.after_table + 1}."
        for bye_stand in movement.bye_stands
        if bye_stand.round_no == round_no
    )


def _stops(
    section: Section, movement: Movement, names: Mapping[int, str], pair_no: int
) -> tuple[FollowedRound, ...]:
    stops = []
    for row in movement.rows:
        if pair_no not in movement.seated_at(row):
            continue
        if row.players and movement.names_players:
            stops.append(_player_stop(section, row, names, pair_no))
        else:
            for side, own, other in (("NS", row.ns, row.ew), ("EW", row.ew, row.ns)):
                if row.arrow_switched:
                    sits = f"{SIDES[OTHER_SIDE[side]]}, {SIDES[side]} cards"
                else:
                    sits = SIDES[side]
                stop = (
                    row.round_no,
                    row.table_no,
                    sits,
                    section.label(other),
                    names.get(other, ""),
                )
                if own == pair_no:
                    stops += [FollowedRound(*stop, boards_text(row.boards))]
    waits = [
        FollowedRound(sit_out.round_no, sit_out.table_no)
        for sit_out in movement.sit_outs
        if sit_out.contestant == pair_no
    ]
    return tuple(sorted((*stops, *waits), key=lambda stop: stop.round_no))


def _player_stop(
    section: Section, row: TableRound, names: Mapping[int, str], player: int
) -> FollowedRound:
    seats = row.players or ()
    seat = seats.index(player)
    partner, against = seats[(seat + 2) % 4], row.ew if seat % 2 == 0 else row.ns
    return FollowedRound(
        round_no=row.round_no,
        table_no=row.table_no,
        side=SEAT_NAMES["NESW"[seat]],
        opponents=section.label(against),
        opponent_names=names.get(against, ""),
        boards=boards_text(row.boards),
        partner=_label_without_side(section, partner),
        partner_name=names.get(partner, ""),
    )
