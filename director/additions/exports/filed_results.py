"""Make results that the files of other programs can hold."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from director.boards.movement.lines.entries import MOVED, LineEntry, parse_line_entry
from director.boards.paper.exports import find_moved_award
from director.formats.result import ResultInFile
from director.models import Award, Event, OfficialLine
from director.sheets import Points
from scoring.bridge.entries import EntryKind, ResultEntry
from scoring.bridge.rulings import ArtificialScore
from scoring.model import ScoredLine

_SEAT_LETTERS = frozenset("NESW")
_HALF = Fraction(1, 2)


def make_filed_result(
    line_entry: LineEntry, covered: str, board_no: int, scored: ScoredLine | None
) -> ResultInFile | None:
    """Return the result of *line_entry* for a file, or None if nothing was played.

    >>> sent = make_filed_result(parse_line_entry("AVE+/AVE-"), "", 1, None)
    >>> sent.artificial, sent.own_text
    ('A6040', 'A60+/40-')

    Other programs can't express a pair's own average, or a weighted or split score. Such a score is
    sent as the result of the table (*covered*), or else as its part with the greatest weight. The
    points of the line are right in any case. A line whose score follows from other tables is sent as
    it was *scored*.
    """
    if line_entry.ns:
        table_entry = parse_line_entry(covered).entry if covered else None
        heaviest_part = max(line_entry.ns, key=lambda part: part.weight)
        result = _make_entry_result(table_entry or heaviest_part.entry, board_no)
        # The points of the line show what was moved by hand.
        ruled = line_entry.text.partition(MOVED)[0]
        return result._replace(own_text=ruled) if result else None
    if line_entry.mark and scored:
        return _make_scored_result(line_entry, scored, board_no)
    if line_entry.entry is None:
        return None
    result = _make_entry_result(line_entry.entry, board_no)
    if result is None or line_entry.point_shift is None:
        return result
    # Without it, a reader takes the score that was awarded for the table's.
    award_text = line_entry.text if result.artificial else find_moved_award(line_entry, covered)
    return result._replace(own_text=award_text)


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


def _make_entry_result(entry: ResultEntry, board_no: int) -> ResultInFile | None:
    if entry.kind is EntryKind.NOT_PLAYED:
        return None
    if entry.artificial:
        ruled = str(entry.artificial) if entry.artificial.has_own_average else ""
        return ResultInFile(artificial=format_artificial_score(entry.artificial), own_text=ruled)
    score = entry.ns_score(board_no)
    if entry.kind is EntryKind.PASSED:
        return ResultInFile("PASS", score=0)
    if entry.contract and entry.contract.is_nullo:
        # Other programs don't have nullos, and would count the tricks lost as won.
        return ResultInFile(score=score, own_text=str(entry))
    if entry.kind is EntryKind.PLAYED:
        declarer = entry.declarer if entry.declarer in _SEAT_LETTERS else ""
        return ResultInFile(str(entry.contract), declarer or "", entry.tricks, score)
    return ResultInFile(score=score)


def _make_scored_result(
    line_entry: LineEntry, scored: ScoredLine, board_no: int
) -> ResultInFile | None:
    line = scored.line
    if line.artificial:
        return ResultInFile(artificial=format_artificial_score(line.artificial))
    if line.assigned and line_entry.entry:
        return _make_entry_result(line_entry.entry, board_no)
    if line.score is None:
        return None
    if line_entry.entry:
        result = _make_entry_result(line_entry.entry, board_no)
        if result and result.score == line.score:
            return result
    return ResultInFile(score=int(line.score))


# The artificial scores of an imported event, as its file wrote them.
#
# If the official points of an artificial score don't fit its code, it is stored as a ruling with other
# shares: ``A5050`` with 8 and 2 points of 10 as ``A8020``. An export has the code and the points of the
# imported file.

FileLineKey = tuple[int, int, int, int]
"""Section, board, and the numbers of N-S and E-W in the section."""


class FileCode(NamedTuple):
    """The artificial score of a line in the file, such as ``"A5050"``, and its official points."""

    artificial: str
    points: tuple[str, str]

    def has_same_points(self, points: Iterable[Points]) -> bool:
        """Return whether *points* are still the official ones."""
        return all(map(_is_official_value, self.points, points))


def _is_official_value(official_text: str, points: Points) -> bool:
    if not official_text or points is None:
        return False
    official = Decimal(official_text)
    decimals = max(0, -int(official.as_tuple().exponent))
    # Compared in half units of the last decimal of the official figure.
    units_per_point: int = 10**decimals
    return abs(Fraction(official) - Fraction(points)) * 2 * units_per_point <= 1


def fetch_codes_by_line(event: Event) -> dict[FileLineKey, FileCode]:
    """Return the artificial scores that a ruling replaced in an imported *event*.

    Costs one query, or two if there are any, and none if the event wasn't imported.
    """
    if not event.source:
        return {}
    columns = ("section", "board_no", "ns", "ew")
    awards = Award.objects.filter(
        result__section__session__event=event, in_force=True, over__isnull=False
    )
    rows = awards.values_list(*(f"result__{column}" for column in columns), "over__text")
    previous_codes = {}
    for *key, previous_text in rows:
        previous_entry = parse_line_entry(previous_text)
        if previous_entry.artificial and not previous_entry.point_shift:
            previous_codes[tuple(key)] = format_artificial_score(previous_entry.artificial)
    if not previous_codes:
        return {}
    boards = {board_no for _section_id, board_no, _ns, _ew in previous_codes}
    lines = OfficialLine.objects.filter(section__session__event=event, board_no__in=boards)
    codes_by_line = {}
    for *key, ns_points, ew_points in lines.values_list(*columns, "ns_points", "ew_points"):
        if tuple(key) in previous_codes:
            codes_by_line[tuple(key)] = FileCode(previous_codes[tuple(key)], (ns_points, ew_points))
    return codes_by_line
