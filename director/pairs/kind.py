"""Pairs, as a kind of event."""

from functools import partial

from director.boards.demo import InventedNight, demo_night
from director.boards.kind import board_kind
from director.models.event import Contest
from movements import make_plan

_DEMO = InventedNight(
    contest=Contest.PAIRS,
    name="Demonstration pairs",
    movement=lambda: make_plan("mitchell", pairs=14, boards_per_set=3),
    names_each=2,
)

KIND = board_kind(
    contest=Contest.PAIRS,
    called="pairs",
    asked=("duplicate bridge", "duplicate whist"),
    prefix="",
    demo=partial(demo_night, _DEMO),
)
