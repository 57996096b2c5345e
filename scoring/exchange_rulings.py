"""Rulings in a JSON file: assigned scores, adjustments, credits, and the state of a line."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scoring.json_parts import exact, mapping, refuse_unknown, sequence, text, whole, wrong
from scoring.rulings import CREDIT_KINDS, Adjustment, Assigned, Credit, LineState, Share

_ADJUSTMENT = ("side", "amount", "unit", "reason")
_CREDIT = ("contestant", "direction", "kind", "amount", "unit", "reason")
_STATES = tuple(state.value for state in LineState)


def read_assigned(value: object) -> Assigned:
    """Return the assigned score of a line: a list of shares for both sides, or ``{"ns": […], "ew": […]}``.

    A share is ``{"score": 420, "weight": "0.6"}``, always seen from the N-S side; one alone needs no weight.

    >>> read_assigned([{"score": 420, "weight": "0.6"}, {"score": -50, "weight": "0.4"}]).is_split
    False

    :raises WeightsError: if the weights of a side do not add to 1.
    """
    if isinstance(value, list):
        both = _read_shares(value, "assigned")
        return Assigned(both, both)
    sides = mapping(value, "assigned")
    refuse_unknown(sides, "assigned", ("ns", "ew"))
    return Assigned(_read_shares(sides.get("ns"), "ns"), _read_shares(sides.get("ew"), "ew"))


def _read_shares(value: object, name: str) -> tuple[Share, ...]:
    rows = [mapping(row, "a share") for row in sequence(value, name)]
    for row in rows:
        refuse_unknown(row, "a share", ("score", "weight"))
    return tuple(
        Share(whole(row, "score"), exact(row, "weight") if "weight" in row or len(rows) > 1 else Fraction(1))
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
        side=_choice(given, "side", ("ns", "ew")),
        amount=exact(given, "amount"),
        unit=text(given, "unit"),
        reason=text(given, "reason") if "reason" in given else "",
    )


def read_credits(file: Mapping[str, Any], winners: int) -> tuple[Credit, ...]:
    """Return the credits of a file, each with ``contestant``, ``kind``, ``amount``, ``unit`` and perhaps ``reason``.

    With two winners each has a ``direction`` as well.

    :raises UnitError: if there is no such unit.
    """
    return tuple(_read_credit(given, winners) for given in sequence(file.get("credits", []), "credits"))


def _read_credit(value: object, winners: int) -> Credit:
    given = mapping(value, "a credit")
    refuse_unknown(
        given, "a credit", _CREDIT if winners == 2 else tuple(part for part in _CREDIT if part != "direction")
    )
    return Credit(
        contestant=whole(given, "contestant", lowest=1),
        direction=_choice(given, "direction", ("NS", "EW")) if winners == 2 else None,
        kind=_choice(given, "kind", CREDIT_KINDS),
        amount=exact(given, "amount"),
        unit=text(given, "unit"),
        reason=text(given, "reason") if "reason" in given else "",
    )


def read_state(row: Mapping[str, Any]) -> LineState | None:
    """Return the state a line is marked with, if it is."""
    return LineState(_choice(row, "state", _STATES)) if "state" in row else None


def _choice(row: Mapping[str, Any], name: str, choices: tuple[str, ...]) -> str:
    value = row.get(name)
    if value not in choices:
        raise wrong(name, f"one of {', '.join(choices)}", value)
    return str(value)
