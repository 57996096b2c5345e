"""Single players who change partners, as a kind of event."""

from director.boards.demo import InventedNight
from director.boards.kind import BoardsKind
from director.models.event import Contest
from movements.registry import make_plan

KIND = BoardsKind(
    asked=("a contest of single players",),
    group=("Duplicate for single players", "Everybody changes partners."),
    offered="individual",
    prefix="individual-",
    demo=InventedNight(
        contest=Contest.INDIVIDUAL,
        name="Demonstration individual",
        movement=lambda: make_plan("individual", players=12, boards_per_set=2),
    ),
)
