"""The page ``docs/fairness.md``: what is known about every size and length."""

import csv
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

from movements.families.fairest import get_best_qf, read_known_plans

DATA = Path(__file__).parent / "data"
MAX_LISTED_ROUNDS = 15
"""Up to this number of rounds every length is listed, beyond it only those known to be fairer here."""

COLUMNS = (
    "pairs",
    "rounds",
    "fairest",
    "three_stay",
    "two_copies",
    "others",
    "published",
    "bound",
    "proof",
)
PERFECT = 100

INTRODUCTION = """# Fairest plans

How evenly the movement [Fairest](movements.md) compares pairs, as Qf: 100 is perfect. `python -m tests.tools.search fairness`
prints this page, and a test compares it with the stored plans.

- *Rounds*: up to fifteen, and longer where Fairest has a plan of its own.
- *Fairest*: one copy of the boards, no set at two tables. *Three stay*: the same, and at least three pairs keep their seats.
- *Two copies*: where a second copy, or tables that share, gives more.
- *Others*: the fairest of the other movements with one winner, under the conditions of *Fairest*.
- *Published*: the fairest plan we found in print. Some of these share boards.
- *Bound*: proven for plans in which everyone plays the same boards.
- *Proof*: why the best of the row can’t be beaten: it is *perfect*, or reaches the *bound*. Rows without one are open.

| Pairs | Rounds | Fairest | Three stay | Two copies | Others | Published | Bound | Proof |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""

OPEN_SHAPES_INTRODUCTION = """
## Once behind

In these sizes and lengths the program was *before* below a figure that is *known* to be reachable with one copy. *Closed* rows
reach it now. `python -m tests.tools.search nightly FILE` searches the others. *Tried* counts annealings of one to thirty
million moves, with the best of each kind: *free* are meetings without their rounds, *order 3* has a symmetry of three rounds,
*tight* anneals rounds and meetings together, and *walks* do so from a Mitchell.

| Pairs | Rounds | Known | Before | Now | State | Bound | Tried |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


def render_fairness_page() -> str:
    """Return the page as Markdown.

    >>> render_fairness_page().splitlines()[0]
    '# Fairest plans'
    """
    rows = []
    for row in iter_fairness_rows():
        rows.append(f"| {' | '.join(row.values())} |\n")
    open_rows = []
    for cells in iter_open_shape_rows():
        open_rows.append(f"| {' | '.join(cells)} |\n")
    return "".join([INTRODUCTION, *rows, OPEN_SHAPES_INTRODUCTION, *open_rows])


def iter_open_shape_rows() -> Iterator[list[str]]:
    """Yield the cells of the shapes in which the program was behind, in the order of pairs.

    >>> next(iter_open_shape_rows())[:6]
    ['11', '5', '55.88', '52.05', '71.97', 'closed']
    """
    for row in read_data_rows("open_shapes"):
        pairs, rounds = int(row["pairs"]), int(row["rounds"])
        best_qf = get_best_qf(pairs, rounds, 0, int(row["copies"]))
        state = "closed" if best_qf >= Fraction(row["known"]) else "open"
        yield [
            *(row[column] for column in ("pairs", "rounds", "known", "before")),
            _format_figure(best_qf),
            state,
            get_bound(pairs, rounds),
            row["tried"],
        ]


def iter_fairness_rows() -> Iterator[dict[str, str]]:
    """Yield the rows of the table by column, in the order of pairs, then rounds.

    >>> next(iter_fairness_rows())["others"]
    '50.00'
    """
    for size in sorted(read_known_plans()):
        if _is_listed(*size):
            yield dict(zip(COLUMNS, format_fairness_row(*size), strict=True))


def _is_listed(pairs: int, rounds: int) -> bool:
    if rounds <= MAX_LISTED_ROUNDS:
        return True
    return any(entry.is_unique for entry in read_known_plans()[pairs, rounds])


def format_fairness_row(pairs: int, rounds: int) -> Iterator[str]:
    """Yield the cells of one row.

    >>> list(format_fairness_row(28, 27))
    ['28', '27', '100.00', '', '', '98.67', '', '', 'perfect']
    """
    fairest = get_best_qf(pairs, rounds, 0, 1)
    two_copies = get_best_qf(pairs, rounds, 0, 2)
    published = _read_published_figures().get((pairs, rounds), {})
    yield str(pairs)
    yield str(rounds)
    yield _format_figure(fairest)
    yield _format_figure(get_best_qf(pairs, rounds, 3, 1))
    yield _format_figure(two_copies) if two_copies > fairest else ""
    other_figure = _get_other_figure(pairs, rounds)
    yield _format_figure(other_figure)
    yield published.get("published", "")
    yield published.get("bound", "")
    yield get_proof(max(fairest, two_copies, other_figure), published.get("bound", ""))


def get_bound(pairs: int, rounds: int) -> str:
    """Return the proven bound for a size and length, "" if none is known.

    >>> get_bound(12, 9), get_bound(11, 5)
    ('94.87', '')
    """
    return _read_published_figures().get((pairs, rounds), {}).get("bound", "")


def get_proof(best_qf: Fraction, bound: str) -> str:
    """Return why no plan is fairer than *best_qf*, or "" if that isn't known.

    >>> get_proof(Fraction(100), ""), get_proof(Fraction("94.87"), "94.87"), get_proof(Fraction(90), "94.87")
    ('perfect', 'bound', '')
    """
    if best_qf >= PERFECT:
        return "perfect"
    if bound and best_qf >= Fraction(bound):
        return "bound"
    return ""


def _get_other_figure(pairs: int, rounds: int) -> Fraction:
    figures = [Fraction(0)]
    for entry in read_known_plans()[pairs, rounds]:
        if not entry.is_unique and entry.copies == 1:
            figures.append(entry.qf)
    return max(figures)


def _format_figure(figure: Fraction) -> str:
    return f"{float(figure):.2f}" if figure else ""


def read_data_rows(name: str) -> list[dict[str, str]]:
    """Return the lines of ``data/<name>.csv`` by column heading. Lines with ``#`` are comments.

    >>> read_data_rows("open_shapes")[0]["known"]
    '55.88'
    """
    lines = (DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@cache
def _read_published_figures() -> Mapping[tuple[int, int], Mapping[str, str]]:
    lines = read_data_rows("fairest_published")
    return {(int(row["pairs"]), int(row["rounds"])): row for row in lines}
