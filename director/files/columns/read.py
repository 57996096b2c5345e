"""Reading results that stand in columns: a result a row, travellers one below the other, or cards of pairs."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache

from director.files.columns.cells import Cells, heading_at, read_cells
from director.files.columns.errors import LackingColumnsError, NoColumnsError
from director.files.columns.headings import FIELDS, field_of, fields_of
from director.files.columns.tongues import contracts_meant, seats_meant
from director.files.reading import looks_like
from director.files.source.dates import read_date
from director.files.source.errors import BoardNumberError, NoScoringDoubt
from director.files.source.event import flat_event
from director.files.source.flat import FlatLine, FlatSection, Head, Label, read_label
from director.files.source.lines import Report
from director.files.source.model import SourceEvent
from director.files.source.results import Made, is_nothing, read_made, read_points

_SAMPLE = 5
_MOST_LOOKED_AT = 200
_BOARD_ROW = re.compile(
    r"#?\s*(?:board|bd|spel|donne|etui|teilung|rozdanie|giv|spil|spill|deal|hand)\b\s*(?:no|nr)?[\s.:#]*([0-9]{1,3})\b",
    re.IGNORECASE,
)
_MOST_OF_BOARD_ROW = 4  # cells
_ONE_NUMBER = re.compile(r"(?!-)[^0-9]*0*([0-9]{1,3})(?:\.0*)?[^0-9]*")
_NAMES_BETWEEN = re.compile(r"\s*(?:;|&|\+|/|\s-\s|\sand\s|\sen\s|\sund\s|\set\s)\s*", re.IGNORECASE)
_SEATS = ("north", "east", "south", "west")
_MADE = ("contract", "declarer", "tricks", "score", "score_ew", "ns_points")
"""The columns from which it follows what was made."""
_SCORE_OR_MORE = 14
_GIVEN = "N/A"


@dataclass(frozen=True)
class Columns:
    """A file of columns: its *rows*, which of them has the headings (-1 for none), and the *fields* of its columns.

    A field is a key of ``FIELDS``, empty for a column that is passed over.
    """

    rows: Cells
    heading: int
    fields: tuple[str, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings, or the letters of a spreadsheet where there are none."""
        headings = self.rows[self.heading] if self.heading >= 0 else []
        padded = (*headings, *("",) * len(self.fields))
        return tuple(padded[at] or f"Column {at + 1}" for at in range(len(self.fields)))

    @property
    def sample(self) -> tuple[tuple[str, ...], ...]:
        """The first rows under the headings, each with a cell for every column."""
        rows = self.rows[self.heading + 1 : self.heading + 1 + _SAMPLE]
        return tuple(tuple((*row, *("",) * len(self.fields))[: len(self.fields)]) for row in rows)

    @cached_property
    def at(self) -> dict[str, int]:
        """Where each field stands."""
        return {name: at for at, name in reversed(list(enumerate(self.fields))) if name}

    @property
    def lacking(self) -> tuple[str, ...]:
        """What no column holds although nothing can be read without."""
        names = {"ns": ("north", "names_ns", "pair"), "ew": ("east", "names_ew", "opponents")}
        lacking = [
            FIELDS[side] for side, others in names.items() if not any(name in self.at for name in (side, *others))
        ]
        if "board" not in self.at and not any(_board_row(row) for row in self.rows):
            lacking.insert(0, FIELDS["board"])
        if not any(name in self.at for name in ("contract", "score", "score_ew")):
            lacking.append("a contract or a score")
        return tuple(lacking)

    def chosen(self, fields: Sequence[str]) -> "Columns":
        """Return them with other *fields*, as somebody put them right."""
        known = [name if name in FIELDS else "" for name in fields]
        return Columns(self.rows, self.heading, tuple((*known, *("",) * len(self.fields))[: len(self.fields)]))


def find_columns(data: bytes) -> Columns:
    """Return the columns of *data* with the fields that their headings and cells tell.

    >>> find_columns(b"Board,NS,EW,Score\\n1,2,3,420").fields
    ('board', 'ns', 'ew', 'score')

    :raises ColumnsError: if the file has no columns, is damaged, or is far larger than any session
    """
    rows = read_cells(data)
    width = max((len(row) for row in rows[:_MOST_LOOKED_AT]), default=0)
    if width < 2 or len(rows) < 2:
        raise NoColumnsError(looks_like=looks_like(data))
    heading = heading_at(rows)
    if heading < 0 and not _has_figures(rows[0]) and _has_figures(rows[1]):
        heading = 0  # headings, of which none is known
    headings = rows[heading] if heading >= 0 else []
    known = fields_of(headings)
    fields = [field_of(text) if known.get(field_of(text)) == at else "" for at, text in enumerate(headings)]
    columns = Columns(rows, heading, tuple((*fields, *("",) * width)[: max(width, len(fields))]))
    return Columns(rows, heading, tuple(_by_content(columns)))


def read_columns(data: bytes, fields: Sequence[str] = ()) -> SourceEvent:
    """Return the pairs event whose results stand in the columns of *data*.

    *fields* say what each column holds, as keys of ``FIELDS``; without them it is what its headings tell.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence; ``LackingColumnsError``
        where it is not known what is what.
    """
    columns = find_columns(data)
    if fields:
        columns = columns.chosen(fields)
    if columns.lacking:
        if not columns.at:
            raise NoColumnsError(looks_like=looks_like(data))
        raise LackingColumnsError(lacking=" or ".join(columns.lacking))
    return _Reader(columns).event()


def _by_content(columns: Columns) -> Iterator[str]:
    """Yield the fields of *columns*, that of the result as its cells are: tricks, a score, or all in one."""
    at = columns.at.get("tricks")
    cells = (
        []
        if at is None
        else [row[at] for row in columns.rows[columns.heading + 1 :][:_MOST_LOOKED_AT] if at < len(row)]
    )
    figures = [int(cell) for cell in cells if re.fullmatch("[+-]?[0-9]{1,5}", cell)]
    instead = "tricks"
    if (
        "score" not in columns.at
        and figures
        and sum(abs(figure) >= _SCORE_OR_MORE for figure in figures) * 2 > len(figures)
    ):
        instead = "score"
    elif "contract" not in columns.at and not figures and cells:
        instead = "contract"
    yield from (instead if name == "tricks" else name for name in columns.fields)


@dataclass
class _Reader:
    """Reads the rows of *columns*."""

    columns: Columns
    report: Report = field(default_factory=Report)
    sections: dict[tuple[str, str], FlatSection] = field(default_factory=dict)
    seen: set[tuple[object, ...]] = field(default_factory=set)
    on: date | None = None
    contracts: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    known: dict[tuple[bool | str | None, ...], Made] = field(default_factory=dict)

    def event(self) -> SourceEvent:
        """Return the event of all rows."""
        rows = self.columns.rows[self.columns.heading + 1 :]
        headings = " ".join(self.columns.titles).upper()
        self.contracts = contracts_meant(self._column(rows, "contract"))
        west_is_o = bool(re.search(r"\bE[ /-]?O\b", headings))
        self.seats = seats_meant(self._column(rows, "declarer"), west_is_o=west_is_o)
        board = next(filter(None, map(_board_row, reversed(self.columns.rows[: self.columns.heading + 1]))), "")
        heading = self.columns.rows[self.columns.heading] if self.columns.heading >= 0 else None
        for number, row in enumerate(rows, start=self.columns.heading + 2):
            filled = len(row) - row.count("")
            if filled <= _MOST_OF_BOARD_ROW and (next_board := _board_row(row)):
                board = next_board
            elif filled > 2 and row != heading:
                self._row(row, board, f"Row {number}")
        scoring = _scoring(headings)
        if not scoring:
            self.report.doubts.append(NoScoringDoubt(taken="matchpoints"))
        head = Head(scoring or "matchpoints", on=self.on)
        return flat_event(head, list(self.sections.values()), self.report)

    def _cells(self, row: Sequence[str]) -> Mapping[str, str]:
        """Return what *row* has in the columns that are known, without those that are empty."""
        width = len(row)
        return {name: cell for name, at in self._at if at < width and (cell := row[at])}

    def _column(self, rows: Iterable[Sequence[str]], name: str) -> Iterator[str]:
        if (at := self.columns.at.get(name)) is not None:
            yield from (row[at] if at < len(row) else "" for row in rows)

    def _row(self, row: Sequence[str], board: str, where: str) -> None:
        cells = self._cells(row)
        given = cells.get("board") or board
        if not (board_no := _board_no(given)):
            self.report.faults.append(BoardNumberError(where=where, given=given))
            return
        if self.on is None and "date" in cells:
            self.on = read_date(cells["date"])
        session, name = cells.get("session", ""), cells.get("section", "")
        section = self.sections.get((session, name)) or self.sections.setdefault(
            (session, name), FlatSection(session, name)
        )
        line = self._line(cells, board_no, where)
        if self._is_of_cards:  # every result stands on the cards of both pairs
            key = session, name, line.board_no, line.ns, line.ew
            if key in self.seen:
                return
            self.seen.add(key)
        section.lines.append(line)

    def _line(self, cells: Mapping[str, str], board_no: int, where: str) -> FlatLine:
        turned = self._turned(cells)
        ns, ew = self._labels(cells, turned=turned)
        return FlatLine(
            where,
            board_no,
            self._made(cells, where, turned=turned),
            ns,
            ew,
            seats=_seats(cells) if self.is_named else (),
            lead=cells.get("lead", ""),
            ns_points=read_points(cells.get("ns_points", "")),
            ew_points=read_points(cells.get("ew_points", "")),
            round_no=_count(cells.get("round", "")),
            table_no=_count(cells.get("table", "")),
        )

    def _made(self, cells: Mapping[str, str], where: str, *, turned: bool) -> Made:
        """Return what was made, as on a line before where the cells are the same and could be read."""
        says = turned, *map(cells.get, _MADE)
        if same := self.known.get(says):
            return same
        contract, declarer = cells.get("contract", ""), cells.get("declarer", "")
        score, score_ew = cells.get("score", ""), cells.get("score_ew", "")
        if is_nothing(score) and not is_nothing(score_ew):
            score = score_ew.lstrip("-") if score_ew.startswith("-") else f"-{score_ew.lstrip('+')}"
        elif contract.upper() == _GIVEN and cells.get("ns_points"):
            contract, score = "", "A5050"  # the points of the line say what it was
        elif turned and re.fullmatch("[+-]?[0-9]{1,9}", score):
            score = str(-int(score))
        faults = len(self.report.faults)
        result = read_made(
            where,
            self.report,
            contract=self.contracts.get(contract, contract),
            declarer=self.seats.get(declarer, declarer),
            tricks=cells.get("tricks", ""),
            score=score,
        )
        if len(self.report.faults) == faults:
            self.known[says] = result
        return result

    def _turned(self, cells: Mapping[str, str]) -> bool:
        return self._is_of_cards and cells.get("sat", "").strip().upper().startswith(("E", "O", "W"))

    def _labels(self, cells: Mapping[str, str], *, turned: bool) -> tuple[Label | None, Label | None]:
        if not self._is_of_cards:
            return read_label(cells.get("ns", "")), read_label(cells.get("ew", ""))
        own, others = read_label(cells.get("pair", "")), read_label(cells.get("opponents", ""))
        return (others, own) if turned else (own, others)

    @cached_property
    def _at(self) -> list[tuple[str, int]]:
        return list(self.columns.at.items())

    @cached_property
    def _is_of_cards(self) -> bool:
        return "opponents" in self.columns.at

    @cached_property
    def is_named(self) -> bool:
        """Whether some column says who played."""
        return not {*_SEATS, "names_ns", "names_ew"}.isdisjoint(self.columns.at)


def _seats(cells: Mapping[str, str]) -> tuple[str, ...]:
    seats = tuple(cells.get(seat, "") for seat in _SEATS)
    if any(seats):
        return seats
    ns, ew = ([*_NAMES_BETWEEN.split(cells.get(name, ""), maxsplit=1), ""] for name in ("names_ns", "names_ew"))
    return (ns[0], ew[0], ns[1], ew[1]) if ns[0] or ew[0] else ()


def _has_figures(row: Sequence[str]) -> bool:
    return any(character.isdigit() for cell in row for character in cell)


def _board_row(row: Sequence[str]) -> str:
    """Return the number of the board whose lines follow a row that says nothing but that, else ``""``."""
    cells = [cell for cell in row if cell]
    if not 1 <= len(cells) <= _MOST_OF_BOARD_ROW:
        return ""
    match = _BOARD_ROW.match(" ".join(cells[:2]))
    return match[1] if match else ""


def _scoring(headings: str) -> str:
    words = Counter(re.findall("[A-Z]+", headings))
    if any(word.startswith("BUTLER") for word in words):
        return "butler"
    if any("IMP" in word for word in words):
        return "cross-imps"
    is_matchpoints = any(word in ("MP", "MPS", "NSMP", "EWMP") or word.startswith("MATCHPOINT") for word in words)
    return "matchpoints" if is_matchpoints else ""


@lru_cache(maxsize=65_536)
def _board_no(text: str) -> int:
    """Return the number of the board that *text* names, 0 for none."""
    match = _ONE_NUMBER.fullmatch(text) if len(text) < 12 else None
    return int(match[1]) if match else 0


def _count(text: str) -> int | None:
    return int(text) if text and re.fullmatch("[0-9]{1,4}", text) and int(text) else None
