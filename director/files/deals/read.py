"""Deals out of a file, told apart by what is in it: PBN, DUP and BRI of dealing machines, LIN.

Formats: [PBN21]; DUP and BRI: 39 two-digit numbers for North, East and South, from 01 the ace of spades to 52 the two
of clubs, in DUP followed by 78 bytes more; LIN: ``md`` names the dealer (1 South to 4 East) and the hands of South,
West, North and East.
"""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from director.files.deals.errors import (
    BoardOfDealError,
    CardCodeError,
    CutRecordError,
    DealOfBoardError,
    HandsCodeError,
    NoDealsError,
    NotDealsError,
    TwoDealsError,
)
from director.files.deals.model import FiledDeal
from director.files.errors import FaultyFileError, ImportFileError
from director.files.pbn.tags import PbnGame, is_pbn, read_games
from director.files.reading import decode_text, looks_like, read_limited
from scoring import CARDS, Deal, DealError, Makeable, deal_of, makeable_of, read_deal

LARGEST = 10_000_000
MOST_BOARDS = 999
_BRI, _DUP = 78, 156
_BOARD = re.compile("[0-9]{1,6}")
_TRICKS = re.compile("[0-9]{1,2}")
_LIN = re.compile(rb"(^|\|)\s*md\|", re.IGNORECASE)
_LIN_PART = re.compile(r"([A-Za-z]{2})\|([^|]*)\|")
_LIN_HAND = re.compile(r"S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)")
_LIN_SEATS = "SWNE"


def read_deals(data: bytes | BinaryIO) -> tuple[FiledDeal, ...]:
    """Return the deals of a file by rising numbers of their boards.

    >>> deals = read_deals(b'[Board "7"]\\n[Deal "N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 -"]')
    >>> deals[0].board_no, deals[0].cards.hand("W")
    (7, 'T5.Q9863.A943.KQ')

    :raises ImportFileError: if the file is none of deals, holds none, or a board is not 52 cards, 13 each
    """
    raw = read_limited(data, LARGEST)
    deals, faults = gathered(_filed(raw))
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise FaultyFileError(faults)
    if not deals:
        raise NoDealsError()
    return deals


_Filed = Iterable[FiledDeal | ImportFileError]


def gathered(filed: _Filed) -> tuple[tuple[FiledDeal, ...], list[ImportFileError]]:
    """Return the deals among *filed* by rising numbers of their boards, and what is wrong.

    A board that comes again is one deal where its cards are the same; else the first stays and the others are wrong.
    """
    deals: dict[int, FiledDeal] = {}
    faults: list[ImportFileError] = []
    for deal in filed:
        if isinstance(deal, ImportFileError):
            faults.append(deal)
        elif deals.setdefault(deal.board_no, deal).cards != deal.cards:
            faults.append(TwoDealsError(board_no=deal.board_no))
    return tuple(deals[board_no] for board_no in sorted(deals)), faults


def _filed(raw: bytes) -> _Filed:
    if is_pbn(raw):
        return _of_pbn(raw)
    if re.match(rb"[0-9]{78}", raw):
        return _of_machine(raw)
    if _LIN.search(raw):
        return _of_lin(decode_text(raw))
    kind = looks_like(raw)
    raise NotDealsError(looks_like="something else" if kind == "plain text" else kind)


def _of_pbn(raw: bytes) -> _Filed:
    return (filed_deal(game) for game in read_games(raw) if game.tag("Deal"))


def filed_deal(game: PbnGame) -> FiledDeal | ImportFileError:
    """Return the deal of a *game* of PBN that has one, or what is wrong with it."""
    given = game.tag("Board")
    board_no = int(given) if _BOARD.fullmatch(given) else 0
    if not 1 <= board_no <= MOST_BOARDS:
        return BoardOfDealError(where=f"Line {game.line}", given=given, most=MOST_BOARDS)
    try:
        return FiledDeal(board_no, read_deal(game.tag("Deal")), _makeable(game))
    except DealError as error:
        return DealOfBoardError(board_no=board_no, reason=error)


def _makeable(game: PbnGame) -> Makeable | None:
    """Return what can be made: of the twenty figures, else of the table; nothing where it is not whole."""
    if figures := game.tag("DoubleDummyTricks"):
        return Makeable(figures.lower())
    table = game.table("OptimumResultTable")
    if table is None:
        return None
    rows = [row for row in table.records() if _TRICKS.fullmatch(row.get("result", ""))]
    tricks = {(row.get("declarer", ""), row.get("denomination", "")): int(row["result"]) for row in rows}
    return makeable_of(tricks) if len(tricks) == 20 else None


def _of_machine(raw: bytes) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a DUP or BRI file, whose boards are numbered from 1."""
    raw = raw.rstrip(b"\r\n\x1a")
    size = _DUP if len(raw) % _DUP == 0 and not re.fullmatch(rb"[0-9]+", raw) else _BRI
    for board_no, start in enumerate(range(0, len(raw), size), start=1):
        record = raw[start : start + _BRI].decode("latin-1")
        if len(record) < _BRI or (size == _DUP and len(raw) - start < _DUP):
            yield CutRecordError(board_no=board_no)
            return
        codes = [record[at : at + 2] for at in range(0, _BRI, 2)]
        wrong = next((code for code in codes if not code.isdecimal() or not 1 <= int(code) <= len(CARDS)), "")
        if wrong:
            yield CardCodeError(board_no=board_no, given=wrong)
            continue
        cards = [CARDS[int(code) - 1] for code in codes]
        yield dealt(board_no, {"N": cards[:13], "E": cards[13:26], "S": cards[26:]})


def _of_lin(text: str) -> Iterator[FiledDeal | ImportFileError]:
    """Yield the deals of a LIN file; a board that is not named is the one after that before."""
    board_no, named = 0, 0
    for name, value in _LIN_PART.findall(text):
        if name.lower() in ("qx", "ah") and (number := re.search(r"[0-9]{1,3}", value)):
            named = int(number[0])
        if name.lower() != "md" or not value:
            continue
        board_no, named = named or board_no + 1, 0
        hands = value[1:].upper().replace("10", "T").rstrip(",").split(",")
        matches = [_LIN_HAND.fullmatch(hand) for hand in hands]
        if value[0] not in "1234" or not 3 <= len(hands) <= 4 or not all(matches):
            yield HandsCodeError(board_no=board_no, given=value[:40])
            continue
        suits = [match.groups() for match in matches if match]
        yield dealt(
            board_no,
            {
                seat: [f"{suit}{rank}" for suit, ranks in zip("SHDC", hand, strict=True) for rank in ranks]
                for seat, hand in zip(_LIN_SEATS, suits, strict=False)
            },
        )


def dealt(board_no: int, hands: dict[str, list[str]]) -> FiledDeal | ImportFileError:
    """Return the deal of *hands*, by seat a list of cards such as ``"SA"``, or what is wrong with them."""
    try:
        deal: Deal = deal_of(hands)
    except DealError as error:
        return DealOfBoardError(board_no=board_no, reason=error)
    return FiledDeal(board_no, deal)
