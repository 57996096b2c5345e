"""Deals in LIN files: ``md`` names the dealer (1 South to 4 East) and the hands of South, West, North and East."""

import re
from collections.abc import Iterator

from director.files.deals.errors import HandsCodeError
from director.files.deals.model import FiledDeal, dealt
from director.files.errors import ImportFileError

_LIN = re.compile(r"(^|\|)\s*md\|", re.IGNORECASE)
_PART = re.compile(r"([A-Za-z]{2})\|([^|]*)\|")
_HAND = re.compile(r"S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)")
_SEATS = "SWNE"


def is_lin(text: str) -> bool:
    """Return whether *text* has a deal as LIN writes it."""
    return bool(_LIN.search(text))


def lin_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a LIN file, or what is wrong with them; a board not named is the one after that before."""
    board_no, named = 0, 0
    for name, value in _PART.findall(text):
        if name.lower() in ("qx", "ah") and (number := re.search(r"[0-9]{1,3}", value)):
            named = int(number[0])
        if name.lower() != "md" or not value:
            continue
        board_no, named = named or board_no + 1, 0
        hands = value[1:].upper().replace("10", "T").rstrip(",").split(",")
        matches = [_HAND.fullmatch(hand) for hand in hands]
        if value[0] not in "1234" or not 3 <= len(hands) <= 4 or not all(matches):
            yield HandsCodeError(board_no=board_no, given=value[:40])
            continue
        suits = [match.groups() for match in matches if match]
        yield dealt(
            board_no,
            {
                seat: [f"{suit}{rank}" for suit, ranks in zip("SHDC", hand, strict=True) for rank in ranks]
                for seat, hand in zip(_SEATS, suits, strict=False)
            },
        )
