"""The results in a database of table units: which entries count, and what each says.

Format: [BMDEV], remarks: [TABSCORE].
"""

import re
from collections.abc import Callable, Iterable, Mapping

from director.additions.imports.formats.source.lines import Report
from director.additions.imports.formats.source.results import (
    MAX_PAIR_NUMBER,
    FlatLine,
    Label,
    is_artificial_text,
    read_made,
    read_score,
)
from director.additions.imports.formats.source.sentences import ImportSentences
from director.additions.imports.units.bws.movement import MAX_BOARD_NO, Players, get_row_players
from director.additions.imports.units.bws.rows import Row, get_row_number, get_row_text
from director.formats.errors import Doubt, ImportFileError
from director.formats.result import FiledResult
from director.formats.sentences import FileSentences

_SHARES = re.compile(r"([0-9]{1,3})\s*%?\s*[-/]\s*([0-9]{1,3})\s*%?")
_NOT_PLAYED = frozenset({"NOT PLAYED", "NO PLAY"})
_TURNED = "WRONG DIRECTION"
_PLACE = ("Section", "Round", "Table", "Board")
_MEETING = ("Section", "Board", "PairNS", "PairEW", "South", "West")


def filter_valid_results(rows: Iterable[Row]) -> list[Row]:
    """Return the valid results: not erased, and the last entry of each.

    An entry replaces an earlier one on the board at the same table and round, and one of the same
    contestants.

    >>> first = {"ID": 1, "Section": 1, "Round": 2, "Table": 3, "Board": 4, "PairNS": 5, "PairEW": 6}
    >>> [row["ID"] for row in filter_valid_results([first, first | {"ID": 2, "PairEW": 7}])]
    [2]
    >>> filter_valid_results([first, first | {"ID": 2, "Erased": True}])
    []
    """
    ordered = sorted(rows, key=lambda row: get_row_number(row, "ID"))
    entries = [row for row in _keep_latest(ordered, _get_place) if not row.get("Erased")]
    return _keep_latest(entries, _get_meeting)


def _keep_latest(rows: Iterable[Row], key: Callable[[Row], tuple[int, ...]]) -> list[Row]:
    """Return the last of the *rows* with the same *key*, in order of the first."""
    return list({key(row): row for row in rows}.values())


def _get_place(row: Row) -> tuple[int, ...]:
    numbers = _get_numbers(row, _PLACE)
    # Without a round or a table, only the contestants say which entries belong together.
    return numbers if all(numbers) else _get_meeting(row)


def _get_meeting(row: Row) -> tuple[int, ...]:
    return _get_numbers(row, _MEETING)


def _get_numbers(row: Row, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(get_row_number(row, name) for name in names)


class ResultReader:
    """Reads the results of one section. Messages go into *report*.

    *players* are the single players by round and table, empty in an event of pairs or teams.
    """

    def __init__(self, players: Mapping[tuple[int, int], Players], report: Report) -> None:
        self._players, self._report = players, report

    def read_line(self, row: Row) -> FlatLine | None:
        """Return the result in *row*, or None if it is none or can't be used."""
        board_no, round_no, table_no = _get_numbers(row, ("Board", "Round", "Table"))
        where = f"Table {table_no}, round {round_no}, board {board_no}"
        if not 1 <= board_no <= MAX_BOARD_NO:
            self._report.faults.append(
                ImportFileError(ImportSentences.BOARD_NUMBER, where=where, given=str(board_no))
            )
            return None
        ns, ew = _get_numbers(row, ("PairNS", "PairEW"))
        result = self._read_unit_result(row, where)
        if not (ns and ew) and result == FiledResult():
            # A table without opponents was told so, to end its round.
            return None
        line = FlatLine(
            where,
            board_no,
            result,
            lead=get_row_text(row, "LeadCard"),
            round_no=round_no or None,
            table_no=table_no or None,
        )
        if not self._players:
            return line._replace(ns=_make_label(ns), ew=_make_label(ew))
        players = self._get_players(row)
        if not players:
            self._report.doubts.append(Doubt(FileSentences.DOUBT_UNKNOWN_PLAYERS, where=where))
            return None
        return line._replace(players=players)

    def _get_players(self, row: Row) -> Players:
        """Return who played *row*. Some programs repeat only North and East in the results."""
        players = get_row_players(row, ns="PairNS", ew="PairEW")
        if not players:
            planned = self._players.get(
                (get_row_number(row, "Round"), get_row_number(row, "Table")), ()
            )
            if planned[:2] == _get_numbers(row, ("PairNS", "PairEW")):
                return planned
        return players

    def _read_unit_result(self, row: Row, where: str) -> FiledResult:
        remark = get_row_text(row, "Remarks")
        contract = get_row_text(row, "Contract")
        if match := _SHARES.fullmatch(remark):
            return FiledResult(artificial=f"A{match[1]:0>2}{match[2]:0>2}")
        if is_artificial_text(remark):
            return FiledResult(artificial=read_score(remark, where, self._report)[1])
        if remark.upper() in _NOT_PLAYED:
            return FiledResult()
        if remark and not contract:
            self._report.doubts.append(Doubt(FileSentences.DOUBT_REMARK, where=where, given=remark))
            return FiledResult(artificial="A5050")
        return read_made(
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

    The declaring pair is that of the other side then, unless both have the same number.

    >>> row = {"PairNS": 3, "PairEW": 12, "Declarer": 12, "NS/EW": "S", "Contract": "4 S"}
    >>> is_turned(row), is_turned(row | {"NS/EW": "W"}), is_turned(row | {"Declarer": 0})
    (True, False, False)
    """
    if get_row_text(row, "Remarks").upper() == _TURNED:
        return True
    ns, ew, declaring_pair = _get_numbers(row, ("PairNS", "PairEW", "Declarer"))
    side = {"N": ew, "S": ew, "NS": ew, "E": ns, "W": ns, "EW": ns}.get(get_row_text(row, "NS/EW"))
    is_played = get_row_text(row, "Contract").upper() not in ("", "PASS")
    return is_played and ns != ew and declaring_pair == side
