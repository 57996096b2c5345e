"""``python -m movements``: the movements at a terminal, and for other programs.

Everything asked for goes to standard output and nothing else; an error is one sentence on standard error and status 2.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from movements.advice.advise import Advice, advise
from movements.advice.picks import Pick, picks
from movements.arguments import chosen_options, number_range, option, whole_number
from movements.balance import best_absence, fairness, shown_quality
from movements.errors import MovementError, WrongUnitError
from movements.files.foreign import understood
from movements.files.formats import WRITERS, Examination, examine, write_plan
from movements.files.plan_json import plan_to_json
from movements.fingerprint import fingerprint
from movements.model import Fault, MovementSpec, Plan, TableRound
from movements.partners import (
    PARTNER_SYSTEMS,
    PartnerPlan,
    PartnerSystem,
    find_partner_system,
    make_partner_plan,
    partner_plan_to_json,
)
from movements.party.door import party_text
from movements.party.door import step as party_step
from movements.party.model import PartySystem
from movements.party.registry import PARTY_SYSTEMS, is_party, party_names
from movements.party.rounds import rule_of
from movements.registry import MOVEMENTS, find_movement, make_plan

CONTESTS = ("pairs", "individual", "teams", "progressive", "partners")
Listed: TypeAlias = MovementSpec | PartnerSystem | PartySystem


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with status 2."""
        text = message.removesuffix(".").replace("invalid choice:", "there is no")
        self.exit(2, f"{text[:1].upper()}{text[1:]}; {self.prog} --help explains.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, 1 for a plan with faults, 2 for an error.

    >>> main(["list", "--contest", "teams", "--json"])
    []
    0
    """
    asked = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = asked.run
    try:
        return run(asked)
    except MovementError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m movements", description="Movements of duplicate contests and parties.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    listing = commands.add_parser("list", help="every movement")
    listing.add_argument("--contest", choices=CONTESTS)
    listing.set_defaults(run=_list)

    show = commands.add_parser("show", help="the plan of one movement")
    show.add_argument("key", metavar="KEY")
    for name in ("tables", "pairs", "players", "teams", "rounds", "boards-per-set"):
        show.add_argument(f"--{name}", type=whole_number, metavar="N")
    show.add_argument("--option", action="append", default=[], type=option, metavar="NAME=VALUE")
    show.add_argument("--format", choices=tuple(WRITERS), help="the plan as a file to keep, instead of a table")
    show.set_defaults(run=_show)

    check = commands.add_parser(
        "check", help="every fault of a plan in a file of JSON, CSV or movement text, always as JSON"
    )
    check.add_argument("file", type=Path, metavar="FILE")
    check.add_argument("--movement", metavar="TITLE", help="which one of a file of several: its number, title or code")
    check.set_defaults(run=_check)

    advice = commands.add_parser("advise", help="which movements fit, the best first")
    advice.add_argument("--pairs", type=whole_number, required=True, metavar="N")
    advice.add_argument("--minutes", type=whole_number, metavar="M")
    advice.add_argument("--boards", type=number_range, metavar="LOW-HIGH")
    advice.add_argument("--stationary", type=whole_number, default=0, metavar="K")
    advice.add_argument("--one-winner", action="store_true")
    advice.add_argument("--historic", action="store_true", help="movements of former times too")
    advice.set_defaults(run=_advise)

    stepping = commands.add_parser("step", help="the next seating of a progressive system, always as JSON")
    stepping.add_argument("key", metavar="KEY")
    stepping.add_argument("file", type=Path, metavar="FILE")
    stepping.add_argument("--option", action="append", default=[], type=option, metavar="NAME=VALUE")
    stepping.set_defaults(run=_step)

    for command in (listing, show, check, advice, stepping):
        command.add_argument("--json", action="store_true", help="JSON instead of a table")
    return parser


def _list(asked: argparse.Namespace) -> int:
    known: tuple[Listed, ...] = (*MOVEMENTS, *PARTNER_SYSTEMS, *PARTY_SYSTEMS)
    specs = [spec for spec in known if asked.contest in (None, spec.contest)]
    if asked.json:
        _print_json([_spec_to_json(spec) for spec in specs])
    else:
        _print_lines(_spec_lines(specs))
    return 0


def _spec_to_json(spec: Listed) -> dict[str, Any]:
    return {
        "key": spec.key,
        "name": spec.name,
        "aliases": list(spec.aliases),
        "contest": spec.contest,
        "sizes": spec.sizes,
        "options": [
            {"name": one.name, "choices": list(one.choices), "default": one.default, "help": one.help}
            for one in spec.options
        ],
        "guarantees": list(spec.guarantees),
        "source": spec.source,
    } | ({"summary": spec.summary()} if isinstance(spec, PartySystem) else {})


def _spec_lines(specs: Sequence[Listed]) -> Iterator[str]:
    for spec in specs:
        yield f"{spec.key:25} {spec.name}, {spec.contest}: {spec.sizes}"
        if isinstance(spec, PartySystem):
            yield f"{'':25} {spec.summary()}"
        for one in spec.options:
            yield f"{'':25} --option {one.name}={'|'.join(one.choices)}  {one.help}"


def _show(asked: argparse.Namespace) -> int:
    if system := find_partner_system(asked.key):
        return _show_partners(asked, system)
    if is_party(asked.key):
        size = asked.players or 2 * (asked.pairs or 0) or 4 * (asked.tables or 0) or None
        _print_lines(party_text(asked.key, size, asked.rounds, chosen_options(asked.option), as_json=asked.json))
        return 0
    partners = (name for one in PARTNER_SYSTEMS for name in (one.key, *one.aliases))
    spec = find_movement(asked.key, besides=[*partners, *party_names()])
    for unit in ("players", "teams"):
        if getattr(asked, unit) is not None:
            raise WrongUnitError(movement=spec.name, contest=spec.contest, given=unit)
    plan = make_plan(
        asked.key,
        tables=asked.tables,
        pairs=asked.pairs,
        rounds=asked.rounds,
        boards_per_set=asked.boards_per_set,
        options=chosen_options(asked.option),
    )
    if asked.format:
        sys.stdout.write(write_plan(plan, asked.format))
    elif asked.json:
        _print_json(plan_to_json(plan) | {"fingerprint": fingerprint(plan), "fairness": _fairness_to_json(plan)})
    else:
        _print_lines(_plan_lines(plan))
    return 0


def _show_partners(asked: argparse.Namespace, system: PartnerSystem) -> int:
    plan = make_partner_plan(
        system.key, players=asked.players, sessions=asked.rounds, options=chosen_options(asked.option)
    )
    if asked.json:
        _print_json(partner_plan_to_json(plan))
    else:
        _print_lines(_partner_lines(plan))
    return 0


def _partner_lines(plan: PartnerPlan) -> Iterator[str]:
    yield f"{plan.name}: {plan.contestants} players, {_count(plan.sessions, 'session')}"
    yield f"Source: {plan.source}"
    for session_no in range(1, plan.sessions + 1):
        together = ", ".join("-".join(map(str, row.players)) for row in plan.rows if row.session_no == session_no)
        alone = "".join(f"; {one.player} has no partner" for one in plan.sit_outs if one.session_no == session_no)
        yield f"Session {session_no}: {together}{alone}"


def _fairness_to_json(plan: Plan) -> dict[str, Any]:
    found = fairness(plan)
    absence = best_absence(plan) if plan.winners == 1 and not plan.sit_outs and plan.contestants <= 40 else None
    best = {"best_absence": {"contestant": absence.contestant, "qf": shown_quality(absence.qf)}} if absence else {}
    return best | {
        "qf": shown_quality(found.qf),
        "meetings": {"min": found.meetings_min, "max": found.meetings_max},
        "same_direction": {"min": found.same_direction_min, "max": found.same_direction_max},
        "matrices": {
            "contestants": found.numbers,
            "meetings": found.meetings,
            "same_direction": found.same_direction,
            "competition": [[str(amount) for amount in row] for row in found.competition],
        },
    }


def _plan_lines(plan: Plan) -> Iterator[str]:
    yield (
        f"{plan.name}: {plan.contestants} pairs, {plan.tables} tables, {_count(plan.rounds, 'round')} of "
        f"{_count(plan.boards_per_set, 'board')}, {_count(plan.winners, 'winner')}, plan {fingerprint(plan)}"
    )
    yield f"Source: {plan.source}"
    yield from plan.notes
    for round_no in range(1, plan.rounds + 1):
        yield ""
        yield f"Round {round_no}    N-S  E-W  boards"
        for row in plan.rows:
            if row.round_no == round_no:
                boards = " ".join(map(str, row.boards))
                yield f"  table {row.table_no:>2} {row.ns:>3}  {row.ew:>3}  {boards}{_marks(row)}"
        for one in plan.sit_outs:
            if one.round_no == round_no:
                yield f"  pair {one.contestant} sits out"
        for stand in plan.bye_stands:
            if stand.round_no == round_no:
                yield f"  set {stand.board_set} rests after table {stand.after_table}"


def _marks(row: TableRound) -> str:
    marks = {"shared": row.shared, f"copy {row.copy_no}": row.copy_no > 1, "arrow-switch": row.arrow_switched}
    shown = ", ".join(name for name, marked in marks.items() if marked)
    return f" ({shown})" if shown else ""


def _check(asked: argparse.Namespace) -> int:
    found = _examined(asked.file, asked.movement)
    _print_json({"fingerprint": fingerprint(found.plan), "faults": [_fault_to_json(fault) for fault in found.faults]})
    return 1 if found.faults else 0


def _examined(path: Path, movement: str | None) -> Examination:
    """Return what is to be said about the file, or say in one sentence why it cannot be read."""
    return understood(path, partial(examine, movement=movement), "it is neither JSON nor a CSV grid nor movement text")


def _fault_to_json(fault: Fault) -> dict[str, Any]:
    return {
        "code": fault.code,
        "round": fault.round_no,
        "table": fault.table_no,
        "contestant": fault.contestant,
        "board": fault.board_no,
        "text": fault.text,
    }


def _advise(asked: argparse.Namespace) -> int:
    found = advise(
        asked.pairs,
        minutes=asked.minutes,
        boards=asked.boards,
        one_winner=True if asked.one_winner else None,
        stationary=asked.stationary,
        historic=asked.historic,
    )
    if asked.json:
        picked = {pick.advice: pick for pick in picks(found)}
        _print_json([_advice_to_json(each, picked.get(each)) for each in found])
    else:
        _print_lines(_advice_lines(found))
    return 0


def _advice_to_json(one: Advice, pick: Pick | None) -> dict[str, Any]:
    return {
        "key": one.plan_key,
        "name": one.name,
        "options": dict(one.options),
        "pairs": one.pairs,
        "tables": one.tables,
        "rounds": one.rounds,
        "boards_per_set": one.boards_per_set,
        "boards_per_pair": {"min": one.boards_per_pair[0], "max": one.boards_per_pair[1]},
        "winners": one.winners,
        "sit_outs": one.sit_outs,
        "stationary": one.stationary,
        "arrow_switches": one.arrow_switches,
        "copies": one.copies,
        "field_met": str(one.field_met),
        "minutes": one.minutes,
        "qf": shown_quality(one.qf),
        "reason": one.reason,
        "merit": {
            "fairness": shown_quality(one.merit.fairness),
            "opponents": shown_quality(one.merit.opponents),
            "wishes": shown_quality(one.merit.wishes),
            "sitting_out": shown_quality(one.merit.sitting_out),
            "ease": shown_quality(one.merit.ease),
            "total": shown_quality(one.merit.total),
        },
        "pick": {"kind": pick.kind, "why": pick.why} if pick else None,
    }


def _advice_lines(found: Sequence[Advice]) -> Iterator[str]:
    for place, one in enumerate(found, start=1):
        options = "".join(f" {name}={value}" for name, value in one.options)
        length = f"{one.rounds} x {_count(one.boards_per_set, 'board')}, {one.minutes} minutes"
        yield f"{place}. {one.name} ({one.plan_key}{options}): {length}, {_count(one.winners, 'winner')}"
        yield f"   {one.reason}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _step(asked: argparse.Namespace) -> int:
    options = chosen_options(asked.option)
    rule_of(asked.key, options)
    told = understood(asked.file, json.loads, "it is not JSON")
    _print_json(party_step(asked.key, told, options))
    return 0


def _print_json(value: object) -> None:
    _print_lines(iter([json.dumps(value, ensure_ascii=False)]))


def _print_lines(lines: Iterator[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
