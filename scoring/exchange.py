"""Read parties from JSON, and write their rankings and prizes as JSON, for other programs.

All faults of a file are reported together, each with its game. The part ``prizes`` of a file is
allowed and not read. The functions that read a part of a file, of a party or of another
contest, name it in their errors as the file does.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from reprlib import repr as shortened
from typing import Any

from scoring.display import format_exact
from scoring.errors import FieldError, ScoringError
from scoring.party.awarding import Prize
from scoring.party.model import PartyGame, PartyMethod, PartyRanking, PartyStanding
from scoring.party.presence import PartyPresence
from scoring.refusals import make_file_part_error, make_file_unknown_part_error

# Without exponents, for 1e999999999 would fill the memory as an exact number.
_EXACT_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9}|/[0-9]{1,9})?", re.ASCII)

# The keys that a game, a player and a file may have.
_GAME_PARTS = (
    "player",
    "round",
    "table",
    "side",
    "group",
    "row",
    "own",
    "other",
    "won",
    "lone",
    "counts",
    "games_made",
    "other_games_made",
    "set_back",
    "deals_won",
    "deals_lost",
    "handed",
    "rounds",
    "short",
    "hands",
    "unplayed",
)


_PLAYER_PARTS = ("player", "group", "joined", "left", "sat_out", "away")


_FILE_PARTS = ("contest", "players", "games", "prizes")


@dataclass(frozen=True, slots=True)
class PartyFile:
    """A file of a party."""

    games: tuple[PartyGame, ...]
    presences: tuple[PartyPresence, ...] = ()  # those of players who came late, left or sat out


def read_party_json(data: object) -> PartyFile:
    """Return the games of the party in *data*, a parsed JSON file.

    The shape: ``{"contest": "progressive", "players": [{"player": "1", "group": "A"}], "games":
    [{"player": "1", "round": 1, "table": 4, "side": 0, "won": 1, "own": 5, "other": 3}]}``.

    - In a game, ``won`` is 1, ``"1/2"`` or 0. It can have ``group``, ``row``, ``lone``, ``counts``,
      ``short`` (a table with fewer players than a full one), ``hands`` played and ``unplayed`` in a
      round, ``games_made``, ``set_back``, ``deals_won`` and ``deals_lost``. Instead it can have
      ``handed``, the total on a card that was handed in, and the number of its ``rounds``.
    - The list of players can be left out. If it is given, it must have everybody with a game, and
      a player who has neither played nor sat out is not ranked.
    - A player can have ``joined``, the first round played, ``left``, the first round not played any
      more, ``sat_out``, a list of rounds between them without a game, and ``away``, the rounds
      before the player came back.

    >>> data = {"contest": "progressive", "games": [{"player": 7, "round": 1, "table": 2, "side": 0}]}
    >>> read_party_json(data).games == (PartyGame("7", 1, 2, 0),)
    True

    :raises FieldError: with every fault, each naming its game
    """
    problems: list[ScoringError] = []
    try:
        file = require_object(data, "it")
        refuse_unknown_parts(file, "the file of a party", _FILE_PARTS)
        rows = require_list(file.get("games"), "games")
        groups, presences = _read_players(file)
    except ScoringError as error:
        raise FieldError([make_file_error("The file", error)]) from None
    games = []
    for number, row in enumerate(rows, start=1):
        try:
            games.append(_read_game(require_object(row, "a game"), groups))
        except ScoringError as error:
            problems.append(make_file_error(f"Game no. {number} in the file", error))
    if problems:
        raise FieldError(problems)
    return PartyFile(tuple(games), presences)


def make_file_error(location: str, reason: ScoringError) -> ScoringError:
    """Return *reason* after its *location* in the file."""
    return ScoringError("file-fault", "{where}: {reason}", where=location, reason=reason)


def read_whole_number(row: Mapping[str, Any], name: str, minimum: int | None = None) -> int:
    """Return the whole number *name* of *row*, *minimum* or more."""
    value = row.get(name)
    expected = "a whole number"
    if minimum is not None:
        expected = f"a whole number from {minimum} up"
    # In Python true is a number, in JSON it isn't.
    if isinstance(value, bool) or not isinstance(value, int):
        raise make_part_error(name, expected, value)
    if minimum is not None and value < minimum:
        raise make_part_error(name, expected, value)
    return value


def read_text(row: Mapping[str, Any], name: str) -> str:
    """Return the text *name* of *row*."""
    value = row.get(name)
    if not isinstance(value, str):
        raise make_part_error(name, "text", value)
    return value


def read_choice(row: Mapping[str, Any], name: str, choices: Collection[str]) -> str:
    """Return the text *name* of *row*, one of *choices*."""
    value = row.get(name)
    if not isinstance(value, str) or value not in choices:
        raise make_part_error(name, f"one of {', '.join(choices)}", value)
    return value


def require_object(value: object, name: str) -> Mapping[str, Any]:
    """Return *value* if it is an object."""
    if not isinstance(value, dict):
        raise make_part_error(name, "an object in braces", value)
    return value


def require_list(value: object, name: str) -> list[Any]:
    """Return *value* if it is a list."""
    if not isinstance(value, list):
        raise make_part_error(name, "a list", value)
    return value


def make_part_error(name: str, expected: str, value: object) -> ScoringError:
    """Return the error for the part *name*, which has *value* and not what is *expected*."""
    if value is None:
        return ScoringError(
            "file-missing-part",
            "{name} is missing; it must be {wanted}.",
            name=name,
            wanted=expected,
        )
    # A value from a file can be of any length.
    return make_file_part_error(name=name, wanted=expected, value=shortened(value))


def read_exact_number(row: Mapping[str, Any], name: str) -> Fraction:
    """Return the number *name* of *row* exactly: whole, decimal, or text such as ``"1/3"``."""
    value = row.get(name)
    error = make_part_error(name, 'a number such as -2.5 or "1/3"', value)
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise error
    if not _EXACT_NUMBER.fullmatch(str(value)):
        raise error
    try:
        return Fraction(str(value))
    except ZeroDivisionError:
        raise error from None


def refuse_unknown_parts(
    row: Mapping[str, Any], row_description: str, known_names: Collection[str]
) -> None:
    """Refuse a part of *row* that isn't among *known_names*. *row_description* says what *row* is."""
    for name in row:
        if name not in known_names:
            raise make_file_unknown_part_error(
                name=name,
                hint="",
                kind=row_description,
                known=", ".join(known_names),
            )


def _read_players(
    file: Mapping[str, Any],
) -> tuple[dict[str, str] | None, tuple[PartyPresence, ...]]:
    """Return the prize group of each player (None without a list), and presences."""
    if "players" not in file:
        return None, ()
    group_by_player: dict[str, str] = {}
    presences = []
    for value in require_list(file["players"], "players"):
        row = require_object(value, "a player")
        refuse_unknown_parts(row, "a player", _PLAYER_PARTS)
        player = read_player(row, "player")
        if player in group_by_player:
            raise ScoringError(
                "party-player-twice",
                'player "{player}" is listed twice; delete one.',
                player=player,
            )
        group_by_player[player] = read_text(row, "group") if "group" in row else ""
        presence = _read_presence(player, group_by_player[player], row)
        # A player who was there in every round has no text.
        if presence.description:
            presences.append(presence)
    return group_by_player, tuple(presences)


def _read_presence(player: str, group: str, row: Mapping[str, Any]) -> PartyPresence:
    return PartyPresence(
        player=player,
        group=group,
        joining_round=_read_optional_number(row, "joined", 1, minimum=1),
        leaving_round=_read_optional_number(row, "left", None, minimum=2),
        rounds_sat_out=_read_rounds(row, "sat_out"),
        rounds_away=_read_rounds(row, "away"),
    )


def _read_rounds(row: Mapping[str, Any], name: str) -> tuple[int, ...]:
    rounds = set()
    for value in require_list(row.get(name, []), name):
        rounds.add(read_whole_number({name: value}, name, minimum=1))
    return tuple(sorted(rounds))


def read_player(row: Mapping[str, Any], name: str) -> str:
    """Return the player *name* of *row* as text. In the file it can be a number."""
    value = row.get(name)
    # In Python true is a number, in JSON it isn't.
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise make_part_error(name, 'text or a number such as "12"', value)
    return str(value)


def _read_game(row: Mapping[str, Any], group_by_player: Mapping[str, str] | None) -> PartyGame:
    refuse_unknown_parts(row, "a game", _GAME_PARTS)
    player = read_player(row, "player")
    if group_by_player is not None and player not in group_by_player:
        raise ScoringError(
            "party-unknown-player",
            'player "{player}" isn’t in the list of players; correct it or add it to the list.',
            player=player,
        )
    is_counted = _read_bool(row, "counts", default=True)
    is_short = _read_bool(row, "short", default=False)
    group = "" if group_by_player is None else group_by_player[player]
    if "group" in row:
        group = read_text(row, "group")
    games_won = read_exact_number(row, "won") if "won" in row else Fraction(0)
    return PartyGame(
        player=player,
        round_no=read_whole_number(row, "round", minimum=1),
        table_no=read_whole_number(row, "table", minimum=1),
        side=read_whole_number(row, "side", minimum=0),
        group=group,
        row=_read_optional_number(row, "row", 1, minimum=1),
        own_points=_read_optional_number(row, "own", None),
        other_points=_read_optional_number(row, "other", None),
        games_won=games_won,
        lone_hands=_read_optional_number(row, "lone", 0, minimum=0),
        is_counted=is_counted,
        games_made=_read_optional_number(row, "games_made", 0, minimum=0),
        other_games_made=_read_optional_number(row, "other_games_made", 0, minimum=0),
        set_back=_read_optional_number(row, "set_back", 0, minimum=0),
        deals_won=_read_optional_number(row, "deals_won", 0, minimum=0),
        deals_lost=_read_optional_number(row, "deals_lost", 0, minimum=0),
        card_total=_read_optional_number(row, "handed", None),
        rounds=_read_optional_number(row, "rounds", 1, minimum=1),
        is_short=is_short,
        hands_played=_read_optional_number(row, "hands", 0, minimum=0),
        hands_unplayed=_read_optional_number(row, "unplayed", 0, minimum=0),
    )


def _read_bool(row: Mapping[str, Any], name: str, *, default: bool) -> bool:
    value = row.get(name, default)
    if not isinstance(value, bool):
        raise make_part_error(name, "true or false", value)
    return value


def _read_optional_number(
    row: Mapping[str, Any], name: str, default: Any, minimum: int | None = None
) -> Any:
    """Return the whole number *name* of *row*, or *default* if it is missing or null."""
    if row.get(name) is None:
        return default
    return read_whole_number(row, name, minimum)


def make_party_ranking_json(ranking: PartyRanking) -> dict[str, object]:
    """Return *ranking* as JSON, with columns and exact totals.

    >>> from scoring.party.ranking import rank_party_games
    >>> ranking = rank_party_games("points", [PartyGame("7", 1, 1, 0, own_points=5)])
    >>> make_party_ranking_json(ranking)["standings"][0]["columns"]
    {'points': '5', 'games': '0', 'lone hands': '0'}
    """
    return {
        "method": ranking.method,
        "boards": [],
        "standings": [_make_standing_json(standing) for standing in ranking.standings],
        "notes": list(ranking.notes),
    }


def _make_standing_json(standing: PartyStanding) -> dict[str, object]:
    return {
        "contestant": standing.player,
        "direction": None,
        "group": standing.group,
        "row": standing.row,
        "table": standing.table_no,
        "played": standing.games_played,
        **_make_presence_json(standing),
        "total": format_exact(standing.total),
        "percent": None,
        "columns": {name: format_exact(figure) for name, figure in standing.columns},
        "place": standing.rank_text,
    }


def _make_presence_json(standing: PartyStanding) -> dict[str, object]:
    """Return a player's presence, and the points for sit-outs."""
    presence = standing.presence
    if presence is None:
        return {}
    return {
        "joined": presence.joining_round,
        "left": presence.leaving_round,
        "sat_out": list(presence.rounds_sat_out),
        "away": list(presence.rounds_away),
        "sit_out_credit": format_exact(standing.sit_out_credit),
        "presence": presence.description,
    }


def make_prizes_json(prizes: Iterable[Prize]) -> list[dict[str, object]]:
    """Return *prizes* as JSON. ``tie`` is null if no tie is left to settle."""
    return [_make_prize_json(prize) for prize in prizes]


def _make_prize_json(prize: Prize) -> dict[str, object]:
    tie_json = None
    if prize.tie is not None:
        players = list(prize.tie.players)
        tie_json = {"how": prize.tie.rule_key, "players": players, "text": prize.tie.instructions}
    return {
        "kind": prize.kind,
        "place": prize.prize_no,
        "group": prize.group,
        "row": prize.row,
        "table": prize.table_no,
        "players": list(prize.players),
        "tie": tie_json,
        "text": prize.text,
    }


def make_party_method_json(method: PartyMethod) -> dict[str, object]:
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
        "needs": method.required_entry,
        "columns": list(method.columns),
        "rule": method.rule_text,
    }
