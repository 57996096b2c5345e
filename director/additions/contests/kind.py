"""Teams of four and more, as a kind of event."""

from director.boards.demo import InventedNight
from director.boards.kind import BoardsKind
from director.models.event import Contest
from movements.registry import make_plan

KIND = BoardsKind(
    asked=("a contest of teams",),
    group=("Duplicate teams", "Round robins, leagues, Swiss and knock-outs."),
    offered="teams, league, Swiss, knock-out",
    prefix="teams-",
    demo=InventedNight(
        contest=Contest.TEAMS,
        name="Demonstration teams",
        movement=lambda: make_plan("round-robin", teams=6, boards_per_set=4),
        teams=("Green Dragons", "Night Owls", "Old Mill", "Red Lions", "Riverside", "Seven Oaks"),
    ),
)
