"""``python -m tests.tools.search search``: the search at a terminal, and the file in which it can go on later."""

import argparse
import json
import os
import sys
from collections.abc import Mapping
from math import ceil
from pathlib import Path
from typing import Any

from movements.errors import MovementError
from movements.families.fairest import KnownPlan, find_best_entry, make_known_plan, parse_plan_line
from movements.files.plan_json import plan_to_json
from tests.tools.search.annealing import Shape
from tests.tools.search.checking import make_request
from tests.tools.search.searching import SearchLimits, SearchState, search, start_workers

DEFAULT_STEPS = 1_000_000
UNLIMITED_ANNEALINGS = 10**9  # more than any search comes to, for one that only minutes limit

OPTION_RANGES = {
    "pairs": (4, 60),
    "rounds": (2, 40),
    "stationary": (0, 8),
    "copies": (1, 4),
    "seed": (0, 10**9),
    "steps": (1, 10**12),
    "minutes": (1, 10_000),
    "jobs": (1, 256),
}
"""The lowest and the highest number that each option may have."""


def format_plan_line(plan: KnownPlan) -> str:
    """Return a plan as a line of ``data/fairest.csv``.

    >>> format_plan_line(parse_plan_line("8,5,2,1,84.62,1-5/1"))
    '8,5,2,1,84.62,1-5/1'
    """
    figures = (plan.pairs, plan.rounds, plan.stationary, plan.copies)
    return ",".join([*map(str, figures), f"{float(plan.qf):.2f}", plan.cells])


def load_state(path: Path, new_state: SearchState) -> SearchState:
    """Return the state in the file at *path*, *new_state* if there is no file yet.

    >>> load_state(Path("no-such-file"), SearchState(Shape(8, 6), seed=1)).annealings
    0

    :raises MovementError: if the file can't be read or is of another search.
    """
    if not path.exists():
        return new_state
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        state = SearchState(
            shape=Shape(*map(int, data["shape"])),
            seed=int(data["seed"]),
            annealings=int(data["annealings"]),
            best=parse_plan_line(data["best"]) if data["best"] else None,
        )
    except (OSError, ValueError, KeyError, TypeError):
        raise MovementError(
            "no-search", "{file} holds no search. Give another file, or none.", file=path
        ) from None
    if (state.shape, state.seed) != (new_state.shape, new_state.seed):
        raise MovementError(
            "other-search",
            "{file} is of another search: {pairs} pairs, {rounds} rounds, {stationary} "
            "stationary, {copies} copies, seed {seed}. Give these numbers, or another file.",
            file=path,
            pairs=state.shape.pairs,
            rounds=state.shape.rounds,
            stationary=state.shape.stationary,
            copies=state.shape.copies,
            seed=state.seed,
        )
    return state


def save_state(path: Path, state: SearchState) -> None:
    """Write *state* to the file at *path*, which is never left half written.

    :raises MovementError: if the file can't be written.
    """
    shape = state.shape
    data = {
        "shape": [shape.pairs, shape.rounds, shape.stationary, shape.copies],
        "seed": state.seed,
        "annealings": state.annealings,
        "best": format_plan_line(state.best) if state.best else "",
    }
    new_path = path.with_name(f"{path.name}.new")
    try:
        new_path.write_text(json.dumps(data) + "\n", encoding="utf-8")
        new_path.replace(path)
    except OSError as error:
        raise MovementError(
            "state-not-saved",
            "{file} can’t be written: {reason}. Give another file.",
            file=path,
            reason=error.strerror,
        ) from None


def add_search_arguments(command: argparse.ArgumentParser) -> None:
    """Add the options of ``search`` to its parser."""
    for name in ("pairs", "rounds"):
        command.add_argument(f"--{name}", type=int, required=True, metavar="N")
    for name, default in (("stationary", 0), ("copies", 1), ("seed", 1)):
        command.add_argument(f"--{name}", type=int, default=default, metavar="N")
    command.add_argument("--steps", type=int, metavar="M", help=f"usually {DEFAULT_STEPS:,}")
    command.add_argument("--minutes", type=int, metavar="T", help="end after so many minutes")
    command.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="J",
        help="annealings at a time, usually one for each core; with one the result can be repeated",
    )
    command.add_argument(
        "--state", type=Path, metavar="FILE", help="keep the search in FILE, and go on with it"
    )


def run_search(args: argparse.Namespace) -> dict[str, Any] | str:
    """Run a search and return the best plan, or an empty value if none was found.

    The plan is a line of ``fairest.csv``, or with ``--json`` an object. The progress is written to
    standard error, so that standard output has only the plan.

    :raises MovementError: for a number that an option can't have, a plan that can't exist, or a
        state file that can't be read or is of another search.
    """
    _validate_numbers(vars(args))
    shape = Shape(args.pairs, args.rounds, args.stationary, args.copies)
    if shape.impossible_reason:
        raise MovementError(
            "no-such-plan",
            "{pairs} pairs can’t play {rounds} rounds like this: {why}.",
            pairs=args.pairs,
            rounds=args.rounds,
            why=shape.impossible_reason,
        )
    state = SearchState(shape, args.seed)
    if args.state:
        state = load_state(args.state, state)
    _write_to_stderr(_describe_known_plan(shape))
    with start_workers(args.jobs) as executor:
        progress = _SearchProgress(state, args.state)
        state = search(
            state,
            _make_limits(args, shape),
            executor,
            max_running=args.jobs,
            report=progress.report_annealing,
        )
    progress.report_end(state)
    if state.best is None:
        return {} if args.json else ""
    if args.json:
        return plan_to_json(make_known_plan(state.best, make_request(state.best)))
    return format_plan_line(state.best)


def _validate_numbers(options: Mapping[str, Any]) -> None:
    for name, (lowest, highest) in OPTION_RANGES.items():
        number = options[name]
        # --steps and --minutes are None if they weren't given.
        if number is not None and not lowest <= number <= highest:
            raise MovementError(
                "number-out-of-range",
                "--{name} is {fewest} to {most}, not {number}.",
                name=name,
                fewest=lowest,
                most=highest,
                number=number,
            )


def _make_limits(args: argparse.Namespace, shape: Shape) -> SearchLimits:
    """Return when the search ends: after ``--steps``, ``--minutes`` or the default of steps."""
    steps = args.steps
    if steps is None and args.minutes is not None:
        return SearchLimits(UNLIMITED_ANNEALINGS, args.minutes)
    if steps is None:
        steps = DEFAULT_STEPS
    return SearchLimits(ceil(steps / shape.steps_per_annealing), args.minutes)


def _describe_known_plan(shape: Shape) -> str:
    known_plan = find_best_entry(shape.pairs, shape.rounds, shape.stationary, shape.copies)
    if known_plan is None:
        return "No plan of this shape is stored."
    return f"The fairest stored plan of this shape reaches {float(known_plan.qf):.2f}."


def _write_to_stderr(text: str, end: str = "\n") -> None:
    sys.stderr.write(f"{text}{end}")
    sys.stderr.flush()


class _SearchProgress:
    """Writes the progress to standard error, and saves the state of the search in a file."""

    def __init__(self, state: SearchState, state_path: Path | None) -> None:
        self.shown_qf = state.best_qf
        self.state_path = state_path

    def report_annealing(self, state: SearchState) -> None:
        """Save *state* and show its figures.

        The figures overwrite the last line, unless they show a better plan, which gets a line of its
        own and stays.
        """
        if self.state_path:
            save_state(self.state_path, state)
        is_better = state.best_qf > self.shown_qf
        self.shown_qf = state.best_qf
        _write_to_stderr(f"\r{_format_search_figures(state)}", end="\n" if is_better else "")

    def report_end(self, state: SearchState) -> None:
        """Show the final figures, and whether no plan was found."""
        _write_to_stderr(f"\r{_format_search_figures(state)}")
        if state.best is None:
            _write_to_stderr("No plan with a timetable was found. Try more steps, or another seed.")


def _format_search_figures(state: SearchState) -> str:
    best = f"{float(state.best_qf):.2f}" if state.best else "none yet"
    return f"{state.annealings} annealings, best {best}"
