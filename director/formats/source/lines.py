"""Check a line of an imported traveller."""

from dataclasses import dataclass, field
from functools import lru_cache

from director.formats.errors import MAX_FAULTS, Doubt, FaultList, ImportFileError
from director.formats.source.model import SourceLine
from director.formats.source.sentences import ImportSentences
from scoring import (
    EntryKind,
    ResultEntry,
    Vulnerability,
    ns_score,
    possible_scores,
    read_contract,
    read_entry,
)

VULNERABLE = {
    Vulnerability.NONE: "no side",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "both sides",
}


_LINES_PER_UNCLEAR = 10
"""Lines of a file for each whose contract may be misspelt. With more, the file is another kind."""


@dataclass(slots=True)
class Report:
    """Messages about a file: *faults* refuse it, *doubts* become warnings.

    *unclear* are faults in lines whose score is known all the same, *left_out* name the parts of the
    file that have no use here.
    """

    faults: FaultList = field(default_factory=FaultList)
    doubts: list[Doubt] = field(default_factory=list)
    unclear: list[ImportFileError] = field(default_factory=list)
    left_out: list[Doubt] = field(default_factory=list)

    @property
    def message_count(self) -> int:
        """How many messages there are."""
        return len(self.faults) + len(self.doubts) + len(self.unclear)

    def take(self, other: "Report", place: str) -> None:
        """Add the messages of *other*, with *place*."""
        self.faults += [fault.at(place) for fault in other.faults]
        self.doubts += [doubt.at(place) for doubt in other.doubts]
        self.unclear += [fault.at(place) for fault in other.unclear]

    def add_line_fault(self, fault: ImportFileError, *, has_score: bool) -> None:
        """Add a *fault* of a line, which is less serious if the line also *has_score*."""
        if has_score and len(self.unclear) < MAX_FAULTS:
            self.unclear.append(fault)
        else:
            self.faults.append(fault)

    def settle(self, line_count: int) -> None:
        """Make doubts of the unclear lines if they are few among *line_count*, else faults."""
        if len(self.unclear) * _LINES_PER_UNCLEAR > line_count:
            # Their lines come before what is found at the end of a file.
            self.faults[:0] = self.unclear
        else:
            self.doubts += [
                Doubt(ImportSentences.DOUBT_ONLY_SCORE, reason=fault) for fault in self.unclear
            ]
        self.unclear = []


def make_line_entry(line: SourceLine, board_no: int) -> ResultEntry:
    """Return *line* as the entry a director would have typed.

    If contract and score contradict each other, the score counts, because the official points
    follow from it.

    >>> passed = SourceLine(1, 2, "PASS", "", "", None, 0, None, None, None)
    >>> str(make_line_entry(passed, board_no=1))
    'PASS'
    """
    return _make_entry(
        line.contract, line.declarer, line.tricks, line.score, line.artificial, board_no
    )


def format_line(line: SourceLine, board_no: int) -> str:
    """Return *line* as a director would have typed it."""
    return _format_entry(
        line.contract, line.declarer, line.tricks, line.score, line.artificial, board_no
    )


@lru_cache(maxsize=65_536)  # however many tables, few different results
def _format_entry(
    contract: str,
    declarer: str,
    tricks: int | None,
    score: int | None,
    artificial: str | None,
    board_no: int,
) -> str:
    return str(_make_entry(contract, declarer, tricks, score, artificial, board_no))


def _make_entry(
    contract: str,
    declarer: str,
    tricks: int | None,
    score: int | None,
    artificial: str | None,
    board_no: int,
) -> ResultEntry:
    if artificial is not None:
        return read_entry(artificial)
    if contract == "PASS" and not score:
        return ResultEntry(EntryKind.PASSED)
    if contract not in ("", "PASS") and declarer and tricks is not None:
        entry = ResultEntry(EntryKind.PLAYED, read_contract(contract), declarer, tricks)
        if score in (None, entry.ns_score(board_no)):
            return entry
    if score is None:
        return ResultEntry(EntryKind.NOT_PLAYED)
    if score:
        return ResultEntry(EntryKind.SCORE, score=score)
    return ResultEntry(EntryKind.PASSED)


def check_result(line: SourceLine, where: str, vulnerable: Vulnerability, report: Report) -> None:
    """Report contradictions between the parts of a line."""
    if line.artificial is not None or _is_consistent(
        line.contract, line.declarer, line.tricks, line.score, vulnerable
    ):
        return
    expected, result = _compute_expected_score(
        line.contract, line.declarer, line.tricks, vulnerable
    )
    if line.score is None:
        if line.contract and expected is None:
            report.faults.append(
                ImportFileError(
                    ImportSentences.LINE_UNFINISHED, where=where, contract=line.contract
                )
            )
        elif not line.contract:
            report.doubts.append(Doubt(ImportSentences.DOUBT_NO_RESULT, where=where))
    elif expected is None:
        if line.score and line.score not in possible_scores(vulnerable):
            given = f"{line.score:+d}"
            report.doubts.append(
                Doubt(
                    ImportSentences.DOUBT_IMPOSSIBLE_SCORE,
                    where=where,
                    given=given,
                    vulnerable=VULNERABLE[vulnerable],
                )
            )
    elif line.score != expected:
        scores = {"expected": f"{expected:+d}", "given": f"{line.score:+d}"}
        report.doubts.append(
            Doubt(
                ImportSentences.DOUBT_SCORE,
                where=where,
                result=result,
                vulnerable=VULNERABLE[vulnerable],
                **scores,
            )
        )


@lru_cache(maxsize=65_536)
def _is_consistent(
    contract: str, declarer: str, tricks: int | None, score: int | None, vulnerable: Vulnerability
) -> bool:
    """Return whether a line has no contradiction."""
    expected, _result = _compute_expected_score(contract, declarer, tricks, vulnerable)
    if score is None:
        return bool(contract) and expected is not None
    if expected is not None:
        return score == expected
    return not score or score in possible_scores(vulnerable)


def _compute_expected_score(
    contract: str, declarer: str, tricks: int | None, vulnerable: Vulnerability
) -> tuple[int | None, str]:
    """Return the score of *contract*, *declarer* and *tricks*, and all three in words."""
    if contract == "PASS":
        return 0, "a board passed out"
    if not contract or not declarer or tricks is None:
        return None, ""
    score = ns_score(read_contract(contract), declarer, tricks, vulnerable)
    return score, f"{contract} by {declarer} with {tricks} tricks"
