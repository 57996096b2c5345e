"""Results of table units, checked and stored on the lines of a session.

An entry arrives as a dictionary of numbers that the Data Connector calls a ``ResultDTO``. The
latest entry of a board counts. A result that somebody has entered otherwise here is never replaced
unless the director says so.

Format: [BMDATA].
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from director.additions.imports.units.seats import get_unit_sides
from director.additions.imports.units.sentences import UnitSentences
from director.additions.imports.units.start import get_units_letter
from director.boards.contests import get_contest
from director.boards.movement.lines.progress import TypedLine
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_section_lines,
    fetch_section_plan,
)
from director.boards.play.scores.result import enter_results
from director.errors import DeskError
from director.models import Section

_SEATS = {1: "N", 2: "E", 3: "S", 4: "W"}
_DENOMINATIONS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "NT"}
_SUITS = {1: "C", 2: "D", 3: "H", 4: "S"}
_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"} | {rank: str(rank) for rank in range(2, 11)}
_DOUBLES = {0: "", 1: "X", 2: "XX"}
_PASSED, _NOT_PLAYED = 0, -10
_SHARES = (40, 50, 60)
_EAST_WEST = 2
"""An entry for E-W alone, whose artificial score is seen from their side."""
_NUMBERS = (
    "TableNumber",
    "RoundNumber",
    "BoardNumber",
    "PairNorthSouth",
    "PairEastWest",
)
_MOST_NUMBER = 100_000


@dataclass(frozen=True, slots=True)
class UnitResult:
    """An entry of a unit: where it was made, between whom, and its *text* as the desk types it.

    The entry *is_erased* if the unit withdrew it. *is_turned* says that the declaring pair sat in
    the other direction. *lead* is a card, such as ``"HK"``, or empty.
    """

    letter: str
    table_no: int
    round_no: int
    board_no: int
    ns: int
    ew: int
    text: str
    lead: str = ""
    is_erased: bool = False
    is_turned: bool = False

    @property
    def place_text(self) -> str:
        """The place of the entry, for a sentence."""
        return (
            f"Section {self.letter}, table {self.table_no}, round {self.round_no}, "
            f"board {self.board_no}"
        )


@dataclass(frozen=True, slots=True)
class UnitReport:
    """The number of stored results, and problems for the director, each one sentence."""

    stored_count: int
    problems: tuple[str, ...]


def read_unit_result(record: object) -> UnitResult:
    """Return the entry in *record*.

    >>> record = dict(SectionLetters="A", TableNumber=3, RoundNumber=2, BoardNumber=4)
    >>> record |= dict(PairNorthSouth=3, PairEastWest=11, DeclaringPair=3, DeclarerDirection=3)
    >>> record |= dict(Level=4, Denomination=4, Stake=1, TotalTricks=9, LeadCardRank=13)
    >>> result = read_unit_result(record | dict(LeadCardSuit=3))
    >>> result.text, result.lead, result.is_turned
    ('4SXS-1', 'HK', False)
    >>> read_unit_result(record | dict(Level=-3)).text
    'A4060'

    :raises DeskError: if it isn't an entry of a unit
    """
    if not isinstance(record, dict):
        raise DeskError(UnitSentences.UNIT_ENTRY_BROKEN, what=UnitSentences.UNIT_NO_RECORD.format())
    table_no, round_no, board_no, ns, ew = (
        _read_record_number(record, name, least=1) for name in _NUMBERS
    )
    letter = record.get("SectionLetters")
    if not isinstance(letter, str) or not letter.isalpha() or len(letter) > 3:
        raise _make_broken_error("SectionLetters")
    is_erased = record.get("IsDeleted") is True
    text = "" if is_erased else _read_result_text(record)
    return UnitResult(
        letter=letter,
        table_no=table_no,
        round_no=round_no,
        board_no=board_no,
        ns=ns,
        ew=ew,
        text=text,
        lead=_read_lead(record),
        is_erased=is_erased,
        is_turned=not is_erased and _is_turned(record, ns, ew),
    )


def _make_broken_error(name: str) -> DeskError:
    return DeskError(UnitSentences.UNIT_ENTRY_BROKEN, what=name)


def _read_record_number(record: dict[str, Any], name: str, *, least: int = 0) -> int:
    value = record.get(name, 0)
    # Not isinstance(), which takes true for an integer.
    if type(value) is not int or not least <= value < _MOST_NUMBER:
        raise _make_broken_error(name)
    return value


def _read_result_text(record: dict[str, Any]) -> str:
    level = _read_record_number(record, "Level", least=_NOT_PLAYED)
    if level == _NOT_PLAYED:
        return UnitSentences.UNIT_NOT_PLAYED.format()
    if level < _PASSED:
        # -1 to -9 are the nine pairs of 40, 50 and 60, with N-S counting slower.
        ns_share, ew_share = (_SHARES[index] for index in divmod(-level - 1, 3))
        if record.get("ScoringDirection") == _EAST_WEST:
            ns_share, ew_share = ew_share, ns_share
        return f"A{ns_share}{ew_share}"
    if level == _PASSED:
        return "PASS"
    denomination = _DENOMINATIONS.get(_read_record_number(record, "Denomination"))
    seat = _SEATS.get(_read_record_number(record, "DeclarerDirection"))
    doubles = _DOUBLES.get(_read_record_number(record, "Stake"))
    tricks = _read_record_number(record, "TotalTricks")
    if level > 7 or denomination is None or seat is None or doubles is None or tricks > 13:
        raise _make_broken_error("Level")
    over = tricks - level - 6
    over_text = f"{over:+d}" if over else "="
    return f"{level}{denomination}{doubles}{seat}{over_text}"


def _read_lead(record: dict[str, Any]) -> str:
    rank = _RANKS.get(_read_record_number(record, "LeadCardRank"), "")
    suit = _SUITS.get(_read_record_number(record, "LeadCardSuit"), "")
    return f"{suit}{rank}" if rank and suit else ""


def _is_turned(record: dict[str, Any], ns: int, ew: int) -> bool:
    """Return whether the declaring pair isn't the pair of the declarer's side.

    The numbers of a N-S and an E-W pair may be the same, and then nothing can be said.
    """
    declaring_pair = _read_record_number(record, "DeclaringPair")
    direction = _read_record_number(record, "DeclarerDirection")
    if ns == ew or not declaring_pair or not direction:
        return False
    side = ns if direction % 2 else ew
    return declaring_pair != side


def store_unit_results(
    sections: Sequence[Section],
    records: Iterable[object],
    *,
    user: User | None,
    is_replacing: bool = False,
) -> UnitReport:
    """Store the entries in *records* on the lines of *sections*, all of one session.

    An entry that differs from a stored result is a problem, unless *is_replacing*.
    """
    problems = []
    latest: dict[tuple[str, int, int, int], UnitResult] = {}
    for record in records:
        try:
            result = read_unit_result(record)
        except DeskError as error:
            problems.append(str(error))
        else:
            latest[result.letter, result.round_no, result.table_no, result.board_no] = result
    stored = 0
    for section in sections:
        lines = fetch_section_lines(section)
        typed = []
        sides = _fetch_sides_by_table(section)
        for key in [key for key in latest if key[0] == get_units_letter(section)]:
            result = latest.pop(key)
            try:
                line = _find_result_line(section, lines, result, sides)
            except DeskError as error:
                problems.append(str(error))
                continue
            # The same text again is no change, and isn't counted as one.
            if line.text != result.text:
                typed.append(_make_typed_line(line, result, is_replacing=is_replacing))
        outcome = enter_results(section=section, typed=typed, user=user)
        stored += len(outcome.saved_results)
        for refused in outcome.refused_lines:
            where = f"Board {refused.typed_line.board_no}"
            problems.append(UnitSentences.UNIT_REFUSED.format(where=where, reason=refused.error))
    for result in latest.values():
        problems.append(UnitSentences.UNIT_NO_TABLE.format(where=result.place_text))
    return UnitReport(stored, tuple(problems))


_Sides = dict[tuple[int, int], tuple[int, int]]


def _fetch_sides_by_table(section: Section) -> _Sides:
    """Return the numbers of both sides on the units by round and table, of single players only."""
    plan = fetch_section_plan(section)
    if plan is None or not get_contest(section).changes_partners:
        return {}
    return {(row.round_no, row.table_no): get_unit_sides(section, row) for row in plan.rows.all()}


def _find_result_line(
    section: Section, lines: SectionLines, result: UnitResult, sides: _Sides
) -> SectionLine:
    """Return the line on which *result* was made.

    :raises DeskError: if the plan has another match there, or the entry can't be stored as it is
    """
    at_table = lines.get_table_lines(result.round_no, result.table_no)
    line = next((line for line in at_table if line.board_no == result.board_no), None)
    if line is None:
        raise DeskError(UnitSentences.UNIT_NO_TABLE, where=result.place_text)
    place = result.round_no, result.table_no
    due = sides.get(place) or (section.number(line.ns), section.number(line.ew))
    if due != (result.ns, result.ew):
        raise DeskError(
            UnitSentences.UNIT_OTHER_PAIRS,
            where=result.place_text,
            given=UnitSentences.UNIT_PAIRS.format(ns=result.ns, ew=result.ew),
            due=UnitSentences.UNIT_PAIRS.format(ns=due[0], ew=due[1]),
        )
    if result.is_turned:
        raise DeskError(UnitSentences.UNIT_OTHER_SEATS, where=result.place_text)
    if result.is_erased and line.text:
        raise DeskError(UnitSentences.UNIT_ERASED, where=result.place_text, text=line.text)
    return line


def _make_typed_line(line: SectionLine, result: UnitResult, *, is_replacing: bool) -> TypedLine:
    version, shown = 0, ""
    if is_replacing and line.result:
        version, shown = line.result.version, line.text
    return TypedLine(line.board_no, line.ns, line.ew, result.text, shown, version, lead=result.lead)
