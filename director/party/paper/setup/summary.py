"""A summary of a party in three lines: game, moves, counting and length.

The moves are not written down for each system. They are found by moving a large imaginary room once
with side 0 winning everywhere and once with side 1, and looking at where the players of the tables
in the middle go: to a higher number, to a lower one, or nowhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from director.party.movement.words import in_word, of_game, plural, trump_title
from director.party.paper.setup.games import lasting
from director.party.trumps import trump_sign
from movements import (
    MovementError,
    PartySystem,
    Seating,
    TableOutcome,
    find_party_system,
    first_seating,
    next_seating,
)
from scoring import PRIZE_KINDS

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


MAX_SIGN_LETTERS = 6
"""Trump signs up to this length are listed without commas. It is the length of misère."""


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """A party as the page Field shows it, perhaps not saved yet. Unknown numbers are 0."""

    game: str
    system: PartySystem
    options: dict[str, str]
    counted: str  # the name of the method
    entry: str  # how results come in, in words
    members: tuple[str, str]  # of seats A and B: "lady", "gentleman"
    round_word: str
    rounds: int
    minutes: int
    hands: int = 0
    goal: int = 0
    trumps: tuple[str, ...] = ()
    pause: str = "break"
    pause_after: int = 0
    pause_minutes: int = 0
    prizes: dict[str, object] = field(default_factory=dict)
    as_one: str = ""  # "pair" or "fort" if these win prizes together; empty if players win alone
    ends_at: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary: *moves* with arrows, or *moving* as a sentence."""

    played: str
    trumps: str
    moves: tuple[TableMove, ...]
    moving: str
    counted: str
    prizes: str
    time: str


def evening_summary(evening: EveningSummary) -> Summary:
    """Return the summary of *evening*."""
    moves = moving(evening.system.key, tuple(sorted(evening.options.items())), evening.members)
    if not moves.moves:
        # The moves have no simple arrows, so the system's own sentence describes them.
        moving_text = in_word(evening.system.summary(evening.options), evening.round_word)
    elif moves.partners:
        moving_text = f"{moves.partners[:1].upper()}{moves.partners[1:]}."
    else:
        moving_text = ""
    return Summary(
        played=_rounds_text(evening),
        trumps=_trumps_text(evening),
        moves=moves.moves,
        moving=moving_text,
        counted=f"{evening.counted}; {evening.entry}.",
        prizes=_prizes_text(evening.prizes, as_one=evening.as_one),
        time=_time_text(evening),
    )


def _rounds_text(evening: EveningSummary) -> str:
    text = f"{plural(evening.rounds, evening.round_word)}{of_game(evening.game)}"
    if evening.hands > 1:
        text += f", {evening.hands} hands each"
    if evening.goal:
        text += f", a game to {evening.goal} points"
    if evening.pause_after:
        text += f", {evening.pause} after {evening.round_word} {evening.pause_after}"
    return f"{text}."


def _trumps_text(evening: EveningSummary) -> str:
    labels = [trump_sign(label) for label in _without_repetitions(evening.trumps)]
    if not labels:
        return ""
    separator = ", " if max(map(len, labels)) > MAX_SIGN_LETTERS else " "
    return f"{trump_title(evening.game)}s in turn: {separator.join(labels)}"


def _without_repetitions(trumps: tuple[str, ...]) -> list[str]:
    """Return *trumps* with each run of the same label as one."""
    return [label for label, _run in groupby(trumps)]


def _prizes_text(prizes: dict[str, object], *, as_one: str) -> str:
    raffle = ""
    if as_one and prizes.get("raffle"):
        # A raffle is for single people even if pairs win the other prizes, so it is listed apart.
        raffle = f"{prizes['raffle']} of a raffle"
    listed = []
    if prizes.get("places"):
        listed.append(f"{prizes['places']} principal")
    kinds = [kind for kind in PRIZE_KINDS.values() if prizes.get(kind.rule)]
    listed += [f"{prizes[kind.rule]} {kind.listed}" for kind in kinds if kind.is_counted]
    listed += [kind.listed for kind in kinds if not kind.is_counted]
    shared = ", ".join(text for text in listed if text != raffle)
    if shared and as_one:
        shared += f", each for a {as_one}"
    elif shared and prizes.get("by_group"):
        shared += ", for each group"
    text = "; ".join(filter(None, (shared, raffle))) or "none"
    return f"{text[:1].upper()}{text[1:]}."


def _time_text(evening: EveningSummary) -> str:
    if not (evening.rounds and evening.minutes):
        return ""
    pause = evening.pause_minutes if evening.pause_after else 0
    length = lasting(evening.rounds * evening.minutes + pause)
    with_pause = f" + {pause} min {evening.pause}" if pause else ""
    ends = f", ends {evening.ends_at}" if evening.ends_at else ""
    return f"{evening.rounds} × {evening.minutes} min{with_pause} = {length}{ends}."
