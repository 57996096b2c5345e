"""The command line of scoring: ``python -m scoring list|rank|contract``.

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

from scoring.bridge.contracts import (
    SIDES,
    Vulnerability,
    compute_ns_score,
    parse_contract,
)
from scoring.classic.register import register_classic_methods
from scoring.errors import ScoringError
from scoring.exchange import (
    make_party_method_json,
    make_party_ranking_json,
    read_party_json,
    require_object,
)
from scoring.field_json import (
    is_individual,
    make_method_json,
    make_ranking_json,
    make_unread_notes,
    read_field_json,
    read_individual_json,
    replace_pairs_by_players,
)
from scoring.line_json import complete_file_settings, get_tricks_per_deal
from scoring.method import ScoringMethod
from scoring.model import Field, without_handicaps
from scoring.outputs import run_quietly
from scoring.party.methods import PARTY_METHODS
from scoring.party.ranking import rank_party_games
from scoring.registry import check_game, get_method, list_all_methods
from scoring.teams.register import register_team_methods
from scoring.totals.players import IndividualField, rank_players


class _ScoringParser(argparse.ArgumentParser):
    """A parser that refuses with one sentence instead of its usage."""

    def error(self, message: str) -> NoReturn:
        raise ScoringError(
            "command-arguments",
            "{what}; see python -m scoring --help.",
            what=f"{message[:1].upper()}{message[1:]}",
        )


_Subparsers: TypeAlias = "argparse._SubParsersAction[_ScoringParser]"


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Return the exit status: 0, or 2 after an error."""
    register_team_methods()
    register_classic_methods()
    try:
        options = _make_parser().parse_args(arguments)
        output = options.run(options)
    except ScoringError as error:
        print(error, file=sys.stderr)
        return 2
    # The command contract has no --json: its answer is a single number.
    indent = None if getattr(options, "json", True) else 2
    print(json.dumps(output, indent=indent))
    return 0


def _make_parser() -> argparse.ArgumentParser:
    parser = _ScoringParser(
        prog="python -m scoring",
        description="Score contracts, rank pairs, teams and parties, as JSON.",
    )
    commands = parser.add_subparsers(required=True, metavar="list|rank|contract")
    list_parser = commands.add_parser("list", help="the scoring methods and their options")
    list_parser.set_defaults(run=_list_methods)
    rank_parser = commands.add_parser("rank", help="rank the results in a JSON file")
    rank_parser.set_defaults(run=_rank_file)
    rank_parser.add_argument("method", help="key of a scoring method")
    rank_parser.add_argument(
        "file", type=Path, help="JSON file of boards and lines, or of the games of a party"
    )
    rank_parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="choose an option"
    )
    for command_parser in (list_parser, rank_parser):
        command_parser.add_argument("--json", action="store_true", help="print JSON on one line")
    _add_contract_command(commands)
    return parser


def _add_contract_command(commands: _Subparsers) -> None:
    contract_parser = commands.add_parser("contract", help="the N-S score of one contract")
    contract_parser.add_argument("contract", help="such as 4SX")
    contract_parser.add_argument("--declarer", required=True, type=str.upper, choices=SIDES)
    contract_parser.add_argument(
        "--vulnerable", required=True, choices=[choice.value for choice in Vulnerability]
    )
    contract_parser.add_argument(
        "--tricks", required=True, type=int, help="tricks declarer won, 0 to 13"
    )
    contract_parser.set_defaults(run=_score_contract)


def _list_methods(_options: argparse.Namespace) -> list[dict[str, object]]:
    method_descriptions = [make_method_json(method) for method in list_all_methods()]
    return method_descriptions + [make_party_method_json(method) for method in PARTY_METHODS]


def _rank_file(options: argparse.Namespace) -> dict[str, object]:
    data = _load_json(options.file)
    if is_party(options.method, data):
        return rank_party_file(options.method, data, _parse_choices_by_option(options.option))
    method = get_method(options.method)
    if is_individual(data):
        individual = _read_individual(data, method)
        ranking = rank_players(method, individual, _merge_file_options(options, data, method))
        return replace_pairs_by_players(make_ranking_json(ranking, method.decimals), data)
    field = _read_field(data, method)
    settings = _merge_file_options(options, data, method)
    ranking = method.rank(field, settings)
    gross_field = without_handicaps(field)
    gross_ranking = None
    if gross_field is not field:
        gross_ranking = method.rank(gross_field, settings)
    payload = make_ranking_json(ranking, method.decimals, field, gross_ranking)
    return payload | {"notes": [*ranking.notes, *make_unread_notes(require_object(data, "it"))]}


def _read_field(data: object, method: ScoringMethod) -> Field:
    """Return the field of a file.

    :raises ScoringError: if the file has tricks and the method can't score them
    """
    field = read_field_json(data, method)
    if field.contest == method.contest:
        _check_game_of_file(data, method)
    return field


def _read_individual(data: object, method: ScoringMethod) -> IndividualField:
    """Return the field of single players of a file.

    :raises ScoringError: if the file has tricks and the method can't score them
    """
    individual = read_individual_json(data, method)
    _check_game_of_file(data, method)
    return individual


def _check_game_of_file(data: object, method: ScoringMethod) -> None:
    if get_tricks_per_deal(require_object(data, "it"), method.bare_score_meaning):
        check_game(method.key, "whist")


def _merge_file_options(
    options: argparse.Namespace, data: object, method: ScoringMethod
) -> dict[str, str]:
    """Return the chosen options, with those that follow from the unit of the file *data*."""
    choices_by_option = _parse_choices_by_option(options.option)
    return complete_file_settings(method, require_object(data, "it"), choices_by_option)


def _parse_choices_by_option(texts: list[str]) -> dict[str, str]:
    """Parse options of the form ``NAME=VALUE``."""
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ScoringError(
                "command-option", "--option “{option}” needs a value. Use NAME=VALUE.", option=text
            )
        settings[name] = value
    return settings


def _load_json(file: Path) -> object:
    try:
        return json.loads(file.read_bytes())
    except OSError as error:
        raise ScoringError(
            "command-file", "{file} can’t be read: {reason}.", file=file, reason=error.strerror
        ) from None
    # A file with very deep brackets exceeds Python's recursion limit.
    except (ValueError, RecursionError) as error:
        raise ScoringError(
            "command-json", "{file} isn’t JSON: {reason}.", file=file, reason=error
        ) from None


def _score_contract(options: argparse.Namespace) -> int:
    vulnerable = Vulnerability(options.vulnerable)
    return compute_ns_score(
        parse_contract(options.contract), options.declarer, options.tricks, vulnerable
    )


def is_party(method_key: str, data: object) -> bool:
    """Return whether *data* is the file of a party.

    >>> is_party("games", {"contest": "progressive"}), is_party("matchpoints", {"contest": "pairs"})
    (True, False)

    :raises ScoringError: if the method is for parties but *data* is not
    """
    if isinstance(data, dict) and data.get("contest") == "progressive":
        return True
    if method_key in {method.key for method in PARTY_METHODS}:
        raise ScoringError(
            "party-other-file",
            '"{key}" is for parties, but the file has no "contest": "progressive". Use a party '
            "file.",
            key=method_key,
        )
    return False


def rank_party_file(method_key: str, data: object, options: Mapping[str, str]) -> dict[str, object]:
    """Return the standings of the party in *data*."""
    party_file = read_party_json(data)
    ranking = rank_party_games(
        method_key, party_file.games, options=options, presences=party_file.presences
    )
    return make_party_ranking_json(ranking)


if __name__ == "__main__":
    sys.exit(run_quietly(main))
