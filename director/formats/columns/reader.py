"""Parse a table row by row: results, travellers, or cards of pairs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property, lru_cache
from itertools import islice

from director.formats.columns.auction import choose_auction_game, read_auction_result
from director.formats.columns.headings import find_named_scoring
from director.formats.columns.languages import translate_contracts, translate_seats
from director.formats.columns.model import Columns, is_no_result, read_board_row, read_group_row
from director.formats.columns.parts import FileParts
from director.formats.columns.questions import (
    describe_missing_parts,
    find_missing_parts,
    find_unknown_columns,
)
from director.formats.columns.result_cell import (
    Parts,
    join_contract,
    parse_result_cell,
    parse_seat_and_tricks,
)
from director.formats.columns.sentences import ColumnSentences
from director.formats.columns.sides import Side, is_nobody, read_side, split_two_names
from director.formats.columns.tricks import LineText, guess_trick_counting, with_sign
from director.formats.deals.lin import has_movie, read_movie_deal
from director.formats.errors import Doubt, ImportFileError
from director.formats.left_out import LeftOut
from director.formats.own_words import (
    OwnContest,
    OwnScoring,
    find_own_scoring,
    is_ruling,
    read_contest,
    read_figures,
)
from director.formats.source.contest import TEAMS
from director.formats.source.dates import read_date
from director.formats.source.event import build_source_event
from director.formats.source.lines import Report
from director.formats.source.model import SourceEvent
from director.formats.source.results import (
    FlatLine,
    FlatPair,
    FlatSection,
    Head,
    Label,
    SourceResult,
    is_artificial_text,
    is_nothing,
    is_zero,
    read_made,
    read_partner_seats,
    read_points,
    scale_percents,
)
from director.formats.source.sentences import ImportSentences
from scoring import find_method

_ONE_NUMBER = re.compile(r"(?!-)[^0-9]*0*([0-9]{1,3})(?:\.0*)?[^0-9]*")
_DAY = re.compile(
    r"[0-9]{1,2} ?[-/. ] ?(?:[0-9]{1,2}|[A-Za-z]{3,9}) ?[-/. ,] ?[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2}"
)
_SEATS = ("north", "east", "south", "west")
_RESULT_FIELDS = (
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
"""The columns with parts of the result."""
_NOBODY = ("", "", "", "")
_GROUP_FIELDS = ("board", "round", "table", "section", "session", "date", "pair", "sat")
"""Columns that some files fill only in the first row of a group."""
_ADJUSTED = "N/A"
_MIN_RESULT_CELLS = 3  # of a result
_MIN_NAMED_COLUMNS = 2
_MAX_LINES_COMPARED = 500  # lines


@dataclass
class Reader:
    """Reads the rows of *columns*."""

    columns: Columns
    contest: str = ""  # as the director says
    report: Report = field(default_factory=Report)
    sections: dict[tuple[str, str], FlatSection] = field(default_factory=dict)
    seen: set[tuple[object, ...]] = field(default_factory=set)
    on: date | None = None
    contracts: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    known: dict[tuple[bool | str | None, ...], SourceResult] = field(default_factory=dict)
    listed: dict[tuple[str, str], dict[Label, FlatPair]] = field(default_factory=dict)
    above: dict[str, str] = field(default_factory=dict)
    fields_from_group_rows: set[str] = field(default_factory=set)  # by rows of their own
    boards_with_cards: set[tuple[str, str, int]] = field(default_factory=set)
    counted: str = "all"
    game: str = "bridge"

    def event(self) -> SourceEvent:
        """Return the event of all rows.

        :raises ImportFileError: with every fault of the rows
        """
        headings = " ".join(self.columns.titles).upper()
        top = self.columns.rows[: self.columns.heading + 1]
        self.above["board"] = next(filter(None, map(read_board_row, reversed(top))), "")
        self._detect_languages(headings)
        parts = self.columns.parts
        self.on = parts.on or next(
            filter(None, (_find_date(cell) for row in top for cell in row)), None
        )
        for row in top:
            self._read_group_row(row)
        heading = top[-1] if top else None
        for row_index, row in enumerate(self.columns.below, start=len(top)):
            filled = len(row) - row.count("")
            if (board := read_board_row(row)) and not self._is_line(row):
                self.above["board"] = board
            elif filled < _MIN_RESULT_CELLS:
                self._read_group_row(row)
            elif row != heading and not self._is_no_result(row):
                self._read_row(row, self.columns.sheet.place(row_index))
        self._add_parts(parts)
        self._report_unused_columns()
        for key, listed_pairs in self.listed.items():
            self.sections[key].pairs += listed_pairs.values()
        for section in self.sections.values():
            section.lines = scale_percents(section.lines)
        event_head = Head(
            self._choose_scoring([*top, parts.scoring]),
            title=parts.head.get("title", ""),
            on=self.on,
            program=parts.head.get("version", ""),
            game=self.game,
            contest=TEAMS if self._is_of_teams else self._own_contest.contest or self.contest,
            own_scoring=self._own_scoring,
        )
        return build_source_event(event_head, list(self.sections.values()), self.report)

    def _report_unused_columns(self) -> None:
        """Say which columns with cells were left out."""
        if self._own_scoring:
            return
        left_out = LeftOut()
        for column in find_unknown_columns(self.columns):
            cells = [row[column] for row in self.columns.lines if column < len(row)]
            if not any(map(has_movie, cells[:_MAX_LINES_COMPARED])):
                for cell in filter(None, cells):
                    left_out.note(self.columns.headings[column], cell)
        if names := left_out.names:
            doubt = Doubt(ColumnSentences.DOUBT_COLUMNS, names=names)
            if parts := find_missing_parts(self.columns):
                question = describe_missing_parts(parts)
                doubt = Doubt(ColumnSentences.DOUBT_NO_CONTRACTS, question=question, names=names)
            self.report.doubts.append(doubt)

    def _take_movie(self, section: FlatSection, board_no: int, row: Sequence[str]) -> None:
        """Add the cards in the first movie of a board, if the file has movies."""
        key = section.session, section.name, board_no
        if not self._has_movies or key in self.boards_with_cards:
            return
        if movie := next(filter(has_movie, row), ""):
            self.boards_with_cards.add(key)
            section.hands.append(read_movie_deal(board_no, movie))

    @cached_property
    def _has_movies(self) -> bool:
        rows = islice(self.columns.lines, _MAX_LINES_COMPARED)
        return any(has_movie(cell) for row in rows for cell in row)

    def _add_parts(self, parts: FileParts) -> None:
        """Add the standings and the number of winners that the file has above the travellers."""
        everybody = [pair for pairs in parts.pairs.values() for pair in pairs]
        for section in self.sections.values():
            is_only_one = len(self.sections) == 1
            section.pairs += everybody if is_only_one else parts.pairs.get(section.name, ())
            if not any(line.ns == line.ew for line in section.lines):
                section.winners = section.winners or parts.winners

    def _choose_scoring(self, above: Sequence[Sequence[str]]) -> str:
        """Return the scoring that the file names, or the one to try first, with a doubt."""
        if self._own_scoring:
            return find_method(self._own_scoring.method).in_files
        named = find_named_scoring(self.columns.titles, above)
        scoring = named.scoring or "matchpoints"
        taken = find_method(scoring).in_sentence
        if named.vague:
            self.report.doubts.append(
                Doubt(ImportSentences.DOUBT_VAGUE_SCORING, given=named.vague, taken=taken)
            )
        elif not named.scoring:
            self.report.doubts.append(Doubt(ImportSentences.DOUBT_NO_SCORING, taken=taken))
        return scoring

    def _read_group_row(self, row: Sequence[str]) -> None:
        """Store the value that a group row sets for the lines below it, if *row* is one."""
        name, value = read_group_row(row)
        if name:
            self.above[name] = value
            self.fields_from_group_rows.add(name)

    def _is_no_result(self, row: Sequence[str]) -> bool:
        """Return whether *row* is a sum, and not a line of somebody called ``Som``."""
        if not is_no_result(row):
            return False
        return (
            sum(name in (*_SEATS, "names_ns", "names_ew") for name in self._get_known_cells(row))
            < _MIN_NAMED_COLUMNS
        )

    def _detect_languages(self, headings: str) -> None:
        """Find the languages of contracts and seats."""
        is_parted = not {"level", "double"}.isdisjoint(self.columns.at)
        cells = set(
            map(join_contract, map(self._get_known_cells, self.columns.below))
            if is_parted
            else self._list_column_cells("contract")
        )
        whole_results = [parts for cell in cells if (parts := parse_result_cell(cell))]
        other_cells = [cell for cell in cells if not parse_result_cell(cell)]
        self.contracts = translate_contracts(
            [*(parts.contract for parts in whole_results), *other_cells]
        )
        seats = [
            *set(self._list_column_cells("declarer")),
            *(parts.declarer for parts in whole_results if parts.declarer),
        ]
        seats = [
            parts.declarer if (parts := parse_seat_and_tricks(cell)) else cell for cell in seats
        ]
        seats += [
            parts.declarer
            for cell in set(self._list_column_cells("tricks"))
            if (parts := parse_seat_and_tricks(cell))
        ]
        west_is_o = bool(re.search(r"\bE[ /-]?O\b", headings))
        self.seats = translate_seats(seats, west_is_o=west_is_o)
        if "honours" in self.columns.at:
            lines = map(self._get_known_cells, self.columns.below)
            self.game = choose_auction_game(
                (cells.get("contract", ""), cells.get("honours", "")) for cells in lines
            )
        self.counted = guess_trick_counting(
            islice(self._list_comparable_lines(), _MAX_LINES_COMPARED)
        )

    def _list_comparable_lines(self) -> Iterator[LineText]:
        """Yield the lines with tricks, to find out how tricks are counted."""
        if "tricks" not in self.columns.at:
            return
        board = self.above["board"]
        for row in self.columns.below:
            cells = self._get_known_cells(row)
            board = cells.get("board") or read_board_row(row) or board
            if "tricks" in cells and (board_no := _parse_board_number(board)):
                parts = _split_result(cells)
                contract = self.contracts.get(parts.contract, parts.contract)
                yield LineText(
                    board_no,
                    "".join(contract.split()),
                    self.seats.get(parts.declarer, parts.declarer).upper(),
                    parts.tricks,
                    _read_whole_number(_get_ns_score(cells)) if not self._is_of_cards else None,
                )

    def _list_column_cells(self, name: str) -> Iterator[str]:
        if (column := self.columns.at.get(name)) is not None:
            yield from (row[column] for row in self.columns.below if column < len(row))

    @cached_property
    def _grouped(self) -> frozenset[str]:
        """The columns that are filled in the first row of a group only."""
        return frozenset(
            name
            for name in _GROUP_FIELDS
            if name in self.columns.at and _is_grouped(self._list_column_cells(name))
        )

    @cached_property
    def _has_days(self) -> bool:
        """Whether the lines have several dates, which are sessions then."""
        return len(set(filter(None, self._list_column_cells("date")))) > 1

    def _get_known_cells(self, row: Sequence[str]) -> dict[str, str]:
        """Return the nonempty cells of known columns."""
        width = len(row)
        return {
            name: cell
            for name, column in self._field_columns
            if column < width and (cell := row[column])
        }

    def _is_line(self, row: Sequence[str]) -> bool:
        """Return whether a row that could head the lines of a board is one of them."""
        cells = self._get_known_cells(row)
        ns, ew = self._read_sides(cells, turned=False)
        is_seated = (ns.label and ew.label) or any(_get_seat_names(cells))
        return bool(
            "board" in cells and is_seated and any(name in cells for name in _RESULT_FIELDS)
        )

    def _read_row(self, row: Sequence[str], where: str) -> None:
        cells = self._get_known_cells(row)
        self._fill_from_above(cells)
        board_text = cells.get("board") or self.above["board"]
        if not (board_no := _parse_board_number(board_text)):
            if (
                _has_figure(board_text)
                or any(name in cells for name in _RESULT_FIELDS)
                or len(cells) < len(row) - row.count("")
            ):
                self.report.faults.append(
                    ImportFileError(ImportSentences.BOARD_NUMBER, where=where, given=board_text)
                )
            return
        if self.on is None and "date" in cells:
            self.on = read_date(cells["date"]) or _convert_serial_date(cells["date"])
        turned = self._is_turned(cells)
        sides = self._read_sides(cells, turned=turned)
        line = self._line(cells, sides, board_no, where, turned=turned)
        if line is None or self._is_unplayed(line, cells):
            return
        letter = sides[0].section if sides[0].section == sides[1].section else ""
        session = cells.get("session") or (cells.get("date", "") if self._has_days else "")
        name = cells.get("section") or letter
        section = self.sections.get((session, name)) or self.sections.setdefault(
            (session, name), FlatSection(session, name)
        )
        if self._is_of_cards:  # Every result is on the cards of both pairs.
            key = session, name, line.board_no, line.ns, line.ew
            if key in self.seen:
                return
            self.seen.add(key)
        section.lines.append(line)
        self._take_movie(section, board_no, row)
        if "contest" in cells and self._own_scoring:
            section.winners = read_contest(cells["contest"]).winners
        section.is_named_by_round = self._own_scoring is not None
        if self._is_of_teams:
            section.is_by_team = True
        self._store_listed_pairs(section, line, cells)

    def _is_unplayed(self, line: FlatLine, cells: Mapping[str, str]) -> bool:
        """Return whether this program wrote *line* before it was played.

        A line that won't be played has ``NP`` as its contract.
        """
        is_empty = line.result == SourceResult() and "contract" not in cells
        return self._own_scoring is not None and is_empty

    def _fill_from_above(self, cells: dict[str, str]) -> None:
        """Fill the columns of groups in *cells* that only the first row of a group has."""
        for name in self._grouped | self.fields_from_group_rows:
            if name in cells:
                self.above[name] = cells[name]
            elif self.above.get(name):
                cells[name] = self.above[name]

    def _store_listed_pairs(
        self, section: FlatSection, line: FlatLine, cells: Mapping[str, str]
    ) -> None:
        """Store the names of teams and the final figures that the line has of its two sides."""
        listed_pairs = self.listed.setdefault((section.session, section.name), {})
        for side, label in (("ns", line.ns), ("ew", line.ew)):
            labels = [label] if label else _list_player_labels(line, side)
            totals, percents, places = (
                read_figures(cells.get(f"{figure}_{side}", ""), len(labels))
                for figure in ("total", "final_percent", "place")
            )
            for index, side_label in enumerate(labels):
                direction = side.upper() if section.winners == 2 else side_label.direction
                pair = FlatPair(
                    Label(side_label.number, direction),
                    (),
                    read_points(totals[index]),
                    read_points(percents[index]),
                    _parse_count(places[index].strip("= ")),
                    name=cells.get(f"names_{side}", "") if self._is_of_teams else "",
                )
                if pair != FlatPair(pair.label):
                    listed_pairs.setdefault(pair.label, pair)

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
        players = self._get_player_numbers(cells, turned=turned)
        if players and self._is_of_teams:
            raise ImportFileError(ImportSentences.SEATED_TEAMS)
        seats = self._get_line_names(cells, sides, players)
        unknown_sides = [side_index for side_index, side in enumerate(sides) if side.label is None]
        if len(unknown_sides) > 1:
            # Two sides without a number are pairs if their players have names.
            unknown_sides = [side_index for side_index in unknown_sides if not seats[side_index]]
        if unknown_sides and not players:
            self._report_unknown_sides(cells, unknown_sides, where, turned=turned)
            return None
        percents = [read_points(cells.get(f"{side}_percent", "")) for side in ("ns", "ew")]
        if turned:
            percents.reverse()
        return FlatLine(
            where,
            board_no,
            self._read_known_result(cells, where, turned=turned),
            sides[0].label,
            sides[1].label,
            seats=seats if any(seats) else (),
            lead=cells.get("lead", ""),
            ns_points=read_points(cells.get("ns_points", "")),
            ew_points=read_points(cells.get("ew_points", "")),
            ns_percent=percents[0],
            ew_percent=percents[1],
            round_no=_parse_count(cells.get("round", "")),
            table_no=_parse_count(cells.get("table", "")),
            players=players,
        )

    def _get_line_names(
        self, cells: Mapping[str, str], sides: tuple[Side, Side], players: tuple[int, ...]
    ) -> tuple[str, ...]:
        """Return the names of those who sat on each side, without figures in place of names."""
        is_own = self._own_scoring is not None
        if self._is_of_teams:
            ns_names, ew_names = cells.get("players_ns", ""), cells.get("players_ew", "")
            return _get_seat_names({"names_ns": ns_names, "names_ew": ew_names}, is_own=is_own)
        if not (self._is_named or sides[0].names or sides[1].names):
            return _NOBODY
        seats = _get_seat_names(cells, sides, is_own=is_own)
        if players and _has_figure(seats[0]):
            names = {name: cells[name] for name in cells if name not in _SEATS}
            return _get_seat_names(names, sides)
        return seats

    def _get_player_numbers(self, cells: Mapping[str, str], *, turned: bool) -> tuple[int, ...]:
        """Return the numbers of the single players N, E, S and W, or ()."""
        numbers = tuple(_parse_count(cells.get(seat, "")) or 0 for seat in _SEATS)
        # Some programs write the number of a pair on both of its seats.
        if all(numbers) and len(set(numbers)) == len(_SEATS):
            return numbers
        return read_partner_seats(*self._get_side_texts(cells, turned=turned))

    def _report_unknown_sides(
        self, cells: Mapping[str, str], unknown_sides: Sequence[int], where: str, *, turned: bool
    ) -> None:
        """Report the unknown sides of a row, unless it is a sit-out."""
        names = (cells.get("names_ns", ""), cells.get("names_ew", ""))
        texts = [
            text or name
            for text, name in zip(self._get_side_texts(cells, turned=turned), names, strict=True)
        ]
        is_made = any(
            not is_nothing(cells.get(name, "")) and not is_zero(cells[name])
            for name in _RESULT_FIELDS[:5]
        )
        if len(unknown_sides) == 1 and is_nobody(texts[unknown_sides[0]]) and not is_made:
            return
        for side_index in unknown_sides:
            self.report.faults.append(
                ImportFileError(
                    ImportSentences.LINE_SIDE,
                    where=where,
                    given=texts[side_index],
                    side=("N-S", "E-W")[side_index],
                )
            )

    def _read_known_result(
        self, cells: Mapping[str, str], where: str, *, turned: bool
    ) -> SourceResult:
        """Return the result, cached by its cells."""
        result_key = turned, *map(cells.get, _RESULT_FIELDS)
        if known_result := self.known.get(result_key):
            return known_result
        if self._own_scoring and is_ruling(cells.get("contract", "")):
            self.known[result_key] = SourceResult(entered=cells["contract"])
            return self.known[result_key]
        parts = _split_result(cells)
        contract, score = parts.contract, _get_ns_score(cells)
        if contract.upper() == _ADJUSTED and cells.get("ns_points"):
            # The official points show the award; A5050 only marks an adjusted score.
            contract, score = "", "A5050"
        elif turned and re.fullmatch("[+-]?[0-9]{1,9}", score):
            score = str(-int(score))
        message_count = self.report.message_count
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
            result = read_auction_result(where, self.report, game=self.game, cells=parts_read)
        if self.report.message_count == message_count:
            self.known[result_key] = result
        return result

    def _is_turned(self, cells: Mapping[str, str]) -> bool:
        return self._is_of_cards and cells.get("sat", "").strip().upper().startswith(
            ("E", "O", "W")
        )

    def _get_side_texts(self, cells: Mapping[str, str], *, turned: bool) -> tuple[str, str]:
        if not self._is_of_cards:
            return cells.get("ns", ""), cells.get("ew", "")
        pair_text, opponents_text = cells.get("pair", ""), cells.get("opponents", "")
        if turned:
            return (opponents_text, pair_text)
        return (pair_text, opponents_text)

    def _read_sides(self, cells: Mapping[str, str], *, turned: bool) -> tuple[Side, Side]:
        ns, ew = self._get_side_texts(cells, turned=turned)
        return read_side(ns), read_side(ew)

    @cached_property
    def _field_columns(self) -> list[tuple[str, int]]:
        return list(self.columns.at.items())

    @cached_property
    def _is_named(self) -> bool:
        """Whether some column says who played."""
        return not {*_SEATS, "names_ns", "names_ew"}.isdisjoint(self.columns.at)

    @cached_property
    def _own_contest(self) -> OwnContest:
        """Who competes, as a file of this program says.

        A column of this name in other files can mean anything.

        :raises ImportFileError: if the lines name different contests
        """
        if self._own_scoring is None:
            return OwnContest()
        texts = sorted(set(filter(None, self._list_column_cells("contest"))))
        contests = list(map(read_contest, texts))
        if len({own.contest for own in contests}) > 1:
            given = " and ".join(text[:30] for text in (texts[0], texts[-1]))
            raise ImportFileError(ImportSentences.CONTESTS_DIFFER, given=given)
        return next(iter(contests), OwnContest())

    @cached_property
    def _own_scoring(self) -> OwnScoring | None:
        """The scoring, as all lines of a file of this program say.

        :raises ImportFileError: as ``find_own_scoring``
        """
        return find_own_scoring(set(self._list_column_cells("scored_by")))

    @cached_property
    def _is_of_teams(self) -> bool:
        """Whether the file says so, or names the players at a table beside the two teams."""
        return self._own_contest.contest == TEAMS or "players_ns" in self.columns.at

    @cached_property
    def _is_of_cards(self) -> bool:
        return "opponents" in self.columns.at


def _list_player_labels(line: FlatLine, side: str) -> list[Label]:
    """Return the labels of the single players on a *side* of the line, if it has any."""
    first_seat = ("ns", "ew").index(side)
    return [Label(number) for number in line.players[first_seat::2]]


def _split_result(cells: Mapping[str, str]) -> Parts:
    """Return contract, declarer and tricks from their columns."""
    declarer, tricks = cells.get("declarer", ""), cells.get("tricks", "")
    contract = join_contract(cells)
    whole_result = parse_result_cell(contract) or Parts(contract)
    seat_and_tricks_parts = parse_seat_and_tricks(tricks) or parse_seat_and_tricks(declarer)
    if seat_and_tricks_parts:
        declarer = seat_and_tricks_parts.declarer
        tricks = seat_and_tricks_parts.tricks
    declarer = whole_result.declarer if is_nothing(declarer) else declarer
    if is_nothing(contract) and is_artificial_text(cells.get("remark", "")):
        whole_result = Parts(cells["remark"])
    return Parts(
        whole_result.contract, declarer, whole_result.tricks if is_nothing(tricks) else tricks
    )


def _get_ns_score(cells: Mapping[str, str]) -> str:
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
    previous_cell, has_gaps = "", False
    for cell in cells:
        if not cell:
            has_gaps = True
        elif cell == previous_cell:
            return False
        else:
            previous_cell = cell
    return has_gaps


def _get_seat_names(
    cells: Mapping[str, str],
    sides: Sequence[Side] = (Side(), Side()),
    *,
    is_own: bool = False,
) -> tuple[str, ...]:
    """Return the names of N, E, S and W, "" if missing."""
    seats = tuple(cells.get(seat, "") for seat in _SEATS)
    if any(seats):
        return seats
    ns, ew = (
        split_two_names(cells.get(name) or side.names, is_own=is_own)
        for name, side in zip(("names_ns", "names_ew"), sides, strict=True)
    )
    return ns[0], ew[0], ns[1], ew[1]


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text))


def _find_date(title: str) -> date | None:
    """Return the date in a line above the headings."""
    return next(filter(None, (read_date(text) for text in _DAY.findall(title))), None)


def _convert_serial_date(text: str) -> date | None:
    """Return the day of a serial number, which an unformatted spreadsheet cell shows."""
    number = int(text) if re.fullmatch("[2-6][0-9]{4}", text) else 0
    if number:
        return date(1899, 12, 30) + timedelta(days=number)
    return None


@lru_cache(maxsize=65_536)
def _parse_board_number(text: str) -> int:
    """Return the board number in *text*, or 0."""
    match = _ONE_NUMBER.fullmatch(text) if len(text) < 12 else None
    if match:
        return int(match[1])
    return 0


def _parse_count(text: str) -> int | None:
    if text and re.fullmatch("[0-9]{1,4}", text) and int(text):
        return int(text)
    return None
