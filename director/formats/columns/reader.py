"""Parse a table row by row: results, travellers, or cards of pairs."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property, lru_cache
from itertools import islice

from director.formats.columns.auction import auction_result, game_of
from director.formats.columns.languages import translated_contracts, translated_seats
from director.formats.columns.model import Columns, board_row, group_row, is_no_result
from director.formats.columns.result_cell import Parts, contract_of, parts_of_cell, seat_and_tricks
from director.formats.columns.sides import Side, is_nobody, read_side, two_names
from director.formats.columns.tricks import LineText, tricks_counted, with_sign
from director.formats.errors import Doubt, ImportFileError
from director.formats.source.dates import read_date
from director.formats.source.event import flat_event
from director.formats.source.lines import Report
from director.formats.source.model import SourceEvent
from director.formats.source.results import (
    FlatLine,
    FlatSection,
    Head,
    SourceResult,
    is_artificial_text,
    is_nothing,
    is_zero,
    read_made,
    read_points,
)
from director.formats.source.sentences import ImportSentences

_ONE_NUMBER = re.compile(r"(?!-)[^0-9]*0*([0-9]{1,3})(?:\.0*)?[^0-9]*")
_DAY = re.compile(
    r"[0-9]{1,2} ?[-/. ] ?(?:[0-9]{1,2}|[A-Za-z]{3,9}) ?[-/. ,] ?[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2}"
)
_SEATS = ("north", "east", "south", "west")
_MADE = (
    *(
        "contract",
        "declarer",
        "tricks",
        "score",
        "score_ew",
        "ns_points",
        "remark",
        "level",
        "suit",
        "double",
    ),
    "honours",
)
"""The columns from which it follows what was made."""
_NOBODY = ("", "", "", "")
_OF_GROUPS = ("board", "round", "table", "section", "session", "date", "pair", "sat")
"""What some write in the first row of a group and leave out below it."""
_GIVEN = "N/A"
_FEWEST_CELLS = 3  # of a result
_FEWEST_NAMED = 2
_MOST_COMPARED = 500  # lines


@dataclass
class Reader:
    """Reads the rows of *columns*."""

    columns: Columns
    report: Report = field(default_factory=Report)
    sections: dict[tuple[str, str], FlatSection] = field(default_factory=dict)
    seen: set[tuple[object, ...]] = field(default_factory=set)
    on: date | None = None
    contracts: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    known: dict[tuple[bool | str | None, ...], SourceResult] = field(default_factory=dict)
    above: dict[str, str] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)  # by rows of their own
    counted: str = "all"
    game: str = "bridge"

    def event(self) -> SourceEvent:
        """Return the event of all rows.

        :raises ImportFileError: with every fault of the rows
        """
        headings = " ".join(self.columns.titles).upper()
        top = self.columns.rows[: self.columns.heading + 1]
        self.above["board"] = next(filter(None, map(board_row, reversed(top))), "")
        self._learn(headings)
        self.on = next(filter(None, (_day(cell) for row in top for cell in row)), None)
        for row in top:
            self._hear(row)
        heading = top[-1] if top else None
        for at, row in enumerate(self.columns.below, start=len(top)):
            filled = len(row) - row.count("")
            if (board := board_row(row)) and not self._is_line(row):
                self.above["board"] = board
            elif filled < _FEWEST_CELLS:
                self._hear(row)
            elif row != heading and not self._is_no_result(row):
                self._row(row, self.columns.sheet.place(at))
        scoring = _scoring(headings)
        if not scoring:
            self.report.doubts.append(Doubt(ImportSentences.DOUBT_NO_SCORING, taken="matchpoints"))
        head = Head(scoring or "matchpoints", on=self.on, game=self.game)
        return flat_event(head, list(self.sections.values()), self.report)

    def _hear(self, row: Sequence[str]) -> None:
        """Take what a row of its own says of the lines below it, if it is one."""
        name, value = group_row(row)
        if name:
            self.above[name] = value
            self.told.add(name)

    def _is_no_result(self, row: Sequence[str]) -> bool:
        """Return whether *row* is a sum, and not a line of somebody called ``Som``."""
        if not is_no_result(row):
            return False
        return (
            sum(name in (*_SEATS, "names_ns", "names_ew") for name in self._cells(row))
            < _FEWEST_NAMED
        )

    def _learn(self, headings: str) -> None:
        """Find the languages of contracts and seats."""
        is_parted = not {"level", "double"}.isdisjoint(self.columns.at)
        cells = set(
            map(contract_of, map(self._cells, self.columns.below))
            if is_parted
            else self._column("contract")
        )
        wholes = [parts for cell in cells if (parts := parts_of_cell(cell))]
        others = [cell for cell in cells if not parts_of_cell(cell)]
        self.contracts = translated_contracts([*(parts.contract for parts in wholes), *others])
        seats = [
            *set(self._column("declarer")),
            *(parts.declarer for parts in wholes if parts.declarer),
        ]
        seats = [parts.declarer if (parts := seat_and_tricks(cell)) else cell for cell in seats]
        seats += [
            parts.declarer
            for cell in set(self._column("tricks"))
            if (parts := seat_and_tricks(cell))
        ]
        west_is_o = bool(re.search(r"\bE[ /-]?O\b", headings))
        self.seats = translated_seats(seats, west_is_o=west_is_o)
        if "honours" in self.columns.at:
            lines = map(self._cells, self.columns.below)
            self.game = game_of(
                (cells.get("contract", ""), cells.get("honours", "")) for cells in lines
            )
        self.counted = tricks_counted(islice(self._told(), _MOST_COMPARED))

    def _told(self) -> Iterator[LineText]:
        """Yield what lines with tricks say, as far as it can be compared."""
        if "tricks" not in self.columns.at:
            return
        board = self.above["board"]
        for row in self.columns.below:
            cells = self._cells(row)
            board = cells.get("board") or board_row(row) or board
            if "tricks" in cells and (board_no := _board_no(board)):
                parts = _parts(cells)
                contract = self.contracts.get(parts.contract, parts.contract)
                yield LineText(
                    board_no,
                    "".join(contract.split()),
                    self.seats.get(parts.declarer, parts.declarer).upper(),
                    parts.tricks,
                    _read_whole_number(_score(cells)) if not self._is_of_cards else None,
                )

    def _column(self, name: str) -> Iterator[str]:
        if (at := self.columns.at.get(name)) is not None:
            yield from (row[at] for row in self.columns.below if at < len(row))

    @cached_property
    def _grouped(self) -> frozenset[str]:
        """The columns that are filled in the first row of a group only."""
        return frozenset(
            name
            for name in _OF_GROUPS
            if name in self.columns.at and _is_grouped(self._column(name))
        )

    @cached_property
    def _has_days(self) -> bool:
        """Whether lines are of several days, which are sessions then."""
        return len(set(filter(None, self._column("date")))) > 1

    def _cells(self, row: Sequence[str]) -> dict[str, str]:
        """Return the nonempty cells of known columns."""
        width = len(row)
        return {name: cell for name, at in self._at if at < width and (cell := row[at])}

    def _is_line(self, row: Sequence[str]) -> bool:
        """Return whether a row that could head the lines of a board is one of them."""
        cells = self._cells(row)
        ns, ew = self._sides(cells, turned=False)
        is_seated = (ns.label and ew.label) or any(_seats(cells))
        return bool("board" in cells and is_seated and any(name in cells for name in _MADE))

    def _row(self, row: Sequence[str], where: str) -> None:
        cells = self._cells(row)
        for name in self._grouped | self.told:
            if name in cells:
                self.above[name] = cells[name]
            elif self.above.get(name):
                cells[name] = self.above[name]
        given = cells.get("board") or self.above["board"]
        if not (board_no := _board_no(given)):
            if (
                _has_figure(given)
                or any(name in cells for name in _MADE)
                or len(cells) < len(row) - row.count("")
            ):
                self.report.faults.append(
                    ImportFileError(ImportSentences.BOARD_NUMBER, where=where, given=given)
                )
            return
        if self.on is None and "date" in cells:
            self.on = read_date(cells["date"]) or _day_of_serial(cells["date"])
        turned = self._turned(cells)
        sides = self._sides(cells, turned=turned)
        if (line := self._line(cells, sides, board_no, where, turned=turned)) is None:
            return
        letter = sides[0].section if sides[0].section == sides[1].section else ""
        session = cells.get("session") or (cells.get("date", "") if self._has_days else "")
        name = cells.get("section") or letter
        section = self.sections.get((session, name)) or self.sections.setdefault(
            (session, name), FlatSection(session, name)
        )
        if self._is_of_cards:  # every result stands on the cards of both pairs
            key = session, name, line.board_no, line.ns, line.ew
            if key in self.seen:
                return
            self.seen.add(key)
        section.lines.append(line)

    def _line(
        self,
        cells: Mapping[str, str],
        sides: tuple[Side, Side],
        board_no: int,
        where: str,
        *,
        turned: bool,
    ) -> FlatLine | None:
        """Return the line of a row, or None for a sit-out."""
        is_named = self._is_named or sides[0].names or sides[1].names
        seats = _seats(cells, sides) if is_named else _NOBODY
        lacking = [at for at, side in enumerate(sides) if side.label is None]
        if lacking and (len(lacking) == 1 or not all(seats[at] for at in lacking)):
            self._note_sides(
                cells,
                [at for at in lacking if len(lacking) == 1 or not seats[at]],
                where,
                turned=turned,
            )
            return None
        return FlatLine(
            where,
            board_no,
            self._made(cells, where, turned=turned),
            sides[0].label,
            sides[1].label,
            seats=seats if any(seats) else (),
            lead=cells.get("lead", ""),
            ns_points=read_points(cells.get("ns_points", "")),
            ew_points=read_points(cells.get("ew_points", "")),
            round_no=_count(cells.get("round", "")),
            table_no=_count(cells.get("table", "")),
        )

    def _note_sides(
        self, cells: Mapping[str, str], lacking: Sequence[int], where: str, *, turned: bool
    ) -> None:
        """Report the unknown sides of a row, unless it is a sit-out."""
        named = (cells.get("names_ns", ""), cells.get("names_ew", ""))
        texts = [
            text or name
            for text, name in zip(self._side_texts(cells, turned=turned), named, strict=True)
        ]
        is_made = any(
            not is_nothing(cells.get(name, "")) and not is_zero(cells[name]) for name in _MADE[:5]
        )
        if len(lacking) == 1 and is_nobody(texts[lacking[0]]) and not is_made:
            return
        for at in lacking:
            self.report.faults.append(
                ImportFileError(
                    ImportSentences.LINE_SIDE, where=where, given=texts[at], side=("N-S", "E-W")[at]
                )
            )

    def _made(self, cells: Mapping[str, str], where: str, *, turned: bool) -> SourceResult:
        """Return the result, cached by its cells."""
        says = turned, *map(cells.get, _MADE)
        if same := self.known.get(says):
            return same
        parts = _parts(cells)
        contract, score = parts.contract, _score(cells)
        if contract.upper() == _GIVEN and cells.get("ns_points"):
            contract, score = "", "A5050"  # the points of the line say what it was
        elif turned and re.fullmatch("[+-]?[0-9]{1,9}", score):
            score = str(-int(score))
        faults = len(self.report.faults)
        parts_read = {
            "contract": self.contracts.get(contract, contract),
            "declarer": self.seats.get(parts.declarer, parts.declarer),
            "tricks": with_sign(parts.tricks, self.counted),
            "score": score,
        }
        if self.game == "bridge":
            result = read_made(where, self.report, **parts_read)
        else:
            parts_read["honours"] = cells.get("honours", "")
            result = auction_result(where, self.report, game=self.game, cells=parts_read)
        if len(self.report.faults) == faults:
            self.known[says] = result
        return result

    def _turned(self, cells: Mapping[str, str]) -> bool:
        return self._is_of_cards and cells.get("sat", "").strip().upper().startswith(
            ("E", "O", "W")
        )

    def _side_texts(self, cells: Mapping[str, str], *, turned: bool) -> tuple[str, str]:
        if not self._is_of_cards:
            return cells.get("ns", ""), cells.get("ew", "")
        own, others = cells.get("pair", ""), cells.get("opponents", "")
        if turned:
            return (others, own)
        return (own, others)

    def _sides(self, cells: Mapping[str, str], *, turned: bool) -> tuple[Side, Side]:
        ns, ew = self._side_texts(cells, turned=turned)
        return read_side(ns), read_side(ew)

    @cached_property
    def _at(self) -> list[tuple[str, int]]:
        return list(self.columns.at.items())

    @cached_property
    def _is_named(self) -> bool:
        """Whether some column says who played."""
        return not {*_SEATS, "names_ns", "names_ew"}.isdisjoint(self.columns.at)

    @cached_property
    def _is_of_cards(self) -> bool:
        return "opponents" in self.columns.at


def _parts(cells: Mapping[str, str]) -> Parts:
    """Return contract, declarer and tricks from their columns."""
    declarer, tricks = cells.get("declarer", ""), cells.get("tricks", "")
    contract = contract_of(cells)
    whole = parts_of_cell(contract) or Parts(contract)
    beside = seat_and_tricks(tricks) or seat_and_tricks(declarer)
    if beside:
        declarer = beside.declarer
        tricks = beside.tricks
    declarer = whole.declarer if is_nothing(declarer) else declarer
    if is_nothing(contract) and is_artificial_text(cells.get("remark", "")):
        whole = Parts(cells["remark"])
    return Parts(whole.contract, declarer, whole.tricks if is_nothing(tricks) else tricks)


def _score(cells: Mapping[str, str]) -> str:
    """Return the N-S score from one or two columns."""
    score, of_ew = cells.get("score", ""), cells.get("score_ew", "")
    if not (is_nothing(score) or is_zero(score)) or is_nothing(of_ew) or is_zero(of_ew):
        return score
    if of_ew.startswith(("-", "−")):
        return of_ew.lstrip("-−")
    return f"-{of_ew.lstrip('+')}"


def _read_whole_number(text: str) -> int | None:
    if re.fullmatch("[+-]?[0-9]{1,5}", text):
        return int(text)
    return None


def _is_grouped(cells: Iterable[str]) -> bool:
    last, has_gaps = "", False
    for cell in cells:
        if not cell:
            has_gaps = True
        elif cell == last:
            return False
        else:
            last = cell
    return has_gaps


def _seats(cells: Mapping[str, str], sides: Sequence[Side] = (Side(), Side())) -> tuple[str, ...]:
    """Return the names of N, E, S and W, "" if missing."""
    seats = tuple(cells.get(seat, "") for seat in _SEATS)
    if any(seats):
        return seats
    ns, ew = (
        two_names(cells.get(name) or side.names)
        for name, side in zip(("names_ns", "names_ew"), sides, strict=True)
    )
    return ns[0], ew[0], ns[1], ew[1]


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text))


def _scoring(headings: str) -> str:
    words = Counter(re.findall("[A-Z]+", headings))
    if any(word.startswith("BUTLER") for word in words):
        return "butler"
    if any("IMP" in word for word in words):
        return "cross-imps"
    is_matchpoints = any(
        word in ("MP", "MPS", "NSMP", "EWMP") or word.startswith("MATCHPOINT") for word in words
    )
    if is_matchpoints:
        return "matchpoints"
    return ""


def _day(title: str) -> date | None:
    """Return the day that a line over the headings names."""
    return next(filter(None, (read_date(text) for text in _DAY.findall(title))), None)


def _day_of_serial(text: str) -> date | None:
    """Return the day whose number a spreadsheet shows where its cell is not formatted."""
    number = int(text) if re.fullmatch("[2-6][0-9]{4}", text) else 0
    if number:
        return date(1899, 12, 30) + timedelta(days=number)
    return None


@lru_cache(maxsize=65_536)
def _board_no(text: str) -> int:
    """Return the number of the board that *text* names, 0 for none."""
    match = _ONE_NUMBER.fullmatch(text) if len(text) < 12 else None
    if match:
        return int(match[1])
    return 0


def _count(text: str) -> int | None:
    if text and re.fullmatch("[0-9]{1,4}", text) and int(text):
        return int(text)
    return None
