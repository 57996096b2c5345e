"""A summary of a party in three lines: game, moves, counting and length."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

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

# Who goes where after a round, seen from the middle of the room: to the higher number, to the lower
# one, or nowhere.
#
# "Up" means toward table 1 in the books and to the higher number at British drives, so the screens
# say neither: what they show is read off the moves themselves.

TABLES, LOOKED_AT = 9, (4, 5, 6)
"""A room large enough that the tables looked at are far from its ends."""
WON, LOST = "won", "lost"
HIGHER, LOWER = "→", "←"


@dataclass(frozen=True, slots=True)
class TableMove:
    """Where some of a table go: *arrow* is empty for who stays."""

    who: str  # "the winning lady"
    arrow: str
    where: str  # "goes to the next higher table"

    @property
    def text(self) -> str:
        """All of it in words."""
        return " ".join(filter(None, (self.who, self.where, self.arrow)))


@dataclass(frozen=True, slots=True)
class Moving:
    """The moves of a system from a middle table, and what happens to partners."""

    moves: tuple[TableMove, ...]
    partners: str


def moving(system: str, options: tuple[tuple[str, str], ...], members: tuple[str, str]) -> Moving:
    """Return the moves under *options*. *members* are the words for seats A and B.

    >>> moving("drive-whist", (), ("lady", "gentleman")).moves[0].text
    'the winners go to the next higher table →'
    """
    shifts, partners = _shifts_and_partners(system, options)
    if shifts:
        return Moving(tuple(_moves(dict(shifts), members)), partners)
    return Moving((), partners)


Role = tuple[str, int]
"""Whether the side won, and which of its two seats."""


@cache
def _shifts_and_partners(
    system: str, options: tuple[tuple[str, str], ...]
) -> tuple[tuple[tuple[Role, int], ...], str]:
    """Return how far winners and losers move, and what happens to partners."""
    if find_party_system(system).in_sessions:
        return (), ""
    a, b = ([f"{letter}{number}" for number in range(2 * TABLES)] for letter in "AB")
    seen: dict[Role, set[int]] = {}
    kept: set[bool] = set()
    try:
        before = first_seating(system, a, b, options=dict(options))
        for winner in (0, 1):
            outcomes = {
                table.table_no: TableOutcome(winner) for table in before if len(table.sides) == 2
            }
            after = next_seating(system, before, outcomes, options=dict(options))
            _look(before, after, winner, seen, kept)
    except MovementError:
        return (), ""
    if len(kept) != 1:
        partners = ""
    elif kept == {True}:
        partners = "partners stay together"
    else:
        partners = "partners separate"
    if len(seen) != 4 or any(len(shifts) > 1 for shifts in seen.values()):
        return (), partners
    return tuple(
        (role, shifts.pop()) for role, shifts in sorted(seen.items(), reverse=True)
    ), partners


def _look(
    before: Seating, after: Seating, winner: int, seen: dict[Role, set[int]], kept: set[bool]
) -> None:
    """Record where players of the middle tables sit next."""
    places = {
        player: (table.table_no, side) for table in after for side in table.sides for player in side
    }
    tables = len(after)
    for table in before:
        if table.table_no not in LOOKED_AT or len(table.sides) != 2:
            continue
        for index, side in enumerate(table.sides):
            result = WON if index == winner else LOST
            kept.add(len({places[player] for player in side}) == 1)
            for seat, player in enumerate(side):
                higher = (places[player][0] - table.table_no) % tables
                seen.setdefault((result, seat), set()).add(
                    higher - tables if higher > tables // 2 else higher
                )


def _moves(shifts: dict[Role, int], members: Sequence[str]) -> list[TableMove]:
    """Return the moves in as few words as they allow."""
    by_seat = [{shifts[result, seat] for result in (WON, LOST)} for seat in (0, 1)]
    if len({*shifts.values()}) == 1:
        return [_move("everybody", shifts[WON, 0], several=False)]
    if all(len(places) == 1 for places in by_seat):
        return [
            _move(f"every {members[seat]}", shifts[WON, seat], several=False) for seat in (0, 1)
        ]
    moves = []
    for result, adjective in ((WON, "winning"), (LOST, "losing")):
        a, b = shifts[result, 0], shifts[result, 1]
        if a == b:
            moves.append(_move("the winners" if result == WON else "the losers", a, several=True))
        else:
            moves += [
                _move(f"the {adjective} {members[seat]}", shifts[result, seat], several=False)
                for seat in (0, 1)
            ]
    return moves


def _move(who: str, shift: int, *, several: bool) -> TableMove:
    if not shift:
        return TableMove(who, "", "stay" if several else "stays")
    verb, way = "go" if several else "goes", "higher" if shift > 0 else "lower"
    where = f"to the next {way} table" if abs(shift) == 1 else f"{abs(shift)} tables {way}"
    return TableMove(who, HIGHER if shift > 0 else LOWER, f"{verb} {where}")


LONGEST_SIGN = 6
"""Letters of the longest sign that needs no comma beside others: that of misère."""


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """A party as Field has it now, unsaved. Unknown numbers are 0."""

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
    as_one: str = ""  # what is one, and has prizes as one: "pair", "fort"; empty where everybody plays for himself
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
    """Return what *evening* will be."""
    seen = moving(evening.system.key, tuple(sorted(evening.options.items())), evening.members)
    if seen.moves and seen.partners:
        partners = f"{seen.partners[:1].upper()}{seen.partners[1:]}."
    else:
        partners = ""
    return Summary(
        played=_rounds_text(evening),
        trumps=_trumps(evening),
        moves=seen.moves,
        moving=partners
        if seen.moves
        else in_word(evening.system.summary(evening.options), evening.round_word),
        counted=f"{evening.counted}; {evening.entry}.",
        prizes=_prizes(evening.prizes, as_one=evening.as_one),
        time=_time(evening),
    )


def _rounds_text(evening: EveningSummary) -> str:
    words = f"{plural(evening.rounds, evening.round_word)}{of_game(evening.game)}"
    if evening.hands > 1:
        words += f", {evening.hands} hands each"
    if evening.goal:
        words += f", a game to {evening.goal} points"
    if evening.pause_after:
        words += f", {evening.pause} after {evening.round_word} {evening.pause_after}"
    return f"{words}."


def _trumps(evening: EveningSummary) -> str:
    """Return the trumps in turn, or ""."""
    labels = [trump_sign(label) for label in _turn(evening.trumps)]
    if not labels:
        return ""
    between = ", " if max(map(len, labels)) > LONGEST_SIGN else " "
    return f"{trump_title(evening.game)}s in turn: {between.join(labels)}"


def _turn(trumps: tuple[str, ...]) -> tuple[str, ...]:
    """Return *trumps* without repetitions in a row."""
    return tuple(label for at, label in enumerate(trumps) if not at or label != trumps[at - 1])


def _prizes(prizes: dict[str, object], *, as_one: str) -> str:
    """Return the prizes in words."""
    kinds = [kind for kind in PRIZE_KINDS.values() if prizes.get(kind.rule)]
    raffle = f"{prizes['raffle']} of a raffle" if as_one and prizes.get("raffle") else ""
    places = [f"{prizes['places']} principal"] if prizes.get("places") else []
    counted = (f"{prizes[kind.rule]} {kind.listed}" for kind in kinds if kind.is_counted)
    told = [*places, *counted, *(kind.listed for kind in kinds if not kind.is_counted)]
    given = [
        words for words in told if words != raffle
    ]  # which goes by people, whoever plays together
    if as_one:
        each = f", each for a {as_one}"
    elif prizes.get("by_group"):
        each = ", for each group"
    else:
        each = ""
    parts = filter(None, (f"{', '.join(given)}{each}" if given else "", raffle))
    words = "; ".join(parts) or "none"
    return f"{words[:1].upper()}{words[1:]}."


def _time(evening: EveningSummary) -> str:
    if not (evening.rounds and evening.minutes):
        return ""
    pause = evening.pause_minutes if evening.pause_after else 0
    length = lasting(evening.rounds * evening.minutes + pause)
    with_pause = f" + {pause} min {evening.pause}" if pause else ""
    ends = f", ends {evening.ends_at}" if evening.ends_at else ""
    return f"{evening.rounds} × {evening.minutes} min{with_pause} = {length}{ends}."
