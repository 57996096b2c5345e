"""Deals in Richard's Bridge Notation: RBN, a label at the head of each line, and RBX, a deal a line.

``B`` names the board (what follows a colon is no part of its number) and stays until the next; ``H`` the hands from a
seat on, clockwise, each after a colon, or a semicolon where a diagram hides it.  A fourth hand may be left out.  In RBX
the value of a label stands in curly brackets.  Lines in curly brackets are text.  Source: [RBN].
"""

import re
from collections.abc import Iterator

from director.files.deals.errors import SeatHandsError
from director.files.deals.model import FiledDeal, deal_named
from director.files.errors import ImportFileError

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
        return SeatHandsError(where=where, given=value[:60])
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
