"""Deals in DLM files, which feed Duplimate machines under Windows.

``From board`` and ``To board`` say which boards are meant: a file has lines of others too, to fill it up.  ``Board 07``
has 26 letters and three figures.  The letters stand for two cards each, from the ace of spades to the two of clubs: the
seat of the first, 0 for North to 3 for West, times four and the seat of the second, counted from a.  The figures are
the number of the board, how often it is duplicated (``Duplicates 07``) and the codes of all letters, one XOR the other.
Source: [BIGDEAL], and files that people have shown.
"""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import xor

from director.formats.deals import sentences
from director.formats.deals.model import MOST_BOARDS, FiledDeal, dealt
from director.formats.errors import ImportFileError
from scoring import CARDS

_DLM = re.compile(r"\s*\[document\]", re.IGNORECASE)
_BOARD = re.compile(r"board 0*([0-9]{1,3})")
_LINE = re.compile(r"([a-p]{26})([0-9]{1,3})")
_SEATS = "NESW"


def is_dlm(text: str) -> bool:
    """Return whether *text* begins like a DLM file."""
    return bool(_DLM.match(text))


def dlm_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a DLM file, or what is wrong with it."""
    parts = (line.partition("=") for line in text.splitlines())
    lines = [(key.strip().lower(), value.strip()) for key, _equals, value in parts]
    said = dict(lines)
    first, last = _count(said.get("from board", "")), _count(said.get("to board", ""))
    if not 1 <= first <= last <= MOST_BOARDS:
        yield ImportFileError(sentences.DEALS_NO_BOARDS_NAMED, most=MOST_BOARDS)
        return
    boards = [(int(match[1]), value) for key, value in lines if (match := _BOARD.fullmatch(key))]
    if boards and not _LINE.fullmatch(boards[-1][1]):
        boards.pop()  # cut short, so that it is lacking
    if lacking := sorted(set(range(first, last + 1)) - {board_no for board_no, _value in boards}):
        yield ImportFileError(
            sentences.DEALS_LACKING_BOARDS, first=first, last=last, board_no=lacking[0], count=len(lacking)
        )
        return
    for board_no, value in boards:
        if first <= board_no <= last:
            yield _deal(board_no, value, said)


def _deal(board_no: int, value: str, said: Mapping[str, str]) -> FiledDeal | ImportFileError:
    match = _LINE.fullmatch(value)
    if match is None:
        return ImportFileError(sentences.DEALS_BOARD_LETTERS, board_no=board_no, given=value[:40])
    letters = match[1]
    duplicates = _count(said.get(f"duplicates {board_no:02}", ""))
    check_sum = reduce(xor, map(ord, letters), board_no ^ duplicates)
    if int(match[2]) != check_sum:
        return ImportFileError(sentences.DEALS_CHECK_SUM, board_no=board_no, given=match[2], expected=f"{check_sum:03}")
    owners = [at for letter in letters for at in divmod(ord(letter) - ord("a"), 4)]
    held = {seat: [card for card, at in zip(CARDS, owners, strict=True) if _SEATS[at] == seat] for seat in _SEATS}
    return dealt(board_no, held)


def _count(text: str) -> int:
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else 0
