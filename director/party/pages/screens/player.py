"""A player's own page: next seat, partner, opponents and score."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef
from django.http import Http404

from director.party.models import Party, PartyPlayer, PartyResult
from director.party.movement.games.cards import is_on_cards, read_cards
from director.party.movement.games.cribbage import has_game_cards
from director.party.movement.games.read import Evening, PlayedRound
from director.party.movement.options import (
    contest_word,
    counted_unit,
    counts_flags,
    party_system,
    ranked_as_one,
    ranks_pairs,
)
from director.party.movement.seating.contestants import Contestants
from director.party.movement.seating.read import (
    Names,
    SeatAtTable,
    StoredTable,
    party_names,
    read_seating,
)
from director.party.movement.words import figure_with_unit, handed_in_words, plural, presence_words
from movements import OUT
from scoring import PartyGame, ScoringError


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of a player: the seat, and its result."""

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
        """Whether every opponent has a result of their own."""
        return not self.place.partners and len(self.place.opponents) > 1

    @property
    def won_words(self) -> str:
        """The outcome of a game without points: won, lost or halved."""
        return {Fraction(1): "won", Fraction(0): "lost"}.get(self.won, "halved")

    @property
    def rest(self) -> str:
        """What the player does without a seat, or ""."""
        if not self.place.sits_out:
            return ""
        if self.place.waits_at == OUT:
            return "are out"
        if self.place.waits_at:
            return f"wait at table {self.place.waits_at} and come in next"
        return "sit out"


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """The evening of a player. *total* is None before a result."""

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
        """The total with its unit, or ""."""
        if self.total is None:
            return ""
        return figure_with_unit(self.total, self.unit)

    @property
    def now(self) -> PlayerRound | None:
        """The latest round, ``None`` before the draw or where the player has no seat any more."""
        if self.rounds and not self.has_left:
            return self.rounds[-1]
        return None

    @property
    def has_left(self) -> bool:
        """Whether the player has left."""
        left = self.player.left_round
        return left is not None and left <= self.latest_no

    @property
    def moves_by_itself(self) -> bool:
        """Whether nobody reports which round is played, since all write cards."""
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
    """Return the player with the link *token* and the party, or raise 404."""
    player = (
        PartyPlayer.objects.select_related("person", "party__session__event__club")
        .filter(token=token)
        .first()
    )
    if player is None or player.party.session.event.removed_at:
        raise Http404("No player has this address.")
    return player


def player_evening(player: PartyPlayer) -> PlayerEvening:
    """Return the evening of *player*. Three queries."""
    party, number = player.party, str(player.number)
    has_told = Exists(PartyResult.objects.filter(round=OuterRef("pk")))
    read = (
        party.played_rounds.order_by("round_no")
        .annotate(told=has_told)
        .values_list("round_no", "seating", "told")
    )
    stored = [(round_no, seating) for round_no, seating, _told in read]
    contestants = _contestants(party, stored)
    own_line = contestants.of(number)
    tables = _own_tables(stored, own_line.everybody)
    results = _results(
        party, {(round_no, table["table"]) for round_no, own in tables for table in own}
    )
    rounds = tuple(
        PlayedRound(
            round_no,
            read_seating(own),
            {
                table["table"]: result
                for table in own
                if (result := results.get((round_no, table["table"])))
            },
            party_system(party),
        )
        for round_no, own in tables
    )
    seen = (
        player
        for _no, seating in stored[:1]
        for at in seating
        for side in at["sides"]
        for player in side
    )
    met = {player.number} | {
        int(other) for _no, own in tables for at in own for side in at["sides"] for other in side
    }
    firsts = {team.key for team in map(contestants.of, seen)} if contestants.are_teams else set()
    names = party_names(party, {str(other) for other in met} | firsts)
    told = frozenset(round_no for round_no, _seating, is_told in read if is_told)
    are_compared = has_game_cards(party)
    own_cards = tuple(
        card for card in read_cards(party) if are_compared or str(card.player) in own_line.everybody
    )
    evening = Evening(party, names, rounds, told, own_cards, known=contestants.called(names))
    own = [game for game in evening.contest if game.player == own_line.key] if party.method else []
    absences = (absence for absence in evening.presences if absence.player == own_line.key)
    presence = presence_words(evening.party, next(absences, None))
    games = {(game.round_no, game.table_no): game for game in own if game.handed is None}
    total = _total(evening, own_line.key) if evening.is_ranked else None
    latest_no = stored[-1][0] if stored else 0
    return PlayerEvening(
        player=player,
        rounds=tuple(
            _round(
                evening,
                played,
                number,
                games.get((played.round_no, played.places[number].table_no)),
            )
            for played in rounds
            if number in played.places
        ),
        total=total,
        unit=counted_unit(party),
        team=evening.contestants.title(number),
        lost=_lost_cents(evening, own_line.key),
        partner=names.of(other for other in own_line.players if other != number),
        contest_word=contestants.word,
        presence=presence,
        played=plural(sum(game.rounds for game in own), party.round_word) if presence else "",
        latest_no=latest_no,
        has_rows=bool(stored) and len({table["row"] for table in stored[-1][1]}) > 1,
    )


def _contestants(party: Party, rounds: Sequence[tuple[int, list[StoredTable]]]) -> Contestants:
    """Return who is one at *party*, without names."""
    seatings = ((no, read_seating(seating)) for no, seating in rounds) if ranks_pairs(party) else ()
    as_one = ((no, ranked_as_one(party, no, seating)) for no, seating in seatings)
    return Contestants(Names(party, ()), as_one, contest_word(party))


def _own_tables(
    rounds: Sequence[tuple[int, list[StoredTable]]], players: Sequence[str]
) -> list[tuple[int, list[StoredTable]]]:
    """Return the player's table in every round."""
    own = (
        (
            no,
            [
                table
                for table in seating
                if any(player in side for side in table["sides"] for player in players)
            ],
        )
        for no, seating in rounds
    )
    return [(no, tables) for no, tables in own if tables]


def _results(
    party: Party, tables: Collection[tuple[int, int]]
) -> dict[tuple[int, int], PartyResult]:
    """Return the reports of *tables*, each with its round."""
    if not tables:
        return {}
    numbers = {table_no for _round_no, table_no in tables}
    at_tables = PartyResult.objects.filter(round__party=party, table_no__in=numbers).select_related(
        "round"
    )
    told = {(result.round.round_no, result.table_no): result for result in at_tables}
    return {at: result for at, result in told.items() if at in tables}


def _round(
    evening: Evening, played_round: PlayedRound, number: str, game: PartyGame | None
) -> PlayerRound:
    place = played_round.places[number]
    own = game.own if game else None
    other = game.other if game else None
    won = game.won if game else Fraction(0)
    against = evening.contestants.title(place.opponents[0]) if place.opponents else ""
    return PlayerRound(
        round_no=played_round.round_no,
        place=place,
        partners=evening.names.of(place.partners),
        opponents=evening.names.of(place.opponents),
        is_in=game is not None,
        own=own,
        other=other,
        won=won,
        trump=evening.party.trump_words(played_round.round_no),
        against=against,
    )


def _lost_cents(evening: Evening, key: str) -> Fraction | None:
    total = _total(evening, key) if counts_flags(evening.party) and evening.is_ranked else None
    if total is None:
        return None
    return evening.hands_played[key] - total


def _total(evening: Evening, number: str) -> Fraction | None:
    try:
        return next(
            (standing.total for standing in evening.ranking.standings if standing.player == number),
            None,
        )
    except ScoringError:
        return None
