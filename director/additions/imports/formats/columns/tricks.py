"""What figures in a column of tricks count: all, over the contract, or over six."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scoring.bridge.contracts import Contract, ns_score, read_contract, vulnerability
from scoring.errors import ContractError

_BOOK = 6
_MIN_TRICKS_BID = 7  # no side bids to win fewer
_MAX_DOWN = 6  # without a score to compare with, more is taken for another way of counting


class LineText(NamedTuple):
    """A line for comparison: contract, seat, tricks, and N-S score."""

    board_no: int
    contract: str
    declarer: str
    tricks: str
    score: int | None


_READINGS: dict[str, Callable[[int, int], int]] = {
    "all": lambda figure, _needed: figure,
    "over": lambda figure, needed: needed + figure,
    "made": lambda figure, _needed: figure + _BOOK,
}
"""Functions from a bare figure and the needed tricks to all tricks, by the way of counting."""


def guess_trick_counting(lines: Iterable[LineText]) -> str:
    """Return which of "all", "over" and "made" fits most of *lines*.

    A spreadsheet removes the sign of ``+1``, and some people write the number of tricks made
    without a sign and only undertricks with one.

    >>> guess_trick_counting([LineText(1, "4S", "N", "1", 450), LineText(1, "3NT", "E", "-1", 50)])
    'over'
    >>> guess_trick_counting([LineText(1, "4S", "N", "5", 450), LineText(1, "3NT", "E", "-1", 50)])
    'made'
    """
    all_lines = list(lines)
    is_signed = any(line.tricks.startswith("-") for line in all_lines)
    bare_figures = [
        (line, contract)
        for line in all_lines
        if line.tricks.isdecimal() and (contract := _find_contract(line.contract))
    ]
    misfits = {
        name: sum(
            not _is_consistent(name, line, contract, is_signed=is_signed)
            for line, contract in bare_figures
        )
        for name in _READINGS
    }
    return min(misfits, key=misfits.__getitem__)


def with_sign(tricks: str, counting: str) -> str:
    """Return *tricks* as they are read alone: ``+1`` for one over, ``10`` for four made.

    >>> with_sign("1", "over"), with_sign("4", "made"), with_sign("10", "all"), with_sign("-1", "made")
    ('+1', '10', '10', '-1')
    """
    if not tricks.isdecimal() or counting == "all":
        return tricks
    if counting == "over":
        return f"+{tricks}"
    return str(int(tricks[:3]) + _BOOK)


def _is_consistent(name: str, line: LineText, contract: Contract, *, is_signed: bool) -> bool:
    figure, needed = int(line.tricks[:3]), contract.tricks_needed
    tricks = _READINGS[name](figure, needed)
    if not 0 <= tricks <= 13 or (name == "made" and tricks < needed):
        return False
    if line.score is not None and line.declarer in ("N", "E", "S", "W", "NS", "EW"):
        return line.score == ns_score(contract, line.declarer, tricks, vulnerability(line.board_no))
    return name != "all" or (
        needed - tricks <= _MAX_DOWN and not (is_signed and figure < _MIN_TRICKS_BID)
    )


def _find_contract(text: str) -> Contract | None:
    try:
        return read_contract(text)
    except ContractError:
        return None
