"""Parse what a table sent: numbers, the result and the lead."""

import re
from collections.abc import Mapping
from typing import Any

from director.boards.movement.lines.lead import read_lead
from director.boards.play.phones.read import SIDES
from director.boards.play.phones.sentences import PhoneSentences
from director.errors import DeskError
from director.kinds import PhoneEntry

HIGHEST_SENT = 9999
BOARD, NS_PAIR, EW_PAIR = (
    ("The board", 4),
    ("The number of the N-S pair", 3),
    ("The number of the E-W pair", 11),
)
ROUND = ("The round", 2)
FROM_BOARD = ("The board that it was entered for", 3)
"""What a number is to people, and an example of it."""
_PLAIN = re.IGNORECASE | re.ASCII
_CONTRACT = re.compile(r"([1-7])\s*(C|D|H|S|NT?)\s*(X{0,2})", _PLAIN)
_PASSED = re.compile(r"P|PASS|PASSED(?: OUT)?|AP", _PLAIN)
_TRICKS_OF_BOOK, _TRICKS = 6, 13


def gives_result(said: PhoneEntry) -> bool:
    """Return whether a result is sent beside the word of the opponents, or that word alone.

    The word alone may name the result that was agreed to, and nothing else.
    """
    data = said.data
    return any(name in data for name in ("contract", "tricks", "ns", "ew")) and (
        "contract" in data or "tricks" in data or bool(data.get("result"))
    )


def sent_outside(said: PhoneEntry) -> bool | None:
    """Return whether the phone says that a board is outside its rounds, or ``None``."""
    outside = said.data.get("outside")
    if isinstance(outside, bool):
        return outside
    return None


def sent_pairs(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the N-S and E-W pair that a word of the opponents names: as ``pairs``, or each by itself."""
    if "ns" in data and "ew" in data:
        return sent_number(data, "ns", *NS_PAIR), sent_number(data, "ew", *EW_PAIR)
    pairs = data.get("pairs")
    if pairs is None:
        return None
    if not isinstance(pairs, list) or len(pairs) != len(SIDES):
        raise DeskError(PhoneSentences.NO_PAIRS_SENT)
    ns, ew = ({"pair": pair} for pair in pairs)
    return sent_number(ns, "pair", *NS_PAIR), sent_number(ew, "pair", *EW_PAIR)


def sent_number(data: Mapping[str, Any], name: str, what: str, example: int) -> int:
    """Return the number that was sent as *name*, which is *what* to people, such as *example*."""
    value = data.get(name)
    if (
        isinstance(value, str)
        and value.strip().isascii()
        and value.strip().isdecimal()
        and len(value.strip()) < 5
    ):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= HIGHEST_SENT:
        raise DeskError(PhoneSentences.NO_NUMBER_SENT, what=what, example=example)
    return value


def sent_text(data: Mapping[str, Any], game: str) -> str:
    """Return the result that was sent as the desk would type it."""
    result, contract, tricks = data.get("result"), data.get("contract"), data.get("tricks")
    if isinstance(result, str) and result.strip():
        return result
    taken = tricks if isinstance(tricks, int) and not isinstance(tricks, bool) else None
    if game == "whist" and taken is not None:
        return str(taken)
    if not isinstance(contract, str):
        raise DeskError(PhoneSentences.NO_RESULT_SENT)
    contract = " ".join(contract.split())
    if _PASSED.fullmatch(contract):
        return "PASS"
    match = _CONTRACT.fullmatch(contract)
    if match is None:
        raise DeskError(PhoneSentences.NO_CONTRACT_SENT, contract=contract[:20])
    declarer = data.get("declarer")
    if not isinstance(declarer, str) or declarer.upper() not in ("N", "E", "S", "W"):
        raise DeskError(PhoneSentences.NO_DECLARER_SENT, contract=contract)
    if taken is None or not 0 <= taken <= _TRICKS:
        raise DeskError(PhoneSentences.NO_TRICKS_SENT, contract=contract)
    level, denomination, doubled = match.groups()
    over = taken - _TRICKS_OF_BOOK - int(level)
    suit = "NT" if denomination.upper().startswith("N") else denomination.upper()
    return f"{level}{suit}{doubled.upper()}{declarer.upper()}{f'{over:+d}' if over else '='}"


def sent_lead(data: Mapping[str, Any]) -> str:
    """Return the lead that was sent, as ``"HK"``, ``""`` without one."""
    sent = data.get("lead")
    if not sent:
        return ""
    lead = read_lead(sent)
    if lead is None:
        raise DeskError(PhoneSentences.NO_LEAD_SENT, lead=str(sent)[:20])
    return lead
