"""Where players of a system move, in words and arrows, and the movement of a party in sentences.

The moves are not written down for each system. They are found by moving a large imaginary room once
with side 0 winning everywhere and once with side 1, and looking at where the players of the tables
in the middle go: to a higher number, to a lower one, or nowhere. The first and the last table are
looked at too, because other moves may apply there.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from director.party.models import Party
from director.party.movement.options import has_lists, resolve_options
from director.party.movement.words import describe_member
from movements.errors import MovementError
from movements.party.model import Seating, TableOutcome
from movements.party.rounds import find_party_system, first_seating, next_seating

TABLES = 9
MIDDLE_TABLES = (4, 5, 6)
"""Far enough from the ends of the room, where other moves may apply."""
WON, LOST = "won", "lost"
HIGHER, LOWER = "→", "←"


UP, DOWN = "up one table, towards table 1", "down one table, away from table 1"


@dataclass(frozen=True, slots=True)
class TableMove:
    """Where some players of a table go. *arrow* is empty if they stay.

    "Up" means toward table 1 in the books and to the higher number at British drives. So the words
    never say it without the table that it leads to.
    """

    movers: str  # "the winning lady"
    arrow: str
    destination: str  # "goes to the next higher table number"

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.movers, self.destination, self.arrow)))


@dataclass(frozen=True, slots=True)
class SystemMoves:
    """The moves of a system.

    *at_ends* are sentences on the first and the last table, *new_sides* is one on who plays with
    whom after the move. Each is empty if there is nothing to add.
    """

    moves: tuple[TableMove, ...]
    at_ends: tuple[str, ...] = ()
    new_sides: str = ""


def derive_moves(
    system: str, options: tuple[tuple[str, str], ...], members: tuple[str, str]
) -> SystemMoves:
    """Return the moves of *system* under *options*, with *members* as words for seats A and B.

    >>> derive_moves("drive-whist", (), ("lady", "gentleman")).moves[0].text
    'the winners go to the next higher table number →'
    >>> derive_moves("progressive-cinch", (), ("lady", "gentleman")).at_ends
    ('At table 1 the winners stay together, and the losers go to the last table.',)
    """
    room = _move_imaginary_room(system, options)
    shifts = room.shifts
    if not shifts:
        return SystemMoves(())
    is_ring = find_party_system(system).is_ring
    return SystemMoves(
        moves=tuple(_make_table_moves(shifts, members, is_ring=is_ring)),
        at_ends=tuple(_describe_ends(room, shifts, members)),
        new_sides=_describe_new_sides(room, shifts),
    )


Role = tuple[str, int]
"""``WON`` or ``LOST``, and the index of the seat in the side."""


class _MovedRoom:
    """What a move of the imaginary room has shown.

    - *places*: the table numbers to which players of each role go from the first and last table
    - *shifts_by_role*: how many tables the players of the tables in the middle move
    - *kept*: whether partners stay together, by result, in the middle and at table 1
    - *mixed*: whether each new side in the middle has one player who stayed and one who arrived
    """

    def __init__(self) -> None:
        self.tables = 0
        self.places: dict[tuple[int, Role], set[int]] = defaultdict(set)
        self.shifts_by_role: dict[Role, set[int]] = defaultdict(set)
        self.kept: dict[str, set[bool]] = defaultdict(set)
        self.kept_at_head: dict[str, set[bool]] = defaultdict(set)
        self.mixed: set[bool] = set()

    @property
    def shifts(self) -> dict[Role, int]:
        """How many tables each role moves, empty if players of one role don't all move alike."""
        # Four roles: the two seats of the winners and of the losers.
        if len(self.shifts_by_role) != 4:
            return {}
        if any(len(shifts) > 1 for shifts in self.shifts_by_role.values()):
            return {}
        by_role = sorted(self.shifts_by_role.items(), reverse=True)
        return {role: next(iter(shifts)) for role, shifts in by_role}


# Every page of Field asks for it, and it moves a whole room twice.
@cache
def _move_imaginary_room(system: str, options: tuple[tuple[str, str], ...]) -> _MovedRoom:
    """Return what two moves of an imaginary room show, nothing if the system can't move one."""
    room = _MovedRoom()
    party_system = find_party_system(system)
    # Where nobody leaves the table, a player who sits out would look like one who moves.
    if party_system.in_sessions or party_system.tables_stay:
        return room
    numbers = range(2 * TABLES)
    group_a = [f"A{number}" for number in numbers]
    group_b = [f"B{number}" for number in numbers]
    try:
        before = first_seating(system, group_a, group_b, options=dict(options))
        for winner in (0, 1):
            outcomes = {
                table.table_no: TableOutcome(winner) for table in before if len(table.sides) == 2
            }
            after = next_seating(system, before, outcomes, options=dict(options))
            _record_moves(room, before, after, winner)
    except MovementError:
        return _MovedRoom()
    return room


def _record_moves(room: _MovedRoom, before: Seating, after: Seating, winner: int) -> None:
    """Add to *room* where the players go who sat at the first, last and middle tables."""
    next_places = {}
    for table in after:
        for side in table.sides:
            next_places.update(dict.fromkeys(side, (table.table_no, side)))
    room.tables = len(after)
    for table in before:
        is_middle = table.table_no in MIDDLE_TABLES
        if not (is_middle or table.table_no in (1, room.tables)) or len(table.sides) != 2:
            continue
        for index, side in enumerate(table.sides):
            result = WON if index == winner else LOST
            stays_together = len({next_places[player] for player in side}) == 1
            if is_middle:
                room.kept[result].add(stays_together)
            elif table.table_no == 1:
                room.kept_at_head[result].add(stays_together)
            for seat, player in enumerate(side):
                next_table_no, _side = next_places[player]
                if is_middle:
                    shift = _find_shortest_shift(next_table_no - table.table_no, room.tables)
                    room.shifts_by_role[result, seat].add(shift)
                else:
                    room.places[table.table_no, (result, seat)].add(next_table_no)
    room.mixed.update(_find_mixed_sides(before, after))


def _find_shortest_shift(shift: int, tables: int) -> int:
    """Return *shift* by the shorter way round, because the tables may be in a ring."""
    shift %= tables
    return shift - tables if shift > tables // 2 else shift


def _find_mixed_sides(before: Seating, after: Seating) -> Iterator[bool]:
    """Yield whether a side in the middle has one player who stayed and one who arrived."""
    players_before = {table.table_no: set(table.players) for table in before}
    for table in after:
        if table.table_no in MIDDLE_TABLES:
            for side in table.sides:
                stayed = players_before[table.table_no].intersection(side)
                yield len(side) == 2 and len(stayed) == 1


def _describe_new_sides(room: _MovedRoom, shifts: Mapping[Role, int]) -> str:
    """Return a sentence on who plays with whom at the tables in the middle, or ""."""
    stays = [role for role, shift in shifts.items() if not shift]
    if room.mixed == {True} and len(stays) == 2:
        return "Each player who stays takes one who arrives as the new partner."
    kept = (room.kept[WON], room.kept[LOST])
    if kept == ({False}, {False}) and len(stays) == 2:
        return "The two who stay play together, against the two who arrive."
    for winners_kept, losers_kept, sentence in _NEW_SIDES:
        if kept == ({winners_kept}, {losers_kept}):
            return sentence
    return ""


_NEW_SIDES = (
    (True, True, "Partners stay together."),
    (True, False, "The winners play together again, against the two who arrive."),
    (False, True, "Whoever arrives takes the empty seat."),
    (False, False, "Everybody has a new partner after the move."),
)
"""Who plays with whom, by whether winners and losers stay partners."""


def _describe_ends(
    room: _MovedRoom, shifts: Mapping[Role, int], members: Sequence[str]
) -> Iterator[str]:
    """Yield what the moves of the middle don't say about the first and the last table."""
    yield from _describe_way_round(room, shifts)
    for table_no, name in ((1, "At table 1"), (room.tables, "At the last table")):
        places = {}
        for role in shifts:
            table_nos = room.places.get((table_no, role), set())
            if len(table_nos) != 1:
                return
            places[role] = next(iter(table_nos))
        expected = {
            role: (table_no + shift - 1) % room.tables + 1 for role, shift in shifts.items()
        }
        if places != expected:
            yield f"{name} {', and '.join(_describe_end_moves(room, table_no, places, members))}."


def _describe_way_round(room: _MovedRoom, shifts: Mapping[Role, int]) -> Iterator[str]:
    """Yield how players go on from the last table to the first and back."""
    goes_on = any(
        shift > 0 and room.places.get((room.tables, role)) == {shift}
        for role, shift in shifts.items()
    )
    goes_back = any(
        shift < 0 and room.places.get((1, role)) == {room.tables + 1 + shift}
        for role, shift in shifts.items()
    )
    if goes_on and goes_back:
        yield "The last table and table 1 are neighbours."
    elif goes_on:
        yield "From the last table they go on to table 1."
    elif goes_back:
        yield "From table 1 they go to the last table."


def _describe_end_moves(
    room: _MovedRoom, table_no: int, places: Mapping[Role, int], members: Sequence[str]
) -> Iterator[str]:
    """Yield who goes where from an end of the room: ``"the losers go to the last table"``."""
    for result, adjective in ((WON, "winning"), (LOST, "losing")):
        if places[result, 0] == places[result, 1]:
            who = "the winners" if result == WON else "the losers"
            where = _describe_end_place(room, table_no, places[result, 0], several=True)
            if where == "stay" and table_no == 1 and room.kept[result] == {False}:
                where += " together" if room.kept_at_head[result] == {True} else " but part"
            yield f"{who} {where}"
            continue
        for seat in (0, 1):
            where = _describe_end_place(room, table_no, places[result, seat], several=False)
            yield f"the {adjective} {members[seat]} {where}"


def _describe_end_place(
    room: _MovedRoom, table_no: int, next_table_no: int, *, several: bool
) -> str:
    if next_table_no == table_no:
        return "stay" if several else "stays"
    verb = "go" if several else "goes"
    name = "the last table" if next_table_no == room.tables else f"table {next_table_no}"
    return f"{verb} to {name}"


def _make_table_moves(
    shifts: Mapping[Role, int], members: Sequence[str], *, is_ring: bool
) -> Iterator[TableMove]:
    """Yield the moves, combined where several roles move alike."""
    for who, shift, several in _list_movers(shifts, members):
        yield _make_table_move(who, shift, several=several, is_ring=is_ring)


def _list_movers(
    shifts: Mapping[Role, int], members: Sequence[str]
) -> Iterable[tuple[str, int, bool]]:
    """Yield who moves, how many tables, and whether the words for them are plural."""
    if len(set(shifts.values())) == 1:
        yield "everybody", shifts[WON, 0], False
        return
    if all(shifts[WON, seat] == shifts[LOST, seat] for seat in (0, 1)):
        for seat in (0, 1):
            yield f"every {members[seat]}", shifts[WON, seat], False
        return
    for result, adjective in ((WON, "winning"), (LOST, "losing")):
        if shifts[result, 0] == shifts[result, 1]:
            who = "the winners" if result == WON else "the losers"
            yield who, shifts[result, 0], True
            continue
        for seat in (0, 1):
            yield f"the {adjective} {members[seat]}", shifts[result, seat], False


def _make_table_move(who: str, shift: int, *, several: bool, is_ring: bool) -> TableMove:
    if not shift:
        verb = "stay" if several else "stays"
        return TableMove(who, "", verb)
    verb = "go" if several else "goes"
    direction, arrow = ("higher", HIGHER) if shift > 0 else ("lower", LOWER)
    if abs(shift) > 1:
        where = f"{abs(shift)} tables on, to the {direction} numbers"
    elif is_ring:
        where = f"to the next {direction} table number"
    else:
        where = DOWN if shift > 0 else UP
    return TableMove(who, arrow, f"{verb} {where}")


# The movement of a party in sentences: one text for the page Field and the rules to read out.


@dataclass(frozen=True, slots=True)
class MovingText:
    """The *moves* at a table in the middle, with arrows, and the *sentences* that follow them.

    Without arrows the sentences describe the moves too.
    """

    moves: tuple[TableMove, ...]
    sentences: tuple[str, ...]


def describe_moving(party: Party, seating: Seating) -> MovingText:
    """Return who goes where, and who plays with whom then.

    *seating* holds the first seats, or is empty without players. *party* may be unsaved.
    """
    if has_lists(party):
        return MovingText((), tuple(_describe_list_seats(party)))
    system = find_party_system(party.system)
    options = resolve_options(system, party.options)
    members = (describe_member(party, "A"), describe_member(party, "B"))
    moves = derive_moves(system.key, tuple(sorted(options.items())), members)
    # Numbered chairs have a rule of their own, which no arrow shows.
    if not moves.moves or system.chairs:
        parts = system.summary(options).split("; ")
        return MovingText((), tuple(to_sentence(part) for part in parts))
    sentences = [moves.new_sides] if moves.new_sides else []
    if len({table.row for table in seating}) > 1 and options.get("circle") == "row":
        sentences.append("Each row moves by itself: from its last table you go on to its first.")
    else:
        sentences += moves.at_ends
    sentences += _describe_reversal(party, options)
    return MovingText(moves.moves, tuple(sentences))


def make_first_seating(party: Party, players: Sequence[str]) -> Seating:
    """Return the seats of *players* before a draw, empty if they don't fit the movement."""
    try:
        return first_seating(party.system, players[::2], players[1::2], options=party.options)
    except MovementError:
        return ()  # too few players, or too many: step 1 says so


def to_sentence(text: str) -> str:
    """Return *text* with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _describe_list_seats(party: Party) -> Iterator[str]:
    """Yield the seats of a party with lists, by its option *seats*."""
    yield "Everybody keeps their seat until the table has handed in its list."
    options = resolve_options(find_party_system(party.system), party.options)
    # A choice such as "standing-3" or "standing-last".
    _way, _dash, round_text = options.get("seats", "drawn").partition("-")
    first_round = str(party.rounds) if round_text == "last" else round_text
    if not first_round:
        yield "Then all seats are drawn again."
        return
    yield "At first the seats are drawn."
    yield (
        f"From round {first_round} on the best players sit at table 1, the next at table 2, and so on."
    )


def _describe_reversal(party: Party, options: dict[str, str]) -> Iterator[str]:
    """Yield the round after which the other seat moves."""
    last_round = options.get("reverse_after", "never")
    if options.get("who_moves") == "one-seat" and last_round != "never":
        other_seat = "A" if options.get("seat") == "b" else "B"
        member = describe_member(party, other_seat)
        yield f"After round {last_round} every {member} moves in this way instead."
