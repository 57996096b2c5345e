"""Deals from a file of any known format."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from operator import xor
from typing import BinaryIO

from director.formats.deals.lin import is_lin, read_lin_deals
from director.formats.deals.machines import is_machine_file, read_machine_deals
from director.formats.deals.model import MAX_BOARD_NO, FiledDeal, make_deal, parse_deal
from director.formats.deals.rbn import is_rbn, read_rbn_deals
from director.formats.deals.sentences import DealSentences
from director.formats.errors import FaultList, ImportFileError, raise_faults
from director.formats.pbn.tags import PbnGame, is_pbn, read_games
from director.formats.reading import decode_text, describe_file_kind, read_limited
from scoring.errors import DealError
from scoring.hands.cards import CARDS
from scoring.hands.makeable import MakeableTricks, makeable_of

_DLM = re.compile(r"\s*\[document\]", re.IGNORECASE)
_BOARD = re.compile(r"board 0*([0-9]{1,3})")
_LINE = re.compile(r"([a-p]{26})([0-9]{1,3})")
_SEATS = "NESW"


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
        yield ImportFileError(DealSentences.DEALS_NO_BOARDS_NAMED, most=MAX_BOARD_NO)
        return
    boards = [(int(match[1]), value) for key, value in lines if (match := _BOARD.fullmatch(key))]
    if boards and not _LINE.fullmatch(boards[-1][1]):
        boards.pop()  # The file was cut off in this line, so the board counts as missing.
    if missing_boards := sorted(
        set(range(first_board, last_board + 1)) - {board_no for board_no, _value in boards}
    ):
        yield ImportFileError(
            DealSentences.DEALS_LACKING_BOARDS,
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
    match = _LINE.fullmatch(value)
    if match is None:
        return ImportFileError(
            DealSentences.DEALS_BOARD_LETTERS, board_no=board_no, given=value[:40]
        )
    letters = match[1]
    duplicates = _parse_count(values_by_key.get(f"duplicates {board_no:02}", ""))
    check_sum = reduce(xor, map(ord, letters), board_no ^ duplicates)
    if int(match[2]) != check_sum:
        return ImportFileError(
            DealSentences.DEALS_CHECK_SUM,
            board_no=board_no,
            given=match[2],
            expected=f"{check_sum:03}",
        )
    owners = [seat_index for letter in letters for seat_index in divmod(ord(letter) - ord("a"), 4)]
    cards_by_seat = {
        seat: [
            card
            for card, seat_index in zip(CARDS, owners, strict=True)
            if _SEATS[seat_index] == seat
        ]
        for seat in _SEATS
    }
    return make_deal(board_no, cards_by_seat)


def _parse_count(text: str) -> int:
    if re.fullmatch("[0-9]{1,3}", text):
        return int(text)
    return 0


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
    deals, faults = collect_deals_by_board(_parse_deal(raw))
    raise_faults(faults)
    if not deals:
        raise ImportFileError(DealSentences.DEALS_NONE)
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
            faults.append(ImportFileError(DealSentences.DEALS_TWICE, board_no=deal.board_no))
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


def _parse_deal(raw: bytes) -> _Filed:
    if is_pbn(raw):
        return (read_pbn_deal(game) for game in read_games(raw) if game.get_tag("Deal"))
    if is_machine_file(raw):
        return read_machine_deals(raw)
    kind = describe_file_kind(raw)
    text = decode_text(raw) if kind == "plain text" else ""
    for is_of, deals in _TEXT_FORMATS:
        if is_of(text):
            return deals(text)
    raise ImportFileError(
        DealSentences.DEALS_OTHER_FILE,
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
        return ImportFileError(DealSentences.DEALS_CARDS, board_no=filed.board_no, reason=error)


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
