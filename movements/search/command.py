"""``python -m movements search``: the search at a terminal."""

import argparse
import os
import sys
from collections.abc import Mapping
from math import ceil
from pathlib import Path
from typing import Any

from movements.errors import MovementError
from movements.families.fairest.library import KnownPlan, find_best_entry
from movements.families.fairest.movement import build_known_plan
from movements.files.plan_json import plan_to_json
from movements.model import PlanRequest
from movements.search.searching import SearchLimits, SearchState, search, start_workers
from movements.search.sentences import SearchSentences
from movements.search.shape import Shape
from movements.search.state import format_plan_line, load_state, save_state

USUAL_STEPS = 1_000_000
ENDLESS = 10**9
"""Annealings of a search that only minutes limit."""

MOST = {
    "pairs": (4, 40),
    "rounds": (2, 40),
    "stationary": (0, 8),
    "copies": (1, 4),
    "seed": (0, 10**9),
    "steps": (1, 10**12),
    "minutes": (1, 10_000),
    "jobs": (1, 256),
}
"""The least and the most that each option may be."""


def add_search_arguments(command: argparse.ArgumentParser) -> None:
    """Add the options of ``search`` to its parser."""
    for name in ("pairs", "rounds"):
        command.add_argument(f"--{name}", type=int, required=True, metavar="N")
    for name, default in (("stationary", 0), ("copies", 1), ("seed", 1)):
        command.add_argument(f"--{name}", type=int, default=default, metavar="N")
    command.add_argument("--steps", type=int, metavar="M", help=f"usually {USUAL_STEPS:,}")
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
    """Search as *args* say, and return the best plan: its line, or an object with ``--json``.

    It is empty if no plan was found.

    :raises MovementError: for an impossible number, or a file of another search.
    """
    _refuse_numbers(vars(args))
    shape = Shape(args.pairs, args.rounds, args.stationary, args.copies)
    if shape.why_impossible:
        raise MovementError(
            SearchSentences.NO_SUCH_PLAN,
            pairs=args.pairs,
            rounds=args.rounds,
            why=shape.why_impossible,
        )
    state = SearchState(shape, args.seed)
    if args.state:
        state = load_state(args.state, state)
    _write_progress(_describe_known_plan(shape))
    with start_workers(args.jobs) as executor:
        progress = _SearchProgress(state, args.state)
        state = search(state, _make_limits(args), executor, at_once=args.jobs, report=progress.show)
    progress.end(state)
    if state.best is None:
        return {} if args.json else ""
    if args.json:
        return plan_to_json(build_known_plan(state.best, _make_request(state.best)))
    return format_plan_line(state.best)


def _refuse_numbers(given: Mapping[str, Any]) -> None:
    for name, (fewest, most) in MOST.items():
        number = given[name]
        if number is not None and not fewest <= number <= most:
            raise MovementError(
                SearchSentences.NUMBER_OUT_OF_RANGE,
                name=name,
                fewest=fewest,
                most=most,
                number=number,
            )


def _make_limits(args: argparse.Namespace) -> SearchLimits:
    shape = Shape(args.pairs, args.rounds)
    steps = args.steps
    if steps is None and args.minutes is None:
        steps = USUAL_STEPS
    annealings = ENDLESS
    if steps is not None:
        annealings = ceil(steps / shape.steps_of_an_annealing)
    return SearchLimits(annealings, args.minutes)


def _make_request(plan: KnownPlan) -> PlanRequest:
    options = (("stationary", str(plan.stationary)), ("copies", str(plan.copies)))
    return PlanRequest(plan.pairs, plan.rounds, 1, options)


def _describe_known_plan(shape: Shape) -> str:
    known = find_best_entry(shape.pairs, shape.rounds, shape.stationary, shape.copies)
    if known is None:
        return "No plan of this shape is stored."
    return f"The fairest stored plan of this shape reaches {float(known.qf):.2f}."


def _write_progress(text: str, end: str = "\n") -> None:
    sys.stderr.write(f"{text}{end}")
    sys.stderr.flush()


class _SearchProgress:
    """The progress on standard error, and in the file of the state."""

    def __init__(self, state: SearchState, path: Path | None) -> None:
        self.shown = state.best_qf
        self.path = path

    def show(self, state: SearchState) -> None:
        """Show the number of annealings, on a new line if a better plan was found."""
        if self.path:
            save_state(self.path, state)
        if state.best_qf > self.shown:
            self.shown = state.best_qf
            _write_progress(f"\r{_format_search_figures(state)}")
        else:
            _write_progress(f"\r{_format_search_figures(state)}", end="")

    def end(self, state: SearchState) -> None:
        """Show the result."""
        _write_progress(f"\r{_format_search_figures(state)}")
        if state.best is None:
            _write_progress("No plan with a timetable was found. Try more steps, or another seed.")


def _format_search_figures(state: SearchState) -> str:
    best = f"{float(state.best_qf):.2f}" if state.best else "none yet"
    return f"{state.annealings} annealings, best {best}"
