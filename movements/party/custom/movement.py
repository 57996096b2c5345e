"""A club's custom movement: its choices, and the key that holds them.

A party that stores a key such as ``own-hlssc`` needs nothing else, and never changes with what a club
saves later.
"""

from dataclasses import dataclass
from typing import TypeAlias

from movements.party.rules.today.shifts import MAX_SHIFT, SEATS
from movements.party.rules.transitions import ByKind, Transition

OWN_KEY = "own-"
MOVES = {"s": "stay", "h": "down", "l": "up", "f": "head", "z": "foot"}
"""The move for each letter of a key. "Down" is to the next higher table number."""
MOVE_WORDS = {
    "s": "stays",
    "h": "goes to the next higher table",
    "l": "goes to the next lower table",
    "f": "goes to table 1",
    "z": "goes to the last table",
}
"""The words for each letter of a move."""
PAIRING = {"c": "split", "k": "keep", "v": "vacancy"}
PARTNER_WORDS = {
    "c": "partners separate",
    "k": "partners stay together",
    "v": "arrivals take the empty seat",
}
"""The words for each letter of a pairing."""
SEAT_WORD = "seats"
BACK = "b"
"""Prefix of a negative shift. A key has no minus sign, because hyphens separate its parts."""

Shifts: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class TableRule:
    """The moves of winners and losers in seats A and B, and how the next four pair up.

    A move is a letter of :data:`MOVE_WORDS`, *partners* a letter of :data:`PARTNER_WORDS`.

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

    Table 1 and the last table may have their own rules, *head* and *foot*. Without them the tables
    are a ring.

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
        """Return the key that holds all its choices."""
        if self.shifts is not None:
            shift_parts = "-".join(map(_format_shift_part, self.shifts))
            return f"{OWN_KEY}{SEAT_WORD}-{shift_parts}"
        head, middle, foot = (rule.code for rule in self.rules)
        if head == middle == foot:
            return f"{OWN_KEY}{middle}"
        return f"{OWN_KEY}{middle}-{head}-{foot}"

    @property
    def rules(self) -> tuple[TableRule, TableRule, TableRule]:
        """Return the rules of table 1, of the tables between and of the last table.

        Only a movement without shifts has them.
        """
        assert self.between is not None  # noqa: S101
        return self.head or self.between, self.between, self.foot or self.between

    @property
    def transition(self) -> Transition:
        """Return its moves as a transition."""

        def moves_by_kind(letter_index: int) -> ByKind:
            head, middle, foot = (MOVES[rule.code[letter_index]] for rule in self.rules)
            return head, middle, foot

        head, middle, foot = (PAIRING[rule.partners] for rule in self.rules)
        return Transition(
            self.key,
            win_a=moves_by_kind(0),
            win_b=moves_by_kind(1),
            lose_a=moves_by_kind(2),
            lose_b=moves_by_kind(3),
            pairing=(head, middle, foot),
        )

    @property
    def keeps_partners(self) -> bool:
        """Return whether partners never change, by the results."""
        return self.shifts is None and all(
            rule.win_a == rule.win_b and rule.lose_a == rule.lose_b and rule.partners == "k"
            for rule in self.rules
        )

    @property
    def words(self) -> str:
        """Return one sentence on the moves after a game."""
        _head, middle, _foot = self.rules
        parts = [_describe_rule(middle)]
        if self.head:
            parts.append(f"at table 1: {_describe_rule(self.head)}")
        if self.foot:
            parts.append(f"at the last table: {_describe_rule(self.foot)}")
        if not self.head and not self.foot:
            parts.append("the last table and table 1 are neighbours")
        sentence = "; ".join(parts)
        return f"{sentence[0].upper()}{sentence[1:]}."


def _describe_rule(rule: TableRule) -> str:
    winners = _describe_side("winner", rule.win_a, rule.win_b)
    losers = _describe_side("loser", rule.lose_a, rule.lose_b)
    return f"{winners}; {losers}; {PARTNER_WORDS[rule.partners]}"


def _describe_side(noun: str, move_a: str, move_b: str) -> str:
    if move_a == move_b:
        verb = MOVE_WORDS[move_a].replace("goes", "go").replace("stays", "stay")
        return f"both {noun}s {verb}"
    return f"the {noun} in seat A {MOVE_WORDS[move_a]}, the one in seat B {MOVE_WORDS[move_b]}"


def custom_movement(key: str) -> CustomMovement | None:
    """Return the movement of a *key*, or None if it isn't the key of one.

    >>> custom_movement("own-hlssc").between.win_a, custom_movement("own-seats-0-b1-1-2").shifts
    ('h', (0, -1, 1, 2))
    """
    if not key.startswith(OWN_KEY):
        return None
    parts = key.removeprefix(OWN_KEY).split("-")
    if parts[0] == SEAT_WORD:
        movement = _read_shifts(parts[1:])
    else:
        movement = _read_rules(parts)
    # Only one spelling of a key counts, since parties are compared by it.
    if movement is None or movement.key != key:
        return None
    return movement


def _format_shift_part(shift: int) -> str:
    if shift < 0:
        return f"{BACK}{-shift}"
    return str(shift)


def _read_rules(parts: list[str]) -> CustomMovement | None:
    rules = [rule for rule in map(_read_rule, parts) if rule]
    if len(rules) != len(parts) or len(rules) not in (1, 3):
        return None
    if len(rules) == 1:
        return CustomMovement(rules[0])
    middle, head, foot = rules
    own_head = None if head == middle else head
    own_foot = None if foot == middle else foot
    return CustomMovement(middle, head=own_head, foot=own_foot)


def _read_shifts(parts: list[str]) -> CustomMovement | None:
    if len(parts) != len(SEATS):
        return None
    shifts = []
    for part in parts:
        digit = part.removeprefix(BACK)
        if len(digit) != 1 or digit not in "0123456789" or int(digit) > MAX_SHIFT:
            return None
        shifts.append(-int(digit) if part.startswith(BACK) else int(digit))
    north, south, east, west = shifts
    return CustomMovement(shifts=(north, south, east, west))


def _read_rule(part: str) -> TableRule | None:
    if len(part) != 5 or not set(part[:4]) <= set(MOVES) or part[4] not in PAIRING:
        return None
    return TableRule(*part)
