"""One line of a USEBIO traveller: reading it, and asking whether its parts agree with each other."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from xml.etree.ElementTree import Element

from director.files.errors import Doubt, ImportFileError
from director.files.reading import visible_text
from director.files.usebio.errors import (
    DeclarerError,
    FigureDoubt,
    ImpossibleScoreDoubt,
    LineContractError,
    LineScoreError,
    LineTricksError,
    NoResultDoubt,
    ScoreDoubt,
    UnfinishedLineError,
)
from director.files.usebio.model import UsebioLine
from scoring import (
    ContractError,
    Entry,
    EntryError,
    EntryKind,
    Vulnerability,
    ns_score,
    possible_scores,
    read_contract,
    read_entry,
)

POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS")

_FIGURE = re.compile(r"[+-]?[0-9]{1,7}(?:[.,][0-9]{1,7})?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,5}")
_SEATS = {"N": "N", "E": "E", "S": "S", "W": "W", "NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
_PASSED = frozenset({"PASS", "PASSED", "PASSEDOUT", "PASSOUT", "ALLPASS", "AP", "P"})
VULNERABLE = {
    Vulnerability.NONE: "no side",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "both sides",
}


@dataclass(slots=True)
class Report:
    """What has been found so far: *faults* refuse the file, *doubts* go with it."""

    faults: list[ImportFileError] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)

    def take(self, other: "Report", place: str) -> None:
        """Add what *other* has, as said of *place*."""
        self.faults += [fault.at(place) for fault in other.faults]
        self.doubts += [doubt.at(place) for doubt in other.doubts]


def child_text(element: Element, *tags: str) -> str:
    """Return the text of the first child that has one of *tags* and is not empty, on one line; else ``""``."""
    for tag in tags:
        for child in element.findall(tag):
            if text := visible_text(child.text or ""):
                return text
    return ""


def read_figure(element: Element, tag: str, where: str, report: Report) -> Decimal | None:
    """Return the figure of the child *tag* with the decimals it is printed with, ``None`` without one.

    A figure that cannot be read is a doubt.
    """
    given = child_text(element, tag)
    if not given:
        return None
    if _FIGURE.fullmatch(given):
        return Decimal(given.replace(",", "."))
    report.doubts.append(FigureDoubt(where=where, field=tag, given=given))
    return None


def read_line(
    element: Element, where: str, pairs: tuple[int, int], vulnerable: Vulnerability, report: Report
) -> UsebioLine:
    """Return the line of *element* between the *pairs* N-S and E-W; what is wrong with it goes into *report*."""
    ns_points, ew_points = (_points(element, side, where, report) for side in ("NS", "EW"))
    score, artificial = _score(element, where, report)
    contract = _contract(element, where, report)
    line = UsebioLine(
        *pairs,
        contract=contract,
        declarer="" if contract == "PASS" else _declarer(element, where, report),
        lead=child_text(element, "LEAD").upper(),
        tricks=None if contract == "PASS" else _tricks(element, where, report),
        score=score,
        artificial=artificial,
        ns_points=ns_points,
        ew_points=ew_points,
    )
    _check_result(line, where, vulnerable, report)
    return line


def line_entry(line: UsebioLine, board_no: int) -> Entry:
    """Return *line* as the entry a director would have typed.

    Where contract and score do not agree the score stands, because the official points were made from it.

    >>> passed = UsebioLine(1, 2, "PASS", "", "", None, 0, None, None, None)
    >>> str(line_entry(passed, board_no=1))
    'PASS'
    """
    if line.artificial is not None:
        return read_entry(line.artificial)
    if line.contract == "PASS" and not line.score:
        return Entry(EntryKind.PASSED)
    if line.contract not in ("", "PASS") and line.declarer and line.tricks is not None:
        entry = Entry(EntryKind.PLAYED, read_contract(line.contract), line.declarer, line.tricks)
        if line.score in (None, entry.ns_score(board_no)):
            return entry
    if line.score is None:
        return Entry(EntryKind.NOT_PLAYED)
    return Entry(EntryKind.SCORE, score=line.score) if line.score else Entry(EntryKind.PASSED)


def _points(element: Element, side: str, where: str, report: Report) -> Decimal | None:
    for unit in POINTS:
        if (points := read_figure(element, f"{side}_{unit}", where, report)) is not None:
            return points
    return None


def _contract(element: Element, where: str, report: Report) -> str:
    given = child_text(element, "CONTRACT")
    if not given or "".join(given.split()).upper() in _PASSED:
        return "PASS" if given else ""
    try:
        return str(read_contract(given))
    except ContractError as error:
        report.faults.append(LineContractError(where=where, reason=str(error)))
        return ""


def _declarer(element: Element, where: str, report: Report) -> str:
    given = child_text(element, "PLAYED_BY")
    if given and given.upper() not in _SEATS:
        report.faults.append(DeclarerError(where=where, given=given))
    return _SEATS.get(given.upper(), "")


def _tricks(element: Element, where: str, report: Report) -> int | None:
    given = child_text(element, "TRICKS")
    if re.fullmatch("[0-9]{1,2}", given) and int(given) <= 13:
        return int(given)
    if given:
        report.faults.append(LineTricksError(where=where, given=given))
    return None


def _score(element: Element, where: str, report: Report) -> tuple[int | None, str | None]:
    """Return the score and the artificial score of a line; at most one of them is given."""
    given = child_text(element, "SCORE")
    if not given or given.upper() in ("NP", "NOT PLAYED"):
        return None, None
    if _WHOLE.fullmatch(given):
        return int(given), None
    if given.upper().startswith("A"):
        with suppress(EntryError):
            if artificial := read_entry(given).artificial:
                return None, str(artificial)
    report.faults.append(LineScoreError(where=where, given=given))
    return None, None


def _check_result(line: UsebioLine, where: str, vulnerable: Vulnerability, report: Report) -> None:
    """Put into *report* what the parts of a line say against each other; an artificial score says nothing else."""
    if line.artificial is not None:
        return
    expected, result = _expected(line, vulnerable)
    if line.score is None:
        if line.contract and expected is None:
            report.faults.append(UnfinishedLineError(where=where, contract=line.contract))
        elif not line.contract:
            report.doubts.append(NoResultDoubt(where=where))
    elif expected is None:
        if line.score and line.score not in possible_scores(vulnerable):
            given = f"{line.score:+d}"
            report.doubts.append(ImpossibleScoreDoubt(where=where, given=given, vulnerable=VULNERABLE[vulnerable]))
    elif line.score != expected:
        scores = {"expected": f"{expected:+d}", "given": f"{line.score:+d}"}
        report.doubts.append(ScoreDoubt(where=where, result=result, vulnerable=VULNERABLE[vulnerable], **scores))


def _expected(line: UsebioLine, vulnerable: Vulnerability) -> tuple[int | None, str]:
    """Return the score that contract, declarer and tricks make, if all are given, and the three in words."""
    if line.contract == "PASS":
        return 0, "a board passed out"
    if not line.contract or not line.declarer or line.tricks is None:
        return None, ""
    score = ns_score(read_contract(line.contract), line.declarer, line.tricks, vulnerable)
    return score, f"{line.contract} by {line.declarer} with {line.tricks} tricks"
