"""The file in which a search keeps what it has done, so that it can go on later."""

import json
from pathlib import Path

from movements.errors import MovementError
from movements.families.fairest.library import KnownPlan, parse_plan_line
from movements.search.searching import SearchState
from movements.search.sentences import SearchSentences
from movements.search.shape import Shape


def format_plan_line(plan: KnownPlan) -> str:
    """Return a plan as a line of ``data/fairest.csv``.

    >>> format_plan_line(parse_plan_line("8,5,2,1,84.62,1-5/1"))
    '8,5,2,1,84.62,1-5/1'
    """
    figures = (plan.pairs, plan.rounds, plan.stationary, plan.copies)
    return ",".join([*map(str, figures), f"{float(plan.qf):.2f}", plan.cells])


def load_state(path: Path, begun: SearchState) -> SearchState:
    """Return the state in the file at *path*, *begun* if there is no file yet.

    >>> load_state(Path("no-such-file"), SearchState(Shape(8, 6), seed=1)).annealings
    0

    :raises MovementError: if the file can't be read or is of another search.
    """
    if not path.exists():
        return begun
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        state = SearchState(
            shape=Shape(*map(int, data["shape"])),
            seed=int(data["seed"]),
            annealings=int(data["annealings"]),
            best=parse_plan_line(data["best"]) if data["best"] else None,
        )
    except (OSError, ValueError, KeyError, TypeError):
        raise MovementError(SearchSentences.NO_SEARCH, file=path) from None
    if (state.shape, state.seed) != (begun.shape, begun.seed):
        raise MovementError(
            SearchSentences.OTHER_SEARCH,
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
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_text(json.dumps(data) + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise MovementError(
            SearchSentences.STATE_NOT_SAVED, file=path, reason=error.strerror
        ) from None
