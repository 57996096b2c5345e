"""Rulings in a JSON file: assigned scores, adjustments, credits, and the state of a line."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from scoring.bridge.ruling_errors import PenaltySignError
from scoring.bridge.rulings import CREDIT_KINDS, UNITS, Adjustment, Assigned, Credit, LineState, Share, check_unit
from scoring.exchange.json_parts import choice, exact, mapping, refuse_unknown, sequence, text, whole

_ADJUSTMENT = ("side", "amount", "unit", "reason")
_CREDIT = ("contestant", "direction", "kind", "amount", "unit", "reason")
_STATES = tuple(state.value for state in LineState)


def read_assigned(value: object, check: Callable[[int], int] = int) -> Assigned:
    """Return the assigned score of a line: a list of shares for both sides, or ``{"ns": […], "ew": […]}``.

    A share is ``{"score": 420, "weight": "0.6"}``, always seen from the N-S side; one alone needs no weight.  *check*
    returns a score that can be and refuses any other.

    >>> read_assigned([{"score": 420, "weight": "0.6"}, {"score": -50, "weight": "0.4"}]).is_split
    False

    :raises WeightsError: if the weights of a side do not add to 1.
    """
    if isinstance(value, list):
        both = _read_shares(value, "assigned", check)
        return Assigned(both, both)
    sides = mapping(value, "assigned")
    refuse_unknown(sides, "assigned", ("ns", "ew"))
    return Assigned(_read_shares(sides.get("ns"), "ns", check), _read_shares(sides.get("ew"), "ew", check))


def _read_shares(value: object, name: str, check: Callable[[int], int]) -> tuple[Share, ...]:
    rows = [mapping(row, "a share") for row in sequence(value, name)]
    for row in rows:
        refuse_unknown(row, "a share", ("score", "weight"))
    return tuple(
        Share(check(whole(row, "score")), exact(row, "weight") if "weight" in row or len(rows) > 1 else Fraction(1))
        for row in rows
    )


def read_adjustments(row: Mapping[str, Any]) -> tuple[Adjustment, ...]:
    """Return the adjustments of a line, each ``{"side": "ns", "amount": -10, "unit": "%", "reason": "late"}``.

    :raises UnitError: if there is no such unit.
    """
    return tuple(_read_adjustment(given) for given in sequence(row.get("adjustments", []), "adjustments"))


def _read_adjustment(value: object) -> Adjustment:
    given = mapping(value, "an adjustment")
    refuse_unknown(given, "an adjustment", _ADJUSTMENT)
    return Adjustment(
        side=choice(given, "side", ("ns", "ew")),
        amount=exact(given, "amount"),
        unit=_read_unit(given),
        reason=text(given, "reason") if "reason" in given else "",
    )


def read_credit(value: object, winners: int, kind: str = "Pair") -> Credit:
    """Return a credit of a file: ``contestant``, ``kind``, ``amount``, ``unit`` and perhaps ``reason``.

    With two winners it has a ``direction`` as well.  *kind* is what contestants are called.

    :raises UnitError: if there is no such unit.
    :raises PenaltySignError: if a penalty would add something.
    """
    given = mapping(value, "a credit")
    refuse_unknown(
        given, "a credit", _CREDIT if winners == 2 else tuple(part for part in _CREDIT if part != "direction")
    )
    credit = Credit(
        contestant=whole(given, "contestant", lowest=1),
        direction=choice(given, "direction", ("NS", "EW")) if winners == 2 else None,
        kind=choice(given, "kind", CREDIT_KINDS),
        amount=exact(given, "amount"),
        unit=_read_unit(given),
        reason=text(given, "reason") if "reason" in given else "",
    )
    if credit.kind == "penalty" and credit.amount > 0:
        raise PenaltySignError(who=credit.who(kind), amount=credit.amount_text)
    return credit


def _read_unit(given: Mapping[str, Any]) -> str:
    """Return the unit of an adjustment or credit; one that is missing is told which there are."""
    return check_unit(text(given, "unit")) if "unit" in given else choice(given, "unit", UNITS)


def read_state(row: Mapping[str, Any]) -> LineState | None:
    """Return the state a line is marked with, if it is."""
    return LineState(choice(row, "state", _STATES)) if "state" in row else None
