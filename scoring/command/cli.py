"""The command line of scoring: ``python -m scoring list|rank|check|explain|contract|deal``.

Standard output has nothing but JSON. An error is one sentence on standard error and exit status 2.

Each command is a function that takes the parsed arguments and returns what is printed. A file may
have the results of pairs or teams, of single players, or of a party; the commands tell them apart
by its contest.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn, TypeAlias

from scoring.bridge.boards import SIDES, Vulnerability
from scoring.bridge.contracts import ns_score, read_contract
from scoring.bridge.games import duplicate_game
from scoring.checking import check_party_standings, check_players, check_ranking
from scoring.classic.register import register_classic_methods
from scoring.command.bare_scores import get_tricks_per_deal
from scoring.command.fields import (
    field_from_json,
    make_unread_notes,
    method_to_json,
    ranking_to_json,
)
from scoring.command.party_prizes import award_prizes_from_json
from scoring.command.players import individual_from_json, is_individual, with_seats
from scoring.command.units import settings_of_file
from scoring.deals.games import GAMES, game_score_to_json, score_deals
from scoring.errors import ScoringError
from scoring.exchange.json_parts import check_object
from scoring.exchange.party import party_from_json, party_method_to_json, party_ranking_to_json
from scoring.explain.figures import explain_line, explain_total, explanation_to_json
from scoring.explain.party import explain_party_total, party_explanation_to_json
from scoring.method import ScoringMethod
from scoring.model import Field, without_handicaps
from scoring.party.ranking import party_standings
from scoring.party.registry import PARTY_METHODS
from scoring.party.sentences import PartyScoringSentences
from scoring.plain.auction import find_auction_file_differences
from scoring.plain.contracts import find_file_differences
from scoring.presets import PRESETS, find_preset
from scoring.registry import check_game, find_method, list_all_methods
from scoring.sentences import ScoringSentences
from scoring.teams.register import register_team_methods
from scoring.totals.players import IndividualField, rank_players


def is_party(method_key: str, data: object) -> bool:
    """Return whether *data* is the file of a party.

    >>> is_party("games", {"contest": "progressive"}), is_party("matchpoints", {"contest": "pairs"})
    (True, False)

    :raises ScoringError: if the method is for parties but *data* is not
    """
    if isinstance(data, dict) and data.get("contest") == "progressive":
        return True
    if method_key in {method.key for method in PARTY_METHODS}:
        raise ScoringError(PartyScoringSentences.PARTY_OTHER_FILE, key=method_key)
    return False


def rank_party(
    method_key: str, data: object, options: Mapping[str, str], *, with_prizes: bool
) -> dict[str, object]:
    """Return the standings of the party in *data*, and its prizes if *with_prizes*."""
    party = party_from_json(data)
    ranking = party_standings(method_key, party.games, options=options, presences=party.presences)
    prizes = award_prizes_from_json(ranking, party.prizes) if with_prizes else {}
    return {**party_ranking_to_json(ranking), **prizes}


def check_party_file(method_key: str, data: object, options: Mapping[str, str]) -> list[str]:
    """Return a sentence for each figure that differs between the two calculations."""
    party = party_from_json(data)
    return check_party_standings(
        method_key, party.games, options=options, presences=party.presences
    )


def explain_party_file(
    method_key: str, data: object, options: Mapping[str, str], player: str
) -> dict[str, object]:
    """Return the explanation of the total of *player*."""
    party = party_from_json(data)
    explanation = explain_party_total(
        method_key, party.games, player, options=options, presences=party.presences
    )
    return party_explanation_to_json(explanation)


class _ScoringParser(argparse.ArgumentParser):
    """A parser that refuses with one sentence instead of its usage."""

    def error(self, message: str) -> NoReturn:
        raise ScoringError(
            ScoringSentences.COMMAND_ARGUMENTS, what=f"{message[:1].upper()}{message[1:]}"
        )


_Commands: TypeAlias = "argparse._SubParsersAction[_ScoringParser]"


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Return the exit status: 0, or 2 after an error."""
    register_team_methods()
    register_classic_methods()
    try:
        options = _build_parser().parse_args(arguments)
        answer = options.run(options)
    except ScoringError as error:
        print(error, file=sys.stderr)
        return 2
    # The command contract has no --json: its answer is a single number.
    indent = None if getattr(options, "json", True) else 2
    print(json.dumps(answer, indent=indent))
    return 0


def _build_parser() -> argparse.ArgumentParser:
    parser = _ScoringParser(
        prog="python -m scoring", description="Score contracts, rank pairs, teams and parties."
    )
    commands = parser.add_subparsers(required=True, metavar="list|rank|check|explain|contract|deal")
    listing = commands.add_parser("list", help="the scoring methods and their options")
    listing.set_defaults(run=_list_methods)
    dealing = commands.add_parser("deal", help="what deals of whist, euchre and other games score")
    dealing.add_argument("game", help=f"one of {', '.join(game.key for game in GAMES)}")
    dealing.add_argument(
        "deals", nargs="+", metavar="DEAL", help="a deal as scorers type it, such as 'NS 5 ALONE'"
    )
    dealing.set_defaults(run=_score_typed_deals)
    file_commands = _add_file_commands(commands)
    for command in (*file_commands, dealing):
        command.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="choose an option"
        )
    for command in file_commands:
        presets = ", ".join(preset.key for preset in PRESETS)
        command.add_argument(
            "--preset", default="", metavar="NAME", help=f"score like another program: {presets}"
        )
    for command in (listing, *file_commands, dealing):
        command.add_argument("--json", action="store_true", help="print JSON on one line")
    _add_contract_command(commands)
    return parser


def _add_file_commands(commands: _Commands) -> tuple[_ScoringParser, ...]:
    """Add and return the commands that read a file of results."""
    ranking = commands.add_parser("rank", help="rank the results in a JSON file")
    ranking.add_argument(
        "--prizes", action="store_true", help="list the prizes of a party, with ties to break"
    )
    ranking.set_defaults(run=_rank_file)
    checking = commands.add_parser(
        "check", help="calculate every figure in two ways and list differences"
    )
    checking.set_defaults(run=_check)
    explaining = commands.add_parser("explain", help="explain a figure: of one board, or the total")
    explaining.add_argument(
        "--contestant", required=True, help="whose figure: a number, or a party player"
    )
    explaining.add_argument("--board", type=int, help="the board; without it, the total")
    explaining.add_argument(
        "--side", type=str.upper, choices=("NS", "EW"), help="where the contestant sat"
    )
    explaining.add_argument(
        "--direction",
        type=str.upper,
        choices=("NS", "EW"),
        help="with two winners: the list, if it isn't the one of the side",
    )
    explaining.set_defaults(run=_explain)
    for command in (ranking, checking, explaining):
        command.add_argument("method", help="key of a scoring method")
        command.add_argument(
            "file", type=Path, help="JSON file of boards and lines, or of the games of a party"
        )
    return ranking, checking, explaining


def _add_contract_command(commands: _Commands) -> None:
    contract = commands.add_parser("contract", help="the N-S score of one contract")
    contract.add_argument("contract", help="such as 4SX")
    contract.add_argument("--declarer", required=True, type=str.upper, choices=SIDES)
    contract.add_argument(
        "--vulnerable", required=True, choices=[choice.value for choice in Vulnerability]
    )
    contract.add_argument("--tricks", required=True, type=int, help="tricks declarer won, 0 to 13")
    contract.set_defaults(run=_score_contract)


def _list_methods(_options: argparse.Namespace) -> list[dict[str, object]]:
    listed = [method_to_json(method) for method in list_all_methods()]
    return listed + [party_method_to_json(method) for method in PARTY_METHODS]


def _rank_file(options: argparse.Namespace) -> dict[str, object]:
    data = _load(options.file)
    if is_party(options.method, data):
        return rank_party(
            options.method, data, _resolve_options(options), with_prizes=options.prizes
        )
    if options.prizes:
        raise ScoringError(PartyScoringSentences.PARTY_NO_PRIZES)
    method = find_method(options.method)
    if is_individual(data):
        individual = _read_individual(data, method)
        ranking = rank_players(method, individual, _resolve_file_options(options, data, method))
        return with_seats(ranking_to_json(ranking, method.decimals), data)
    field = _read_field(data, method)
    settings = _resolve_file_options(options, data, method)
    ranking = method.rank(field, settings)
    gross_field = without_handicaps(field)
    gross_ranking = None
    if gross_field is not field:
        gross_ranking = method.rank(gross_field, settings)
    payload = ranking_to_json(ranking, method.decimals, field, gross_ranking)
    return payload | {"notes": [*ranking.notes, *make_unread_notes(check_object(data, "it"))]}


def _read_field(data: object, method: ScoringMethod) -> Field:
    """Return the field of a file.

    :raises ScoringError: if the file has tricks and the method can't score them
    """
    field = field_from_json(data, method)
    if field.contest == method.contest:
        _check_game(data, method)
    return field


def _read_individual(data: object, method: ScoringMethod) -> IndividualField:
    """Return the field of single players of a file.

    :raises ScoringError: if the file has tricks and the method can't score them
    """
    individual = individual_from_json(data, method)
    _check_game(data, method)
    return individual


def _check_game(data: object, method: ScoringMethod) -> None:
    if get_tricks_per_deal(check_object(data, "it"), method.bare_score_meaning):
        check_game(method.key, "whist")


def _check(options: argparse.Namespace) -> dict[str, object]:
    data = _load(options.file)
    if is_party(options.method, data):
        return {
            "method": options.method,
            "differences": check_party_file(options.method, data, _resolve_options(options)),
        }
    method = find_method(options.method)
    if is_individual(data):
        individual = _read_individual(data, method)
        differences = check_players(
            method.key, individual, _resolve_file_options(options, data, method)
        )
        return {"method": method.key, "differences": differences}
    field = _read_field(data, method)
    file = check_object(data, "it")
    game = duplicate_game(file.get("game", "bridge"))
    if game.is_auction:
        differences = find_auction_file_differences(file["boards"], field, game.schedule)
    else:
        differences = find_file_differences(file["boards"], field)
    differences += check_ranking(method.key, field, _resolve_file_options(options, data, method))
    return {"method": method.key, "differences": differences}


def _explain(options: argparse.Namespace) -> dict[str, object]:
    data = _load(options.file)
    if is_party(options.method, data):
        return explain_party_file(
            options.method, data, _resolve_options(options), options.contestant
        )
    if is_individual(data):
        raise ScoringError(ScoringSentences.COMMAND_PLAYERS)
    method = find_method(options.method)
    field = _read_field(data, method)
    settings = _resolve_file_options(options, data, method)
    contestant = _parse_contestant(options.contestant)
    side = options.side
    if options.board is None:
        direction = options.direction or side
        total = explain_total(
            method.key, field, settings, contestant=contestant, direction=direction
        )
        return explanation_to_json(total)
    if side is None:
        raise ScoringError(ScoringSentences.COMMAND_SIDE_MISSING)
    line = explain_line(
        method.key,
        field,
        settings,
        board_no=options.board,
        contestant=contestant,
        side=side,
        direction=options.direction,
        deal=get_tricks_per_deal(check_object(data, "it"), method.bare_score_meaning),
    )
    return explanation_to_json(line)


def _parse_contestant(contestant: str) -> int:
    if not contestant.isdecimal():
        raise ScoringError(ScoringSentences.COMMAND_CONTESTANT, contestant=contestant)
    return int(contestant)


def _score_typed_deals(options: argparse.Namespace) -> dict[str, object]:
    score = score_deals(options.game, options.deals, _parse_settings(options.option))
    return game_score_to_json(options.game, score)


def _resolve_options(options: argparse.Namespace) -> dict[str, str]:
    """Return the chosen options. Those that are named take precedence over those of a preset."""
    return _get_preset_settings(options) | _parse_settings(options.option)


def _get_preset_settings(options: argparse.Namespace) -> dict[str, str]:
    if options.preset:
        return find_preset(options.preset).settings(find_method(options.method))
    return {}


def _resolve_file_options(
    options: argparse.Namespace, data: object, method: ScoringMethod
) -> dict[str, str]:
    """Return the chosen options, with those that follow from the unit of the file *data*."""
    file_settings = settings_of_file(
        method, check_object(data, "it"), _parse_settings(options.option)
    )
    return _get_preset_settings(options) | file_settings


def _parse_settings(texts: list[str]) -> dict[str, str]:
    """Parse options of the form ``NAME=VALUE``."""
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ScoringError(ScoringSentences.COMMAND_OPTION, option=text)
        settings[name] = value
    return settings


def _load(file: Path) -> object:
    try:
        return json.loads(file.read_bytes())
    except OSError as error:
        raise ScoringError(
            ScoringSentences.COMMAND_FILE, file=file, reason=error.strerror
        ) from None
    # A file with very deep brackets exceeds Python's recursion limit.
    except (ValueError, RecursionError) as error:
        raise ScoringError(ScoringSentences.COMMAND_JSON, file=file, reason=error) from None


def _score_contract(options: argparse.Namespace) -> int:
    vulnerable = Vulnerability(options.vulnerable)
    return ns_score(read_contract(options.contract), options.declarer, options.tricks, vulnerable)
