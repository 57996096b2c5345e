"""The codes that can be typed for a result in place of a contract, tricks or a score.

The parsers, the help and the buttons of Scores, the table of docs/first-evening.md and the boxes for
names read them here. Patterns match capitals; those of artificial scores also lack blanks.
"""

import re
from typing import NamedTuple


class EntryCode(NamedTuple):
    """A code with an example as it is typed at bridge, the meaning of the example, and its pattern."""

    example: str
    meaning: str
    pattern: re.Pattern[str]
    # The pattern also matches names: "NP Ash" has two initials.
    can_be_name: bool = False


_SHARE = r"[0-9]+(?:\.[0-9]+)?"
_AVERAGES = re.compile(
    r"AVE(?:RAGE)?(?P<ns>[+-]?)(?P<second>/?AVE(?:RAGE)?(?P<ew>[+-]?)|/?(?P<sign>[+-]))?"
)

FLAT_SHARES = EntryCode(
    "A6040",
    "artificial adjusted score, flat: 60% for N-S, 40% for E-W",
    re.compile(r"A(?P<ns>[0-9]{2})(?P<ew>[0-9]{2})?"),
)
BARE_SHARES = EntryCode(
    "60/40",
    "the same as A6040",
    re.compile(r"(?P<ns>[0-9]{2,3}(?:[.,][0-9]+)?)%?/(?P<ew>[0-9]{2,3}(?:[.,][0-9]+)?)%?"),
)
SHARES = EntryCode(
    "A60+/40-",
    "the same as AVE+/AVE-",
    re.compile(rf"A(?P<ns>{_SHARE})(?P<ns_own>[+-]?)/(?P<ew>{_SHARE})(?P<ew_own>[+-]?)"),
)
ONE_SIDED_SHARE = EntryCode(
    "A60/NP",
    "60% for N-S; E-W did not have to play the board",
    re.compile(rf"A?(?:(?P<ns>{_SHARE}[+-]?)/NP|NP/(?P<ew>{_SHARE}[+-]?))"),
)
AVERAGE = EntryCode("AVE", "average for both", _AVERAGES)
AVERAGES = (
    EntryCode("AVE+/AVE-", "average plus for N-S, average minus for E-W", _AVERAGES),
    EntryCode("AVE-/AVE+", "average minus for N-S, average plus for E-W", _AVERAGES),
    AVERAGE,
    EntryCode("AVE+", "average plus for both", _AVERAGES),
    EntryCode("AVE-", "average minus for both", _AVERAGES),
)
ARTIFICIAL_CODES = (FLAT_SHARES, BARE_SHARES, ONE_SIDED_SHARE, *AVERAGES, SHARES)
"""The codes of artificial scores, for methods that score percentages."""

NOT_PLAYED = EntryCode(
    "NP: no time",
    "not played, and why",
    re.compile(r"(?:NP|NOT PLAYED)(?:\s*[:,]\s*|\s+)(?P<reason>.+)", re.IGNORECASE | re.DOTALL),
    can_be_name=True,
)
SHIFTED = EntryCode(
    "4SS= SHIFTED", "played after two hands were exchanged", re.compile(r"(?P<rest>.+) SHIFTED")
)
WRONG_CARDS = EntryCode(
    "CARDS NS",
    "not played out: N-S (EW, BOTH) had the wrong number of cards and had bid",
    re.compile(r"(?:WRONG )?CARDS:? (?P<fault>N-?S|E-?W|BOTH)"),
)
TO_BE_PLAYED = EntryCode(
    "LATER", "to be played later", re.compile(r"(?:TO BE PLAYED )?LATER", re.IGNORECASE)
)
ENTRY_CODES = (*ARTIFICIAL_CODES, NOT_PLAYED, SHIFTED, WRONG_CARDS, TO_BE_PLAYED)
