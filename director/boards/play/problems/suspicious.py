"""Find results that look as if they were written down for the wrong side.

The rule asks nobody's opinion about bidding either: every other table has its score on the other
side, at least one of them just the same, and where the contract is known, one of those in the same
denomination.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median_low

from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.lines.readings import stored_entry
from director.boards.scoring.deals.results import far_lines
from scoring import Makeable, duplicate_game

# Results that a director may want to ask about: kept, but flagged.
#
# The rule is one of distance, so that it needs no opinion about bidding. On a board with at least
# three other scores a result is odd when it is both *far* from the middle one of the others and
# *alone*, with no other table near it. A slam bid at one table only, or a game that goes down once,
# is not odd; a score entered for the wrong side mostly is.

OTHERS_NEEDED = 3


@dataclass(frozen=True, slots=True)
class Oddity:
    """How far a score must lie from the median and from each other score to be odd."""

    far: int
    alone: int


ODDITIES = {
    "bridge": Oddity(far=800, alone=500),
    "whist": Oddity(far=5, alone=3),
    "auction": Oddity(far=400, alone=250),
}


def all_odd(
    lines: SectionLines, game: str, makeable: Mapping[int, Makeable] | None = None
) -> set[SectionLine]:
    """Return every odd line of a section, each board by itself.

    Where it is known what is *makeable* on a board, what is far from it is odd too, however few
    tables have played it.
    """
    odd = set()
    for board_no in lines.boards:
        odd.update(odd_lines(lines.on_board(board_no), game))
    if makeable:
        return odd | set(far_lines(lines, game, makeable))
    return odd


def odd_lines(lines: Iterable[SectionLine], game: str) -> set[SectionLine]:
    """Return the *lines* of one board whose score is odd. Artificial scores are ignored."""
    scored = {line: line.ns_score for line in lines if line.is_in and line.ns_score is not None}
    scores = list(scored.values())
    odd = {
        score
        for score in set(scores)
        if is_odd(score, _without_one(scores, score), ODDITIES[duplicate_game(game).family])
    }
    return {line for line, score in scored.items() if score in odd}


def _without_one(scores: list[int], score: int) -> list[int]:
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


@dataclass(frozen=True, slots=True)
class Turning:
    """Limits for a turned score: what it and its opposite add up to, and what counts as near.

    They lie *least* apart or more, or everybody might have either; *near* is as good as the same.
    """

    together: int
    least: int
    near: int


TURNINGS = {
    "bridge": Turning(together=0, least=200, near=30),
    "whist": Turning(together=13, least=5, near=1),
    "auction": Turning(together=0, least=150, near=20),
}


def all_turned(lines: SectionLines, game: str) -> set[SectionLine]:
    """Return every line of a section that looks turned. Artificial scores are ignored."""
    return {
        line for board_no in lines.boards for line in turned_lines(lines.on_board(board_no), game)
    }


def turned_lines(lines: Iterable[SectionLine], game: str) -> set[SectionLine]:
    """Return the *lines* of one board whose score looks turned."""
    scored = [(line, line.ns_score) for line in lines if line.is_in and line.ns_score is not None]
    turning = TURNINGS[duplicate_game(game).family]
    turned = set()
    for line, score in scored:
        others = [(other, others_score) for other, others_score in scored if other is not line]
        if fits_turned(score, [others_score for _other, others_score in others], turning):
            wanted = turning.together - score
            near = [
                other
                for other, others_score in others
                if abs(wanted - others_score) <= turning.near
            ]
            if _is_same_game(line, near, game):
                turned |= {line}
    return turned


def fits_turned(score: int, others: list[int], turning: Turning) -> bool:
    """Return whether *score* stands alone, and would match *others* for the other side.

    >>> bridge, whist = TURNINGS["bridge"], TURNINGS["whist"]
    >>> fits_turned(-620, [620, 650, 200], bridge), fits_turned(3, [10, 9, 10], whist)
    (True, True)
    >>> fits_turned(-620, [620, 650, -100], bridge), fits_turned(-50, [50, 50, 100], bridge)
    (False, False)
    """
    turned = turning.together - score
    if len(others) < OTHERS_NEEDED or abs(turned - score) < turning.least:
        return False
    side = 2 * score - turning.together
    is_alone = all(side * (2 * other - turning.together) <= 0 for other in others)
    return is_alone and any(abs(turned - other) <= turning.near for other in others)


def _is_same_game(line: SectionLine, near: Iterable[SectionLine], game: str) -> bool:
    """Return whether a line in *near* was played in the denomination of *line*."""
    own = _denomination(line, game)
    return not own or any(_denomination(other, game) in (own, "") for other in near)


def _denomination(line: SectionLine, game: str) -> str:
    entry = stored_entry(line, game).entry
    if entry and entry.contract:
        return entry.contract.denomination
    return ""
