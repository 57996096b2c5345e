"""The data of a player's own page: next seat, partner, opponents and score.

If partners stay together, the pair or team is one *contestant*, and its result is the player's.
Only the rounds and tables of the player are read, because every phone asks after every result.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from django.db.models import Exists, OuterRef
from django.http import Http404

from director.party.models import Party, PartyPlayer, PartyResult
from director.party.movement.cards import is_on_cards, read_cards
from director.party.movement.cribbage import has_game_cards
from director.party.movement.games import Evening, PlayedRound
from director.party.movement.options import (
    get_contestant_word,
    get_counted_unit,
    get_party_system,
    is_ranked_by_pairs,
    is_scored_in_flags,
    list_ranked_partners,
)
from director.party.movement.seating import (
    Contestants,
    PartyNames,
    SeatAtTable,
    StoredTable,
    fetch_party_names,
    read_seating,
)
from director.party.movement.words import (
    describe_card_deadline,
    describe_presence,
    format_count,
    format_figure_with_unit,
)
from movements.party.model import OUT
from scoring.errors import ScoringError
from scoring.party.model import PartyGame

RoundSeating = tuple[int, list[StoredTable]]
"""The number of a round, and its tables as they are stored."""


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of a player: the seat and the result.

    *own_points* are those of the player's side, *best_other_points* of the best other side. *trump*
    is given if trumps rotate.
    """

    round_no: int
    place: SeatAtTable
    partners: str
    opponents: str
    is_entered: bool
    own_points: int | None
    best_other_points: int | None
    games_won: Fraction
    trump: str = ""
    opposing_team: str = ""

    @property
    def is_alone(self) -> bool:
        """Whether every opponent has a result of their own."""
        return not self.place.partners and len(self.place.opponents) > 1

    @property
    def won_words(self) -> str:
        """The outcome of a game without points: won, lost or halved."""
        return {Fraction(1): "won", Fraction(0): "lost"}.get(self.games_won, "halved")

    @property
    def rest_words(self) -> str:
        """What a player without a seat does, or "" with a seat."""
        if not self.place.sits_out:
            return ""
        if self.place.waits_at == OUT:
            return "are out"
        if self.place.waits_at:
            return f"wait at table {self.place.waits_at} and come in next"
        return "sit out"


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """The evening of a player.

    - *total*: None before the first result.
    - *latest_no*: the latest round of the party with seats. *has_rows*: it has several aisles.
    - *partner*: the others of the pair or team, if partners stay together. Total and presence are
      then those of the pair or team.
    - *contest_word*: what is ranked, such as "player", "pair" or "fort".
    - *team*: the name of the team, such as "Fort 3 (blue)".
    - *lost_flags*: the lost flags, if flags are counted.
    - *presence*: missed rounds, such as "left after round 5, sat out 1 round", or "".
    - *games_played*: the number of games in words, if some were missed.
    """

    player: PartyPlayer
    rounds: tuple[PlayerRound, ...]
    total: Fraction | None
    unit: str
    latest_no: int = 0
    has_rows: bool = False
    partner: str = ""
    contest_word: str = "player"
    team: str = ""
    lost_flags: Fraction | None = None
    presence: str = ""
    games_played: str = ""

    @property
    def total_words(self) -> str:
        """The total with its unit, or "" before the first result."""
        if self.total is None:
            return ""
        return format_figure_with_unit(self.total, self.unit)

    @property
    def latest_round(self) -> PlayerRound | None:
        """The latest round of the player, or None before the draw and after leaving."""
        if self.rounds and not self.has_left:
            return self.rounds[-1]
        return None

    @property
    def has_left(self) -> bool:
        """Whether the player has left."""
        left_round = self.player.left_round
        return left_round is not None and left_round <= self.latest_no

    @property
    def moves_by_itself(self) -> bool:
        """Whether nobody reports which round is played, because all write cards."""
        return is_on_cards(self.player.party, self.latest_no) and not (
            self.latest_round and self.latest_round.is_entered
        )

    @property
    def card_deadline(self) -> str:
        """When cards are handed in, in words."""
        return describe_card_deadline(self.player.party)

    @property
    def played_rounds(self) -> tuple[PlayerRound, ...]:
        """The rounds with a result, the latest first."""
        return tuple(
            player_round for player_round in reversed(self.rounds) if player_round.is_entered
        )


def get_player_by_token(token: str) -> PartyPlayer:
    """Return the player with the link *token* and the party, or raise 404."""
    player = (
        PartyPlayer.objects.select_related("person", "party__session__event__club")
        .filter(token=token)
        .first()
    )
    if player is None or player.party.session.event.removed_at:
        raise Http404("No player has this address.")
    return player


def fetch_player_evening(player: PartyPlayer) -> PlayerEvening:
    """Return the evening of *player*. (Costs three queries.)"""
    party = player.party
    number = str(player.number)
    is_reported = Exists(PartyResult.objects.filter(round=OuterRef("pk")))
    stored_rounds = list(
        party.played_rounds.order_by("round_no")
        .annotate(is_reported=is_reported)
        .values_list("round_no", "seating", "is_reported")
    )
    seatings = [(round_no, seating) for round_no, seating, _ in stored_rounds]
    rounds_with_reports = frozenset(
        round_no for round_no, _, is_reported in stored_rounds if is_reported
    )
    evening = _fetch_reduced_evening(player, seatings, rounds_with_reports)
    contestants = evening.contestants
    contestant = contestants.find(number)
    games = []
    if party.method:
        games = [game for game in evening.contestant_games if game.player == contestant.key]
    absences = (absence for absence in evening.presences if absence.player == contestant.key)
    presence = describe_presence(evening.party, next(absences, None))
    games_played = ""
    if presence:
        games_played = format_count(sum(game.rounds for game in games), party.round_word)
    latest_no, latest_seating = seatings[-1] if seatings else (0, [])
    return PlayerEvening(
        player=player,
        rounds=_make_player_rounds(evening, number, games),
        total=_find_total(evening, contestant.key) if evening.is_ranked else None,
        unit=get_counted_unit(party),
        team=contestants.get_team_title(number),
        lost_flags=_count_lost_flags(evening, contestant.key),
        partner=evening.names.join(other for other in contestant.players if other != number),
        contest_word=contestants.word,
        presence=presence,
        games_played=games_played,
        latest_no=latest_no,
        has_rows=len({table["row"] for table in latest_seating}) > 1,
    )


def _fetch_reduced_evening(
    player: PartyPlayer, seatings: Sequence[RoundSeating], rounds_with_reports: frozenset[int]
) -> Evening:
    """Return the evening with only the tables and cards that decide the player's result."""
    party = player.party
    contestants = _make_contestants(party, seatings)
    contestant = contestants.find(str(player.number))
    own_tables = _find_player_tables(seatings, contestant.all_players)
    names = fetch_party_names(
        party, _collect_needed_players(player, seatings, own_tables, contestants)
    )
    rounds = _fetch_played_rounds(party, own_tables)
    cards = read_cards(party)
    # With cribbage cards the opponents' cards decide too.
    if not has_game_cards(party):
        cards = tuple(card for card in cards if str(card.player) in contestant.all_players)
    return Evening(
        party,
        names,
        rounds,
        rounds_with_reports,
        cards,
        known_contestants=contestants.with_names(names),
    )


def _make_contestants(party: Party, seatings: Sequence[RoundSeating]) -> Contestants:
    """Return the contestants of *party* without their names."""
    ranked_together = []
    if is_ranked_by_pairs(party):
        for round_no, seating in seatings:
            ranked_together.append(
                (round_no, list_ranked_partners(party, round_no, read_seating(seating)))
            )
    return Contestants(PartyNames(party, ()), ranked_together, get_contestant_word(party))


def _find_player_tables(
    seatings: Sequence[RoundSeating], players: Sequence[str]
) -> list[RoundSeating]:
    """Return the tables of *players* in every round in which they have one."""
    own_tables = []
    for round_no, seating in seatings:
        tables = [table for table in seating if not _get_table_players(table).isdisjoint(players)]
        if tables:
            own_tables.append((round_no, tables))
    return own_tables


def _get_table_players(table: StoredTable) -> set[str]:
    return set(chain.from_iterable(table["sides"]))


def _collect_needed_players(
    player: PartyPlayer,
    seatings: Sequence[RoundSeating],
    own_tables: Sequence[RoundSeating],
    contestants: Contestants,
) -> set[str]:
    """Return the players whose names the page needs."""
    needed = {str(player.number)}
    for _, tables in own_tables:
        for table in tables:
            needed |= {str(int(number)) for number in _get_table_players(table)}
    if contestants.are_teams and seatings:
        # The name of a team is stored with its first player.
        _, first_seating = seatings[0]
        for table in first_seating:
            needed |= {contestants.find(number).key for number in _get_table_players(table)}
    return needed


def _fetch_played_rounds(
    party: Party, own_tables: Sequence[RoundSeating]
) -> tuple[PlayedRound, ...]:
    """Return the rounds with only *own_tables*, and their reports."""
    places = {(round_no, table["table"]) for round_no, tables in own_tables for table in tables}
    results = _fetch_results_by_place(party, places)
    rounds = []
    for round_no, tables in own_tables:
        results_of_round = {}
        for table in tables:
            result = results.get((round_no, table["table"]))
            if result:
                results_of_round[table["table"]] = result
        played_round = PlayedRound(
            round_no, read_seating(tables), results_of_round, get_party_system(party)
        )
        rounds.append(played_round)
    return tuple(rounds)


def _fetch_results_by_place(
    party: Party, places: Collection[tuple[int, int]]
) -> dict[tuple[int, int], PartyResult]:
    """Return the reports by *places*, which are rounds and tables."""
    if not places:
        return {}
    # This reads all rounds of these tables. The others are left out below.
    table_nos = {table_no for _, table_no in places}
    results = PartyResult.objects.filter(round__party=party, table_no__in=table_nos).select_related(
        "round"
    )
    results_by_place = {}
    for result in results:
        place = (result.round.round_no, result.table_no)
        if place in places:
            results_by_place[place] = result
    return results_by_place


def _make_player_rounds(
    evening: Evening, number: str, games: Sequence[PartyGame]
) -> tuple[PlayerRound, ...]:
    """Return the rounds in which player *number* has a place, with the game at that table."""
    # A card of several rounds is no game of one round.
    game_by_place = {
        (game.round_no, game.table_no): game for game in games if game.card_total is None
    }
    player_rounds = []
    for played_round in evening.rounds:
        if number in played_round.seat_by_player:
            table_no = played_round.seat_by_player[number].table_no
            game = game_by_place.get((played_round.round_no, table_no))
            player_rounds.append(_make_player_round(evening, played_round, number, game))
    return tuple(player_rounds)


def _make_player_round(
    evening: Evening, played_round: PlayedRound, number: str, game: PartyGame | None
) -> PlayerRound:
    place = played_round.seat_by_player[number]
    return PlayerRound(
        round_no=played_round.round_no,
        place=place,
        partners=evening.names.join(place.partners),
        opponents=evening.names.join(place.opponents),
        is_entered=game is not None,
        own_points=game.own_points if game else None,
        best_other_points=game.other_points if game else None,
        games_won=game.games_won if game else Fraction(0),
        trump=evening.party.describe_trump(played_round.round_no),
        opposing_team=evening.contestants.get_team_title(place.opponents[0])
        if place.opponents
        else "",
    )


def _count_lost_flags(evening: Evening, key: str) -> Fraction | None:
    if not (is_scored_in_flags(evening.party) and evening.is_ranked):
        return None
    total = _find_total(evening, key)
    if total is None:
        return None
    # Each hand wins or loses one flag.
    return evening.hands_played[key] - total


def _find_total(evening: Evening, key: str) -> Fraction | None:
    try:
        standings = evening.ranking.standings
    except ScoringError:
        return None
    return next((standing.total for standing in standings if standing.player == key), None)
