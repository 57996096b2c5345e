"""Single players who change partners, as a kind of event."""

from functools import partial

from director.boards.demo import InventedNight, demo_night
from director.boards.kind import board_kind
from director.models.event import Contest
from movements import make_plan

_DEMO = InventedNight(
    contest=Contest.INDIVIDUAL,
    name="Demonstration individual",
    movement=lambda: make_plan("individual", players=12, boards_per_set=2),
    names_each=1,
)

KIND = board_kind(
    contest=Contest.INDIVIDUAL,
    called="individual",
    asked=("a contest of single players",),
    prefix="individual-",
    demo=partial(demo_night, _DEMO),
)
