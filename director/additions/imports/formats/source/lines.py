"""Check a line of an imported traveller."""

from dataclasses import dataclass, field
from functools import lru_cache

from director.additions.imports.formats.source.own_words import is_ruling
from director.additions.imports.formats.source.sentences import ImportSentences
from director.formats.errors import MAX_FAULTS, Doubt, FaultList, ImportFileError
from director.formats.result import TURNED, FiledResult
from scoring.bridge.contracts import Vulnerability, ns_score, possible_scores, read_contract
from scoring.bridge.entries import EntryKind, read_entry
from scoring.errors import ScoringError

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
        self.faults += [fault.set_place(place) for fault in other.faults]
        self.doubts += [doubt.set_place(place) for doubt in other.doubts]
        self.unclear += [fault.set_place(place) for fault in other.unclear]

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


def read_turned(own_words: str) -> FiledResult | None:
    """Return the result of pairs that sat the other way round, None if *own_words* say no such.

    >>> read_turned("TURNED 4SS=").tricks, read_turned("60% 4SS=, 40% 4SS-1")
    (10, None)
    >>> read_turned("TURNED 60% 4SS=, 40% 4SS-1").ruled
    '60% 4SS=, 40% 4SS-1'
    """
    if not own_words.startswith(TURNED):
        return None
    text = own_words.removeprefix(TURNED)
    if is_ruling(text):
        return FiledResult(ruled=text)
    try:
        entry = read_entry(text)
    except ScoringError:
        return None
    if entry.kind is EntryKind.PASSED:
        return FiledResult("PASS", score=0)
    return FiledResult(
        str(entry.contract or ""),
        entry.declarer or "",
        entry.tricks,
        entry.score,
        str(entry.artificial or ""),
    )


def is_seen_from_other_side(first: FiledResult, second: FiledResult) -> bool:
    """Return whether two results of the same pairs on a board are one, told by each side.

    >>> made = FiledResult("4S", "S", 10, 420)
    >>> is_seen_from_other_side(made, made._replace(score=-420))
    True
    >>> is_seen_from_other_side(made, FiledResult("4S", "E", 10, 420))
    False
    """
    if first[:3] != second[:3] or first.ruled or second.ruled:
        return False
    first_seen = first.as_score_of_other_side()
    return (first_seen.score, first_seen.artificial) == (second.score, second.artificial)


def make_both_sides_doubt(count: int) -> Doubt:
    """Return the doubt about *count* results that a file lists from both sides."""
    results = f"{count} result{'s' * (count != 1)}"
    return Doubt(ImportSentences.DOUBT_BOTH_SIDES, results=results)


def check_result(
    result: FiledResult, where: str, vulnerable: Vulnerability, report: Report
) -> None:
    """Report contradictions between the parts of a result."""
    if result.artificial or _is_consistent(result, vulnerable):
        return
    expected, made_text = _compute_expected_score(result, vulnerable)
    if result.score is None:
        if result.contract and expected is None:
            report.faults.append(
                ImportFileError(
                    ImportSentences.LINE_UNFINISHED, where=where, contract=result.contract
                )
            )
        elif not result.contract:
            report.doubts.append(Doubt(ImportSentences.DOUBT_NO_RESULT, where=where))
    elif expected is None:
        if result.score and result.score not in possible_scores(vulnerable):
            given = f"{result.score:+d}"
            report.doubts.append(
                Doubt(
                    ImportSentences.DOUBT_IMPOSSIBLE_SCORE,
                    where=where,
                    given=given,
                    vulnerable=VULNERABLE[vulnerable],
                )
            )
    elif result.score != expected:
        scores = {"expected": f"{expected:+d}", "given": f"{result.score:+d}"}
        report.doubts.append(
            Doubt(
                ImportSentences.DOUBT_SCORE,
                where=where,
                result=made_text,
                vulnerable=VULNERABLE[vulnerable],
                **scores,
            )
        )


@lru_cache(maxsize=65_536)
def _is_consistent(result: FiledResult, vulnerable: Vulnerability) -> bool:
    """Return whether a result has no contradiction."""
    expected, _made_text = _compute_expected_score(result, vulnerable)
    if result.score is None:
        return bool(result.contract) and expected is not None
    if expected is not None:
        return result.score == expected
    return not result.score or result.score in possible_scores(vulnerable)


def _compute_expected_score(
    result: FiledResult, vulnerable: Vulnerability
) -> tuple[int | None, str]:
    """Return the score of the contract with its tricks, and both in words."""
    contract, declarer, tricks = result[:3]
    if contract == "PASS":
        return 0, "a board passed out"
    if not contract or not declarer or tricks is None:
        return None, ""
    score = ns_score(read_contract(contract), declarer, tricks, vulnerable)
    return score, f"{contract} by {declarer} with {tricks} tricks"
