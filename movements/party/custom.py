"""A club's custom movement: its choices, the key that holds them, its rule and its checks.

A party stores only a key such as ``own-hlssc``, so what a club saves later never changes it. The rule
is a :class:`ProgressRule` in which any number of players may leave a table. The checks find tables
that wouldn't be full again, for every number of tables.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from movements.errors import MovementError
from movements.party.model import Outcomes, PartySystem, PartyTable, Player
from movements.party.rules import shifts
from movements.party.rules.progress import (
    CodeByTableKind,
    ProgressRule,
    TablePlayer,
    Transition,
    get_table_kind,
    make_singles_table,
)
from movements.party.rules.shifts import MAX_SHIFT, SEATS
from movements.party.systems import choices
from movements.party.systems.choices import MAX_PLAYERS, make_party_system

KEY_PREFIX = "own-"
MOVE_BY_LETTER = {"s": "stay", "h": "down", "l": "up", "f": "head", "z": "foot"}
"""The move for each letter of a key. "Down" is to the next higher table number."""
MOVE_PHRASE_BY_LETTER = {
    "s": "stays",
    "h": "goes to the next higher table",
    "l": "goes to the next lower table",
    "f": "goes to table 1",
    "z": "goes to the last table",
}
"""The phrase for each letter of a move."""
PAIRING_BY_LETTER = {"c": "split", "k": "keep", "v": "vacancy"}
PARTNERS_PHRASE_BY_LETTER = {
    "c": "partners separate",
    "k": "partners stay together",
    "v": "arrivals take the empty seat",
}
"""The phrase for each letter of a pairing."""
SHIFTS_PREFIX = "seats"
NEGATIVE_PREFIX = "b"
"""Prefix of a negative shift. A key has no minus sign, because hyphens separate its parts."""

Shifts: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class TableRule:
    """The moves of winners and losers in seats A and B, and how the next four pair up.

    A move is a letter of :data:`MOVE_BY_LETTER`, *partners* a letter of :data:`PAIRING_BY_LETTER`.

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
        """The five letters."""
        return self.win_a + self.win_b + self.lose_a + self.lose_b + self.partners

    @property
    def moves(self) -> str:
        """The four letters of the moves."""
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
        """The key that holds all its choices."""
        if self.shifts is not None:
            shift_parts = "-".join(map(_format_shift_part, self.shifts))
            return f"{KEY_PREFIX}{SHIFTS_PREFIX}-{shift_parts}"
        head, middle, foot = (rule.code for rule in self.rules)
        if head == middle == foot:
            return f"{KEY_PREFIX}{middle}"
        return f"{KEY_PREFIX}{middle}-{head}-{foot}"

    @property
    def rules(self) -> tuple[TableRule, TableRule, TableRule]:
        """The rules of table 1, of the tables between and of the last table.

        Only a movement without shifts has them.
        """
        assert self.between is not None  # noqa: S101
        return self.head or self.between, self.between, self.foot or self.between

    @property
    def transition(self) -> Transition:
        """Its moves as a transition."""

        def make_moves_by_kind(letter_index: int) -> CodeByTableKind:
            head, middle, foot = (MOVE_BY_LETTER[rule.code[letter_index]] for rule in self.rules)
            return head, middle, foot

        head, middle, foot = (PAIRING_BY_LETTER[rule.partners] for rule in self.rules)
        return Transition(
            self.key,
            win_a=make_moves_by_kind(0),
            win_b=make_moves_by_kind(1),
            lose_a=make_moves_by_kind(2),
            lose_b=make_moves_by_kind(3),
            pairing=(head, middle, foot),
        )

    @property
    def keeps_partners(self) -> bool:
        """Whether partners never change, whatever the results are."""
        return self.shifts is None and all(
            rule.win_a == rule.win_b and rule.lose_a == rule.lose_b and rule.partners == "k"
            for rule in self.rules
        )

    @property
    def description(self) -> str:
        """One sentence on the moves after a game."""
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
    return f"{winners}; {losers}; {PARTNERS_PHRASE_BY_LETTER[rule.partners]}"


def _describe_side(noun: str, move_a: str, move_b: str) -> str:
    if move_a == move_b:
        verb = MOVE_PHRASE_BY_LETTER[move_a].replace("goes", "go").replace("stays", "stay")
        return f"both {noun}s {verb}"
    return f"the {noun} in seat A {MOVE_PHRASE_BY_LETTER[move_a]}, the one in seat B {MOVE_PHRASE_BY_LETTER[move_b]}"


def parse_custom_movement(key: str) -> CustomMovement | None:
    """Return the movement of a *key*, or None if it isn't the key of one.

    >>> parse_custom_movement("own-hlssc").between.win_a, parse_custom_movement("own-seats-0-b1-1-2").shifts
    ('h', (0, -1, 1, 2))
    """
    if not key.startswith(KEY_PREFIX):
        return None
    parts = key.removeprefix(KEY_PREFIX).split("-")
    if parts[0] == SHIFTS_PREFIX:
        movement = _make_shifts_movement(parts[1:])
    else:
        movement = _make_rules_movement(parts)
    # Only one spelling of a key counts, since parties are compared by it.
    if movement is None or movement.key != key:
        return None
    return movement


def _format_shift_part(shift: int) -> str:
    if shift < 0:
        return f"{NEGATIVE_PREFIX}{-shift}"
    return str(shift)


def _make_rules_movement(parts: list[str]) -> CustomMovement | None:
    rules = [rule for rule in map(_parse_rule, parts) if rule]
    if len(rules) != len(parts) or len(rules) not in (1, 3):
        return None
    if len(rules) == 1:
        return CustomMovement(rules[0])
    middle, head, foot = rules
    own_head = None if head == middle else head
    own_foot = None if foot == middle else foot
    return CustomMovement(middle, head=own_head, foot=own_foot)


def _make_shifts_movement(parts: list[str]) -> CustomMovement | None:
    if len(parts) != len(SEATS):
        return None
    shifts = []
    for part in parts:
        digit = part.removeprefix(NEGATIVE_PREFIX)
        if len(digit) != 1 or digit not in "0123456789" or int(digit) > MAX_SHIFT:
            return None
        shifts.append(-int(digit) if part.startswith(NEGATIVE_PREFIX) else int(digit))
    north, south, east, west = shifts
    return CustomMovement(shifts=(north, south, east, west))


def _parse_rule(part: str) -> TableRule | None:
    if (
        len(part) != 5
        or not set(part[:4]) <= set(MOVE_BY_LETTER)
        or part[4] not in PAIRING_BY_LETTER
    ):
        return None
    return TableRule(*part)


Sides: TypeAlias = tuple[tuple[Player, ...], ...]


@dataclass(frozen=True, slots=True)
class _NextPlayer:
    """A player who will sit at a table."""

    person: TablePlayer
    table_index: int  # of the present table
    is_staying: bool


@dataclass(frozen=True, slots=True)
class CustomMoves(ProgressRule):
    """The rule of a custom movement."""

    description: str = field(default="", kw_only=True)

    @property
    def summary(self) -> str:
        """One sentence on the moves after a game."""
        return self.description

    def _move_ring(self, ring: Sequence[PartyTable], outcomes: Outcomes) -> Iterator[PartyTable]:
        """Yield the tables of *ring* after the moves."""
        comers_by_table: list[list[_NextPlayer]] = [[] for _table in ring]
        last = len(ring) - 1
        for index, table in enumerate(ring):
            moves = self._assign_moves(table, outcomes[table.table_no], get_table_kind(index, last))
            for person, move in moves:
                new_index = get_target_index(move, index, last)
                comer = _NextPlayer(person, index, is_staying=new_index == index)
                comers_by_table[new_index].append(comer)
        for index, (table, comers) in enumerate(zip(ring, comers_by_table, strict=True)):
            if table.is_for_singles:
                stayers = [comer.person for comer in comers if comer.is_staying]
                arrivals = [comer.person for comer in comers if not comer.is_staying]
                yield make_singles_table(table, stayers, arrivals, has_letters=self.is_short(table))
            else:
                sides = pair_up(comers, self.transition.pairing[get_table_kind(index, last)])
                yield replace(table, sides=sides, games_here=(), seats="")


def get_target_index(move: str, index: int, last: int) -> int:
    """Return the index of the table to which *move* leads from the one with *index* in a ring.

    >>> [get_target_index(move, 0, 4) for move in ("stay", "up", "down", "head", "foot")]
    [0, 4, 1, 0, 4]
    """
    return {
        "stay": index,
        "up": index - 1 if index else last,
        "down": 0 if index == last else index + 1,
        "head": 0,
        "foot": last,
    }[move]


def pair_up(comers: Sequence[_NextPlayer], pairing: str) -> Sides:
    """Return the sides of a table.

    Partners stay together ("keep"), separate ("split"), or keep their chairs ("vacancy"). If that
    leaves a choice, two who stayed at the table are partners with "keep", and separate with "split".
    """
    stayers_first = sorted(comers, key=lambda comer: not comer.is_staying)
    comers_a = [comer for comer in stayers_first if comer.person.letter == "A"]
    comers_b = [comer for comer in stayers_first if comer.person.letter == "B"]
    if (len(comers_a), len(comers_b)) != (2, 2):
        raise AssertionError(
            f"a table would hold {len(comers_a)} in seat A and {len(comers_b)} in seat B"
        )
    if pairing == "vacancy":
        return _seat_in_chairs(stayers_first)
    (a1, a2), (b1, b2) = comers_a, comers_b
    possible_sides = (((a1, b1), (a2, b2)), ((a1, b2), (a2, b1)))

    def count_familiar_sides(
        sides: Sequence[tuple[_NextPlayer, _NextPlayer]],
    ) -> tuple[int, int]:
        """Return how many sides are previous partners, and how many both stayed or both arrived."""
        previous_partner_count = 0
        like_partner_count = 0
        for a, b in sides:
            if (a.table_index, a.person.side) == (b.table_index, b.person.side):
                previous_partner_count += 1
            if a.is_staying == b.is_staying:
                like_partner_count += 1
        return previous_partner_count, like_partner_count

    choose = max if pairing == "keep" else min
    chosen_sides = choose(possible_sides, key=count_familiar_sides)
    return tuple((a.person.player, b.person.player) for a, b in chosen_sides)


def _seat_in_chairs(comers: Sequence[_NextPlayer]) -> Sides:
    """Return the sides with everybody in the previous chair, or in a free one of the same letter."""
    seats: dict[tuple[int, str], Player] = {}
    for comer in comers:
        side, letter = comer.person.side, comer.person.letter
        # A player from a table of single players may have a side above 1.
        if side > 1 or (side, letter) in seats:
            side = 1 if (0, letter) in seats else 0
        seats[side, letter] = comer.person.player
    return tuple((seats[side, "A"], seats[side, "B"]) for side in (0, 1))


def make_custom_moves(movement: CustomMovement, leftover_rule: str) -> CustomMoves:
    """Return the rule of *movement*. *leftover_rule* says what leftover players do."""
    return CustomMoves(
        movement.transition,
        pairs=movement.keeps_partners,
        leftover_rule=leftover_rule,
        description=movement.description,
    )


MAX_TABLES = MAX_PLAYERS // 4


def list_custom_movement_errors(movement: CustomMovement) -> list[MovementError]:
    """Return the problems of *movement*, empty if it keeps every table full.

    It names the smallest number of tables with a problem.

    >>> str(list_custom_movement_errors(CustomMovement(TableRule("f", "h", "s", "s", "c")))[0])
    'With 2 tables, table 1 would get 3 players in seat A and 2 in seat B. It needs two of each.'
    """
    if movement.shifts is not None:
        # Equal shifts move whole tables, so the same four play together.
        if len(set(movement.shifts)) == 1:
            return [_make_nobody_moves_error()]
        return []
    if all(set(rule.moves) == {"s"} for rule in movement.rules):
        return [_make_nobody_moves_error()]
    for table_count in range(2, MAX_TABLES + 1):
        player_count_by_seat = _count_players_by_seat(movement, table_count)
        for index in range(table_count):
            seat_a = player_count_by_seat[index, "A"]
            seat_b = player_count_by_seat[index, "B"]
            if (seat_a, seat_b) != (2, 2):
                players_a = "player" if seat_a == 1 else "players"
                return [
                    MovementError(
                        "own-way-uneven",
                        "With {tables} tables, table {table} would get {seat_a} {players_a} in seat A and "
                        "{seat_b} in seat B. It needs two of each.",
                        tables=table_count,
                        table=index + 1,
                        seat_a=seat_a,
                        players_a=players_a,
                        seat_b=seat_b,
                    )
                ]
    return []


def _count_players_by_seat(movement: CustomMovement, table_count: int) -> Counter[tuple[int, str]]:
    """Return the number of players in seats A and B of each table after the moves.

    It doesn't depend on which side wins.
    """
    player_count_by_seat: Counter[tuple[int, str]] = Counter()
    last = table_count - 1
    for index in range(table_count):
        rule = movement.rules[get_table_kind(index, last)]
        for seat, move in zip("ABAB", rule.moves, strict=True):
            player_count_by_seat[get_target_index(MOVE_BY_LETTER[move], index, last), seat] += 1
    return player_count_by_seat


def can_be_short(movement: CustomMovement) -> bool:
    """Return whether two or three players can play at the last table.

    Then at most two players leave it in each round.

    >>> [can_be_short(CustomMovement(TableRule(*rule))) for rule in ("hlssc", "hhllc")]
    [True, False]
    """
    if movement.shifts is not None or movement.keeps_partners:
        return False
    _head, middle, foot = movement.rules
    return all(len(rule.moves.replace("s", "")) <= 2 for rule in (middle, foot))


NAME = "Custom movement"


@lru_cache(maxsize=512)
def find_custom_system(key: str) -> PartySystem | None:
    """Return the system of a *key* such as ``own-hlssc``.

    Return None unless the key is of a movement that works with any number of tables.

    >>> find_custom_system("own-hlssc").summary()[:36], find_custom_system("own-fsssc")
    ('The winner in seat A goes to the nex', None)
    """
    movement = parse_custom_movement(key)
    if movement is None or list_custom_movement_errors(movement):
        return None
    is_ring = not movement.head and not movement.foot
    round_ends = choices.HANDS_END if is_ring else choices.ROUND_ENDS
    description = (key, NAME, "any", "a club’s own rules")
    play_options = (round_ends, choices.TIE, choices.LONE_HANDS, choices.FINAL_TIE)
    if movement.shifts is not None:
        shifts_rule = shifts.ShiftRule(movement.shifts)
        return make_party_system(
            *description,
            (),
            play_options,
            rule=lambda _options: shifts_rule,
            fixed=True,
            is_ring=True,
        )
    if movement.keeps_partners:
        return make_party_system(
            *description,
            (),
            play_options,
            rule=lambda _options: make_custom_moves(movement, "sit-out"),
            is_ring=is_ring,
            sizes="an even number of players, 8 to 400",
            legal_sizes=range(8, MAX_PLAYERS + 1, 2),
        )
    movement_options = (choices.LEFTOVER_PLAYERS,) if can_be_short(movement) else ()
    return make_party_system(
        *description,
        movement_options,
        play_options,
        rule=lambda options: make_custom_moves(movement, options.get("odd", "sit-out")),
        is_ring=is_ring,
    )


def _make_nobody_moves_error() -> MovementError:
    return MovementError(
        "own-way-stands",
        "All four players at a table would stay together. Send some of them to another table.",
    )
