"""Tables of a round on the evening page: reports and questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from director.errors import PartyError, TwoReportsError
from director.party.models import Party, PartyResult
from director.party.movement.games.read import Evening, PlayedRound
from director.party.movement.games.tables import table_sheet
from director.party.movement.options import (
    asks_hands,
    counts_rubbers,
    hand_points,
    party_system,
    settled_options,
    tie_rules,
    tricks_of_deal,
    wants_points,
    written_unit,
)
from director.party.movement.seating.read import with_side
from director.party.movement.waiting import WaitingLine, waiting_line
from director.party.sentences import PartySentences
from director.party.sheets import PartySeat, PartyTableSheet
from movements import PartySystem, PartyTable, find_party_system
from scoring import TieRule, find_tie_rule

MAY_STAY = (
    PartySentences.MORE_THAN_ODD_TRICKS.code,
    PartySentences.ODD_TRICKS_OF_BOTH.code,
    PartySentences.BEYOND_GOAL.code,
    PartySentences.GOAL_OF_BOTH.code,
)
"""Why points cannot have been made, which a director may keep all the same."""


def goal_at(party: Party, table_no: int) -> int:
    """Return the points that end a game, or 0.

    What the evening says of a game goes before what its system says.
    """
    system = party_system(party)
    if system is None or party.game != "euchre" or not wants_points(party):
        return 0
    where, _dash, number = (
        settled_options(system, party.options).get("round_ends", "").partition("-")
    )
    if where == "head" and table_no != 1:
        return 0
    return party.goal or (int(number) if number.isdecimal() else 0)


def goal_words(party: Party) -> str:
    """Return what ends a game and what holds at the bell, in sentences, or ""."""
    goal = goal_at(party, 1)
    if not goal:
        return ""
    plays = {
        "head": f"Table 1 plays to {goal} points and rings.",
        "any": f"The first table with {goal} points rings.",
    }.get(party.bell, f"A game is played to {goal} points.")
    rule = find_tie_rule(party.tie_rule).name
    level = f"{rule[:1].lower()}{rule[1:]}"
    return f"{plays} If the bell rings first, the side ahead wins. If tied: {level}."


def below_goal(party: Party, table_no: int, points: list[int]) -> str:
    """Return a warning if nobody has the points that end a game, or ""."""
    goal = goal_at(party, table_no)
    if not goal or party.bell == "any" or not points or max(points) >= goal:
        return ""
    return f"Nobody has reached {goal} points. That’s right only if the bell rang first."


ORDER = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side of a table on the page, with its boxes."""

    index: int
    name: str
    is_winner: bool
    points: str
    beside: str
    share: str


@dataclass(frozen=True, slots=True)
class CutPlace:
    """A place in the order of a cut: its field, word and side."""

    name: str
    word: str
    chosen: str


@dataclass(frozen=True, slots=True)
class TableForm:
    """What the forms of all tables of a page have in common."""

    session_id: int
    round_no: int
    is_current: bool
    unit: str
    beside: str
    keys: tuple[int, ...]  # what one hand may bring, tapped instead of typed
    asks_lone: bool
    asks_rubber: bool
    asks_hands: int  # the hands of a round, where a table may have played fewer; else 0
    has_rows: bool  # several aisles


@dataclass(frozen=True, slots=True)
class PlayTable:
    """A table of the evening page: its report and its questions."""

    sheet: PartyTableSheet
    sides: tuple[SideLine, ...]
    version: int
    asks_points: bool  # by boxes; else one button a side says who won
    tie_rule: str  # what a tie was settled by, or the usual rule
    tie_rules: tuple[
        TieRule, ...
    ]  # how a tie between two sides may be settled; none where there cannot be one
    aside: str  # what else the table may tell, in words; empty where that is nothing
    lone: tuple[tuple[PartySeat, int | str], ...]
    cut: tuple[CutPlace, ...] = ()
    line: WaitingLine | None = None  # those who wait here, and who goes out for them
    hands: str = ""  # those that were played, where they were fewer than a round has
    whole: int = 0  # what both sides have together, 0 where that is open
    rubber: str = ""  # the side that won a rubber with no more points than the other
    warning: str = ""  # what is stored and can hardly be right
    error: str = ""
    theirs: str = ""  # where another report stands: what that one says
    yours: str = ""  # and what the own one says
    put: str = ""  # the button that was pressed for it
    goal: int = 0  # the points at which play ends here
    can_keep: bool = False  # what was refused may be kept as it is

    @property
    def state(self) -> str:
        """How the table looks: ``"wrong"``, ``"in"`` or ``"waiting"``."""
        if self.error:
            return "wrong"
        if self.sheet.is_in:
            return "in"
        return "waiting"

    @property
    def cutting(self) -> tuple[SideLine, ...]:
        """Those who may have cut: tied sides, or all."""
        typed = [side.points.strip() for side in self.sides]
        tied = tuple(
            side
            for side in self.sides
            if side.points.strip() and typed.count(side.points.strip()) > 1
        )
        if any(side.beside for side in self.sides):
            return self.sides
        return tied or self.sides


def table_form(evening: Evening, played_round: PlayedRound, *, is_current: bool) -> TableForm:
    """Return what the forms of all tables of a round have in common."""
    party = evening.party
    return TableForm(
        session_id=party.pk,
        round_no=played_round.round_no,
        is_current=is_current,
        unit=written_unit(party),
        beside=evening.method.beside,
        keys=hand_points(party),
        asks_lone=bool(party.prizes.get("lone_hands")),
        asks_rubber=counts_rubbers(party),
        asks_hands=party.hands if asks_hands(party) else 0,
        has_rows=played_round.has_rows,
    )


def play_tables(
    evening: Evening, played_round: PlayedRound, tables: Sequence[PartyTable]
) -> tuple[PlayTable, ...]:
    """Return *tables* of a round as the page shows them."""
    asked = {
        table.alone: _TableQuestions.of(evening.party, table)
        for table in {table.alone: table for table in tables}.values()
    }
    return tuple(play_table(evening, played_round, table, asked[table.alone]) for table in tables)


@dataclass(frozen=True, slots=True)
class _TableQuestions:
    """The questions to the tables of a round."""

    system: PartySystem
    wants_points: bool
    tie_rules: tuple[TieRule, ...]
    aside: str
    hand_points: tuple[int, ...]
    counts_rubbers: bool
    goals: tuple[int, int]  # the points at which play ends, at table 1 and at every other
    whole: int  # the tricks of all hands of a round, 0 where that is open

    @classmethod
    def of(cls, party: Party, table: PartyTable) -> "_TableQuestions":
        """Return what *table* and all others like it are asked."""
        rules = tie_rules(party, table)
        return cls(
            system=find_party_system(party.system),
            wants_points=wants_points(party),
            tie_rules=rules,
            aside=_aside(party, can_tie=bool(rules)),
            hand_points=hand_points(party),
            counts_rubbers=counts_rubbers(party),
            goals=(goal_at(party, 1), goal_at(party, 2)),
            whole=tricks_of_deal(party),
        )


def play_table(
    evening: Evening, played_round: PlayedRound, table: PartyTable, asked: _TableQuestions
) -> PlayTable:
    """Return one table as the page shows it."""
    result = played_round.results.get(table.table_no)
    sheet, waiting = (
        table_sheet(evening, played_round, table),
        played_round.waiting_at(table.table_no),
    )
    version = result.version if result else 0
    tie_rule = result.tie if result and result.tie else evening.party.tie_rule
    if waiting:
        line = waiting_line(evening.party, evening.names, table, waiting, result)
    else:
        line = None
    hands = str(result.hands or "") if result else ""
    if result and result.hands:
        whole = tricks_of_deal(evening.party, result.hands)
    else:
        whole = asked.whole
    rubber = _rubber(result) if asked.counts_rubbers else ""
    return PlayTable(
        sheet=sheet,
        sides=tuple(_side(sheet, result, index, asked.system) for index in range(len(sheet.sides))),
        version=version,
        asks_points=asked.wants_points or asked.system.needs_points(table),
        tie_rule=tie_rule,
        tie_rules=asked.tie_rules,
        aside=asked.aside,
        cut=_cut(len(sheet.sides), [str(side) for side in result.cut] if result else []),
        lone=tuple(
            (seat, result.lone.get(str(seat.number), 0) if result else 0)
            for side in sheet.sides
            for seat in side
        ),
        line=line,
        hands=hands,
        whole=whole,
        rubber=rubber,
        goal=asked.goals[table.table_no != 1],
        warning=_warning(evening.party, asked, table, result),
    )


def _aside(party: Party, *, can_tie: bool) -> str:
    asked = (
        (counts_rubbers(party), "rubber won with fewer points"),
        (can_tie, "tie"),
        (bool(party.prizes.get("lone_hands")), "lone hands"),
        (asks_hands(party), "fewer hands"),
    )
    words = ", ".join(word for is_asked, word in asked if is_asked)
    return words[:1].upper() + words[1:]


def _warning(
    party: Party, asked: _TableQuestions, table: PartyTable, result: PartyResult | None
) -> str:
    """Return a warning about an unlikely report, or ""."""
    if result is None or not result.points or table.alone:
        return ""
    total, each, hands = sum(result.points), asked.hand_points, result.hands or party.hands
    hands_have = "1 hand has" if hands == 1 else f"{hands} hands have"
    whole = tricks_of_deal(party, hands) if asked.whole else 0
    if total != whole > 0:
        return f"{total} tricks in all, but {hands_have} {whole}. Check."
    if not each:
        return ""
    if not party.hands or asked.goals[table.table_no != 1]:
        return below_goal(party, table.table_no, result.points)
    most = hands * max(each)
    if hands <= total <= most:
        return ""
    return f"{total} points in all, but {hands_have} {hands} to {most}. Check."


def _rubber(result: PartyResult | None) -> str:
    """Return the side that won a rubber with fewer points, or ""."""
    if result is None or result.winner is None or len(result.points) != 2:
        return ""
    own, other = result.points[result.winner], result.points[1 - result.winner]
    if own <= other:
        return str(result.winner)
    return ""


def cut_fields(sides: int) -> tuple[str, ...]:
    """Return the names of the fields for the order of a cut.

    >>> cut_fields(3)
    ('cut-1', 'cut-2')
    """
    return tuple(f"cut-{place}" for place in range(1, sides))


def _cut(sides: int, order: Sequence[str]) -> tuple[CutPlace, ...]:
    """Return the places of the cut of a table at which everybody is alone."""
    if sides < 3:
        return ()
    order = order[: sides - 1]
    places = zip_longest(cut_fields(sides), ORDER[: sides - 1], order, fillvalue="")
    return tuple(CutPlace(name, word, chosen) for name, word, chosen in places)


def typed_over(table: PlayTable, data: Mapping[str, str], error: Exception | str) -> PlayTable:
    """Return *table* with what was typed and its faults."""
    sides = tuple(
        replace(
            side,
            points=data.get(f"points-{side.index}", side.points),
            beside=data.get(f"beside-{side.index}", side.beside),
        )
        for side in table.sides
    )
    lone = tuple((seat, data.get(f"lone-{seat.number}", number)) for seat, number in table.lone)
    cut = tuple(replace(place, chosen=data.get(place.name, place.chosen)) for place in table.cut)
    tie_rule, rubber = data.get("tie-rule", table.tie_rule), data.get("winner", table.rubber)
    line, hands = table.line.typed(data) if table.line else None, data.get("hands", table.hands)
    can_keep = isinstance(error, PartyError) and error.code in MAY_STAY
    table = replace(
        table,
        sides=sides,
        lone=lone,
        cut=cut,
        line=line,
        tie_rule=tie_rule,
        rubber=rubber,
        hands=hands,
    )
    table = replace(table, error=str(error), can_keep=can_keep)
    if not isinstance(error, TwoReportsError):
        return table
    put = next(
        (f"{name}={data[name]}" for name in ("take-out", "tie", "winner") if name in data), "boxes"
    )
    theirs, yours = str(error.params["theirs"]), str(error.params["yours"])
    return replace(table, theirs=theirs, yours=yours, put=data.get("put", put))


def _side(
    sheet: PartyTableSheet, result: PartyResult | None, index: int, system: PartySystem
) -> SideLine:
    points = str(result.points[index]) if result and result.points else ""
    beside = str(result.beside[index]) if result and result.beside else ""
    share = result.shares[index] if result and result.shares else ""
    names = " & ".join(seat.name for seat in sheet.sides[index])
    names = with_side(names, index, system.sides)
    return SideLine(index, names, sheet.winner == index, points, beside, share)
