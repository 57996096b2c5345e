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
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from scoring.bridge.contracts import SIDES, Vulnerability, duplicate_game, ns_score, read_contract
from scoring.checking import check_party_standings, check_players, check_ranking
from scoring.classic.register import register_classic_methods
from scoring.command.fields import (
    field_from_json,
    individual_from_json,
    is_individual,
    make_unread_notes,
    method_to_json,
    ranking_to_json,
    with_seats,
)
from scoring.command.lines import get_tricks_per_deal, settings_of_file
from scoring.deals.games import GAMES, game_score_to_json, score_deals
from scoring.errors import FieldError, ScoringError
from scoring.exchange import (
    check_list,
    check_object,
    make_file_error,
    make_part_error,
    party_from_json,
    party_method_to_json,
    party_ranking_to_json,
    prizes_to_json,
    read_exact,
    read_player,
    read_text,
    read_whole_number,
    refuse_unknown,
)
from scoring.explain.figures import explain_line, explain_total, explanation_to_json
from scoring.explain.party import explain_party_total, party_explanation_to_json
from scoring.method import ScoringMethod
from scoring.model import Field, without_handicaps
from scoring.party.methods import PARTY_METHODS
from scoring.party.model import PartyRanking
from scoring.party.prizes import PrizeDraws, PrizeRules, party_prizes, seeded_slip, stale_decisions
from scoring.party.ranking import party_standings
from scoring.party.ties import Decision, decide_by_lot, decide_cut, decide_play_off, decide_slips
from scoring.plain.contracts import find_auction_file_differences, find_file_differences
from scoring.presets import PRESETS, find_preset
from scoring.registry import check_game, find_method, list_all_methods
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
        raise ScoringError(
            "party-no-prizes", "--prizes is for party files. Leave it out for pairs and teams."
        )
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
        raise ScoringError(
            "command-players", "Individual figures can't be explained. Use rank or check."
        )
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
        raise ScoringError(
            "command-side-missing", "--board needs --side. Use NS or EW, where the contestant sat."
        )
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
        raise ScoringError(
            "command-contestant",
            '--contestant "{contestant}" isn\'t a number. Enter the number of a pair or team.',
            contestant=contestant,
        )
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
            raise ScoringError(
                "command-option", '--option "{option}" needs a value. Use NAME=VALUE.', option=text
            )
        settings[name] = value
    return settings


def _load(file: Path) -> object:
    try:
        return json.loads(file.read_bytes())
    except OSError as error:
        raise ScoringError(
            "command-file", "{file} can't be read: {reason}.", file=file, reason=error.strerror
        ) from None
    # A file with very deep brackets exceeds Python's recursion limit.
    except (ValueError, RecursionError) as error:
        raise ScoringError(
            "command-json", "{file} isn't JSON: {reason}.", file=file, reason=error
        ) from None


def _score_contract(options: argparse.Namespace) -> int:
    vulnerable = Vulnerability(options.vulnerable)
    return ns_score(read_contract(options.contract), options.declarer, options.tricks, vulnerable)


# Decisions by figures: the part that has them, and the function that makes the decision.
_FIGURE_DECISIONS = {
    "cut": ("cards", decide_cut),
    "play-off": ("points", decide_play_off),
    "slips": ("slips", decide_slips),
}
_DEFAULT_FIRST_SLIP = 1402  # see ``scoring.party.prizes``
_OTHER_PARTS = (
    "decisions",
    "drawn_number",
    "drawn_seed",
    "first_slip",
    "half_totals",
    "tickets",
    "group_names",
)


@dataclass(frozen=True, slots=True)
class PrizePart:
    """Rules, decisions, the drawn number with its seed, and names of groups.

    *half_totals* are the totals at half-time, *tickets* the players whom the raffle drew. They are
    None if the file doesn't have them.
    """

    rules: PrizeRules
    decisions: tuple[Decision, ...]
    drawn_number: int | None
    drawn_seed: int | None
    group_names: Mapping[str, str]
    half_totals: Mapping[str, Fraction] | None = None
    tickets: tuple[str, ...] | None = None


def award_prizes_from_json(ranking: PartyRanking, data: object) -> dict[str, object]:
    """Return the prizes of *ranking* by *data*, or if it is None by the usual rules.

    >>> award_prizes_from_json(PartyRanking("games", ()), {"places": 3})
    {'prizes': []}

    :raises FieldError: with the fault of the part
    """
    try:
        part = read_prizes({} if data is None else data)
        draws = PrizeDraws(part.drawn_number, part.half_totals, part.tickets)
        stale = stale_decisions(ranking, part.rules, decisions=part.decisions, drawn=draws)
        if stale:
            players = ", ".join(stale[0].order)
            raise ScoringError(
                "party-decision-stale",
                "the decision among {players} doesn't break a tie for a prize; name the tied players, "
                "or remove it.",
                players=players,
            )
    except ScoringError as error:
        raise FieldError([make_file_error("prizes", error)]) from None
    prizes = party_prizes(
        ranking,
        part.rules,
        decisions=part.decisions,
        drawn=draws,
        group_names=part.group_names,
    )
    payload: dict[str, object] = {}
    if part.rules.drawn:
        payload = {"drawn_number": part.drawn_number, "drawn_seed": part.drawn_seed}
    return {**payload, "prizes": prizes_to_json(prizes)}


def read_prizes(data: object) -> PrizePart:
    """Return the part ``prizes`` in *data*.

    The shape: ``{"places": 2, "booby": true, "lone_hands": true, "aisle": 0, "table": 0,
    "table_winners": 0, "drawn": 0, "by_group": true, "equal_numbers": true, "one_each": false,
    "final_tie": "play-off", "decisions": [{"how": "cut", "cards": {"4": 12, "9": 13}}],
    "drawn_seed": 1916, "group_names": {"A": "Ladies"}}``. All parts are optional. A play-off has
    ``points``, numbered slips ``slips``, a lot ``players`` and ``seed``. ``drawn_number`` can
    replace the seed. ``half_totals`` has the total at half-time of each player, ``tickets`` the
    players whom the raffle drew, in order.

    >>> read_prizes({"final_tie": "cut", "decisions": [{"how": "cut", "cards": {"4": 12, "9": 13}}]}).decisions[0].order
    ('9', '4')

    :raises ScoringError: if a part can't be read
    """
    part = check_object(data, "prizes")
    rule_names = tuple(field.name for field in fields(PrizeRules))
    refuse_unknown(part, "prizes", (*rule_names, *_OTHER_PARTS))
    rules = PrizeRules(**{name: _read_rule(part, name) for name in rule_names if name in part})
    decisions = tuple(
        _read_decision(check_object(row, "a decision"))
        for row in check_list(part.get("decisions", []), "it")
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
        number = seeded_slip(seed, first_slip)
    names = check_object(part.get("group_names", {}), "group_names")
    return PrizePart(
        rules=rules,
        decisions=decisions,
        drawn_number=number,
        drawn_seed=seed,
        group_names={group: read_text(names, group) for group in names},
        half_totals=_read_half_totals(part),
        tickets=_read_tickets(part),
    )


def _read_half_totals(part: Mapping[str, Any]) -> dict[str, Fraction] | None:
    if "half_totals" not in part:
        return None
    totals = check_object(part["half_totals"], "half_totals")
    return {player: read_exact(totals, player) for player in totals}


def _read_tickets(part: Mapping[str, Any]) -> tuple[str, ...] | None:
    if "tickets" not in part:
        return None
    return tuple(
        read_player({"tickets": ticket}, "tickets")
        for ticket in check_list(part["tickets"], "tickets")
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
        return read_whole_number(part, name, lowest=0)
    return read_text(part, name)


def _read_decision(row: Mapping[str, Any]) -> Decision:
    decision_form = read_text(row, "how")
    kind = read_text(row, "kind") if "kind" in row else ""
    if decision_form == "lot":
        refuse_unknown(row, "a lot", ("how", "kind", "players", "seed"))
        players = [
            read_player({"players": player}, "players")
            for player in check_list(row.get("players"), "players")
        ]
        return decide_by_lot(players, read_whole_number(row, "seed"), kind)
    if decision_form not in _FIGURE_DECISIONS:
        known_forms = ", ".join((*_FIGURE_DECISIONS, "lot"))
        raise ScoringError(
            "party-decision-form",
            'unknown decision "{how}"; use one of {known}.',
            how=decision_form,
            known=known_forms,
        )
    name, decide = _FIGURE_DECISIONS[decision_form]
    refuse_unknown(row, "a decision", ("how", "kind", name))
    figures = check_object(row.get(name), name)
    return decide({player: read_whole_number(figures, player) for player in figures}, kind)


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
