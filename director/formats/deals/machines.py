"""Deals in the files that dealing machines of old were fed: BRI, DGE, and DUP, which holds both of each board.

BRI: 39 two-digit numbers for North, East and South, from 01 the ace of spades to 52 the two of clubs; a line each, or
filled up to 128 bytes with blanks and NUL, or nothing between them.  DGE: four hands from North, with the suit signs of
DOS before the cards of each suit, filled up likewise.  DUP: 156 bytes a board, of which the first 78 are the BRI.
None of them numbers its boards: the first is board 1.  Source: [DUPLIMATE].
"""

import re
from collections.abc import Iterator

from director.formats.deals import sentences
from director.formats.deals.model import MOST_BOARDS, FiledDeal, deal_named, dealt
from director.formats.errors import ImportFileError
from scoring import CARDS

_BRI, _DUP = 78, 156
_IS_BRI = re.compile(rb"[0-9]{78}")
_IS_DUP = re.compile(rb"[0-9]{78}[ \0\r\n\x1a]*[^0-9 \0\r\n\x1a]")
_FILLING = re.compile(rb"[ \0\r\n\x1a]+")
_DGE_HAND = re.compile(rb"([AKQJT2-9]*)\x03([AKQJT2-9]*)\x04([AKQJT2-9]*)\x05([AKQJT2-9]*)")
_SPADE = b"\x06"


def is_of_machine(raw: bytes) -> bool:
    """Return whether *raw* begins like a BRI, DUP or DGE file."""
    return bool(_IS_BRI.match(raw)) or raw.startswith(_SPADE)


def machine_deals(raw: bytes) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a BRI, DUP or DGE file, or what is wrong with them."""
    for board_no, filed in enumerate(_deals(raw), start=1):
        if board_no > MOST_BOARDS:
            yield ImportFileError(sentences.DEALS_BOARD, where="The file", given=str(board_no), most=MOST_BOARDS)
            return
        yield filed


def _deals(raw: bytes) -> Iterator[FiledDeal | ImportFileError]:
    if raw.startswith(_SPADE):
        return _of_signs(_FILLING.sub(b"", raw))
    if _IS_DUP.match(raw):
        return _of_numbers(raw.rstrip(b"\r\n\x1a"), _DUP)
    return _of_numbers(_FILLING.sub(b"", raw), _BRI)


def _of_numbers(raw: bytes, size: int) -> Iterator[FiledDeal | ImportFileError]:
    for board_no, start in enumerate(range(0, len(raw), size), start=1):
        if len(raw) - start < size:
            yield ImportFileError(sentences.DEALS_CUT, board_no=board_no)
            return
        record = raw[start : start + _BRI].decode("latin-1")
        codes = [record[at : at + 2] for at in range(0, _BRI, 2)]
        wrong = next((code for code in codes if not code.isdecimal() or not 1 <= int(code) <= len(CARDS)), "")
        if wrong:
            yield ImportFileError(sentences.DEALS_CARD_CODE, board_no=board_no, given=wrong)
            continue
        cards = [CARDS[int(code) - 1] for code in codes]
        yield dealt(board_no, {"N": cards[:13], "E": cards[13:26], "S": cards[26:]})


def _of_signs(raw: bytes) -> Iterator[FiledDeal | ImportFileError]:
    hands = raw.split(_SPADE)[1:]
    for board_no, start in enumerate(range(0, len(hands), 4), start=1):
        matches = [_DGE_HAND.fullmatch(hand) for hand in hands[start : start + 4]]
        if len(matches) < 4 or (start + 4 == len(hands) and matches[-1] is None):
            yield ImportFileError(sentences.DEALS_CUT, board_no=board_no)
            return
        if not all(matches):
            yield ImportFileError(sentences.DEALS_HAND_SIGNS, board_no=board_no)
            continue
        suits = [match.groups() for match in matches if match]
        yield dealt(
            board_no,
            {
                seat: [f"{suit}{rank}" for suit, ranks in zip("SHDC", hand, strict=True) for rank in ranks.decode()]
                for seat, hand in zip("NESW", suits, strict=True)
            },
        )


# Deals in LIN files: ``md`` names the dealer (1 South to 4 East) and the hands of South, West, North and East.

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
            yield ImportFileError(sentences.DEALS_HANDS_CODE, board_no=board_no, given=value[:40])
            continue
        suits = [match.groups() for match in matches if match]
        yield dealt(
            board_no,
            {
                seat: [f"{suit}{rank}" for suit, ranks in zip("SHDC", hand, strict=True) for rank in ranks]
                for seat, hand in zip(_SEATS, suits, strict=False)
            },
        )


# Deals in Richard's Bridge Notation: RBN, a label at the head of each line, and RBX, a deal a line.
#
# ``B`` names the board (what follows a colon is no part of its number) and stays until the next; ``H`` the hands from
# a seat on, clockwise, each after a colon, or a semicolon where a diagram hides it. A fourth hand may be left out. In
# RBX the value of a label stands in curly brackets. Lines in curly brackets are text. Source: [RBN].

_RBN = re.compile(r"^H [NESW][:;]", re.MULTILINE)
_RBX = re.compile(r"(?:^|\})H\{[NESW][:;]", re.MULTILINE)
_LABELLED = re.compile(r"([A-Z%0-9])\{([^{}]*)\}")
_HANDS = re.compile(r"([NESW])((?:[:;][AKQJT2-9.]*){3,4})")


def is_rbn(text: str) -> bool:
    """Return whether *text* has a deal as RBN or RBX writes it."""
    return bool(_RBN.search(text) or _RBX.search(text))


def rbn_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of an RBN or RBX file, or what is wrong with them; without any number they count from 1."""
    board, count = "", 0
    for label, value in _labelled(text):
        if label == "B":
            board = value.partition(":")[0].strip()
        elif label == "H":
            count += 1
            yield _deal(f"Deal {count}", board or str(count), value)


def _deal(where: str, board: str, value: str) -> FiledDeal | ImportFileError:
    match = _HANDS.fullmatch(value)
    if match is None:
        return ImportFileError(sentences.DEALS_SEAT_HANDS, where=where, given=value[:60])
    hands = [hand or "-" for hand in re.split("[:;]", match[2])[1:]]
    return deal_named(where, board, f"{match[1]}:{' '.join((*hands, '-')[:4])}")


def _labelled(text: str) -> Iterator[tuple[str, str]]:
    """Yield every label with its value."""
    if not _RBN.search(text):
        yield from _LABELLED.findall(text)
        return
    is_text = False
    for line in text.splitlines():
        if is_text or line.startswith("{"):
            is_text = not line.rstrip().endswith("}")
        elif line[1:2] == " ":
            yield line[0], line[2:].strip()
