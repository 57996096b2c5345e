"""Deals from a file of any known format, and deals as PBN.

Formats: PBN, LIN, RBN, RBX and DLM, and the formats of old dealing machines, BRI, DGE, DUP and BER.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor
from typing import BinaryIO
from urllib.parse import unquote

from director.formats.errors import ImportFileError, ProblemList, raise_problems
from director.formats.kinds import describe_file_kind
from director.formats.pbn import PbnGame, is_pbn, read_games
from director.formats.pbn_writer import PbnExportTable, PbnTags, format_game, make_pbn_file
from director.formats.reading import decode_text, read_limited
from director.formats.refusals import (
    make_deals_board_error,
    make_deals_hand_cards_error,
    make_deals_other_file_error,
    make_pbn_board_error,
)
from scoring.bridge.contracts import Vulnerability, get_dealer, get_vulnerability
from scoring.errors import DealError
from scoring.hands.card_languages import is_english_hand, translate_ranks
from scoring.hands.cards import CARDS, Hands, make_hands, parse_hands
from scoring.hands.makeable import MakeableTricks, compute_par, make_makeable_tricks

MAX_BOARD_NO = 999


@dataclass(frozen=True, slots=True)
class DealInFile:
    """The cards of a board, with its makeable tricks if the file has them."""

    board_no: int
    hands: Hands
    makeable: MakeableTricks | None = None


def make_deal(
    board_no: int, cards_by_seat: Mapping[str, list[str]]
) -> DealInFile | ImportFileError:
    """Return the deal of *cards_by_seat*, lists of cards such as ``"SA"``, or its problem."""
    try:
        return DealInFile(board_no, make_hands(dict(cards_by_seat)))
    except DealError as error:
        return _make_deals_cards_error(board_no=board_no, reason=error)


_VOID_TEXTS = frozenset({"", "-", "--", "—", "–", "VOID"})


def make_written_deal(
    board_no: int, suits_by_seat: Mapping[str, Sequence[str]], names_by_seat: Mapping[str, str]
) -> DealInFile | ImportFileError:
    """Return the deal of hands whose four suits are written one by one, or its problem.

    The ranks may be those of any language. *names_by_seat* are the file's names of the hands.

    >>> clubs = ["-", "", "VOID", "A H V B 10 9 8 7 6 5 4 3 2"]
    >>> hands = {seat: clubs[4 - turn :] + clubs[: 4 - turn] for turn, seat in enumerate("NESW")}
    >>> make_written_deal(3, hands, {}).hands.get_hand("N")
    '...AKQJT98765432'
    """
    texts_by_seat = {
        seat: ["" if text.strip().upper() in _VOID_TEXTS else text for text in suits]
        for seat, suits in suits_by_seat.items()
    }
    ranks = translate_ranks([text for suits in texts_by_seat.values() for text in suits])
    if ranks is None:
        unread_seats = (seat for seat, suits in texts_by_seat.items() if not is_english_hand(suits))
        seat = next(unread_seats)
        return make_deals_hand_cards_error(board_no=board_no, given=names_by_seat.get(seat, seat))
    hands = [ranks[start : start + 4] for start in range(0, len(ranks), 4)]
    return make_deal(board_no, _make_cards_by_seat("".join(texts_by_seat), hands))


def _make_cards_by_seat(seats: str, hands_by_suit: Iterable[Iterable[str]]) -> dict[str, list[str]]:
    """Return the cards of each seat. A hand is its ranks of spades, hearts, diamonds and clubs."""
    cards_by_seat: dict[str, list[str]] = {}
    # strict=False: a file may leave out the fourth hand.
    for seat, ranks_by_suit in zip(seats, hands_by_suit, strict=False):
        cards_by_seat[seat] = []
        for suit, ranks in zip("SHDC", ranks_by_suit, strict=True):
            cards_by_seat[seat] += [f"{suit}{rank}" for rank in ranks]
    return cards_by_seat


def parse_deal(location: str, board_text: str, deal_text: str) -> DealInFile | ImportFileError:
    """Return the deal in *deal_text*, written as in PBN, for the board in *board_text*, or its problem.

    >>> parse_deal("Line 3", "7", "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -").board_no
    7
    """
    # Board numbers may have leading zeros, but int() refuses thousands of digits.
    is_number = board_text.isascii() and board_text.isdecimal() and len(board_text) < 7
    board_no = int(board_text) if is_number else 0
    if not 1 <= board_no <= MAX_BOARD_NO:
        return make_deals_board_error(where=location, given=board_text, most=MAX_BOARD_NO)
    try:
        return DealInFile(board_no, parse_hands(_normalize_deal(deal_text)))
    except DealError as error:
        return _make_deals_cards_error(board_no=board_no, reason=error)


def _normalize_deal(deal: str) -> str:
    """Return a PBN *deal* without the suit letters and the last dot that some programs add.

    >>> _normalize_deal("S:SAKQ2.HAK3.DAK4.CAKQ JT52.Q9864.KT43..")
    'S:AKQ2.AK3.AK4.AKQ JT52.Q9864.KT43.'
    """
    seat, colon, hands = deal.partition(":")
    return seat + colon + " ".join(map(_normalize_hand, hands.split()))


def _normalize_hand(hand: str) -> str:
    suits = hand.split(".")
    # A void in the last suit has one dot more in some files.
    if len(suits) == 5 and not suits[-1]:
        suits.pop()
    first_letters = [suit[:1].upper() for suit in suits]
    if first_letters == list("SHDC"):
        suits = [suit[1:] for suit in suits]
    return ".".join(suits)


# LIN: ``md`` has the dealer (1 South to 4 East) and the hands.


# Lines of remarks may come before the first command.
_LIN_START = re.compile(r"\s*(?:[%;][^\n]*\n\s*)*[A-Za-z]{2}\|")
_LIN_ESCAPED = re.compile(r"%(?:7[Cc]|2[Cc]|20)")
"""URL-escaped |, comma and space, which some programs leave in."""
_LIN_CARDS = re.compile(r"(?:^|\|)\s*md\|\s*[0-9]", re.IGNORECASE)
_LIN_COMMAND = re.compile(r"([A-Za-z]{2})\|([^|]*)\|")
_LIN_HAND = re.compile(r"S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)")
_LIN_NUMBER = re.compile(r"[0-9]{1,6}")
_BOARD_NUMBER = re.compile(r"(?:board|bd|deal|hand)[\s.:#-]*([0-9]{1,6})", re.IGNORECASE)
_LIN_SEATS = "SWNE"


def is_lin(text: str) -> bool:
    """Return whether *text* begins like LIN and has a deal.

    >>> is_lin("qx|o1|md|1S2H3D4C5,|"), is_lin("Board,Movie\\n1,pn|a|md|1S2H3D4C5,|")
    (True, False)
    """
    return bool(_LIN_START.match(text)) and bool(_LIN_CARDS.search(text))


def contains_lin(text: str) -> bool:
    """Return whether *text*, such as a table cell, contains the cards of a LIN file."""
    if "|" not in text and not _LIN_ESCAPED.search(text):
        return False
    return bool(_LIN_CARDS.search(_unescape_lin(text)))


def parse_lin_commands(text: str) -> list[tuple[str, str]]:
    """Return the commands of a LIN file, names in lower case, with their values.

    >>> parse_lin_commands("ah|Board 5|SV|n|")
    [('ah', 'Board 5'), ('sv', 'n')]
    """
    return [(name.lower(), value) for name, value in _LIN_COMMAND.findall(_unescape_lin(text))]


def _unescape_lin(text: str) -> str:
    """Return *text* without URL escapes. A percent sign alone stays.

    >>> _unescape_lin("md|1S2H3%2CS4,|zz|40%|")
    'md|1S2H3,S4,|zz|40%|'
    """
    return unquote(text) if _LIN_ESCAPED.search(text) else text


def parse_lin_deals(text: str) -> Iterator[DealInFile | ImportFileError]:
    """Yield the deals of a LIN file, or its problems."""
    board_no = 0
    for position, (named_board_no, hands) in enumerate(_list_boards_and_hands(text), start=1):
        # A board without a number follows the previous one.
        board_no = named_board_no or board_no + 1
        if board_no > MAX_BOARD_NO:
            yield make_deals_board_error(
                where=f"Deal {position}",
                given=str(board_no),
                most=MAX_BOARD_NO,
            )
        else:
            yield _parse_lin_deal(board_no, hands)


def parse_movie_deal(board_no: int, movie: str) -> DealInFile | ImportFileError:
    """Return the deal in *movie*, the LIN text of one deal, as board *board_no*."""
    hands = next((hands for _board_no, hands in _list_boards_and_hands(movie)), "")
    return _parse_lin_deal(board_no, hands)


def _list_boards_and_hands(text: str) -> list[tuple[int, str]]:
    """Return the value of each ``md`` with the number of its board, or 0 if it has none.

    ``qx`` numbers boards within the match. ``ah`` is the board number on screen and takes
    precedence. BBO writes it after the cards, other programs before them.
    """
    boards: list[tuple[int, str]] = []
    match_board_no = named_board_no = 0
    has_number_before_cards = False
    for name, value in parse_lin_commands(text):
        if name == "qx":
            match_board_no, named_board_no = _parse_board_number(value), 0
        elif name == "ah" and (number := _parse_board_number(value)):
            has_number_before_cards = has_number_before_cards or not boards
            if has_number_before_cards or match_board_no:
                named_board_no = number
            else:
                _board_no, previous_hands = boards[-1]
                boards[-1] = (number, previous_hands)
        elif name == "md" and value:
            boards.append((named_board_no or match_board_no, value))
            match_board_no = named_board_no = 0
    return boards


def _parse_board_number(text: str) -> int:
    match = _BOARD_NUMBER.search(text)
    if match:
        return int(match[1])
    numbers = _LIN_NUMBER.findall(text)
    return int(numbers[-1]) if numbers else 0


def _parse_lin_deal(board_no: int, value: str) -> DealInFile | ImportFileError:
    # A comma may stand for the fourth hand.
    hands = value[1:].upper().replace("10", "T").rstrip(",").split(",")
    matches = [_LIN_HAND.fullmatch(hand.strip()) for hand in hands]
    is_dealer_valid = value[:1] in tuple("1234")
    is_complete = 3 <= len(hands) <= 4 and all(matches)
    if not is_dealer_valid or not is_complete:
        return ImportFileError(
            "deals-hands-code",
            "Board {board_no}: “{given}” isn’t a deal. It must start with the dealer and have "
            "three or four hands.",
            board_no=board_no,
            given=value[:40],
        )
    hands_by_suit = [match.groups() for match in matches if match]
    return make_deal(board_no, _make_cards_by_seat(_LIN_SEATS, hands_by_suit))


# Old dealing machines:
#
# - BRI: 39 two-digit numbers for North, East and South, from 01 (ace of spades) to 52 (two of
#   clubs). West has the other cards. Some files have a line for each board, some fill it up to
#   128 bytes with blanks and NUL, and some have nothing between two boards.
# - DGE: four hands from North, with the suit signs of DOS before the cards of each suit. Boards are
#   filled up as in BRI.
# - DUP: 156 bytes for each board. The first 78 are the same as in BRI.
# - BER: for each of the 52 cards in the order of the pack, who has it: 1 North to 4 West.
#
# None of them numbers its boards: the first is board 1. Source: [DUPLIMATE].


_BRI_BOARD_BYTES, _DUP_BOARD_BYTES = 78, 156
_BRI_START = re.compile(rb"[0-9]{78}")
# In a DUP file a binary part follows the digits of a board.
_DUP_START = re.compile(rb"[0-9]{78}[ \0\r\n\x1a]*[^0-9 \0\r\n\x1a]")
_BER_BOARD_BYTES = 52
# No BRI board begins like this: 26 different cards have other digits too.
_BER_START = re.compile(rb"[1-4]{52}")
_PADDING = re.compile(rb"[ \0\r\n\x1a]+")
_DGE_HAND = re.compile(rb"([AKQJT2-9]*)\x03([AKQJT2-9]*)\x04([AKQJT2-9]*)\x05([AKQJT2-9]*)")
_SPADE = b"\x06"


def is_machine_file(raw: bytes) -> bool:
    """Return whether *raw* begins like a BRI, DUP, DGE or BER file."""
    has_digits = _BRI_START.match(raw) or _BER_START.match(raw)
    return bool(has_digits) or raw.startswith(_SPADE)


def read_machine_deals(raw: bytes) -> Iterator[DealInFile | ImportFileError]:
    """Yield the deals of a BRI, DUP, DGE or BER file, or its problems."""
    for board_no, deal_or_error in enumerate(_read_raw_deals(raw), start=1):
        if board_no > MAX_BOARD_NO:
            yield make_deals_board_error(where="The file", given=str(board_no), most=MAX_BOARD_NO)
            return
        yield deal_or_error


def _read_raw_deals(raw: bytes) -> Iterator[DealInFile | ImportFileError]:
    if raw.startswith(_SPADE):
        return _read_suit_sign_deals(_PADDING.sub(b"", raw))
    if _BER_START.match(raw):
        return _read_owned_card_deals(_PADDING.sub(b"", raw))
    if _DUP_START.match(raw):
        return _read_numbered_card_deals(raw.rstrip(b"\r\n\x1a"), _DUP_BOARD_BYTES)
    return _read_numbered_card_deals(_PADDING.sub(b"", raw), _BRI_BOARD_BYTES)


def _read_numbered_card_deals(raw: bytes, size: int) -> Iterator[DealInFile | ImportFileError]:
    for board_no, start in enumerate(range(0, len(raw), size), start=1):
        if len(raw) - start < size:
            yield _make_deals_cut_error(board_no=board_no)
            return
        record = raw[start : start + _BRI_BOARD_BYTES].decode("latin-1")
        codes = [record[position : position + 2] for position in range(0, _BRI_BOARD_BYTES, 2)]
        invalid_code = next((code for code in codes if not _is_card_code(code)), "")
        if invalid_code:
            yield ImportFileError(
                "deals-card-code",
                "Board {board_no}: “{given}” isn’t a card from 01 to 52. Save the file again.",
                board_no=board_no,
                given=invalid_code,
            )
            continue
        cards = [CARDS[int(code) - 1] for code in codes]
        yield make_deal(board_no, {"N": cards[:13], "E": cards[13:26], "S": cards[26:]})


def _read_owned_card_deals(raw: bytes) -> Iterator[DealInFile | ImportFileError]:
    for board_no, start in enumerate(range(0, len(raw), _BER_BOARD_BYTES), start=1):
        owners = raw[start : start + _BER_BOARD_BYTES].decode("latin-1")
        if len(owners) < _BER_BOARD_BYTES:
            yield _make_deals_cut_error(board_no=board_no)
            return
        cards_by_seat: dict[str, list[str]] = {seat: [] for seat in "NESW"}
        seats_by_owner = dict(zip("1234", "NESW", strict=True))
        for card, owner in zip(CARDS, owners, strict=True):
            if seat := seats_by_owner.get(owner):
                cards_by_seat[seat].append(card)
        yield make_deal(board_no, cards_by_seat)


def _is_card_code(code: str) -> bool:
    return code.isdecimal() and 1 <= int(code) <= len(CARDS)


def _read_suit_sign_deals(raw: bytes) -> Iterator[DealInFile | ImportFileError]:
    # The file starts with a spade sign, so the first part is empty.
    hands = raw.split(_SPADE)[1:]
    for board_no, start in enumerate(range(0, len(hands), 4), start=1):
        matches = [_DGE_HAND.fullmatch(hand) for hand in hands[start : start + 4]]
        # Only the last hand can be cut off. Any other bad hand has wrong signs in it.
        is_last_board = start + 4 == len(hands)
        if len(matches) < 4 or (is_last_board and matches[-1] is None):
            yield _make_deals_cut_error(board_no=board_no)
            return
        if not all(matches):
            yield ImportFileError(
                "deals-hand-signs",
                "Board {board_no}: a hand has something other than suits and cards from A to 2. Save "
                "the file again.",
                board_no=board_no,
            )
            continue
        hands_by_suit = [map(bytes.decode, match.groups()) for match in matches if match]
        yield make_deal(board_no, _make_cards_by_seat("NESW", hands_by_suit))


# Richard's Bridge Notation. RBN begins each line with a label. RBX has one deal on each line.
#
# ``B`` is the board number until the next ``B``. Text after its colon isn't part of the number. ``H``
# has the hands clockwise from a seat, each after a colon, or a semicolon if a diagram hides it. The
# fourth hand may be missing. RBX puts values in curly brackets. RBN puts remarks there.
# Source: [RBN].


_RBN_DEAL = re.compile(r"^H [NESW][:;]", re.MULTILINE)
_RBX_DEAL = re.compile(r"(?:^|\})H\{[NESW][:;]", re.MULTILINE)
_RBX_LABEL = re.compile(r"([A-Z%0-9])\{([^{}]*)\}")
_RBN_HANDS = re.compile(r"([NESW])((?:[:;][AKQJT2-9.]*){3,4})")


def is_rbn(text: str) -> bool:
    """Return whether *text* has a deal written as RBN or RBX."""
    return bool(_RBN_DEAL.search(text) or _RBX_DEAL.search(text))


def parse_rbn_deals(text: str) -> Iterator[DealInFile | ImportFileError]:
    """Yield the deals of an RBN or RBX file, or its problems."""
    board_text, deal_count = "", 0
    for label, value in _iter_labels_and_values(text):
        if label == "B":
            board_text = value.partition(":")[0].strip()
        elif label == "H":
            deal_count += 1
            yield _parse_rbn_deal(f"Deal {deal_count}", board_text or str(deal_count), value)


def _parse_rbn_deal(deal_label: str, board_text: str, value: str) -> DealInFile | ImportFileError:
    match = _RBN_HANDS.fullmatch(value)
    if match is None:
        return ImportFileError(
            "deals-seat-hands",
            "{where}: “{given}” isn’t a deal. It must start with N, E, S or W and have three or "
            "four hands.",
            where=deal_label,
            given=value[:60],
        )
    first_seat, hands_text = match.groups()
    hands = [hand or "-" for hand in re.split("[:;]", hands_text[1:])]
    if len(hands) == 3:
        hands.append("-")
    return parse_deal(deal_label, board_text, f"{first_seat}:{' '.join(hands)}")


def _iter_labels_and_values(text: str) -> Iterator[tuple[str, str]]:
    """Yield every label with its value."""
    is_rbx = not _RBN_DEAL.search(text)
    if is_rbx:
        yield from _RBX_LABEL.findall(text)
        return
    is_in_comment = False
    for line in text.splitlines():
        if is_in_comment or line.startswith("{"):
            is_in_comment = not line.rstrip().endswith("}")
        elif line[1:2] == " ":
            yield line[0], line[2:].strip()


# DLM: letters from a to p for all cards in the order of the pack. Each holds the seats of two cards.


_DLM_START = re.compile(r"\s*\[document\]", re.IGNORECASE)
_DLM_BOARD = re.compile(r"board 0*([0-9]{1,3})")
_DLM_LINE = re.compile(r"([a-p]{26})([0-9]{1,3})")
_DLM_SEATS = "NESW"


def is_dlm(text: str) -> bool:
    """Return whether *text* begins like a DLM file."""
    return bool(_DLM_START.match(text))


def parse_dlm_deals(text: str) -> Iterator[DealInFile | ImportFileError]:
    """Yield the deals of a DLM file, or its problems."""
    parts = (line.partition("=") for line in text.splitlines())
    lines = [(key.strip().lower(), value.strip()) for key, _equals, value in parts]
    values_by_key = dict(lines)
    first_board = _parse_count(values_by_key.get("from board", ""))
    last_board = _parse_count(values_by_key.get("to board", ""))
    if not 1 <= first_board <= last_board <= MAX_BOARD_NO:
        yield ImportFileError(
            "deals-no-boards-named",
            "The file doesn’t say which boards it has. From board and To board must be 1 to "
            "{most}. Save it again from the dealing program.",
            most=MAX_BOARD_NO,
        )
        return
    boards_and_letters = [
        (int(match[1]), value) for key, value in lines if (match := _DLM_BOARD.fullmatch(key))
    ]
    last_letters = boards_and_letters[-1][1] if boards_and_letters else ""
    if last_letters and not _DLM_LINE.fullmatch(last_letters):
        boards_and_letters.pop()  # The file was cut off in this line, so the board counts as missing.
    boards_in_file = {board_no for board_no, _letters in boards_and_letters}
    missing_boards = sorted(set(range(first_board, last_board + 1)) - boards_in_file)
    if missing_boards:
        yield ImportFileError(
            "deals-lacking-boards",
            "The file should have boards {first} to {last}, but {count} are missing, starting "
            "with board {board_no}. Save it again from the dealing program.",
            first=first_board,
            last=last_board,
            board_no=missing_boards[0],
            count=len(missing_boards),
        )
        return
    for board_no, value in boards_and_letters:
        if first_board <= board_no <= last_board:
            yield _parse_dlm_deal(board_no, value, values_by_key)


def _parse_dlm_deal(
    board_no: int, value: str, values_by_key: Mapping[str, str]
) -> DealInFile | ImportFileError:
    match = _DLM_LINE.fullmatch(value)
    if match is None:
        return ImportFileError(
            "deals-board-letters",
            "Board {board_no}: “{given}” isn’t 26 letters from a to p and a checksum. Save the "
            "file again from the dealing program.",
            board_no=board_no,
            given=value[:40],
        )
    letters = match[1]
    duplicate_count = _parse_count(values_by_key.get(f"duplicates {board_no:02}", ""))
    # The checksum protects the letters, the board number and the number of duplicates.
    check_sum = reduce(xor, map(ord, letters), board_no ^ duplicate_count)
    if int(match[2]) != check_sum:
        return ImportFileError(
            "deals-check-sum",
            "Board {board_no}: the checksum is {given} instead of {expected}, so the file is "
            "damaged. Save it again from the dealing program.",
            board_no=board_no,
            given=match[2],
            expected=f"{check_sum:03}",
        )
    seat_indexes = [
        seat_index for letter in letters for seat_index in divmod(ord(letter) - ord("a"), 4)
    ]
    cards_by_seat: dict[str, list[str]] = {seat: [] for seat in _DLM_SEATS}
    for card, seat_index in zip(CARDS, seat_indexes, strict=True):
        cards_by_seat[_DLM_SEATS[seat_index]].append(card)
    return make_deal(board_no, cards_by_seat)


def _parse_count(text: str) -> int:
    if re.fullmatch("[0-9]{1,3}", text):
        return int(text)
    return 0


# Files of any format.


MAX_BYTES = 10_000_000
_BEGINNING_BYTES = 20_000  # enough to recognise a format
_TRICKS = re.compile("[0-9]{1,2}")
_TEXT_FORMATS = ((is_dlm, parse_dlm_deals), (is_lin, parse_lin_deals), (is_rbn, parse_rbn_deals))


def read_deals(data: bytes | BinaryIO) -> tuple[DealInFile, ...]:
    """Return the deals of a file in the order of their boards.

    >>> deals = read_deals(b'[Board "7"]\\n[Deal "N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 -"]')
    >>> deals[0].board_no, deals[0].hands.get_hand("W")
    (7, 'T5.Q9863.A943.KQ')

    :raises ImportFileError: if the file isn't a deal file, has no deals, or has a board without
        13 cards in each hand
    """
    raw = read_limited(data, MAX_BYTES)
    deals, problems = collect_deals(_read_deals_or_errors(raw))
    raise_problems(problems)
    if not deals:
        raise ImportFileError(
            "deals-none", "The file has no deals. Choose the file from the dealing program."
        )
    return deals


_DealsOrErrors = Iterable[DealInFile | ImportFileError]


def collect_deals(
    deals_or_errors: _DealsOrErrors,
) -> tuple[tuple[DealInFile, ...], list[ImportFileError]]:
    """Return the deals among *deals_or_errors* in board order, and the problems.

    A board may occur several times with the same cards. Different cards are a problem.
    """
    deal_by_board: dict[int, DealInFile] = {}
    problems = ProblemList()
    for deal in deals_or_errors:
        if isinstance(deal, ImportFileError):
            problems.append(deal)
            continue
        first_deal = deal_by_board.setdefault(deal.board_no, deal)
        if first_deal.hands != deal.hands:
            problems.append(
                ImportFileError(
                    "deals-twice",
                    "Board {board_no} is in the file twice with different cards. Delete one.",
                    board_no=deal.board_no,
                )
            )
    return tuple(deal_by_board[board_no] for board_no in sorted(deal_by_board)), problems


def is_deal_file(data: bytes) -> bool:
    """Return whether *data* is a file of deals only.

    >>> is_deal_file(b"[Document]\\nFrom board=1"), is_deal_file(b"Board,NS,EW,Score")
    (True, False)
    """
    beginning = data[:_BEGINNING_BYTES]
    # A saved page or XML file with hands is a file of results.
    if describe_file_kind(data) not in ("plain text", "something that is not text"):
        return False
    return is_machine_file(beginning) or any(
        is_format(decode_text(beginning)) for is_format, _deals in _TEXT_FORMATS
    )


def _read_deals_or_errors(raw: bytes) -> _DealsOrErrors:
    if is_pbn(raw):
        return (read_pbn_deal(game) for game in read_games(raw) if game.get_tag("Deal"))
    if is_machine_file(raw):
        return read_machine_deals(raw)
    kind = describe_file_kind(raw)
    text = decode_text(raw) if kind == "plain text" else ""
    for is_format, parse_deals in _TEXT_FORMATS:
        if is_format(text):
            return parse_deals(text)
    raise make_deals_other_file_error(
        looks_like="something else" if kind == "plain text" else kind,
    )


def read_pbn_deal(game: PbnGame) -> DealInFile | ImportFileError:
    """Return the deal of a PBN *game*, or its problem."""
    if not game.get_tag("Board"):
        return make_pbn_board_error(line_no=game.first_line_no)
    deal = parse_deal(f"Line {game.first_line_no}", game.get_tag("Board"), game.get_tag("Deal"))
    if isinstance(deal, ImportFileError):
        return deal
    try:
        return replace(deal, makeable=_read_makeable(game))
    except DealError as error:
        return _make_deals_cards_error(board_no=deal.board_no, reason=error)


def _read_makeable(game: PbnGame) -> MakeableTricks | None:
    """Return the makeable tricks of a game from its tag of 20 figures or its table, or None."""
    if figures := game.get_tag("DoubleDummyTricks"):
        return MakeableTricks(figures.lower())
    table = game.find_table("OptimumResultTable")
    if table is None:
        return None
    rows = [row for row in table.iter_records() if _TRICKS.fullmatch(row.get("result", ""))]
    tricks = {
        (row.get("declarer", ""), row.get("denomination", "")): int(row["result"]) for row in rows
    }
    if len(tricks) == 20:  # four declarers and five denominations
        return make_makeable_tricks(tricks)
    return None


# Deals as PBN, alone or beside results.


_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.ALL: "All",
}
_DECLARER_SEATS = ("N", "S", "E", "W")
_DENOMINATIONS = ("NT", "S", "H", "D", "C")
# PBN's "2R": two characters wide, aligned on the right.
_MAKEABLE_COLUMNS = ("Declarer", "Denomination\\2R", "Result\\2R")


def write_deals(deals: Iterable[DealInFile], *, event: str = "", date: str = "") -> bytes:
    """Return *deals* as a PBN file in export form.

    *date* is in PBN's form, ``"2026.11.17"``.

    Source: [PBN21].
    """
    return make_pbn_file(_make_deal_game(deal, event, date) for deal in deals)


def make_deal_tables(
    board_no: int, makeable: MakeableTricks | None
) -> tuple[PbnTags, dict[str, PbnExportTable]]:
    """Return the PBN tags and the table of the *makeable* tricks, empty for None."""
    if makeable is None:
        return [], {}
    score = compute_par(makeable, get_vulnerability(board_no), get_dealer(board_no)).score
    tags = [
        ("DoubleDummyTricks", str(makeable)),
        ("OptimumScore", f"EW {-score}" if score < 0 else f"NS {score}"),
    ]
    rows = []
    for seat in _DECLARER_SEATS:
        for denomination in _DENOMINATIONS:
            rows.append([seat, denomination, str(makeable.get_tricks(seat, denomination))])
    return tags, {"OptimumResultTable": PbnExportTable(_MAKEABLE_COLUMNS, rows)}


def _make_deal_game(deal: DealInFile, event: str, date: str) -> list[str]:
    dealer_seat = get_dealer(deal.board_no)
    # The export form has all 15 mandatory tags, if need be without a value.
    tags = [
        ("Event", event),
        ("Site", ""),
        ("Date", date or "????.??.??"),
        ("Board", str(deal.board_no)),
        *((seat, "") for seat in ("West", "North", "East", "South")),
        ("Dealer", dealer_seat),
        ("Vulnerable", _VULNERABLE[get_vulnerability(deal.board_no)]),
        ("Deal", deal.hands.format_pbn(dealer_seat)),
        *((name, "") for name in ("Scoring", "Declarer", "Contract", "Result")),
    ]
    makeable_tags, tables = make_deal_tables(deal.board_no, deal.makeable)
    return format_game([*tags, *makeable_tags], tables)


def _make_deals_cards_error(*, board_no: object, reason: object) -> ImportFileError:
    return ImportFileError(
        "deals-cards", "Board {board_no}: {reason}", board_no=board_no, reason=reason
    )


def _make_deals_cut_error(*, board_no: object) -> ImportFileError:
    return ImportFileError(
        "deals-cut",
        "The file ends in the middle of board {board_no}. Save it again from the dealing program.",
        board_no=board_no,
    )
