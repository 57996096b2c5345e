"""Parties in the JSON shapes that other programs read and write.

Whatever is wrong with a file is found in one go and named with its game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.display import exact_text
from scoring.errors import FieldError, ScoringError
from scoring.exchange.json_parts import (
    check_list,
    check_object,
    file_fault,
    part_error,
    read_exact,
    read_text,
    read_whole_number,
    refuse_unknown,
)
from scoring.party.awarding import Prize
from scoring.party.model import PartyGame, PartyMethod, PartyRanking, PartyStanding
from scoring.party.presence import PartyPresence
from scoring.sentences import ScoringSentences

_GAME_PARTS = (
    *("player", "round", "table", "side", "group", "row", "own", "other", "won", "lone", "counts"),
    *(
        "games_made",
        "other_games_made",
        "set_back",
        "deals_won",
        "deals_lost",
        "handed",
        "rounds",
        "short",
    ),
    *("hands", "unplayed"),
)
_FILE_PARTS = ("contest", "players", "games", "prizes")


@dataclass(frozen=True, slots=True)
class PartyFile:
    """A file of a party: its games, and its part ``prizes`` or None.

    *presences* tell who came late, left or sat out.
    """

    games: tuple[PartyGame, ...]
    prizes: object = None
    presences: tuple[PartyPresence, ...] = ()


def party_from_json(data: object) -> PartyFile:
    """Return the games of the party that *data*, a parsed JSON file, describes.

    The shape: ``{"contest": "progressive", "players": [{"player": "1", "group": "A"}], "games":
    [{"player": "1", "round": 1, "table": 4, "side": 0, "won": 1, "own": 5, "other": 3}]}``.  A game
    may hold ``group``, ``row``, ``lone``, ``counts``, ``short`` (a table with fewer players than a
    full one), ``hands`` played and ``unplayed`` of a round, ``games_made``, ``set_back``,
    ``deals_won`` and ``deals_lost`` besides, or ``handed``, the total of a card that was handed in
    for so many ``rounds``; ``won`` is 1, ``"1/2"`` or 0.  The list of players may be left out;
    where it is there, everybody with a game is in it, and who has neither played nor sat out is not
    ranked.  A player may hold ``joined``, the first round played, ``left``, the first one not
    played any more, ``sat_out``, a list of the rounds in between without a game, and ``away``,
    those before the player came back.

    >>> data = {"contest": "progressive", "games": [{"player": 7, "round": 1, "table": 2, "side": 0}]}
    >>> party_from_json(data).games == (PartyGame("7", 1, 2, 0),)
    True

    :raises FieldError: with every fault, each naming its game.
    """
    faults: list[ScoringError] = []
    try:
        file = check_object(data, "it")
        refuse_unknown(file, "the file of a party", _FILE_PARTS)
        rows = check_list(file.get("games"), "games")
        groups, presences = _read_players(file)
    except ScoringError as error:
        raise FieldError([file_fault("The file", error)]) from None
    games = []
    for at, row in enumerate(rows, start=1):
        try:
            games.append(_read_game(check_object(row, "a game"), groups))
        except ScoringError as error:
            faults.append(file_fault(f"Game no. {at} in the file", error))
    if faults:
        raise FieldError(faults)
    return PartyFile(tuple(games), file.get("prizes"), presences)


def _read_players(
    file: Mapping[str, Any],
) -> tuple[dict[str, str] | None, tuple[PartyPresence, ...]]:
    """Return each player's prize group, and who was not present all the time."""
    if "players" not in file:
        return None, ()
    groups: dict[str, str] = {}
    presences = []
    for row in check_list(file["players"], "players"):
        listed = check_object(row, "a player")
        refuse_unknown(listed, "a player", ("player", "group", "joined", "left", "sat_out", "away"))
        player = read_player(listed, "player")
        if player in groups:
            raise ScoringError(ScoringSentences.PARTY_PLAYER_TWICE, player=player)
        groups[player] = read_text(listed, "group") if "group" in listed else ""
        presences.append(_read_presence(player, groups[player], listed))
    return groups, tuple(presence for presence in presences if presence.text)


def _read_presence(player: str, group: str, listed: Mapping[str, Any]) -> PartyPresence:
    return PartyPresence(
        player=player,
        group=group,
        joined=_optional(listed, "joined", 1, lowest=1),
        left=_optional(listed, "left", None, lowest=2),
        sat_out=_rounds(listed, "sat_out"),
        away=_rounds(listed, "away"),
    )


def _rounds(listed: Mapping[str, Any], name: str) -> tuple[int, ...]:
    rounds = [{name: round_no} for round_no in check_list(listed.get(name, []), name)]
    return tuple(sorted({read_whole_number(row, name, lowest=1) for row in rounds}))


def read_player(row: Mapping[str, Any], name: str) -> str:
    """Return the player *name* of *row*: text, or a number, which is taken as text."""
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise part_error(name, 'text or a number such as "12"', value)
    return str(value)


def _read_game(row: Mapping[str, Any], groups: Mapping[str, str] | None) -> PartyGame:
    refuse_unknown(row, "a game", _GAME_PARTS)
    player = read_player(row, "player")
    if groups is not None and player not in groups:
        raise ScoringError(ScoringSentences.PARTY_UNKNOWN_PLAYER, player=player)
    known = {} if groups is None else {"group": groups[player]}
    counts, is_short = (
        _yes_or_no(row, name, absent=absent)
        for name, absent in (("counts", True), ("short", False))
    )
    group = read_text(row, "group") if "group" in row else known.get("group", "")
    won = read_exact(row, "won") if "won" in row else Fraction(0)
    return PartyGame(
        player=player,
        round_no=read_whole_number(row, "round", lowest=1),
        table_no=read_whole_number(row, "table", lowest=1),
        side=read_whole_number(row, "side", lowest=0),
        group=group,
        row=_optional(row, "row", 1, lowest=1),
        own=_optional(row, "own", None),
        other=_optional(row, "other", None),
        won=won,
        lone=_optional(row, "lone", 0, lowest=0),
        counts=counts,
        games_made=_optional(row, "games_made", 0, lowest=0),
        other_games_made=_optional(row, "other_games_made", 0, lowest=0),
        set_back=_optional(row, "set_back", 0, lowest=0),
        deals_won=_optional(row, "deals_won", 0, lowest=0),
        deals_lost=_optional(row, "deals_lost", 0, lowest=0),
        handed=_optional(row, "handed", None),
        rounds=_optional(row, "rounds", 1, lowest=1),
        is_short=is_short,
        hands=_optional(row, "hands", 0, lowest=0),
        unplayed=_optional(row, "unplayed", 0, lowest=0),
    )


def _yes_or_no(row: Mapping[str, Any], name: str, *, absent: bool) -> bool:
    value = row.get(name, absent)
    if not isinstance(value, bool):
        raise part_error(name, "true or false", value)
    return value


def _optional(row: Mapping[str, Any], name: str, absent: Any, lowest: int | None = None) -> Any:
    """Return the whole number *name* of *row*, or *absent*."""
    if row.get(name) is None:
        return absent
    return read_whole_number(row, name, lowest)


def party_ranking_to_json(ranking: PartyRanking) -> dict[str, object]:
    """Return *ranking* as JSON, with columns and exact totals.

    >>> from scoring import party_standings
    >>> ranking = party_standings("points", [PartyGame("7", 1, 1, 0, own=5)])
    >>> party_ranking_to_json(ranking)["standings"][0]["columns"]
    {'points': '5', 'games': '0', 'lone hands': '0'}
    """
    return {
        "method": ranking.method,
        "boards": [],
        "standings": [_standing_to_json(standing) for standing in ranking.standings],
        "notes": list(ranking.notes),
    }


def _standing_to_json(standing: PartyStanding) -> dict[str, object]:
    return {
        "contestant": standing.player,
        "direction": None,
        "group": standing.group,
        "row": standing.row,
        "table": standing.table_no,
        "played": standing.played,
        **_presence_to_json(standing),
        "total": exact_text(standing.total),
        "percent": None,
        "columns": {name: exact_text(figure) for name, figure in standing.columns},
        "place": standing.place_text,
    }


def _presence_to_json(standing: PartyStanding) -> dict[str, object]:
    """Return a player's presence, and the points of sit-outs."""
    if standing.presence is None:
        return {}
    told = standing.presence
    return {
        "joined": told.joined,
        "left": told.left,
        "sat_out": list(told.sat_out),
        "away": list(told.away),
        "sit_out_credit": exact_text(standing.credit),
        "presence": told.text,
    }


def prizes_to_json(prizes: Iterable[Prize]) -> list[dict[str, object]]:
    """Return *prizes* as JSON. ``tie`` is null if nothing is open."""
    return [
        {
            "kind": prize.kind,
            "place": prize.place_no,
            "group": prize.group,
            "row": prize.row,
            "table": prize.table_no,
            "players": list(prize.players),
            "tie": None
            if prize.tie is None
            else {"how": prize.tie.how, "players": list(prize.tie.players), "text": prize.tie.text},
            "text": prize.text,
        }
        for prize in prizes
    ]


def party_method_to_json(method: PartyMethod) -> dict[str, object]:
    """Return the description of *method*."""
    return {
        "key": method.key,
        "name": method.name,
        "abbr": method.unit,
        "contest": "progressive",
        "games": list(method.games),
        "unit": method.unit,
        "decimals": 0,
        "options": [option.to_json() for option in method.options],
        "source": method.source,
        "needs": method.needs,
        "columns": list(method.columns),
        "rule": method.rule,
    }
