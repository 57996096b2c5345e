"""Where players of a system move, in words and arrows.

The moves are not written down for each system. They are found by moving a large imaginary room once
with side 0 winning everywhere and once with side 1, and looking at where the players of the tables
in the middle go: to a higher number, to a lower one, or nowhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from movements import (
    MovementError,
    Seating,
    TableOutcome,
    find_party_system,
    first_seating,
    next_seating,
)

TABLES = 9
MIDDLE_TABLES = (4, 5, 6)
"""Far enough from the ends of the room, where other moves may apply."""
WON, LOST = "won", "lost"
HIGHER, LOWER = "→", "←"


@dataclass(frozen=True, slots=True)
class TableMove:
    """Where some players of a table go. *arrow* is empty if they stay.

    "Up" means toward table 1 in the books and to the higher number at British drives, so the
    words say neither.
    """

    who: str  # "the winning lady"
    arrow: str
    where: str  # "goes to the next higher table"

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.who, self.where, self.arrow)))


@dataclass(frozen=True, slots=True)
class Moving:
    """The moves of a system, and what happens to partners."""

    moves: tuple[TableMove, ...]
    partners: str


def moving(system: str, options: tuple[tuple[str, str], ...], members: tuple[str, str]) -> Moving:
    """Return the moves of *system* under *options*, with *members* as words for seats A and B.

    >>> moving("drive-whist", (), ("lady", "gentleman")).moves[0].text
    'the winners go to the next higher table →'
    """
    shifts, partners = _shifts_and_partners(system, options)
    if shifts:
        return Moving(tuple(_moves(dict(shifts), members)), partners)
    return Moving((), partners)


Role = tuple[str, int]
"""``WON`` or ``LOST``, and the index of the seat in the side."""


# Every page of Field asks for it, and it moves a whole room twice.
@cache
def _shifts_and_partners(
    system: str, options: tuple[tuple[str, str], ...]
) -> tuple[tuple[tuple[Role, int], ...], str]:
    """Return how many tables each role moves, and what happens to partners.

    The shifts are empty if players of one role don't all move alike.
    """
    if find_party_system(system).in_sessions:
        return (), ""
    numbers = range(2 * TABLES)
    group_a = [f"A{number}" for number in numbers]
    group_b = [f"B{number}" for number in numbers]
    shifts_by_role: dict[Role, set[int]] = {}
    partners_stay: set[bool] = set()
    try:
        before = first_seating(system, group_a, group_b, options=dict(options))
        for winner in (0, 1):
            outcomes = {
                table.table_no: TableOutcome(winner) for table in before if len(table.sides) == 2
            }
            after = next_seating(system, before, outcomes, options=dict(options))
            _record_shifts(before, after, winner, shifts_by_role, partners_stay)
    except MovementError:
        return (), ""
    if len(partners_stay) != 1:
        partners = ""
    elif partners_stay == {True}:
        partners = "partners stay together"
    else:
        partners = "partners separate"
    # Four roles: the two seats of the winners and of the losers.
    if len(shifts_by_role) != 4 or any(len(shifts) > 1 for shifts in shifts_by_role.values()):
        return (), partners
    shift_of_roles = tuple(
        (role, shifts.pop()) for role, shifts in sorted(shifts_by_role.items(), reverse=True)
    )
    return shift_of_roles, partners


def _record_shifts(
    before: Seating,
    after: Seating,
    winner: int,
    shifts_by_role: dict[Role, set[int]],
    partners_stay: set[bool],
) -> None:
    """Add to *shifts_by_role* and *partners_stay* how the players of the middle tables move."""
    next_places = {}
    for table in after:
        for side in table.sides:
            next_places.update(dict.fromkeys(side, (table.table_no, side)))
    tables = len(after)
    for table in before:
        # Tables at the ends of the room may move in another way.
        if table.table_no not in MIDDLE_TABLES or len(table.sides) != 2:
            continue
        for index, side in enumerate(table.sides):
            result = WON if index == winner else LOST
            partners_stay.add(len({next_places[player] for player in side}) == 1)
            for seat, player in enumerate(side):
                next_table_no, _side = next_places[player]
                # Tables may be in a ring, so the shorter way round counts.
                shift = (next_table_no - table.table_no) % tables
                if shift > tables // 2:
                    shift -= tables
                shifts_by_role.setdefault((result, seat), set()).add(shift)


def _moves(shifts: dict[Role, int], members: Sequence[str]) -> list[TableMove]:
    """Return the moves, combined where several roles move alike."""
    if len(set(shifts.values())) == 1:
        return [_move("everybody", shifts[WON, 0], several=False)]
    if all(shifts[WON, seat] == shifts[LOST, seat] for seat in (0, 1)):
        return [
            _move(f"every {members[seat]}", shifts[WON, seat], several=False) for seat in (0, 1)
        ]
    moves = []
    for result, adjective in ((WON, "winning"), (LOST, "losing")):
        if shifts[result, 0] == shifts[result, 1]:
            who = "the winners" if result == WON else "the losers"
            moves.append(_move(who, shifts[result, 0], several=True))
        else:
            moves += [
                _move(f"the {adjective} {members[seat]}", shifts[result, seat], several=False)
                for seat in (0, 1)
            ]
    return moves


def _move(who: str, shift: int, *, several: bool) -> TableMove:
    if not shift:
        verb = "stay" if several else "stays"
        return TableMove(who, "", verb)
    verb = "go" if several else "goes"
    direction, arrow = ("higher", HIGHER) if shift > 0 else ("lower", LOWER)
    if abs(shift) == 1:
        where = f"to the next {direction} table"
    else:
        where = f"{abs(shift)} tables {direction}"
    return TableMove(who, arrow, f"{verb} {where}")
