"""``python -m movements``: movements as JSON, for other programs.

Standard output has only JSON. An error is one sentence on standard error and exit status 2. Each
command is a function with its parsed arguments, *args*.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias, TypeVar

from movements.advice.advise import Advice, advise
from movements.advice.picks import (
    Pick,
    choose_picks,
)
from movements.balance import fairness, find_best_absence, player_fairness_to_json, round_quality
from movements.classic.register import register_classic_movements
from movements.errors import MovementError
from movements.files.formats import Examination, examine_text
from movements.files.plan_json import plan_to_json
from movements.individual.register import register_individual_movements
from movements.layout import compute_fingerprint
from movements.model import Movement, MovementSpec, PlanProblem
from movements.outputs import run_quietly
from movements.partners import (
    PARTNER_SYSTEMS,
    PartnerSystem,
    find_partner_system,
    make_partner_plan,
    partner_plan_to_json,
)
from movements.party.model import PartySystem
from movements.party.rounds import PARTY_SYSTEMS, get_system_and_rule, is_party, list_party_names
from movements.party.state_json import party_to_json, seat_next_round
from movements.registry import MOVEMENTS, get_movement, make_plan
from movements.replan.request_json import answer_to_json, read_request
from movements.swiss.draw_json import draw_first_round, draw_next_round
from movements.swiss.systems import SWISS_SYSTEMS, SwissSystem, is_swiss
from movements.teams.register import register_team_movements

MAX_PAIRS_FOR_BEST_ABSENCE = 40
"""With more pairs the best absence is left out, because it takes one plan per pair."""

CONTESTS = ("pairs", "individual", "teams", "progressive", "partners")
"""The contests by which ``list`` can be limited."""

AnySpec: TypeAlias = MovementSpec | PartnerSystem | PartySystem | SwissSystem

MAX_FILE_BYTES = 5_000_000
"""Limit of a file. A plan of 40 tables and 40 rounds is a twentieth of it."""


def parse_whole_number(text: str) -> int:
    """Return *text* as a whole number.

    >>> parse_whole_number("14")
    14

    :raises argparse.ArgumentTypeError: if it isn't a whole number.
    """
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" isn’t a whole number') from None


def parse_number_range(text: str) -> tuple[int, int]:
    """Return the lowest and highest number in *text*, equal for a single number.

    >>> parse_number_range("24-28"), parse_number_range("26")
    ((24, 28), (26, 26))

    :raises argparse.ArgumentTypeError: if *text* isn't a range.
    """
    low, dash, high = text.partition("-")
    try:
        return int(low), int(high if dash else low)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" isn’t a range such as 24-28') from None


def parse_option(text: str) -> tuple[str, str]:
    """Return the name and the value of *text*.

    >>> parse_option("even=share")
    ('even', 'share')

    :raises argparse.ArgumentTypeError: if there is no equals sign.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f'"{text}" isn’t NAME=VALUE, such as even=share')
    return name, value


def collect_options(options: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the value of each name in *options*. Repeating the same value is allowed.

    >>> collect_options([("even", "share"), ("even", "share")])
    {'even': 'share'}

    :raises MovementError: for two values of one name.
    """
    choice_by_name: dict[str, str] = {}
    for name, value in options:
        if name in choice_by_name and choice_by_name[name] != value:
            raise MovementError(
                "option-twice",
                "Option {option} is given twice, as {first} and as {second}. Remove one.",
                option=name,
                first=choice_by_name[name],
                second=value,
            )
        choice_by_name[name] = value
    return choice_by_name


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with status 2."""
        text = message.removesuffix(".").replace("invalid choice:", "unknown choice")
        self.exit(2, f"{text[:1].upper()}{text[1:]}; {self.prog} --help explains.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, 1 for a plan with faults, 2 for an error.

    >>> main(["show", "howell", "--pairs", "3", "--json"])  # doctest: +ELLIPSIS
    {"key": "howell", "name": "Howell", "contest": "pairs", ...
    0
    """
    register_individual_movements()
    register_team_movements()
    register_classic_movements()
    args = _make_parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = args.run
    try:
        return run(args)
    except MovementError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _make_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m movements", description="Movements for duplicate contests and parties."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def add_command(
        name: str, run: Callable[[argparse.Namespace], int], help_text: str
    ) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = commands.add_parser(name, help=help_text)
        command.add_argument("--json", action="store_true", help="JSON is printed in any case")
        command.set_defaults(run=run)
        return command

    list_command = add_command("list", _run_list, "list all movements")
    list_command.add_argument("--contest", choices=CONTESTS)
    _add_plan_arguments(add_command("show", _run_show, "show the plan of one movement"))
    check_command = add_command(
        "check",
        _run_check,
        "check a plan file (JSON, CSV, YAML or movement text) and list every fault as JSON",
    )
    check_command.add_argument("file", type=Path, metavar="FILE")
    _add_advice_arguments(
        add_command("advise", _run_advise, "list the movements that fit, best first")
    )
    _add_round_arguments(
        add_command("step", _run_step, "print the next seating of a progressive system as JSON")
    )
    _add_round_arguments(
        add_command("pair", _run_pair, "print the next round of a Swiss or knock-out as JSON")
    )
    replan_command = add_command(
        "replan", _run_replan, "list ways to change the movement during play, best first"
    )
    replan_command.add_argument("file", type=Path, metavar="FILE")
    return parser


def _add_round_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("key", metavar="KEY")
    command.add_argument("file", type=Path, metavar="FILE")
    _add_option_argument(command)


def _add_option_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option", action="append", default=[], type=parse_option, metavar="NAME=VALUE"
    )


def _add_plan_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("key", metavar="KEY")
    for name in ("tables", "pairs", "players", "teams", "rounds", "boards-per-set"):
        command.add_argument(f"--{name}", type=parse_whole_number, metavar="N")
    _add_option_argument(command)
    command.add_argument("--stationary", metavar="K", help="the same as --option stationary=K")


def _add_advice_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--pairs", type=parse_whole_number, metavar="N")
    command.add_argument("--minutes", type=parse_whole_number, metavar="M")
    command.add_argument("--boards", type=parse_number_range, metavar="LOW-HIGH")
    command.add_argument("--stationary", type=parse_whole_number, default=0, metavar="K")
    # None: one or two winners, whichever is better.
    command.add_argument("--one-winner", action="store_true", default=None)


def _run_list(args: argparse.Namespace) -> int:
    all_specs: tuple[AnySpec, ...] = (*MOVEMENTS, *SWISS_SYSTEMS, *PARTNER_SYSTEMS, *PARTY_SYSTEMS)
    specs = [spec for spec in all_specs if args.contest in (None, spec.contest)]
    _print_json([_spec_to_json(spec) for spec in specs])
    return 0


def _spec_to_json(spec: AnySpec) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "key": spec.key,
        "name": spec.name,
        "aliases": list(spec.aliases),
        "contest": spec.contest,
        "sizes": spec.sizes,
        "options": [option.to_json() for option in spec.options],
        "guarantees": list(spec.guarantees),
        "source": spec.source,
    }
    if isinstance(spec, PartySystem):
        payload["summary"] = spec.summary()
    return payload


def _run_show(args: argparse.Namespace) -> int:
    system = find_partner_system(args.key)
    if system:
        return _show_partners(args, system)
    if is_party(args.key):
        return _show_party(args)
    if is_swiss(args.key):
        sizes = {unit: getattr(args, unit) for unit in ("tables", "pairs", "players", "teams")}
        _print_json(draw_first_round(args.key, sizes, collect_options(args.option)))
        return 0
    # Refuses an unknown key. The suggestion may name a system of any kind.
    other_names = [*list_party_names()]
    for other_system in (*PARTNER_SYSTEMS, *SWISS_SYSTEMS):
        other_names += [other_system.key, *other_system.aliases]
    get_movement(args.key, other_names=other_names)
    stationary = [("stationary", args.stationary)] if args.stationary is not None else []
    plan = make_plan(
        args.key,
        tables=args.tables,
        pairs=args.pairs,
        players=args.players,
        teams=args.teams,
        rounds=args.rounds,
        boards_per_set=args.boards_per_set,
        options=collect_options([*args.option, *stationary]),
    )
    facts = {"fingerprint": compute_fingerprint(plan), "fairness": _fairness_to_json(plan)}
    _print_json(plan_to_json(plan) | facts)
    return 0


def _show_party(args: argparse.Namespace) -> int:
    options = collect_options(args.option)
    players = _find_player_count(args)
    _print_json(party_to_json(args.key, players=players, rounds=args.rounds, options=options))
    return 0


def _find_player_count(args: argparse.Namespace) -> int | None:
    if args.players:
        return int(args.players)
    if args.pairs:
        return 2 * int(args.pairs)
    if args.tables:
        return 4 * int(args.tables)
    return None


def _show_partners(args: argparse.Namespace, system: PartnerSystem) -> int:
    plan = make_partner_plan(
        system.key,
        players=args.players,
        sessions=args.rounds,
        options=collect_options(args.option),
    )
    _print_json(partner_plan_to_json(plan))
    return 0


def _fairness_to_json(plan: Movement) -> dict[str, Any]:
    if plan.contest == "individual":
        return player_fairness_to_json(plan)
    figures = fairness(plan)
    meetings = {"min": figures.meetings_min, "max": figures.meetings_max}
    if plan.contest == "teams":
        return {"meetings": meetings}
    competition = [[str(amount) for amount in row] for row in figures.competition]
    return _best_absence_to_json(plan) | {
        "qf": round_quality(figures.qf),
        "meetings": meetings,
        "same_direction": {"min": figures.same_direction_min, "max": figures.same_direction_max},
        "matrices": {
            "contestants": figures.contestants,
            "meetings": figures.meetings,
            "same_direction": figures.same_direction,
            "competition": competition,
        },
    }


def _best_absence_to_json(plan: Movement) -> dict[str, Any]:
    is_single_complete_field = plan.contest == "pairs" and plan.winners == 1 and not plan.sit_outs
    if not is_single_complete_field or plan.contestants > MAX_PAIRS_FOR_BEST_ABSENCE:
        return {}
    absence = find_best_absence(plan)
    if absence is None:
        return {}
    return {"best_absence": {"contestant": absence.contestant, "qf": round_quality(absence.qf)}}


def _run_check(args: argparse.Namespace) -> int:
    examination = _examine_file(args.file)
    _print_json(
        {
            "fingerprint": compute_fingerprint(examination.plan),
            "faults": [_problem_to_json(problem) for problem in examination.problems],
        }
    )
    if examination.problems:
        return 1
    return 0


def _examine_file(path: Path) -> Examination:
    """Return the examination of the file at *path*.

    :raises MovementError: if it can't be read
    """
    return read_file(path, examine_text, "it isn’t JSON, a CSV grid or movement text")


def _problem_to_json(problem: PlanProblem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "round": problem.round_no,
        "table": problem.table_no,
        "contestant": problem.contestant,
        "board": problem.board_no,
        "text": problem.text,
    }


def _run_advise(args: argparse.Namespace) -> int:
    if args.pairs is None:
        raise MovementError("pairs-option-missing", "Use --pairs to give the number of pairs.")
    suggestions = advise(
        args.pairs,
        minutes=args.minutes,
        boards=args.boards,
        one_winner=args.one_winner,
        stationary=args.stationary,
    )
    pick_by_advice = {pick.advice: pick for pick in choose_picks(suggestions)}
    _print_json([_advice_to_json(advice, pick_by_advice.get(advice)) for advice in suggestions])
    return 0


def _advice_to_json(advice: Advice, pick: Pick | None) -> dict[str, Any]:
    return {
        "key": advice.plan_key,
        "name": advice.name,
        "options": dict(advice.options),
        "pairs": advice.pairs,
        "tables": advice.tables,
        "rounds": advice.rounds,
        "boards_per_set": advice.boards_per_set,
        "boards_per_pair": {"min": advice.boards_per_pair[0], "max": advice.boards_per_pair[1]},
        "winners": advice.winners,
        "sit_outs": advice.sit_outs,
        "stationary": advice.stationary,
        "arrow_switches": advice.arrow_switches,
        "copies": advice.copies,
        "boards_in_play": advice.boards_in_play,
        "shared": advice.has_shared_boards,
        "field_met": str(advice.field_met),
        "minutes": advice.minutes,
        "qf": round_quality(advice.qf),
        "reason": advice.reason,
        "merit": {
            "fairness": round_quality(advice.merit.fairness),
            "opponents": round_quality(advice.merit.opponents),
            "wishes": round_quality(advice.merit.preferences),
            "sitting_out": round_quality(advice.merit.sitting_out),
            "ease": round_quality(advice.merit.ease),
            "boards": round_quality(advice.merit.boards),
            "total": round_quality(advice.merit.total),
        },
        "pick": _pick_to_json(pick) if pick else None,
    }


def _pick_to_json(pick: Pick) -> dict[str, Any]:
    return {"kind": pick.kind, "why": pick.reason, "price": pick.price}


def _run_step(args: argparse.Namespace) -> int:
    options = collect_options(args.option)
    # A wrong key or option is refused before the file is read.
    get_system_and_rule(args.key, options)
    _print_json(seat_next_round(args.key, _read_json(args.file), options))
    return 0


def _run_pair(args: argparse.Namespace) -> int:
    options = collect_options(args.option)
    _print_json(draw_next_round(args.key, _read_json(args.file), options))
    return 0


def _read_json(path: Path) -> Any:
    return read_file(path, json.loads, "it isn’t JSON")


def _run_replan(args: argparse.Namespace) -> int:
    _print_json(answer_to_json(read_request(_read_json(args.file)).make_answer()))
    return 0


def _print_json(value: object) -> None:
    sys.stdout.write(f"{json.dumps(value, ensure_ascii=False)}\n")


ParsedFile = TypeVar("ParsedFile")


def read_file(path: Path, parse: Callable[[str], ParsedFile], reason: str) -> ParsedFile:
    """Return the result of *parse* for the text of the file at *path*.

    *reason* is the reason to name if *parse* expects JSON and the file doesn't look like JSON.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.json")
    ...     _ = path.write_text("[1, 2]")
    ...     read_file(path, json.loads, "it is not JSON")
    [1, 2]

    :raises MovementError: with the reason, if the file can't be opened or parsed
    :raises MovementError: if *parse* raises one
    """
    content = _read_bytes(path)
    try:
        return parse(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise MovementError(
            "unreadable-text",
            "{file} can’t be read: it isn’t UTF-8 text. Save it as UTF-8.",
            file=path,
        ) from None
    except json.JSONDecodeError as error:
        looks_like_json = content.lstrip()[:1] in (b"{", b"[", b"")
        if not looks_like_json:
            raise _make_unreadable_file_error(file=path, reason=reason) from None
        raise MovementError(
            "unreadable-json",
            "{file} can’t be read: the JSON is wrong at line {line}, column {column}.",
            file=path,
            line=error.lineno,
            column=error.colno,
        ) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, MovementError):  # which is a ValueError
            raise
        # Python gives up at thousands of nested lists, or a number of thousands of digits.
        raise MovementError(
            "unreadable-depth",
            "{file} can’t be read: it is nested too deeply or has a number that is too long.",
            file=path,
        ) from None


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)  # one byte more shows that a file is too large
    except OSError as error:
        raise _make_unreadable_file_error(
            file=path,
            reason=(error.strerror or "it can’t be opened").lower(),
        ) from None
    if len(content) > MAX_FILE_BYTES:
        raise MovementError(
            "unreadable-size",
            "{file} can’t be read: it is larger than {most} million bytes.",
            file=path,
            most=MAX_FILE_BYTES // 1_000_000,
        )
    return content


def _make_unreadable_file_error(*, file: object, reason: object) -> MovementError:
    return MovementError(
        "unreadable-file", "{file} can’t be read: {reason}.", file=file, reason=reason
    )


if __name__ == "__main__":
    sys.exit(run_quietly(main))
