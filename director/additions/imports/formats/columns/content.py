"""The fields of columns by their cells, if the headings are wrong or missing."""

import re
from collections.abc import Sequence
from itertools import islice

from director.additions.imports.formats.columns.model import ColumnFile
from director.formats.headings import find_field

_MAX_ROWS_CHECKED = 200
_MIN_SCORE = 14
_MIN_CERTAIN_SCORE = 50
_FIGURE = re.compile("[+-]?[0-9]{1,5}")
_CONTRACT = re.compile(
    r"[1-7] ?(?:NT|SA|ZT|BA|UT|БК|N|[SHDCPKTQFRПЧБТ♠♥♦♣]) ?(?:[Xx*]{0,2})|PASS(?:ED)?|PAS|AP",
    re.IGNORECASE,
)
_SEAT_LETTERS = tuple(map(frozenset, ("NESW", "NOSW", "NOZW", "NESO", "NØSV", "NÖSV", "СВЮЗ")))
_SCORED_FIELDS = frozenset({"score", "score_ew", "ns_points", "ew_points"})
_SCORE_FIELDS = {"ns": "score", "ew": "score_ew", "ns_points": "score", "ew_points": "score_ew"}
_DECLARER_HEADING = re.compile(
    "n-?/?s ?/ ?e-?/?w"
)  # the heading that table units give to the seat of declarer


def infer_fields_by_content(columns: ColumnFile) -> tuple[str, ...]:
    """Return the fields of *columns* after a look at their cells.

    A result can be tricks, a score, or a whole contract; pairs can be numbers or names; a second
    pair of columns ``NS`` and ``EW`` holds scores; declarer is a seat, not the number of a pair.
    """
    fields = list(columns.fields)
    rows = list(islice(filter(None, columns.rows_below), _MAX_ROWS_CHECKED))
    cells = [
        [row[column] for row in rows if column < len(row) and row[column]]
        for column in range(len(fields))
    ]
    _detect_result(fields, cells, columns.titles)
    _detect_contract(fields, cells)
    _detect_declarer(fields, cells, columns.titles)
    _detect_untitled(fields, cells)
    _detect_scores(fields, cells, columns.titles)
    _detect_names(fields, cells)
    _detect_players(fields, columns.titles)
    return tuple(fields)


def _detect_result(
    fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    if "tricks" not in fields:
        return
    tricks_column = fields.index("tricks")
    other_columns = [
        column
        for column, title in enumerate(titles)
        if not fields[column] and find_field(title) == "tricks"
    ]
    if (
        "contract" in fields
        and other_columns
        and not any(_FIGURE.fullmatch(cell) for cell in cells[tricks_column])
    ):
        fields[tricks_column], fields[other_columns[0]] = (
            "",
            "tricks",
        )  # the first says it all once more
        return
    figures = [int(cell) for cell in cells[tricks_column] if _FIGURE.fullmatch(cell)]
    if "score" not in fields and _are_scores(cells[tricks_column]):
        fields[tricks_column] = "score"
    elif "contract" not in fields and not figures and cells[tricks_column]:
        fields[tricks_column] = "contract"


def _detect_contract(fields: list[str], cells: Sequence[Sequence[str]]) -> None:
    """Treat the one column that has contracts as such, whatever its heading says."""
    if not {"contract", "level"}.isdisjoint(fields) or "board" not in fields:
        return
    columns = [
        column
        for column, of_column in enumerate(cells)
        if not fields[column] and of_column and all(map(_CONTRACT.fullmatch, of_column))
    ]
    # Passed-out boards alone are no evidence.
    if len(columns) == 1 and any(cell[0].isdigit() for cell in cells[columns[0]]):
        fields[columns[0]] = "contract"


def _detect_untitled(fields: list[str], cells: Sequence[Sequence[str]]) -> None:
    """Treat the one unknown column of seats as declarer, and the one of scores as the scores."""
    if "board" not in fields or "contract" not in fields:
        return
    of_no_field = [column for column, field in enumerate(fields) if not field]
    if "declarer" not in fields:
        seats = [column for column in of_no_field if _are_seats(cells[column])]
        if len(seats) == 1:
            fields[seats[0]] = "declarer"
    if _SCORED_FIELDS.isdisjoint(fields):
        scores = [column for column in of_no_field if _are_tens(cells[column])]
        if len(scores) == 1 and cells[scores[0]]:
            fields[scores[0]] = "score"


def _are_seats(cells: Sequence[str]) -> bool:
    """Return whether *cells* are seats. One seat alone could be anything."""
    signs = {cell.upper() for cell in cells} - {"-"}
    return len(signs) > 1 and any(signs <= letters for letters in _SEAT_LETTERS)


def _detect_declarer(
    fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    if "declarer" not in fields or not all(
        cell.isdecimal() for cell in cells[fields.index("declarer")]
    ):
        return
    fields[fields.index("declarer")] = ""
    for column, title in enumerate(titles):
        if not fields[column] and _DECLARER_HEADING.fullmatch(title.casefold()):
            fields[column] = "declarer"
            return


def _detect_scores(
    fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    """Treat a second ``NS`` and ``EW``, or points that look like scores, as scores."""
    if {"score", "score_ew"} & set(fields):
        return
    for column, title in enumerate(titles):
        field = find_field(title)
        if field not in _SCORE_FIELDS or fields[column] in ("ns", "ew"):
            continue
        are_scores = _are_tens if fields[column] and "contract" in fields else _are_scores
        if are_scores(cells[column]):
            fields[column] = _SCORE_FIELDS[field]


def _are_tens(cells: Sequence[str]) -> bool:
    """Return whether all figures can be scores, and most must be."""
    return all(_FIGURE.fullmatch(cell) and int(cell) % 10 == 0 for cell in cells) and _are_scores(
        cells, _MIN_CERTAIN_SCORE
    )


def _detect_names(fields: list[str], cells: Sequence[Sequence[str]]) -> None:
    for side, names in (("ns", "names_ns"), ("ew", "names_ew")):
        column = fields.index(side) if side in fields else -1
        if (
            column >= 0
            and names not in fields
            and cells[column]
            and not any(map(_has_figure, cells[column]))
        ):
            fields[column] = names


def _detect_players(fields: list[str], titles: Sequence[str]) -> None:
    """Treat second names of a side as the players at the table, and the first as their team."""
    for names, players in (("names_ns", "players_ns"), ("names_ew", "players_ew")):
        if names not in fields or _is_of_players(titles[fields.index(names)]):
            continue
        for column, title in enumerate(titles):
            if not fields[column] and find_field(title) == names and _is_of_players(title):
                fields[column] = players
                break


def _is_of_players(title: str) -> bool:
    return "player" in title.casefold()


def _are_scores(cells: Sequence[str], min_score: int = _MIN_SCORE) -> bool:
    figures = [int(cell) for cell in cells if _FIGURE.fullmatch(cell) and int(cell)]
    return sum(abs(figure) >= min_score for figure in figures) * 2 > len(figures)


def _has_figure(cell: str) -> bool:
    return any(map(str.isdigit, cell))
