"""The boards of a USEBIO event: every line of every traveller, with the pairs it belongs to."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from director.files.source.errors import OwnOpponentError, TwiceOnBoardError, VulnerabilityDoubt
from director.files.source.lines import VULNERABLE, Report
from director.files.source.model import SourceBoard, SourceLine, SourcePair
from director.files.usebio.errors import (
    BoardNumberError,
    BoardTwiceError,
    LinePairError,
    UnknownPairError,
    WrongSideError,
)
from director.files.usebio.hands import Filed, board_deal
from director.files.usebio.lines import Texts, child_text, child_texts, read_line
from director.files.usebio.pairs import by_number, letters, pairs_meant
from scoring import Vulnerability, vulnerability

_VULNERABILITIES = {
    "LOVE": Vulnerability.NONE,
    "NONE": Vulnerability.NONE,
    "NORTHSOUTH": Vulnerability.NS,
    "NS": Vulnerability.NS,
    "EASTWEST": Vulnerability.EW,
    "EW": Vulnerability.EW,
    "ALL": Vulnerability.ALL,
    "BOTH": Vulnerability.ALL,
}
_SIDES = {"NS": "N-S", "EW": "E-W"}
_MOST_KNOWN = 50_000


@dataclass(frozen=True, slots=True)
class _Traveller:
    """A board being read: where it is, which pairs there are (none: their list is faulty) and what is found."""

    board_no: int
    vulnerable: Vulnerability
    pairs: Mapping[int, Sequence[SourcePair]]
    report: Report
    known: dict[tuple[tuple[str, str], ...], SourceLine]


Known = dict[Vulnerability, dict[tuple[tuple[str, str], ...], SourceLine]]
"""Lines that were read already and are as they should be, by their texts."""


def read_boards(
    elements: Iterable[Element], pairs: Sequence[SourcePair], report: Report, known: Known, hands: list[Filed]
) -> tuple[SourceBoard, ...]:
    """Return the boards in the order of the file; what is wrong goes into *report*, cards within them into *hands*.

    Lines of which nothing is to be said go into *known*, where those that say the same are found.  If *report* already
    has a fault, the list of pairs cannot be relied on, and no line is blamed for its pairs.
    """
    by_numbers = {} if report.faults else by_number(pairs)
    boards: dict[int, SourceBoard] = {}
    for position, element in enumerate(elements, start=1):
        given = child_text(element, "BOARD_NUMBER")
        if not re.fullmatch("[0-9]{1,3}", given) or int(given) == 0:
            report.faults.append(BoardNumberError(position=position, given=given))
            continue
        board_no = int(given)
        if board_no in boards:
            report.faults.append(BoardTwiceError(board_no=board_no))
        vulnerable = _vulnerability(element, board_no, report)
        traveller = _Traveller(board_no, vulnerable, by_numbers, report, known.setdefault(vulnerable, {}))
        hands += board_deal(element)
        boards[board_no] = SourceBoard(board_no, _lines(element, traveller))
        element.clear()  # a large field is held once only
    return tuple(boards.values())


def _vulnerability(element: Element, board_no: int, report: Report) -> Vulnerability:
    """Return the vulnerability that the file gives a board, or else that of its number."""
    expected = vulnerability(board_no)
    given = child_text(element, "VULNERABILITY")
    said = _VULNERABILITIES.get(letters(given))
    if given and said is not expected:
        report.doubts.append(VulnerabilityDoubt(board_no=board_no, given=given, expected=VULNERABLE[expected]))
    return said or expected


def _lines(board: Element, traveller: _Traveller) -> tuple[SourceLine, ...]:
    lines: list[SourceLine] = []
    seen: set[tuple[int, str]] = set()
    for position, element in enumerate(board.findall("TRAVELLER_LINE"), start=1):
        texts = child_texts(element)
        given = {side: texts.pop(f"{side}_PAIR_NUMBER", "") for side in _SIDES}
        where = f"Board {traveller.board_no}, N-S {given['NS']} against E-W {given['EW']}"
        ns, ew = (_sitting(side, text, position, where, traveller) for side, text in given.items())
        if ns is not None and ns is ew:
            traveller.report.faults.append(OwnOpponentError(where=where))
        here = [(pair.number, pair.direction) for pair in (ns, ew) if pair is not None]
        for pair in (ns, ew):
            if pair is not None and (pair.number, pair.direction) in seen:
                fault = TwiceOnBoardError(board_no=traveller.board_no, pair=pair.number_text)
                traveller.report.faults.append(fault)
        seen.update(here)
        numbers = (ns.number if ns else 0, ew.number if ew else 0)  # nought: a fault has been found
        lines.append(_line(texts, where, numbers, traveller))
    return tuple(lines)


def _line(texts: Texts, where: str, numbers: tuple[int, int], traveller: _Traveller) -> SourceLine:
    """Return the line of *texts*, as one that was read before where it says the same."""
    says = tuple(texts.items())
    if same := traveller.known.get(says):
        return same.between(*numbers)
    report = traveller.report
    said = len(report.faults), len(report.doubts)
    line = read_line(texts, where, numbers, traveller.vulnerable, report)
    if (len(report.faults), len(report.doubts)) == said and len(traveller.known) < _MOST_KNOWN:
        traveller.known[says] = line
    return line


def _sitting(side: str, given: str, position: int, where: str, traveller: _Traveller) -> SourcePair | None:
    """Return the pair that *given* names on *side* of a line, or ``None`` after noting why there is none."""
    faults = traveller.report.faults
    meant = pairs_meant(given, side, traveller.pairs)
    if meant is None:
        where = f"Board {traveller.board_no}, line {position}"
        faults.append(LinePairError(where=where, side=_SIDES[side], given=given))
    elif not meant:
        if traveller.pairs:
            faults.append(UnknownPairError(where=where, pair=given))
    elif meant[0].direction not in ("", side):
        faults.append(WrongSideError(where=where, pair=given, side=_SIDES[side]))
    else:
        return meant[0]
    return None
