"""The rule by which the carry-over of a section was calculated, stored with the section."""

from collections.abc import Mapping
from dataclasses import dataclass

BEFORE, MET, OPPONENTS = "before", "met", "opponents"
"""Sources of carry-over in the stage before; any other source is the key of another event.

They are its results, only its matches between those who went on, or only the match between first
opponents, by the formula of the World Bridge Federation.
"""
WHOLE = 100
"""The share, in percent, that carries the whole result over."""
MEDIAN = " median"
"""The end of a typed rule that gives newcomers the median."""
_SHARE_WORDS = {WHOLE: "", WHOLE // 2: "half of "}


@dataclass(frozen=True, slots=True)
class CarryRule:
    """Which share of which result is carried over.

    *share* is in percent, *title* is the name of the *source*: a stage or an event. With
    *has_median*, newcomers get the median of the others.
    """

    source: str
    share: int = WHOLE
    title: str = "the stage before"
    has_median: bool = False

    @property
    def text(self) -> str:
        """The rule in words.

        >>> CarryRule("before", 50, "Qualifying").text
        'half of the result of Qualifying'
        >>> CarryRule("met", 100, "Groups", has_median=True).text
        'the matches against each other in Groups, the median for newcomers'
        """
        share = _SHARE_WORDS.get(self.share, f"{self.share}% of ")
        median = ", the median for newcomers" if self.has_median else ""
        if self.source == OPPONENTS:
            words = f"½ or ⅓ of the match with the first opponent in {self.title}, at most 16 IMPs"
        elif self.source == MET:
            words = f"{share}the matches against each other in {self.title}"
        else:
            words = f"{share}the result of {self.title}"
        return f"{words}{median}"

    @property
    def form_value(self) -> str:
        """The rule as a page sends it back: ``"before 50 median"``."""
        return f"{self.source} {self.share}{MEDIAN if self.has_median else ''}"

    def stored(self) -> dict[str, str]:
        """Return the rule as its section stores it."""
        return {
            "source": self.source,
            "share": str(self.share),
            "title": self.title,
            "newcomers": "median" if self.has_median else "",
        }


def read_rule(stored: Mapping[str, str]) -> CarryRule | None:
    """Return the rule of a section's ``carry_over_rule``, or None without one."""
    if not stored:
        return None
    return CarryRule(
        stored["source"],
        int(stored["share"]),
        stored["title"],
        has_median=stored["newcomers"] == "median",
    )
