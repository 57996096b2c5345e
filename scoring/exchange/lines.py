"""Reading one line of a JSON file: contestants, the result in any of its forms, rulings and state."""

from collections.abc import Mapping
from typing import Any

from scoring.bridge.artificial import Artificial, read_artificial
from scoring.bridge.boards import SIDES, vulnerability
from scoring.bridge.contracts import ns_score, plain_text, read_contract
from scoring.bridge.entries import Entry, EntryKind
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError, SideError
from scoring.exchange.bare_scores import check_bare_score, check_passed_out, check_tricks, read_honours
from scoring.exchange.json_parts import UnknownPartError, text, whole, wrong
from scoring.exchange.rulings import read_adjustments, read_assigned, read_state
from scoring.model import USUAL_LISTS, Line

FORMS = ("score", "tricks_ns", "contract", "artificial", "assigned")
"""The parts of which a line has one, its result."""

_BESIDE = {"contract": ("declarer", "tricks"), "score": ("declarer", "honours")}
_EVERYWHERE = ("group", "section", "adjustments", "state", "reason", "lists")
_ALWAYS = ("ns", "ew", *_EVERYWHERE)
_IN_A_LINE = ("ns", "ew", *FORMS, "declarer", "tricks", "honours", *_EVERYWHERE)
_EMPTY = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


class LineFormError(ScoringError):
    """A line with no result, or with more than one."""

    code = "file-line-form"
    template = (
        "give one result, as score, tricks_ns, contract (with declarer and tricks), artificial or assigned, "
        "or the state not-played or to-be-played; {given}."
    )


class ListsError(ScoringError):
    """Lists of N-S and E-W where all are ranked in one."""

    code = "file-lists"
    template = "lists say who is ranked N-S and who E-W; leave them out where all are ranked in one list."


def read_line(
    row: Mapping[str, Any], board_no: int, game: str, *, winners: int = 1, has_own_average: bool = True
) -> Line:
    """Return the line that *row* describes; *game* says which bare scores can be.

    With two *winners* its ``lists`` may say in which of the two who sits N-S is ranked, and who sits E-W.
    ``AVE+`` and ``AVE-`` depend on *has_own_average*, as ``read_artificial`` has it.

    >>> read_line({"ns": 1, "ew": 6, "contract": "4SX", "declarer": "S", "tricks": 9}, 2, "bridge").score
    -200

    :raises ScoringError: of the class that says what is wrong.
    """
    ns, ew = whole(row, "ns", lowest=1), whole(row, "ew", lowest=1)
    given = [form for form in FORMS if form in row]
    known = {*_ALWAYS, *given, *(_BESIDE.get(given[0], ()) if given else ())}
    for name in row:
        if name not in _IN_A_LINE or (len(given) == 1 and name not in known):
            beside = f" beside {given[0]}" if name in _IN_A_LINE else ""
            raise UnknownPartError(name=name, beside=beside, kind="a line", known=", ".join(_IN_A_LINE))
    state = read_state(row)
    if len(given) != 1 and (given or state not in _EMPTY):
        raise LineFormError(given=f"here are {' and '.join(given)}" if given else "here is none")
    common: dict[str, Any] = {
        "group": text(row, "group").strip() if "group" in row else "",
        "section": text(row, "section").strip() if "section" in row else "",
        "adjustments": read_adjustments(row),
        "state": state,
        "reason": text(row, "reason").strip() if "reason" in row else "",
        "lists": _read_lists(row["lists"], winners) if "lists" in row else USUAL_LISTS,
    }
    if given == ["artificial"]:
        return Line(ns, ew, artificial=_read_artificial(row["artificial"], has_own_average), **common)
    return Line(ns, ew, **_read_result(row, given, board_no, game), **common)


def _read_result(row: Mapping[str, Any], given: list[str], board_no: int, game: str) -> dict[str, Any]:
    if not given:
        return {}
    if given == ["assigned"]:
        return {"assigned": read_assigned(row["assigned"], lambda score: check_bare_score(row, score, board_no, game))}
    beside = _read_beside(row) if given == ["score"] else {}
    score = _read_score(row, given[0], board_no, game)
    return {"score": score, **beside, **({"contract": _read_played(row)} if given == ["contract"] else {})}


def _read_played(row: Mapping[str, Any]) -> str:
    if plain_text(text(row, "contract")) == "PASS":
        return ""
    contract, declarer = read_contract(text(row, "contract")), text(row, "declarer").upper()
    return str(Entry(EntryKind.PLAYED, contract, declarer, whole(row, "tricks")))


def _read_beside(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return who declared and the honours, where a line with a bare score says so."""
    beside: dict[str, Any] = {}
    if "declarer" in row:
        beside["declarer"] = text(row, "declarer").upper()
        if beside["declarer"] not in SIDES:
            raise SideError(side=row["declarer"])
    if "honours" in row:
        beside["honours"] = read_honours(row)
    return beside


def _read_score(row: Mapping[str, Any], form: str, board_no: int, game: str) -> int:
    if form == "score":
        return check_bare_score(row, whole(row, "score"), board_no, game)
    if form == "tricks_ns":
        return check_tricks(whole(row, "tricks_ns"))
    contract = text(row, "contract")
    if plain_text(contract) == "PASS":
        check_passed_out(row)
        return 0
    declarer = text(row, "declarer").upper()
    return ns_score(read_contract(contract), declarer, whole(row, "tricks"), vulnerability(board_no))


def _read_lists(value: object, winners: int) -> tuple[str, str]:
    if winners != 2:
        raise ListsError()
    if not isinstance(value, list) or len(value) != 2 or not all(name in USUAL_LISTS for name in value):
        raise wrong("lists", 'two of "NS" and "EW", such as ["EW", "NS"]', value)
    return value[0], value[1]


def _read_artificial(value: object, has_own_average: bool) -> Artificial:
    if not isinstance(value, str):
        raise wrong("artificial", 'text such as "A6040"', value)
    return read_artificial(plain_text(value), has_own_average=has_own_average)
