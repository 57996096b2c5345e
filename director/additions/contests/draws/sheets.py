"""What the director chooses before a draw, and the round that is drawn from it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from director.errors import DeskError
from director.models import Event, Stage
from movements.swiss.plans import DrawnRound, spare_set
from movements.swiss.systems import SWISS_SYSTEMS
from movements.swiss.knockout import ThreeWayRound
from scoring.method import SCALE
from scoring.registry import find_method

ODD = "odd"
"""The option of a contest for an odd number of contestants: a bye or a three-way match."""
LONG = "long-triangle"
"""The choice of a three-way match of whole matches over two rounds."""
ODD_PHRASES = next(option.phrases for option in SWISS_SYSTEMS[0].options if option.name == ODD)
"""The choices for an odd number of teams, in words."""
MISMATCH_LAW = "EBU White Book 3.5.2, round {round_no}"
"""The law of a ruling that compensates for a wrong pairing, by which it is found again."""
HALF_SCALES = ("discrete", "none")
"""Scales of victory points with documented half matches, and scoring without a scale."""


@dataclass(frozen=True, slots=True)
class DrawChoices:
    """The director's choices for the draw of a round.

    - *kept_pairings*: pairings made by hand, home first.
    - *absent_numbers*: contestants who don't play.
    - *bye*, *triangle*: who sits out, and a three-way match, if they are given.
    - *after_round*: the last round that counts for the draw, by default by the contest's rule.
    - *odd_choice*: replaces the contest's option for an odd number of contestants.
    """

    kept_pairings: tuple[tuple[int, int], ...] = ()
    absent_numbers: frozenset[int] = frozenset()
    bye: int | None = None
    after_round: int | None = None
    triangle: tuple[int, ...] = ()
    odd_choice: str = ""


@dataclass(frozen=True, slots=True)
class DraftRound:
    """A drawn round that isn't stored yet, with remarks about it and the reason for each match."""

    drawn_round: DrawnRound
    notes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


def refuse_triangle(scoring_record: Event | Stage, boards: int) -> None:
    """Raise if half matches of a triangle can't be played or scored.

    :raises DeskError: if a match has only one board, or the scale has no half matches
    """
    # Each half of a match takes half of its boards.
    if boards < 2:
        raise DeskError(
            "draw-triangle-boards",
            "A three-way match is played in halves, so it needs at least two boards per match.",
        )
    scale = (
        find_method(scoring_record.scoring)
        .settings(scoring_record.scoring_options)
        .get(SCALE, "none")
    )
    if scale not in HALF_SCALES:
        raise DeskError(
            "draw-triangle-scale",
            "A three-way match over one round needs the victory points “EBU”. Choose them in "
            "Results, More, Scoring, or let one of the three sit out.",
        )


def make_match_round(matches: Iterable[tuple[int, int | None]]) -> DrawnRound:
    """Return a round of a knock-out. Teams without an opponent have a bye."""
    pairings = []
    byes = []
    for home, away in matches:
        if away is None:
            byes.append(home)
        else:
            pairings.append((home, away))
    return DrawnRound(tuple(pairings), tuple(byes))


def make_three_way_round(drawn: ThreeWayRound, planned: int) -> DrawnRound:
    """Return a round of a knock-out of *planned* rounds with the groups of *drawn*."""
    matches = make_match_round(drawn.matches)
    if not drawn.groups:
        return matches
    first, *others = drawn.groups
    return replace(
        matches,
        triangle=first,
        further_triangles=tuple(others),
        spare_set=spare_set((), planned),
    )
