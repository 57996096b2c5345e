"""CSV files in parts that lines beginning with ``#`` announce: head, standings and travellers.

BridgeWebs and the extractors of BBO tournaments write such files.  The travellers are read as any
other columns; the head and the standings are read here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from director.additions.imports.formats.columns.sides import read_side, split_two_names
from director.additions.imports.formats.source.model import SourcePlayer
from director.additions.imports.formats.source.results import FlatPair, Label, read_points
from director.formats.cells import Cells, Worksheet
from director.formats.dates import read_date

_LISTS = ("scores", "ranking", "rank")
_TRAVELLERS = ("travellers", "travellerlines")
_FORMAT = "boardformat"
_IN_TRAVELLERS = ("board", "bd")
_SIDES = ("NS", "EW")
_COLUMNS: Mapping[str, str] = {
    "place": "place position pos rank",
    "pair": "pair pairno number no",
    "names": "name names players pairnames",
    "total": "score total points mps imps matchpoints",
    "percent": "percent percentage pct",
}
_NAME_BY_WORD = {word: name for name, words in _COLUMNS.items() for word in words.split()}
_MAX_NAMES = 2
_FAIR_SHARES = range(35, 66)
"""Means of a list of percentages. Other figures under such a heading are points."""


@dataclass(frozen=True, slots=True)
class FileParts:
    """What a file says before its travellers.

    *head* has its values by name in lower case (``"title"``). *pairs_by_section* are the standings
    by the letter of their section, from *list_count* lists.
    """

    head: Mapping[str, str] = field(default_factory=dict)
    pairs_by_section: Mapping[str, Sequence[FlatPair]] = field(default_factory=dict)
    list_count: int = 0

    @property
    def winners(self) -> int:
        """The number of winners, or 0 if the file does not say."""
        winners = self.head.get("winners", "")
        if winners in ("1", "2"):
            return int(winners)
        directions = {
            pair.label.direction for pairs in self.pairs_by_section.values() for pair in pairs
        }
        return 1 if self.list_count == 1 and directions == {""} else 0

    @property
    def event_date(self) -> date | None:
        """The date."""
        return read_date(self.head.get("date", ""))

    @property
    def scoring(self) -> tuple[str, str]:
        """The row that names the scoring: a heading and a value."""
        names = ("scoringtype", "scoring", "method")
        return "Scoring", next(filter(None, map(self.head.get, names)), "")


NO_PARTS = FileParts()


def split_parts(sheet: Worksheet) -> tuple[Worksheet, FileParts]:
    """Return *sheet* with its travellers only, and what its other parts say.

    Rows keep their positions.

    >>> rows = [["#TITLE", "Club"], ["#SCORES"], ["Position", "Pair", "Name1"], ["1", "5", "Ash"],
    ...         ["#TRAVELLERS"], ["NS", "EW", "Bid"], ["#BOARD", "1"], ["5", "2", "3NT"]]
    >>> travellers, parts = split_parts(Worksheet("", rows))
    >>> travellers.rows[4:], parts.head["title"], parts.pairs_by_section[""][0].label.number
    ([[], ['NS', 'EW', 'Bid'], ['#BOARD', '1'], ['5', '2', '3NT']], 'Club', 5)
    """
    names = {_read_announcement(row) for row in sheet.rows}
    if names.isdisjoint(_LISTS) and names.isdisjoint(_TRAVELLERS):
        return sheet, NO_PARTS
    reader = _PartsReader()
    rows = [reader.take_row(row) for row in sheet.rows]
    filled_lists = [list_rows for list_rows in reader.lists if len(list_rows) > 1]
    pairs = _read_listed_pairs(filled_lists, reader.head.get("winners", ""))
    return replace(sheet, rows=rows), FileParts(reader.head, pairs, len(filled_lists))


def _read_announcement(row: Sequence[str]) -> str:
    """Return what *row* announces in lower case, or "" if it is a row of a part."""
    if row and row[0].startswith("#"):
        return row[0][1:].strip().casefold()
    return ""


class _PartsReader:
    """Takes the rows one by one. *lists* are the standings with their headings."""

    def __init__(self) -> None:
        self.head: dict[str, str] = {}
        self.lists: list[Cells] = []
        self._part = "head"

    def take_row(self, row: list[str]) -> list[str]:
        """Return *row* if it belongs to the travellers, else an empty row."""
        name = _read_announcement(row)
        if name in _TRAVELLERS:
            self._part = "travellers"
            return []
        if name in _LISTS:
            # Some announce the list by a line of its own, some by the first heading of it.
            if self._part != "list" or self.lists[-1]:
                self.lists.append([])
            self._part = "list"
            if len(row) - row.count("") > 2:
                self.lists[-1].append([row[0][1:], *row[1:]])
            return []
        if self._part == "travellers":
            return self._take_traveller_row(row, name)
        if name and self._part == "list" and name != _FORMAT:
            self._part = "head"
        if name and name != _FORMAT and len(row) > 1:
            self.head.setdefault(name, row[1])
        elif row and self._part == "list" and name != _FORMAT:
            self.lists[-1].append(row)
        return []

    def _take_traveller_row(self, row: list[str], name: str) -> list[str]:
        if not name:
            return row
        if name not in _IN_TRAVELLERS:
            self._part = "end"
            return []
        if len(row) - row.count("") > 2:  # the headings, of which the first has the sign
            return [row[0][1:], *row[1:]]
        return row


def _read_listed_pairs(lists: Sequence[Cells], winners: str) -> dict[str, list[FlatPair]]:
    """Return the pairs of all *lists*. Of two lists the first is that of N-S."""
    is_divided = winners == "2" and len(lists) == 2
    pairs: dict[str, list[FlatPair]] = {}
    for index, rows in enumerate(lists):
        side = _SIDES[index] if is_divided else ""
        for letter, pair in _read_pairs(rows[0], rows[1:], side):
            pairs.setdefault(letter, []).append(pair)
    return pairs


def _read_pairs(
    headings: Sequence[str], rows: Sequence[Sequence[str]], side: str
) -> Iterator[tuple[str, FlatPair]]:
    """Yield each pair of a list with the letter of its section."""
    columns: dict[str, list[int]] = {}
    for index, heading in enumerate(headings):
        if name := _find_column_name(heading):
            columns.setdefault(name, []).append(index)
    has_percents = "percent" in columns and _are_percents(
        read_points(_get_first_cell(row, columns["percent"])) for row in rows
    )
    for row in rows:
        pair = read_side(_get_first_cell(row, columns.get("pair", ())))
        if pair.label is None:
            continue
        total = read_points(_get_first_cell(row, columns.get("total", ())))
        percent = read_points(_get_first_cell(row, columns.get("percent", ())))
        if percent is None and "%" in _get_first_cell(row, columns.get("total", ())):
            total, percent = None, total
        elif not has_percents:
            total, percent = percent if total is None else total, None
        place = _get_first_cell(row, columns.get("place", ())).strip("= .")
        yield (
            pair.section,
            FlatPair(
                Label(pair.label.number, pair.label.direction or side),
                _make_players(
                    [row[index] for index in columns.get("names", ()) if index < len(row)]
                ),
                total,
                percent,
                int(place) if place.isdecimal() and len(place) < 5 else None,
            ),
        )


def _find_column_name(heading: str) -> str:
    word = "".join(filter(str.isalpha, heading.casefold()))
    if heading.strip() == "%":
        return "percent"
    return _NAME_BY_WORD.get(word, "")


def _get_first_cell(row: Sequence[str], indexes: Sequence[int]) -> str:
    return next((row[index] for index in indexes if index < len(row)), "")


def _are_percents(figures: Iterator[Decimal | None]) -> bool:
    """Return whether *figures* are percentages, since IMPs may have the same heading."""
    known = [figure for figure in figures if figure is not None]
    if not known or not all(0 <= figure <= 100 for figure in known):
        return False
    return int(sum(known) / len(known)) in _FAIR_SHARES


def _make_players(cells: Sequence[str]) -> tuple[SourcePlayer, ...]:
    names = list(filter(None, cells))
    if len(names) == 1:
        names = list(filter(None, split_two_names(names[0])))
    return tuple(SourcePlayer(name, "", "") for name in names[:_MAX_NAMES])
