"""``python -m movements``: the movements at a terminal, and for other programs.

Everything asked for goes to standard output and nothing else; an error is one sentence on standard
error and status 2.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from movements.advice.advise import Advice, advise
from movements.advice.picks import Pick, picks
from movements.balance import best_absence, fairness, shown_quality
from movements.check.boards import count_of
from movements.errors import MovementError
from movements.files.errors import understood
from movements.files.formats import WRITERS, Examination, examine, write_plan
from movements.files.plan_json import plan_to_json
from movements.layout import fingerprint
from movements.model import Fault, Movement, MovementSpec, TableRound
from movements.partners import (
    PARTNER_SYSTEMS,
    PartnerPlan,
    PartnerSystem,
    find_partner_system,
    make_partner_plan,
    partner_plan_to_json,
)
from movements.party.command import party_text
from movements.party.command import step as party_step
from movements.party.model import PartySystem
from movements.party.rounds import PARTY_SYSTEMS, is_party, party_names, rule_of
from movements.player_balance import player_fairness_to_json
from movements.registry import MOVEMENTS, find_movement, make_plan
from movements.replan.command import answer_lines, answer_to_json, read_request
from movements.sentences import MovementSentences
from movements.swiss.command import first_round
from movements.swiss.command import pair as pair_round
from movements.swiss.systems import SWISS_SYSTEMS, SwissSystem, is_swiss

# The arguments of the command line, read from their text.
#
# Responsible for refusing in one sentence what is no number, no range or no option.


def whole_number(text: str) -> int:
    """Return the number that *text* is.

    >>> whole_number("14")
    14

    :raises argparse.ArgumentTypeError: if it is none.
    """
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" isn\'t a whole number') from None


def number_range(text: str) -> tuple[int, int]:
    """Return the lowest and highest number in *text*, equal for a single number.

    >>> number_range("24-28"), number_range("26")
    ((24, 28), (26, 26))

    :raises argparse.ArgumentTypeError: if it is no range.
    """
    low, dash, high = text.partition("-")
    try:
        return int(low), int(high if dash else low)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" isn\'t a range such as 24-28') from None


def option(text: str) -> tuple[str, str]:
    """Return the name and the value of *text*.

    >>> option("even=share")
    ('even', 'share')

    :raises argparse.ArgumentTypeError: if there is no equals sign.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f'"{text}" isn\'t NAME=VALUE, such as even=share')
    return name, value


def chosen_options(given: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the value *given* for each name. Repeating the same value is allowed.

    >>> chosen_options([("even", "share"), ("even", "share")])
    {'even': 'share'}

    :raises MovementError: for two values of one name.
    """
    chosen: dict[str, str] = {}
    for name, value in given:
        if chosen.setdefault(name, value) != value:
            raise MovementError(
                MovementSentences.OPTION_TWICE, option=name, first=chosen[name], second=value
            )
    return chosen


CONTESTS = ("pairs", "individual", "teams", "progressive", "partners")
Listed: TypeAlias = MovementSpec | PartnerSystem | PartySystem | SwissSystem


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence."""

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
    asked = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = asked.run
    try:
        return run(asked)
    except MovementError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m movements", description="Movements for duplicate contests and parties."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], words: str
    ) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(name, help=words)
        added.add_argument("--json", action="store_true", help="print JSON instead of a table")
        added.set_defaults(run=run)
        return added

    listing = command("list", _list, "list all movements")
    listing.add_argument("--contest", choices=CONTESTS)
    _plan_arguments(command("show", _show, "show the plan of one movement"))
    check = command(
        "check",
        _check,
        "check a plan file (JSON, CSV or movement text) and list every fault as JSON",
    )
    check.add_argument("file", type=Path, metavar="FILE")
    check.add_argument(
        "--movement",
        metavar="TITLE",
        help="movement to read from a file with several: its number, title or code",
    )
    _advice_arguments(command("advise", _advise, "list the movements that fit, best first"))
    for name, run, words in (
        ("step", _step, "print the next seating of a progressive system as JSON"),
        ("pair", _pair, "print the next round of a Swiss or knock-out as JSON"),
    ):
        following = command(name, run, words)
        following.add_argument("key", metavar="KEY")
        following.add_argument("file", type=Path, metavar="FILE")
        following.add_argument(
            "--option", action="append", default=[], type=option, metavar="NAME=VALUE"
        )
    again = command("replan", _replan, "list ways to change the movement during play, best first")
    again.add_argument("file", type=Path, metavar="FILE")
    return parser


def _plan_arguments(show: argparse.ArgumentParser) -> None:
    show.add_argument("key", metavar="KEY")
    for name in ("tables", "pairs", "players", "teams", "rounds", "boards-per-set"):
        show.add_argument(f"--{name}", type=whole_number, metavar="N")
    show.add_argument("--option", action="append", default=[], type=option, metavar="NAME=VALUE")
    show.add_argument(
        "--format",
        choices=tuple(WRITERS),
        help="print the plan in this file format instead of a table",
    )


def _advice_arguments(advice: argparse.ArgumentParser) -> None:
    advice.add_argument("--pairs", type=whole_number, required=True, metavar="N")
    advice.add_argument("--minutes", type=whole_number, metavar="M")
    advice.add_argument("--boards", type=number_range, metavar="LOW-HIGH")
    advice.add_argument("--stationary", type=whole_number, default=0, metavar="K")
    advice.add_argument("--one-winner", action="store_true")
    advice.add_argument("--historic", action="store_true", help="include historical movements")


def _list(asked: argparse.Namespace) -> int:
    known: tuple[Listed, ...] = (*MOVEMENTS, *SWISS_SYSTEMS, *PARTNER_SYSTEMS, *PARTY_SYSTEMS)
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
        "options": [option.to_json() for option in spec.options],
        "guarantees": list(spec.guarantees),
        "source": spec.source,
    } | ({"summary": spec.summary()} if isinstance(spec, PartySystem) else {})


def _spec_lines(specs: Sequence[Listed]) -> Iterator[str]:
    for spec in specs:
        yield f"{spec.key:25} {spec.name}, {spec.contest}: {spec.sizes}"
        if isinstance(spec, PartySystem):
            yield f"{'':25} {spec.summary()}"
        for offered in spec.options:
            yield f"{'':25} --option {offered.name}={'|'.join(offered.choices)}  {offered.help}"


def _show(asked: argparse.Namespace) -> int:
    if system := find_partner_system(asked.key):
        return _show_partners(asked, system)
    if is_party(asked.key):
        size = asked.players or 2 * (asked.pairs or 0) or 4 * (asked.tables or 0) or None
        _print_lines(
            party_text(
                asked.key, size, asked.rounds, chosen_options(asked.option), as_json=asked.json
            )
        )
        return 0
    if is_swiss(asked.key):
        sizes = {unit: getattr(asked, unit) for unit in ("tables", "pairs", "players", "teams")}
        _print_json(first_round(asked.key, sizes, chosen_options(asked.option)))
        return 0
    others = (
        name
        for system in (*PARTNER_SYSTEMS, *SWISS_SYSTEMS)
        for name in (system.key, *system.aliases)
    )
    find_movement(asked.key, besides=[*others, *party_names()])
    plan = make_plan(
        asked.key,
        tables=asked.tables,
        pairs=asked.pairs,
        players=asked.players,
        teams=asked.teams,
        rounds=asked.rounds,
        boards_per_set=asked.boards_per_set,
        options=chosen_options(asked.option),
    )
    if asked.format:
        sys.stdout.write(write_plan(plan, asked.format))
    elif asked.json:
        _print_json(
            plan_to_json(plan)
            | {"fingerprint": fingerprint(plan), "fairness": _fairness_to_json(plan)}
        )
    else:
        _print_lines(_plan_lines(plan))
    return 0


def _show_partners(asked: argparse.Namespace, system: PartnerSystem) -> int:
    plan = make_partner_plan(
        system.key,
        players=asked.players,
        sessions=asked.rounds,
        options=chosen_options(asked.option),
    )
    if asked.json:
        _print_json(partner_plan_to_json(plan))
    else:
        _print_lines(_partner_lines(plan))
    return 0


def _partner_lines(plan: PartnerPlan) -> Iterator[str]:
    yield f"{plan.name}: {plan.contestants} players, {count_of(plan.sessions, 'session')}"
    yield f"Source: {plan.source}"
    for session_no in range(1, plan.sessions + 1):
        together = ", ".join(
            "-".join(map(str, row.players)) for row in plan.rows if row.session_no == session_no
        )
        alone = "".join(
            f"; {sit_out.player} has no partner"
            for sit_out in plan.sit_outs
            if sit_out.session_no == session_no
        )
        yield f"Session {session_no}: {together}{alone}"


def _fairness_to_json(plan: Movement) -> dict[str, Any]:
    if plan.contest == "individual":
        return player_fairness_to_json(plan)
    evenness = fairness(plan)
    is_whole = (
        plan.contest == "pairs"
        and plan.winners == 1
        and not plan.sit_outs
        and plan.contestants <= 40
    )
    absence = best_absence(plan) if is_whole else None
    if absence:
        best = {"best_absence": {"contestant": absence.contestant, "qf": shown_quality(absence.qf)}}
    else:
        best = {}
    if plan.contest == "teams":
        return {"meetings": {"min": evenness.meetings_min, "max": evenness.meetings_max}}
    return best | {
        "qf": shown_quality(evenness.qf),
        "meetings": {"min": evenness.meetings_min, "max": evenness.meetings_max},
        "same_direction": {"min": evenness.same_direction_min, "max": evenness.same_direction_max},
        "matrices": {
            "contestants": evenness.numbers,
            "meetings": evenness.meetings,
            "same_direction": evenness.same_direction,
            "competition": [[str(amount) for amount in row] for row in evenness.competition],
        },
    }


def _plan_lines(plan: Movement) -> Iterator[str]:
    yield (
        f"{plan.name}: {count_of(plan.contestants, plan.called)}, {count_of(plan.tables, 'table')}, "
        f"{count_of(plan.rounds, 'round')} of {count_of(plan.boards_per_set, 'board')}, "
        f"{count_of(plan.winners, 'winner')}, plan {fingerprint(plan)}"
    )
    yield f"Source: {plan.source}"
    yield from plan.notes
    seats = "    N    E    S    W" if any(row.players for row in plan.rows) else ""
    sides = "" if plan.contest == "individual" else "    N-S  E-W"
    for round_no in range(1, plan.rounds + 1):
        yield ""
        yield f"Round {round_no}{sides}{seats}  boards"
        for row in plan.rows:
            if row.round_no == round_no:
                yield f"  table {row.table_no:>2}{_seats(plan, row)}  {' '.join(map(str, row.boards))}{_marks(row)}"
        for sit_out in plan.sit_outs:
            if sit_out.round_no == round_no:
                yield f"  {plan.called} {sit_out.contestant} sits out"
        for stand in plan.bye_stands:
            if stand.round_no == round_no:
                yield f"  set {stand.board_set} rests after table {stand.after_table}"


def _seats(plan: Movement, row: TableRound) -> str:
    sides = "" if plan.contest == "individual" else f" {row.ns:>3}  {row.ew:>3}"
    return sides + "".join(f"  {player:>3}" for player in row.players or ())


def _marks(row: TableRound) -> str:
    marks = {
        "shared": row.shared,
        f"copy {row.copy_no}": row.copy_no > 1,
        "arrow-switch": row.arrow_switched,
    }
    shown = ", ".join(name for name, marked in marks.items() if marked)
    if shown:
        return f" ({shown})"
    return ""


def _check(asked: argparse.Namespace) -> int:
    examination = _examine_or_exit(asked.file, asked.movement)
    _print_json(
        {
            "fingerprint": fingerprint(examination.plan),
            "faults": [_fault_to_json(fault) for fault in examination.faults],
        }
    )
    if examination.faults:
        return 1
    return 0


def _examine_or_exit(path: Path, movement: str | None) -> Examination:
    """Return the report on the file, or exit with one sentence if it can't be read."""
    return understood(
        path, partial(examine, movement=movement), "it isn't JSON, a CSV grid or movement text"
    )


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
    one_winner = True if asked.one_winner else None
    advised = advise(
        asked.pairs,
        minutes=asked.minutes,
        boards=asked.boards,
        one_winner=one_winner,
        stationary=asked.stationary,
        historic=asked.historic,
    )
    if asked.json:
        picked = {pick.advice: pick for pick in picks(advised)}
        _print_json([_advice_to_json(each, picked.get(each)) for each in advised])
    else:
        _print_lines(_advice_lines(advised))
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
        "field_met": str(advice.field_met),
        "minutes": advice.minutes,
        "qf": shown_quality(advice.qf),
        "reason": advice.reason,
        "merit": {
            "fairness": shown_quality(advice.merit.fairness),
            "opponents": shown_quality(advice.merit.opponents),
            "wishes": shown_quality(advice.merit.wishes),
            "sitting_out": shown_quality(advice.merit.sitting_out),
            "ease": shown_quality(advice.merit.ease),
            "total": shown_quality(advice.merit.total),
        },
        "pick": {"kind": pick.kind, "why": pick.why} if pick else None,
    }


def _advice_lines(advised: Sequence[Advice]) -> Iterator[str]:
    for place, advice in enumerate(advised, start=1):
        options = "".join(f" {name}={value}" for name, value in advice.options)
        length = f"{advice.rounds} x {count_of(advice.boards_per_set, 'board')}, {advice.minutes} minutes"
        yield f"{place}. {advice.name} ({advice.plan_key}{options}): {length}, {count_of(advice.winners, 'winner')}"
        yield f"   {advice.reason}"


def _step(asked: argparse.Namespace) -> int:
    options = chosen_options(asked.option)
    rule_of(asked.key, options)
    told = understood(asked.file, json.loads, "it isn't JSON")
    _print_json(party_step(asked.key, told, options))
    return 0


def _pair(asked: argparse.Namespace) -> int:
    options = chosen_options(asked.option)
    _print_json(pair_round(asked.key, understood(asked.file, json.loads, "it isn't JSON"), options))
    return 0


def _replan(asked: argparse.Namespace) -> int:
    told = understood(asked.file, json.loads, "it isn't JSON")
    answer = read_request(told).answer()
    if asked.json:
        _print_json(answer_to_json(answer))
    else:
        _print_lines(answer_lines(answer))
    return 0


def _print_json(value: object) -> None:
    _print_lines(iter([json.dumps(value, ensure_ascii=False)]))


def _print_lines(lines: Iterator[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
