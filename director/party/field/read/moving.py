"""Who goes where after a round, seen from the middle of the room: to the higher number, to the lower one, or nowhere.

"Up" means toward table 1 in the books and to the higher number at British drives, so the screens say neither: what they
show is read off the moves themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from movements import MovementError, Seating, TableOutcome, find_party_system, first_seating, next_seating

TABLES, LOOKED_AT = 9, (4, 5, 6)
"""A room large enough that the tables looked at are far from its ends."""
WON, LOST = "won", "lost"
HIGHER, LOWER = "→", "←"


@dataclass(frozen=True, slots=True)
class Move:
    """Where some of a table go: *arrow* is empty for who stays."""

    who: str  # "the winning lady"
    arrow: str
    where: str  # "goes to the next higher number"

    @property
    def text(self) -> str:
        """All of it in words."""
        return " ".join(filter(None, (self.who, self.where, self.arrow)))


@dataclass(frozen=True, slots=True)
class Moving:
    """The moves of a system from a table in the middle, and what becomes of partners; no moves where it differs."""

    moves: tuple[Move, ...]
    partners: str


def moving(system: str, options: tuple[tuple[str, str], ...], members: tuple[str, str]) -> Moving:
    """Return who goes where under *options*; *members* are what those in seats A and B are called.

    >>> moving("drive-whist", (), ("lady", "gentleman")).moves[0].text
    'the winners go to the next higher number →'
    """
    shifts, partners = _seen(system, options)
    return Moving(tuple(_moves(dict(shifts), members)), partners) if shifts else Moving((), partners)


Role = tuple[str, int]
"""Whether the side won, and which of its two seats."""


@cache
def _seen(system: str, options: tuple[tuple[str, str], ...]) -> tuple[tuple[tuple[Role, int], ...], str]:
    """Return how many tables higher each of a winning and a losing side sits next, and what becomes of partners."""
    if find_party_system(system).in_sessions:
        return (), ""
    a, b = ([f"{letter}{number}" for number in range(2 * TABLES)] for letter in "AB")
    seen: dict[Role, set[int]] = {}
    kept: set[bool] = set()
    try:
        before = first_seating(system, a, b, options=dict(options))
        for winner in (0, 1):
            outcomes = {table.table_no: TableOutcome(winner) for table in before if len(table.sides) == 2}
            after = next_seating(system, before, outcomes, options=dict(options))
            _look(before, after, winner, seen, kept)
    except MovementError:
        return (), ""
    partners = "" if len(kept) != 1 else "partners stay together" if kept == {True} else "partners part"
    if len(seen) != 4 or any(len(shifts) > 1 for shifts in seen.values()):
        return (), partners
    return tuple((role, shifts.pop()) for role, shifts in sorted(seen.items(), reverse=True)), partners


def _look(before: Seating, after: Seating, winner: int, seen: dict[Role, set[int]], kept: set[bool]) -> None:
    """Note where those of the tables in the middle sit next, and who still plays with the partner."""
    places = {player: (table.table_no, side) for table in after for side in table.sides for player in side}
    tables = len(after)
    for table in before:
        if table.table_no not in LOOKED_AT or len(table.sides) != 2:
            continue
        for index, side in enumerate(table.sides):
            result = WON if index == winner else LOST
            kept.add(len({places[player] for player in side}) == 1)
            for seat, player in enumerate(side):
                higher = (places[player][0] - table.table_no) % tables
                seen.setdefault((result, seat), set()).add(higher - tables if higher > tables // 2 else higher)


def _moves(shifts: dict[Role, int], members: Sequence[str]) -> list[Move]:
    """Return the moves in as few words as they allow."""
    by_seat = [{shifts[result, seat] for result in (WON, LOST)} for seat in (0, 1)]
    if len({*shifts.values()}) == 1:
        return [_move("everybody", shifts[WON, 0], several=False)]
    if all(len(places) == 1 for places in by_seat):
        return [_move(f"every {members[seat]}", shifts[WON, seat], several=False) for seat in (0, 1)]
    moves = []
    for result, adjective in ((WON, "winning"), (LOST, "losing")):
        a, b = shifts[result, 0], shifts[result, 1]
        if a == b:
            moves.append(_move("the winners" if result == WON else "the losers", a, several=True))
        else:
            moves += [_move(f"the {adjective} {members[seat]}", shifts[result, seat], several=False) for seat in (0, 1)]
    return moves


def _move(who: str, shift: int, *, several: bool) -> Move:
    if not shift:
        return Move(who, "", "stay" if several else "stays")
    number = "the next" if abs(shift) == 1 else f"{abs(shift)} tables on, the"
    verb = "go" if several else "goes"
    return Move(who, HIGHER if shift > 0 else LOWER, f"{verb} to {number} {'higher' if shift > 0 else 'lower'} number")
