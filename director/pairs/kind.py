"""Pairs, as a kind of event."""

from director.boards.demo import InventedNight
from director.boards.kind import BoardsKind
from director.models.event import Contest
from movements.registry import make_plan

KIND = BoardsKind(
    asked=("duplicate bridge", "duplicate whist"),
    group=("Duplicate pairs", "Partners stay together: Mitchell, Howell, Swiss."),
    offered="pairs",
    demo=InventedNight(
        contest=Contest.PAIRS,
        name="Demonstration pairs",
        movement=lambda: make_plan("mitchell", pairs=14, boards_per_set=3),
    ),
)
