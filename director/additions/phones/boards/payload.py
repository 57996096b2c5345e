"""Parse what a table sent: numbers, the result and the lead."""

import re
from collections.abc import Mapping
from typing import Any

from director.additions.phones.boards.read import SIDES
from director.additions.phones.boards.sentences import PhoneSentences
from director.boards.movement.lines.entries import read_lead
from director.errors import DeskError
from director.kinds import PhoneEntry

HIGHEST_SENT = 9999
_DIGITS = 4  # of the highest number that may be sent as text

# Each number with its name and an example, for the message about a wrong one.
BOARD = ("The board", 4)
NS_PAIR = ("The number of the N-S pair", 3)
EW_PAIR = ("The number of the E-W pair", 11)
ROUND = ("The round", 2)
FROM_BOARD = ("The board that it was entered for", 3)

_FLAGS = re.IGNORECASE | re.ASCII
_CONTRACT = re.compile(r"([1-7])\s*(C|D|H|S|NT?)\s*(X{0,2})", _FLAGS)
_PASSED = re.compile(r"P|PASS|PASSED(?: OUT)?|AP", _FLAGS)
_BOOK_TRICKS = 6
_DEAL_TRICKS = 13
_QUOTED = 20  # characters of a wrong value that the message repeats


def has_own_result(phone_entry: PhoneEntry) -> bool:
    """Return whether an entry gives a result of its own.

    A plain confirmation may name the result it agrees to, and nothing else.
    """
    data = phone_entry.data
    has_details = any(name in data for name in ("contract", "tricks", "ns", "ew"))
    has_result = "contract" in data or "tricks" in data or bool(data.get("result"))
    return has_details and has_result


def read_outside_flag(phone_entry: PhoneEntry) -> bool | None:
    """Return the flag that a board was played outside the movement. None if it wasn't sent."""
    outside = phone_entry.data.get("outside")
    if isinstance(outside, bool):
        return outside
    return None


def read_sent_pairs(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the N-S and E-W pair of a confirmation, sent together as ``pairs`` or one by one."""
    if "ns" in data and "ew" in data:
        return read_sent_number(data, "ns", *NS_PAIR), read_sent_number(data, "ew", *EW_PAIR)
    pairs = data.get("pairs")
    if pairs is None:
        return None
    if not isinstance(pairs, list) or len(pairs) != len(SIDES):
        raise DeskError(PhoneSentences.NO_PAIRS_SENT)
    ns, ew = ({"pair": pair} for pair in pairs)
    return read_sent_number(ns, "pair", *NS_PAIR), read_sent_number(ew, "pair", *EW_PAIR)


def read_sent_number(data: Mapping[str, Any], name: str, figure_name: str, example: int) -> int:
    """Return the number that was sent as *name*.

    *figure_name* and *example* describe it in the message if it is wrong.

    :raises DeskError: unless it is a whole number from 1 to 9999
    """
    value = data.get(name)
    if isinstance(value, str):
        digits = value.strip()
        # isdecimal() alone would accept the digits of other scripts.
        if digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS:
            value = int(digits)
    # JSON's true is a bool, which Python counts as the number 1.
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= HIGHEST_SENT:
        raise DeskError(PhoneSentences.NO_NUMBER_SENT, what=figure_name, example=example)
    return value


def read_sent_result(data: Mapping[str, Any], game: str) -> str:
    """Return the result that was sent, as the desk would type it.

    :raises DeskError: if it has neither a result nor a whole contract
    """
    result = data.get("result")
    if isinstance(result, str) and result.strip():
        return result
    tricks: int | None = None
    if isinstance(data.get("tricks"), int) and not isinstance(data["tricks"], bool):
        tricks = data["tricks"]
    if game == "whist" and tricks is not None:
        return str(tricks)
    contract = data.get("contract")
    if not isinstance(contract, str):
        raise DeskError(PhoneSentences.NO_RESULT_SENT)
    contract = " ".join(contract.split())
    if _PASSED.fullmatch(contract):
        return "PASS"
    match = _CONTRACT.fullmatch(contract)
    if match is None:
        raise DeskError(PhoneSentences.NO_CONTRACT_SENT, contract=contract[:_QUOTED])
    declarer = data.get("declarer")
    if not isinstance(declarer, str) or declarer.upper() not in ("N", "E", "S", "W"):
        raise DeskError(PhoneSentences.NO_DECLARER_SENT, contract=contract)
    if tricks is None or not 0 <= tricks <= _DEAL_TRICKS:
        raise DeskError(PhoneSentences.NO_TRICKS_SENT, contract=contract)
    level, denomination, doubled = match.groups()
    suit = "NT" if denomination.upper().startswith("N") else denomination.upper()
    overtricks = tricks - _BOOK_TRICKS - int(level)
    tricks_text = f"{overtricks:+d}" if overtricks else "="
    return f"{level}{suit}{doubled.upper()}{declarer.upper()}{tricks_text}"


def read_sent_lead(data: Mapping[str, Any]) -> str:
    """Return the lead that was sent, as ``"HK"``. Empty without a lead.

    :raises DeskError: if it isn't a card
    """
    lead_sent = data.get("lead")
    if not lead_sent:
        return ""
    lead = read_lead(lead_sent)
    if lead is None:
        raise DeskError(PhoneSentences.NO_LEAD_SENT, lead=str(lead_sent)[:_QUOTED])
    return lead
