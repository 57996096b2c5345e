"""A movement laid open on a screen: the round grid, the tables of any round, and where one pair is all night."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.boards.cards.cards import GuideRows
from director.boards.movement.read.fairness_picture import FairnessPicture, fairness_picture
from director.boards.movement.read.room_map import RoomMap, room_map
from director.boards.scores.read.lines import plan_movement
from director.boards.sides import seated, section_as_planned
from director.boards.words import boards_of_set, boards_text, names_by_pair
from director.models import Plan, Section, Session
from director.sheets import GuideCardRow
from movements import GUARANTEES, Advice, TableRound, assess, fingerprint
from movements import Plan as Movement

SIDES = {"NS": "N-S", "EW": "E-W"}
OTHER_SIDE = {"NS": "EW", "EW": "NS"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One table in one round in two lines, such as "4 v 2 ⇄" and "10–12"; *waiting* is who sits out there."""

    text: str  # with "⇄" for an arrow-switch, "=" for shared boards
    below: str
    waiting: str
    is_followed: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One table of the room in one round, with the names of those who sit there where they are known."""

    table_no: int
    ns: str  # "7", or "–" where nobody sits
    ew: str
    ns_names: str
    ew_names: str
    boards: str
    marks: tuple[str, ...]
    moves: tuple[str, ...]  # "E-W to table 2", "boards stay"; none after the last round
    is_followed: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the followed pair is in one round; *side* is empty in a sit-out."""

    round_no: int
    table_no: int | None
    side: str
    opponents: str
    opponent_names: str
    boards: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """Everything the page of a movement shows."""

    movement: Movement
    advice: Advice
    fingerprint: str
    promises: tuple[str, ...]
    grid: tuple[tuple[int, tuple[Cell, ...]], ...]  # table number, a cell a round
    has_shared: bool
    has_switches: bool
    round_no: int
    places: tuple[Place, ...]
    bye_stands: tuple[str, ...]
    pairs: tuple[tuple[int, str], ...]  # number and what people call it
    pair_no: int
    stops: tuple[Stop, ...]
    map: RoomMap
    picture: FairnessPicture

    @property
    def pair_label(self) -> str:
        """What people call the followed pair."""
        return dict(self.pairs)[self.pair_no]

    @property
    def rounds(self) -> range:
        """The numbers of the rounds."""
        return range(1, self.movement.rounds + 1)


def plan_schedule(section: Section, plan: Plan, *, round_no: int = 1, pair_no: int = 0) -> Schedule:
    """Return the schedule of the movement that *section* plays, with its names; four queries whatever the size."""
    names = names_by_pair(section)
    return movement_schedule(section, plan_movement(plan), names, round_no=round_no, pair_no=pair_no)


def preview_schedule(session: Session, movement: Movement, *, round_no: int = 1, pair_no: int = 0) -> Schedule:
    """Return the schedule of a movement that is not chosen yet."""
    section = section_as_planned(session, movement)
    return movement_schedule(section, movement, {}, round_no=round_no, pair_no=pair_no)


def movement_schedule(
    section: Section, movement: Movement, names: Mapping[int, str], *, round_no: int, pair_no: int
) -> Schedule:
    """Return the schedule of *movement*, its pairs called as *section* calls them.

    A *round_no* the movement does not have becomes the nearest one, such a *pair_no* the first E-W pair, which moves in
    every movement.
    """
    numbers = sorted({pair for row in movement.rows for pair in (row.ns, row.ew)})
    pair_no = pair_no if pair_no in numbers else movement.rows[0].ew
    round_no = min(max(round_no, 1), movement.rounds)
    rows = GuideRows(section, movement)
    return Schedule(
        movement=movement,
        advice=assess(movement),
        fingerprint=fingerprint(movement),
        promises=tuple(GUARANTEES[key].text for key in movement.guarantees if key in GUARANTEES),
        grid=_grid(section, movement, pair_no),
        has_shared=any(row.shared for row in movement.rows),
        has_switches=any(row.arrow_switched for row in movement.rows),
        round_no=round_no,
        places=_places(movement, rows, names, round_no, pair_no),
        bye_stands=_bye_stands(movement, round_no),
        pairs=tuple((number, section.label(number)) for number in numbers),
        pair_no=pair_no,
        stops=_stops(section, movement, names, pair_no),
        map=room_map(movement, round_no, rows.moves(round_no), pair_no, section.label),
        picture=fairness_picture(movement, pair_no, section.label),
    )


def _grid(section: Section, movement: Movement, pair_no: int) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    playing = {(row.table_no, row.round_no): row for row in movement.rows}
    waiting = {(sit_out.table_no, sit_out.round_no): sit_out.contestant for sit_out in movement.sit_outs}
    rounds = range(1, movement.rounds + 1)
    return tuple(
        (
            table,
            tuple(_cell(section, playing.get((table, no)), waiting.get((table, no)), pair_no) for no in rounds),
        )
        for table in range(1, movement.tables + 1)
    )


def _cell(section: Section, row: TableRound | None, waiting: int | None, pair_no: int) -> Cell:
    if row is None:
        label = _short(section, waiting) if waiting else ""
        return Cell(label or "–", "sits out" if label else "", label, waiting == pair_no)
    marks = " " * (row.arrow_switched or row.shared) + "⇄" * row.arrow_switched + "=" * row.shared
    ns, ew = seated(row)
    text = f"{_short(section, ns)} v {_short(section, ew)}{marks}"
    return Cell(text, boards_text(row.boards), "", pair_no in (row.ns, row.ew))


def _short(section: Section, pair_no: int) -> str:
    """Return the label without its side, for a place that says the side already."""
    return section.label(pair_no).split()[0]


def _places(
    movement: Movement, rows: GuideRows, names: Mapping[int, str], round_no: int, pair_no: int
) -> tuple[Place, ...]:
    sitting = {row.table_no: seated(row) for row in movement.rows if row.round_no == round_no}
    waiting = {sit_out.table_no: sit_out.contestant for sit_out in movement.sit_outs if sit_out.round_no == round_no}
    places = []
    for table_no in range(1, movement.tables + 1):
        row = rows.row(table_no, round_no)
        ns, ew = sitting.get(table_no, (None, None))
        alone = waiting.get(table_no)
        if ns is None:
            ns, ew = (alone, None) if row.ew == "–" else (None, alone)
        places.append(
            Place(
                table_no=table_no,
                ns=row.ns.split()[0],
                ew=row.ew.split()[0],
                ns_names=names.get(ns or 0, ""),
                ew_names=names.get(ew or 0, ""),
                boards=row.boards,
                marks=row.marks,
                moves=_moves(row),
                is_followed=pair_no in (ns, ew),
            )
        )
    return tuple(places)


def _moves(row: GuideCardRow) -> tuple[str, ...]:
    """Return who goes where after a round, the side left out for those who keep it."""
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


def _stops(section: Section, movement: Movement, names: Mapping[int, str], pair_no: int) -> tuple[Stop, ...]:
    stops = []
    for row in movement.rows:
        if pair_no in (row.ns, row.ew):
            side, other = ("NS", row.ew) if row.ns == pair_no else ("EW", row.ns)
            sits = f"{SIDES[OTHER_SIDE[side]]}, {SIDES[side]} cards" if row.arrow_switched else SIDES[side]
            stop = (row.round_no, row.table_no, sits, section.label(other), names.get(other, ""))
            stops.append(Stop(*stop, boards_text(row.boards)))
    waits = [
        Stop(sit_out.round_no, sit_out.table_no, "", "", "", "")
        for sit_out in movement.sit_outs
        if sit_out.contestant == pair_no
    ]
    return tuple(sorted((*stops, *waits), key=lambda stop: stop.round_no))
