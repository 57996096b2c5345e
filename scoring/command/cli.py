"""The command line of scoring: ``python -m scoring list|rank|explain|contract``.

Standard output has nothing but JSON. An error is one sentence on standard error and exit status 2.

Each command is a function that takes the parsed arguments and returns what is printed. A file may
have the results of pairs or teams, of single players, or of a party; the commands tell them apart
by its contest.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from scoring.bridge.contracts import (
    SIDES,
    Vulnerability,
    compute_ns_score,
    parse_contract,
)
from scoring.classic.register import register_classic_methods
from scoring.command.fields import (
    is_individual,
    make_method_json,
    make_ranking_json,
    make_unread_notes,
    read_field_json,
    read_individual_json,
    replace_pairs_by_players,
)
from scoring.command.lines import complete_file_settings, get_tricks_per_deal
from scoring.errors import FieldError, ScoringError
from scoring.exchange import (
    make_file_error,
    make_part_error,
    make_party_method_json,
    make_party_ranking_json,
    make_prizes_json,
    read_exact_number,
    read_party_json,
    read_player,
    read_text,
    read_whole_number,
    refuse_unknown_parts,
    require_list,
    require_object,
)
from scoring.explain.figures import explain_line, explain_total, make_explanation_json
from scoring.explain.party import explain_party_total, make_party_explanation_json
from scoring.method import ScoringMethod
from scoring.model import Field, without_handicaps
from scoring.party.methods import PARTY_METHODS
from scoring.party.model import PartyRanking
from scoring.party.prize_ties import (
    Decision,
    decide_by_lot,
    decide_cut,
    decide_play_off,
    decide_slips,
)
from scoring.party.prizes import PrizeDraws, PrizeRules, list_party_prizes, list_stale_decisions
from scoring.party.ranking import rank_party_games
from scoring.party.slips import draw_seeded_slip
from scoring.presets import PRESETS, get_preset
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
        prog="python -m scoring", description="Score contracts, rank pairs, teams and parties."
    )
    commands = parser.add_subparsers(required=True, metavar="list|rank|explain|contract")
    list_parser = commands.add_parser("list", help="the scoring methods and their options")
    list_parser.set_defaults(run=_list_methods)
    file_parsers = _add_file_commands(commands)
    for command_parser in file_parsers:
        command_parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="choose an option"
        )
    for command_parser in file_parsers:
        presets = ", ".join(preset.key for preset in PRESETS)
        command_parser.add_argument(
            "--preset", default="", metavar="NAME", help=f"score like another program: {presets}"
        )
    for command_parser in (list_parser, *file_parsers):
        command_parser.add_argument("--json", action="store_true", help="print JSON on one line")
    _add_contract_command(commands)
    return parser


def _add_file_commands(commands: _Subparsers) -> tuple[_ScoringParser, ...]:
    """Add and return the commands that read a file of results."""
    rank_parser = commands.add_parser("rank", help="rank the results in a JSON file")
    rank_parser.add_argument(
        "--prizes", action="store_true", help="list the prizes of a party, with ties to break"
    )
    rank_parser.set_defaults(run=_rank_file)
    explain_parser = commands.add_parser(
        "explain", help="explain a figure: of one board, or the total"
    )
    explain_parser.add_argument(
        "--contestant", required=True, help="whose figure: a number, or a party player"
    )
    explain_parser.add_argument("--board", type=int, help="the board; without it, the total")
    explain_parser.add_argument(
        "--round", type=int, help="the round, if several rounds have a board of this number"
    )
    explain_parser.add_argument(
        "--side", type=str.upper, choices=("NS", "EW"), help="where the contestant sat"
    )
    explain_parser.add_argument(
        "--direction",
        type=str.upper,
        choices=("NS", "EW"),
        help="with two winners: the list, if it isn’t the one of the side",
    )
    explain_parser.set_defaults(run=_explain_file)
    for command_parser in (rank_parser, explain_parser):
        command_parser.add_argument("method", help="key of a scoring method")
        command_parser.add_argument(
            "file", type=Path, help="JSON file of boards and lines, or of the games of a party"
        )
    return rank_parser, explain_parser


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
        return rank_party_file(
            options.method, data, _merge_options(options), with_prizes=options.prizes
        )
    if options.prizes:
        raise ScoringError(
            "party-no-prizes", "--prizes is for party files. Leave it out for pairs and teams."
        )
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


def _explain_file(options: argparse.Namespace) -> dict[str, object]:
    data = _load_json(options.file)
    if is_party(options.method, data):
        return explain_party_file(options.method, data, _merge_options(options), options.contestant)
    if is_individual(data):
        raise ScoringError("command-players", "Individual figures can’t be explained. Use rank.")
    method = get_method(options.method)
    field = _read_field(data, method)
    settings = _merge_file_options(options, data, method)
    contestant = _parse_contestant(options.contestant)
    side = options.side
    if options.board is None:
        direction = options.direction or side
        explanation = explain_total(
            method.key, field, settings, contestant=contestant, direction=direction
        )
        return make_explanation_json(explanation)
    if side is None:
        raise ScoringError(
            "command-side-missing", "--board needs --side. Use NS or EW, where the contestant sat."
        )
    line_explanation = explain_line(
        method.key,
        field,
        settings,
        board_no=options.board,
        contestant=contestant,
        side=side,
        direction=options.direction,
        round_no=options.round,
        deal_total=get_tricks_per_deal(require_object(data, "it"), method.bare_score_meaning),
    )
    return make_explanation_json(line_explanation)


def _parse_contestant(contestant: str) -> int:
    if not contestant.isdecimal():
        raise ScoringError(
            "command-contestant",
            '--contestant "{contestant}" isn’t a number. Enter the number of a pair or team.',
            contestant=contestant,
        )
    return int(contestant)


def _merge_options(options: argparse.Namespace) -> dict[str, str]:
    """Return the chosen options. Options named one by one take precedence over a preset."""
    return _get_preset_choices_by_option(options) | _parse_choices_by_option(options.option)


def _get_preset_choices_by_option(options: argparse.Namespace) -> dict[str, str]:
    if options.preset:
        return get_preset(options.preset).get_choices_by_option(get_method(options.method))
    return {}


def _merge_file_options(
    options: argparse.Namespace, data: object, method: ScoringMethod
) -> dict[str, str]:
    """Return the chosen options, with those that follow from the unit of the file *data*."""
    file_settings = complete_file_settings(
        method, require_object(data, "it"), _parse_choices_by_option(options.option)
    )
    return _get_preset_choices_by_option(options) | file_settings


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


# Decisions by figures: the part that has them, and the function that makes the decision.
_DECISION_FUNCTIONS = {
    "cut": ("cards", decide_cut),
    "play-off": ("points", decide_play_off),
    "slips": ("slips", decide_slips),
}
_DEFAULT_FIRST_SLIP = 1402  # see ``scoring.party.slips``
_PARTS_BESIDE_RULES = (
    "decisions",
    "drawn_number",
    "drawn_seed",
    "first_slip",
    "half_totals",
    "tickets",
    "group_names",
)


@dataclass(frozen=True, slots=True)
class PrizesPart:
    """The part of a party's file about prizes."""

    rules: PrizeRules
    decisions: tuple[Decision, ...]
    drawn_number: int | None
    drawn_seed: int | None
    name_by_group: Mapping[str, str]
    # The totals at half-time, if the file has them.
    half_total_by_player: Mapping[str, Fraction] | None = None
    # The players whom the raffle drew, if the file has them.
    drawn_players: tuple[str, ...] | None = None


def award_prizes_of_file(ranking: PartyRanking, data: object) -> dict[str, object]:
    """Return the prizes of *ranking* by *data*, or if it is None by the usual rules.

    >>> award_prizes_of_file(PartyRanking("games", ()), {"places": 3})
    {'prizes': []}

    :raises FieldError: with the fault of the part
    """
    try:
        prizes_part = read_prizes({} if data is None else data)
        draws = PrizeDraws(
            prizes_part.drawn_number, prizes_part.half_total_by_player, prizes_part.drawn_players
        )
        unused_decisions = list_stale_decisions(
            ranking, prizes_part.rules, decisions=prizes_part.decisions, draws=draws
        )
        if unused_decisions:
            players = ", ".join(unused_decisions[0].sorted_players)
            raise ScoringError(
                "party-decision-stale",
                "the decision among {players} doesn’t break a tie for a prize; name the tied players, "
                "or remove it.",
                players=players,
            )
    except ScoringError as error:
        raise FieldError([make_file_error("prizes", error)]) from None
    prizes = list_party_prizes(
        ranking,
        prizes_part.rules,
        decisions=prizes_part.decisions,
        draws=draws,
        group_names=prizes_part.name_by_group,
    )
    payload: dict[str, object] = {}
    if prizes_part.rules.drawn:
        payload = {"drawn_number": prizes_part.drawn_number, "drawn_seed": prizes_part.drawn_seed}
    return {**payload, "prizes": make_prizes_json(prizes)}


def read_prizes(data: object) -> PrizesPart:
    """Return the part ``prizes`` in *data*.

    The shape: ``{"places": 2, "booby": true, "lone_hands": true, "aisle": 0, "table": 0,
    "table_winners": 0, "drawn": 0, "by_group": true, "equal_numbers": true, "one_each": false,
    "final_tie": "play-off", "decisions": [{"how": "cut", "cards": {"4": 12, "9": 13}}],
    "drawn_seed": 1916, "group_names": {"A": "Ladies"}}``. All parts are optional. A play-off has
    ``points``, numbered slips ``slips``, a lot ``players`` and ``seed``. ``drawn_number`` can
    replace the seed. ``half_totals`` has the total at half-time of each player, ``tickets`` the
    players whom the raffle drew, in order.

    >>> cut = {"how": "cut", "cards": {"4": 12, "9": 13}}
    >>> read_prizes({"final_tie": "cut", "decisions": [cut]}).decisions[0].sorted_players
    ('9', '4')

    :raises ScoringError: if a part can't be read
    """
    part = require_object(data, "prizes")
    rule_names = tuple(field.name for field in fields(PrizeRules))
    refuse_unknown_parts(part, "prizes", (*rule_names, *_PARTS_BESIDE_RULES))
    rules = PrizeRules(**{name: _read_rule(part, name) for name in rule_names if name in part})
    decisions = tuple(
        _read_decision(require_object(row, "a decision"))
        for row in require_list(part.get("decisions", []), "it")
    )
    if "drawn_number" in part and "drawn_seed" in part:
        raise ScoringError(
            "party-drawn-twice",
            "the file has both drawn_number and drawn_seed; keep the one used for the draw.",
        )
    seed = read_whole_number(part, "drawn_seed") if "drawn_seed" in part else None
    number = read_whole_number(part, "drawn_number") if "drawn_number" in part else None
    if seed is not None:
        first_slip = _DEFAULT_FIRST_SLIP
        if "first_slip" in part:
            first_slip = read_whole_number(part, "first_slip")
        number = draw_seeded_slip(seed, first_slip)
    names = require_object(part.get("group_names", {}), "group_names")
    return PrizesPart(
        rules=rules,
        decisions=decisions,
        drawn_number=number,
        drawn_seed=seed,
        name_by_group={group: read_text(names, group) for group in names},
        half_total_by_player=_read_half_total_by_player(part),
        drawn_players=_read_drawn_players(part),
    )


def _read_half_total_by_player(part: Mapping[str, Any]) -> dict[str, Fraction] | None:
    if "half_totals" not in part:
        return None
    total_by_player = require_object(part["half_totals"], "half_totals")
    return {player: read_exact_number(total_by_player, player) for player in total_by_player}


def _read_drawn_players(part: Mapping[str, Any]) -> tuple[str, ...] | None:
    if "tickets" not in part:
        return None
    return tuple(
        read_player({"tickets": ticket}, "tickets")
        for ticket in require_list(part["tickets"], "tickets")
    )


def _read_rule(part: Mapping[str, Any], name: str) -> Any:
    """Return the value of one rule, of the type that its default has."""
    default = getattr(PrizeRules(), name)
    # In Python a bool is an int too, so it comes first.
    if isinstance(default, bool):
        if not isinstance(part[name], bool):
            raise make_part_error(name, "true or false", part[name])
        return part[name]
    if isinstance(default, int):
        return read_whole_number(part, name, minimum=0)
    return read_text(part, name)


def _read_decision(row: Mapping[str, Any]) -> Decision:
    decision_form = read_text(row, "how")
    kind = read_text(row, "kind") if "kind" in row else ""
    if decision_form == "lot":
        refuse_unknown_parts(row, "a lot", ("how", "kind", "players", "seed"))
        players = [
            read_player({"players": player}, "players")
            for player in require_list(row.get("players"), "players")
        ]
        return decide_by_lot(players, read_whole_number(row, "seed"), kind)
    if decision_form not in _DECISION_FUNCTIONS:
        known_forms = ", ".join((*_DECISION_FUNCTIONS, "lot"))
        raise ScoringError(
            "party-decision-form",
            'unknown decision "{how}"; use one of {known}.',
            how=decision_form,
            known=known_forms,
        )
    name, decide = _DECISION_FUNCTIONS[decision_form]
    refuse_unknown_parts(row, "a decision", ("how", "kind", name))
    figure_by_player = require_object(row.get(name), name)
    return decide(
        {player: read_whole_number(figure_by_player, player) for player in figure_by_player}, kind
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


def rank_party_file(
    method_key: str, data: object, options: Mapping[str, str], *, with_prizes: bool
) -> dict[str, object]:
    """Return the standings of the party in *data*, and its prizes if *with_prizes*."""
    party_file = read_party_json(data)
    ranking = rank_party_games(
        method_key, party_file.games, options=options, presences=party_file.presences
    )
    prizes = award_prizes_of_file(ranking, party_file.prizes_part) if with_prizes else {}
    return {**make_party_ranking_json(ranking), **prizes}


def explain_party_file(
    method_key: str, data: object, options: Mapping[str, str], player: str
) -> dict[str, object]:
    """Return the explanation of the total of *player*."""
    party_file = read_party_json(data)
    explanation = explain_party_total(
        method_key, party_file.games, player, options=options, presences=party_file.presences
    )
    return make_party_explanation_json(explanation)
