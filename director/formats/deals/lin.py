"""Deals in LIN files: ``md`` has the dealer (1 South to 4 East) and the hands."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from director.formats.deals.model import MAX_BOARD_NO, FiledDeal, make_deal
from director.formats.deals.sentences import DealSentences
from director.formats.errors import ImportFileError

_START = re.compile(r"\s*(?:[%;][^\n]*\n\s*)*[A-Za-z]{2}\|")
_ESCAPED = re.compile(r"%(?:7[Cc]|2[Cc]|20)")
"""URL-escaped |, comma and space, which some programs leave in."""
_CARDS = re.compile(r"(?:^|\|)\s*md\|\s*[0-9]", re.IGNORECASE)
_COMMAND = re.compile(r"([A-Za-z]{2})\|([^|]*)\|")
_HAND = re.compile(r"S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)")
_NUMBER = re.compile(r"[0-9]{1,6}")
_NUMBER_OF_BOARD = re.compile(r"(?:board|bd|deal|hand)[\s.:#-]*([0-9]{1,6})", re.IGNORECASE)
_SEATS = "SWNE"


def is_lin(text: str) -> bool:
    """Return whether *text* begins as LIN does, and has a deal.

    >>> is_lin("qx|o1|md|1S2H3D4C5,|"), is_lin("Board,Movie\\n1,pn|a|md|1S2H3D4C5,|")
    (True, False)
    """
    return bool(_START.match(text)) and bool(_CARDS.search(text))


def contains_lin(text: str) -> bool:
    """Return whether *text*, such as a cell of a table, has the cards of a LIN file in it."""
    if "|" not in text and not _ESCAPED.search(text):
        return False
    return bool(_CARDS.search(_unescape(text)))


def parse_lin(text: str) -> list[tuple[str, str]]:
    """Return the commands of a LIN file, names in lower case, with their values.

    >>> parse_lin("ah|Board 5|SV|n|")
    [('ah', 'Board 5'), ('sv', 'n')]
    """
    return [(name.lower(), value) for name, value in _COMMAND.findall(_unescape(text))]


def _unescape(text: str) -> str:
    """Return *text* with plain signs.

    >>> _unescape("md|1S2H3%2CS4,|zz|40%|")
    'md|1S2H3,S4,|zz|40%|'
    """
    return unquote(text) if _ESCAPED.search(text) else text


def read_lin_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a LIN file, or their faults."""
    board_no = 0
    for position, (named_board, hands) in enumerate(_list_boards_and_hands(text), start=1):
        # A board without a number follows the previous one.
        board_no = named_board or board_no + 1
        if board_no > MAX_BOARD_NO:
            yield ImportFileError(
                DealSentences.DEALS_BOARD,
                where=f"Deal {position}",
                given=str(board_no),
                most=MAX_BOARD_NO,
            )
        else:
            yield _read_lin_deal(board_no, hands)


def read_movie_deal(board_no: int, movie: str) -> FiledDeal | ImportFileError:
    """Return the deal in *movie*, the LIN text of one deal, as board *board_no*."""
    hands = next((hands for _board_no, hands in _list_boards_and_hands(movie)), "")
    return _read_lin_deal(board_no, hands)


def _list_boards_and_hands(text: str) -> list[tuple[int, str]]:
    """Return the value of each ``md`` with the number of its board, or 0 if it has none.

    ``qx`` numbers boards within the match. ``ah`` is the board number on screen and takes
    precedence. BBO writes it after the cards, other programs before them.
    """
    boards: list[tuple[int, str]] = []
    match_board_no = named_board_no = 0
    has_names_first = False
    for name, value in parse_lin(text):
        if name == "qx":
            match_board_no, named_board_no = _find_board_number(value), 0
        elif name == "ah" and (number := _find_board_number(value)):
            has_names_first = has_names_first or not boards
            if has_names_first or match_board_no:
                named_board_no = number
            else:
                boards[-1] = (number, boards[-1][1])
        elif name == "md" and value:
            boards.append((named_board_no or match_board_no, value))
            match_board_no = named_board_no = 0
    return boards


def _find_board_number(text: str) -> int:
    match = _NUMBER_OF_BOARD.search(text)
    if match:
        return int(match[1])
    numbers = _NUMBER.findall(text)
    return int(numbers[-1]) if numbers else 0


def _read_lin_deal(board_no: int, value: str) -> FiledDeal | ImportFileError:
    hands = value[1:].upper().replace("10", "T").rstrip(",").split(",")
    matches = [_HAND.fullmatch(hand.strip()) for hand in hands]
    is_dealer_valid = value[:1] in tuple("1234")
    is_complete = 3 <= len(hands) <= 4 and all(matches)
    if not is_dealer_valid or not is_complete:
        return ImportFileError(DealSentences.DEALS_HANDS_CODE, board_no=board_no, given=value[:40])
    hands_by_suit = [match.groups() for match in matches if match]
    cards: dict[str, list[str]] = {}
    # strict=False: the file may leave out the fourth hand.
    for seat, ranks_by_suit in zip(_SEATS, hands_by_suit, strict=False):
        cards[seat] = []
        for suit, ranks in zip("SHDC", ranks_by_suit, strict=True):
            cards[seat] += [f"{suit}{rank}" for rank in ranks]
    return make_deal(board_no, cards)
