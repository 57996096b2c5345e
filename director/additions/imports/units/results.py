"""Store the results that table units send on the lines of a session.

An entry is a dictionary of numbers that the Data Connector calls a ``ResultDTO``. The last entry of a
board counts. A different result that was entered here is replaced only if the director says so.

Format: [BMDATA].
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from director.additions.imports.units.tables import get_unit_sides, get_units_letter
from director.boards.contests import get_contest_record
from director.boards.movement.lines.progress import TypedLine
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_section_lines,
)
from director.boards.play.scores.result import enter_results
from director.errors import DeskError
from director.models import Section

_SEAT_BY_NUMBER = {1: "N", 2: "E", 3: "S", 4: "W"}
_DENOMINATIONS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "NT"}
_SUITS = {1: "C", 2: "D", 3: "H", 4: "S"}
_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"} | {rank: str(rank) for rank in range(2, 11)}
_DOUBLES = {0: "", 1: "X", 2: "XX"}
_PASSED, _NOT_PLAYED = 0, -10
_SHARES = (40, 50, 60)
_EAST_WEST = 2
"""The direction of an entry for E-W only. Its artificial score has the E-W share first."""
_NUMBER_FIELDS = (
    "TableNumber",
    "RoundNumber",
    "BoardNumber",
    "PairNorthSouth",
    "PairEastWest",
)
_NUMBER_LIMIT = 100_000
_PAIRS_TEXT = "{ns} N-S against {ew} E-W"


@dataclass(frozen=True, slots=True)
class UnitResult:
    """An entry of a unit with its place and contestants.

    - *text*: the result as typed at the desk.
    - *lead*: a card such as ``"HK"``, or "".
    - *is_erased*: the unit has withdrawn the entry.
    - *is_turned*: the declaring pair sat in the other direction.
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
    def location_text(self) -> str:
        """The section, table, round and board of the entry, to begin a message."""
        return (
            f"Section {self.letter}, table {self.table_no}, round {self.round_no}, "
            f"board {self.board_no}"
        )


@dataclass(frozen=True, slots=True)
class UnitReport:
    """The number of stored results, and the problems for the director, one sentence each."""

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
        raise _make_broken_error("it isn’t a record")
    table_no, round_no, board_no, ns, ew = (
        _read_record_number(record, name, minimum=1) for name in _NUMBER_FIELDS
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


def _read_record_number(record: dict[str, Any], name: str, *, minimum: int = 0) -> int:
    value = record.get(name, 0)
    # Not isinstance(), for which True is an integer.
    if type(value) is not int or not minimum <= value < _NUMBER_LIMIT:
        raise _make_broken_error(name)
    return value


def _read_result_text(record: dict[str, Any]) -> str:
    level = _read_record_number(record, "Level", minimum=_NOT_PLAYED)
    if level == _NOT_PLAYED:
        return "NP: entered so on the table unit"
    if level < _PASSED:
        # -1 to -9 are the pairs of 40, 50 and 60: -1 is 40/40, -2 is 40/50, -4 is 50/40.
        ns_share, ew_share = (_SHARES[index] for index in divmod(-level - 1, 3))
        if record.get("ScoringDirection") == _EAST_WEST:
            ns_share, ew_share = ew_share, ns_share
        return f"A{ns_share}{ew_share}"
    if level == _PASSED:
        return "PASS"
    denomination = _DENOMINATIONS.get(_read_record_number(record, "Denomination"))
    seat = _SEAT_BY_NUMBER.get(_read_record_number(record, "DeclarerDirection"))
    doubles = _DOUBLES.get(_read_record_number(record, "Stake"))
    tricks = _read_record_number(record, "TotalTricks")
    if level > 7 or denomination is None or seat is None or doubles is None or tricks > 13:
        raise _make_broken_error("Level")
    overtricks = tricks - level - 6  # negative if the contract went down
    overtricks_text = f"{overtricks:+d}" if overtricks else "="
    return f"{level}{denomination}{doubles}{seat}{overtricks_text}"


def _read_lead(record: dict[str, Any]) -> str:
    rank = _RANKS.get(_read_record_number(record, "LeadCardRank"), "")
    suit = _SUITS.get(_read_record_number(record, "LeadCardSuit"), "")
    return f"{suit}{rank}" if rank and suit else ""


def _is_turned(record: dict[str, Any], ns: int, ew: int) -> bool:
    """Return whether the declaring pair isn't the pair of the declarer's side.

    It isn't known if both pairs have the same number.
    """
    declaring_pair = _read_record_number(record, "DeclaringPair")
    direction = _read_record_number(record, "DeclarerDirection")
    if ns == ew or not declaring_pair or not direction:
        return False
    is_declarer_ns = _SEAT_BY_NUMBER.get(direction) in ("N", "S")
    return declaring_pair != (ns if is_declarer_ns else ew)


def store_unit_results(
    sections: Sequence[Section],
    records: Iterable[object],
    *,
    user: User | None,
    is_replacing: bool = False,
) -> UnitReport:
    """Store the entries in *records* on the lines of a session's *sections*.

    An entry that differs from a stored result is a problem. With *is_replacing* it is stored.
    """
    problems = []
    latest_by_key: dict[tuple[str, int, int, int], UnitResult] = {}
    for record in records:
        try:
            result = read_unit_result(record)
        except DeskError as error:
            problems.append(str(error))
        else:
            latest_by_key[result.letter, result.round_no, result.table_no, result.board_no] = result
    stored_count = 0
    for section in sections:
        lines = fetch_section_lines(section)
        typed_lines = []
        sides_by_table = _fetch_sides_by_table(section)
        letter = get_units_letter(section)
        section_keys = [key for key, result in latest_by_key.items() if result.letter == letter]
        for key in section_keys:
            # What remains after all sections belongs to none of them.
            result = latest_by_key.pop(key)
            try:
                line = _get_result_line(section, lines, result, sides_by_table)
            except DeskError as error:
                problems.append(str(error))
                continue
            # The same text again changes nothing, and isn't counted.
            if line.text != result.text:
                typed_lines.append(_make_typed_line(line, result, is_replacing=is_replacing))
        outcome = enter_results(section=section, typed_lines=typed_lines, user=user)
        stored_count += len(outcome.saved_results)
        for refused_line in outcome.refused_lines:
            where = f"Board {refused_line.typed_line.board_no}"
            problems.append(f"{where}: {refused_line.error}")
    for result in latest_by_key.values():
        problems.append(str(_make_no_table_error(result)))
    return UnitReport(stored_count, tuple(problems))


_Sides = dict[tuple[int, int], tuple[int, int]]


def _fetch_sides_by_table(section: Section) -> _Sides:
    """Return the sides' numbers on the units by round and table, for single players only."""
    plan = section.plan
    if plan is None or not get_contest_record(section).has_changing_partners:
        return {}
    return {(row.round_no, row.table_no): get_unit_sides(section, row) for row in plan.rows.all()}


def _make_no_table_error(result: UnitResult) -> DeskError:
    return DeskError(
        "unit-no-table",
        "{where}: this session doesn’t play that board there. Enter it in Scores.",
        where=result.location_text,
    )


def _get_result_line(
    section: Section, lines: SectionLines, result: UnitResult, sides_by_table: _Sides
) -> SectionLine:
    """Return the line on which *result* was made.

    :raises DeskError: if the plan has another match there, or the entry can't be stored as it is
    """
    table_lines = lines.get_table_lines(result.round_no, result.table_no)
    line = next((line for line in table_lines if line.board_no == result.board_no), None)
    if line is None:
        raise _make_no_table_error(result)
    table_key = result.round_no, result.table_no
    printed_sides = section.get_printed_number(line.ns), section.get_printed_number(line.ew)
    due_sides = sides_by_table.get(table_key, printed_sides)
    if due_sides != (result.ns, result.ew):
        raise DeskError(
            "unit-other-pairs",
            "{where}: the unit has {given}, but {due} play there. Check with the table, then use "
            "Scores.",
            where=result.location_text,
            given=_PAIRS_TEXT.format(ns=result.ns, ew=result.ew),
            due=_PAIRS_TEXT.format(ns=due_sides[0], ew=due_sides[1]),
        )
    if result.is_turned:
        raise DeskError(
            "unit-other-seats",
            "{where}: the pairs sat in the other direction. Check with the table, then use Scores.",
            where=result.location_text,
        )
    if result.is_erased and line.text:
        raise DeskError(
            "unit-erased",
            "{where}: erased on the unit, but {text} stays here. Change it in Scores.",
            where=result.location_text,
            text=line.text,
        )
    return line


def _make_typed_line(line: SectionLine, result: UnitResult, *, is_replacing: bool) -> TypedLine:
    # An entry replaces the stored result only if it names its text and version.
    previous_text = ""
    version = 0
    if is_replacing and line.result:
        previous_text = line.text
        version = line.result.version
    return TypedLine(
        line.board_no, line.ns, line.ew, result.text, previous_text, version, lead=result.lead
    )


def _make_broken_error(what: str) -> DeskError:
    return DeskError(
        "unit-entry-broken",
        "An entry of a table unit can’t be read ({what}). Enter that board in Scores.",
        what=what,
    )
