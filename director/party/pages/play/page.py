"""Everything the evening page of a party shows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db.models import Count, Max

from director.core.night.clock.read import ClockFace
from director.errors import PartyError
from director.models.event import Clock
from director.party.models import Party
from director.party.movement.clock import party_clock
from director.party.movement.coming_tables import ComingTable, tables_ahead
from director.party.movement.games.read import Evening, PlayedRound, round_read
from director.party.movement.games.tables import seats
from director.party.movement.next_games import announced_changes
from director.party.movement.options import is_fixed
from director.party.movement.seating.read import party_names
from director.party.movement.tables import PlayTable, TableForm, goal_words, play_tables, table_form
from director.party.sentences import PartySentences
from director.party.sheets import PartySeat
from movements import OUT, PartyTable


class Handing(Protocol):
    """A table that hands in its sheets or its list."""

    @property
    def table_no(self) -> int: ...
    @property
    def is_in(self) -> bool: ...


H = TypeVar("H", bound=Handing)


def table_open(tables: Sequence[H], asked: int) -> H:
    """Return the table whose boxes are open: the one *asked* for, or the first missing."""
    of_number = {table.table_no: table for table in tables}
    return of_number.get(asked) or next((table for table in tables if not table.is_in), tables[0])


@dataclass(frozen=True)
class PartyPlay:
    """The evening page of one round: its tables, how far it is, and who goes where next."""

    party: Party
    round_no: int
    latest_no: int
    tables: tuple[PlayTable, ...]
    resting: tuple[PartySeat, ...]
    out: tuple[PartySeat, ...]  # those who are out for the evening
    waiting: tuple[int, ...]
    next_tables: tuple[ComingTable, ...]
    announced: str  # who comes or leaves with the next seats, in a sentence
    refused: str  # why there are no next seats though every table is in
    clock: ClockFace
    form: TableForm
    goal_words: str  # what ends a game, and what holds where the bell rings before
    since: str
    seen: int
    told: int  # how many tables are in

    @property
    def is_current(self) -> bool:
        """Whether this is the round that is played now."""
        return self.form.is_current

    @property
    def is_last(self) -> bool:
        """Whether no further round is planned."""
        return self.round_no >= self.party.rounds

    @property
    def rounds(self) -> range:
        """The rounds that have seats."""
        return range(1, self.latest_no + 1)

    @property
    def is_untouched(self) -> bool:
        """Whether the round waits to begin."""
        return not self.told and self.clock.state == Clock.WAITING

    @property
    def is_ended(self) -> bool:
        """Whether nobody is left to play another round."""
        return self.is_current and not (self.waiting or self.next_tables or self.refused)

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
        """The number of the latest act, which orders two responses."""
        return self.act + self.undone


def party_since(party: Party) -> Since:
    """Return up to where the journal of *party* goes."""
    latest = party.acts.aggregate(last=Max("number"), undone=Count("undone_at"))
    return Since(latest["last"] or 0, latest["undone"])


def party_play(
    party: Party,
    round_no: int | None = None,
    *,
    only: Collection[int] = (),
    after: int | None = None,
) -> PartyPlay | None:
    """Return the evening page of *party* for a round, or None before the draw.

    *only*: leave out the tables that are not among these; *after*: those of which nothing is new
    since act *after*. Six queries whatever the size, one more with *after*.

    :raises PartyError: if nobody had seats in that round
    """
    since = party_since(
        party
    )  # looked up first: what comes in while the rest is read is news to this page
    rounds = party.played_rounds.order_by("-round_no").prefetch_related("results")
    newest = rounds.first()
    if newest is None:
        return None
    latest = newest.round_no
    stored = newest if round_no in (None, 0, latest) else rounds.filter(round_no=round_no).first()
    if stored is None:
        raise PartyError(
            PartySentences.NO_SEATS_YET_IN,
            round_no=round_no,
            latest=latest,
            word=party.round_word,
            title=party.round_title,
        )
    played_round = round_read(stored)
    shown = _shown_tables(party, played_round, only, after)
    evening = Evening(
        party, party_names(party, _needed_players(party, played_round, shown)), (played_round,)
    )
    is_current = played_round.round_no == latest
    next_tables, refused = tables_ahead(evening, played_round) if is_current else ((), "")
    announced = announced_changes(party, latest + 1).text if is_current else ""
    return PartyPlay(
        party=party,
        round_no=played_round.round_no,
        latest_no=latest,
        tables=play_tables(evening, played_round, shown),
        resting=_resting(evening, played_round, 0),
        out=_resting(evening, played_round, OUT),
        waiting=played_round.waiting,
        next_tables=next_tables,
        announced=announced,
        refused=refused,
        clock=party_clock(party),
        form=table_form(evening, played_round, is_current=is_current),
        goal_words=goal_words(party),
        since=since.text,
        seen=since.seen,
        told=len(played_round.results),
    )


def _resting(evening: Evening, played_round: PlayedRound, waits_at: int) -> tuple[PartySeat, ...]:
    """Return who sits out or is out in a round."""
    tables = (
        table for table in played_round.seating if table.sits_out and table.waits_at == waits_at
    )
    return tuple(seat for table in tables for seat in seats(evening, table)[0])


def _shown_tables(
    party: Party, played_round: PlayedRound, only: Collection[int], after: int | None
) -> Sequence[PartyTable]:
    """Return the tables that a page, or a part of it, shows."""
    if after is not None:
        only = _news(party, played_round, after)
    elif not only:
        return played_round.tables
    return [table for table in played_round.tables if table.table_no in only]


def _news(party: Party, played_round: PlayedRound, after: int) -> set[int]:
    """Return the tables with news since act *after*.

    What was taken out has left nothing behind by which it is known: then it may be any table that
    plays.
    """
    versions = {result.version: number for number, result in played_round.results.items()}
    acts = set(party.acts.filter(kind="result", number__gt=after).values_list("number", flat=True))
    news = {number for version, number in versions.items() if version > after}
    if acts - versions.keys():
        return news | set(played_round.waiting)
    return news


def _needed_players(
    party: Party, played_round: PlayedRound, shown: Sequence[PartyTable]
) -> set[str] | None:
    """Return the players whose names the page needs, or None for all.

    Nearly every tap comes before the next seats are known, so it should not read four hundred
    names.
    """
    if len(shown) == len(played_round.tables) or not played_round.waiting or is_fixed(party):
        return None
    resting = [table for table in played_round.seating if table.sits_out]
    return {player for table in (*shown, *resting) for player in table.players}
