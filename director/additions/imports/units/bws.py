"""Read files of table units (Bridgemate, BridgeTab): results, players, cards and movement.

Format: [BMDEV].
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from director.additions.imports.formats.source.contest import PAIRS, TEAMS
from director.additions.imports.formats.source.event import make_source_event
from director.additions.imports.formats.source.flat import (
    MAX_PAIR_NUMBER,
    MAX_PLAYER_NUMBER,
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
)
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer, SourceRound
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.results import (
    is_artificial_text,
    parse_made_result,
    parse_score,
)
from director.additions.imports.formats.source.section import count_winners
from director.additions.imports.refusals import make_board_number_error, make_no_scoring_doubt
from director.formats.deals import MAX_BOARD_NO, DealInFile, make_written_deal
from director.formats.errors import Doubt, IgnoredParts, ImportFileError
from director.formats.reading import strip_invisible
from director.formats.refusals import make_deals_board_error
from director.formats.result import ResultInFile

if TYPE_CHECKING:
    from director.additions.imports.units.access import AccessFile


_RESULTS, _ROUNDS, _SECTIONS = "ReceivedData", "RoundData", "Section"
_UNUSED_TABLES = ("BiddingData", "PlayData", "HandEvaluation", "IntermediateData")
_TEAM_SCORING = 4
"""The ``ScoringType`` of a section of teams."""
Row = Mapping[str, Any]
"""The values of a row by column name."""
Players = tuple[int, ...]
"""The numbers of the single players N, E, S and W, or () for pairs."""


def read_bws(data: bytes, contest: str = "") -> SourceEvent:
    """Return the event in *data*, the bytes of a ``.bws`` file.

    The movement comes from the rounds, tables and boards of the units. If a result was entered
    again, the last entry counts. The file doesn't state the scoring method.

    Single players are known by their four numbers at each table. Teams are known by the scoring
    type of the section, or by matches at two tables. *contest* is the director's, as in
    ``read_source``.

    :raises ImportFileError: with every problem of the file, or if the optional package for such
        databases isn't installed
    :raises ImportFileError: if the file may be of pairs or of teams and *contest* is empty

    Source: [BMDEV].
    """
    try:
        # Needs an optional package: pip install .[bws]
        from director.additions.imports.units.access import AccessFile
    except ImportError:
        raise ImportFileError(
            "bws-no-reader",
            "Bridgemate files (.bws) need one more package. Type pip install .[bws] in the "
            "program’s folder, restart the program and choose the file again.",
        ) from None
    return _BwsReader(AccessFile(data), contest).read_event()


class _BwsReader:
    """Reads the event in *database*."""

    def __init__(self, database: "AccessFile", contest: str) -> None:
        for table in (_RESULTS, _ROUNDS, _SECTIONS):
            if not database.has_table(table):
                raise ImportFileError(
                    "bws-no-tables",
                    "The database has no {table}, so it isn’t from a Bridgemate. Choose the session’s "
                    ".bws file.",
                    table=table,
                )
        self._database = database
        self._report = Report()
        self._players = UnitPlayers(database)
        self._results_by_section = group_rows_by_section(
            filter_valid_results(database.read_rows(_RESULTS))
        )
        self._rounds_by_section = group_rows_by_section(database.read_optional_rows(_ROUNDS))
        self._hands_by_section = group_rows_by_section(
            filter(_has_cards, database.read_optional_rows("HandRecord"))
        )
        rows_by_id = {get_row_number(row, "ID"): row for row in database.read_rows(_SECTIONS)}
        self._section_rows = [
            row for number, row in rows_by_id.items() if number in self._results_by_section
        ]
        self._letter_counts = Counter(_get_letter_in_session(row) for row in self._section_rows)
        self._contest = contest or self._detect_stated_contest()

    def _detect_stated_contest(self) -> str:
        """Return teams if the scoring type says so, or "". Other types don't tell the contest."""
        types = {get_row_number(row, "ScoringType") for row in self._section_rows}
        return TEAMS if types == {_TEAM_SCORING} else ""

    def read_event(self) -> SourceEvent:
        """Return the event."""
        self._report.doubts.append(make_no_scoring_doubt("matchpoints"))
        self._refuse_mixed_sections()
        sections = [self._read_section(row) for row in self._section_rows]
        if self._contest != PAIRS:
            sections = self._join_team_sections(sections)
        for section in sections:
            # By the lines alone, because units list pairs with a direction in any movement.
            section.winner_count = section.winner_count or count_winners(section.lines)
        sessions = self._database.read_optional_rows("Session")
        title = next((get_row_text(row, "Name") for row in sessions), "")
        dates = [row.get("Date") for row in sessions]
        for results in self._results_by_section.values():
            dates += [row.get("DateLog") for row in results]
        event_date = next(filter(None, map(read_day, dates)), None)
        if unreadable_tables := self._database.unreadable_tables:
            tables = " and ".join(unreadable_tables)
            self._report.doubts.append(
                Doubt(
                    "doubt-bws-tables",
                    "The database’s part {tables} can’t be read, so it was left out. The results are "
                    "complete.",
                    tables=tables,
                )
            )
        ignored_parts = IgnoredParts()
        for table in _UNUSED_TABLES:
            if count := self._database.count_rows(table):
                ignored_parts.add_part(table, times=count)
        self._report.ignored_parts += ignored_parts.make_doubts("Parts")
        event_head = EventHead(
            "matchpoints", title, event_date=event_date, program="Bridgemate", contest=self._contest
        )
        return make_source_event(event_head, sections, self._report)

    def _refuse_mixed_sections(self) -> None:
        """Refuse single players beside pairs or teams, because an event has one contest."""
        names_by_kind: dict[bool, str] = {}
        for row in self._section_rows:
            players_by_table = self._get_single_players_by_table(get_row_number(row, "ID"))
            is_individual = bool(players_by_table)
            names_by_kind.setdefault(is_individual, self._get_section_name(row))
        if len(names_by_kind) > 1:
            raise ImportFileError(
                "bws-mixed",
                "Section {singles} is an individual contest, but section {pairs} isn’t. Import a file "
                "with one of them only.",
                singles=names_by_kind[True],
                pairs=names_by_kind[False],
            )

    def _get_section_name(self, row: Row) -> str:
        """Return the letter of a section, or its number if another one has the same letter."""
        letter = get_row_text(row, "Letter")
        is_unique = self._letter_counts[_get_letter_in_session(row)] == 1
        return letter if letter and is_unique else str(get_row_number(row, "ID"))

    def _join_team_sections(self, sections: list[FlatSection]) -> list[FlatSection]:
        """Return the *sections* with both rooms of a match in one, and detect teams."""
        sections_by_session: dict[str, list[FlatSection]] = defaultdict(list)
        for section in sections:
            sections_by_session[section.session].append(section)
        joined_sections = []
        for session_sections in sections_by_session.values():
            joined_sections += join_rooms(session_sections)
        if not self._contest and has_only_teams(joined_sections):
            self._contest = TEAMS
        for section in joined_sections:
            section.is_by_team = self._contest == TEAMS and has_both_tables(section.rounds)
        return joined_sections

    def _get_single_players_by_table(self, section_id: int) -> dict[tuple[int, int], Players]:
        """Return the single players by round and table."""
        players_by_table = {}
        for row in self._rounds_by_section.get(section_id, ()):
            round_no, table_no = _get_numbers(row, ("Round", "Table"))
            if players := get_row_players(row, ns="NSPair", ew="EWPair"):
                players_by_table[round_no, table_no] = players
        return players_by_table

    def _read_section(self, row: Row) -> FlatSection:
        section_id = get_row_number(row, "ID")
        winners = get_row_number(row, "Winners")
        section = FlatSection(
            session=_get_session_name(row),
            name=self._get_section_name(row),
            winner_count=winners if winners in (1, 2) else 0,
            hands=[read_record_deal(hand) for hand in self._hands_by_section.get(section_id, ())],
        )
        reader = ResultReader(self._get_single_players_by_table(section_id), self._report)
        lines_and_turns = []
        for result in self._results_by_section[section_id]:
            if line := reader.read_line(result):
                lines_and_turns.append((line, is_turned(result)))
        # The movement and the winners follow from the pairs as entered, so they come first.
        section.lines = [line for line, _is_turned in lines_and_turns]
        movement_rows = self._rounds_by_section.get(section_id, ())
        missing_pair = get_row_number(row, "MissingPair")
        section.rounds = tuple(read_rounds(movement_rows, missing_pair, section.lines))
        section.pairs = list(self._players.iter_contestants(section_id, section.rounds))
        is_match = self._contest == TEAMS or has_both_tables(section.rounds)
        winner_count = section.winner_count or count_winners(section.lines)
        is_exchangeable = winner_count == 1 and not is_match
        for index, (line, is_line_turned) in enumerate(lines_and_turns):
            if is_line_turned:
                section.lines[index] = self._turn_line(line, is_exchangeable=is_exchangeable)
        return section

    def _turn_line(self, line: FlatLine, *, is_exchangeable: bool) -> FlatLine:
        """Return *line* with its pairs exchanged, because they sat in the other direction.

        With two winners or in a match, which isn't *is_exchangeable*, the ranking would change. Then
        the line has no result, and the director gets a doubt.
        """
        if is_exchangeable:
            return line._replace(ns=line.ew, ew=line.ns)
        self._report.doubts.append(
            Doubt(
                "doubt-turned",
                "{where}: the pairs sat in the other direction. The result was left out; enter it in "
                "Scores.",
                where=line.where,
            )
        )
        return line._replace(result=ResultInFile())


def _has_cards(row: Row) -> bool:
    return any(row.get(column) for column in SUIT_COLUMNS)


def _get_letter_in_session(row: Row) -> tuple[str, str]:
    return _get_session_name(row), get_row_text(row, "Letter")


def _get_session_name(row: Row) -> str:
    return str(row.get("Session") or "")


# The cards of boards in a database of table units.

_SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
SUIT_COLUMNS = tuple(f"{seat}{suit}" for seat in _SEAT_NAMES.values() for suit in _SUITS.values())
"""The columns with cards: ``"NorthSpades"`` and so on."""


def read_record_deal(row: Mapping[str, Any]) -> DealInFile | ImportFileError:
    """Return the deal of a *row*, or its problem. Ten is ``T`` or ``10``.

    >>> clubs = {f"{seat}{suit}": "AKQJ1098765432" for seat, suit in zip(_SEAT_NAMES.values(), _SUITS.values())}
    >>> deal = read_record_deal({"Board": 3, **clubs})
    >>> deal.board_no, deal.hands.get_hand("E")
    (3, '.AKQJT98765432..')
    """
    board_no = row.get("Board")
    if not isinstance(board_no, int) or not 1 <= board_no <= MAX_BOARD_NO:
        return make_deals_board_error(where="HandRecord", given=str(board_no), most=MAX_BOARD_NO)
    suits_by_seat = {
        seat: [str(row.get(f"{name}{column}") or "") for column in _SUITS.values()]
        for seat, name in _SEAT_NAMES.items()
    }
    return make_written_deal(board_no, suits_by_seat, _SEAT_NAMES)


# The values of a database row: texts, numbers and dates.


def get_row_text(row: Row, name: str) -> str:
    """Return the text in a column of *row*, or "".

    >>> get_row_text({"Letter": "A  "}, "Letter"), get_row_text({}, "Letter")
    ('A', '')
    """
    return strip_invisible(str(row.get(name) or ""))


def get_row_number(row: Row, name: str) -> int:
    """Return the whole number in a column of *row*, or 0.

    >>> get_row_number({"Table": 4}, "Table"), get_row_number({"Table": None}, "Table")
    (4, 0)
    """
    value = row.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return 0


def group_rows_by_section(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return *rows* by section number, in order.

    >>> group_rows_by_section([{"Section": 2, "Board": 1}, {"Section": 2, "Board": 2}])
    {2: [{'Section': 2, 'Board': 1}, {'Section': 2, 'Board': 2}]}
    """
    rows_by_section: dict[int, list[Row]] = {}
    for row in rows:
        rows_by_section.setdefault(get_row_number(row, "Section"), []).append(row)
    return rows_by_section


def read_day(value: object) -> date | None:
    """Return the day in *value*, or None.

    >>> read_day("2026-01-19 10:09:21"), read_day("1899-12-30 10:08:09")
    (datetime.date(2026, 1, 19), None)
    """
    with suppress(ValueError):
        day = date.fromisoformat(str(value)[:10])
        # Such databases have 30 December 1899 for a time without a day.
        return day if day.year > 1980 else None
    return None


# The movement in a database of table units: who sits where in each round, with which boards.
#
# Format: [BMDEV], single players: [TABSCORE].


def get_row_players(row: Row, *, ns: str, ew: str) -> Players:
    """Return the four single players of *row*, or (). Columns *ns* and *ew* have North and East.

    >>> get_row_players({"NSPair": 4, "EWPair": 1, "South": 2, "West": 8}, ns="NSPair", ew="EWPair")
    (4, 1, 2, 8)
    >>> get_row_players({"NSPair": 4, "EWPair": 1, "South": 0, "West": 0}, ns="NSPair", ew="EWPair")
    ()
    """
    players = tuple(get_row_number(row, name) for name in (ns, ew, "South", "West"))
    if len(set(players)) == 4 and all(1 <= player <= MAX_PLAYER_NUMBER for player in players):
        return players
    return ()


def read_rounds(
    rows: Iterable[Row], missing_pair: int, lines: Sequence[FlatLine]
) -> list[SourceRound]:
    """Return the movement up to the last round with a line.

    *missing_pair* isn't seated on a side on which it has no line.
    """
    last_round = max((line.round_no or 0 for line in lines), default=0)
    ns_numbers = {line.ns.number for line in lines if line.ns}
    ew_numbers = {line.ew.number for line in lines if line.ew}
    has_single_players = any(line.players for line in lines)
    rounds = []
    for row in rows:
        round_no, table_no = _get_numbers(row, ("Round", "Table"))
        if not 1 <= round_no <= last_round or table_no <= 0:
            continue
        if has_single_players:
            players = get_row_players(row, ns="NSPair", ew="EWPair")
            if players:
                rounds.append(SourceRound(round_no, table_no, 0, 0, _get_row_boards(row), players))
            continue
        ns_no, ew_no = _get_numbers(row, ("NSPair", "EWPair"))
        if ns_no < 0 or (ns_no == missing_pair and ns_no not in ns_numbers):
            ns_no = 0
        if ew_no < 0 or (ew_no == missing_pair and ew_no not in ew_numbers):
            ew_no = 0
        if ns_no or ew_no:
            rounds.append(SourceRound(round_no, table_no, ns_no, ew_no, _get_row_boards(row)))
    return rounds


def _get_row_boards(row: Row) -> tuple[int, ...]:
    custom_boards = re.findall("[0-9]{1,3}", str(row.get("CustomBoards") or ""))
    if custom_boards:
        return tuple(sorted(set(map(int, custom_boards))))
    low, high = get_row_number(row, "LowBoard"), get_row_number(row, "HighBoard")
    if 1 <= low <= high <= MAX_BOARD_NO:
        return tuple(range(low, high + 1))
    return ()


# The players in a database of table units, by the seats at which they typed their numbers.

_SIDES = {"NS": ("N", "S"), "EW": ("E", "W")}
_SEATS = ("N", "E", "S", "W")
_Seat = tuple[int, int, str]
"""The round, table and seat of a player. Round 0 is the first round of the table."""


class UnitPlayers:
    """The players in *database*."""

    def __init__(self, database: "AccessFile") -> None:
        self._database = database

    def iter_contestants(
        self, section_id: int, rounds: Sequence[SourceRound]
    ) -> Iterator[FlatPair]:
        """Yield the pairs or single players of *rounds* with their names, in the order of play.

        A contestant is yielded for each round in which its players typed their numbers.
        """
        players_by_seat = self._get_players_by_seat(section_id)
        begun_tables: set[int] = set()
        for row in sorted(rounds, key=lambda row: (row.round_no, row.table_no)):
            entry_rounds = [row.round_no]
            if row.table_no not in begun_tables:
                entry_rounds.append(0)
            begun_tables.add(row.table_no)
            players_at_table = {}
            for seat in _SEATS:
                entries = (
                    players_by_seat.get((entry_round, row.table_no, seat))
                    for entry_round in entry_rounds
                )
                players_at_table[seat] = next(filter(None, entries), None)
            for label, seats in _iter_table_contestants(row):
                players = tuple(filter(None, (players_at_table[seat] for seat in seats)))
                if players:
                    yield FlatPair(label, players)

    def _get_players_by_seat(self, section_id: int) -> dict[_Seat, SourcePlayer]:
        players_by_seat = {}
        for row in self._rows_by_section.get(section_id, ()):
            player = self._make_player(row)
            if player.name or player.national_id:
                seat = get_row_text(row, "Direction").upper()
                round_no, table_no = _get_numbers(row, ("Round", "Table"))
                players_by_seat[round_no, table_no, seat] = player
        return players_by_seat

    def _make_player(self, row: Row) -> SourcePlayer:
        name = get_row_text(row, "Name")
        number = get_row_text(row, "Number")
        if number == "0":
            number = ""
        if number and not name:
            name = self._names_by_number.get(number, "")
        return SourcePlayer(name, national_id=number, club_id="")

    @cached_property
    def _rows(self) -> "Sequence[Row]":
        return self._database.read_optional_rows("PlayerNumbers")

    @cached_property
    def _rows_by_section(self) -> dict[int, list[Row]]:
        return group_rows_by_section(self._rows)

    @cached_property
    def _names_by_number(self) -> dict[str, str]:
        """Names by number from the unit's list, as far as rows without a name need them."""
        nameless_rows = (row for row in self._rows if not get_row_text(row, "Name"))
        numbers = {get_row_text(row, "Number") for row in nameless_rows} - {"", "0"}
        return {
            str(row.get("strID") or row.get("ID")).strip(): get_row_text(row, "Name")
            for row in self._database.read_optional_rows("PlayerNames", wanted_texts=numbers)
        }


def _iter_table_contestants(row: SourceRound) -> Iterator[tuple[Label, tuple[str, ...]]]:
    """Yield the contestants at a table, each with its seats."""
    for player, seat in zip(row.players, _SEATS, strict=False):
        yield Label(player), (seat,)
    for number, direction in ((row.ns_no, "NS"), (row.ew_no, "EW")):
        if number:
            yield Label(number, direction), _SIDES[direction]


# The results in a database of table units, and which entries count.
#
# Format: [BMDEV], remarks: [TABSCORE].

_SHARES = re.compile(r"([0-9]{1,3})\s*%?\s*[-/]\s*([0-9]{1,3})\s*%?")
_NOT_PLAYED = frozenset({"NOT PLAYED", "NO PLAY"})
_TURNED_REMARK = "WRONG DIRECTION"
_PLAY_COLUMNS = ("Section", "Round", "Table", "Board")
_MEETING_COLUMNS = ("Section", "Board", "PairNS", "PairEW", "South", "West")


def filter_valid_results(rows: Iterable[Row]) -> list[Row]:
    """Return the last entry of each result that isn't erased.

    An entry replaces previous ones of the same board, if they have the same table and round or the
    same contestants.

    >>> first = {"ID": 1, "Section": 1, "Round": 2, "Table": 3, "Board": 4, "PairNS": 5, "PairEW": 6}
    >>> [row["ID"] for row in filter_valid_results([first, first | {"ID": 2, "PairEW": 7}])]
    [2]
    >>> filter_valid_results([first, first | {"ID": 2, "Erased": True}])
    []
    """
    ordered_rows = sorted(rows, key=lambda row: get_row_number(row, "ID"))
    entries = [row for row in _keep_latest(ordered_rows, _get_play_key) if not row.get("Erased")]
    return _keep_latest(entries, _get_meeting_key)


def _keep_latest(rows: Iterable[Row], key: Callable[[Row], tuple[int, ...]]) -> list[Row]:
    """Return the last of the *rows* with the same *key*, in the order of the first ones."""
    return list({key(row): row for row in rows}.values())


def _get_play_key(row: Row) -> tuple[int, ...]:
    numbers = _get_numbers(row, _PLAY_COLUMNS)
    # Without a round or a table, only the contestants show which entries are of one result.
    return numbers if all(numbers) else _get_meeting_key(row)


def _get_meeting_key(row: Row) -> tuple[int, ...]:
    return _get_numbers(row, _MEETING_COLUMNS)


def _get_numbers(row: Row, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(get_row_number(row, name) for name in names)


class ResultReader:
    """Reads the results of one section. Messages go into *report*.

    *players* are the single players by round and table, empty in an event of pairs or teams.
    """

    def __init__(self, players_by_table: Mapping[tuple[int, int], Players], report: Report) -> None:
        self._players_by_table = players_by_table
        self._report = report

    def read_line(self, row: Row) -> FlatLine | None:
        """Return the line in *row*, or None for a sit-out or after a message."""
        board_no, round_no, table_no = _get_numbers(row, ("Board", "Round", "Table"))
        where = f"Table {table_no}, round {round_no}, board {board_no}"
        if not 1 <= board_no <= MAX_BOARD_NO:
            self._report.problems.append(make_board_number_error(where=where, text=str(board_no)))
            return None
        ns, ew = _get_numbers(row, ("PairNS", "PairEW"))
        result = self._read_unit_result(row, where)
        if not (ns and ew) and result == ResultInFile():
            # A table without opponents enters "not played" to end its round.
            return None
        line = FlatLine(
            where,
            board_no,
            result,
            lead=get_row_text(row, "LeadCard"),
            round_no=round_no or None,
            table_no=table_no or None,
        )
        if not self._players_by_table:
            return line._replace(ns=_make_label(ns), ew=_make_label(ew))
        players = self._get_players(row)
        if not players:
            self._report.doubts.append(
                Doubt(
                    "doubt-unknown-players",
                    "{where}: the file doesn’t say which four players sat there. The result was left out; "
                    "enter it in Scores.",
                    where=where,
                )
            )
            return None
        return line._replace(players=players)

    def _get_players(self, row: Row) -> Players:
        """Return the players of *row*, or () if they aren't known."""
        if players := get_row_players(row, ns="PairNS", ew="PairEW"):
            return players
        # Some programs repeat only North and East in the results.
        round_no, table_no = _get_numbers(row, ("Round", "Table"))
        planned_players = self._players_by_table.get((round_no, table_no), ())
        if planned_players[:2] == _get_numbers(row, ("PairNS", "PairEW")):
            return planned_players
        return ()

    def _read_unit_result(self, row: Row, where: str) -> ResultInFile:
        remark = get_row_text(row, "Remarks")
        contract = get_row_text(row, "Contract")
        if match := _SHARES.fullmatch(remark):
            return ResultInFile(artificial=f"A{match[1]:0>2}{match[2]:0>2}")
        if is_artificial_text(remark):
            _score, artificial = parse_score(remark, where, self._report)
            return ResultInFile(artificial=artificial)
        if remark.upper() in _NOT_PLAYED:
            return ResultInFile()
        if remark and not contract:
            self._report.doubts.append(
                Doubt(
                    "doubt-remark",
                    "{where}: the Bridgemate noted “{given}”, imported as average. Check the result.",
                    where=where,
                    given=remark,
                )
            )
            return ResultInFile(artificial="A5050")
        return parse_made_result(
            where,
            self._report,
            contract=contract,
            declarer=get_row_text(row, "NS/EW"),
            tricks=get_row_text(row, "Result"),
        )


def _make_label(number: int) -> Label | None:
    return Label(number) if 1 <= number <= MAX_PAIR_NUMBER else None


def is_turned(row: Row) -> bool:
    """Return whether the pairs of *row* sat in each other's direction.

    A remark says so, or the declaring pair isn't the pair of the declarer's side. It isn't known if
    both pairs have the same number.

    >>> row = {"PairNS": 3, "PairEW": 12, "Declarer": 12, "NS/EW": "S", "Contract": "4 S"}
    >>> is_turned(row), is_turned(row | {"NS/EW": "W"}), is_turned(row | {"Declarer": 0})
    (True, False, False)
    """
    if get_row_text(row, "Remarks").upper() == _TURNED_REMARK:
        return True
    ns, ew, declaring_pair = _get_numbers(row, ("PairNS", "PairEW", "Declarer"))
    declarer_seat = get_row_text(row, "NS/EW")
    defenders_by_seat = {"N": ew, "S": ew, "NS": ew, "E": ns, "W": ns, "EW": ns}
    is_played = get_row_text(row, "Contract").upper() not in ("", "PASS")
    return is_played and ns != ew and declaring_pair == defenders_by_seat.get(declarer_seat)


# Find matches of teams in the movement of table units.
#
# Both tables of a match have the numbers of the teams. N-S at one table and E-W at the other are
# team-mates. The tables may be in one section, or each room may be a section.


def has_both_tables(rounds: Iterable[SourceRound]) -> bool:
    """Return whether each table of *rounds* has the other table of its match in the same round.

    >>> table = SourceRound(1, 1, 1, 2, (1, 2))
    >>> has_both_tables([table, replace(table, table_no=2, ns_no=2, ew_no=1)])
    True
    >>> has_both_tables([table, replace(table, table_no=2, ns_no=3, ew_no=4)])
    False
    """
    meetings = {
        (row.round_no, row.boards, row.ns_no, row.ew_no)
        for row in rounds
        if row.ns_no and row.ew_no
    }
    return bool(meetings) and all(
        ns_no != ew_no and (round_no, boards, ew_no, ns_no) in meetings
        for round_no, boards, ns_no, ew_no in meetings
    )


def has_only_teams(sections: Sequence[FlatSection]) -> bool:
    """Return whether the movement of *sections* must be one of teams.

    With two winners, pairs of equal numbers can also meet at two tables all night. So if everybody
    has one opponent only, it must be known that each number is one contestant.
    """
    rounds = [row for section in sections for row in section.rounds]
    if not has_both_tables(rounds):
        return False
    opponents_by_number = defaultdict(set)
    for row in rounds:
        if row.ns_no and row.ew_no:
            opponents_by_number[row.ns_no].add(row.ew_no)
    is_one_winner = all(section.winner_count == 1 for section in sections)
    return is_one_winner or any(
        len(opponent_numbers) > 1 for opponent_numbers in opponents_by_number.values()
    )


def join_rooms(sections: Sequence[FlatSection]) -> list[FlatSection]:
    """Return the *sections* of a session, as one section if they are rooms of the same matches."""
    rounds = [row for section in sections for row in section.rounds]
    if len(sections) < 2 or any(has_both_tables(section.rounds) for section in sections):
        return list(sections)
    if not has_both_tables(rounds):
        return list(sections)
    first_section = sections[0]
    return [
        FlatSection(
            session=first_section.session,
            winner_count=first_section.winner_count,
            lines=list(_renumber_lines(sections)),
            pairs=[pair for section in sections for pair in section.pairs],
            rounds=tuple(_renumber_rounds(sections)),
            hands=first_section.hands or [hand for section in sections for hand in section.hands],
        )
    ]


def _renumber_lines(sections: Iterable[FlatSection]) -> Iterator[FlatLine]:
    """Yield the lines of all rooms, with a different number for each table."""
    for section, offset in _compute_table_offsets(sections):
        for line in section.lines:
            table_no = line.table_no + offset if line.table_no else line.table_no
            yield line._replace(where=f"Section {section.name}, {line.where}", table_no=table_no)


def _renumber_rounds(sections: Iterable[FlatSection]) -> Iterator[SourceRound]:
    for section, offset in _compute_table_offsets(sections):
        for row in section.rounds:
            yield replace(row, table_no=row.table_no + offset)


def _compute_table_offsets(sections: Iterable[FlatSection]) -> Iterator[tuple[FlatSection, int]]:
    """Yield each section with the number of tables before it."""
    table_count = 0
    for section in sections:
        yield section, table_count
        table_count += max((row.table_no for row in section.rounds), default=0)
