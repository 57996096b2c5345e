"""What a director settles before a round is drawn, the round that follows, and rounds that are drawn."""

from dataclasses import dataclass

from director.boards.play.draws.sentences import DrawSentences
from director.boards.scoring.matches.totals import SCALE
from director.errors import DeskError
from director.models import Event
from movements import SWISS_SYSTEMS, DrawnRound
from scoring import find_method

ODD = "odd"
"""The option of a contest that says what an odd field does."""
ODD_PHRASES = next(option.phrases for option in SWISS_SYSTEMS[0].options if option.name == ODD)
"""What an odd field of teams can do, by the choices of that option."""
HALF_SCALES = ("discrete", "none")
"""The scales by which half matches are documented, and no scale at all."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the director settled before a round is drawn.

    *kept* pairings stay, home first; *away* do not play; *bye* or *triangle* are given; *after* is
    the last round of the standings that count; *odd* is what an odd field does, where that is not
    as the contest began.
    """

    kept: tuple[tuple[int, int], ...] = ()
    away: frozenset[int] = frozenset()
    bye: int | None = None
    after: int | None = None
    triangle: tuple[int, ...] = ()
    odd: str = ""


@dataclass(frozen=True, slots=True)
class DraftRound:
    """A round that is not stored yet: its pairings and bye, and what there is to say."""

    drawn: DrawnRound
    notes: tuple[str, ...] = ()


LONG = "long-triangle"
"""The choice of three who play whole matches over two rounds."""


def refuse_triangle(event: Event, boards: int) -> None:
    """Refuse three who play half matches where these have no boards, or no scale of victory points.

    :raises DeskError: saying what to choose
    """
    if boards < 2:
        raise DeskError(DrawSentences.DRAW_TRIANGLE_BOARDS)
    scale = find_method(event.scoring).settings(event.scoring_options).get(SCALE, "none")
    if scale not in HALF_SCALES:
        raise DeskError(DrawSentences.DRAW_TRIANGLE_SCALE)
