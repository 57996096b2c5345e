"""Deals in Richard's Bridge Notation: RBN, a label at the head of each line, and RBX, a deal a line.

``B`` names the board and stays until the next ``B``. What follows a colon is no part of its number.
``H`` has the hands from a seat on, clockwise, each after a colon, or a semicolon if a diagram hides
it. A fourth hand may be left out. In RBX the value of a label stands in curly brackets. Lines in
curly brackets are text. Source: [RBN].
"""

import re
from collections.abc import Iterator

from director.formats.deals.model import FiledDeal, parse_deal
from director.formats.deals.sentences import DealSentences
from director.formats.errors import ImportFileError

_RBN = re.compile(r"^H [NESW][:;]", re.MULTILINE)
_RBX = re.compile(r"(?:^|\})H\{[NESW][:;]", re.MULTILINE)
_LABELLED = re.compile(r"([A-Z%0-9])\{([^{}]*)\}")
_HANDS = re.compile(r"([NESW])((?:[:;][AKQJT2-9.]*){3,4})")


def is_rbn(text: str) -> bool:
    """Return whether *text* has a deal as RBN or RBX writes it."""
    return bool(_RBN.search(text) or _RBX.search(text))


def read_rbn_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of an RBN or RBX file, or their faults."""
    board, count = "", 0
    for label, value in _list_labels_and_values(text):
        if label == "B":
            board = value.partition(":")[0].strip()
        elif label == "H":
            count += 1
            yield _read_rbn_deal(f"Deal {count}", board or str(count), value)


def _read_rbn_deal(deal_label: str, board: str, value: str) -> FiledDeal | ImportFileError:
    match = _HANDS.fullmatch(value)
    if match is None:
        return ImportFileError(DealSentences.DEALS_SEAT_HANDS, where=deal_label, given=value[:60])
    first_seat, hands_text = match.groups()
    hands = [hand or "-" for hand in re.split("[:;]", hands_text[1:])]
    if len(hands) == 3:
        hands.append("-")
    return parse_deal(deal_label, board, f"{first_seat}:{' '.join(hands)}")


def _list_labels_and_values(text: str) -> Iterator[tuple[str, str]]:
    """Yield every label with its value."""
    if not _RBN.search(text):
        yield from _LABELLED.findall(text)
        return
    is_in_comment = False
    for line in text.splitlines():
        if is_in_comment or line.startswith("{"):
            is_in_comment = not line.rstrip().endswith("}")
        elif line[1:2] == " ":
            yield line[0], line[2:].strip()
