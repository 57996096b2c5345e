"""The standings of a party, of everybody or by prize group, row or table.

The steps are: check the games, let the method say what each player gains by each game, add up the
gains and the credit for rounds sat out, and give places. A game is *scored* unless it is beyond the
number of games that count, or was not the best of a short table.
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
from scoring.party.methods import find_party_method
from scoring.party.model import (
    CARD_HOLES,
    SIT_OUT,
    TEN_TRICKS,
    Gain,
    PartyGame,
    PartyMethod,
    PartyPresence,
    PartyRanking,
    PartyStanding,
    TableGames,
    check_presences,
    group_by_table,
    short_factor,
    sit_out_credit,
    unplayed_credit,
)

Placed = TypeVar("Placed")


class PlayedGame(NamedTuple):
    """A game and its gain. *is_scored* is False if the rules leave the game out."""

    game: PartyGame
    gain: Gain
    is_scored: bool = True


def party_standings(
    method: str,
    games: Iterable[PartyGame],
    *,
    options: Mapping[str, str] | None = None,
    presences: Iterable[PartyPresence] = (),
) -> PartyRanking:
    """Return the standings of all who played or sat out, by the method with key *method*.

    The highest total is first, and equal totals share the better place. *presences* say who came
    late, left or sat out; players without one played every round. A player who has only sat out has
    the credit for that.

    >>> def game(player, side, won):
    ...     return PartyGame(player, 1, 1, side, games_won=Fraction(won))
    >>> ranking = party_standings("games", [game("1", 0, 1), game("2", 0, 1), game("3", 1, 0), game("4", 1, 0)])
    >>> [(row.player, str(row.total), row.place_text) for row in ranking.standings]
    [('1', '1', '1='), ('2', '1', '1='), ('3', '0', '3='), ('4', '0', '3=')]

    :raises ScoringError: if the method, an option or a choice is unknown
    :raises FieldError: with all problems of the games, or else of the presences
    """
    party_method = find_party_method(method)
    games = tuple(games)
    presences = tuple(presences)
    settings = party_method.settings(options)
    faults = check_party(party_method, games, settings)
    if faults:
        raise FieldError(faults)
    games_by_player = collect_played_games(party_method, games, settings)
    rounds_by_player = {}
    for player, played in games_by_player.items():
        rounds_by_player[player] = [played_game.game.round_no for played_game in played]
    faults = list(check_presences(presences, rounds_by_player))
    if faults:
        raise FieldError(faults)
    # Players who have only sat out so far have no game, but a place.
    for presence in presences:
        if presence.rounds_sat_out:
            games_by_player.setdefault(presence.player, [])
    presence_by_player = {presence.player: presence for presence in presences if presence.text}
    standings = [
        _make_party_standing(party_method, player, played, settings, presence_by_player.get(player))
        for player, played in games_by_player.items()
    ]
    notes = _make_unended_round_notes(party_method, games, settings)
    return PartyRanking(method, rank_standings(standings), notes)


def _make_unended_round_notes(
    method: PartyMethod, games: Sequence[PartyGame], settings: Mapping[str, str]
) -> tuple[str, ...]:
    """Return a sentence for each round in which nobody has the most points, which end a round.

    The last round may still be under way.
    """
    if not method.max_points_option:
        return ()
    most_points = int(settings[method.max_points_option])
    rounds = sorted({game.round_no for game in games})
    ended = {game.round_no for game in games if game.own_points == most_points}
    return tuple(
        f"Round {round_no}: nobody has all {most_points} {method.unit}, which end a round. Check its cards."
        for round_no in rounds[:-1]
        if round_no not in ended
    )


def totals_after(
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
    >>> {player: str(total) for player, total in totals_after("points", games, 1).items()}
    {'2': '2', '1': '1'}

    :raises FieldError: with all problems of the games, or else of the presences
    """
    begun = [game for game in games if game.round_no <= round_no]
    unknown_players = {game.player for game in begun if game.last_round > round_no}
    games_until_then = [game for game in begun if game.player not in unknown_players]
    presences_until_then = []
    for presence in presences:
        if presence.joining_round > round_no or presence.player in unknown_players:
            continue
        sat_out = tuple(number for number in presence.rounds_sat_out if number <= round_no)
        until_then = replace(presence, rounds_sat_out=sat_out)
        if presence.leaving_round is not None and presence.leaving_round > round_no:
            until_then = replace(until_then, leaving_round=None)
        if until_then.text:
            presences_until_then.append(until_then)
    ranking = party_standings(
        method, games_until_then, options=options, presences=presences_until_then
    )
    return {standing.player: standing.total for standing in ranking.standings}


def collect_played_games(
    method: PartyMethod, games: tuple[PartyGame, ...], settings: Mapping[str, str]
) -> dict[str, list[PlayedGame]]:
    """Return the games of each player by round, with their gains."""
    limit = None
    if method.max_games_option and settings[method.max_games_option] != "all":
        limit = int(settings[method.max_games_option])
    games_by_player: dict[str, list[PlayedGame]] = {}
    for table in group_by_table(games):
        for game in table:
            player_games = games_by_player.setdefault(game.player, [])
            is_scored = limit is None or len(player_games) < limit
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
        factor = short_factor(settings)
        if factor != 1:
            gain = Gain(gain.plus * factor, gain.minus * factor)
    if not game.hands_unplayed:
        return gain
    credit = unplayed_credit(settings, game.own_points, game.hands_played, game.hands_unplayed)
    return Gain(gain.plus + credit, gain.minus)


def _can_gain(method: PartyMethod, game: PartyGame) -> bool:
    """Return whether *game* can have a gain. Counters are paid at a short table too."""
    return game.is_counted or method.has_short_table_losses


def _make_party_standing(
    method: PartyMethod,
    player: str,
    played: Sequence[PlayedGame],
    settings: Mapping[str, str],
    presence: PartyPresence | None,
) -> PartyStanding:
    rounds_sat_out = len(presence.rounds_sat_out) if presence else 0
    credit = _compute_credit(method, played, settings, rounds_sat_out)
    figures = compute_player_figures(method, played, settings, credit)
    group, row, table_no = "", 1, 0
    if played:
        last_game = played[-1].game
        group, row, table_no = last_game.group, last_game.row, last_game.table_no
    elif presence:
        group, row = presence.group, presence.row
    points = [played_game.game.own_points or 0 for played_game in played if played_game.is_scored]
    tens = 0
    if _is_in_tricks(method, settings):
        tens = sum(tricks >= TEN_TRICKS for tricks in points)
    return PartyStanding(
        player=player,
        group=group,
        row=row,
        table_no=table_no,
        total=figures["total"],
        columns=tuple((name, figures[name]) for name in method.columns),
        place=1,
        is_tied=False,
        games_played=count_rounds_played(played),
        lone_hands=int(figures["lone hands"]),
        sit_out_credit=credit,
        presence=presence,
        highest_game=max(points, default=0),
        ten_trick_hands=tens,
        tie_break_figures=tuple(figures[name] for name in method.list_deciding_columns(settings)),
    )


def _is_in_tricks(method: PartyMethod, settings: Mapping[str, str]) -> bool:
    """Return whether the points written down for a side are tricks."""
    return settings.get("entered", method.unit) == "tricks"


def _compute_credit(
    method: PartyMethod, played: Sequence[PlayedGame], settings: Mapping[str, str], sat_out: int
) -> Fraction:
    """Return the credit for *sat_out* rounds.

    If only a number of games counts, rounds sat out count up to that number.
    """
    if not sat_out:
        return Fraction(0)
    gain_by_round: list[Fraction] = []
    for played_game in played:
        if played_game.is_scored:
            # A card of several rounds is divided among them, for the average of a round.
            rounds = played_game.game.rounds
            net = played_game.gain.plus - played_game.gain.minus
            gain_by_round += [Fraction(net, rounds)] * rounds
    if method.max_games_option and settings[method.max_games_option] != "all":
        games_left = int(settings[method.max_games_option]) - len(gain_by_round)
        sat_out = min(sat_out, max(games_left, 0))
    return sit_out_credit(settings[SIT_OUT.name], gain_by_round, sat_out)


def count_rounds_played(played: Iterable[PlayedGame]) -> int:
    """Return the number of rounds *played*.

    A card handed in covers several rounds; two games of a team are one round.
    """
    rounds_by_first = {played_game.game.round_no: played_game.game.rounds for played_game in played}
    return sum(rounds_by_first.values())


def compute_player_figures(
    method: PartyMethod, played: Sequence[PlayedGame], settings: Mapping[str, str], credit: Fraction
) -> dict[str, Fraction]:
    """Return a player's total, with *credit* for rounds sat out, and the method's columns."""
    scored = [played_game.game for played_game in played if played_game.is_scored]
    plus = sum(played_game.gain.plus for played_game in played)
    minus = sum(played_game.gain.minus for played_game in played)
    start = int(settings[method.start_option]) if method.start_option else 0
    total = plus - minus + (credit or 0) + start
    if method.cap_option and settings[method.cap_option] == "full":
        total = min(total, CARD_HOLES)
    most_points = int(settings[method.max_points_option]) if method.max_points_option else None
    games_on_cards = 0
    if method.unit == "games":
        games_on_cards = sum(game.card_total or 0 for game in scored)

    def own_points() -> Points:
        if method.unit == "points":
            return plus - minus
        # Methods that count games or tricks show the points written down besides.
        return sum(game.own_points or 0 for game in scored)

    # Functions, so that only the figures of this method are calculated.
    figures: dict[str, Callable[[], Points]] = {
        "total": lambda: total,
        "full cards": lambda: total // CARD_HOLES,
        "holes": lambda: total % CARD_HOLES,
        "plus": lambda: plus,
        "minus": lambda: minus,
        "games": lambda: Fraction(
            sum(game.half_games_won for game in scored) + 2 * games_on_cards, 2
        ),
        "points": own_points,
        "tricks": lambda: plus,
        "parts": lambda: plus,
        "whole beetles": lambda: sum(game.own_points == most_points for game in scored),
        "won": lambda: sum(played_game.game.deals_won for played_game in played),
        "lost": lambda: sum(played_game.game.deals_lost for played_game in played),
        "spread": lambda: sum(game.margin for game in scored),
        "lone hands": lambda: sum(game.lone_hands for game in scored),
    }
    names = {"total", "lone hands", *method.columns, *method.list_deciding_columns(settings)}
    return {name: Fraction(figures[name]()) for name in names}


def rank_standings(standings: Iterable[PartyStanding]) -> tuple[PartyStanding, ...]:
    """Return *standings* with places, highest total first, equal totals by player."""
    by_player = sorted(standings, key=lambda standing: get_player_order(standing.player))
    return _with_places(sorted(by_player, key=attrgetter("merit"), reverse=True))


def _with_places(ordered: Iterable[PartyStanding]) -> tuple[PartyStanding, ...]:
    with_place = with_places(ordered, attrgetter("merit"))
    return tuple(
        standing._replace(place=place, is_tied=is_tied) for standing, place, is_tied in with_place
    )


def with_places(
    ordered: Iterable[Placed], merit: Callable[[Placed], object]
) -> Iterator[tuple[Placed, int, bool]]:
    """Yield each of *ordered*, best first, with its place and whether the place is shared.

    Those of equal *merit* share a place.

    >>> list(with_places("aabc", str))
    [('a', 1, True), ('a', 1, True), ('b', 3, False), ('c', 4, False)]
    """
    place = 1
    for _merit, sharing in groupby(ordered, key=merit):
        tied = list(sharing)
        is_shared = len(tied) > 1
        for item in tied:
            yield item, place, is_shared
        place += len(tied)


def get_player_order(player: str) -> tuple[int, str]:
    """Return the sort key of *player* in lists: numbers by size, before other names.

    >>> sorted(["10", "9", "A1"], key=get_player_order)
    ['9', '10', 'A1']
    """
    if player.isdecimal():
        return (int(player), "")
    return (10**9, player)  # after all numbers


def party_places(ranking: PartyRanking, by: str) -> dict[str | int, tuple[PartyStanding, ...]]:
    """Return the standings of each prize group, row or table, with places within it.

    *by* is ``"group"``, ``"row"`` or ``"table"``. Row and table belong to the player's last game.
    The key of a table is its number, or ``"row-table"`` if there are several rows.

    >>> sides = [("1", "A", 0, 1), ("2", "B", 0, 1), ("3", "A", 1, 0), ("4", "B", 1, 0)]
    >>> games = [
    ...     PartyGame(player, 1, 1, side, group, games_won=Fraction(won))
    ...     for player, group, side, won in sides
    ... ]
    >>> places = party_places(party_standings("games", games), by="group")
    >>> {group: [(row.player, row.place_text) for row in rows] for group, rows in places.items()}
    {'A': [('1', '1'), ('3', '2')], 'B': [('2', '1'), ('4', '2')]}
    """
    # The same table number may be used in several rows.
    key = attrgetter("row", "table_no") if by == "table" else attrgetter(by)
    places: dict[Any, tuple[PartyStanding, ...]] = {}
    for part, standings in groupby(sorted(ranking.standings, key=key), key):
        places[part] = _with_places(standings)
    if by != "table":
        return places
    has_rows = len({row for row, _table_no in places}) > 1
    if has_rows:
        return {f"{row}-{table_no}": table for (row, table_no), table in places.items()}
    return {table_no: table for (_row, table_no), table in places.items()}
