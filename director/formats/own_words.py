"""What files of this program say of an event beside its results: who competes.

The results alone don't always tell. Files of other programs have no such words and are read by
their content.
"""

import re
from functools import lru_cache
from typing import NamedTuple

_CONTESTS = {"pairs": "Pairs", "teams": "Teams", "individual": "Individual"}
_CONTEST = re.compile(
    r"(?P<contest>pairs|teams|individual)(?:, (?P<winners>[12]) winners?)?", re.IGNORECASE
)


class OwnContest(NamedTuple):
    """Who competes in a section: *contest* as in ``Head``, and its *winners*, 0 if unknown."""

    contest: str = ""
    winners: int = 0


def contest_text(contest: str, winners: int) -> str:
    """Return who competes in a section, in words for a file.

    >>> contest_text("pairs", 2), contest_text("teams", 1)
    ('Pairs, 2 winners', 'Teams')
    """
    word = _CONTESTS[contest]
    if contest != "pairs":
        return word
    return f"{word}, {winners} winner{'s' * (winners != 1)}"


@lru_cache(maxsize=100)
def read_contest(text: str) -> OwnContest:
    """Return who competes by the *text* of a file, empty if it says something else.

    >>> read_contest("Pairs, 2 winners"), read_contest("teams").contest, read_contest("Club night")
    (OwnContest(contest='pairs', winners=2), 'teams', OwnContest(contest='', winners=0))
    """
    match = _CONTEST.fullmatch(text.strip())
    if match is None:
        return OwnContest()
    return OwnContest(match["contest"].lower(), int(match["winners"] or 0))
