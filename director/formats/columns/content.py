"""What columns hold by their cells, where their headings tell it wrongly or not at all."""

import re
from collections.abc import Sequence
from itertools import islice

from director.formats.columns.headings import field_of
from director.formats.columns.model import Columns

_MOST_LOOKED_AT = 200
_SCORE_OR_MORE = 14
_SURE_SCORE = 50
_FIGURE = re.compile("[+-]?[0-9]{1,5}")
_SCORES_OF = {"ns": "score", "ew": "score_ew", "ns_points": "score", "ew_points": "score_ew"}
_SIDE_OF_DECLARER = re.compile(
    "n-?/?s ?/ ?e-?/?w"
)  # the heading that table units give to the seat of declarer


def fields_by_content(columns: Columns) -> tuple[str, ...]:
    """Return the fields of *columns* after a look at their cells.

    The result is tricks, a score, or all in one; pairs are numbers or names; a second pair of
    columns ``NS`` and ``EW`` holds the scores; declarer is a seat, not the number of a pair.
    """
    fields = list(columns.fields)
    rows = list(islice(filter(None, columns.below), _MOST_LOOKED_AT))
    cells = [[row[at] for row in rows if at < len(row) and row[at]] for at in range(len(fields))]
    _result(fields, cells, columns.titles)
    _declarer(fields, cells, columns.titles)
    _scores(fields, cells, columns.titles)
    _names(fields, cells)
    return tuple(fields)


def _result(fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]) -> None:
    if "tricks" not in fields:
        return
    at = fields.index("tricks")
    others = [
        other
        for other, title in enumerate(titles)
        if not fields[other] and field_of(title) == "tricks"
    ]
    if "contract" in fields and others and not any(_FIGURE.fullmatch(cell) for cell in cells[at]):
        fields[at], fields[others[0]] = "", "tricks"  # the first says it all once more
        return
    figures = [int(cell) for cell in cells[at] if _FIGURE.fullmatch(cell)]
    if "score" not in fields and _are_scores(cells[at]):
        fields[at] = "score"
    elif "contract" not in fields and not figures and cells[at]:
        fields[at] = "contract"


def _declarer(fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]) -> None:
    if "declarer" not in fields or not all(
        cell.isdecimal() for cell in cells[fields.index("declarer")]
    ):
        return
    fields[fields.index("declarer")] = ""
    for at, title in enumerate(titles):
        if not fields[at] and _SIDE_OF_DECLARER.fullmatch(title.casefold()):
            fields[at] = "declarer"
            return


def _scores(fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]) -> None:
    """Treat a second ``NS`` and ``EW``, or points that look like scores, as scores."""
    if {"score", "score_ew"} & set(fields):
        return
    for at, title in enumerate(titles):
        field = field_of(title)
        if field not in _SCORES_OF or fields[at] in ("ns", "ew"):
            continue
        are_scores = _are_tens if fields[at] and "contract" in fields else _are_scores
        if are_scores(cells[at]):
            fields[at] = _SCORES_OF[field]


def _are_tens(cells: Sequence[str]) -> bool:
    """Return whether all figures can be scores, and most must be."""
    return all(_FIGURE.fullmatch(cell) and int(cell) % 10 == 0 for cell in cells) and _are_scores(
        cells, _SURE_SCORE
    )


def _names(fields: list[str], cells: Sequence[Sequence[str]]) -> None:
    for side, names in (("ns", "names_ns"), ("ew", "names_ew")):
        at = fields.index(side) if side in fields else -1
        if at >= 0 and names not in fields and cells[at] and not any(map(_has_figure, cells[at])):
            fields[at] = names


def _are_scores(cells: Sequence[str], least: int = _SCORE_OR_MORE) -> bool:
    figures = [int(cell) for cell in cells if _FIGURE.fullmatch(cell) and int(cell)]
    return sum(abs(figure) >= least for figure in figures) * 2 > len(figures)


def _has_figure(cell: str) -> bool:
    return any(map(str.isdigit, cell))
