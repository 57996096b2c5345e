"""Parse files of table units (Bridgemate, BridgeTab): results, players, movement.

Format: [BMDEV].
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from director.formats.deals.model import MAX_BOARD_NO, FiledDeal, dealt
from director.formats.deals.sentences import DealSentences
from director.formats.errors import Doubt, ImportFileError
from director.formats.reading import visible_text
from director.formats.sentences import FileSentences
from director.formats.source.event import flat_event
from director.formats.source.lines import Report
from director.formats.source.model import SourceEvent, SourcePlayer, SourceRound
from director.formats.source.results import (
    FlatLine,
    FlatPair,
    FlatSection,
    Head,
    Label,
    SourceResult,
    is_artificial_text,
    read_made,
    read_score,
)
from director.formats.source.sentences import ImportSentences
from scoring import CARDS

_SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
SUIT_COLUMNS = tuple(f"{seat}{suit}" for seat in _SEAT_NAMES.values() for suit in _SUITS.values())
"""The columns that hold cards: ``"NorthSpades"`` and so on."""
_RANKS = frozenset(card[1] for card in CARDS)


def record_deal(row: Mapping[str, Any]) -> FiledDeal | ImportFileError:
    """Return the deal of a *row*, or its fault. Ten is ``T`` or ``10``.

    >>> clubs = {f"{seat}{suit}": "AKQJ1098765432" for seat, suit in zip(_SEAT_NAMES.values(), _SUITS.values())}
    >>> deal = record_deal({"Board": 3, **clubs})
    >>> deal.board_no, deal.cards.hand("E")
    (3, '.AKQJT98765432..')
    """
    board_no = row.get("Board")
    if not isinstance(board_no, int) or not 1 <= board_no <= MAX_BOARD_NO:
        return ImportFileError(
            DealSentences.DEALS_BOARD, where="HandRecord", given=str(board_no), most=MAX_BOARD_NO
        )
    hands: dict[str, list[str]] = {}
    for seat, name in _SEAT_NAMES.items():
        hands[seat] = []
        for suit, column in _SUITS.items():
            ranks = (
                re.sub("[ -]", "", str(row.get(f"{name}{column}") or "")).upper().replace("10", "T")
            )
            if set(ranks) - _RANKS:
                return ImportFileError(
                    DealSentences.DEALS_HAND_CARDS, board_no=board_no, given=name
                )
            hands[seat] += [f"{suit}{rank}" for rank in ranks]
    return dealt(board_no, hands)


if TYPE_CHECKING:
    from director.formats.bws.access import AccessFile, Row

_RESULTS, _ROUNDS, _SECTIONS = "ReceivedData", "RoundData", "Section"
_SHARES = re.compile(r"([0-9]{1,3})\s*%?\s*[-/]\s*([0-9]{1,3})\s*%?")
_NOT_PLAYED = frozenset({"NOT PLAYED", "NO PLAY"})
_SEATS = ("N", "S", "E", "W")
_MOST_BOARDS = 999


def read_bws(data: bytes, contest: str = "") -> SourceEvent:
    """Return the event whose results stand in *data*, the bytes of a ``.bws`` file.

    The rounds, tables and boards of the units are the movement.  If a result was entered again, the
    last entry counts.  Cards in the file are read too.  The file doesn't state the scoring method.  *contest* is the
    director's, as in ``read_source``.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence, or if
        the optional package for such databases isn't installed.

    Source: [BMDEV].
    """
    try:
        from director.formats.bws.access import AccessFile  # optional: pip install .[bws]
    except ImportError:
        raise ImportFileError(FileSentences.BWS_NO_READER) from None
    return _BwsReader(AccessFile(data), contest).event()


class _BwsReader:
    def __init__(self, database: "AccessFile", contest: str) -> None:
        self._contest = contest
        for table in (_RESULTS, _ROUNDS, _SECTIONS):
            if not database.has(table):
                raise ImportFileError(FileSentences.BWS_NO_TABLES, table=table)
        self._database = database
        self._report = Report()
        self._results = list(_valid_results(database.rows(_RESULTS)))
        self._rounds: dict[int, list[Row]] = defaultdict(list)
        for row in database.rows(_ROUNDS):
            if _number(row, "South") or _number(row, "West"):
                raise ImportFileError(FileSentences.BWS_SINGLE_PLAYERS)
            self._rounds[_number(row, "Section")].append(row)

    def event(self) -> SourceEvent:
        self._report.doubts.append(Doubt(ImportSentences.DOUBT_NO_SCORING, taken="matchpoints"))
        sections = [self._section(row) for row in self._database.rows(_SECTIONS)]
        sessions = self._database.rows("Session")
        title = next((_text(row, "Name") for row in sessions), "")
        dates = [
            *(row.get("Date") for row in sessions),
            *(row.get("DateLog") for row in self._results),
        ]
        event_date = next(filter(None, map(_date, dates)), None)
        event_head = Head(
            "matchpoints", title, on=event_date, program="Bridgemate", contest=self._contest
        )
        return flat_event(event_head, sections, self._report)

    def _section(self, row: "Row") -> FlatSection:
        section_id, missing_pair = _number(row, "ID"), _number(row, "MissingPair")
        lines = [
            line for result in self._results_of_section(section_id) for line in self._line(result)
        ]
        last_round = max((line.round_no or 0 for line in lines), default=0)
        rounds = tuple(_rounds(self._rounds[section_id], missing_pair, last_round))
        letter = _text(row, "Letter")
        winners = _number(row, "Winners")
        return FlatSection(
            session=str(row.get("Session") or ""),
            name=letter or str(section_id),
            winners=winners if winners in (1, 2) else 0,
            lines=lines,
            pairs=list(self._pairs(section_id, rounds)),
            rounds=rounds,
            hands=[
                record_deal(hand) for hand in self._hands if _number(hand, "Section") == section_id
            ],
        )

    @cached_property
    def _hands(self) -> "list[Row]":
        """The deals of the boards, if the file has them."""
        return [
            row
            for row in self._database.rows("HandRecord")
            if any(row.get(column) for column in SUIT_COLUMNS)
        ]

    def _results_of_section(self, section_id: int) -> Iterator["Row"]:
        return (row for row in self._results if _number(row, "Section") == section_id)

    def _line(self, row: "Row") -> Iterator[FlatLine]:
        board_no, round_no, table_no = (_number(row, name) for name in ("Board", "Round", "Table"))
        where = f"Table {table_no}, round {round_no}, board {board_no}"
        if not 1 <= board_no <= _MOST_BOARDS:
            self._report.faults.append(
                ImportFileError(ImportSentences.BOARD_NUMBER, where=where, given=str(board_no))
            )
            return
        ns, ew = (_number(row, name) for name in ("PairNS", "PairEW"))
        lead = _text(row, "LeadCard")
        yield FlatLine(
            where,
            board_no,
            self._result(row, where),
            ns=Label(ns) if ns > 0 else None,
            ew=Label(ew) if ew > 0 else None,
            lead=lead,
            round_no=round_no or None,
            table_no=table_no or None,
        )

    def _result(self, row: "Row", where: str) -> SourceResult:
        remark = _text(row, "Remarks")
        contract = _text(row, "Contract")
        if match := _SHARES.fullmatch(remark):
            return SourceResult(artificial=f"A{match[1]:0>2}{match[2]:0>2}")
        if is_artificial_text(remark):
            return SourceResult(artificial=read_score(remark, where, self._report)[1])
        if remark.upper() in _NOT_PLAYED:
            return SourceResult()
        if remark and not contract:
            self._report.doubts.append(Doubt(FileSentences.DOUBT_REMARK, where=where, given=remark))
            return SourceResult(artificial="A5050")
        return read_made(
            where,
            self._report,
            contract=contract,
            declarer=_text(row, "NS/EW"),
            tricks=_text(row, "Result"),
        )

    def _pairs(self, section_id: int, rounds: Iterable[SourceRound]) -> Iterator[FlatPair]:
        """Yield the players of each pair, from the first round of each table."""
        first_rounds: dict[int, SourceRound] = {}
        for table_round in sorted(rounds, key=lambda table_round: table_round.round_no):
            first_rounds.setdefault(table_round.table_no, table_round)
        players: dict[tuple[int, str], SourcePlayer] = {}
        rows = [row for row in self._players if _number(row, "Section") == section_id]
        for row in sorted(rows, key=lambda row: _number(row, "Round"), reverse=True):
            seat = _text(row, "Direction").upper()
            players[_number(row, "Table"), seat] = self._player(row)
        for table_no, table_round in first_rounds.items():
            for pair_no, direction, seats in (
                (table_round.ns_no, "NS", _SEATS[:2]),
                (table_round.ew_no, "EW", _SEATS[2:]),
            ):
                seated_players = (players.get((table_no, seat)) for seat in seats)
                named_players = tuple(
                    player
                    for player in seated_players
                    if player and (player.name or player.national_id)
                )
                if pair_no and named_players:
                    yield FlatPair(Label(pair_no, direction), named_players)

    def _player(self, row: "Row") -> SourcePlayer:
        number, name = _text(row, "Number"), _text(row, "Name")
        number = "" if number == "0" else number
        return SourcePlayer(name or (self._names.get(number, "") if number else ""), number, "")

    @cached_property
    def _players(self) -> "list[Row]":
        return self._database.rows("PlayerNumbers")

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """Names by number from the unit's list."""
        numbers = {_text(row, "Number") for row in self._players if not _text(row, "Name")} - {
            "",
            "0",
        }
        return {
            str(row.get("strID") or row.get("ID")).strip(): _text(row, "Name")
            for row in self._database.rows("PlayerNames", holding=numbers)
        }


def _valid_results(rows: Iterable["Row"]) -> Iterable["Row"]:
    """Return the valid results: not erased, and the last entry of each."""
    latest_rows: dict[tuple[int, ...], Row] = {}
    for row in sorted(rows, key=lambda row: _number(row, "ID")):
        if row.get("Erased"):
            continue
        latest_rows[
            tuple(_number(row, name) for name in ("Section", "Board", "PairNS", "PairEW"))
        ] = row
    return latest_rows.values()


def _rounds(rows: Iterable["Row"], missing_pair: int, last_round: int) -> Iterator[SourceRound]:
    """Yield the movement up to *last_round*. The number *missing_pair* stands for nobody."""
    for row in rows:
        round_no, table_no = _number(row, "Round"), _number(row, "Table")
        ns_no, ew_no = (
            0 if number in (0, missing_pair) else number
            for number in (_number(row, "NSPair"), _number(row, "EWPair"))
        )
        boards = _boards(row)
        if 1 <= round_no <= last_round and table_no > 0 and (ns_no > 0 or ew_no > 0):
            yield SourceRound(round_no, table_no, max(0, ns_no), max(0, ew_no), boards)


def _boards(row: "Row") -> tuple[int, ...]:
    custom_boards = re.findall("[0-9]{1,3}", str(row.get("CustomBoards") or ""))
    if custom_boards:
        return tuple(sorted(set(map(int, custom_boards))))
    low, high = _number(row, "LowBoard"), _number(row, "HighBoard")
    if 1 <= low <= high <= _MOST_BOARDS:
        return tuple(range(low, high + 1))
    return ()


def _text(row: Mapping[str, Any], name: str) -> str:
    return visible_text(str(row.get(name) or ""))


def _number(row: Mapping[str, Any], name: str) -> int:
    """Return a whole number of *row*, or 0."""
    value = row.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return 0


def _date(value: object) -> date | None:
    with suppress(ValueError):
        day = date.fromisoformat(str(value)[:10])
        return day if day.year > 1980 else None  # the zero of such databases is in 1899
    return None
