"""The artificial scores of an imported event, as its file wrote them.

An artificial score whose official points aren't those of its code is stored as a ruling with other
shares: ``A5050`` with 8 and 2 points of 10 as ``A8020``. A file that is written again has the code
and the points of the first one.
"""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from director.additions.exports.results import format_artificial_score
from director.boards.movement.lines.entries import read_line_entry
from director.models import Award, Event, OfficialLine
from director.sheets import Points

LineKey = tuple[int, int, int, int]
"""Section, board, and the numbers of N-S and E-W in the section."""


class FileCode(NamedTuple):
    """The artificial score of a line in the file, such as ``"A5050"``, and its official points."""

    artificial: str
    points: tuple[str, str]

    def explains(self, points: Iterable[Points]) -> bool:
        """Return whether *points* are still the official ones."""
        return all(map(_is_official_figure, self.points, points))


def _is_official_figure(official_text: str, points: Points) -> bool:
    if not official_text or points is None:
        return False
    official = Decimal(official_text)
    decimals = max(0, -int(official.as_tuple().exponent))
    # Compared in half units of the last decimal of the official figure.
    units_per_point: int = 10**decimals
    return abs(Fraction(official) - Fraction(points)) * 2 * units_per_point <= 1


def fetch_file_codes(event: Event) -> dict[LineKey, FileCode]:
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
    former_codes = {}
    for *key, former_text in rows:
        former = read_line_entry(former_text)
        if former.artificial and not former.point_shift:
            former_codes[tuple(key)] = format_artificial_score(former.artificial)
    if not former_codes:
        return {}
    boards = {board_no for _section_id, board_no, _ns, _ew in former_codes}
    lines = OfficialLine.objects.filter(section__session__event=event, board_no__in=boards)
    codes = {}
    for *key, ns_points, ew_points in lines.values_list(*columns, "ns_points", "ew_points"):
        if tuple(key) in former_codes:
            codes[tuple(key)] = FileCode(former_codes[tuple(key)], (ns_points, ew_points))
    return codes
