"""Deals from a file of any known format, and deals as PBN.

Formats: PBN, LIN, DLM, those of old dealing machines (BRI, DGE and DUP), RBN and RBX.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor
from typing import BinaryIO
from urllib.parse import unquote

from director.formats.errors import FaultList, ImportFileError, raise_faults
from director.formats.pbn import (
    PbnGame,
    Table,
    Tags,
    format_game,
    is_pbn,
    make_pbn_file,
    read_games,
)
from director.formats.reading import decode_text, describe_file_kind, read_limited
from director.formats.refusals import make_deals_board_error, make_deals_other_file_error
from scoring.bridge.contracts import Vulnerability, dealer, vulnerability
from scoring.errors import DealError
from scoring.hands.cards import CARDS, Hands, deal_of, read_deal
from scoring.hands.makeable import MakeableTricks, makeable_of, par

MAX_BOARD_NO = 999


@dataclass(frozen=True, slots=True)
class FiledDeal:
    """The cards of a board, and what can be made with them where the file says so."""

    board_no: int
    cards: Hands
    makeable: MakeableTricks | None = None


def make_deal(board_no: int, hands: Mapping[str, list[str]]) -> FiledDeal | ImportFileError:
    """Return the deal of *hands* (lists of cards such as ``"SA"`` by seat), or its fault."""
    try:
        return FiledDeal(board_no, deal_of(dict(hands)))
    except DealError as error:
        return _make_deals_cards_error(board_no=board_no, reason=error)


def _list_cards_by_seat(seats: str, hands_by_suit: Iterable[Iterable[str]]) -> dict[str, list[str]]:
    """Return the cards of *seats*, whose hands are the ranks of spades, hearts, diamonds and clubs."""
    cards: dict[str, list[str]] = {}
    # strict=False: a file may leave out the fourth hand.
    for seat, ranks_by_suit in zip(seats, hands_by_suit, strict=False):
        cards[seat] = []
        for suit, ranks in zip("SHDC", ranks_by_suit, strict=True):
            cards[seat] += [f"{suit}{rank}" for rank in ranks]
    return cards


def parse_deal(where: str, board: str, deal: str) -> FiledDeal | ImportFileError:
    """Return a *deal* in PBN's form with its *board*, or its fault.

    >>> parse_deal("Line 3", "7", "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -").board_no
    7
    """
    number = int(board) if board.isascii() and board.isdecimal() and len(board) < 7 else 0
    if not 1 <= number <= MAX_BOARD_NO:
        return make_deals_board_error(where=where, given=board, most=MAX_BOARD_NO)
    try:
        return FiledDeal(number, read_deal(_normalize_deal(deal)))
    except DealError as error:
        return _make_deals_cards_error(board_no=number, reason=error)


def _normalize_deal(deal: str) -> str:
    """Return a *deal* of PBN without the signs that some programs add.

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
    if len(suits) == 4 and all(
        suit[:1].upper() == name for suit, name in zip(suits, "SHDC", strict=True)
    ):
        suits = [suit[1:] for suit in suits]
    return ".".join(suits)


# LIN: ``md`` has the dealer (1 South to 4 East) and the hands.


_LIN_START = re.compile(r"\s*(?:[%;][^\n]*\n\s*)*[A-Za-z]{2}\|")
_LIN_ESCAPED = re.compile(r"%(?:7[Cc]|2[Cc]|20)")
"""URL-escaped |, comma and space, which some programs leave in."""
_LIN_CARDS = re.compile(r"(?:^|\|)\s*md\|\s*[0-9]", re.IGNORECASE)
_LIN_COMMAND = re.compile(r"([A-Za-z]{2})\|([^|]*)\|")
_LIN_HAND = re.compile(r"S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)")
_LIN_NUMBER = re.compile(r"[0-9]{1,6}")
_NUMBER_OF_BOARD = re.compile(r"(?:board|bd|deal|hand)[\s.:#-]*([0-9]{1,6})", re.IGNORECASE)
_LIN_SEATS = "SWNE"


def is_lin(text: str) -> bool:
    """Return whether *text* begins as LIN does, and has a deal.

    >>> is_lin("qx|o1|md|1S2H3D4C5,|"), is_lin("Board,Movie\\n1,pn|a|md|1S2H3D4C5,|")
    (True, False)
    """
    return bool(_LIN_START.match(text)) and bool(_LIN_CARDS.search(text))


def contains_lin(text: str) -> bool:
    """Return whether *text*, such as a cell of a table, has the cards of a LIN file in it."""
    if "|" not in text and not _LIN_ESCAPED.search(text):
        return False
    return bool(_LIN_CARDS.search(_unescape_lin(text)))


def parse_lin(text: str) -> list[tuple[str, str]]:
    """Return the commands of a LIN file, names in lower case, with their values.

    >>> parse_lin("ah|Board 5|SV|n|")
    [('ah', 'Board 5'), ('sv', 'n')]
    """
    return [(name.lower(), value) for name, value in _LIN_COMMAND.findall(_unescape_lin(text))]


def _unescape_lin(text: str) -> str:
    """Return *text* with plain signs.

    >>> _unescape_lin("md|1S2H3%2CS4,|zz|40%|")
    'md|1S2H3,S4,|zz|40%|'
    """
    return unquote(text) if _LIN_ESCAPED.search(text) else text


def read_lin_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a LIN file, or their faults."""
    board_no = 0
    for position, (named_board, hands) in enumerate(_list_boards_and_hands(text), start=1):
        # A board without a number follows the previous one.
        board_no = named_board or board_no + 1
        if board_no > MAX_BOARD_NO:
            yield make_deals_board_error(
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
    numbers = _LIN_NUMBER.findall(text)
    return int(numbers[-1]) if numbers else 0


def _read_lin_deal(board_no: int, value: str) -> FiledDeal | ImportFileError:
    hands = value[1:].upper().replace("10", "T").rstrip(",").split(",")
    matches = [_LIN_HAND.fullmatch(hand.strip()) for hand in hands]
    is_dealer_valid = value[:1] in tuple("1234")
    is_complete = 3 <= len(hands) <= 4 and all(matches)
    if not is_dealer_valid or not is_complete:
        return ImportFileError(
            "deals-hands-code",
            'Board {board_no}: "{given}" isn’t a deal. It must start with the dealer and have '
            "three or four hands.",
            board_no=board_no,
            given=value[:40],
        )
    hands_by_suit = [match.groups() for match in matches if match]
    return make_deal(board_no, _list_cards_by_seat(_LIN_SEATS, hands_by_suit))


# Old dealing machines:
#
# - BRI: 39 two-digit numbers for North, East and South, from 01 the ace of spades to 52 the two of
#   clubs. West has the rest of the pack. A board has a line of its own, is filled up to 128 bytes
#   with blanks and NUL, or follows the one before at once.
# - DGE: four hands from North, with the suit signs of DOS before the cards of each suit. Boards are
#   filled up as in BRI.
# - DUP: 156 bytes a board, of which the first 78 are the BRI.
#
# None of them numbers its boards: the first is board 1. Source: [DUPLIMATE].


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
            yield make_deals_board_error(where="The file", given=str(board_no), most=MAX_BOARD_NO)
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
            yield _make_deals_cut_error(board_no=board_no)
            return
        record = raw[start : start + _BRI_BYTES].decode("latin-1")
        codes = [record[position : position + 2] for position in range(0, _BRI_BYTES, 2)]
        invalid_code = next((code for code in codes if not _is_card_code(code)), "")
        if invalid_code:
            yield ImportFileError(
                "deals-card-code",
                'Board {board_no}: "{given}" isn’t a card from 01 to 52. Save the file again.',
                board_no=board_no,
                given=invalid_code,
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
        yield make_deal(board_no, _list_cards_by_seat("NESW", hands_by_suit))


# Richard's Bridge Notation: RBN, a label at the head of each line, and RBX, a deal a line.
#
# ``B`` names the board and stays until the next ``B``. What follows a colon is no part of its number.
# ``H`` has the hands from a seat on, clockwise, each after a colon, or a semicolon if a diagram hides
# it. A fourth hand may be left out. In RBX the value of a label stands in curly brackets. Lines in
# curly brackets are text. Source: [RBN].


_RBN = re.compile(r"^H [NESW][:;]", re.MULTILINE)
_RBX = re.compile(r"(?:^|\})H\{[NESW][:;]", re.MULTILINE)
_RBX_LABEL = re.compile(r"([A-Z%0-9])\{([^{}]*)\}")
_RBN_HANDS = re.compile(r"([NESW])((?:[:;][AKQJT2-9.]*){3,4})")


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
    match = _RBN_HANDS.fullmatch(value)
    if match is None:
        return ImportFileError(
            "deals-seat-hands",
            '{where}: "{given}" isn’t a deal. It must start with N, E, S or W and have three or '
            "four hands.",
            where=deal_label,
            given=value[:60],
        )
    first_seat, hands_text = match.groups()
    hands = [hand or "-" for hand in re.split("[:;]", hands_text[1:])]
    if len(hands) == 3:
        hands.append("-")
    return parse_deal(deal_label, board, f"{first_seat}:{' '.join(hands)}")


def _list_labels_and_values(text: str) -> Iterator[tuple[str, str]]:
    """Yield every label with its value."""
    if not _RBN.search(text):
        yield from _RBX_LABEL.findall(text)
        return
    is_in_comment = False
    for line in text.splitlines():
        if is_in_comment or line.startswith("{"):
            is_in_comment = not line.rstrip().endswith("}")
        elif line[1:2] == " ":
            yield line[0], line[2:].strip()


# DLM.


_DLM = re.compile(r"\s*\[document\]", re.IGNORECASE)
_DLM_BOARD = re.compile(r"board 0*([0-9]{1,3})")
_DLM_LINE = re.compile(r"([a-p]{26})([0-9]{1,3})")
_DLM_SEATS = "NESW"


def is_dlm(text: str) -> bool:
    """Return whether *text* begins like a DLM file."""
    return bool(_DLM.match(text))


def read_dlm_deals(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a DLM file, or their faults."""
    parts = (line.partition("=") for line in text.splitlines())
    lines = [(key.strip().lower(), value.strip()) for key, _equals, value in parts]
    values_by_key = dict(lines)
    first_board, last_board = (
        _parse_count(values_by_key.get("from board", "")),
        _parse_count(values_by_key.get("to board", "")),
    )
    if not 1 <= first_board <= last_board <= MAX_BOARD_NO:
        yield ImportFileError(
            "deals-no-boards-named",
            "The file doesn’t say which boards it has. From board and To board must be 1 to "
            "{most}. Save it again from the dealing program.",
            most=MAX_BOARD_NO,
        )
        return
    boards = [
        (int(match[1]), value) for key, value in lines if (match := _DLM_BOARD.fullmatch(key))
    ]
    if boards and not _DLM_LINE.fullmatch(boards[-1][1]):
        boards.pop()  # The file was cut off in this line, so the board counts as missing.
    if missing_boards := sorted(
        set(range(first_board, last_board + 1)) - {board_no for board_no, _value in boards}
    ):
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
    for board_no, value in boards:
        if first_board <= board_no <= last_board:
            yield _read_dlm_deal(board_no, value, values_by_key)


def _read_dlm_deal(
    board_no: int, value: str, values_by_key: Mapping[str, str]
) -> FiledDeal | ImportFileError:
    match = _DLM_LINE.fullmatch(value)
    if match is None:
        return ImportFileError(
            "deals-board-letters",
            'Board {board_no}: "{given}" isn’t 26 letters from a to p and a checksum. Save the '
            "file again from the dealing program.",
            board_no=board_no,
            given=value[:40],
        )
    letters = match[1]
    duplicates = _parse_count(values_by_key.get(f"duplicates {board_no:02}", ""))
    check_sum = reduce(xor, map(ord, letters), board_no ^ duplicates)
    if int(match[2]) != check_sum:
        return ImportFileError(
            "deals-check-sum",
            "Board {board_no}: the checksum is {given} instead of {expected}, so the file is "
            "damaged. Save it again from the dealing program.",
            board_no=board_no,
            given=match[2],
            expected=f"{check_sum:03}",
        )
    owners = [seat_index for letter in letters for seat_index in divmod(ord(letter) - ord("a"), 4)]
    cards_by_seat = {
        seat: [
            card
            for card, seat_index in zip(CARDS, owners, strict=True)
            if _DLM_SEATS[seat_index] == seat
        ]
        for seat in _DLM_SEATS
    }
    return make_deal(board_no, cards_by_seat)


def _parse_count(text: str) -> int:
    if re.fullmatch("[0-9]{1,3}", text):
        return int(text)
    return 0


# Files of any format.


MAX_BYTES = 10_000_000
_BEGINNING_BYTES = 20_000  # bytes
_TRICKS = re.compile("[0-9]{1,2}")
_TEXT_FORMATS = ((is_dlm, read_dlm_deals), (is_lin, read_lin_deals), (is_rbn, read_rbn_deals))


def read_deals(data: bytes | BinaryIO) -> tuple[FiledDeal, ...]:
    """Return the deals of a file by rising numbers of their boards.

    >>> deals = read_deals(b'[Board "7"]\\n[Deal "N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 -"]')
    >>> deals[0].board_no, deals[0].cards.hand("W")
    (7, 'T5.Q9863.A943.KQ')

    :raises ImportFileError: if the file is none of deals, holds none, or a board is not 52 cards,
        13 each
    """
    raw = read_limited(data, MAX_BYTES)
    deals, faults = collect_deals_by_board(_read_filed(raw))
    raise_faults(faults)
    if not deals:
        raise ImportFileError(
            "deals-none", "The file has no deals. Choose the file from the dealing program."
        )
    return deals


_Filed = Iterable[FiledDeal | ImportFileError]


def collect_deals_by_board(filed: _Filed) -> tuple[tuple[FiledDeal, ...], list[ImportFileError]]:
    """Return the deals among *filed* by board, and the faults.

    A board may occur several times with the same cards. With other cards it is a fault.
    """
    deals: dict[int, FiledDeal] = {}
    faults = FaultList()
    for deal in filed:
        if isinstance(deal, ImportFileError):
            faults.append(deal)
        elif deals.setdefault(deal.board_no, deal).cards != deal.cards:
            faults.append(
                ImportFileError(
                    "deals-twice",
                    "Board {board_no} is in the file twice with different cards. Delete one.",
                    board_no=deal.board_no,
                )
            )
    return tuple(deals[board_no] for board_no in sorted(deals)), faults


def is_of_deals(data: bytes) -> bool:
    """Return whether *data* is a file of deals only.

    >>> is_of_deals(b"[Document]\\nFrom board=1"), is_of_deals(b"Board,NS,EW,Score")
    (True, False)
    """
    beginning = data[:_BEGINNING_BYTES]
    # Cards in a page or in the XML of results are its hands.
    if describe_file_kind(data) not in ("plain text", "something that is not text"):
        return False
    return is_machine_file(beginning) or any(
        is_of(decode_text(beginning)) for is_of, _deals in _TEXT_FORMATS
    )


def _read_filed(raw: bytes) -> _Filed:
    if is_pbn(raw):
        return (read_pbn_deal(game) for game in read_games(raw) if game.get_tag("Deal"))
    if is_machine_file(raw):
        return read_machine_deals(raw)
    kind = describe_file_kind(raw)
    text = decode_text(raw) if kind == "plain text" else ""
    for is_of, deals in _TEXT_FORMATS:
        if is_of(text):
            return deals(text)
    raise make_deals_other_file_error(
        looks_like="something else" if kind == "plain text" else kind,
    )


def read_pbn_deal(game: PbnGame) -> FiledDeal | ImportFileError:
    """Return the deal of a PBN *game*, or its fault."""
    filed = parse_deal(f"Line {game.line}", game.get_tag("Board"), game.get_tag("Deal"))
    if isinstance(filed, ImportFileError):
        return filed
    try:
        return replace(filed, makeable=_read_makeable(game))
    except DealError as error:
        return _make_deals_cards_error(board_no=filed.board_no, reason=error)


def _read_makeable(game: PbnGame) -> MakeableTricks | None:
    """Return the makeable tricks of a deal, from twenty figures or a table."""
    if figures := game.get_tag("DoubleDummyTricks"):
        return MakeableTricks(figures.lower())
    table = game.read_table("OptimumResultTable")
    if table is None:
        return None
    rows = [row for row in table.iter_records() if _TRICKS.fullmatch(row.get("result", ""))]
    tricks = {
        (row.get("declarer", ""), row.get("denomination", "")): int(row["result"]) for row in rows
    }
    if len(tricks) == 20:
        return makeable_of(tricks)
    return None


# Deals as PBN, alone or beside results.


_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.ALL: "All",
}
_DECLARERS, _DENOMINATIONS = ("N", "S", "E", "W"), ("NT", "S", "H", "D", "C")
_MAKEABLE_COLUMNS = ("Declarer", "Denomination\\2R", "Result\\2R")


def write_deals(deals: Iterable[FiledDeal], *, event: str = "", date: str = "") -> bytes:
    """Return *deals* as a PBN file in export form.

    *date* is as PBN has it, ``"2026.11.17"``.

    Source: [PBN21].
    """
    return make_pbn_file(_make_deal_game(deal, event, date) for deal in deals)


def make_deal_tables(
    board_no: int, makeable: MakeableTricks | None
) -> tuple[Tags, dict[str, Table]]:
    """Return the tags and table of what a deal makes, if known."""
    if makeable is None:
        return [], {}
    score = par(makeable, vulnerability(board_no), dealer(board_no)).score
    tags = [
        ("DoubleDummyTricks", str(makeable)),
        ("OptimumScore", f"EW {-score}" if score < 0 else f"NS {score}"),
    ]
    rows = []
    for seat in _DECLARERS:
        for denomination in _DENOMINATIONS:
            rows.append([seat, denomination, str(makeable.tricks(seat, denomination))])
    return tags, {"OptimumResultTable": (_MAKEABLE_COLUMNS, rows)}


def _make_deal_game(deal: FiledDeal, event: str, date: str) -> list[str]:
    first_dealer = dealer(deal.board_no)
    tags = [
        ("Event", event),
        ("Site", ""),
        ("Date", date or "????.??.??"),
        ("Board", str(deal.board_no)),
        *((seat, "") for seat in ("West", "North", "East", "South")),
        ("Dealer", first_dealer),
        ("Vulnerable", _VULNERABLE[vulnerability(deal.board_no)]),
        ("Deal", deal.cards.text(first_dealer)),
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
