"""Deals in LIN files: ``md`` has the dealer (1 South to 4 East) and the hands."""

import re
from collections.abc import Iterator

from director.formats.deals.model import FiledDeal, deal_named, dealt
from director.formats.deals.sentences import DealSentences
from director.formats.errors import ImportFileError

_LIN = re.compile(r"(^|\|)\s*md\|", re.IGNORECASE)
_PART = re.compile(r"([A-Za-z]{2})\|([^|]*)\|")
_HAND = re.compile(r"S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)")
_SEATS = "SWNE"


def is_lin(text: str) -> bool:
    """Return whether *text* has a deal as LIN writes it."""
    return bool(_LIN.search(text))


def lin_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a LIN file, or their faults."""
    board_no, named_board = 0, 0
    for name, value in _PART.findall(text):
        if name.lower() in ("qx", "ah") and (number := re.search(r"[0-9]{1,3}", value)):
            named_board = int(number[0])
        if name.lower() != "md" or not value:
            continue
        # A board without a number follows the previous one.
        board_no = named_board or board_no + 1
        named_board = 0
        hands = value[1:].upper().replace("10", "T").rstrip(",").split(",")
        matches = [_HAND.fullmatch(hand) for hand in hands]
        if value[0] not in "1234" or not 3 <= len(hands) <= 4 or not all(matches):
            yield ImportFileError(
                DealSentences.DEALS_HANDS_CODE, board_no=board_no, given=value[:40]
            )
            continue
        suits = [match.groups() for match in matches if match]
        cards: dict[str, list[str]] = {}
        # strict=False: the file may leave out the fourth hand.
        for seat, hand in zip(_SEATS, suits, strict=False):
            cards[seat] = []
            for suit, ranks in zip("SHDC", hand, strict=True):
                cards[seat] += [f"{suit}{rank}" for rank in ranks]
        yield dealt(board_no, cards)


# Deals in Richard's Bridge Notation: RBN, a label at the head of each line, and RBX, a deal a line.
#
# ``B`` names the board (what follows a colon is no part of its number) and stays until the next;
# ``H`` the hands from a seat on, clockwise, each after a colon, or a semicolon where a diagram
# hides it. A fourth hand may be left out. In RBX the value of a label stands in curly brackets.
# Lines in curly brackets are text. Source: [RBN].

_RBN = re.compile(r"^H [NESW][:;]", re.MULTILINE)
_RBX = re.compile(r"(?:^|\})H\{[NESW][:;]", re.MULTILINE)
_LABELLED = re.compile(r"([A-Z%0-9])\{([^{}]*)\}")
_HANDS = re.compile(r"([NESW])((?:[:;][AKQJT2-9.]*){3,4})")


def is_rbn(text: str) -> bool:
    """Return whether *text* has a deal as RBN or RBX writes it."""
    return bool(_RBN.search(text) or _RBX.search(text))


def rbn_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of an RBN or RBX file, or their faults."""
    board, count = "", 0
    for label, value in _labels_and_values(text):
        if label == "B":
            board = value.partition(":")[0].strip()
        elif label == "H":
            count += 1
            yield _deal(f"Deal {count}", board or str(count), value)


def _deal(where: str, board: str, value: str) -> FiledDeal | ImportFileError:
    match = _HANDS.fullmatch(value)
    if match is None:
        return ImportFileError(DealSentences.DEALS_SEAT_HANDS, where=where, given=value[:60])
    hands = [hand or "-" for hand in re.split("[:;]", match[2])[1:]]
    return deal_named(where, board, f"{match[1]}:{' '.join((*hands, '-')[:4])}")


def _labels_and_values(text: str) -> Iterator[tuple[str, str]]:
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
