"""Rank the players of a party, together or by prize group, row or table.

1. The games are checked.
2. The method says what each player gains by each game.
3. The gains and the credit for rounds sat out are added up, and the players are ranked.

A game is *scored* unless it is beyond the number of games that count, or was not the best of a short
table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from scoring.errors import FieldError
from scoring.model import Points
from scoring.party.faults import check_party
from scoring.party.methods import get_party_method
from scoring.party.model import (
    HOLES_PER_CARD,
    MIN_LARGE_HAND_TRICKS,
    Gain,
    PartyGame,
    PartyMethod,
    PartyRanking,
    PartyStanding,
    TableGames,
    group_by_table,
)
from scoring.party.presence import (
    SIT_OUT,
    PartyPresence,
    check_presences,
    compute_sit_out_credit,
    compute_unplayed_credit,
    get_short_table_factor,
)

Ranked = TypeVar("Ranked")


class PlayedGame(NamedTuple):
    """A game and its gain."""

    game: PartyGame
    gain: Gain
    is_scored: bool = True  # False if the rules leave the game out


def rank_party_games(
    method: str,
    games: Iterable[PartyGame],
    *,
    options: Mapping[str, str] | None = None,
    presences: Iterable[PartyPresence] = (),
) -> PartyRanking:
    """Return the standings of all who played or sat out, by the method with key *method*.

    The highest total is first, and equal totals share the better rank. *presences* say who came
    late, left or sat out. Players without one played every round. A player who has only sat out has
    the credit for it.

    >>> def game(player, side, won):
    ...     return PartyGame(player, 1, 1, side, games_won=Fraction(won))
    >>> ranking = rank_party_games("games", [game("1", 0, 1), game("2", 0, 1), game("3", 1, 0), game("4", 1, 0)])
    >>> [(row.player, str(row.total), row.rank_text) for row in ranking.standings]
    [('1', '1', '1='), ('2', '1', '1='), ('3', '0', '3='), ('4', '0', '3=')]

    :raises ScoringError: if the method, an option or a choice is unknown
    :raises FieldError: with all problems of the games, or else of the presences
    """
    party_method = get_party_method(method)
    games = tuple(games)
    presences = tuple(presences)
    settings = party_method.complete_settings(options)
    problems = check_party(party_method, games, settings)
    if problems:
        raise FieldError(problems)
    games_by_player = collect_games_by_player(party_method, games, settings)
    rounds_by_player = {}
    for player, played_games in games_by_player.items():
        rounds_by_player[player] = [played_game.game.round_no for played_game in played_games]
    problems = list(check_presences(presences, rounds_by_player))
    if problems:
        raise FieldError(problems)
    # Players who have only sat out so far have no game, but a rank.
    for presence in presences:
        if presence.rounds_sat_out:
            games_by_player.setdefault(presence.player, [])
    presence_by_player = {
        presence.player: presence for presence in presences if presence.description
    }
    standings = [
        _make_party_standing(
            party_method, player, played_games, settings, presence_by_player.get(player)
        )
        for player, played_games in games_by_player.items()
    ]
    notes = _make_unended_round_notes(party_method, games, settings)
    return PartyRanking(method, rank_standings(standings), notes)


def _make_unended_round_notes(
    method: PartyMethod, games: Sequence[PartyGame], settings: Mapping[str, str]
) -> tuple[str, ...]:
    """Return a sentence for each round that nobody has ended with the most points.

    The last round may still be under way.
    """
    if not method.max_points_option:
        return ()
    max_points = int(settings[method.max_points_option])
    rounds = sorted({game.round_no for game in games})
    ended_rounds = {game.round_no for game in games if game.own_points == max_points}
    return tuple(
        f"Round {round_no}: nobody has all {max_points} {method.unit}, which end a round. Check its cards."
        for round_no in rounds[:-1]
        if round_no not in ended_rounds
    )


def compute_totals_by_player(
    method: str,
    games: Iterable[PartyGame],
    round_no: int,
    *,
    options: Mapping[str, str] | None = None,
    presences: Iterable[PartyPresence] = (),
) -> dict[str, Fraction]:
    """Return the totals after round *round_no*, such as at half-time.

    Credit for rounds sat out is included. A player whose card covers later rounds too is left out,
    since the total at that time isn't known.

    >>> games = [
    ...     PartyGame(player, no, 1, side, own_points=no + side)
    ...     for no in (1, 2) for side, player in enumerate("12")
    ... ]
    >>> {player: str(total) for player, total in compute_totals_by_player("points", games, 1).items()}
    {'2': '2', '1': '1'}

    :raises FieldError: with all problems of the games, or else of the presences
    """
    begun_games = [game for game in games if game.round_no <= round_no]
    unknown_players = {game.player for game in begun_games if game.last_round > round_no}
    counted_games = [game for game in begun_games if game.player not in unknown_players]
    counted_presences = []
    for presence in presences:
        if presence.joining_round > round_no or presence.player in unknown_players:
            continue
        rounds_sat_out = tuple(number for number in presence.rounds_sat_out if number <= round_no)
        counted_presence = replace(presence, rounds_sat_out=rounds_sat_out)
        if presence.leaving_round is not None and presence.leaving_round > round_no:
            counted_presence = replace(counted_presence, leaving_round=None)
        if counted_presence.description:
            counted_presences.append(counted_presence)
    ranking = rank_party_games(method, counted_games, options=options, presences=counted_presences)
    return {standing.player: standing.total for standing in ranking.standings}


def collect_games_by_player(
    method: PartyMethod, games: tuple[PartyGame, ...], settings: Mapping[str, str]
) -> dict[str, list[PlayedGame]]:
    """Return the games of each player by round, with their gains."""
    max_games = None
    if method.max_games_option and settings[method.max_games_option] != "all":
        max_games = int(settings[method.max_games_option])
    games_by_player: dict[str, list[PlayedGame]] = {}
    for table in group_by_table(games):
        for game in table:
            player_games = games_by_player.setdefault(game.player, [])
            is_scored = max_games is None or len(player_games) < max_games
            if is_scored and _can_gain(method, game):
                gain = compute_game_gain(method, game, table, settings)
            else:
                gain = Gain()
            player_games.append(PlayedGame(game, gain, is_scored and game.is_counted))
    return games_by_player


def compute_game_gain(
    method: PartyMethod, game: PartyGame, table: TableGames, settings: Mapping[str, str]
) -> Gain:
    """Return the gain of *game* at *table*, with the factor of a short table and unplayed hands."""
    if game.card_total is not None:
        # The player has added everything up on the card.
        return Gain(max(game.card_total, 0), max(-game.card_total, 0))
    gain = method.compute_gain(game, table, settings)
    if game.is_short:
        factor = get_short_table_factor(settings)
        if factor != 1:
            gain = Gain(gain.plus * factor, gain.minus * factor)
    if not game.hands_unplayed:
        return gain
    credit = compute_unplayed_credit(
        settings, game.own_points, game.hands_played, game.hands_unplayed
    )
    return Gain(gain.plus + credit, gain.minus)


def _can_gain(method: PartyMethod, game: PartyGame) -> bool:
    """Return whether *game* can have a gain. Counters are paid at a short table too."""
    return game.is_counted or method.has_short_table_losses


def _make_party_standing(
    method: PartyMethod,
    player: str,
    played_games: Sequence[PlayedGame],
    settings: Mapping[str, str],
    presence: PartyPresence | None,
) -> PartyStanding:
    rounds_sat_out = len(presence.rounds_sat_out) if presence else 0
    credit = _compute_sit_out_credit(method, played_games, settings, rounds_sat_out)
    figures = compute_figures_by_name(method, played_games, settings, credit)
    group = ""
    row = 1
    table_no = 0
    if played_games:
        last_game = played_games[-1].game
        group = last_game.group
        row = last_game.row
        table_no = last_game.table_no
    elif presence:
        group = presence.group
        row = presence.row
    points = [
        played_game.game.own_points or 0 for played_game in played_games if played_game.is_scored
    ]
    ten_trick_hands = 0
    if _is_entered_in_tricks(method, settings):
        ten_trick_hands = sum(tricks >= MIN_LARGE_HAND_TRICKS for tricks in points)
    return PartyStanding(
        player=player,
        group=group,
        row=row,
        table_no=table_no,
        total=figures["total"],
        columns=tuple((name, figures[name]) for name in method.columns),
        rank=1,
        is_tied=False,
        games_played=count_rounds_played(played_games),
        lone_hands=int(figures["lone hands"]),
        sit_out_credit=credit,
        presence=presence,
        highest_game=max(points, default=0),
        ten_trick_hands=ten_trick_hands,
        tie_break_figures=tuple(figures[name] for name in method.list_deciding_columns(settings)),
    )


def _is_entered_in_tricks(method: PartyMethod, settings: Mapping[str, str]) -> bool:
    """Return whether the points written down for a side are tricks."""
    return settings.get("entered", method.unit) == "tricks"


def _compute_sit_out_credit(
    method: PartyMethod,
    played_games: Sequence[PlayedGame],
    settings: Mapping[str, str],
    sit_out_count: int,
) -> Fraction:
    """Return the credit for *sit_out_count* rounds.

    If only a number of games counts, rounds sat out count up to that number.
    """
    if not sit_out_count:
        return Fraction(0)
    round_gains: list[Fraction] = []
    for played_game in played_games:
        if played_game.is_scored:
            # A card of several rounds is divided among them, for the average of a round.
            round_count = played_game.game.rounds
            net_gain = played_game.gain.plus - played_game.gain.minus
            round_gains += [Fraction(net_gain, round_count)] * round_count
    if method.max_games_option and settings[method.max_games_option] != "all":
        games_left = int(settings[method.max_games_option]) - len(round_gains)
        sit_out_count = min(sit_out_count, max(games_left, 0))
    return compute_sit_out_credit(settings[SIT_OUT.name], round_gains, sit_out_count)


def count_rounds_played(played_games: Iterable[PlayedGame]) -> int:
    """Return the number of rounds in *played_games*.

    A card that was handed in covers several rounds. Two games of a team in a round are one round.
    """
    count_by_first_round = {
        played_game.game.round_no: played_game.game.rounds for played_game in played_games
    }
    return sum(count_by_first_round.values())


def compute_figures_by_name(
    method: PartyMethod,
    played_games: Sequence[PlayedGame],
    settings: Mapping[str, str],
    credit: Fraction,
) -> dict[str, Fraction]:
    """Return a player's total, with *credit* for rounds sat out, and the method's columns."""
    scored_games = [played_game.game for played_game in played_games if played_game.is_scored]
    plus = sum(played_game.gain.plus for played_game in played_games)
    minus = sum(played_game.gain.minus for played_game in played_games)
    start = int(settings[method.start_option]) if method.start_option else 0
    total = plus - minus + (credit or 0) + start
    if method.cap_option and settings[method.cap_option] == "full":
        total = min(total, HOLES_PER_CARD)
    max_points = int(settings[method.max_points_option]) if method.max_points_option else None
    games_on_cards = 0
    if method.unit == "games":
        games_on_cards = sum(game.card_total or 0 for game in scored_games)

    def compute_own_points() -> Points:
        if method.unit == "points":
            return plus - minus
        # Methods that count games or tricks also show the points that were written down.
        return sum(game.own_points or 0 for game in scored_games)

    # Functions, so that only the figures of this method are calculated.
    compute_by_name: dict[str, Callable[[], Points]] = {
        "total": lambda: total,
        "full cards": lambda: total // HOLES_PER_CARD,
        "holes": lambda: total % HOLES_PER_CARD,
        "plus": lambda: plus,
        "minus": lambda: minus,
        "games": lambda: Fraction(
            sum(game.half_games_won for game in scored_games) + 2 * games_on_cards, 2
        ),
        "points": compute_own_points,
        "tricks": lambda: plus,
        "parts": lambda: plus,
        "whole beetles": lambda: sum(game.own_points == max_points for game in scored_games),
        "won": lambda: sum(played_game.game.deals_won for played_game in played_games),
        "lost": lambda: sum(played_game.game.deals_lost for played_game in played_games),
        "lone hands": lambda: sum(game.lone_hands for game in scored_games),
    }
    names = {"total", "lone hands", *method.columns, *method.list_deciding_columns(settings)}
    return {name: Fraction(compute_by_name[name]()) for name in names}


def rank_standings(standings: Iterable[PartyStanding]) -> tuple[PartyStanding, ...]:
    """Return *standings* with ranks, highest total first, equal totals by player."""
    sorted_standings = sorted(standings, key=lambda standing: get_player_sort_key(standing.player))
    return _make_ranked_standings(sorted(sorted_standings, key=attrgetter("merit"), reverse=True))


def _make_ranked_standings(sorted_standings: Iterable[PartyStanding]) -> tuple[PartyStanding, ...]:
    ranked_standings = iter_ranked(sorted_standings, attrgetter("merit"))
    return tuple(
        standing._replace(rank=rank, is_tied=is_tied)
        for standing, rank, is_tied in ranked_standings
    )


def iter_ranked(
    sorted_items: Iterable[Ranked], get_merit: Callable[[Ranked], object]
) -> Iterator[tuple[Ranked, int, bool]]:
    """Yield each of *sorted_items*, best first, with its rank and whether the rank is shared.

    Items with the same *get_merit* share a rank.

    >>> list(iter_ranked("aabc", str))
    [('a', 1, True), ('a', 1, True), ('b', 3, False), ('c', 4, False)]
    """
    rank = 1
    for _merit, equal_items in groupby(sorted_items, key=get_merit):
        tied_items = list(equal_items)
        is_shared = len(tied_items) > 1
        for item in tied_items:
            yield item, rank, is_shared
        rank += len(tied_items)


def get_player_sort_key(player: str) -> tuple[int, str]:
    """Return the sort key of *player* in lists: numbers by size, before other names.

    >>> sorted(["10", "9", "A1"], key=get_player_sort_key)
    ['9', '10', 'A1']
    """
    if player.isdecimal():
        return (int(player), "")
    return (10**9, player)  # after all numbers


def rank_by_part(
    ranking: PartyRanking, division: str
) -> dict[str | int, tuple[PartyStanding, ...]]:
    """Return the standings of each prize group, row or table, with ranks within it.

    *division* is ``"group"``, ``"row"`` or ``"table"``. Row and table belong to the player's last game.
    The key of a table is its number, or ``"row-table"`` if there are several rows.

    >>> sides = [("1", "A", 0, 1), ("2", "B", 0, 1), ("3", "A", 1, 0), ("4", "B", 1, 0)]
    >>> games = [
    ...     PartyGame(player, 1, 1, side, group, games_won=Fraction(won))
    ...     for player, group, side, won in sides
    ... ]
    >>> places = rank_by_part(rank_party_games("games", games), division="group")
    >>> {group: [(row.player, row.rank_text) for row in rows] for group, rows in places.items()}
    {'A': [('1', '1'), ('3', '2')], 'B': [('2', '1'), ('4', '2')]}
    """
    # The same table number may be used in several rows.
    key = attrgetter("row", "table_no") if division == "table" else attrgetter(division)
    standings_by_part: dict[Any, tuple[PartyStanding, ...]] = {}
    for part, standings in groupby(sorted(ranking.standings, key=key), key):
        standings_by_part[part] = _make_ranked_standings(standings)
    if division != "table":
        return standings_by_part
    has_rows = len({row for row, _table_no in standings_by_part}) > 1
    if has_rows:
        return {f"{row}-{table_no}": table for (row, table_no), table in standings_by_part.items()}
    return {table_no: table for (_row, table_no), table in standings_by_part.items()}
