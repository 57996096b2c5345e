"""Parse a table row by row: results, travellers, or cards of pairs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property, lru_cache
from itertools import islice

from director.additions.imports.formats.columns.cells import (
    LineText,
    ResultParts,
    Side,
    choose_auction_game,
    guess_trick_counting,
    is_nobody,
    join_contract,
    parse_result_cell,
    parse_seat_and_tricks,
    read_auction_result,
    read_side,
    split_two_names,
    translate_contracts,
    translate_seats,
    with_sign,
)
from director.additions.imports.formats.columns.layout import (
    ColumnFile,
    FileParts,
    describe_missing_parts,
    find_missing_parts,
    find_unknown_columns,
    is_summary_row,
    read_board_row,
    read_group_row,
)
from director.additions.imports.formats.source.contest import TEAMS
from director.additions.imports.formats.source.event import build_source_event
from director.additions.imports.formats.source.lines import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    Report,
    is_artificial_text,
    is_nothing,
    is_zero,
    read_made,
    read_partner_seats,
    read_points,
    scale_percents,
)
from director.additions.imports.formats.source.model import (
    OwnContest,
    OwnScoring,
    SourceEvent,
    find_own_scoring,
    is_ruling,
    read_contest,
    read_figures,
)
from director.additions.imports.refusals import (
    DOUBT_NO_SCORING,
    make_board_number_error,
    make_line_side_error,
    make_seated_teams_error,
    make_vague_scoring_doubt,
)
from director.formats.dates import read_date
from director.formats.deals import contains_lin, read_movie_deal
from director.formats.errors import Doubt, IgnoredParts, ImportFileError
from director.formats.headings import find_named_scoring
from director.formats.result import VOID_MATCH, FiledResult
from scoring.registry import find_method

_ONE_NUMBER = re.compile(r"(?!-)[^0-9]*0*([0-9]{1,3})(?:\.0*)?[^0-9]*")
_DAY = re.compile(
    r"[0-9]{1,2} ?[-/. ] ?(?:[0-9]{1,2}|[A-Za-z]{3,9}) ?[-/. ,] ?[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2}"
)
_SEATS = ("north", "east", "south", "west")
_RESULT_FIELDS = (
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
    "honours",
)
"""The columns with parts of the result."""
_NOBODY = ("", "", "", "")
_GROUP_FIELDS = ("board", "round", "table", "section", "session", "date", "pair", "sat")
"""ColumnFile that some files fill only in the first row of a group."""
_ADJUSTED = "N/A"
_MIN_RESULT_CELLS = 3  # of a row with a result
_MIN_NAMED_COLUMNS = 2
_MAX_LINES_COMPARED = 500  # to find out how a file writes tricks, and whether it has movies


@dataclass
class ColumnsReader:
    """Reads the rows of *columns*.

    - *contest*: the contest that the director has named, or "".
    - *contract_translations*, *seat_translations*: words of the file's language.
    - *known_results*: results by the texts of their cells, because many lines are equal.
    - *listed_pairs*: names and final figures of pairs, by section and label.
    - *values_above*: the last value of a field that only the first row of a group has.
    - *fields_from_group_rows*: those of them that come from rows of their own.
    """

    columns: ColumnFile
    contest: str = ""
    report: Report = field(default_factory=Report)
    sections: dict[tuple[str, str], FlatSection] = field(default_factory=dict)
    seen_lines: set[tuple[object, ...]] = field(default_factory=set)
    event_date: date | None = None
    contract_translations: Mapping[str, str] = field(default_factory=dict)
    seat_translations: Mapping[str, str] = field(default_factory=dict)
    known_results: dict[tuple[bool | str | None, ...], FiledResult] = field(default_factory=dict)
    listed_pairs: dict[tuple[str, str], dict[Label, FlatPair]] = field(default_factory=dict)
    values_above: dict[str, str] = field(default_factory=dict)
    fields_from_group_rows: set[str] = field(default_factory=set)
    boards_with_cards: set[tuple[str, str, int]] = field(default_factory=set)
    trick_counting: str = "all"
    game: str = "bridge"

    def read_event(self) -> SourceEvent:
        """Return the event of all rows.

        :raises ImportFileError: with every fault of the rows
        """
        headings = " ".join(self.columns.titles).upper()
        top_rows = self.columns.rows[: self.columns.heading_index + 1]
        board_rows = map(read_board_row, reversed(top_rows))
        self.values_above["board"] = next(filter(None, board_rows), "")
        # Before any row is read: the languages follow from all of them.
        self._detect_languages(headings)
        parts = self.columns.parts
        self.event_date = parts.event_date or _find_first_date(top_rows)
        for row in top_rows:
            self._read_group_row(row)
        self._read_rows_below(top_rows)
        self._add_parts(parts)
        self._report_unused_columns()
        for key, listed_pairs in self.listed_pairs.items():
            self.sections[key].pairs += listed_pairs.values()
        for section in self.sections.values():
            section.lines = scale_percents(section.lines)
        event_head = EventHead(
            self._choose_scoring([*top_rows, parts.scoring]),
            title=parts.head.get("title", ""),
            event_date=self.event_date,
            program=parts.head.get("version", ""),
            game=self.game,
            contest=TEAMS if self._has_teams else self._own_contest.contest or self.contest,
            own_scoring=self._own_scoring,
        )
        return build_source_event(event_head, list(self.sections.values()), self.report)

    def _read_rows_below(self, top_rows: Sequence[Sequence[str]]) -> None:
        """Read the rows below the headings: lines, and rows that head a group of them."""
        heading = top_rows[-1] if top_rows else None
        for row_index, row in enumerate(self.columns.rows_below, start=len(top_rows)):
            filled_cells = len(row) - row.count("")
            if (board := read_board_row(row)) and not self._is_line(row):
                self.values_above["board"] = board
            elif filled_cells < _MIN_RESULT_CELLS:
                self._read_group_row(row)
            elif row != heading and not self._is_summary_row(row):
                self._read_row(row, self.columns.sheet.describe_row(row_index))

    def _report_unused_columns(self) -> None:
        """Add a doubt about the columns with cells that were left out."""
        if self._own_scoring:
            return
        left_out = IgnoredParts()
        for column in find_unknown_columns(self.columns):
            cells = [row[column] for row in self.columns.lines if column < len(row)]
            if not any(map(contains_lin, cells[:_MAX_LINES_COMPARED])):
                for cell in filter(None, cells):
                    left_out.count_part(self.columns.headings[column], cell)
        if names := left_out.names:
            doubt = Doubt(
                "doubt-columns",
                "Columns left out: {names}. If one of them matters, say under Columns what it holds.",
                names=names,
            )
            if parts := find_missing_parts(self.columns):
                question = describe_missing_parts(parts)
                doubt = Doubt(
                    "doubt-no-contracts",
                    "{question} Without it, only scores are imported. Columns left out: {names}. Say "
                    "under Columns what they hold.",
                    question=question,
                    names=names,
                )
            self.report.doubts.append(doubt)

    def _take_movie(self, section: FlatSection, board_no: int, row: Sequence[str]) -> None:
        """Add the cards in the first movie of a board, if the file has movies."""
        key = section.session, section.name, board_no
        if not self._has_movies or key in self.boards_with_cards:
            return
        if movie := next(filter(contains_lin, row), ""):
            self.boards_with_cards.add(key)
            section.hands.append(read_movie_deal(board_no, movie))

    @cached_property
    def _has_movies(self) -> bool:
        rows = islice(self.columns.lines, _MAX_LINES_COMPARED)
        return any(contains_lin(cell) for row in rows for cell in row)

    def _add_parts(self, parts: FileParts) -> None:
        """Add the standings and the number of winners that the file has above the travellers."""
        all_pairs = [pair for pairs in parts.pairs_by_section.values() for pair in pairs]
        for section in self.sections.values():
            is_only_one = len(self.sections) == 1
            section.pairs += (
                all_pairs if is_only_one else parts.pairs_by_section.get(section.name, ())
            )
            if not any(line.ns == line.ew for line in section.lines):
                section.winners = section.winners or parts.winners

    def _choose_scoring(self, rows_above: Sequence[Sequence[str]]) -> str:
        """Return the scoring that the file names, or the one to try first, with a doubt."""
        if self._own_scoring:
            return find_method(self._own_scoring.method).name_in_files
        named = find_named_scoring(self.columns.titles, rows_above)
        scoring = named.scoring or "matchpoints"
        taken = find_method(scoring).in_sentence
        if named.vague_word:
            self.report.doubts.append(make_vague_scoring_doubt(given=named.vague_word, taken=taken))
        elif not named.scoring:
            self.report.doubts.append(Doubt(*DOUBT_NO_SCORING, taken=taken))
        return scoring

    def _read_group_row(self, row: Sequence[str]) -> None:
        """Store the value that a group row sets for the lines below it, if *row* is one."""
        name, value = read_group_row(row)
        if name:
            self.values_above[name] = value
            self.fields_from_group_rows.add(name)

    def _is_summary_row(self, row: Sequence[str]) -> bool:
        """Return whether *row* is a sum. The line of a player called Som isn't."""
        if not is_summary_row(row):
            return False
        return (
            sum(name in (*_SEATS, "names_ns", "names_ew") for name in self._get_known_cells(row))
            < _MIN_NAMED_COLUMNS
        )

    def _detect_languages(self, headings: str) -> None:
        """Find the languages of contracts and seats, the game, and how tricks are counted."""
        contract_cells = self._collect_contract_cells()
        whole_results = [parts for cell in contract_cells if (parts := parse_result_cell(cell))]
        other_cells = [cell for cell in contract_cells if not parse_result_cell(cell)]
        self.contract_translations = translate_contracts(
            [*(parts.contract for parts in whole_results), *other_cells]
        )
        declarers = {parts.declarer for parts in whole_results if parts.declarer}
        west_is_o = bool(re.search(r"\bE[ /-]?O\b", headings))
        self.seat_translations = translate_seats(
            [*self._collect_seats(), *declarers], west_is_o=west_is_o
        )
        if "honours" in self.columns.column_by_field:
            lines = map(self._get_known_cells, self.columns.rows_below)
            self.game = choose_auction_game(
                (cells.get("contract", ""), cells.get("honours", "")) for cells in lines
            )
        # Last, because comparable lines need the translations.
        self.trick_counting = guess_trick_counting(
            islice(self._list_comparable_lines(), _MAX_LINES_COMPARED)
        )

    def _collect_contract_cells(self) -> set[str]:
        """Return the different contracts, joined if they are in several columns."""
        is_divided = not {"level", "double"}.isdisjoint(self.columns.column_by_field)
        if is_divided:
            return set(map(join_contract, map(self._get_known_cells, self.columns.rows_below)))
        return set(self._list_column_cells("contract"))

    def _collect_seats(self) -> list[str]:
        """Return the different seats of declarers, from their own column and beside tricks."""
        seats = []
        for cell in set(self._list_column_cells("declarer")):
            parts = parse_seat_and_tricks(cell)
            seats.append(parts.declarer if parts else cell)
        for cell in set(self._list_column_cells("tricks")):
            if parts := parse_seat_and_tricks(cell):
                seats.append(parts.declarer)
        return seats

    def _list_comparable_lines(self) -> Iterator[LineText]:
        """Yield the lines with tricks, to find out how tricks are counted."""
        if "tricks" not in self.columns.column_by_field:
            return
        board = self.values_above["board"]
        for row in self.columns.rows_below:
            cells = self._get_known_cells(row)
            board = cells.get("board") or read_board_row(row) or board
            if "tricks" in cells and (board_no := _parse_board_number(board)):
                parts = _split_result(cells)
                contract = self.contract_translations.get(parts.contract, parts.contract)
                yield LineText(
                    board_no,
                    "".join(contract.split()),
                    self.seat_translations.get(parts.declarer, parts.declarer).upper(),
                    parts.tricks,
                    _read_whole_number(_get_ns_score(cells)) if not self._has_pair_cards else None,
                )

    def _list_column_cells(self, name: str) -> Iterator[str]:
        if (column := self.columns.column_by_field.get(name)) is not None:
            yield from (row[column] for row in self.columns.rows_below if column < len(row))

    @cached_property
    def _group_fields(self) -> frozenset[str]:
        """The columns that are filled in the first row of a group only."""
        return frozenset(
            name
            for name in _GROUP_FIELDS
            if name in self.columns.column_by_field and _is_grouped(self._list_column_cells(name))
        )

    @cached_property
    def _has_days(self) -> bool:
        """Whether the lines have several dates, each of which is a session."""
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
        """Add the line in *row* to its section."""
        cells = self._get_known_cells(row)
        self._fill_from_above(cells)
        board_text = cells.get("board") or self.values_above["board"]
        board_no = _parse_board_number(board_text)
        if not board_no:
            self._report_missing_board(row, cells, board_text, where)
            return
        if self.event_date is None and "date" in cells:
            self.event_date = read_date(cells["date"]) or _convert_serial_date(cells["date"])
        if self._own_scoring and cells.get("remark") == VOID_MATCH:
            return  # an imported event has no void matches, and would count its boards
        turned = self._is_turned(cells)
        sides = self._read_sides(cells, turned=turned)
        line = self._make_line(cells, sides, board_no, where, turned=turned)
        if line is None or self._is_unplayed(line, cells):
            return
        section = self._find_or_add_section(cells, sides)
        if self._has_pair_cards:  # Every result is on the cards of both pairs.
            key = section.session, section.name, line.board_no, line.ns, line.ew
            if key in self.seen_lines:
                return
            self.seen_lines.add(key)
        section.lines.append(line)
        self._take_movie(section, board_no, row)
        if "contest" in cells and self._own_scoring:
            section.winners = read_contest(cells["contest"]).winners
        section.is_own = self._own_scoring is not None
        if self._has_teams:
            section.is_by_team = True
        self._store_listed_pairs(section, line, cells)

    def _report_missing_board(
        self, row: Sequence[str], cells: Mapping[str, str], board_text: str, where: str
    ) -> None:
        """Report a row without a board number, unless it is nothing but remarks."""
        has_unknown_cells = len(cells) < len(row) - row.count("")
        has_result = any(name in cells for name in _RESULT_FIELDS)
        if _has_figure(board_text) or has_result or has_unknown_cells:
            self.report.faults.append(make_board_number_error(where=where, given=board_text))

    def _find_or_add_section(
        self, cells: Mapping[str, str], sides: tuple[Side, Side]
    ) -> FlatSection:
        """Return the section of a line: by its columns, or by the letter of both sides."""
        ns_side, ew_side = sides
        letter = ns_side.section if ns_side.section == ew_side.section else ""
        session = cells.get("session") or (cells.get("date", "") if self._has_days else "")
        name = cells.get("section") or letter
        return self.sections.setdefault((session, name), FlatSection(session, name))

    def _is_unplayed(self, line: FlatLine, cells: Mapping[str, str]) -> bool:
        """Return whether this program wrote *line* before it was played.

        A line that won't be played has ``NP`` as its contract.
        """
        is_empty = line.result == FiledResult() and "contract" not in cells
        return self._own_scoring is not None and is_empty

    def _fill_from_above(self, cells: dict[str, str]) -> None:
        """Fill the columns of groups in *cells* that only the first row of a group has."""
        for name in self._group_fields | self.fields_from_group_rows:
            if name in cells:
                self.values_above[name] = cells[name]
            elif self.values_above.get(name):
                cells[name] = self.values_above[name]

    def _store_listed_pairs(
        self, section: FlatSection, line: FlatLine, cells: Mapping[str, str]
    ) -> None:
        """Store the team names and final figures that a line has for its two sides."""
        listed_pairs = self.listed_pairs.setdefault((section.session, section.name), {})
        for side, label in (("ns", line.ns), ("ew", line.ew)):
            labels = [label] if label else _list_player_labels(line, side)
            totals, percents, places = (
                read_figures(cells.get(f"{figure}_{side}", ""), len(labels))
                for figure in ("total", "final_percent", "place")
            )
            for index, side_label in enumerate(labels):
                direction = side_label.direction
                if section.winners == 2 and not direction:
                    direction = side.upper()
                pair = FlatPair(
                    Label(side_label.number, direction),
                    (),
                    read_points(totals[index]),
                    read_points(percents[index]),
                    _parse_count(places[index].strip("= ")),
                    name=cells.get(f"names_{side}", "") if self._has_teams else "",
                )
                if pair != FlatPair(pair.label):
                    listed_pairs.setdefault(pair.label, pair)

    def _make_line(
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
        if players and self._has_teams:
            raise make_seated_teams_error()
        seats = self._get_line_names(cells, sides, players)
        unknown_sides = _list_unknown_sides(sides, seats)
        if unknown_sides and not players:
            self._report_unknown_sides(cells, unknown_sides, where, turned=turned)
            return None
        ns_side, ew_side = sides
        percents = [read_points(cells.get(f"{side}_percent", "")) for side in ("ns", "ew")]
        if turned:
            percents.reverse()
        ns_percent, ew_percent = percents
        return FlatLine(
            where,
            board_no,
            self._read_known_result(cells, where, turned=turned),
            ns_side.label,
            ew_side.label,
            seats=seats if any(seats) else (),
            lead=cells.get("lead", ""),
            ns_points=read_points(cells.get("ns_points", "")),
            ew_points=read_points(cells.get("ew_points", "")),
            ns_percent=ns_percent,
            ew_percent=ew_percent,
            round_no=_parse_count(cells.get("round", "")),
            table_no=_parse_count(cells.get("table", "")),
            players=players,
        )

    def _get_line_names(
        self, cells: Mapping[str, str], sides: tuple[Side, Side], players: tuple[int, ...]
    ) -> tuple[str, ...]:
        """Return the names of N, E, S and W, without figures in place of names."""
        is_own = self._own_scoring is not None
        if self._has_teams:
            ns_names, ew_names = cells.get("players_ns", ""), cells.get("players_ew", "")
            return _get_seat_names({"names_ns": ns_names, "names_ew": ew_names}, is_own=is_own)
        if not (self._has_names or sides[0].names or sides[1].names):
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
                make_line_side_error(
                    where=where,
                    given=texts[side_index],
                    side=("N-S", "E-W")[side_index],
                )
            )

    def _read_known_result(
        self, cells: Mapping[str, str], where: str, *, turned: bool
    ) -> FiledResult:
        """Return the result, cached by its cells."""
        result_key = turned, *map(cells.get, _RESULT_FIELDS)
        if known_result := self.known_results.get(result_key):
            return known_result
        if self._own_scoring and is_ruling(cells.get("contract", "")):
            self.known_results[result_key] = FiledResult(ruled=cells["contract"])
            return self.known_results[result_key]
        parts = _split_result(cells)
        contract, score = parts.contract, _get_ns_score(cells)
        if contract.upper() == _ADJUSTED and cells.get("ns_points"):
            # The official points show the award; A5050 only marks an adjusted score.
            contract, score = "", "A5050"
        elif turned and re.fullmatch("[+-]?[0-9]{1,9}", score):
            score = str(-int(score))
        message_count = self.report.message_count
        parts_read = {
            "contract": self.contract_translations.get(contract, contract),
            "declarer": self.seat_translations.get(parts.declarer, parts.declarer),
            "tricks": with_sign(parts.tricks, self.trick_counting),
            "score": score,
        }
        if self.game == "bridge":
            result = read_made(where, self.report, **parts_read)
        else:
            parts_read["honours"] = cells.get("honours", "")
            result = read_auction_result(where, self.report, game=self.game, cells=parts_read)
        if self.report.message_count == message_count:
            self.known_results[result_key] = result
        return result

    def _is_turned(self, cells: Mapping[str, str]) -> bool:
        return self._has_pair_cards and cells.get("sat", "").strip().upper().startswith(
            ("E", "O", "W")
        )

    def _get_side_texts(self, cells: Mapping[str, str], *, turned: bool) -> tuple[str, str]:
        if not self._has_pair_cards:
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
        return list(self.columns.column_by_field.items())

    @cached_property
    def _has_names(self) -> bool:
        """Whether some column says who played."""
        return not {*_SEATS, "names_ns", "names_ew"}.isdisjoint(self.columns.column_by_field)

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
            raise ImportFileError(
                "contests-differ",
                "The column Contest has {given}, but an event is of pairs, teams or single players. "
                "Correct the column.",
                given=given,
            )
        return next(iter(contests), OwnContest())

    @cached_property
    def _own_scoring(self) -> OwnScoring | None:
        """The scoring, as all lines of a file of this program say.

        :raises ImportFileError: as ``find_own_scoring``
        """
        return find_own_scoring(set(self._list_column_cells("scored_by")))

    @cached_property
    def _has_teams(self) -> bool:
        """Whether the file says so, or names the players at a table beside the two teams."""
        return self._own_contest.contest == TEAMS or "players_ns" in self.columns.column_by_field

    @cached_property
    def _has_pair_cards(self) -> bool:
        return "opponents" in self.columns.column_by_field


def _list_unknown_sides(sides: tuple[Side, Side], seats: Sequence[str]) -> list[int]:
    """Return the indexes of the sides without a number, 0 for N-S and 1 for E-W."""
    unknown_sides = [index for index, side in enumerate(sides) if side.label is None]
    if len(unknown_sides) > 1:
        # Two sides without a number are pairs if their players have names. *seats* begin with N, E.
        return [index for index in unknown_sides if not seats[index]]
    return unknown_sides


def _list_player_labels(line: FlatLine, side: str) -> list[Label]:
    """Return the labels of the single players on a *side* of the line, if it has any."""
    first_seat = ("ns", "ew").index(side)
    return [Label(number) for number in line.players[first_seat::2]]


def _split_result(cells: Mapping[str, str]) -> ResultParts:
    """Return contract, declarer and tricks from their columns."""
    declarer, tricks = cells.get("declarer", ""), cells.get("tricks", "")
    contract = join_contract(cells)
    whole_result = parse_result_cell(contract) or ResultParts(contract)
    seat_and_tricks_parts = parse_seat_and_tricks(tricks) or parse_seat_and_tricks(declarer)
    if seat_and_tricks_parts:
        declarer = seat_and_tricks_parts.declarer
        tricks = seat_and_tricks_parts.tricks
    declarer = whole_result.declarer if is_nothing(declarer) else declarer
    if is_nothing(contract) and is_artificial_text(cells.get("remark", "")):
        whole_result = ResultParts(cells["remark"])
    return ResultParts(
        whole_result.contract, declarer, whole_result.tricks if is_nothing(tricks) else tricks
    )


def _get_ns_score(cells: Mapping[str, str]) -> str:
    """Return the N-S score from one or two columns."""
    ns_score, ew_score = cells.get("score", ""), cells.get("score_ew", "")
    has_ns_score = not (is_nothing(ns_score) or is_zero(ns_score))
    if has_ns_score or is_nothing(ew_score) or is_zero(ew_score):
        return ns_score
    if ew_score.startswith(("-", "−")):
        return ew_score.lstrip("-−")
    return f"-{ew_score.lstrip('+')}"


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


def _find_first_date(rows: Iterable[Sequence[str]]) -> date | None:
    """Return the first date in *rows* above the headings, or None."""
    for row in rows:
        for cell in row:
            for text in _DAY.findall(cell):
                if day := read_date(text):
                    return day
    return None


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
