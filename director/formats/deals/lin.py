"""Deals in LIN files: ``md`` has the dealer (1 South to 4 East) and the hands."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from director.formats.deals.model import MAX_BOARD_NO, FiledDeal, make_deal, parse_deal
from director.formats.deals.sentences import DealSentences
from director.formats.errors import ImportFileError

_START = re.compile(r"\s*(?:[%;][^\n]*\n\s*)*[A-Za-z]{2}\|")
_ESCAPED = re.compile(r"%(?:7[Cc]|2[Cc]|20)")
"""Signs as addresses of pages have them, which some programs keep in their files."""
_CARDS = re.compile(r"(?:^|\|)\s*md\|\s*[0-9]", re.IGNORECASE)
_PART = re.compile(r"([A-Za-z]{2})\|([^|]*)\|")
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


def has_movie(text: str) -> bool:
    """Return whether *text*, such as a cell of a table, has the cards of a LIN file in it."""
    if "|" not in text and not _ESCAPED.search(text):
        return False
    return bool(_CARDS.search(_unescape(text)))


def parse_lin(text: str) -> list[tuple[str, str]]:
    """Return the commands of a LIN file, names in small letters, with their values.

    >>> parse_lin("ah|Board 5|SV|n|")
    [('ah', 'Board 5'), ('sv', 'n')]
    """
    return [(name.lower(), value) for name, value in _PART.findall(_unescape(text))]


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
    """Return the cards of a *movie*, which is LIN of one deal, as those of a board of the table."""
    hands = next((hands for _board_no, hands in _list_boards_and_hands(movie)), "")
    return _read_lin_deal(board_no, hands)


def _list_boards_and_hands(text: str) -> list[tuple[int, str]]:
    """Return the value of each ``md`` with the number of its board, or 0 if it has none.

    ``qx`` begins a board and counts those of the match. ``ah`` is the name that people see, so it
    goes first. BBO writes it after the cards, other programs before them.
    """
    boards: list[tuple[int, str]] = []
    number_of_match = name_of_next = 0
    has_names_first = False
    for name, value in parse_lin(text):
        if name == "qx":
            number_of_match, name_of_next = _find_board_number(value), 0
        elif name == "ah" and (number := _find_board_number(value)):
            has_names_first = has_names_first or not boards
            if has_names_first or number_of_match:
                name_of_next = number
            else:
                boards[-1] = (number, boards[-1][1])
        elif name == "md" and value:
            boards.append((name_of_next or number_of_match, value))
            number_of_match = name_of_next = 0
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
    if value[:1] not in tuple("1234") or not 3 <= len(hands) <= 4 or not all(matches):
        return ImportFileError(DealSentences.DEALS_HANDS_CODE, board_no=board_no, given=value[:40])
    suits = [match.groups() for match in matches if match]
    cards: dict[str, list[str]] = {}
    # strict=False: the file may leave out the fourth hand.
    for seat, hand in zip(_SEATS, suits, strict=False):
        cards[seat] = []
        for suit, ranks in zip("SHDC", hand, strict=True):
            cards[seat] += [f"{suit}{rank}" for rank in ranks]
    return make_deal(board_no, cards)


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


def read_rbn_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of an RBN or RBX file, or their faults."""
    board, count = "", 0
    for label, value in _list_labels_and_values(text):
        if label == "B":
            board = value.partition(":")[0].strip()
        elif label == "H":
            count += 1
            yield _read_rbn_deal(f"Deal {count}", board or str(count), value)


def _read_rbn_deal(where: str, board: str, value: str) -> FiledDeal | ImportFileError:
    match = _HANDS.fullmatch(value)
    if match is None:
        return ImportFileError(DealSentences.DEALS_SEAT_HANDS, where=where, given=value[:60])
    hands = [hand or "-" for hand in re.split("[:;]", match[2])[1:]]
    return parse_deal(where, board, f"{match[1]}:{' '.join((*hands, '-')[:4])}")


def _list_labels_and_values(text: str) -> Iterator[tuple[str, str]]:
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
