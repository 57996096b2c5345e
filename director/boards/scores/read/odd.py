"""Results that a director may want to ask about: kept, but flagged.

The rule is one of distance, so that it needs no opinion about bidding.  On a board with at least three other scores a
result is odd when it is both *far* from the middle one of the others and *alone*, with no other table near it.  A slam
bid at one table only, or a game that goes down once, is not odd; a score entered for the wrong side mostly is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median_low

from director.boards.hands.made import far_lines
from director.boards.scores.read.lines import Line, SectionLines
from scoring import Makeable

OTHERS_NEEDED = 3


@dataclass(frozen=True, slots=True)
class Oddity:
    """How far from the middle of the others a score must lie, and how far from each of them, to be odd."""

    far: int
    alone: int


ODDITIES = {"bridge": Oddity(far=800, alone=500), "whist": Oddity(far=5, alone=3)}


def all_odd(lines: SectionLines, game: str, makeable: Mapping[int, Makeable] | None = None) -> set[Line]:
    """Return every odd line of a section, each board by itself.

    Where it is known what is *makeable* on a board, what is far from it is odd too, however few tables have played it.
    """
    odd = {line for board_no in lines.boards for line in odd_lines(lines.on_board(board_no), game)}
    return odd | set(far_lines(lines, game, makeable)) if makeable else odd


def odd_lines(lines: Iterable[Line], game: str) -> set[Line]:
    """Return the lines among *lines*, all of one board, whose score is odd; artificial scores are not compared."""
    scored = {line: line.ns_score for line in lines if line.is_in and line.ns_score is not None}
    scores = list(scored.values())
    odd = {score for score in set(scores) if is_odd(score, _without(scores, score), ODDITIES[game])}
    return {line for line, score in scored.items() if score in odd}


def _without(scores: list[int], score: int) -> list[int]:
    """Return *scores* without the first *score* among them."""
    at = scores.index(score)
    return scores[:at] + scores[at + 1 :]


def is_odd(score: int, others: list[int], oddity: Oddity) -> bool:
    """Return whether *score* is far from the middle of *others* and alone.

    >>> bridge = ODDITIES["bridge"]
    >>> is_odd(-500, [620, 600, 620, 200], bridge), is_odd(1430, [680, 680, 650], bridge)
    (True, False)
    >>> is_odd(-500, [620, 600, 620, -800], bridge), is_odd(-500, [620, 600], bridge)
    (False, False)
    """
    if len(others) < OTHERS_NEEDED:
        return False
    is_far = abs(score - median_low(others)) >= oddity.far
    return is_far and all(abs(score - other) >= oddity.alone for other in others)
