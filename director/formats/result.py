"""A result as files state it, and what files of this program say of an event beside its results."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from scoring.bridge.contracts import read_contract
from scoring.bridge.entries import EntryKind, ResultEntry, read_entry
from scoring.registry import find_method

TURNED = "TURNED "
"""Before a result of pairs that sat the other way round, in own words."""


class FiledResult(NamedTuple):
    """A result or award. Parts that the file doesn't have, or can't hold, are empty.

    *contract* is canonical (``"4SX"``, ``"PASS"``); *declarer* a seat or a side; *tricks* are all
    that declarer won; *score* is seen from N-S. *artificial* is canonical (``"A6040"``) and excludes
    a score. Without contract, score and artificial score the board was not played.

    *ruled* is the whole result in this program's own words where no other program has any: a
    weighted or split score (``"60% 4SS=, 40% 4SS-1"``), or a result of duplicate auction as typed
    (``"3HS+1 NS30"``), or one of pairs that sat the other way round (``"TURNED 4SS="``).

    A named tuple, since files have thousands and a dataclass is slower to make.
    """

    contract: str = ""
    declarer: str = ""
    tricks: int | None = None
    score: int | None = None
    artificial: str = ""
    ruled: str = ""

    def as_score_of_other_side(self) -> "FiledResult":
        """Return the result as a bare score, seen from the other side.

        >>> FiledResult("4S", "N", 10, 420).as_score_of_other_side().score
        -420
        >>> FiledResult(artificial="A60/NP").as_score_of_other_side().artificial
        'ANP/60'
        """
        artificial = ""
        if self.artificial and (shares := read_entry(self.artificial).artificial):
            artificial = str(shares.with_sides_exchanged)
        score = None if self.score is None else -self.score
        return FiledResult(score=score, artificial=artificial)


def make_result_entry(result: FiledResult, board_no: int) -> ResultEntry:
    """Return *result* as the entry a director would have typed.

    If contract and score contradict each other, the score counts, because the official points
    follow from it.

    >>> str(make_result_entry(FiledResult("PASS", score=0), board_no=1))
    'PASS'
    """
    contract, declarer, tricks, score, artificial, _ruled = result
    if artificial:
        return read_entry(artificial)
    if contract == "PASS" and not score:
        return ResultEntry(EntryKind.PASSED)
    if contract not in ("", "PASS") and declarer and tricks is not None:
        entry = ResultEntry(EntryKind.PLAYED, read_contract(contract), declarer, tricks)
        if score in (None, entry.ns_score(board_no)):
            return entry
    if score is None:
        return ResultEntry(EntryKind.NOT_PLAYED)
    if score:
        return ResultEntry(EntryKind.SCORE, score=score)
    return ResultEntry(EntryKind.PASSED)


def format_turned(result: FiledResult, board_no: int) -> str:
    """Return *result* in own words, for a line whose pairs sat the other way round.

    >>> format_turned(FiledResult("4S", "S", 10), board_no=1)
    'TURNED 4SS='
    """
    return f"{TURNED}{result.ruled or format_result(result, board_no)}"


@lru_cache(maxsize=65_536)  # however many tables, few different results
def format_result(result: FiledResult, board_no: int) -> str:
    """Return *result* as a director would have typed it."""
    return str(make_result_entry(result, board_no))


# Own words of this program: who competes, how it is scored, and what a file can't hold. The results
# alone don't always tell. Files of other programs have no such words and are read by their content.


_CONTESTS = {"pairs": "Pairs", "teams": "Teams", "individual": "Individual"}
BETWEEN_FIGURES = " & "
"""Between the final figures of two single players who sit together."""
NO_FIGURE = "-"
"""The figure of one of them who has none."""
VOID_MATCH = "Void match"
"""The remark on lines of a match that doesn't count."""
PLACES = "places"
"""The word that says which pairs are ranked together. No method has such an option."""
PLAYED = "played"
"""The word that says what the results alone don't show. No method has such an option."""
KNOCK_OUT, SEATED_TEAMS, SEATED_MATCHES = "knock-out", "seated-teams", "seated-matches"
"""Its values. Players of seated teams sit one by one, and their teams may play matches."""


def format_contest(contest: str, winners: int) -> str:
    """Return who competes in a section, in words for a file.

    >>> format_contest("pairs", 2), format_contest("teams", 1)
    ('Pairs, 2 winners', 'Teams')
    """
    word = _CONTESTS[contest]
    if contest != "pairs":
        return word
    return f"{word}, {winners} winner{'s' * (winners != 1)}"


def format_scoring(
    method_key: str, options: Mapping[str, str], *, places: str = "", played: str = ""
) -> str:
    """Return a method with the *options* that aren't its usual ones, in words for a file.

    *places* and *played* are those of :class:`OwnScoring`.

    >>> format_scoring("team-imps", {"victory_points": "none", "ties": "split"}, played=KNOCK_OUT)
    'team-imps victory_points=none played=knock-out'
    """
    words = [method_key]
    for option in find_method(method_key).options:
        value = options.get(option.name, option.default)
        if value != option.default:
            words.append(f"{option.name}={value}")
    if places:
        words.append(f"{PLACES}={places}")
    if played:
        words.append(f"{PLAYED}={played}")
    return " ".join(words)
