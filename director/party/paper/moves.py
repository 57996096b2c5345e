"""Where players of a system move, in words and arrows, and the movement of a party in sentences.

The moves are not written down for each system. A large imaginary room is moved once with side 0
winning everywhere and once with side 1. Then the moves are read from the players of the tables in the
middle: they go to a higher number, to a lower one, or nowhere. The first and the last table are read
too, because other moves may apply there.
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
from movements.party.rounds import get_progressive_system, make_next_seating, make_opening_seating

TABLE_COUNT = 9
MIDDLE_TABLES = (4, 5, 6)
"""Far enough from the ends of the room, where other moves may apply."""
WON, LOST = "won", "lost"
HIGHER, LOWER = "→", "←"
UP, DOWN = "up one table, towards table 1", "down one table, away from table 1"


@dataclass(frozen=True, slots=True)
class TableMove:
    """Where some players of a table go.

    "Up" means toward table 1 in the books and to the higher number at British drives. So the text
    never says it without the table that it leads to.
    """

    movers: str  # such as "the winning lady"
    arrow: str  # "" if they stay
    destination: str  # such as "goes to the next higher table number"

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.movers, self.destination, self.arrow)))


@dataclass(frozen=True, slots=True)
class SystemMoves:
    """The moves of a system."""

    moves: tuple[TableMove, ...]
    end_sentences: tuple[str, ...] = ()  # on other moves at the first and the last table
    partner_sentence: str = ""  # on who plays with whom after the move, "" if it isn't regular


def derive_moves(
    system: str, options: tuple[tuple[str, str], ...], members: tuple[str, str]
) -> SystemMoves:
    """Return the moves of *system* under *options*. *members* name the players in seats A and B.

    >>> derive_moves("drive-whist", (), ("lady", "gentleman")).moves[0].text
    'the winners go to the next higher table number →'
    >>> derive_moves("progressive-cinch", (), ("lady", "gentleman")).end_sentences
    ('At table 1 the winners stay together, and the losers go to the last table.',)
    """
    room = _move_imaginary_room(system, options)
    shifts = room.shift_by_role
    if not shifts:
        return SystemMoves(())
    is_ring = get_progressive_system(system).is_ring
    return SystemMoves(
        moves=tuple(_make_table_moves(shifts, members, is_ring=is_ring)),
        end_sentences=tuple(_describe_ends(room, shifts, members)),
        partner_sentence=_describe_partners(room, shifts),
    )


Role = tuple[str, int]
"""``WON`` or ``LOST``, and the index of the seat in the side."""


class _MovedRoom:
    """What the moves of the imaginary room have shown."""

    def __init__(self) -> None:
        self.table_count = 0
        # Table numbers to which each role goes from the first and the last table.
        self.tables_from_ends: dict[tuple[int, Role], set[int]] = defaultdict(set)
        # By how many tables each role moves in the middle.
        self.shifts_by_role: dict[Role, set[int]] = defaultdict(set)
        # Whether partners stay together, by result, in the middle and at table 1.
        self.stay_together: dict[str, set[bool]] = defaultdict(set)
        self.stay_together_at_head: dict[str, set[bool]] = defaultdict(set)
        # Whether each new side in the middle has one player who stayed and one who arrived.
        self.mixed_sides: set[bool] = set()

    @property
    def shift_by_role(self) -> dict[Role, int]:
        """By how many tables each role moves, empty if players of one role move differently."""
        # Four roles: the two seats of the winners and of the losers.
        if len(self.shifts_by_role) != 4:
            return {}
        if any(len(shifts) > 1 for shifts in self.shifts_by_role.values()):
            return {}
        by_role = sorted(self.shifts_by_role.items(), reverse=True)
        return {role: next(iter(shifts)) for role, shifts in by_role}


# Every page of Field needs it, and it moves a whole room twice.
@cache
def _move_imaginary_room(system: str, options: tuple[tuple[str, str], ...]) -> _MovedRoom:
    """Return what two moves of an imaginary room show, an empty room if the system has no moves."""
    room = _MovedRoom()
    party_system = get_progressive_system(system)
    # If nobody leaves the tables, a player who sits out would look like one who moves.
    if party_system.in_sessions or party_system.tables_stay:
        return room
    numbers = range(2 * TABLE_COUNT)
    group_a = [f"A{number}" for number in numbers]
    group_b = [f"B{number}" for number in numbers]
    try:
        seating_before = make_opening_seating(system, group_a, group_b, options=dict(options))
        for winner in (0, 1):
            outcome_by_table = {
                table.table_no: TableOutcome(winner)
                for table in seating_before
                if len(table.sides) == 2
            }
            seating_after = make_next_seating(
                system, seating_before, outcome_by_table, options=dict(options)
            )
            _record_moves(room, seating_before, seating_after, winner)
    except MovementError:
        return _MovedRoom()
    return room


def _record_moves(
    room: _MovedRoom, seating_before: Seating, seating_after: Seating, winner: int
) -> None:
    """Add to *room* the moves of the players of the first, last and middle tables."""
    next_table_and_side = {}
    for table in seating_after:
        for side in table.sides:
            next_table_and_side.update(dict.fromkeys(side, (table.table_no, side)))
    room.table_count = len(seating_after)
    for table in seating_before:
        is_middle = table.table_no in MIDDLE_TABLES
        if not (is_middle or table.table_no in (1, room.table_count)) or len(table.sides) != 2:
            continue
        for index, side in enumerate(table.sides):
            result = WON if index == winner else LOST
            is_together = len({next_table_and_side[player] for player in side}) == 1
            if is_middle:
                room.stay_together[result].add(is_together)
            elif table.table_no == 1:
                room.stay_together_at_head[result].add(is_together)
            for seat, player in enumerate(side):
                next_table_no, _side = next_table_and_side[player]
                if is_middle:
                    shift = _compute_shortest_shift(
                        next_table_no - table.table_no, room.table_count
                    )
                    room.shifts_by_role[result, seat].add(shift)
                else:
                    room.tables_from_ends[table.table_no, (result, seat)].add(next_table_no)
    room.mixed_sides.update(_iter_mixed_sides(seating_before, seating_after))


def _compute_shortest_shift(shift: int, table_count: int) -> int:
    """Return *shift* by the shorter way round, because the tables may be in a ring."""
    shift %= table_count
    return shift - table_count if shift > table_count // 2 else shift


def _iter_mixed_sides(seating_before: Seating, seating_after: Seating) -> Iterator[bool]:
    """Yield whether a side in the middle has one player who stayed and one who arrived."""
    previous_players_by_table = {table.table_no: set(table.players) for table in seating_before}
    for table in seating_after:
        if table.table_no in MIDDLE_TABLES:
            for side in table.sides:
                staying_players = previous_players_by_table[table.table_no].intersection(side)
                yield len(side) == 2 and len(staying_players) == 1


def _describe_partners(room: _MovedRoom, shifts: Mapping[Role, int]) -> str:
    """Return a sentence on who plays with whom at the tables in the middle, or ""."""
    staying_roles = [role for role, shift in shifts.items() if not shift]
    if room.mixed_sides == {True} and len(staying_roles) == 2:
        return "Each player who stays takes one who arrives as the new partner."
    together_by_result = (room.stay_together[WON], room.stay_together[LOST])
    if together_by_result == ({False}, {False}) and len(staying_roles) == 2:
        return "The two who stay play together, against the two who arrive."
    for are_winners_together, are_losers_together, sentence in _NEW_SIDES:
        if together_by_result == ({are_winners_together}, {are_losers_together}):
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
    """Yield sentences on moves at the first and the last table that differ from the middle."""
    yield from _describe_wrap(room, shifts)
    for table_no, name in ((1, "At table 1"), (room.table_count, "At the last table")):
        table_by_role = {}
        for role in shifts:
            table_nos = room.tables_from_ends.get((table_no, role), set())
            if len(table_nos) != 1:
                return
            table_by_role[role] = next(iter(table_nos))
        expected_by_role = {
            role: (table_no + shift - 1) % room.table_count + 1 for role, shift in shifts.items()
        }
        if table_by_role != expected_by_role:
            yield f"{name} {', and '.join(_describe_end_moves(room, table_no, table_by_role, members))}."


def _describe_wrap(room: _MovedRoom, shifts: Mapping[Role, int]) -> Iterator[str]:
    """Yield how players go on from the last table to the first and back."""
    wraps_forward = any(
        shift > 0 and room.tables_from_ends.get((room.table_count, role)) == {shift}
        for role, shift in shifts.items()
    )
    wraps_back = any(
        shift < 0 and room.tables_from_ends.get((1, role)) == {room.table_count + 1 + shift}
        for role, shift in shifts.items()
    )
    if wraps_forward and wraps_back:
        yield "The last table and table 1 are neighbours."
    elif wraps_forward:
        yield "From the last table they go on to table 1."
    elif wraps_back:
        yield "From table 1 they go to the last table."


def _describe_end_moves(
    room: _MovedRoom, table_no: int, table_by_role: Mapping[Role, int], members: Sequence[str]
) -> Iterator[str]:
    """Yield who goes where from an end of the room: ``"the losers go to the last table"``."""
    for result, adjective in ((WON, "winning"), (LOST, "losing")):
        if table_by_role[result, 0] == table_by_role[result, 1]:
            movers = "the winners" if result == WON else "the losers"
            destination = _describe_destination(
                room, table_no, table_by_role[result, 0], is_plural=True
            )
            parts_in_middle = room.stay_together[result] == {False}
            if destination == "stay" and table_no == 1 and parts_in_middle:
                is_together = room.stay_together_at_head[result] == {True}
                destination += " together" if is_together else " but part"
            yield f"{movers} {destination}"
            continue
        for seat in (0, 1):
            destination = _describe_destination(
                room, table_no, table_by_role[result, seat], is_plural=False
            )
            yield f"the {adjective} {members[seat]} {destination}"


def _describe_destination(
    room: _MovedRoom, table_no: int, next_table_no: int, *, is_plural: bool
) -> str:
    if next_table_no == table_no:
        return "stay" if is_plural else "stays"
    verb = "go" if is_plural else "goes"
    name = "the last table" if next_table_no == room.table_count else f"table {next_table_no}"
    return f"{verb} to {name}"


def _make_table_moves(
    shifts: Mapping[Role, int], members: Sequence[str], *, is_ring: bool
) -> Iterator[TableMove]:
    """Yield the moves. Roles that move alike are combined."""
    for movers, shift, is_plural in _iter_movers(shifts, members):
        yield _make_table_move(movers, shift, is_plural=is_plural, is_ring=is_ring)


def _iter_movers(
    shifts: Mapping[Role, int], members: Sequence[str]
) -> Iterable[tuple[str, int, bool]]:
    """Yield the movers, by how many tables they move, and whether their noun is plural."""
    if len(set(shifts.values())) == 1:
        yield "everybody", shifts[WON, 0], False
        return
    if all(shifts[WON, seat] == shifts[LOST, seat] for seat in (0, 1)):
        for seat in (0, 1):
            yield f"every {members[seat]}", shifts[WON, seat], False
        return
    for result, adjective in ((WON, "winning"), (LOST, "losing")):
        if shifts[result, 0] == shifts[result, 1]:
            movers = "the winners" if result == WON else "the losers"
            yield movers, shifts[result, 0], True
            continue
        for seat in (0, 1):
            yield f"the {adjective} {members[seat]}", shifts[result, seat], False


def _make_table_move(movers: str, shift: int, *, is_plural: bool, is_ring: bool) -> TableMove:
    if not shift:
        verb = "stay" if is_plural else "stays"
        return TableMove(movers, "", verb)
    verb = "go" if is_plural else "goes"
    direction, arrow = ("higher", HIGHER) if shift > 0 else ("lower", LOWER)
    if abs(shift) > 1:
        destination = f"{abs(shift)} tables on, to the {direction} numbers"
    elif is_ring:
        destination = f"to the next {direction} table number"
    else:
        destination = DOWN if shift > 0 else UP
    return TableMove(movers, arrow, f"{verb} {destination}")


@dataclass(frozen=True, slots=True)
class MovementText:
    """The moves of a party in words."""

    moves: tuple[TableMove, ...]  # at a table in the middle, with arrows
    sentences: tuple[str, ...]  # that follow the moves, or describe them too if there are none


def describe_movement(party: Party, seating: Seating) -> MovementText:
    """Return who goes where, and who plays with whom after the move.

    *seating* has the first seats, or is empty without players. *party* may be unsaved.
    """
    if has_lists(party):
        return MovementText((), tuple(_describe_list_seats(party)))
    system = get_progressive_system(party.system)
    options = resolve_options(system, party.options)
    members = (describe_member(party, "A"), describe_member(party, "B"))
    moves = derive_moves(system.key, tuple(sorted(options.items())), members)
    # Numbered chairs have a rule of their own, which no arrow shows.
    if not moves.moves or system.chairs:
        parts = system.summary(options).split("; ")
        return MovementText((), tuple(to_sentence(part) for part in parts))
    sentences = [moves.partner_sentence] if moves.partner_sentence else []
    if len({table.row for table in seating}) > 1 and options.get("circle") == "row":
        sentences.append("Each row moves by itself: from its last table you go on to its first.")
    else:
        sentences += moves.end_sentences
    sentences += _describe_reversal(party, options)
    return MovementText(moves.moves, tuple(sentences))


def make_first_seating(party: Party, players: Sequence[str]) -> Seating:
    """Return the seats of *players* before a draw, empty if they don't fit the movement."""
    try:
        return make_opening_seating(
            party.system, players[::2], players[1::2], options=party.options
        )
    except MovementError:
        return ()  # too few players, or too many: step 1 says so


def to_sentence(text: str) -> str:
    """Return *text* with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _describe_list_seats(party: Party) -> Iterator[str]:
    """Yield the seats of a party with lists, by its option *seats*."""
    yield "Everybody keeps their seat until the table has handed in its list."
    options = resolve_options(get_progressive_system(party.system), party.options)
    # A choice such as "standing-3" or "standing-last".
    _seating_method, _dash, round_text = options.get("seats", "drawn").partition("-")
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
