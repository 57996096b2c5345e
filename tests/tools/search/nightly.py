"""``python -m tests.tools.search nightly``: search the open shapes in turn for as long as a night lasts.

The shapes stand in ``data/open_shapes.csv``, each with a figure that is known to be reachable.  Every
search appends a line to the file of the night: what was tried, the best plan, and whether it is proved
best.  Another night with the same file goes on with other random numbers.
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from pathlib import Path

from movements.errors import MovementError
from movements.families.fairest import KnownPlan, get_best_qf
from tests.tools.search.annealing import Shape
from tests.tools.search.command import UNLIMITED_ANNEALINGS, format_plan_line
from tests.tools.search.page import get_bound, get_proof, read_data_rows
from tests.tools.search.searching import SearchLimits, SearchState, search, start_workers

COLUMNS = (
    "pairs",
    "rounds",
    "copies",
    "known",
    "seed",
    "annealings",
    "best",
    "bound",
    "proof",
    "plan",
)

USUAL_MINUTES = 480
TURN_MINUTES = 10.0
"""A shape is searched for so long before the next one has its turn."""


@dataclass(frozen=True, slots=True)
class SearchShape:
    """A shape with what is known of it.

    >>> read_open_shapes()[0].shape
    Shape(pairs=11, rounds=5, stationary=0, copies=1)
    """

    shape: Shape
    known: Fraction  # the fairness known to be reachable
    before: Fraction  # the fairness of the program's plan before the search
    tried: str  # what was tried

    @property
    def best_qf(self) -> Fraction:
        """Return the fairness of the best plan stored now, one copy for one copy."""
        return get_best_qf(self.shape.pairs, self.shape.rounds, 0, self.shape.copies)

    @property
    def is_closed(self) -> bool:
        """Return whether a stored plan reaches what is known."""
        return self.best_qf >= self.known


def read_open_shapes() -> list[SearchShape]:
    """Return the shapes of ``data/open_shapes.csv``, closed ones included."""
    shapes = []
    for row in read_data_rows("open_shapes"):
        shape = Shape(int(row["pairs"]), int(row["rounds"]), copies=int(row["copies"]))
        shapes.append(
            SearchShape(shape, Fraction(row["known"]), Fraction(row["before"]), row["tried"])
        )
    return shapes


def add_nightly_arguments(command: argparse.ArgumentParser) -> None:
    """Add the options of ``nightly`` to its parser."""
    command.add_argument("file", type=Path, help="a CSV file; what is in it is kept")
    command.add_argument(
        "--minutes", type=float, default=USUAL_MINUTES, metavar="T", help="usually a night, 480"
    )
    command.add_argument(
        "--turn", type=float, default=TURN_MINUTES, metavar="T", help="minutes a shape, usually 10"
    )
    command.add_argument("--jobs", type=int, default=1, metavar="J", help="annealings at a time")
    command.add_argument(
        "--shapes",
        nargs="+",
        metavar="PAIRSxROUNDS",
        help="such as 18x15; usually all that are open. 52x13x2 is with two copies",
    )


def run_nightly(args: argparse.Namespace) -> None:
    """Search the shapes in turn until the minutes are over, and append a line for each turn.

    :raises MovementError: for a shape that can't be read or can't exist, or a file that can't be
        written.
    """
    shapes = list(_choose_shapes(args.shapes))
    deadline = time.monotonic() + 60 * args.minutes
    with start_workers(args.jobs) as executor:
        for shape in cycle(shapes):
            minutes_left = (deadline - time.monotonic()) / 60
            if minutes_left <= 0:
                return
            limits = SearchLimits(UNLIMITED_ANNEALINGS, min(args.turn, minutes_left))
            seed = 1 + sum(row[:3] == _list_figures(shape) for row in _read_night(args.file))
            state = search(SearchState(shape, seed), limits, executor, max_running=args.jobs)
            _append_turn(args.file, state)


def _choose_shapes(texts: Sequence[str] | None) -> Iterator[Shape]:
    if not texts:
        for open_shape in read_open_shapes():
            if not open_shape.is_closed:
                yield open_shape.shape
        return
    for text in texts:
        try:
            pairs, rounds, *copies = map(int, text.split("x"))
            shape = Shape(pairs, rounds, copies=copies[0] if copies else 1)
        except ValueError:
            raise MovementError(
                "no-shape", "“{text}” is no shape. Write pairs x rounds, such as 18x15.", text=text
            ) from None
        if shape.impossible_reason:
            raise MovementError(
                "no-such-plan",
                "{pairs} pairs can’t play {rounds} rounds like this: {why}.",
                pairs=pairs,
                rounds=rounds,
                why=shape.impossible_reason,
            )
        yield shape


def _list_figures(shape: Shape) -> list[str]:
    return [str(shape.pairs), str(shape.rounds), str(shape.copies)]


def _read_night(path: Path) -> list[list[str]]:
    """Return the turns in the file of the night, without its heading."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


def _append_turn(path: Path, state: SearchState) -> None:
    shape = state.shape
    known_qf = get_best_qf(shape.pairs, shape.rounds, shape.stationary, shape.copies)
    bound = get_bound(shape.pairs, shape.rounds)
    row = [
        *_list_figures(shape),
        f"{float(known_qf):.2f}",
        state.seed,
        state.annealings,
        f"{float(state.best_qf):.2f}" if state.best else "",
        bound,
        get_proof(state.best_qf, bound),
        _format_plan(state.best),
    ]
    try:
        is_new = not path.exists()
        with path.open("a", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            if is_new:
                writer.writerow(COLUMNS)
            writer.writerow(row)
    except OSError as error:
        raise MovementError(
            "night-not-saved",
            "{file} can’t be written: {reason}. Give another file.",
            file=path,
            reason=error.strerror,
        ) from None
    sys.stderr.write(
        f"{shape.pairs} pairs, {shape.rounds} rounds: {state.annealings} annealings, "
        f"{float(state.best_qf):.2f} (stored {float(known_qf):.2f})\n"
    )


def _format_plan(plan: KnownPlan | None) -> str:
    """Return the line of ``data/fairest.csv``, "" if no plan was found."""
    return format_plan_line(plan) if plan else ""
