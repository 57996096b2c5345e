"""Reduce a result to what the files of other programs can hold."""

from fractions import Fraction

from director.boards.movement.lines.entries import MOVED, LineEntry, read_line_entry
from director.formats.result import FiledResult
from scoring.bridge.entries import EntryKind, ResultEntry
from scoring.bridge.rulings import ArtificialScore
from scoring.model import ScoredLine

_SEATS = frozenset("NESW")
_HALF = Fraction(1, 2)


def make_filed_result(
    line_entry: LineEntry, covered: str, board_no: int, scored: ScoredLine | None
) -> FiledResult | None:
    """Return the result of *line_entry* for a file, or None if nothing was played.

    >>> sent = make_filed_result(read_line_entry("AVE+/AVE-"), "", 1, None)
    >>> sent.artificial, sent.ruled
    ('A6040', 'A60+/40-')

    Other programs have no words for a pair's own average or for a weighted or split score. Such a
    score is sent as the result of the table (*covered*), or else as its part with the greatest
    weight; the points of the line are right in any case. A line whose score follows from other
    tables is sent as it was *scored*.
    """
    if line_entry.ns:
        table_entry = read_line_entry(covered).entry if covered else None
        heaviest_part = max(line_entry.ns, key=lambda part: part.weight)
        result = _make_entry_result(table_entry or heaviest_part.entry, board_no)
        # The points of the line show what was moved by hand.
        ruled = line_entry.text.partition(MOVED)[0]
        return result._replace(ruled=ruled) if result else None
    if line_entry.mark and scored:
        return _make_scored_result(line_entry, scored, board_no)
    if line_entry.entry is None:
        return None
    result = _make_entry_result(line_entry.entry, board_no)
    if result and result.artificial and line_entry.point_shift:
        return result._replace(ruled=line_entry.text)
    return result


def format_artificial_score(artificial: ArtificialScore) -> str:
    """Return an artificial score in whole per cent: ``"A6040"``.

    >>> from fractions import Fraction
    >>> format_artificial_score(ArtificialScore(Fraction("33.3"), Fraction("66.7")))
    'A3367'
    >>> format_artificial_score(ArtificialScore(Fraction(60), None))
    'A60/NP'
    """
    # The short form has two digits for each side.
    if artificial.ns is None or artificial.ew is None or 100 in (artificial.ns, artificial.ew):
        return str(artificial)
    ns = int(artificial.ns + _HALF)
    ew = int(artificial.ew + _HALF)
    if max(ns, ew) == 100:
        return str(artificial)
    return f"A{ns:02}{ew:02}"


def _make_entry_result(entry: ResultEntry, board_no: int) -> FiledResult | None:
    if entry.kind is EntryKind.NOT_PLAYED:
        return None
    if entry.artificial:
        ruled = str(entry.artificial) if entry.artificial.is_own else ""
        return FiledResult(artificial=format_artificial_score(entry.artificial), ruled=ruled)
    score = entry.ns_score(board_no)
    if entry.kind is EntryKind.PASSED:
        return FiledResult("PASS", score=0)
    if entry.kind is EntryKind.PLAYED:
        declarer = entry.declarer if entry.declarer in _SEATS else ""
        return FiledResult(str(entry.contract), declarer or "", entry.tricks, score)
    return FiledResult(score=score)


def _make_scored_result(
    line_entry: LineEntry, scored: ScoredLine, board_no: int
) -> FiledResult | None:
    line = scored.line
    if line.artificial:
        return FiledResult(artificial=format_artificial_score(line.artificial))
    if line.assigned and line_entry.entry:
        return _make_entry_result(line_entry.entry, board_no)
    if line.score is None:
        return None
    if line_entry.entry:
        result = _make_entry_result(line_entry.entry, board_no)
        if result and result.score == line.score:
            return result
    return FiledResult(score=int(line.score))
