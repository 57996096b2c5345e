"""Deals in files of old dealing machines: BRI, DGE, and DUP, which holds both.

- BRI: 39 two-digit numbers for North, East and South, from 01 the ace of spades to 52 the two of
  clubs. West has the rest of the pack. A board has a line of its own, is filled up to 128 bytes
  with blanks and NUL, or follows the one before at once.
- DGE: four hands from North, with the suit signs of DOS before the cards of each suit. Boards are
  filled up as in BRI.
- DUP: 156 bytes a board, of which the first 78 are the BRI.

None of them numbers its boards: the first is board 1. Source: [DUPLIMATE].
"""

import re
from collections.abc import Iterator

from director.formats.deals.model import MAX_BOARD_NO, FiledDeal, make_deal
from director.formats.deals.sentences import DealSentences
from director.formats.errors import ImportFileError
from scoring.hands.cards import CARDS

_BRI_BYTES, _DUP_BYTES = 78, 156
_BRI_START = re.compile(rb"[0-9]{78}")
# A DUP board has its BRI first, then its binary part.
_DUP_START = re.compile(rb"[0-9]{78}[ \0\r\n\x1a]*[^0-9 \0\r\n\x1a]")
_PADDING = re.compile(rb"[ \0\r\n\x1a]+")
_DGE_HAND = re.compile(rb"([AKQJT2-9]*)\x03([AKQJT2-9]*)\x04([AKQJT2-9]*)\x05([AKQJT2-9]*)")
_SPADE = b"\x06"


def is_machine_file(raw: bytes) -> bool:
    """Return whether *raw* begins like a BRI, DUP or DGE file."""
    return bool(_BRI_START.match(raw)) or raw.startswith(_SPADE)


def read_machine_deals(raw: bytes) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a BRI, DUP or DGE file, or their faults."""
    for board_no, deal_or_error in enumerate(_read_raw_deals(raw), start=1):
        if board_no > MAX_BOARD_NO:
            yield ImportFileError(
                DealSentences.DEALS_BOARD, where="The file", given=str(board_no), most=MAX_BOARD_NO
            )
            return
        yield deal_or_error


def _read_raw_deals(raw: bytes) -> Iterator[FiledDeal | ImportFileError]:
    if raw.startswith(_SPADE):
        return _read_suit_sign_deals(_PADDING.sub(b"", raw))
    if _DUP_START.match(raw):
        return _read_numbered_card_deals(raw.rstrip(b"\r\n\x1a"), _DUP_BYTES)
    return _read_numbered_card_deals(_PADDING.sub(b"", raw), _BRI_BYTES)


def _read_numbered_card_deals(raw: bytes, size: int) -> Iterator[FiledDeal | ImportFileError]:
    for board_no, start in enumerate(range(0, len(raw), size), start=1):
        if len(raw) - start < size:
            yield ImportFileError(DealSentences.DEALS_CUT, board_no=board_no)
            return
        record = raw[start : start + _BRI_BYTES].decode("latin-1")
        codes = [record[position : position + 2] for position in range(0, _BRI_BYTES, 2)]
        invalid_code = next((code for code in codes if not _is_card_code(code)), "")
        if invalid_code:
            yield ImportFileError(
                DealSentences.DEALS_CARD_CODE, board_no=board_no, given=invalid_code
            )
            continue
        cards = [CARDS[int(code) - 1] for code in codes]
        yield make_deal(board_no, {"N": cards[:13], "E": cards[13:26], "S": cards[26:]})


def _is_card_code(code: str) -> bool:
    return code.isdecimal() and 1 <= int(code) <= len(CARDS)


def _read_suit_sign_deals(raw: bytes) -> Iterator[FiledDeal | ImportFileError]:
    hands = raw.split(_SPADE)[1:]
    for board_no, start in enumerate(range(0, len(hands), 4), start=1):
        matches = [_DGE_HAND.fullmatch(hand) for hand in hands[start : start + 4]]
        # A file that was cut off ends inside its last hand. Elsewhere a wrong hand has wrong signs.
        is_last_board = start + 4 == len(hands)
        if len(matches) < 4 or (is_last_board and matches[-1] is None):
            yield ImportFileError(DealSentences.DEALS_CUT, board_no=board_no)
            return
        if not all(matches):
            yield ImportFileError(DealSentences.DEALS_HAND_SIGNS, board_no=board_no)
            continue
        hands_by_suit = [match.groups() for match in matches if match]
        cards: dict[str, list[str]] = {}
        for seat, ranks_by_suit in zip("NESW", hands_by_suit, strict=True):
            cards[seat] = []
            for suit, ranks in zip("SHDC", ranks_by_suit, strict=True):
                cards[seat] += [f"{suit}{rank}" for rank in ranks.decode()]
        yield make_deal(board_no, cards)
