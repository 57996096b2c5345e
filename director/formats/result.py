"""A result as files state it, and what files of this program say of an event beside its results."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from movements.option import format_count
from scoring.bridge.contracts import parse_contract
from scoring.bridge.entries import EntryKind, ResultEntry, parse_entry
from scoring.registry import get_method

TURNED_PREFIX = "TURNED "
"""Before a result of pairs that sat the other way round, in own words."""


class ResultInFile(NamedTuple):
    """A result or award. Parts that the file doesn't have, or can't hold, are empty.

    *contract* is canonical (``"4SX"``, ``"PASS"``); *declarer* a seat or a side; *tricks* are all
    that declarer won; *score* is seen from N-S. *artificial* is canonical (``"A6040"``) and excludes
    a score. Without contract, score and artificial score the board was not played.

    *own_text* is the whole result in this program's own words where no other program has any: a
    weighted or split score (``"60% 4SS=, 40% 4SS-1"``), or a result of duplicate auction as typed
    (``"3HS+1 NS30"``), or one of pairs that sat the other way round (``"TURNED 4SS="``).

    A named tuple, since files have thousands and a dataclass is slower to make.
    """

    contract: str = ""
    declarer: str = ""
    tricks: int | None = None
    score: int | None = None
    artificial: str = ""
    own_text: str = ""

    def exchange_sides(self) -> "ResultInFile":
        """Return the result as a bare score, seen from the other side.

        >>> ResultInFile("4S", "N", 10, 420).exchange_sides().score
        -420
        >>> ResultInFile(artificial="A60/NP").exchange_sides().artificial
        'ANP/60'
        """
        artificial = ""
        if self.artificial and (shares := parse_entry(self.artificial).artificial):
            artificial = str(shares.with_sides_exchanged)
        score = None if self.score is None else -self.score
        return ResultInFile(score=score, artificial=artificial)


def make_result_entry(result: ResultInFile, board_no: int) -> ResultEntry:
    """Return *result* as the entry a director would have typed.

    If contract and score contradict each other, the score counts, because the official points
    follow from it.

    >>> str(make_result_entry(ResultInFile("PASS", score=0), board_no=1))
    'PASS'
    """
    contract, declarer, tricks, score, artificial, _ruled = result
    if artificial:
        return parse_entry(artificial)
    if contract == "PASS" and not score:
        return ResultEntry(EntryKind.PASSED)
    if contract not in ("", "PASS") and declarer and tricks is not None:
        entry = ResultEntry(EntryKind.PLAYED, parse_contract(contract), declarer, tricks)
        if score in (None, entry.ns_score(board_no)):
            return entry
    if score is None:
        return ResultEntry(EntryKind.NOT_PLAYED)
    if score:
        return ResultEntry(EntryKind.SCORE, score=score)
    return ResultEntry(EntryKind.PASSED)


def format_turned_result(result: ResultInFile, board_no: int) -> str:
    """Return *result* in own words, for a line whose pairs sat the other way round.

    >>> format_turned_result(ResultInFile("4S", "S", 10), board_no=1)
    'TURNED 4SS='
    """
    return f"{TURNED_PREFIX}{result.own_text or format_result(result, board_no)}"


@lru_cache(maxsize=65_536)  # however many tables, few different results
def format_result(result: ResultInFile, board_no: int) -> str:
    """Return *result* as a director would have typed it."""
    return str(make_result_entry(result, board_no))


# Own words of this program: who competes, how it is scored, and what a file can't hold. The results
# alone don't always tell. Files of other programs have no such words and are read by their content.


_CONTEST_LABELS = {"pairs": "Pairs", "teams": "Teams", "individual": "Individual"}
FIGURE_SEPARATOR = " & "
PLAYER_SEPARATOR = " & "
"""Between the final figures of two single players who sit together."""
NO_FIGURE = "-"
"""The figure of one of them who has none."""
VOID_MATCH_REMARK = "Void match"
"""The remark on lines of a match that doesn't count."""
RANKED_TOGETHER_KEY = "places"
"""The word that says which pairs are ranked together. No method has such an option."""
PLAY_KEY = "played"
"""The word that says what the results alone don't show. No method has such an option."""
KNOCK_OUT, SEATED_TEAMS, SEATED_MATCHES = "knock-out", "seated-teams", "seated-matches"
"""Its values. Players of seated teams sit one by one, and their teams may play matches."""
BRACKET = "bracket"
"""The word for a knock-out whose bracket follows from its matches, before the options of its draw."""


def format_bracket(options: Mapping[str, str]) -> str:
    """Return the word for a knock-out drawn with *options*.

    >>> format_bracket({"losses": "1", "uneven": "byes"}), parse_bracket("bracket:losses=1+uneven=byes")
    ('bracket:losses=1+uneven=byes', {'losses': '1', 'uneven': 'byes'})
    """
    choices = "+".join(f"{name}={choice}" for name, choice in options.items())
    return f"{BRACKET}:{choices}"


def parse_bracket(text: str) -> dict[str, str] | None:
    """Return the options of the knock-out that *text* says, or None if it says no bracket."""
    name, _sign, choices = text.partition(":")
    if name != BRACKET:
        return None
    return dict(choice.partition("=")[::2] for choice in filter(None, choices.split("+")))


def format_contest(contest: str, winner_count: int) -> str:
    """Return who competes in a section, in words for a file.

    >>> format_contest("pairs", 2), format_contest("teams", 1)
    ('Pairs, 2 winners', 'Teams')
    """
    contest_label = _CONTEST_LABELS[contest]
    if contest != "pairs":
        return contest_label
    return f"{contest_label}, {format_count(winner_count, 'winner')}"


def format_scoring(
    method_key: str, options: Mapping[str, str], *, ranked_together: str = "", play_form: str = ""
) -> str:
    """Return a method with the *options* that aren't its usual ones, in words for a file.

    *ranked_together* and *play_form* are those of ``OwnScoring`` of imports.

    >>> format_scoring("team-imps", {"victory_points": "none", "ties": "split"}, play_form=KNOCK_OUT)
    'team-imps victory_points=none played=knock-out'
    """
    parts = [method_key]
    for option in get_method(method_key).options:
        value = options.get(option.name, option.default)
        if value != option.default:
            parts.append(f"{option.name}={value}")
    if ranked_together:
        parts.append(f"{RANKED_TOGETHER_KEY}={ranked_together}")
    if play_form:
        parts.append(f"{PLAY_KEY}={play_form}")
    return " ".join(parts)
