"""One line of a traveller from elsewhere: what was entered on it, and whether its parts agree with each other."""

from dataclasses import dataclass, field

from director.files.errors import Doubt, ImportFileError
from director.files.source.errors import ImpossibleScoreDoubt, NoResultDoubt, ScoreDoubt, UnfinishedLineError
from director.files.source.model import SourceLine
from scoring import Entry, EntryKind, Vulnerability, ns_score, possible_scores, read_contract, read_entry

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


def line_entry(line: SourceLine, board_no: int) -> Entry:
    """Return *line* as the entry a director would have typed.

    Where contract and score do not agree the score stands, because the official points were made from it.

    >>> passed = SourceLine(1, 2, "PASS", "", "", None, 0, None, None, None)
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


def check_result(line: SourceLine, where: str, vulnerable: Vulnerability, report: Report) -> None:
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


def _expected(line: SourceLine, vulnerable: Vulnerability) -> tuple[int | None, str]:
    """Return the score that contract, declarer and tricks make, if all are given, and the three in words."""
    if line.contract == "PASS":
        return 0, "a board passed out"
    if not line.contract or not line.declarer or line.tricks is None:
        return None, ""
    score = ns_score(read_contract(line.contract), line.declarer, line.tricks, vulnerable)
    return score, f"{line.contract} by {line.declarer} with {line.tricks} tricks"
