"""Fields and rankings in the JSON shapes that other programs read and write.

Whatever is wrong with a file is found in one go and named with its board and line.
"""

from collections.abc import Iterable, Mapping
from reprlib import repr as shortened
from typing import Any

from scoring.artificial import Artificial, read_artificial
from scoring.boards import SIDES, vulnerability
from scoring.contracts import ns_score, plain_text, read_contract
from scoring.display import exact_text, percent_text, points_text
from scoring.errors import FieldError, ScoringError, SideError, TricksError
from scoring.methods import ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, Standing

_FORMS = ("score", "tricks_ns", "contract", "artificial")
_BESIDE = {"contract": ("declarer", "tricks"), "score": ("declarer", "honours")}
_IN_A_LINE = ("ns", "ew", *_FORMS, "declarer", "tricks", "honours", "group", "adjustments")


class FileFaultError(ScoringError):
    """One thing that is wrong in a file, and where."""

    code = "file-fault"
    template = "{where}: {reason}"


class LinePartError(ScoringError):
    """A part of a line, or of the file, that has the wrong kind of value."""

    code = "file-part"
    template = "{name} must be {wanted}, not {value}."


class MissingPartError(ScoringError):
    """A part that has to be there."""

    code = "file-missing-part"
    template = "{name} is missing; it must be {wanted}."


class UnknownPartError(ScoringError):
    """A part of a line that nobody would look at."""

    code = "file-unknown-part"
    template = 'there is no part "{name}"{beside}; a line holds {known}.'


class LineFormError(ScoringError):
    """A line with no result, or with more than one."""

    code = "file-line-form"
    template = "give one result, as score, tricks_ns, contract (with declarer and tricks) or artificial; {given}."


class AdjustmentsError(ScoringError):
    """Adjustments, which no method here knows."""

    code = "file-adjustments"
    template = "adjustments are not scored; give the line the adjusted score or an artificial one such as A6040."


class MixedUnitsError(ScoringError):
    """Tricks on one line and points on another."""

    code = "file-mixed-units"
    template = "tricks_ns stands beside scores of other lines; a file holds one or the other."


class ContestError(ScoringError):
    """A contest whose lines have another shape."""

    code = "file-contest"
    template = 'a file for the contest "{contest}" cannot be ranked; only pairs can.'


def field_from_json(data: object) -> Field:
    """Return the field that *data*, a parsed JSON file, describes.

    The shape: ``{"contest": "pairs", "winners": 1, "boards": [{"board": 1, "lines": [{"ns": 1, "ew": 2,
    "score": 420}]}]}``.  A line holds ``score`` from the N-S side, or ``tricks_ns``, or ``contract`` with ``declarer``
    and ``tricks``, or ``artificial`` (N-S first), and may hold ``group``.  Beside a ``score`` may stand ``declarer``
    and ``honours``, the points for honours that its winners held.

    >>> line = {"ns": 1, "ew": 2, "contract": "4SX", "declarer": "S", "tricks": 9}
    >>> field = field_from_json({"winners": 1, "boards": [{"board": 2, "lines": [line]}]})
    >>> field.boards[0].lines[0].score
    -200

    :raises FieldError: with every fault, each naming its board and line.
    """
    faults: list[ScoringError] = []
    try:
        file = _mapping(data, "it")
        winners = _read_heading(file)
        boards = _sequence(file.get("boards"), "boards")
    except ScoringError as error:
        raise FieldError([FileFaultError(where="The file", reason=error)]) from None
    read = tuple(_read_board(board, at, faults) for at, board in enumerate(boards, start=1))
    faults += _mixed_units(boards) if not faults else ()
    if faults:
        raise FieldError(faults)
    return Field(winners, read)


def _read_heading(file: Mapping[str, Any]) -> int:
    if file.get("contest", "pairs") != "pairs":
        raise ContestError(contest=file["contest"])
    winners = _whole(file, "winners")
    if winners not in (1, 2):
        raise _wrong("winners", "1 or 2", winners)
    return winners


def _read_board(data: object, at: int, faults: list[ScoringError]) -> Board:
    where = f"Board no. {at} in the file"
    try:
        board = _mapping(data, "a board")
        board_no = _whole(board, "board", lowest=1)
        where = f"Board {board_no}"
        rows = _sequence(board.get("lines"), "lines")
    except ScoringError as error:
        faults.append(FileFaultError(where=where, reason=error))
        return Board(at, ())
    lines = []
    for line_no, row in enumerate(rows, start=1):
        try:
            lines.append(_read_line(_mapping(row, "a line"), board_no))
        except ScoringError as error:
            faults.append(FileFaultError(where=f"{where}, line {line_no}", reason=error))
    return Board(board_no, tuple(lines))


def _read_line(row: Mapping[str, Any], board_no: int) -> Line:
    ns, ew = _whole(row, "ns", lowest=1), _whole(row, "ew", lowest=1)
    given = [form for form in _FORMS if form in row]
    known = {"ns", "ew", "group", "adjustments", *given, *(_BESIDE.get(given[0], ()) if given else ())}
    for name in row:
        if name not in _IN_A_LINE or (len(given) == 1 and name not in known):
            beside = f" beside {given[0]}" if name in _IN_A_LINE else ""
            raise UnknownPartError(name=name, beside=beside, known=", ".join(_IN_A_LINE))
    if row.get("adjustments"):
        raise AdjustmentsError()
    if len(given) != 1:
        raise LineFormError(given=f"here are {' and '.join(given)}" if given else "here is none")
    group = row.get("group", "")
    if not isinstance(group, str):
        raise _wrong("group", "text", group)
    if given == ["artificial"]:
        return Line(ns, ew, artificial=_read_artificial(row["artificial"]), group=group)
    score = _read_score(row, given[0], board_no)
    return Line(ns, ew, score, group=group, **(_read_beside(row) if given == ["score"] else {}))


def _read_beside(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return who declared and the honours, where a line with a bare score says so."""
    beside: dict[str, Any] = {}
    if "declarer" in row:
        beside["declarer"] = _text(row, "declarer").upper()
        if beside["declarer"] not in SIDES:
            raise SideError(side=row["declarer"])
    if "honours" in row:
        beside["honours"] = _whole(row, "honours", lowest=0)
    return beside


def _read_score(row: Mapping[str, Any], form: str, board_no: int) -> int:
    if form == "score":
        return _whole(row, "score")
    if form == "tricks_ns":
        tricks = _whole(row, "tricks_ns")
        if not 0 <= tricks <= 13:
            raise TricksError(tricks=tricks)
        return tricks
    contract = _text(row, "contract")
    if plain_text(contract) == "PASS":
        return 0
    declarer = _text(row, "declarer").upper()
    return ns_score(read_contract(contract), declarer, _whole(row, "tricks"), vulnerability(board_no))


def _read_artificial(value: object) -> Artificial:
    if not isinstance(value, str):
        raise _wrong("artificial", 'text such as "A6040"', value)
    return read_artificial(plain_text(value))


def _mixed_units(boards: Iterable[Mapping[str, Any]]) -> list[ScoringError]:
    """Return a fault for the first line whose unit is not that of the first line of the file."""
    units: list[tuple[str, bool]] = [
        (f"Board {board['board']}, line {line_no}", "tricks_ns" in row)
        for board in boards
        for line_no, row in enumerate(board["lines"], start=1)
        if "artificial" not in row
    ]
    mixed = next((where for where, unit in units if unit != units[0][1]), None)
    return [FileFaultError(where=mixed, reason=MixedUnitsError())] if mixed else []


def _whole(row: Mapping[str, Any], name: str, lowest: int | None = None) -> int:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or (lowest is not None and value < lowest):
        raise _wrong(name, "a whole number" if lowest is None else f"a whole number from {lowest} up", value)
    return value


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise _wrong(name, "text", value)
    return value


def _mapping(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(name, "an object in braces", value)
    return value


def _sequence(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(name, "a list", value)
    return value


def _wrong(name: str, wanted: str, value: object) -> ScoringError:
    if value is None:
        return MissingPartError(name=name, wanted=wanted)
    return LinePartError(name=name, wanted=wanted, value=shortened(value))


def ranking_to_json(ranking: Ranking, decimals: int = 2) -> dict[str, object]:
    """Return *ranking* in the shape other programs read.

    Points are exact text, a decimal or a fraction; totals are rounded to *decimals*, percentages to two.
    """
    return {
        "method": ranking.method,
        "boards": [_board_to_json(board) for board in ranking.boards],
        "standings": [_standing_to_json(standing, decimals) for standing in ranking.standings],
        "notes": list(ranking.notes),
    }


def _board_to_json(board: ScoredBoard) -> dict[str, object]:
    lines = [
        {
            "ns": scored.line.ns,
            "ew": scored.line.ew,
            "ns_points": _exact_or_none(scored.ns_points),
            "ew_points": _exact_or_none(scored.ew_points),
        }
        for scored in board.lines
    ]
    return {"board": board.board_no, "top": _exact_or_none(board.top), "lines": lines}


def _standing_to_json(standing: Standing, decimals: int) -> dict[str, object]:
    return {
        "contestant": standing.contestant,
        "direction": standing.direction,
        "total": points_text(standing.total, decimals),
        "percent": None if standing.percent is None else percent_text(standing.percent),
        "place": standing.place_text,
    }


def _exact_or_none(points: Points | None) -> str | None:
    return None if points is None else exact_text(points)


def method_to_json(method: ScoringMethod) -> dict[str, object]:
    """Return what there is to know about *method* before using it: names, unit, options, source."""
    options = [
        {"name": option.name, "choices": list(option.choices), "default": option.default, "help": option.help}
        for option in method.options
    ]
    return {
        "key": method.key,
        "name": method.name,
        "abbr": method.abbr,
        "unit": method.unit,
        "decimals": method.decimals,
        "options": options,
        "source": method.source,
    }
