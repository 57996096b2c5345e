"""What a club's own way of moving is made of, and the key that tells it whole.

A key such as ``own-hlssc`` holds every choice, so that a party that has it needs nothing else and never changes with
what a club saves later.
"""

from dataclasses import dataclass
from typing import TypeAlias

from movements.party.rules.today.shifts import MOST_SHIFT, SEATS
from movements.party.rules.transitions import ByKind, Transition

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
    "c": "old partners part",
    "k": "partners stay together",
    "v": "who comes takes the empty chair",
}
"""What each letter of a key says of the four who then sit at a table."""
SEAT_WORD, BACK = "seats", "b"

Shifts: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class TableWay:
    """Where the winners in seats A and B and the losers go from a table, and how the four there then pair up.

    Moves are letters of :data:`MOVE_WORDS`, *partners* is one of :data:`PARTNER_WORDS`.

    >>> TableWay("h", "l", "s", "s", "c").code
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
class OwnWay:
    """A way of moving: by the result at every table, otherwise at table 1 and the last one, or by *shifts* of chairs.

    ``head`` and ``foot`` are empty where these two are tables like any other, in a ring.

    >>> OwnWay(TableWay("h", "l", "s", "s", "c")).key
    'own-hlssc'
    >>> OwnWay(shifts=(0, -1, 1, 2)).key
    'own-seats-0-b1-1-2'
    """

    between: TableWay | None = None
    head: TableWay | None = None
    foot: TableWay | None = None
    shifts: Shifts | None = None

    @property
    def key(self) -> str:
        """Return the key that tells it whole."""
        if self.shifts is not None:
            return f"{OWN_KEY}{SEAT_WORD}-" + "-".join(f"{BACK}{-by}" if by < 0 else str(by) for by in self.shifts)
        head, between, foot = (row.code for row in self.rows)
        return OWN_KEY + (between if head == between == foot else f"{between}-{head}-{foot}")

    @property
    def rows(self) -> tuple[TableWay, TableWay, TableWay]:
        """Return what is done at table 1, at those between and at the last; *between* must be there."""
        assert self.between is not None  # noqa: S101
        return self.head or self.between, self.between, self.foot or self.between

    @property
    def transition(self) -> Transition:
        """Return its moves as the transition that carries them out."""

        def by_kind(at: int) -> ByKind:
            head, between, foot = (MOVES[row.code[at]] for row in self.rows)
            return head, between, foot

        head, between, foot = (PAIRING[row.partners] for row in self.rows)
        return Transition(self.key, by_kind(0), by_kind(1), by_kind(2), by_kind(3), (head, between, foot))

    @property
    def keeps_partners(self) -> bool:
        """Return whether nobody ever gets another partner."""
        return self.shifts is None and all(
            row.win_a == row.win_b and row.lose_a == row.lose_b and row.partners == "k" for row in self.rows
        )

    @property
    def words(self) -> str:
        """Return in a sentence what happens after a game."""
        parts = [_row_words(self.rows[1])]
        parts += [f"at table 1: {_row_words(self.head)}"] if self.head else []
        parts += [f"at the last table: {_row_words(self.foot)}"] if self.foot else []
        parts += [] if self.head or self.foot else ["the last table and table 1 are neighbours"]
        said = "; ".join(parts)
        return f"{said[0].upper()}{said[1:]}."


def _row_words(row: TableWay) -> str:
    winners, losers = (_side_words(who, *moves) for who, moves in (("winner", row.moves[:2]), ("loser", row.moves[2:])))
    return f"{winners}; {losers}; {PARTNER_WORDS[row.partners]}"


def _side_words(who: str, seat_a: str, seat_b: str) -> str:
    if seat_a == seat_b:
        verb = MOVE_WORDS[seat_a].replace("goes", "go").replace("stays", "stay")
        return f"both {who}s {verb}"
    return f"the {who} in seat A {MOVE_WORDS[seat_a]}, the one in seat B {MOVE_WORDS[seat_b]}"


def own_way(key: str) -> OwnWay | None:
    """Return the way that *key* tells; ``None`` if it tells none.

    >>> own_way("own-hlssc").between.win_a, own_way("own-seats-0-b1-1-2").shifts, own_way("own-x")
    ('h', (0, -1, 1, 2), None)
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
    head, foot = (None if row == between else row for row in (rows if len(rows) == 3 else rows * 3)[1:])
    way = OwnWay(between, head, foot)
    return way if way.key == key else None


def _of_seats(parts: list[str]) -> OwnWay | None:
    digits = [part.removeprefix(BACK) for part in parts]
    if len(parts) != len(SEATS) or not all(len(digit) == 1 and digit in "0123456789" for digit in digits):
        return None
    north, south, east, west = (
        -int(digit) if part.startswith(BACK) else int(digit) for part, digit in zip(parts, digits, strict=True)
    )
    way = OwnWay(shifts=(north, south, east, west))
    return way if way.key == "-".join((OWN_KEY + SEAT_WORD, *parts)) and max(map(int, digits)) <= MOST_SHIFT else None


def _row(part: str) -> TableWay | None:
    if len(part) != 5 or not set(part[:4]) <= set(MOVES) or part[4] not in PAIRING:
        return None
    return TableWay(*part)
