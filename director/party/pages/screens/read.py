"""What the screen in the room and the phones of players show."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404

from director.core.base.tags.cards import party_figure
from director.core.night.screens.read import (
    FIRST_PAGE,
    SEATS,
    STANDINGS,
    Room,
    RoomLine,
    Turn,
    standings_room,
    still_playing,
    turned,
)
from director.names import by_family
from director.party.models import Party, PartyPlayer, PartyResult
from director.party.movement.clock import party_clock
from director.party.movement.games.cards import all_handed_in, cards_read, is_on_cards, is_typed_from_cards
from director.party.movement.games.cribbage import has_game_cards
from director.party.movement.games.read import Evening, PlayedRound, party_evening
from director.party.movement.games.sit_outs import resting_words
from director.party.movement.options import (
    contest_word,
    counted_unit,
    counts_flags,
    is_skat,
    party_system,
    ranked_as_one,
    ranks_pairs,
)
from director.party.movement.seating.contestants import Contestants
from director.party.movement.seating.read import Names, SeatAtTable, StoredTable, chairs, party_names, seating_read
from director.party.movement.words import counted, handed_in_words, plural, presence_words, rest_words, table_words
from director.party.scoring.sheets import presence_notes
from director.party.scoring.skat import skat_sessions
from movements import OUT
from scoring import PartyGame, PartyStanding, ScoringError

# What the room reads from ten metres: next seats page by page, the clock, the tables still playing, who won.


def party_room(party: Party, turn: Turn = FIRST_PAGE, *, show: str = "", letter: str = "") -> Room:  # noqa: ARG001
    """Return what the room shows of *party*, or what it is asked to *show*; three queries whatever the size."""
    evening = party_evening(party)
    current, clock, session = evening.latest, party_clock(party), party.session
    by_cards = is_typed_from_cards(party)
    is_played = current is not None and (
        all_handed_in(party, evening.contestants, evening.cards)
        if by_cards
        else not current.waiting and _is_last(party, current)
    )
    is_open = session.room_standings or (is_played and session.event.is_published)
    trump = "" if is_played or not current else clock.strong if by_cards else party.trump_words(current.round_no)
    round_words = f"{party.round_title} {current.round_no} of {party.rounds}" if current else ""
    title = " · ".join(filter(None, (round_words, trump)))
    if by_cards:
        title = clock.title or f"{party.rounds} {party.rounds_word}"
    clock = replace(clock, strong=trump, finish=None if is_played else clock.finish)
    head: dict[str, Any] = {"clock": clock, "title": title}
    if show == STANDINGS or (is_played and is_open and not show):
        lists = [("Results" if is_played else "Standings", _standings(evening))]
        return standings_room(lists if is_open else None, turn, **head)
    if current is None:
        return Room(big="Welcome", notes=("The seats will be drawn soon.",))
    has_begun = current.results or clock.is_running or clock.is_rung or clock.round_no > current.round_no
    if show == SEATS or not (has_begun or show):
        return Room(page=turned([(_seats_title(current), _seats(current, evening.contestants))], turn), **head)
    if by_cards:
        return Room(notes=(resting_words(party), "Fill in your card and hand it in."), **head)
    next_words = "Results will be up soon." if current.round_no >= party.rounds else "Next seats in a moment."
    note = still_playing(current.waiting)
    return Room(notes=(note if current.waiting else f"{note} {next_words}",), **head)


def _is_last(party: Party, current: PlayedRound) -> bool:
    return party.is_over or current.round_no >= party.rounds


def _seats_title(current: PlayedRound) -> str:
    """Return what stands above the seats; where there are partners, by which seats they know each other."""
    largest = max(current.tables, key=lambda table: len(table.players), default=None)
    sides = chairs(largest, current.system and replace(current.system, sides=())) if largest else ()
    partners = ", ".join(f"{first} with {' '.join(others)}" for first, *others in sides if others)
    return f"Take your seats: {partners}" if partners else "Please take your seats"


def _seats(current: PlayedRound, contestants: Contestants) -> list[RoomLine]:
    """Return everybody by family name, those without a name by number behind them, each with the team."""
    names = contestants.names
    places = sorted(
        current.places.values(),
        key=lambda place: (
            names.by_player[place.player].person_id is None,
            by_family(names[place.player]) if names.by_player[place.player].person_id else ("", ""),
            int(place.player),
        ),
    )
    return [
        RoomLine(
            place.player,
            ", ".join(filter(None, (names[place.player], contestants.title(place.player)))),
            rest_words(place.waits_at)
            if place.sits_out
            else f"{table_words(place.table_no, place.row, has_rows=current.has_rows)} {place.seat}",
        )
        for place in places
    ]


def _standings(evening: Evening) -> list[RoomLine]:
    if is_skat(evening.party):
        prizes = [prize for session in skat_sessions(evening) for prize in session.prizes if prize.names]
        return [RoomLine(str(at), ", ".join(prize.names), prize.title) for at, prize in enumerate(prizes, 1)]
    try:
        standings = evening.ranking.standings
    except ScoringError:
        return []
    has_played = len({standing.played for standing in standings}) > 1
    return [
        RoomLine(standing.place_text, _with_absence(evening, standing, has_played), party_figure(standing.total))
        for standing in standings
    ]


def _with_absence(evening: Evening, standing: PartyStanding, has_played: bool) -> str:
    """Return a contestant's name, with the games played where they are not the same for all, and why."""
    name, played = evening.contestants[standing.player], f"{standing.played} played" if has_played else ""
    told = ", ".join(filter(None, (played, presence_notes(evening, standing))))
    return f"{name} ({told})" if told else name


# What a player's own page shows: the next seat, partner, opponents and the score so far.


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One round of a player: the seat, and what came of it once the table has told."""

    round_no: int
    place: SeatAtTable
    partners: str
    opponents: str
    is_in: bool
    own: int | None
    other: int | None
    won: Fraction
    trump: str = ""  # where trumps go in turn
    against: str = ""  # the team of the opponents

    @property
    def is_alone(self) -> bool:
        """Whether each of several others has a result of his own at the table: there is none to set against it."""
        return not self.place.partners and len(self.place.opponents) > 1

    @property
    def won_words(self) -> str:
        """What became of a game of which nobody wrote points: won, lost, or halved."""
        return {Fraction(1): "won", Fraction(0): "lost"}.get(self.won, "halved")

    @property
    def rest(self) -> str:
        """What the player does who does not play: sits out, or waits to come in; empty for who plays."""
        if not self.place.sits_out:
            return ""
        if self.place.waits_at == OUT:
            return "are out"
        return f"wait at table {self.place.waits_at} and come in next" if self.place.waits_at else "sit out"


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """Everything about one player; *total* is ``None`` before anything is counted."""

    player: PartyPlayer
    rounds: tuple[PlayerRound, ...]
    total: Fraction | None
    unit: str
    latest_no: int = 0  # the latest round with seats, of the whole party
    has_rows: bool = False  # several aisles in that round
    partner: str = ""  # where partners stay together: the others of the pair or team, whose total and presence it is
    contest_word: str = "player"  # "pair" or "fort" there
    team: str = ""  # what the team is called: "Fort 3 (blue)"
    lost: Fraction | None = None  # flags, where they are counted
    presence: str = ""  # "left after round 5, sat out 1 round"; empty for who played every round
    played: str = ""  # in how many games, where that is not all of them

    @property
    def total_words(self) -> str:
        """The total with what it counts; empty before anything is counted."""
        return "" if self.total is None else counted(self.total, self.unit)

    @property
    def now(self) -> PlayerRound | None:
        """The latest round, ``None`` before the draw or where the player has no seat any more."""
        return self.rounds[-1] if self.rounds and not self.has_left else None

    @property
    def has_left(self) -> bool:
        """Whether the player has gone; who is announced to leave plays until then."""
        left = self.player.left_round
        return left is not None and left <= self.latest_no

    @property
    def moves_by_itself(self) -> bool:
        """Whether nobody tells which round is played now: everybody writes a card."""
        return is_on_cards(self.player.party, self.latest_no) and not (self.now and self.now.is_in)

    @property
    def handed_in(self) -> str:
        """When the cards are handed in, where everybody writes one."""
        return handed_in_words(self.player.party)

    @property
    def before(self) -> tuple[PlayerRound, ...]:
        """The rounds that are in, the latest first."""
        return tuple(played for played in reversed(self.rounds) if played.is_in)


def player_by_token(token: str) -> PartyPlayer:
    """Return the player whose private address holds *token*, with the party at hand; 404 if there is none."""
    player = PartyPlayer.objects.select_related("person", "party__session__event__club").filter(token=token).first()
    if player is None or player.party.session.event.removed_at:
        raise Http404("No player has this address.")
    return player


def player_evening(player: PartyPlayer) -> PlayerEvening:
    """Return the evening of *player*, counted from the tables the player or the pair sat at; three queries."""
    party, number = player.party, str(player.number)
    has_told = Exists(PartyResult.objects.filter(round=OuterRef("pk")))
    read = party.played_rounds.order_by("round_no").annotate(told=has_told).values_list("round_no", "seating", "told")
    stored = [(round_no, seating) for round_no, seating, _told in read]
    contestants = _contestants(party, stored)
    own_line = contestants.of(number)
    tables = _own_tables(stored, own_line.everybody)
    results = _results(party, {(round_no, table["table"]) for round_no, own in tables for table in own})
    rounds = tuple(
        PlayedRound(
            round_no,
            seating_read(own),
            {table["table"]: result for table in own if (result := results.get((round_no, table["table"])))},
            party_system(party),
        )
        for round_no, own in tables
    )
    seen = (player for _no, seating in stored[:1] for at in seating for side in at["sides"] for player in side)
    met = {player.number} | {int(other) for _no, own in tables for at in own for side in at["sides"] for other in side}
    firsts = {team.key for team in map(contestants.of, seen)} if contestants.are_teams else set()
    names = party_names(party, {str(other) for other in met} | firsts)
    told = frozenset(round_no for round_no, _seating, is_told in read if is_told)
    are_compared = has_game_cards(party)
    own_cards = tuple(card for card in cards_read(party) if are_compared or str(card.player) in own_line.everybody)
    evening = Evening(party, names, rounds, told, own_cards, known=contestants.called(names))
    own = [game for game in evening.contest if game.player == own_line.key] if party.method else []
    absences = (absence for absence in evening.presences if absence.player == own_line.key)
    presence = presence_words(evening.party, next(absences, None))
    games = {(game.round_no, game.table_no): game for game in own if game.handed is None}
    return PlayerEvening(
        player=player,
        rounds=tuple(
            _round(evening, played, number, games.get((played.round_no, played.places[number].table_no)))
            for played in rounds
            if number in played.places
        ),
        total=_total(evening, own_line.key) if evening.is_ranked else None,
        unit=counted_unit(party),
        team=evening.contestants.title(number),
        lost=_lost(evening, own_line.key),
        partner=names.of(other for other in own_line.players if other != number),
        contest_word=contestants.word,
        presence=presence,
        played=plural(sum(game.rounds for game in own), party.round_word) if presence else "",
        latest_no=stored[-1][0] if stored else 0,
        has_rows=bool(stored) and len({table["row"] for table in stored[-1][1]}) > 1,
    )


def _contestants(party: Party, rounds: Sequence[tuple[int, list[StoredTable]]]) -> Contestants:
    """Return who is one at *party*, without names."""
    seatings = ((no, seating_read(seating)) for no, seating in rounds) if ranks_pairs(party) else ()
    as_one = ((no, ranked_as_one(party, no, seating)) for no, seating in seatings)
    return Contestants(Names(party, ()), as_one, contest_word(party))


def _own_tables(
    rounds: Sequence[tuple[int, list[StoredTable]]], players: Sequence[str]
) -> list[tuple[int, list[StoredTable]]]:
    """Return the table of the player or the pair in every round, as stored; those of a team."""
    own = (
        (no, [table for table in seating if any(player in side for side in table["sides"] for player in players)])
        for no, seating in rounds
    )
    return [(no, tables) for no, tables in own if tables]


def _results(party: Party, tables: Collection[tuple[int, int]]) -> dict[tuple[int, int], PartyResult]:
    """Return what those *tables*, each with its round before it, have told."""
    if not tables:
        return {}
    numbers = {table_no for _round_no, table_no in tables}
    at_tables = PartyResult.objects.filter(round__party=party, table_no__in=numbers).select_related("round")
    told = {(result.round.round_no, result.table_no): result for result in at_tables}
    return {at: result for at, result in told.items() if at in tables}


def _round(evening: Evening, played_round: PlayedRound, number: str, game: PartyGame | None) -> PlayerRound:
    place = played_round.places[number]
    return PlayerRound(
        round_no=played_round.round_no,
        place=place,
        partners=evening.names.of(place.partners),
        opponents=evening.names.of(place.opponents),
        is_in=game is not None,
        own=game.own if game else None,
        other=game.other if game else None,
        won=game.won if game else Fraction(0),
        trump=evening.party.trump_words(played_round.round_no),
        against=evening.contestants.title(place.opponents[0]) if place.opponents else "",
    )


def _lost(evening: Evening, key: str) -> Fraction | None:
    total = _total(evening, key) if counts_flags(evening.party) and evening.is_ranked else None
    return None if total is None else evening.hands_played[key] - total


def _total(evening: Evening, number: str) -> Fraction | None:
    try:
        return next((standing.total for standing in evening.ranking.standings if standing.player == number), None)
    except ScoringError:
        return None
