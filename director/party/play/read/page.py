"""Everything the evening page of a party shows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest

from django.db.models import Count, Max
from django.utils import timezone

from director.desk.clock.read import minutes_text
from director.errors import PartyError, TwoReportsError
from director.models.event import Clock
from director.party import sentences
from director.party.models import BELLS, Party, PartyResult
from director.party.options import (
    counts_rubbers,
    hand_points,
    is_fixed,
    tie_rules,
    tricks_of_deal,
    wants_points,
    written_unit,
)
from director.party.play.read.coming import ComingTable, tables_ahead
from director.party.play.read.games import Evening, PlayedRound, round_read
from director.party.play.read.next import announced
from director.party.results.read.sheets import seats, table_sheet
from director.party.seats.read.seating import party_names
from director.party.sheets import PartySeat, PartyTableSheet
from movements import PartyTable, find_party_system
from scoring import TieRule, find_party_method

ORDER = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side of a table on the page: who it is, and what stands in its boxes."""

    index: int
    name: str
    seats: tuple[PartySeat, ...]
    is_winner: bool
    points: str
    beside: str
    share: str


@dataclass(frozen=True, slots=True)
class CutPlace:
    """One place in the order of a cut between players who are alone: its field, its word, which side stands there."""

    name: str
    word: str
    chosen: str


@dataclass(frozen=True, slots=True)
class PlayTable:
    """One table of the evening page: what it told, and what it is asked."""

    sheet: PartyTableSheet
    sides: tuple[SideLine, ...]
    version: int
    asks_points: bool  # by boxes; else one button a side says who won
    tie_rule: str  # what a tie was settled by, or the usual rule
    tie_rules: tuple[TieRule, ...]  # how a tie between two sides may be settled; none where there cannot be one
    aside: str  # what else the table may tell, in words; empty where that is nothing
    lone: tuple[tuple[PartySeat, int | str], ...]
    cut: tuple[CutPlace, ...] = ()
    rubber: str = ""  # the side that won a rubber with no more points than the other
    warning: str = ""  # what is stored and can hardly be right
    error: str = ""
    theirs: str = ""  # where another report stands: what that one says
    yours: str = ""  # and what the own one says
    put: str = ""  # the button that was pressed for it

    @property
    def state(self) -> str:
        """How the table looks: ``"wrong"``, ``"in"`` or ``"waiting"``."""
        if self.error:
            return "wrong"
        return "in" if self.sheet.is_in else "waiting"

    @property
    def cutting(self) -> tuple[SideLine, ...]:
        """Who may have cut: those with as many points as somebody else, or all where the boxes tie nobody."""
        typed = [side.points.strip() for side in self.sides]
        tied = tuple(side for side in self.sides if side.points.strip() and typed.count(side.points.strip()) > 1)
        return self.sides if any(side.beside for side in self.sides) else tied or self.sides


@dataclass(frozen=True, slots=True)
class PartyClock:
    """The clock of a round, and what ends it."""

    round_no: int
    text: str
    note: str
    bell: str
    ends_at: datetime | None
    now: datetime
    is_running: bool
    is_paused: bool
    has_rung: bool
    shown: str  # the end, as the page sends it back


@dataclass(frozen=True)
class PartyPlay:
    """The evening page of one round: its tables, how far it is, and who goes where next."""

    party: Party
    round_no: int
    latest_no: int
    tables: tuple[PlayTable, ...]
    resting: tuple[PartySeat, ...]
    waiting: tuple[int, ...]
    next_tables: tuple[ComingTable, ...]
    announced: str  # who comes or leaves with the next seats, in a sentence
    refused: str  # why there are no next seats though every table is in
    clock: PartyClock
    unit: str
    beside: str
    keys: tuple[int, ...]  # what one hand may bring, tapped instead of typed
    whole: int  # what both sides have together, 0 where that is open
    asks_lone: bool
    asks_rubber: bool
    since: str
    seen: int
    has_rows: bool  # several aisles
    told: int  # how many tables are in

    @property
    def is_current(self) -> bool:
        """Whether this is the round that is played now."""
        return self.round_no == self.latest_no

    @property
    def is_last(self) -> bool:
        """Whether no further round is planned."""
        return self.round_no >= self.party.rounds

    @property
    def trump(self) -> str:
        """What is trump in the round, where trumps go in turn."""
        return self.party.trump_words(self.round_no)

    @property
    def rounds(self) -> range:
        """The rounds that have seats."""
        return range(1, self.latest_no + 1)

    @property
    def is_untouched(self) -> bool:
        """Whether the round waits to begin: no table is in, and the clock has not run."""
        return not (self.told or self.clock.is_running or self.clock.is_paused or self.clock.has_rung)

    @property
    def can_move(self) -> bool:
        """Whether the next seats are known."""
        return self.is_current and bool(self.next_tables)


@dataclass(frozen=True, slots=True)
class Since:
    """What a page had seen when it was made: the latest act and how many were undone."""

    act: int
    undone: int

    @property
    def text(self) -> str:
        """How the page sends it."""
        return f"{self.act}-{self.undone}"

    @property
    def seen(self) -> int:
        """How much was done by then: grows with every act and every undo, so that the newer of two answers is known."""
        return self.act + self.undone


def party_since(party: Party) -> Since:
    """Return up to where the journal of *party* goes."""
    latest = party.acts.aggregate(last=Max("number"), undone=Count("undone_at"))
    return Since(latest["last"] or 0, latest["undone"])


def party_play(party: Party, round_no: int | None = None, *, only: Collection[int] = ()) -> PartyPlay | None:
    """Return the evening page of *party* for the current round or an earlier one; ``None`` before the draw.

    *only*: leave out the tables that are not among these.  Six queries whatever the size.

    :raises PartyError: if nobody had seats in that round
    """
    since = party_since(party)  # looked up first: what comes in while the rest is read is news to this page
    latest = party.played_rounds.aggregate(last=Max("round_no"))["last"]
    if latest is None:
        return None
    stored = party.played_rounds.filter(round_no=round_no or latest).prefetch_related("results").first()
    if stored is None:
        raise PartyError(sentences.NO_SEATS_YET_IN, round_no=round_no, latest=latest)
    played_round = round_read(stored)
    evening = Evening(party, party_names(party, _needed(party, played_round, only)), (played_round,))
    method = find_party_method(party.method)
    ahead = tables_ahead(evening, played_round) if played_round.round_no == latest else ((), "")
    return PartyPlay(
        party=party,
        round_no=played_round.round_no,
        latest_no=latest,
        tables=tuple(
            play_table(evening, played_round, table)
            for table in played_round.tables
            if not only or table.table_no in only
        ),
        resting=tuple(seat for table in played_round.seating if table.sits_out for seat in seats(evening, table)[0]),
        waiting=played_round.waiting,
        next_tables=ahead[0],
        announced=announced(party, latest + 1).text if played_round.round_no == latest else "",
        refused=ahead[1],
        clock=party_clock(party),
        unit=written_unit(party),
        beside=method.beside,
        keys=hand_points(party),
        whole=tricks_of_deal(party),
        asks_lone=bool(party.prizes.get("lone_hands")),
        asks_rubber=counts_rubbers(party),
        since=since.text,
        seen=since.seen,
        has_rows=played_round.has_rows,
        told=len(played_round.results),
    )


def _needed(party: Party, played_round: PlayedRound, only: Collection[int]) -> set[str] | None:
    """Return whose names a part of the page shows: those at its tables; ``None`` for all, where it has the next seats.

    Nearly every tap comes before the next seats are known, so it should not read four hundred names.
    """
    if not only or not played_round.waiting or is_fixed(party):
        return None
    return {
        player for table in played_round.seating if table.table_no in only or table.sits_out for player in table.players
    }


def play_table(evening: Evening, played_round: PlayedRound, table: PartyTable) -> PlayTable:
    """Return one table as the page shows it."""
    party, result = evening.party, played_round.results.get(table.table_no)
    sheet = table_sheet(evening, played_round, table)
    rules = tie_rules(party, table)
    return PlayTable(
        sheet=sheet,
        sides=tuple(_side(sheet, result, index) for index in range(len(sheet.sides))),
        version=result.version if result else 0,
        asks_points=wants_points(party) or find_party_system(party.system).needs_points(table),
        tie_rule=result.tie if result and result.tie else party.tie_rule,
        tie_rules=rules,
        aside=_aside(party, can_tie=bool(rules)),
        cut=_cut(len(sheet.sides), [str(side) for side in result.cut] if result else []),
        lone=tuple(
            (seat, result.lone.get(str(seat.number), 0) if result else 0) for side in sheet.sides for seat in side
        ),
        rubber=_rubber(party, result),
        warning=_warning(party, table, result),
    )


def _aside(party: Party, *, can_tie: bool) -> str:
    asked = (
        (counts_rubbers(party), "rubber won with fewer points"),
        (can_tie, "tie"),
        (bool(party.prizes.get("lone_hands")), "lone hands"),
    )
    words = ", ".join(word for is_asked, word in asked if is_asked)
    return words[:1].upper() + words[1:]


def _warning(party: Party, table: PartyTable, result: PartyResult | None) -> str:
    """Return what can hardly be right about the points of a table: each hand of euchre brings one to four."""
    if result is None or not result.points or table.alone or not party.hands or not hand_points(party):
        return ""
    total, most = sum(result.points), party.hands * max(hand_points(party))
    if party.hands <= total <= most:
        return ""
    return f"{total} points together: {party.hands} hands bring {party.hands} to {most}. Look at it again."


def _rubber(party: Party, result: PartyResult | None) -> str:
    """Return the side that won a rubber without more points than the other, empty where the points say it."""
    if not counts_rubbers(party) or result is None or result.winner is None or len(result.points) != 2:
        return ""
    own, other = result.points[result.winner], result.points[1 - result.winner]
    return str(result.winner) if own <= other else ""


def cut_fields(sides: int) -> tuple[str, ...]:
    """Return the names of the fields that hold the whole order of a cut between so many, the last one left over.

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
    """Return *table* with what was typed there, and what is wrong with it: for two reports with both."""
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
    table = replace(table, sides=sides, lone=lone, cut=cut, tie_rule=tie_rule, rubber=rubber, error=str(error))
    if not isinstance(error, TwoReportsError):
        return table
    put = next((f"{name}={data[name]}" for name in ("take-out", "tie", "winner") if name in data), "boxes")
    theirs, yours = str(error.params["theirs"]), str(error.params["yours"])
    return replace(table, theirs=theirs, yours=yours, put=data.get("put", put))


def party_clock(party: Party) -> PartyClock:
    """Return the clock of *party*; no query."""
    session, now = party.session, timezone.now()
    running, paused = session.clock == Clock.RUNNING, session.clock == Clock.PAUSED
    rung = paused and session.seconds_left == 0
    ends_at = session.round_ends_at if running else None
    if rung:
        text, note = "0:00", "The bell has rung: finish the hand, then tell who won."
    elif ends_at:
        at = timezone.localtime(ends_at).strftime("%H:%M")
        text, note = f"ends at {at}", f"Time was up at {at}." if ends_at < now else f"Until {at}."
    elif paused:
        text, note = minutes_text(session.seconds_left or 0), "Paused; this much is left."
    else:
        text, note = minutes_text(session.round_minutes * 60), "Not started."
    pauses = paused and not rung
    return PartyClock(
        session.round_no, text, note, BELLS[party.bell], ends_at, now, running, pauses, rung, session.end_shown
    )


def _side(sheet: PartyTableSheet, result: PartyResult | None, index: int) -> SideLine:
    points = str(result.points[index]) if result and result.points else ""
    beside = str(result.beside[index]) if result and result.beside else ""
    share = result.shares[index] if result and result.shares else ""
    names = " & ".join(seat.name for seat in sheet.sides[index])
    return SideLine(index, names, sheet.sides[index], sheet.winner == index, points, beside, share)
