"""A club's own movement: its parts, rule, checks and key."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeAlias

from movements.errors import MovementError
from movements.party import conduct
from movements.party.model import Outcomes, PartySystem, PartyTable, Player
from movements.party.rules import systems
from movements.party.rules.progress import Progress, TablePlayer, kind_of, singles_table
from movements.party.rules.today import shifts
from movements.party.rules.today.shifts import MOST_SHIFT, SEATS
from movements.party.rules.transitions import FOOT, ByKind, Transition
from movements.party.sentences import PartyMovementSentences
from movements.party.systems.entry import LARGEST, party_entry

# What a club's own way of moving is made of, and the key that tells it whole.
#
# A key such as ``own-hlssc`` holds every choice, so that a party that has it needs nothing else and
# never changes with what a club saves later.

OWN_KEY = "own-"
MOVES = {"s": "stay", "h": "down", "l": "up", "f": "head", "z": "foot"}
"""The move of each letter of a key; "down" is to the next higher table number."""
MOVE_WORDS = {
    "s": "stays",
    "h": "goes to the next higher table",
    "l": "goes to the next lower table",
    "f": "goes to table 1",
    "z": "goes to the last table",
}
"""What each letter of a key says of one player."""
PAIRING = {"c": "split", "k": "keep", "v": "vacancy"}
PARTNER_WORDS = {
    "c": "partners separate",
    "k": "partners stay together",
    "v": "arrivals take the empty seat",
}
"""What each letter of a key says of the four who then sit at a table."""
SEAT_WORD, BACK = "seats", "b"

Shifts: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class TableRule:
    """The moves of the winners in seats A and B and of the losers, and how the next four pair up.

    Moves are letters of :data:`MOVE_WORDS`, *partners* is one of :data:`PARTNER_WORDS`.

    >>> TableRule("h", "l", "s", "s", "c").code
    'hlssc'
    """

    win_a: str
    win_b: str
    lose_a: str
    lose_b: str
    partners: str

    @property
    def code(self) -> str:
        """Return the five letters."""
        return self.win_a + self.win_b + self.lose_a + self.lose_b + self.partners

    @property
    def moves(self) -> str:
        """Return the four letters of the moves."""
        return self.code[:4]


@dataclass(frozen=True, slots=True)
class CustomMovement:
    """A custom movement: by the results at each table, or by *shifts* of chairs.

    Table 1 and the last table may have their own rules.

    ``head`` and ``foot`` are empty where these two are tables like any other, in a ring.

    >>> CustomMovement(TableRule("h", "l", "s", "s", "c")).key
    'own-hlssc'
    >>> CustomMovement(shifts=(0, -1, 1, 2)).key
    'own-seats-0-b1-1-2'
    """

    between: TableRule | None = None
    head: TableRule | None = None
    foot: TableRule | None = None
    shifts: Shifts | None = None

    @property
    def key(self) -> str:
        """Return the key that tells it whole."""
        if self.shifts is not None:
            return f"{OWN_KEY}{SEAT_WORD}-" + "-".join(
                f"{BACK}{-by}" if by < 0 else str(by) for by in self.shifts
            )
        head, between, foot = (row.code for row in self.rows)
        return OWN_KEY + (between if head == between == foot else f"{between}-{head}-{foot}")

    @property
    def rows(self) -> tuple[TableRule, TableRule, TableRule]:
        """Return the rules of table 1, of those between and of the last table.

        *between* is required.
        """
        assert self.between is not None  # noqa: S101
        return self.head or self.between, self.between, self.foot or self.between

    @property
    def transition(self) -> Transition:
        """Return its moves as the transition that carries them out."""

        def by_kind(at: int) -> ByKind:
            head, between, foot = (MOVES[row.code[at]] for row in self.rows)
            return head, between, foot

        head, between, foot = (PAIRING[row.partners] for row in self.rows)
        return Transition(
            self.key, by_kind(0), by_kind(1), by_kind(2), by_kind(3), (head, between, foot)
        )

    @property
    def keeps_partners(self) -> bool:
        """Return whether partners never change."""
        return self.shifts is None and all(
            row.win_a == row.win_b and row.lose_a == row.lose_b and row.partners == "k"
            for row in self.rows
        )

    @property
    def words(self) -> str:
        """Return one sentence on what happens after a game."""
        parts = [_row_words(self.rows[1])]
        if self.head:
            parts += [f"at table 1: {_row_words(self.head)}"]
        if self.foot:
            parts += [f"at the last table: {_row_words(self.foot)}"]
        parts += [] if self.head or self.foot else ["the last table and table 1 are neighbours"]
        said = "; ".join(parts)
        return f"{said[0].upper()}{said[1:]}."


def _row_words(row: TableRule) -> str:
    winners, losers = (
        _side_words(who, *moves)
        for who, moves in (("winner", row.moves[:2]), ("loser", row.moves[2:]))
    )
    return f"{winners}; {losers}; {PARTNER_WORDS[row.partners]}"


def _side_words(who: str, seat_a: str, seat_b: str) -> str:
    if seat_a == seat_b:
        verb = MOVE_WORDS[seat_a].replace("goes", "go").replace("stays", "stay")
        return f"both {who}s {verb}"
    return f"the {who} in seat A {MOVE_WORDS[seat_a]}, the one in seat B {MOVE_WORDS[seat_b]}"


def custom_movement(key: str) -> CustomMovement | None:
    """Return the movement that *key* encodes, or None.

    >>> custom_movement("own-hlssc").between.win_a, custom_movement("own-seats-0-b1-1-2").shifts
    ('h', (0, -1, 1, 2))
    """
    if not key.startswith(OWN_KEY):
        return None
    parts = key.removeprefix(OWN_KEY).split("-")
    if parts[0] == SEAT_WORD:
        return _of_seats(parts[1:])
    rows = [row for row in map(_row, parts) if row]
    if len(rows) != len(parts) or len(rows) not in (1, 3):
        return None
    between = rows[0]
    head, foot = (
        None if row == between else row for row in (rows if len(rows) == 3 else rows * 3)[1:]
    )
    way = CustomMovement(between, head, foot)
    if way.key == key:
        return way
    return None


def _of_seats(parts: list[str]) -> CustomMovement | None:
    digits = [part.removeprefix(BACK) for part in parts]
    if len(parts) != len(SEATS) or not all(
        len(digit) == 1 and digit in "0123456789" for digit in digits
    ):
        return None
    north, south, east, west = (
        -int(digit) if part.startswith(BACK) else int(digit)
        for part, digit in zip(parts, digits, strict=True)
    )
    way = CustomMovement(shifts=(north, south, east, west))
    if way.key == "-".join((OWN_KEY + SEAT_WORD, *parts)) and max(map(int, digits)) <= MOST_SHIFT:
        return way
    return None


def _row(part: str) -> TableRule | None:
    if len(part) != 5 or not set(part[:4]) <= set(MOVES) or part[4] not in PAIRING:
        return None
    return TableRule(*part)


# Carries out a club's own way of moving: any number may leave a table, and newcomers pair up as the
# club says.

Sides: TypeAlias = tuple[tuple[Player, ...], ...]


@dataclass(frozen=True, slots=True)
class _Comer:
    """A person who will sit at a table, and the table he comes from."""

    person: TablePlayer
    table: int
    stays: bool


@dataclass(frozen=True, slots=True)
class OwnMoves(Progress):
    """The rule of a custom movement."""

    words: str = field(default="", kw_only=True)

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        return self.words

    def _turn(self, ring: Sequence[PartyTable], outcomes: Outcomes) -> Iterator[PartyTable]:
        here: list[list[_Comer]] = [[] for _table in ring]
        last = len(ring) - 1
        for at, table in enumerate(ring):
            for person, move in self._moves(table, outcomes[table.table_no], kind_of(at, last)):
                to = target(move, at, last)
                here[to].append(_Comer(person, at, to == at))
        for at, table in enumerate(ring):
            come = [comer.person for comer in here[at] if not comer.stays]
            if table.alone:
                stay = [comer.person for comer in here[at] if comer.stays]
                yield singles_table(table, stay, come, lettered=self.is_short(table))
            else:
                sides = pair_up(here[at], self.transition.pairing[kind_of(at, last)])
                yield replace(table, sides=sides, games_here=(), seats="")


def target(move: str, at: int, last: int) -> int:
    """Return the place in a ring to which *move* leads from place *at*.

    >>> [target(move, 0, 4) for move in ("stay", "up", "down", "head", "foot")]
    [0, 4, 1, 0, 4]
    """
    return {
        "stay": at,
        "up": at - 1 if at else last,
        "down": 0 if at == last else at + 1,
        "head": 0,
        "foot": last,
    }[move]


def pair_up(comers: Sequence[_Comer], pairing: str) -> Sides:
    """Return the sides of a table.

    Partners stay together ("keep"), separate ("split"), or keep chairs ("vacancy").

    Where that leaves a choice, those who stayed are partners where partners stay together, and part
    where they part.
    """
    ordered = sorted(comers, key=lambda comer: not comer.stays)
    first, second = (
        [comer for comer in ordered if comer.person.letter == letter] for letter in "AB"
    )
    if (len(first), len(second)) != (2, 2):
        raise AssertionError(
            f"a table would hold {len(first)} in seat A and {len(second)} in seat B"
        )
    if pairing == "vacancy":
        return _in_chairs(ordered)
    ways = (
        ((first[0], second[0]), (first[1], second[1])),
        ((first[0], second[1]), (first[1], second[0])),
    )
    sign = 1 if pairing == "keep" else -1

    def merit(pairs: Sequence[tuple[_Comer, _Comer]]) -> tuple[int, int]:
        old = sum((a.table, a.person.side) == (b.table, b.person.side) for a, b in pairs)
        return sign * old, sign * sum(a.stays == b.stays for a, b in pairs)

    return tuple((a.person.player, b.person.player) for a, b in max(ways, key=merit))


def _in_chairs(ordered: Sequence[_Comer]) -> Sides:
    seats: dict[tuple[int, str], Player] = {}
    for comer in ordered:
        side, letter = comer.person.side, comer.person.letter
        seats[side if (side, letter) not in seats else 1 - side, letter] = comer.person.player
    return tuple((seats[side, "A"], seats[side, "B"]) for side in (0, 1))


def own_moves(way: CustomMovement, odd: str) -> OwnMoves:
    """Return the rule of movement *way*. *odd* says what players left over do."""
    return OwnMoves(way.transition, pairs=way.keeps_partners, odd=odd, words=way.words)


# What is wrong with a club's own way of moving: who would find no chair, at which number of tables.

MOST_TABLES = 100


def custom_movement_faults(way: CustomMovement) -> list[MovementError]:
    """Return the problems of *way*, none if every table always comes out full.

    Checked at the smallest number of tables.

    >>> from movements.party.custom.rule import TableRule
    >>> str(custom_movement_faults(CustomMovement(TableRule("f", "h", "s", "s", "c")))[0])
    'With 2 tables, table 1 would get 3 players in seat A and 2 in seat B. It needs two of each.'
    """
    if way.shifts is not None:
        if len(set(way.shifts)) == 1:
            return [MovementError(PartyMovementSentences.OWN_WAY_STANDS)]
        return []
    if all(set(row.moves) == {"s"} for row in way.rows):
        return [MovementError(PartyMovementSentences.OWN_WAY_STANDS)]
    for tables in range(2, MOST_TABLES + 1):
        seated = _arrivals(way, tables)
        for at in range(tables):
            seat_a, seat_b = seated[at, 0], seated[at, 1]
            if (seat_a, seat_b) != (2, 2):
                word = "player" if seat_a == 1 else "players"
                where = {"tables": tables, "table": at + 1}
                return [
                    MovementError(
                        PartyMovementSentences.OWN_WAY_UNEVEN,
                        **where,
                        seat_a=seat_a,
                        players_a=word,
                        seat_b=seat_b,
                    )
                ]
    return []


def _arrivals(way: CustomMovement, tables: int) -> Counter[tuple[int, int]]:
    """Return the number of seats A (0) and B (1) that come to each table or stay.

    It doesn't depend on the winners.
    """
    seated: Counter[tuple[int, int]] = Counter()
    for at in range(tables):
        for place, letter in enumerate(way.rows[kind_of(at, tables - 1)].moves):
            seated[target(MOVES[letter], at, tables - 1), place % 2] += 1
    return seated


def may_be_short(way: CustomMovement) -> bool:
    """Return whether two or three can play at the last table.

    At most two may leave it.

    >>> from movements.party.custom.rule import TableRule
    >>> [may_be_short(CustomMovement(TableRule(*rule))) for rule in ("hlssc", "hhllc")]
    [True, False]
    """
    if way.shifts is not None or way.keeps_partners:
        return False
    return all(len(row.moves.replace("s", "")) <= 2 for row in (way.rows[1], way.rows[FOOT]))


# A club's own way of moving as a system like any other.

NAME = "Custom movement"


@lru_cache(maxsize=512)
def own_system(key: str) -> PartySystem | None:
    """Return the system of a key such as ``own-hlssc``.

    None if the key encodes none that works at every size.

    >>> own_system("own-hlssc").summary()[:36], own_system("own-fsssc")
    ('The winner in seat A goes to the nex', None)
    """
    way = custom_movement(key)
    if way is None or custom_movement_faults(way):
        return None
    is_ring = not (way.head or way.foot)
    ends = conduct.HANDS_END if is_ring else conduct.ROUND_ENDS
    known = (key, NAME, "any", "a club's own rules")
    how = (ends, conduct.TIE, conduct.LONE_HANDS, conduct.FINAL_TIE)
    if way.shifts is not None:
        fixed = shifts.Shifts(way.shifts)
        return party_entry(*known, (), how, rule=lambda _options: fixed, fixed=True, is_ring=True)
    if way.keeps_partners:
        even: dict[str, Any] = {
            "sizes": "an even number of players, 8 to 400",
            "legal_sizes": range(8, LARGEST + 1, 2),
        }
        return party_entry(
            *known,
            (),
            how,
            rule=lambda _options: own_moves(way, "sit-out"),
            is_ring=is_ring,
            **even,
        )
    odd = (systems.ODD,) if may_be_short(way) else ()
    return party_entry(
        *known,
        odd,
        how,
        rule=lambda options: own_moves(way, options.get("odd", "sit-out")),
        is_ring=is_ring,
    )
