"""The part of a line that other programs' files can hold."""

from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.lines.entry import LineEntry, read_line_entry
from scoring import Artificial, EntryKind, ResultEntry, ScoredLine

_SEATS = frozenset("NESW")
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class SentResult:
    """A result or award as a file can hold it, empty where it can't."""

    contract: str = ""
    declarer: str = ""
    tricks: int | None = None
    score: int | None = None
    artificial: str = ""
    ruled: str = ""

    @property
    def turned(self) -> "SentResult":
        """The result from the other side, as a bare score."""
        if len(self.artificial) == 5:
            swapped = f"A{self.artificial[3:]}{self.artificial[1:3]}"
        else:
            swapped = self.artificial
        score = None if self.score is None else -self.score
        return SentResult(score=score, artificial=swapped)


def sent_result(
    entered: LineEntry, covered: str, board_no: int, scored: ScoredLine | None
) -> SentResult | None:
    """Return the result of *entered* for a file, or None if nothing was played.

    >>> sent = sent_result(read_line_entry("AVE+/AVE-"), "", 1, None)
    >>> sent.artificial, sent.ruled
    ('A6040', 'A60+/40-')

    Other programs have no words for a pair's own average, nor for a score that was put together: of
    that one stands what was made at the table (*covered*), without it the part with the greatest
    weight; the points of the line hold the truth, and *ruled* what another Kalamazoo reads. A line
    whose score follows from other tables is told as it was *scored*.
    """
    if entered.ns:
        at_table = read_line_entry(covered).entry if covered else None
        heaviest = max(entered.ns, key=lambda part: part.weight).entry
        told = _of_entry(at_table or heaviest, board_no)
        if told and not entered.moved:
            return replace(told, ruled=entered.text)
        return told
    if entered.mark and scored:
        return _of_settled(entered, scored, board_no)
    if entered.entry:
        return _of_entry(entered.entry, board_no)
    return None


def artificial_text(given: Artificial) -> str:
    """Return an artificial score in whole per cent: ``"A6040"``.

    >>> from fractions import Fraction
    >>> artificial_text(Artificial(Fraction("33.3"), Fraction("66.7"))), artificial_text(Artificial(Fraction(60), None))
    ('A3367', 'A60/NP')
    """
    if given.ns is None or given.ew is None or 100 in (given.ns, given.ew):
        return str(given)
    ns, ew = (int(share + _HALF) for share in (given.ns, given.ew))
    if max(ns, ew) < 100:
        return f"A{ns:02}{ew:02}"
    return str(given)


def _of_entry(entry: ResultEntry, board_no: int) -> SentResult | None:
    if entry.kind is EntryKind.NOT_PLAYED:
        return None
    if entry.artificial:
        ruled = str(entry.artificial) if entry.artificial.is_own else ""
        return SentResult(artificial=artificial_text(entry.artificial), ruled=ruled)
    score = entry.ns_score(board_no)
    if entry.kind is EntryKind.PASSED:
        return SentResult("PASS", score=0)
    if entry.kind is EntryKind.PLAYED:
        declarer = entry.declarer if entry.declarer in _SEATS else ""
        return SentResult(str(entry.contract), declarer or "", entry.tricks, score)
    return SentResult(score=score)


def _of_settled(entered: LineEntry, scored: ScoredLine, board_no: int) -> SentResult | None:
    line = scored.line
    if line.artificial:
        return SentResult(artificial=artificial_text(line.artificial))
    if line.score is None:
        return None
    result = _of_entry(entered.entry, board_no) if entered.entry else None
    if result and result.score == line.score:
        return result
    return SentResult(score=int(line.score))
