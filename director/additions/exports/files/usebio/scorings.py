"""The names of scoring methods in a USEBIO file."""

from typing import NamedTuple


class UsebioScoring(NamedTuple):
    """The name of a method, the unit in the tags of its points, and its event type before 1.2."""

    method: str
    unit: str = ""
    old_type: str = ""


OTHER = UsebioScoring("OTHER")
SCORINGS = {
    "matchpoints": UsebioScoring("MATCH_POINTS", "MATCH_POINTS", "MP_PAIRS"),
    "cross-imps": UsebioScoring("CROSS_IMPS", "CROSS_IMP_POINTS", "CROSS_IMP"),
    "butler": UsebioScoring("BUTLER_IMPS", "BUTLER_POINTS", "BUTLER_PAIRS"),
    "aggregate": UsebioScoring("AGGREGATE"),
    "imps": UsebioScoring("IMPS", "IMPS"),
    "bam": UsebioScoring("BAM"),
    "hybrid": UsebioScoring("HYBRID"),
}
"""The names by scoring method in files."""


def find_scoring(method: str) -> UsebioScoring:
    """Return the names of *method*.

    >>> find_scoring("butler").unit, find_scoring("").method
    ('BUTLER_POINTS', 'OTHER')
    """
    return SCORINGS.get(method, OTHER)
