"""Parse a line of a JSON file: contestants, result, rulings and state."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from scoring.bridge.artificial import Artificial, read_artificial
from scoring.bridge.boards import SIDES, vulnerability
from scoring.bridge.contracts import ns_score, plain_text, read_contract
from scoring.bridge.entries import EntryKind, ResultEntry, check_honours
from scoring.bridge.games import duplicate_game
from scoring.bridge.rulings import (
    CREDIT_KINDS,
    UNITS,
    Adjustment,
    Assigned,
    Credit,
    LineState,
    Share,
    check_unit,
)
from scoring.bridge.sentences import BridgeSentences
from scoring.display import exact_text
from scoring.errors import ScoringError
from scoring.exchange.bare_scores import (
    ANY_POINTS,
    check_bare_score,
    check_passed_out,
    check_tricks,
    read_honours,
)
from scoring.exchange.json_parts import (
    check_list,
    check_object,
    part_error,
    read_choice,
    read_exact,
    read_text,
    read_whole_number,
    refuse_unknown,
)
from scoring.model import USUAL_LISTS, Line
from scoring.sentences import ScoringSentences

_ADJUSTMENT = ("side", "amount", "unit", "reason")
_CREDIT = ("contestant", "direction", "kind", "amount", "unit", "reason", "out_of")
_STATES = tuple(state.value for state in LineState)


def read_assigned(value: object, check: Callable[[int], int] = int) -> Assigned:
    """Parse an assigned score: shares for both sides, or ``{"ns": […], "ew": […]}``.

    A share is ``{"score": 420, "weight": "0.6"}``, always seen from the N-S side; one alone needs
    no weight.  *check* returns a score that can be and refuses any other.

    >>> read_assigned([{"score": 420, "weight": "0.6"}, {"score": -50, "weight": "0.4"}]).is_split
    False

    :raises ScoringError: if the weights of a side do not add to 1.
    """
    if isinstance(value, list):
        both = _read_shares(value, "assigned", check)
        return Assigned(both, both)
    sides = check_object(value, "assigned")
    refuse_unknown(sides, "assigned", ("ns", "ew"))
    return Assigned(
        _read_shares(sides.get("ns"), "ns", check), _read_shares(sides.get("ew"), "ew", check)
    )


def _read_shares(value: object, name: str, check: Callable[[int], int]) -> tuple[Share, ...]:
    rows = [check_object(row, "a share") for row in check_list(value, name)]
    for row in rows:
        refuse_unknown(row, "a share", ("score", "weight"))
    return tuple(
        Share(
            check(read_whole_number(row, "score")),
            read_exact(row, "weight") if "weight" in row or len(rows) > 1 else Fraction(1),
        )
        for row in rows
    )


def read_adjustments(row: Mapping[str, Any]) -> tuple[Adjustment, ...]:
    """Parse adjustments: ``{"side": "ns", "amount": -10, "unit": "%", "reason": "late"}``.

    :raises ScoringError: if there is no such unit.
    """
    return tuple(
        _read_adjustment(given) for given in check_list(row.get("adjustments", []), "adjustments")
    )


def _read_adjustment(value: object) -> Adjustment:
    given = check_object(value, "an adjustment")
    refuse_unknown(given, "an adjustment", _ADJUSTMENT)
    reason = read_text(given, "reason") if "reason" in given else ""
    return Adjustment(
        side=read_choice(given, "side", ("ns", "ew")),
        amount=read_exact(given, "amount"),
        unit=_read_unit(given),
        reason=reason,
    )


def read_credit(value: object, winners: int, kind: str = "Pair") -> Credit:
    """Parse a credit: ``contestant``, ``kind``, ``amount``, ``unit``, ``reason``.

    A carry-over may have ``out_of``.  With two winners a credit has a ``direction`` as well.
    *kind* is what contestants are called.

    :raises ScoringError: if there is no such unit, or a penalty would add something.
    """
    given = check_object(value, "a credit")
    refuse_unknown(
        given,
        "a credit",
        _CREDIT if winners == 2 else tuple(part for part in _CREDIT if part != "direction"),
    )
    direction = read_choice(given, "direction", ("NS", "EW")) if winners == 2 else None
    reason = read_text(given, "reason") if "reason" in given else ""
    out_of = read_exact(given, "out_of") if "out_of" in given else None
    credit = Credit(
        contestant=read_whole_number(given, "contestant", lowest=1),
        direction=direction,
        kind=read_choice(given, "kind", CREDIT_KINDS),
        amount=read_exact(given, "amount"),
        unit=_read_unit(given),
        reason=reason,
        out_of=out_of,
    )
    if credit.out_of is not None and credit.out_of <= 0:
        raise ScoringError(
            BridgeSentences.RULING_OUT_OF, who=credit.who(kind), amount=exact_text(credit.out_of)
        )
    if credit.kind == "penalty" and credit.amount > 0:
        raise ScoringError(
            BridgeSentences.RULING_PENALTY_SIGN, who=credit.who(kind), amount=credit.amount_text
        )
    return credit


def _read_unit(given: Mapping[str, Any]) -> str:
    """Return the unit of an adjustment or credit."""
    if "unit" in given:
        return check_unit(read_text(given, "unit"))
    return read_choice(given, "unit", UNITS)


def read_state(row: Mapping[str, Any]) -> LineState | None:
    """Return the state a line is marked with, if it is."""
    if "state" in row:
        return LineState(read_choice(row, "state", _STATES))
    return None


FORMS = ("score", "tricks_ns", "contract", "artificial", "assigned")
"""The parts of which a line has one, its result."""

_BESIDE = {
    "contract": ("declarer", "tricks", "honours", "honours_side"),
    "score": ("declarer", "honours"),
}
_EVERYWHERE = ("group", "section", "adjustments", "state", "reason", "lists")
_ALWAYS = ("ns", "ew", *_EVERYWHERE)
_IN_A_LINE = ("ns", "ew", *FORMS, "declarer", "tricks", "honours", "honours_side", *_EVERYWHERE)
_EMPTY = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


def read_line(
    row: Mapping[str, Any],
    board_no: int,
    game: str,
    *,
    winners: int = 1,
    has_own_average: bool = True,
) -> Line:
    """Return the line in *row*. *game* says which bare scores are possible.

    With two *winners* its ``lists`` may say in which of the two who sits N-S is ranked, and who
    sits E-W. ``AVE+`` and ``AVE-`` depend on *has_own_average*, as ``read_artificial`` has it.

    >>> read_line({"ns": 1, "ew": 6, "contract": "4SX", "declarer": "S", "tricks": 9}, 2, "bridge").score
    -200

    :raises ScoringError: saying what is wrong.
    """
    ns, ew = read_whole_number(row, "ns", lowest=1), read_whole_number(row, "ew", lowest=1)
    given = [form for form in FORMS if form in row]
    known = {*_ALWAYS, *given, *(_BESIDE.get(given[0], ()) if given else ())}
    for name in row:
        if name not in _IN_A_LINE or (len(given) == 1 and name not in known):
            beside = f" with {given[0]}" if name in _IN_A_LINE else ""
            raise ScoringError(
                ScoringSentences.FILE_UNKNOWN_PART,
                name=name,
                beside=beside,
                kind="a line",
                known=", ".join(_IN_A_LINE),
            )
    state = read_state(row)
    if len(given) != 1 and (given or state not in _EMPTY):
        raise ScoringError(
            ScoringSentences.FILE_LINE_FORM,
            given=f"there are {' and '.join(given)}" if given else "the line has none",
        )
    common: dict[str, Any] = {
        "group": read_text(row, "group").strip() if "group" in row else "",
        "section": read_text(row, "section").strip() if "section" in row else "",
        "adjustments": read_adjustments(row),
        "state": state,
        "reason": read_text(row, "reason").strip() if "reason" in row else "",
        "lists": _read_lists(row["lists"], winners) if "lists" in row else USUAL_LISTS,
    }
    if given == ["artificial"]:
        return Line(
            ns, ew, artificial=_read_artificial(row["artificial"], has_own_average), **common
        )
    return Line(ns, ew, **_read_result(row, given, board_no, game), **common)


def _read_result(
    row: Mapping[str, Any], given: list[str], board_no: int, game: str
) -> dict[str, Any]:
    if not given:
        return {}
    if given == ["assigned"]:
        return {
            "assigned": read_assigned(
                row["assigned"], lambda score: check_bare_score(row, score, board_no, game)
            )
        }
    schedule = "" if game == ANY_POINTS else duplicate_game(game).schedule
    if given == ["contract"] and schedule and plain_text(read_text(row, "contract")) != "PASS":
        return _read_auction(row, schedule)
    beside = _read_beside(row) if given == ["score"] else {}
    score = _read_score(row, given[0], board_no, game)
    return {
        "score": score,
        **beside,
        **({"contract": _read_played(row)} if given == ["contract"] else {}),
    }


def _read_played(row: Mapping[str, Any]) -> str:
    if plain_text(read_text(row, "contract")) == "PASS":
        return ""
    contract, declarer = (
        read_contract(read_text(row, "contract")),
        read_text(row, "declarer").upper(),
    )
    return str(ResultEntry(EntryKind.PLAYED, contract, declarer, read_whole_number(row, "tricks")))


def _read_auction(row: Mapping[str, Any], schedule: str) -> dict[str, Any]:
    """Return a contract of auction with its score and the winners' honours."""
    contract, declarer = (
        read_contract(read_text(row, "contract")),
        read_text(row, "declarer").upper(),
    )
    side, honours = None, 0
    if "honours" in row:
        side, honours = (
            read_choice(row, "honours_side", ("NS", "EW")),
            read_whole_number(row, "honours", lowest=0),
        )
        check_honours(f"{contract}{declarer}", honours, contract.denomination, schedule)
    entry = ResultEntry(
        EntryKind.PLAYED,
        contract,
        declarer,
        read_whole_number(row, "tricks"),
        schedule=schedule,
        honours_side=side,
        honours=honours,
    )
    return {
        "score": entry.ns_score(1),
        "declarer": declarer,
        "honours": entry.winners_honours,
        "contract": entry.played_text,
    }


def _read_beside(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return who declared and the honours, where a line with a bare score says so."""
    beside: dict[str, Any] = {}
    if "declarer" in row:
        beside["declarer"] = read_text(row, "declarer").upper()
        if beside["declarer"] not in SIDES:
            raise ScoringError(ScoringSentences.SIDE, side=row["declarer"])
    if "honours" in row:
        beside["honours"] = read_honours(row)
    return beside


def _read_score(row: Mapping[str, Any], form: str, board_no: int, game: str) -> int:
    if form == "score":
        return check_bare_score(row, read_whole_number(row, "score"), board_no, game)
    if form == "tricks_ns":
        return check_tricks(read_whole_number(row, "tricks_ns"))
    contract = read_text(row, "contract")
    if plain_text(contract) == "PASS":
        check_passed_out(row)
        return 0
    declarer = read_text(row, "declarer").upper()
    return ns_score(
        read_contract(contract), declarer, read_whole_number(row, "tricks"), vulnerability(board_no)
    )


def _read_lists(value: object, winners: int) -> tuple[str, str]:
    if winners != 2:
        raise ScoringError(ScoringSentences.FILE_LISTS)
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(name in USUAL_LISTS for name in value)
    ):
        raise part_error("lists", 'two of "NS" and "EW", such as ["EW", "NS"]', value)
    return value[0], value[1]


def _read_artificial(value: object, has_own_average: bool) -> Artificial:
    if not isinstance(value, str):
        raise part_error("artificial", 'text such as "A6040"', value)
    return read_artificial(plain_text(value), has_own_average=has_own_average)
