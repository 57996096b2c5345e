"""Data for a party's Play page: the tables of one round, and the next seats.

The page asks for news every few seconds. It sends the state of the history that it knows, so that
it gets the tables changed since.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db.models import Count, Max, QuerySet

from director.core.base.act_kinds import ActKind
from director.core.night.clock import ClockFace
from director.errors import PartyError
from director.models.event import Clock
from director.party.models import Party, PartyRound
from director.party.movement.clock import make_party_clock
from director.party.movement.games import PartyRecord, PlayedRound, list_seats_by_side, read_round
from director.party.movement.next_round import (
    NextTable,
    fetch_announced_changes,
    make_next_tables,
)
from director.party.movement.options import is_fixed
from director.party.movement.seating import fetch_party_names
from director.party.movement.tables import (
    PlayTable,
    TableForm,
    describe_goal,
    make_play_tables,
    make_table_form,
)
from director.party.sheets import PartySeat
from movements.party.model import OUT_TABLE_NO, PartyTable

ROWS_PER_PAGE = 50
"""Cards on a page of the list of typed cards."""


class TableWithPaper(Protocol):
    """A table that hands in its sheets or its list."""

    @property
    def table_no(self) -> int: ...
    @property
    def is_entered(self) -> bool: ...


T = TypeVar("T", bound=TableWithPaper)


def choose_open_table(tables: Sequence[T], requested_no: int) -> T:
    """Return the table whose boxes are open: the requested one, or the first one missing."""
    for table in tables:
        if table.table_no == requested_no:
            return table
    return next((table for table in tables if not table.is_entered), tables[0])


@dataclass(frozen=True)
class PartyRoundPage:
    """The data of Play for one round."""

    party: Party
    round_no: int
    latest_no: int  # the latest round with seats
    tables: tuple[PlayTable, ...]
    resting_players: tuple[PartySeat, ...]  # who sit out
    players_out: tuple[PartySeat, ...]  # who are out for the rest of the party
    unreported_tables: tuple[int, ...]
    next_tables: tuple[NextTable, ...]  # of the next round, as far as they are known
    announcement: str  # who comes or leaves with the next seats, in a sentence
    seating_problem: str  # why there are no next seats although every table has reported
    clock: ClockFace
    form: TableForm
    goal_text: str  # what ends a game, and what counts if the bell rings earlier
    history_text: str  # the HistoryState that the page knows
    history_count: int
    report_count: int

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
        """Whether the round hasn't started."""
        return not self.report_count and self.clock.state == Clock.WAITING

    @property
    def is_ended(self) -> bool:
        """Whether nobody is left to play another round."""
        return self.is_current and not (
            self.unreported_tables or self.next_tables or self.seating_problem
        )

    @property
    def can_move(self) -> bool:
        """Whether the next seats are known."""
        return self.is_current and bool(self.next_tables)


@dataclass(frozen=True, slots=True)
class HistoryState:
    """The history when a page was made: the latest act, and the number of undone acts."""

    act_no: int
    undone_count: int

    @property
    def text(self) -> str:
        """The text that the page sends."""
        return f"{self.act_no}-{self.undone_count}"

    @property
    def count(self) -> int:
        """A number that grows with every act and every undo, to order two responses."""
        return self.act_no + self.undone_count


def fetch_history_state(party: Party) -> HistoryState:
    """Return the present state of the party's history."""
    totals = party.acts.aggregate(last=Max("number"), undone=Count("undone_at"))
    return HistoryState(totals["last"] or 0, totals["undone"])


def fetch_party_play(
    party: Party,
    round_no: int | None = None,
    *,
    table_nos: Collection[int] = (),
    after_act: int | None = None,
) -> PartyRoundPage | None:
    """Return the data for a round's Play page, or None before the draw.

    With *table_nos*, other tables are left out. With *after_act*, tables without news since that act
    are left out. (Costs six queries whatever the size, one more with *after_act*.)

    :raises PartyError: if nobody had seats in that round
    """
    # First, so that a result that comes in while the rest is read is sent as news later.
    history_state = fetch_history_state(party)
    rounds = party.played_rounds.order_by("-round_no").prefetch_related("results")
    latest_round = rounds.first()
    if latest_round is None:
        return None
    latest_no = latest_round.round_no
    played_round = read_round(_fetch_shown_round(party, rounds, latest_round, round_no))
    shown_tables = _select_tables(party, played_round, table_nos, after_act)
    names = fetch_party_names(party, _select_needed_players(party, played_round, shown_tables))
    record = PartyRecord(party, names, (played_round,))
    is_current = played_round.round_no == latest_no
    next_tables: tuple[NextTable, ...] = ()
    seating_problem = ""
    announcement = ""
    if is_current:
        next_tables, seating_problem = make_next_tables(record, played_round)
        announcement = fetch_announced_changes(party, latest_no + 1).text
    return PartyRoundPage(
        party=party,
        round_no=played_round.round_no,
        latest_no=latest_no,
        tables=make_play_tables(record, played_round, shown_tables),
        resting_players=_list_resting_players(record, played_round, 0),
        players_out=_list_resting_players(record, played_round, OUT_TABLE_NO),
        unreported_tables=played_round.unreported_tables,
        next_tables=next_tables,
        announcement=announcement,
        seating_problem=seating_problem,
        clock=make_party_clock(
            party,
            is_played=_is_last_round_played(party, played_round),
            has_results=is_current and bool(played_round.results),
        ),
        form=make_table_form(record, played_round, is_current=is_current),
        goal_text=describe_goal(party),
        history_text=history_state.text,
        history_count=history_state.count,
        report_count=len(played_round.results),
    )


def _is_last_round_played(party: Party, played_round: PlayedRound) -> bool:
    """Return whether every table of the planned last round has reported."""
    return played_round.round_no >= party.rounds and not played_round.unreported_tables


def _fetch_shown_round(
    party: Party, rounds: QuerySet[PartyRound], latest_round: PartyRound, round_no: int | None
) -> PartyRound:
    """Return round *round_no* of *rounds*, or the latest one if no number is given.

    :raises PartyError: if nobody had seats in that round
    """
    if not round_no or round_no == latest_round.round_no:
        return latest_round
    stored_round = rounds.filter(round_no=round_no).first()
    if stored_round is None:
        raise PartyError(
            "no-seats-yet-in",
            "Nobody has a seat in {noun} {round_no} yet. {title} {latest} is being played.",
            round_no=round_no,
            latest=latest_round.round_no,
            noun=party.round_noun,
            title=party.round_title,
        )
    return stored_round


def _list_resting_players(
    record: PartyRecord, played_round: PlayedRound, waits_at: int
) -> tuple[PartySeat, ...]:
    """Return the players without a table in a round, by where they wait."""
    resting_players: list[PartySeat] = []
    for table in played_round.seating:
        if table.sits_out and table.waits_at == waits_at:
            first_side, *_ = list_seats_by_side(record, table)
            resting_players += first_side
    return tuple(resting_players)


def _select_tables(
    party: Party, played_round: PlayedRound, table_nos: Collection[int], after_act: int | None
) -> Sequence[PartyTable]:
    if after_act is not None:
        table_nos = _fetch_tables_with_news(party, played_round, after_act)
    elif not table_nos:
        return played_round.tables
    return [table for table in played_round.tables if table.table_no in table_nos]


def _fetch_tables_with_news(party: Party, played_round: PlayedRound, after_act: int) -> set[int]:
    """Return the tables with news since act *after_act*."""
    # The version of a result is the number of its act.
    table_by_act = {result.version: table_no for table_no, result in played_round.results.items()}
    new_acts = set(
        party.acts.filter(kind=ActKind.RESULT, number__gt=after_act).values_list(
            "number", flat=True
        )
    )
    tables = {table_no for act, table_no in table_by_act.items() if act > after_act}
    if new_acts - table_by_act.keys():
        # A result was deleted. It may have been at any table that has none now.
        tables |= set(played_round.unreported_tables)
    return tables


def _select_needed_players(
    party: Party, played_round: PlayedRound, shown_tables: Sequence[PartyTable]
) -> set[str] | None:
    """Return the players whose names the page needs, or None for all."""
    is_whole_round = len(shown_tables) == len(played_round.tables)
    has_next_seats = not played_round.unreported_tables or is_fixed(party)
    if is_whole_round or has_next_seats:
        return None
    # Most responses come before the next seats are known, so they needn't read four hundred names.
    players: set[str] = set()
    for table in shown_tables:
        players.update(table.players)
    for table in played_round.seating:
        if table.sits_out:
            players.update(table.players)
    return players


def read_posted_version(data: Mapping[str, str]) -> int | None:
    """Return the version of the table that the page showed, or None."""
    text = data.get("version", "")
    if text.isdecimal() and len(text) <= 9:
        return int(text)
    return None
