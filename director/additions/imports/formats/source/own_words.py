"""What files of this program say of an event beside its results, read.

``director.formats.result`` writes it. Files of other programs have no such words and are read by
their content.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from director.additions.imports.formats.source.sentences import ImportSentences
from director.formats.errors import ImportFileError
from director.formats.result import (
    BETWEEN_FIGURES,
    KNOCK_OUT,
    PLACES,
    PLAYED,
    SEATED_MATCHES,
    SEATED_TEAMS,
)
from scoring.errors import ScoringError
from scoring.registry import find_method

_CONTEST = re.compile(
    r"(?P<contest>pairs|teams|individual)(?:, (?P<winners>[12]) winners?)?", re.IGNORECASE
)
_KNOWN_VALUES = {PLACES: ("", "section"), PLAYED: ("", KNOCK_OUT, SEATED_TEAMS, SEATED_MATCHES)}


class OwnContest(NamedTuple):
    """Who competes in a section: *contest* as in ``Head``, and its *winners*, 0 if unknown."""

    contest: str = ""
    winners: int = 0


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


@dataclass(frozen=True, slots=True)
class OwnScoring:
    """How an event is scored: the key of a *method*, all its *options*, and ``Event.places``.

    *played_as* is ``KNOCK_OUT``, ``SEATED_TEAMS``, ``SEATED_MATCHES`` or empty.
    """

    method: str
    options: Mapping[str, str]
    places: str = ""
    played_as: str = ""


@lru_cache(maxsize=100)
def read_scoring(text: str) -> OwnScoring | None:
    """Return the scoring that the *text* of a file names, or None if it says something else.

    >>> read_scoring("team-imps victory_points=none").options["victory_points"]
    'none'
    >>> read_scoring("MP"), read_scoring("matchpoints top=7"), read_scoring("matchpoints places=far")
    (None, None, None)
    """
    method_key, *words = text.split() or [""]
    options = dict(word.partition("=")[::2] for word in words)
    places = options.pop(PLACES, "")
    played = options.pop(PLAYED, "")
    if places not in _KNOWN_VALUES[PLACES] or played not in _KNOWN_VALUES[PLAYED]:
        return None
    try:
        settings = find_method(method_key).settings(options)
    except ScoringError:
        return None
    return OwnScoring(method_key, settings, places, played)


def find_own_scoring(texts: Collection[str]) -> OwnScoring | None:
    """Return the scoring that the *texts* of a file name, or None if one says something else.

    A row that somebody added may have no text.

    >>> find_own_scoring({"team-imps", ""}).method, find_own_scoring(()), find_own_scoring({"butler", "Jim"})
    ('team-imps', None, None)

    :raises ImportFileError: if the file can't hold such an event
    :raises ImportFileError: if its sessions are scored in different ways
    """
    scorings = list(map(read_scoring, sorted(filter(None, texts))))
    played = {scoring.played_as for scoring in scorings if scoring}
    if KNOCK_OUT in played:
        raise ImportFileError(ImportSentences.KNOCK_OUT_BRACKET)
    if SEATED_TEAMS in played:
        raise ImportFileError(ImportSentences.SEATED_TEAMS)
    if not all(scorings):
        return None
    if len(scorings) > 1:
        raise ImportFileError(ImportSentences.SCORED_DIFFERENTLY)
    return next(iter(scorings), None)


def read_figures(text: str, count: int) -> tuple[str, ...]:
    """Return the final figures of *count* contestants on a side, each "" if the file has none.

    >>> read_figures("4.5 & 6", 2), read_figures("6", 1), read_figures("6", 2)
    (('4.5', '6'), ('6',), ('', ''))
    """
    if count == 1:
        return (text,)
    figures = tuple(figure.strip() for figure in text.split(BETWEEN_FIGURES.strip()))
    if len(figures) == count:
        return figures
    return ("",) * count


def is_ruling(text: str) -> bool:
    """Return whether a result is a weighted or a split score, or has points moved by hand.

    >>> [is_ruling(text) for text in ("60% 4SS=, 40% 4SS-1", "N-S 4SS= / E-W 4SS-1", "A60+/40-", "4S")]
    [True, True, False, False]
    >>> is_ruling("A6040 MOVED +1/+1 MP")
    True
    """
    return any(sign in text for sign in ("% ", " / ", " MOVED "))
