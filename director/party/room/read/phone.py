"""What a player's own page shows: the next seat, partner, opponents and the score so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef
from django.http import Http404

from director.party.cards.read.games import cards_read
from director.party.models import Party, PartyPlayer, PartyResult
from director.party.play.read.games import Evening, PlayedRound
from director.party.seats.read.seating import Names, Seated, StoredTable, seated, seating_read
from director.party.words import counted
from scoring import PartyGame, ScoringError


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One round of a player: the seat, and what came of it once the table has told."""

    round_no: int
    place: Seated
    partners: str
    opponents: str
    is_in: bool
    own: int | None
    other: int | None
    won: Fraction
    trump: str = ""  # where trumps go in turn


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """Everything about one player; *total* is ``None`` before anything is counted."""

    player: PartyPlayer
    rounds: tuple[PlayerRound, ...]
    total: Fraction | None
    unit: str
    latest_no: int = 0  # the latest round with seats, of the whole party
    has_rows: bool = False  # several aisles in that round
    presence: str = ""  # "left after round 5, sat out 1 round"; empty for who played every round

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
    """Return the evening of *player*, counted from the tables the player sat at; three queries."""
    party, number = player.party, str(player.number)
    has_told = Exists(PartyResult.objects.filter(round=OuterRef("pk")))
    read = party.played_rounds.order_by("round_no").annotate(told=has_told).values_list("round_no", "seating", "told")
    stored = [(round_no, seating) for round_no, seating, _told in read]
    tables = _own_tables(stored, number)
    results = _results(party, {round_no: table["table"] for round_no, table in tables})
    rounds = tuple(
        PlayedRound(
            round_no,
            seating_read([table]),
            {table["table"]: results[round_no]} if round_no in results else {},
        )
        for round_no, table in tables
    )
    met = {player.number} | {int(other) for _no, table in tables for side in table["sides"] for other in side}
    names = Names(party, party.players.select_related("person").filter(number__in=met))
    told = frozenset(round_no for round_no, _seating, is_told in read if is_told)
    own_cards = tuple(card for card in cards_read(party) if str(card.player) == number)
    evening = Evening(party, names, rounds, told, own_cards)
    own = [game for game in evening.games if game.player == number] if party.method else []
    games = {game.round_no: game for game in own if game.handed is None}
    return PlayerEvening(
        player=player,
        rounds=tuple(_round(evening, played, number, games.get(played.round_no)) for played in rounds),
        total=_total(evening, number) if own and evening.is_ranked else None,
        unit=evening.method.unit if party.method else "",
        presence=next((absence.text for absence in evening.presences if absence.player == number), "") if own else "",
        latest_no=stored[-1][0] if stored else 0,
        has_rows=bool(stored) and len({table["row"] for table in stored[-1][1]}) > 1,
    )


def _own_tables(rounds: Sequence[tuple[int, list[StoredTable]]], number: str) -> list[tuple[int, StoredTable]]:
    """Return the table of the player in every round, as stored."""
    return [
        (round_no, table)
        for round_no, seating in rounds
        for table in seating
        if any(number in side for side in table["sides"])
    ]


def _results(party: Party, tables: dict[int, int]) -> dict[int, PartyResult]:
    if not tables:
        return {}
    at_tables = PartyResult.objects.filter(round__party=party, table_no__in=set(tables.values()))
    return {
        result.round.round_no: result
        for result in at_tables.select_related("round")
        if tables.get(result.round.round_no) == result.table_no
    }


def _round(evening: Evening, played_round: PlayedRound, number: str, game: PartyGame | None) -> PlayerRound:
    place = seated(played_round.seating)[number]
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
    )


def _total(evening: Evening, number: str) -> Fraction | None:
    try:
        return next((standing.total for standing in evening.ranking.standings if standing.player == number), None)
    except ScoringError:
        return None
