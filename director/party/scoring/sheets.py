"""Build the sheets of a party from one reading of the database, and cache them.

The records are defined in :mod:`director.party.sheets`. Pages, files and paper read the same
sheets. Their long lists are made only on demand.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, partial

from django.urls import reverse

from director.core.base.versions import LruCache, fetch_event_version
from director.party.models import Party, PartyCard
from director.party.movement.cards import get_card_rounds
from director.party.movement.games import (
    PartyRecord,
    PlayedRound,
    fetch_party_record,
    make_table_record,
)
from director.party.movement.options import (
    get_counted_unit,
    get_party_system,
    has_seat_groups,
    is_skat,
    resolve_options,
)
from director.party.movement.parties import fetch_party_by_event
from director.party.movement.seating import PlayerFacts, SeatAtTable
from director.party.movement.words import (
    describe_options,
    describe_presence,
    describe_round_end,
    get_game_name,
)
from director.party.scoring.giving import make_prize_row
from director.party.scoring.prizes import (
    describe_prize_amounts,
    list_account_rows,
    make_party_jackpot_row,
)
from director.party.scoring.skat import SkatSession, fetch_skat_sessions, list_skat_entries
from director.party.scoring.skat_series import compute_series_results
from director.party.sheets import (
    HandedCard,
    PartyEventResults,
    PartyHeading,
    PartyLine,
    PartyStandingRow,
    PrizeRow,
    RoundRecord,
    TallyCard,
)
from scoring.party.methods import get_party_method
from scoring.party.model import PartyGame, PartyStanding

MAX_PARTIES = 4
"""Parties cached in memory, published or not."""
_COUPLE_NAMES = ("A (head couple)", "B (side couple)")


class FetchedPartyResults(PartyEventResults):
    """The sheets of a fetched *record*.

    If *record* has only some of the rounds, *full_record* has all of them, for standings and prizes.
    (Costs no query, or one at a Skat congress.)
    """

    record: PartyRecord
    full_record: PartyRecord

    def __init__(self, record: PartyRecord, full_record: PartyRecord | None = None) -> None:
        full_record = full_record or record
        answers = record.party.answers
        sessions = fetch_skat_sessions(record) if is_skat(record.party) else ()
        values = {
            "record": record,
            "full_record": full_record,
            "heading": make_party_heading(record.party),
            "prizes": _make_prize_rows(full_record, sessions),
            "money": list_account_rows(full_record),
            "drawn_number": answers.get("drawn"),
            "drawn_number_seed": answers.get("drawn_seed"),
            "skat_entries": list_skat_entries(record, sessions),
            "has_sessions": is_skat(record.party),
            "series": compute_series_results(full_record),
            "handed_cards": tuple(
                _make_handed_card(full_record, card) for card in full_record.cards
            ),
            "has_ranked_pairs": full_record.contestants.are_pairs,
            "contestant_noun": full_record.contestants.contestant_noun,
        }
        for name, value in values.items():
            # The class is a frozen dataclass, which sets its own fields in this way too.
            object.__setattr__(self, name, value)

    @cached_property
    def standings(self) -> tuple[PartyStandingRow, ...]:
        """The rows of the standings, by place."""
        return tuple(
            make_standing_row(self.full_record, standing) for standing in self.full_record.standings
        )

    @cached_property
    def cards(self) -> tuple[TallyCard, ...]:
        """The tally cards of all players, by number."""
        return tuple(
            _make_tally_card(self.record, player)
            for player in self.record.names.facts_by_player.values()
        )

    @cached_property
    def rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds that have seats, first one first."""
        return tuple(
            make_round_record(self.record, played_round) for played_round in self.record.rounds
        )

    @cached_property
    def lines(self) -> tuple[PartyLine, ...]:
        """A line for each player in each round, by round and number."""
        return tuple(_list_party_lines(self.record))


RESULTS_CACHE = LruCache[FetchedPartyResults](MAX_PARTIES)
"""The sheets of the latest parties. At 100 tables the page Results takes 22 ms in place of 129."""


def fetch_cached_results(party: Party) -> FetchedPartyResults:
    """Return the sheets of *party*, cached as long as its version stays the same.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    # *party* was read before its version and may be older, so the cached sheets are made from the
    # party as it is stored now.
    return RESULTS_CACHE.get_or_make(
        partial(fetch_event_version, party.session.event_id),
        lambda: FetchedPartyResults(
            fetch_party_record(fetch_party_by_event(party.session.event_id))
        ),
    )


def fetch_party_results(party: Party) -> PartyEventResults:
    """Return every sheet of *party*.

    (Costs three queries whatever its size.)

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    return FetchedPartyResults(fetch_party_record(party))


def make_party_heading(party: Party) -> PartyHeading:
    """Return the heading of the sheets of *party*.

    (Costs no query if session, event and club are fetched.)
    """
    event = party.session.event
    system = get_party_system(party)
    system_name = ""
    options: tuple[tuple[str, str], ...] = ()
    if system:
        system_name = system.name
        choices = resolve_options(system, party.options)
        options = describe_options(system, choices, party.round_noun)
    method_name = get_party_method(party.method).name if party.method else ""
    return PartyHeading(
        club=event.club.name,
        event=event.name,
        date=event.date,
        game=get_game_name(party.game),
        system=system_name,
        options=options,
        method=method_name,
        unit=get_counted_unit(party),
        rounds=party.rounds,
        minutes=party.session.round_minutes,
        bell=describe_round_end(party),
        seed=party.seed,
        group_names=(party.get_group_name("A"), party.get_group_name("B")),
        tells_groups=has_seat_groups(party),
        round_noun=party.round_noun,
        rounds_noun=party.rounds_noun,
    )


def make_round_record(record: PartyRecord, played_round: PlayedRound) -> RoundRecord:
    """Return all tables of one round."""
    return RoundRecord(
        played_round.round_no,
        tuple(make_table_record(record, played_round, table) for table in played_round.seating),
    )


def make_standing_row(record: PartyRecord, standing: PartyStanding) -> PartyStandingRow:
    """Return the row of one contestant in the standings."""
    contestants = record.contestants
    return PartyStandingRow(
        place=standing.rank_text,
        number=int(standing.player),
        name=contestants[standing.player],
        group=standing.group,
        group_name=record.party.get_group_name(standing.group),
        row=standing.row,
        total=standing.total,
        columns=list_standing_columns(record, standing),
        games_played=standing.games_played,
        lone_hands=standing.lone_hands,
        credit=standing.sit_out_credit,
        presence=format_presence_notes(record, standing),
        merit=standing.merit,
        title=contestants.get_team_title(standing.player),
        people=tuple(
            (int(player), record.names[player])
            for player in contestants.get_contestant(standing.player).players
        ),
    )


def list_standing_columns(
    record: PartyRecord, standing: PartyStanding
) -> tuple[tuple[str, Fraction], ...]:
    """Return the names and figures of the columns of *standing*.

    Columns of the method come first, then further columns that prizes need.
    """
    columns = _make_flag_columns(record, standing) if record.has_flags else standing.columns
    shown_names = {name for name, _figure in columns}
    prize_columns = [
        (name, figure)
        for name, figure in _iter_prize_columns(record, standing)
        if name not in shown_names
    ]
    return (*columns, *prize_columns)


def _iter_prize_columns(
    record: PartyRecord, standing: PartyStanding
) -> Iterator[tuple[str, Fraction]]:
    rules = record.prize_rules
    if rules.lone_hands:
        yield "lone hands", Fraction(standing.lone_hands)
    if rules.high_game:
        yield "highest game", Fraction(standing.highest_game)
    if rules.tens:
        yield "ten-trick hands", Fraction(standing.ten_trick_hands)


def _make_flag_columns(
    record: PartyRecord, standing: PartyStanding
) -> tuple[tuple[str, Fraction], ...]:
    # A fort gains a flag with every hand that it wins, and loses one with every other hand.
    won = standing.total - standing.sit_out_credit
    lost = record.hand_counts[standing.player] - won
    return (("flags taken", won), ("flags lost", lost), *standing.columns[1:])


def format_presence_notes(record: PartyRecord, standing: PartyStanding) -> str:
    """Return notes on late arrival, leaving and sit-outs, and on previous players of a pair."""
    round_noun = record.party.round_noun
    notes = [describe_presence(record.party, standing.presence)]
    for player, last_round in record.contestants.get_contestant(standing.player).previous_players:
        notes.append(f"{record.names[player]} up to {round_noun} {last_round}")
    return ", ".join(filter(None, notes))


def _make_prize_rows(
    record: PartyRecord, sessions: tuple[SkatSession, ...]
) -> tuple[PrizeRow, ...]:
    if is_skat(record.party):
        session_prizes: list[PrizeRow] = []
        for session in sessions:
            session_prizes += session.prizes
        return tuple(session_prizes)
    if not record.is_ranked:
        return ()
    rows = [
        make_prize_row(record, prize, amount)
        for prize, amount in zip(record.prizes, describe_prize_amounts(record), strict=True)
    ]
    jackpot = make_party_jackpot_row(record)
    if jackpot:
        rows.append(jackpot)
    return tuple(rows)


def _make_tally_card(record: PartyRecord, player: PlayerFacts) -> TallyCard:
    key = str(player.number)
    # The first round with a seat: a late arrival has none in round 1.
    first_seat = next(
        (
            played_round.seat_by_player[key]
            for played_round in record.rounds
            if key in played_round.seat_by_player
        ),
        None,
    )
    table_no = None
    row = 1
    seat = partners = ""
    if first_seat:
        table_no = first_seat.table_no
        row = first_seat.row
        seat = _name_first_seat(record.party, first_seat)
        partners = " & ".join(first_seat.partners)
    return TallyCard(
        number=player.number,
        name=str(player),
        is_named=player.person_id is not None,
        group=player.group,
        group_name=record.party.get_group_name(player.group),
        table_no=table_no,
        row=row,
        seat=seat,
        box_count=record.party.rounds,
        path=reverse("party_phone", args=[player.token]),
        partners=partners,
        team=record.contestants.get_team_title(key),
        needs_large_print=bool(player.needs_large_print),
    )


def _name_first_seat(party: Party, seat: SeatAtTable) -> str:
    """Return the seat on a tally card: its name, or the letter of the couple.

    Source: [HOYLE1926] p. 90, "1 A" for the head couple of table 1 and "1 B" for its side couple.
    """
    if party.options.get("letters") != "couples" or seat.side >= len(_COUPLE_NAMES):
        return seat.seat
    return _COUPLE_NAMES[seat.side]


def _make_handed_card(record: PartyRecord, card: PartyCard) -> HandedCard:
    contestants = record.contestants
    key = contestants.get_contestant(str(card.player)).key
    if contestants.are_pairs:
        group_name = ""
    else:
        group_name = record.party.get_group_name(record.names.get_group(key))
    return HandedCard(
        round_no=card.part,
        number=contestants.get_contestant(key).number,
        name=contestants[key],
        group_name=group_name,
        half=card.half,
        second=card.second,
        total=card.total,
        lone=card.lone,
        rounds=get_card_rounds(record.party, record.names, card),
    )


def _list_party_lines(record: PartyRecord) -> list[PartyLine]:
    # A card that was handed in covers several rounds, so it is no game of one of them.
    game_by_round_and_player = {
        (game.round_no, game.player): game for game in record.games if game.card_total is None
    }
    lines = []
    for played_round in record.rounds:
        round_no = played_round.round_no
        for player in sorted(played_round.seat_by_player, key=int):
            seat = played_round.seat_by_player[player]
            game = game_by_round_and_player.get((round_no, player))
            lines.append(_make_party_line(record, round_no, seat, game))
    return lines


def _make_party_line(
    record: PartyRecord, round_no: int, seat_at_table: SeatAtTable, game: PartyGame | None
) -> PartyLine:
    return PartyLine(
        round_no=round_no,
        number=int(seat_at_table.player),
        name=record.names[seat_at_table.player],
        group=record.names.get_group(seat_at_table.player),
        table_no=seat_at_table.table_no,
        row=seat_at_table.row,
        seat=seat_at_table.seat,
        partners=tuple(int(player) for player in seat_at_table.partners),
        opponents=tuple(int(player) for player in seat_at_table.opponents),
        sits_out=seat_at_table.sits_out,
        is_entered=game is not None,
        own_points=game.own_points if game else None,
        best_other_points=game.other_points if game else None,
        games_won=game.games_won if game else Fraction(0),
        lone_hands=game.lone_hands if game else 0,
        is_counted=game.is_counted if game else True,
    )
