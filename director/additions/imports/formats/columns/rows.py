"""Read a table of results row by row, also travellers and the cards of pairs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property, lru_cache
from itertools import islice

from director.additions.imports.formats.columns.cells import (
    LineText,
    ResultParts,
    Side,
    choose_auction_game,
    choose_suit_letters,
    guess_trick_counting,
    is_nobody,
    join_contract,
    parse_auction_result,
    parse_result_cell,
    parse_seat_and_tricks,
    parse_side,
    split_two_names,
    translate_contracts,
    translate_seats,
    with_sign,
)
from director.additions.imports.formats.columns.layout import (
    ColumnFile,
    FileParts,
    describe_missing_parts,
    is_summary_row,
    list_missing_parts,
    list_unknown_columns,
    read_board_row,
    read_group_row,
)
from director.additions.imports.formats.source.contest import TEAMS
from director.additions.imports.formats.source.event import make_source_event
from director.additions.imports.formats.source.flat import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    parse_partner_seats,
    parse_partners,
    scale_percents,
)
from director.additions.imports.formats.source.matches import SCORES, MatchInFile
from director.additions.imports.formats.source.model import (
    OwnContest,
    OwnScoring,
    SourceEvent,
    find_own_scoring,
    is_ruling,
    parse_contest,
    parse_figures,
)
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.results import (
    ADJUSTED_TEXTS,
    is_artificial_text,
    is_nothing,
    is_zero,
    parse_made_result,
    parse_number,
    parse_points,
)
from director.additions.imports.refusals import (
    make_board_number_error,
    make_line_side_error,
    make_no_scoring_doubt,
    make_seated_teams_error,
    make_vague_scoring_doubt,
)
from director.formats.dates import DateOrder, find_date_order, list_possible_dates, parse_date
from director.formats.deals import contains_lin, parse_movie_deal
from director.formats.errors import Doubt, IgnoredParts, ImportFileError
from director.formats.headings import detect_named_scoring
from director.formats.result import VOID_MATCH_REMARK, ResultInFile
from scoring.hands.card_languages import SuitLetters
from scoring.registry import get_method

# "7", "Board 07" and "7.0" are board 7. A negative figure isn't a board.
_ONE_NUMBER = re.compile(r"(?!-)[^0-9]*0*([0-9]{1,3})(?:\.0*)?[^0-9]*")
_DAY_PATTERN = re.compile(
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
_MADE_FIELDS = ("contract", "declarer", "tricks", "score", "score_ew")
_UNKNOWN_NAMES = ("", "", "", "")
_GROUP_FIELDS = ("board", "round", "table", "section", "session", "date", "pair", "sat")
"""Columns that some files fill only in the first row of a group."""
ADJUSTED_CONTRACT = "N/A"
"""The contract of an adjusted score, for which the points are the award."""
_MIN_RESULT_CELLS = 3  # A row with fewer cells has no result.
_MIN_NAMED_COLUMNS = 2  # A sum has one name at most.
# Enough to see how a file writes tricks, and whether it has movies.
_MAX_LINES_COMPARED = 500


@dataclass
class ColumnsReader:
    """Reads the rows of *columns*.

    - *contest*: the contest that the director has named, or "".
    - *possible_dates*: two dates, if the day or the month may come first in the file's only date.
    - *suit_letters*: the letters of suits in the file's contracts, if all could be read.
    - *contract_translations*, *seat_translations*: plain contracts and seats by the file's words.
    - *cached_results*: results by the texts of their cells, because many lines are equal.
    - *listed_pairs_by_section*: names and final figures of pairs, by section and label.
    - *values_above_by_field*: the last value of a field that only the first row of a group has.
    - *matches_by_key*: matches without boards, by section, round and both numbers.
    - *group_row_fields*: the fields whose values come from group rows such as "Round 3".
    """

    columns: ColumnFile
    contest: str = ""
    report: Report = field(default_factory=Report)
    sections_by_key: dict[tuple[str, str], FlatSection] = field(default_factory=dict)
    seen_line_keys: set[tuple[object, ...]] = field(default_factory=set)
    event_date: date | None = None
    possible_dates: tuple[date, ...] = ()
    _date_order: DateOrder | None = None
    suit_letters: SuitLetters | None = None
    contract_translations: Mapping[str, str] = field(default_factory=dict)
    seat_translations: Mapping[str, str] = field(default_factory=dict)
    cached_results: dict[tuple[bool | str | None, ...], ResultInFile] = field(default_factory=dict)
    listed_pairs_by_section: dict[tuple[str, str], dict[Label, FlatPair]] = field(
        default_factory=dict
    )
    values_above_by_field: dict[str, str] = field(default_factory=dict)
    group_row_fields: set[str] = field(default_factory=set)
    boards_with_cards: set[tuple[str, str, int]] = field(default_factory=set)
    matches_by_key: dict[tuple[str, str, int, int, int], MatchInFile] = field(default_factory=dict)
    trick_counting: str = "all"
    game: str = "bridge"

    def read_event(self) -> SourceEvent:
        """Return the event of all rows.

        :raises ImportFileError: with every problem of the rows
        """
        headings = " ".join(self.columns.titles).upper()
        top_rows = self.columns.rows[: self.columns.heading_index + 1]
        # The first lines belong to the last board above the headings.
        boards_upwards = map(read_board_row, reversed(top_rows))
        self.values_above_by_field["board"] = next(filter(None, boards_upwards), "")
        # Before any row is read, because only all rows together show the language.
        self._detect_languages(headings)
        parts = self.columns.parts
        date_texts_above = [parts.date_text, *_iter_dates(top_rows)]
        self._date_order = find_date_order([*date_texts_above, *self._iter_column_cells("date")])
        for text in date_texts_above:
            self._store_event_date(text)
        for row in top_rows:
            self._read_group_row(row)
        self._read_rows_below(top_rows)
        self._add_parts(parts)
        self._report_unused_columns()
        for (session, name, *_match_key), match in self.matches_by_key.items():
            self.sections_by_key[session, name].matches.append(match)
        for key, listed_pairs in self.listed_pairs_by_section.items():
            self.sections_by_key[key].pairs += listed_pairs.values()
        for section in self.sections_by_key.values():
            section.lines = scale_percents(section.lines)
        event_head = EventHead(
            self._choose_scoring([*top_rows, parts.scoring_row]),
            title=parts.values_by_name.get("title", ""),
            event_date=self.event_date,
            possible_dates=self.possible_dates,
            program=parts.values_by_name.get("version", ""),
            game=self.game,
            contest=TEAMS if self._has_teams else self._own_contest.contest or self.contest,
            own_scoring=self._own_scoring,
            suit_letters=self.suit_letters,
        )
        return make_source_event(event_head, list(self.sections_by_key.values()), self.report)

    def _read_rows_below(self, top_rows: Sequence[Sequence[str]]) -> None:
        """Read the rows below the headings: lines, and the rows that head a group of lines."""
        heading = top_rows[-1] if top_rows else None
        for row_index, row in enumerate(self.columns.rows_below, start=len(top_rows)):
            filled_cells = len(row) - row.count("")
            if (board := read_board_row(row)) and not self._is_line(row):
                self.values_above_by_field["board"] = board
            elif filled_cells < _MIN_RESULT_CELLS:
                self._read_group_row(row)
            elif row != heading and not self._is_summary_row(row):
                self._read_row(row, self.columns.sheet.describe_row(row_index))

    def _report_unused_columns(self) -> None:
        """Add a doubt about columns whose cells were left out."""
        if self._own_scoring:
            return
        ignored_parts = IgnoredParts()
        for column in list_unknown_columns(self.columns):
            cells = [row[column] for row in self.columns.lines if column < len(row)]
            # Movies are read from any column.
            if not any(map(contains_lin, cells[:_MAX_LINES_COMPARED])):
                for cell in filter(None, cells):
                    ignored_parts.add_part(self.columns.headings[column], cell)
        if names := ignored_parts.names_text:
            doubt = Doubt(
                "doubt-columns",
                "Columns left out: {names}. If one of them matters, say under Columns what it holds.",
                names=names,
            )
            if parts := list_missing_parts(self.columns):
                question = describe_missing_parts(parts)
                doubt = Doubt(
                    "doubt-no-contracts",
                    "{question} Without it, only scores are imported. Columns left out: {names}. Say "
                    "under Columns what they hold.",
                    question=question,
                    names=names,
                )
            self.report.doubts.append(doubt)

    def _store_event_date(self, text: str) -> None:
        """Store the date in *text* as the event's date, unless another date came first."""
        if self.event_date is None and not self.possible_dates:
            possible = list_possible_dates(text)
            if self._date_order is None and len(possible) > 1:
                self.possible_dates = possible
            else:
                order = self._date_order or DateOrder.DAY_FIRST
                self.event_date = parse_date(text, order) or _convert_serial_date(text)

    def _add_movie(self, section: FlatSection, board_no: int, row: Sequence[str]) -> None:
        """Add the cards in the first movie of a board, if the file has movies."""
        key = section.session, section.name, board_no
        if not self._has_movies or key in self.boards_with_cards:
            return
        if movie := next(filter(contains_lin, row), ""):
            self.boards_with_cards.add(key)
            section.hands.append(parse_movie_deal(board_no, movie))

    @cached_property
    def _has_movies(self) -> bool:
        rows = islice(self.columns.lines, _MAX_LINES_COMPARED)
        return any(contains_lin(cell) for row in rows for cell in row)

    def _add_parts(self, parts: FileParts) -> None:
        """Add the standings and the number of winners that the file has above the travellers."""
        all_pairs = [pair for pairs in parts.pairs_by_section.values() for pair in pairs]
        is_only_section = len(self.sections_by_key) == 1
        for section in self.sections_by_key.values():
            # With one section, the standings may leave out or vary its name.
            section_pairs = parts.pairs_by_section.get(section.name, ())
            section.pairs += all_pairs if is_only_section else section_pairs
            # Equal labels on both sides show that N-S and E-W are numbered apart.
            if not any(line.ns == line.ew for line in section.lines):
                section.winner_count = section.winner_count or parts.winner_count

    def _choose_scoring(self, rows_above: Sequence[Sequence[str]]) -> str:
        """Return the scoring that the file names, or the one to try first, with a doubt."""
        if self._own_scoring:
            return get_method(self._own_scoring.method_key).name_in_files
        named_scoring = detect_named_scoring(self.columns.titles, rows_above)
        scoring = named_scoring.scoring or "matchpoints"
        method_name = get_method(scoring).name_in_sentence
        if named_scoring.vague_word:
            self.report.doubts.append(
                make_vague_scoring_doubt(text=named_scoring.vague_word, method_name=method_name)
            )
        elif not named_scoring.scoring:
            self.report.doubts.append(make_no_scoring_doubt(method_name))
        return scoring

    def _read_group_row(self, row: Sequence[str]) -> None:
        """Store the value that a group row sets for the lines below it, if *row* is one."""
        name, value = read_group_row(row)
        if name:
            self.values_above_by_field[name] = value
            self.group_row_fields.add(name)

    def _is_summary_row(self, row: Sequence[str]) -> bool:
        """Return whether *row* is a sum. The line of a player called Som isn't."""
        if not is_summary_row(row):
            return False
        filled_fields = self._get_cells_by_field(row).keys()
        named_columns = filled_fields & {*_SEATS, "names_ns", "names_ew"}
        return len(named_columns) < _MIN_NAMED_COLUMNS

    def _detect_languages(self, headings: str) -> None:
        """Find the languages of contracts and seats, the game, and how tricks are counted."""
        contract_cells = self._collect_contract_cells()
        whole_results = [parts for cell in contract_cells if (parts := parse_result_cell(cell))]
        other_cells = [cell for cell in contract_cells if not parse_result_cell(cell)]
        contracts = [*(parts.contract for parts in whole_results), *other_cells]
        self.suit_letters = choose_suit_letters(contracts, self._iter_column_cells("lead"))
        self.contract_translations = translate_contracts(contracts, self.suit_letters)
        declarers = {parts.declarer for parts in whole_results if parts.declarer}
        # Headings with "E-O" mean Est and Ouest, so O isn't Ost.
        is_west_o = bool(re.search(r"\bE[ /-]?O\b", headings))
        self.seat_translations = translate_seats(
            [*self._collect_seats(), *declarers], is_west_o=is_west_o
        )
        if "honours" in self.columns.column_by_field:
            lines = map(self._get_cells_by_field, self.columns.rows_below)
            self.game = choose_auction_game(
                (cells.get("contract", ""), cells.get("honours", "")) for cells in lines
            )
        # Last, because comparable lines need the translations.
        self.trick_counting = guess_trick_counting(
            islice(self._iter_comparable_lines(), _MAX_LINES_COMPARED)
        )

    def _collect_contract_cells(self) -> set[str]:
        """Return the different contracts, put together if level and suit have columns."""
        is_divided = not {"level", "double"}.isdisjoint(self.columns.column_by_field)
        if is_divided:
            return set(map(join_contract, map(self._get_cells_by_field, self.columns.rows_below)))
        return set(self._iter_column_cells("contract"))

    def _collect_seats(self) -> list[str]:
        """Return the different seats of declarers, from their own column and beside tricks."""
        seats = []
        for cell in set(self._iter_column_cells("declarer")):
            parts = parse_seat_and_tricks(cell)
            seats.append(parts.declarer if parts else cell)
        for cell in set(self._iter_column_cells("tricks")):
            if parts := parse_seat_and_tricks(cell):
                seats.append(parts.declarer)
        return seats

    def _iter_comparable_lines(self) -> Iterator[LineText]:
        """Yield the lines with tricks, to find out how tricks are counted."""
        if "tricks" not in self.columns.column_by_field:
            return
        board = self.values_above_by_field["board"]
        for row in self.columns.rows_below:
            cells = self._get_cells_by_field(row)
            board = cells.get("board") or read_board_row(row) or board
            board_no = _parse_board_number(board)
            if not board_no or "tricks" not in cells:
                continue
            parts = _split_result(cells)
            contract = self.contract_translations.get(parts.contract, parts.contract)
            declarer = self.seat_translations.get(parts.declarer, parts.declarer)
            score = _parse_whole_number(_get_ns_score(cells))
            yield LineText(
                board_no,
                contract="".join(contract.split()),
                declarer=declarer.upper(),
                tricks=parts.tricks,
                # On a pair's card the score is the pair's, N-S or E-W.
                score=None if self._has_pair_cards else score,
            )

    def _iter_column_cells(self, name: str) -> Iterator[str]:
        if (column := self.columns.column_by_field.get(name)) is not None:
            yield from (row[column] for row in self.columns.rows_below if column < len(row))

    @cached_property
    def _group_fields(self) -> frozenset[str]:
        """The fields whose cells are filled only in the first row of a group."""
        return frozenset(
            name
            for name in _GROUP_FIELDS
            if name in self.columns.column_by_field and _is_grouped(self._iter_column_cells(name))
        )

    @cached_property
    def _has_days(self) -> bool:
        """Whether the lines have several dates, each of which is a session."""
        return len(set(filter(None, self._iter_column_cells("date")))) > 1

    def _get_cells_by_field(self, row: Sequence[str]) -> dict[str, str]:
        """Return the nonempty cells of known columns."""
        width = len(row)
        return {
            name: cell
            for name, column in self._field_columns
            if column < width and (cell := row[column])
        }

    def _is_line(self, row: Sequence[str]) -> bool:
        """Return whether a row that looks like a board's heading is a line of it."""
        cells = self._get_cells_by_field(row)
        ns, ew = self._read_sides(cells, is_turned=False)
        is_seated = (ns.label and ew.label) or any(_get_seat_names(cells))
        return bool(
            "board" in cells and is_seated and any(name in cells for name in _RESULT_FIELDS)
        )

    def _read_row(self, row: Sequence[str], where: str) -> None:
        """Add the line in *row* to its section."""
        cells = self._get_cells_by_field(row)
        self._fill_from_above(cells)
        board_text = cells.get("board") or self.values_above_by_field["board"]
        board_no = _parse_board_number(board_text)
        if not board_no:
            self._report_missing_board(row, cells, board_text, where)
            return
        if self.event_date is None and "date" in cells:
            self._store_event_date(cells["date"])
        # Imported events have no void matches, so these boards would count.
        if self._own_scoring and cells.get("remark") == VOID_MATCH_REMARK:
            return
        is_turned = self._is_turned(cells)
        sides = self._read_sides(cells, is_turned=is_turned)
        line = self._make_line(cells, sides, board_no, where, is_turned=is_turned)
        if line is None or self._is_unplayed(line, cells):
            self._add_match_line(line, cells, sides)
            return
        section = self._get_or_add_section(cells, sides)
        # Every result is on the cards of both pairs, and counts once.
        if self._has_pair_cards:
            key = section.session, section.name, line.board_no, line.ns, line.ew
            if key in self.seen_line_keys:
                return
            self.seen_line_keys.add(key)
        section.lines.append(line)
        self._add_movie(section, board_no, row)
        if "contest" in cells and self._own_scoring:
            section.winner_count = parse_contest(cells["contest"]).winner_count
        section.is_own_file = self._own_scoring is not None
        if self._has_teams:
            section.is_by_team = True
        self._store_listed_pairs(section, line, cells)

    def _add_match_line(
        self, line: FlatLine | None, cells: Mapping[str, str], sides: tuple[Side, Side]
    ) -> None:
        """Add a *line* without a result, and the result of its match if that was entered."""
        if line is None or self._own_scoring is None:
            return
        section = self._get_or_add_section(cells, sides)
        section.is_own_file = True
        section.is_by_team = self._has_teams
        section.unplayed_lines.append(line)
        self._store_listed_pairs(section, line, cells)
        if line.ns is None or line.ew is None or not cells.get("match_unit"):
            return
        low, high = sorted((line.ns.number, line.ew.number))
        key = section.session, section.name, line.round_no or 0, low, high
        match = self.matches_by_key.get(key) or MatchInFile(
            line.round_no or 0, line.ns.number, line.ew.number, is_reported=True
        )
        result = parse_points(cells.get("match_ns", "")), parse_points(cells.get("match_ew", ""))
        if match.first_no != line.ns.number:
            result = result[::-1]
        if cells["match_unit"] == SCORES:
            match = replace(match, scores=result)
        else:
            match = replace(match, result=result)
            section.match_unit = cells["match_unit"]
        boards = tuple(sorted({*match.boards, line.board_no}))
        self.matches_by_key[key] = replace(match, boards=boards)

    def _report_missing_board(
        self, row: Sequence[str], cells: Mapping[str, str], board_text: str, where: str
    ) -> None:
        """Report a row without a board number, unless it has only remarks."""
        has_unknown_cells = len(cells) < len(row) - row.count("")
        has_result = any(name in cells for name in _RESULT_FIELDS)
        if _has_figure(board_text) or has_result or has_unknown_cells:
            self.report.problems.append(make_board_number_error(where=where, text=board_text))

    def _get_or_add_section(
        self, cells: Mapping[str, str], sides: tuple[Side, Side]
    ) -> FlatSection:
        """Return the section that a line's columns name, or that both sides have as a letter."""
        ns_side, ew_side = sides
        letter = ns_side.section if ns_side.section == ew_side.section else ""
        session = cells.get("session") or (cells.get("date", "") if self._has_days else "")
        name = cells.get("section") or letter
        return self.sections_by_key.setdefault((session, name), FlatSection(session, name))

    def _is_unplayed(self, line: FlatLine, cells: Mapping[str, str]) -> bool:
        """Return whether this program wrote *line* before it was played.

        A line that won't be played has ``NP`` as its contract.
        """
        is_empty = line.result == ResultInFile() and "contract" not in cells
        return self._own_scoring is not None and is_empty

    def _fill_from_above(self, cells: dict[str, str]) -> None:
        """Fill *cells* with the values that only the first row of a group has."""
        for name in self._group_fields | self.group_row_fields:
            if name in cells:
                self.values_above_by_field[name] = cells[name]
            elif self.values_above_by_field.get(name):
                cells[name] = self.values_above_by_field[name]

    def _store_listed_pairs(
        self, section: FlatSection, line: FlatLine, cells: Mapping[str, str]
    ) -> None:
        """Store the team names and final figures of a line's two sides."""
        listed_pairs = self.listed_pairs_by_section.setdefault((section.session, section.name), {})
        for side, label in (("ns", line.ns), ("ew", line.ew)):
            labels = [label] if label else _list_player_labels(line, side, cells.get(side, ""))
            totals, percents, ranks = (
                parse_figures(cells.get(f"{figure}_{side}", ""), len(labels))
                for figure in ("total", "final_percent", "place")
            )
            for index, side_label in enumerate(labels):
                direction = side_label.direction
                if section.winner_count == 2 and not direction:
                    direction = side.upper()
                pair = FlatPair(
                    Label(side_label.number, direction),
                    total=parse_points(totals[index]),
                    percent=parse_points(percents[index]),
                    rank=parse_number(ranks[index].strip("= ")),
                    name=cells.get(f"names_{side}", "") if self._has_teams else "",
                )
                has_figures_or_name = pair != FlatPair(pair.label)
                if has_figures_or_name:
                    listed_pairs.setdefault(pair.label, pair)

    def _make_line(
        self,
        cells: Mapping[str, str],
        sides: tuple[Side, Side],
        board_no: int,
        where: str,
        *,
        is_turned: bool,
    ) -> FlatLine | None:
        """Return the line of a row, or None for a sit-out."""
        players = self._get_player_numbers(cells, is_turned=is_turned)
        if players and self._has_teams:
            raise make_seated_teams_error()
        seats = self._get_line_names(cells, sides, players)
        unknown_sides = _list_unknown_sides(sides, seats)
        if unknown_sides and not players:
            self._report_unknown_sides(cells, unknown_sides, where, is_turned=is_turned)
            return None
        ns_side, ew_side = sides
        percents = [parse_points(cells.get(f"{side}_percent", "")) for side in ("ns", "ew")]
        if is_turned:
            percents.reverse()
        ns_percent, ew_percent = percents
        return FlatLine(
            where,
            board_no,
            self._read_cached_result(cells, where, is_turned=is_turned),
            ns_side.label,
            ew_side.label,
            seats=seats if any(seats) else (),
            lead=cells.get("lead", ""),
            ns_points=parse_points(cells.get("ns_points", "")),
            ew_points=parse_points(cells.get("ew_points", "")),
            ns_percent=ns_percent,
            ew_percent=ew_percent,
            round_no=parse_number(cells.get("round", "")),
            table_no=parse_number(cells.get("table", "")),
            players=players,
        )

    def _get_line_names(
        self, cells: Mapping[str, str], sides: tuple[Side, Side], players: tuple[int, ...]
    ) -> tuple[str, ...]:
        """Return the names of N, E, S and W, without figures in place of names."""
        is_own_file = self._own_scoring is not None
        if self._has_teams:
            ns_names, ew_names = cells.get("players_ns", ""), cells.get("players_ew", "")
            return _get_seat_names(
                {"names_ns": ns_names, "names_ew": ew_names}, is_own_file=is_own_file
            )
        if not (self._has_names or sides[0].names or sides[1].names):
            return _UNKNOWN_NAMES
        seats = _get_seat_names(cells, sides, is_own_file=is_own_file)
        if players and _has_figure(seats[0]):
            cells_without_seats = {name: cells[name] for name in cells if name not in _SEATS}
            return _get_seat_names(cells_without_seats, sides)
        return seats

    def _get_player_numbers(self, cells: Mapping[str, str], *, is_turned: bool) -> tuple[int, ...]:
        """Return the numbers of the single players N, E, S and W, or ()."""
        numbers = tuple(parse_number(cells.get(seat, "")) or 0 for seat in _SEATS)
        # Some programs write the number of a pair on both of its seats.
        if all(numbers) and len(set(numbers)) == len(_SEATS):
            return numbers
        return parse_partner_seats(*self._get_side_texts(cells, is_turned=is_turned))

    def _report_unknown_sides(
        self, cells: Mapping[str, str], unknown_sides: Sequence[int], where: str, *, is_turned: bool
    ) -> None:
        """Report the unknown sides of a row, unless it is a sit-out."""
        names = (cells.get("names_ns", ""), cells.get("names_ew", ""))
        side_texts = self._get_side_texts(cells, is_turned=is_turned)
        texts = [text or name for text, name in zip(side_texts, names, strict=True)]
        has_result = any(
            not is_nothing(cells.get(name, "")) and not is_zero(cells[name])
            for name in _MADE_FIELDS
        )
        is_sit_out = len(unknown_sides) == 1 and is_nobody(texts[unknown_sides[0]])
        if is_sit_out and not has_result:
            return
        for side_index in unknown_sides:
            self.report.problems.append(
                make_line_side_error(
                    where=where,
                    text=texts[side_index],
                    side=("N-S", "E-W")[side_index],
                )
            )

    def _read_cached_result(
        self, cells: Mapping[str, str], where: str, *, is_turned: bool
    ) -> ResultInFile:
        """Return the result of a line, cached by the texts of its cells."""
        result_key = is_turned, *map(cells.get, _RESULT_FIELDS)
        if cached_result := self.cached_results.get(result_key):
            return cached_result
        if self._own_scoring and is_ruling(cells.get("contract", "")):
            self.cached_results[result_key] = ResultInFile(own_text=cells["contract"])
            return self.cached_results[result_key]
        parts = _split_result(cells)
        contract, score = parts.contract, _get_ns_score(cells)
        is_adjusted = contract.upper() == ADJUSTED_CONTRACT or (
            contract.upper().rstrip(".") in ADJUSTED_TEXTS and (is_nothing(score) or is_zero(score))
        )
        if is_adjusted and cells.get("ns_points"):
            # The official points are the award. A5050 only marks the score as adjusted.
            contract, score = "", "A5050"
        elif is_turned and re.fullmatch("[+-]?[0-9]{1,9}", score):
            score = str(-int(score))
        message_count = self.report.message_count
        parts_by_name = {
            "contract": self.contract_translations.get(contract, contract),
            "declarer": self.seat_translations.get(parts.declarer, parts.declarer),
            "tricks": with_sign(parts.tricks, self.trick_counting),
            "score": score,
        }
        if self.game == "bridge":
            result = parse_made_result(where, self.report, has_nullos=False, **parts_by_name)
        else:
            parts_by_name["honours"] = cells.get("honours", "")
            result = parse_auction_result(
                where, self.report, game=self.game, cells_by_name=parts_by_name
            )
        # A result with a message isn't cached: each such line is reported.
        if self.report.message_count == message_count:
            self.cached_results[result_key] = result
        return result

    def _is_turned(self, cells: Mapping[str, str]) -> bool:
        """Return whether the pair of a card sat E-W, O-W or E-O as its language says."""
        direction = cells.get("sat", "").strip().upper()
        return self._has_pair_cards and direction.startswith(("E", "O", "W"))

    def _get_side_texts(self, cells: Mapping[str, str], *, is_turned: bool) -> tuple[str, str]:
        if not self._has_pair_cards:
            return cells.get("ns", ""), cells.get("ew", "")
        pair_text, opponents_text = cells.get("pair", ""), cells.get("opponents", "")
        if is_turned:
            return opponents_text, pair_text
        return pair_text, opponents_text

    def _read_sides(self, cells: Mapping[str, str], *, is_turned: bool) -> tuple[Side, Side]:
        ns, ew = self._get_side_texts(cells, is_turned=is_turned)
        return parse_side(ns), parse_side(ew)

    @cached_property
    def _field_columns(self) -> list[tuple[str, int]]:
        return list(self.columns.column_by_field.items())

    @cached_property
    def _has_names(self) -> bool:
        """Whether any column has the names of players."""
        return not {*_SEATS, "names_ns", "names_ew"}.isdisjoint(self.columns.column_by_field)

    @cached_property
    def _own_contest(self) -> OwnContest:
        """Who competes, as a file of this program says.

        A column of this name in other files can mean anything.

        :raises ImportFileError: if the lines name different contests
        """
        if self._own_scoring is None:
            return OwnContest()
        texts = sorted(set(filter(None, self._iter_column_cells("contest"))))
        contests = list(map(parse_contest, texts))
        if len({own_contest.contest for own_contest in contests}) > 1:
            texts_in_conflict = " and ".join(text[:30] for text in (texts[0], texts[-1]))
            raise ImportFileError(
                "contests-differ",
                "The column Contest has {given}, but an event is of pairs, teams or single players. "
                "Correct the column.",
                given=texts_in_conflict,
            )
        return next(iter(contests), OwnContest())

    @cached_property
    def _own_scoring(self) -> OwnScoring | None:
        """The scoring that all lines of this program's file say, or None in other files.

        :raises ImportFileError: as ``find_own_scoring``
        """
        return find_own_scoring(set(self._iter_column_cells("scored_by")))

    @cached_property
    def _has_teams(self) -> bool:
        """Whether the file says that teams compete, or has players beside the two teams."""
        return self._own_contest.contest == TEAMS or "players_ns" in self.columns.column_by_field

    @cached_property
    def _has_pair_cards(self) -> bool:
        return "opponents" in self.columns.column_by_field


def _list_unknown_sides(sides: tuple[Side, Side], seats: Sequence[str]) -> list[int]:
    """Return the indexes of the sides without a number, 0 for N-S and 1 for E-W."""
    unknown_sides = [index for index, side in enumerate(sides) if side.label is None]
    if len(unknown_sides) > 1:
        # Sides without numbers are pairs if their players have names. *seats* start with N and E.
        return [index for index in unknown_sides if not seats[index]]
    return unknown_sides


def _list_player_labels(line: FlatLine, side: str, side_text: str) -> list[Label]:
    """Return the labels of the single players on a *side* of the line, if it has any.

    Final figures of two partners are in the order of *side_text*, such as ``"2+4"``, whoever sat N.
    """
    # *players* are N, E, S and W, so every other one is a partner.
    first_seat = ("ns", "ew").index(side)
    numbers = parse_partners(side_text) or line.players[first_seat::2]
    return [Label(number) for number in numbers]


def _split_result(cells: Mapping[str, str]) -> ResultParts:
    """Return contract, declarer and tricks from their columns, or from one that has several."""
    declarer, tricks = cells.get("declarer", ""), cells.get("tricks", "")
    contract = join_contract(cells)
    whole_result = parse_result_cell(contract) or ResultParts(contract)
    seat_and_tricks_parts = parse_seat_and_tricks(tricks) or parse_seat_and_tricks(declarer)
    if seat_and_tricks_parts:
        declarer = seat_and_tricks_parts.declarer
        tricks = seat_and_tricks_parts.tricks
    if is_nothing(declarer):
        declarer = whole_result.declarer
    if is_nothing(contract) and is_artificial_text(cells.get("remark", "")):
        whole_result = ResultParts(cells["remark"])
    if is_nothing(tricks):
        tricks = whole_result.tricks
    return ResultParts(whole_result.contract, declarer, tricks)


def _get_ns_score(cells: Mapping[str, str]) -> str:
    """Return the N-S score from its column, or from the column of E-W scores."""
    ns_score, ew_score = cells.get("score", ""), cells.get("score_ew", "")
    has_ns_score = not (is_nothing(ns_score) or is_zero(ns_score))
    if has_ns_score or is_nothing(ew_score) or is_zero(ew_score):
        return ns_score
    if ew_score.startswith(("-", "−")):
        return ew_score.lstrip("-−")
    return f"-{ew_score.lstrip('+')}"


def _parse_whole_number(text: str) -> int | None:
    if re.fullmatch("[+-]?[0-9]{1,5}", text):
        return int(text)
    return None


def _is_grouped(cells: Iterable[str]) -> bool:
    """Return whether only the first row of each group has its cell of a column filled."""
    previous_cell = ""
    has_gaps = False
    for cell in cells:
        if not cell:
            has_gaps = True
        elif cell == previous_cell:
            return False  # A group would not repeat its value.
        else:
            previous_cell = cell
    return has_gaps


def _get_seat_names(
    cells: Mapping[str, str],
    sides: Sequence[Side] = (Side(), Side()),
    *,
    is_own_file: bool = False,
) -> tuple[str, ...]:
    """Return the names of N, E, S and W, "" if missing."""
    seats = tuple(cells.get(seat, "") for seat in _SEATS)
    if any(seats):
        return seats
    ns_side, ew_side = sides
    ns_names = cells.get("names_ns") or ns_side.names
    ew_names = cells.get("names_ew") or ew_side.names
    north, south = split_two_names(ns_names, is_own_file=is_own_file)
    east, west = split_two_names(ew_names, is_own_file=is_own_file)
    return north, east, south, west


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text))


def _iter_dates(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the dates in *rows*, as written."""
    for row in rows:
        for cell in row:
            yield from _DAY_PATTERN.findall(cell)


def _convert_serial_date(text: str) -> date | None:
    """Return the date of a spreadsheet's serial number, or None.

    An unformatted cell shows the number. Spreadsheets count days from 30 December 1899. Numbers of
    other years than 1954 to 2091 are no dates of events.
    """
    if re.fullmatch("[2-6][0-9]{4}", text):
        return date(1899, 12, 30) + timedelta(days=int(text))
    return None


@lru_cache(maxsize=65_536)
def _parse_board_number(text: str) -> int:
    """Return the board number in *text*, or 0."""
    match = _ONE_NUMBER.fullmatch(text) if len(text) < 12 else None
    if match:
        return int(match[1])
    return 0
