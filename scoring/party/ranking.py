"""Places at a party: among everybody, or by prize group, row or table."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from scoring.errors import FieldError
from scoring.model import Points
from scoring.party.faults import check_party
from scoring.party.model import (
    CARD_HOLES,
    TEN_TRICKS,
    Gain,
    PartyGame,
    PartyMethod,
    PartyRanking,
    PartyStanding,
    TableGames,
    by_table,
)
from scoring.party.presence import (
    SIT_OUT,
    PartyPresence,
    check_presences,
    short_factor,
    sit_out_credit,
    unplayed_credit,
)
from scoring.registry import find_party_method

Placed = TypeVar("Placed")


class PlayedGame(NamedTuple):
    """A game and its gain. *is_scored* is False if it gains nothing by the rules."""

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
    """Return the standings of everybody who played or sat out, by the way to count with the key *method*.

    What is equal shares the better place; the highest total is first.  *presences* tell who came
    late, left or sat out; of those who are not among them everybody played every round.  Who has
    only sat out so far has the credit for it.

    >>> def game(player, side, won):
    ...     return PartyGame(player, 1, 1, side, won=Fraction(won))
    >>> ranking = party_standings("games", [game("1", 0, 1), game("2", 0, 1), game("3", 1, 0), game("4", 1, 0)])
    >>> [(one.player, str(one.total), one.place_text) for one in ranking.standings]
    [('1', '1', '1='), ('2', '1', '1='), ('3', '0', '3='), ('4', '0', '3=')]

    :raises ScoringError: if there is no such method, option, choice.
    :raises FieldError: with every fault of the games, or of the presences.
    """
    way, listed, told = find_party_method(method), tuple(games), tuple(presences)
    settings = way.settings(options)
    faults = check_party(way, listed, settings)
    if faults:
        raise FieldError(faults)
    played = played_games(way, listed, settings)
    rounds = {
        player: [played_game.game.round_no for played_game in of_player]
        for player, of_player in played.items()
    }
    faults = list(check_presences(told, rounds))
    if faults:
        raise FieldError(faults)
    presence_of = {presence.player: presence for presence in told if presence.text}
    only_sat_out: dict[str, list[PlayedGame]] = {
        presence.player: []
        for presence in told
        if presence.sat_out and presence.player not in played
    }
    standings = [
        _standing(way, player, of_player, settings, presence_of.get(player))
        for player, of_player in (played | only_sat_out).items()
    ]
    return PartyRanking(method, rank_standings(standings), _without_the_most(way, listed, settings))


def _without_the_most(
    method: PartyMethod, games: Sequence[PartyGame], settings: Mapping[str, str]
) -> tuple[str, ...]:
    """Return a sentence for each round but the last in which nobody ended the round."""
    if not method.most_points:
        return ()
    most, rounds = int(settings[method.most_points]), sorted({game.round_no for game in games})
    ended = {game.round_no for game in games if game.own == most}
    return tuple(
        f"Round {round_no}: nobody has all {most} {method.unit}, which end a round. Check its cards."
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
    """Return everybody's total after round *round_no*, such as at a pause.

    The credit for rounds sat out is included.

    Whoever handed in a card that goes on beyond it, without a total by then, is left out: nobody
    can tell.

    >>> games = [PartyGame(player, no, 1, side, own=no + side) for no in (1, 2) for side, player in enumerate("12")]
    >>> {player: str(total) for player, total in totals_after("points", games, 1).items()}
    {'2': '2', '1': '1'}

    :raises FieldError: with every fault of the games, or of the presences.
    """
    told = (
        replace(
            presence,
            left=presence.left if presence.left is not None and presence.left <= round_no else None,
            sat_out=tuple(no for no in presence.sat_out if no <= round_no),
        )
        for presence in presences
        if presence.joined <= round_no
    )
    begun = [game for game in games if game.round_no <= round_no]
    unknown = {game.player for game in begun if game.last_round > round_no}
    played = [game for game in begun if game.player not in unknown]
    presences = [presence for presence in told if presence.text and presence.player not in unknown]
    ranking = party_standings(method, played, options=options, presences=presences)
    return {standing.player: standing.total for standing in ranking.standings}


def played_games(
    method: PartyMethod, games: tuple[PartyGame, ...], settings: Mapping[str, str]
) -> dict[str, list[PlayedGame]]:
    """Return every player's games by round, each with its gain."""
    most = settings[method.most] if method.most else "all"
    limit = None if most == "all" else int(most)
    games_of: dict[str, list[PlayedGame]] = {}
    for table in by_table(games):
        for game in table:
            of_player = games_of.setdefault(game.player, [])
            is_scored = limit is None or len(of_player) < limit
            if is_scored and _can_gain(method, game):
                gain = game_gain(method, game, table, settings)
            else:
                gain = Gain()
            of_player.append(PlayedGame(game, gain, is_scored and game.counts))
    return games_of


def game_gain(
    method: PartyMethod, game: PartyGame, table: TableGames, settings: Mapping[str, str]
) -> Gain:
    """Return the gain of *game* at *table*.

    A short table has a factor; unplayed hands are credited.

    A card handed in says it already.
    """
    if game.handed is not None:
        return Gain(max(game.handed, 0), max(-game.handed, 0))
    gain = method.gain(game, table, settings)
    factor = short_factor(settings) if game.is_short else 1
    gain = gain if factor == 1 else Gain(gain.plus * factor, gain.minus * factor)
    if not game.unplayed:
        return gain
    return Gain(
        gain.plus + unplayed_credit(settings, game.own, game.hands, game.unplayed), gain.minus
    )


def _can_gain(method: PartyMethod, game: PartyGame) -> bool:
    """Return whether *game* can gain anything. Counters are paid at a short table too."""
    return game.counts or method.pays_short


def _standing(
    method: PartyMethod,
    player: str,
    played: Sequence[PlayedGame],
    settings: Mapping[str, str],
    presence: PartyPresence | None,
) -> PartyStanding:
    credit = _credit(method, played, settings, len(presence.sat_out) if presence else 0)
    figures = player_figures(method, played, settings, credit)
    last = played[-1].game if played else None
    own = [played_game.game.own or 0 for played_game in played if played_game.is_scored]
    if last:
        group = last.group
    elif presence:
        group = presence.group
    else:
        group = ""
    if last:
        row = last.row
    elif presence:
        row = presence.row
    else:
        row = 1
    table_no = last.table_no if last else 0
    tens = sum(points >= TEN_TRICKS for points in own) if _in_tricks(method, settings) else 0
    return PartyStanding(
        player=player,
        group=group,
        row=row,
        table_no=table_no,
        total=figures["total"],
        columns=tuple((name, figures[name]) for name in method.columns),
        place=1,
        tied=False,
        played=rounds_played(played),
        lone=int(figures["lone hands"]),
        credit=credit,
        presence=presence,
        highest=max(own, default=0),
        tens=tens,
        breaks=tuple(figures[name] for name in method.deciding(settings)),
    )


def _in_tricks(method: PartyMethod, settings: Mapping[str, str]) -> bool:
    """Return whether it is tricks that are written down for a side."""
    return settings.get("entered", method.unit) == "tricks"


def _credit(
    method: PartyMethod, played: Sequence[PlayedGame], settings: Mapping[str, str], sat_out: int
) -> Fraction:
    """Return the credit for rounds *sat_out*.

    If only the first games count, no more than the open ones.
    """
    if not sat_out:
        return Fraction(0)
    scored = []
    for played_game in played:
        if played_game.is_scored:
            for _round in range(played_game.game.rounds):
                scored.append(
                    Fraction(
                        played_game.gain.plus - played_game.gain.minus, played_game.game.rounds
                    )
                )
    if method.most and settings[method.most] != "all":
        sat_out = min(sat_out, max(int(settings[method.most]) - len(scored), 0))
    return sit_out_credit(settings[SIT_OUT.name], scored, sat_out)


def rounds_played(played: Iterable[PlayedGame]) -> int:
    """Return the number of rounds *played*.

    A card handed in covers several rounds; two games of a team are one round.
    """
    return sum(
        {played_game.game.round_no: played_game.game.rounds for played_game in played}.values()
    )


def player_figures(
    method: PartyMethod, played: Sequence[PlayedGame], settings: Mapping[str, str], credit: Fraction
) -> dict[str, Fraction]:
    """Return a player's total, with the *credit* for rounds sat out, and the method's columns."""
    scored = [played_game.game for played_game in played if played_game.is_scored]
    plus = sum(played_game.gain.plus for played_game in played)
    minus = sum(played_game.gain.minus for played_game in played)
    total = plus - minus + (credit or 0) + (int(settings[method.starts]) if method.starts else 0)
    if method.cap and settings[method.cap] == "full":
        total = min(total, CARD_HOLES)
    most = int(settings[method.most_points]) if method.most_points else None
    handed = sum(game.handed or 0 for game in scored) if method.unit == "games" else 0
    figures: dict[str, Callable[[], Points]] = {
        "total": lambda: total,
        "full cards": lambda: total // CARD_HOLES,
        "holes": lambda: total % CARD_HOLES,
        "plus": lambda: plus,
        "minus": lambda: minus,
        "games": lambda: Fraction(sum(game.half_games for game in scored) + 2 * handed, 2),
        "points": lambda: (
            plus - minus if method.unit == "points" else sum(game.own or 0 for game in scored)
        ),
        "tricks": lambda: plus,
        "parts": lambda: plus,
        "whole beetles": lambda: sum(game.own == most for game in scored),
        "won": lambda: sum(played_game.game.deals_won for played_game in played),
        "lost": lambda: sum(played_game.game.deals_lost for played_game in played),
        "spread": lambda: sum(game.margin for game in scored),
        "lone hands": lambda: sum(game.lone for game in scored),
    }
    asked = {"total", "lone hands", *method.columns, *method.deciding(settings)}
    return {name: Fraction(figures[name]()) for name in asked}


def rank_standings(standings: Iterable[PartyStanding]) -> tuple[PartyStanding, ...]:
    """Return *standings* with places, the highest total first, equal totals by player."""
    ordered = sorted(standings, key=lambda standing: player_order(standing.player))
    return _with_places(sorted(ordered, key=attrgetter("merit"), reverse=True))


def _with_places(ordered: Iterable[PartyStanding]) -> tuple[PartyStanding, ...]:
    with_place = with_places(ordered, attrgetter("merit"))
    return tuple(
        standing._replace(place=place, tied=is_tied) for standing, place, is_tied in with_place
    )


def with_places(
    ordered: Iterable[Placed], merit: Callable[[Placed], object]
) -> Iterator[tuple[Placed, int, bool]]:
    """Yield each of *ordered*, best first, with its place and whether others of equal *merit* share
    it.

    >>> list(with_places("aabc", str))
    [('a', 1, True), ('a', 1, True), ('b', 3, False), ('c', 4, False)]
    """
    place = 1
    for _merit, sharing in groupby(ordered, key=merit):
        equal = list(sharing)
        yield from ((each, place, len(equal) > 1) for each in equal)
        place += len(equal)


def player_order(player: str) -> tuple[int, str]:
    """Return the key by which players are listed: numbers by size, before other names.

    >>> sorted(["10", "9", "A1"], key=player_order)
    ['9', '10', 'A1']
    """
    if player.isdecimal():
        return (int(player), "")
    return (10**9, player)


def party_places(ranking: PartyRanking, by: str) -> dict[str | int, tuple[PartyStanding, ...]]:
    """Return the standings apart for each prize group, row or table, with the places among their own.

    *by* is ``"group"``, ``"row"`` or ``"table"``; row and table are those of the player's last
    game, and a table is one of its row: its key is the number of the table, or of row and table in
    one text where there are several rows.

    >>> sides = [("1", "A", 0, 1), ("2", "B", 0, 1), ("3", "A", 1, 0), ("4", "B", 1, 0)]
    >>> games = [PartyGame(player, 1, 1, side, group, won=Fraction(won)) for player, group, side, won in sides]
    >>> places = party_places(party_standings("games", games), by="group")
    >>> {group: [(one.player, one.place_text) for one in seen] for group, seen in places.items()}
    {'A': [('1', '1'), ('3', '2')], 'B': [('2', '1'), ('4', '2')]}
    """
    where = attrgetter(*{"table": ("row", "table_no")}.get(by, (by,)))
    apart = groupby(sorted(ranking.standings, key=where), where)
    places: dict[Any, tuple[PartyStanding, ...]] = {at: _with_places(those) for at, those in apart}
    if by != "table":
        return places
    has_rows = len({row for row, _table_no in places}) > 1
    return {
        f"{row}-{table_no}" if has_rows else table_no: those
        for (row, table_no), those in places.items()
    }
