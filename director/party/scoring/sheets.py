"""Build the sheets of a party from one reading of the database, and cache them.

The records are defined in :mod:`director.party.sheets`. Pages, files and paper read the same sheets.
The long lists of them are made only when they are asked for.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, partial

from django.urls import reverse

from director.core.base.storage.lru_cache import LruCache
from director.core.base.versions import event_version
from director.party.models import Party, PartyCard
from director.party.movement.games.cards import card_rounds
from director.party.movement.games.cribbage_files import games_on_cards
from director.party.movement.games.read import Evening, PlayedRound, party_evening
from director.party.movement.games.tables import table_sheet
from director.party.movement.options import (
    counted_unit,
    is_skat,
    party_system,
    settled_options,
    tells_groups,
)
from director.party.movement.parties import party_of_event
from director.party.movement.seating.read import Named, SeatAtTable
from director.party.movement.words import bell_words, game_word, presence_words, prize_title
from director.party.scoring.options import option_words
from director.party.scoring.prizes import account_lines, jackpot_row, prize_amounts
from director.party.scoring.skat import SkatSession, skat_lines, skat_sessions
from director.party.scoring.skat_series import series_results
from director.party.sheets import (
    HandedCard,
    PartyHeading,
    PartyLine,
    PartyPrizeRow,
    PartyRoundSheet,
    PartySheets,
    PartyStandingRow,
    TallyCard,
)
from scoring import PartyGame, PartyStanding, Prize, find_party_method

MAX_PARTIES = 4
"""Parties cached in memory, published or not."""


class EveningSheets(PartySheets):
    """The sheets of a fetched *evening*.

    *counted* is the evening with all its rounds, for standings and prizes, if *evening* has only
    some of them. Making the sheets costs no query, or one at a Skat congress.
    """

    evening: Evening
    counted: Evening

    def __init__(self, evening: Evening, counted: Evening | None = None) -> None:
        counted = counted or evening
        answers = evening.party.answers
        sessions = skat_sessions(evening) if is_skat(evening.party) else ()
        values = {
            "evening": evening,
            "counted": counted,
            "heading": party_heading(evening.party),
            "prizes": _prizes(counted, sessions),
            "money": account_lines(counted),
            "drawn": (answers.get("drawn"), answers.get("drawn_seed")),
            "skat": skat_lines(evening, sessions),
            "has_sessions": is_skat(evening.party),
            "series": series_results(counted),
            "handed": tuple(_handed_card(counted, card) for card in counted.cards),
            "of_pairs": counted.contestants.are_pairs,
            "contest_word": counted.contestants.word,
            "on_cards": games_on_cards(counted.party, counted.names, counted.cards),
        }
        for name, value in values.items():
            # The class is a frozen dataclass, which sets its own fields in this way too.
            object.__setattr__(self, name, value)

    @cached_property
    def standings(self) -> tuple[PartyStandingRow, ...]:
        """The rows of the standings, by place."""
        return tuple(standing_row(self.counted, standing) for standing in self.counted.standings)

    @cached_property
    def cards(self) -> tuple[TallyCard, ...]:
        """The tally cards of all players, by number."""
        return tuple(
            _card(self.evening, player) for player in self.evening.names.by_player.values()
        )

    @cached_property
    def rounds(self) -> tuple[PartyRoundSheet, ...]:
        """The rounds that have seats, first one first."""
        return tuple(
            round_sheet(self.evening, played_round) for played_round in self.evening.rounds
        )

    @cached_property
    def lines(self) -> tuple[PartyLine, ...]:
        """A line for each player in each round, by round and number."""
        return tuple(_lines(self.evening))


SHEETS_CACHE = LruCache[EveningSheets](MAX_PARTIES)
"""The sheets of the latest parties. At 100 tables the page Results takes 22 ms in place of 129."""


def cached_sheets(party: Party) -> EveningSheets:
    """Return the sheets of *party*, cached as long as its version stays the same.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    # *party* was read before its version and may be older, so the cached sheets are made from the
    # party as it is stored now.
    return SHEETS_CACHE.get_or_make(
        partial(event_version, party.session.event_id),
        lambda: EveningSheets(party_evening(party_of_event(party.session.event_id))),
    )


def party_sheets(party: Party) -> PartySheets:
    """Return every sheet of *party*.

    Three queries whatever its size.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    return EveningSheets(party_evening(party))


def party_heading(party: Party) -> PartyHeading:
    """Return the heading of the sheets of *party*.

    No query if session, event and club are fetched.
    """
    event = party.session.event
    system = party_system(party)
    system_name = ""
    options: tuple[tuple[str, str], ...] = ()
    if system:
        system_name = system.name
        chosen = settled_options(system, party.options)
        options = option_words(system, chosen, party.round_word)
    method_name = find_party_method(party.method).name if party.method else ""
    return PartyHeading(
        club=event.club.name,
        event=event.name,
        date=event.date,
        game=game_word(party.game),
        system=system_name,
        options=options,
        method=method_name,
        unit=counted_unit(party),
        rounds=party.rounds,
        minutes=party.session.round_minutes,
        bell=bell_words(party),
        seed=party.seed,
        group_names=(party.group_name("A"), party.group_name("B")),
        tells_groups=tells_groups(party),
        round_word=party.round_word,
        rounds_word=party.rounds_word,
    )


def round_sheet(evening: Evening, played_round: PlayedRound) -> PartyRoundSheet:
    """Return all tables of one round."""
    return PartyRoundSheet(
        played_round.round_no,
        tuple(table_sheet(evening, played_round, table) for table in played_round.seating),
    )


def standing_row(evening: Evening, standing: PartyStanding) -> PartyStandingRow:
    """Return the row of one contestant in the standings."""
    contestants = evening.contestants
    return PartyStandingRow(
        place=standing.place_text,
        number=int(standing.player),
        name=contestants[standing.player],
        group=standing.group,
        group_name=evening.party.group_name(standing.group),
        row=standing.row,
        total=standing.total,
        columns=standing_columns(evening, standing),
        played=standing.played,
        lone=standing.lone,
        credit=standing.credit,
        presence=presence_notes(evening, standing),
        merit=standing.merit,
        title=contestants.title(standing.player),
        people=tuple(
            (int(player), evening.names[player])
            for player in contestants.of(standing.player).players
        ),
    )


def standing_columns(evening: Evening, standing: PartyStanding) -> tuple[tuple[str, Fraction], ...]:
    """Return the names and figures of the columns of *standing*.

    Columns of the method come first, then those that prizes need.
    """
    columns = _flag_columns(evening, standing) if evening.has_flags else standing.columns
    shown_names = {name for name, _figure in columns}
    prize_columns = [
        (name, figure)
        for name, figure in _prize_columns(evening, standing)
        if name not in shown_names
    ]
    return (*columns, *prize_columns)


def _prize_columns(evening: Evening, standing: PartyStanding) -> Iterator[tuple[str, Fraction]]:
    rules = evening.prize_rules
    if rules.lone_hands:
        yield "lone hands", Fraction(standing.lone)
    if rules.high_game:
        yield "highest game", Fraction(standing.highest)
    if rules.tens:
        yield "ten-trick hands", Fraction(standing.tens)


def _flag_columns(evening: Evening, standing: PartyStanding) -> tuple[tuple[str, Fraction], ...]:
    # A fort gains a flag with every hand that it wins, and loses one with every other hand.
    won = standing.total - standing.credit
    lost = evening.hands_played[standing.player] - won
    return (("flags taken", won), ("flags lost", lost), *standing.columns[1:])


def presence_notes(evening: Evening, standing: PartyStanding) -> str:
    """Return whether a contestant came late, left or sat out, and the former players of a pair."""
    word = evening.party.round_word
    notes = [presence_words(evening.party, standing.presence)]
    for player, last_round in evening.contestants.of(standing.player).former:
        notes.append(f"{evening.names[player]} up to {word} {last_round}")
    return ", ".join(filter(None, notes))


def prize_row(evening: Evening, prize: Prize, amount: str = "") -> PartyPrizeRow:
    """Return the row of one prize. *amount* says what it pays."""
    takers = evening.among(prize)
    open_tie = prize.tie.text if prize.tie else ""
    return PartyPrizeRow(
        title=prize_title(evening.party, prize),
        numbers=tuple(takers.of(player).number for player in prize.players),
        names=tuple(takers[player] for player in prize.players),
        open_tie=open_tie,
        heading=prize.heading,
        outcome=prize.outcome,
        amount=amount,
    )


def _prizes(evening: Evening, sessions: tuple[SkatSession, ...]) -> tuple[PartyPrizeRow, ...]:
    if is_skat(evening.party):
        session_prizes: list[PartyPrizeRow] = []
        for session in sessions:
            session_prizes += session.prizes
        return tuple(session_prizes)
    if not evening.is_ranked:
        return ()
    rows = [
        prize_row(evening, prize, amount)
        for prize, amount in zip(evening.prizes, prize_amounts(evening), strict=True)
    ]
    jackpot = jackpot_row(evening)
    if jackpot:
        rows.append(jackpot)
    return tuple(rows)


def _card(evening: Evening, player: Named) -> TallyCard:
    key = str(player.number)
    # The first round with a seat: a late arrival has none in round 1.
    place = next(
        (played_round.places[key] for played_round in evening.rounds if key in played_round.places),
        None,
    )
    table_no, row, seat, partners = None, 1, "", ""
    if place:
        table_no, row, seat = place.table_no, place.row, place.seat
        partners = " & ".join(place.partners)
    return TallyCard(
        number=player.number,
        name=str(player),
        is_named=player.person_id is not None,
        group=player.group,
        group_name=evening.party.group_name(player.group),
        table_no=table_no,
        row=row,
        seat=seat,
        boxes=evening.party.rounds,
        path=reverse("party_phone", args=[player.token]),
        partners=partners,
        team=evening.contestants.title(key),
        is_large=bool(player.needs_large_print),
    )


def _handed_card(evening: Evening, card: PartyCard) -> HandedCard:
    contestants = evening.contestants
    key = contestants.of(str(card.player)).key
    if contestants.are_pairs:
        group_name = ""
    else:
        group_name = evening.party.group_name(evening.names.group(key))
    return HandedCard(
        round_no=card.part,
        number=contestants.of(key).number,
        name=contestants[key],
        group_name=group_name,
        half=card.half,
        second=card.second,
        total=card.total,
        lone=card.lone,
        rounds=card_rounds(evening.party, evening.names, card),
    )


def _lines(evening: Evening) -> list[PartyLine]:
    # A card that was handed in covers several rounds, so it is no game of one of them.
    games = {(game.round_no, game.player): game for game in evening.games if game.handed is None}
    lines = []
    for played_round in evening.rounds:
        round_no = played_round.round_no
        for player, place in sorted(played_round.places.items(), key=lambda item: int(item[0])):
            lines.append(_line(evening, round_no, place, games.get((round_no, player))))
    return lines


def _line(evening: Evening, round_no: int, place: SeatAtTable, game: PartyGame | None) -> PartyLine:
    own_points, other_points, won, lone, counts = None, None, Fraction(0), 0, True
    if game:
        own_points, other_points, won = game.own, game.other, game.won
        lone, counts = game.lone, game.counts
    return PartyLine(
        round_no=round_no,
        number=int(place.player),
        name=evening.names[place.player],
        group=evening.names.group(place.player),
        table_no=place.table_no,
        row=place.row,
        seat=place.seat,
        partners=tuple(int(player) for player in place.partners),
        opponents=tuple(int(player) for player in place.opponents),
        sits_out=place.sits_out,
        is_in=game is not None,
        own=own_points,
        other=other_points,
        won=won,
        lone=lone,
        counts=counts,
    )
