"""Ready shapes of an event: its stages with their names, and who usually goes on to each."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from director.boards.movement.sections import SECTIONS
from director.boards.play.results.acts import open_correction
from director.boards.scoring.extras import BEFORE
from director.core.night.history import record_act
from director.errors import DeskError
from director.models import Event, Section
from movements.model import KNOCK_OUT
from movements.swiss.systems import LOSSES

FIRST_MATCH = "first"
"""The rule that a stage takes everybody who was knocked out in the first match."""
KNOCKED_OUT = "out"
"""The rule that a stage takes everybody who was knocked out in any round."""
COMEBACKS = "back"
"""The rule that a stage takes who is still in, and the first of those who were knocked out."""


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A later stage: *size* contestants go on to it, or all with *takes_all*.

    *qualification_rule* can name another rule instead, such as :data:`FIRST_MATCH` or
    :data:`COMEBACKS`.
    """

    name: str
    size: int = 0
    takes_all: bool = False
    carry_over: str = ""
    qualification_rule: str = ""


@dataclass(frozen=True, slots=True)
class StageShape:
    """The stages of an event: the name of the first one, and the later stages.

    *first_draw* are the choices with which the first stage is usually drawn, *note* says what is
    special about the stages.
    """

    key: str
    label: str
    first_name: str
    later_stages: tuple[PlannedStage, ...] = ()
    first_draw: tuple[tuple[str, str], ...] = ()
    note: str = ""


SHAPES = (
    StageShape(
        "finals",
        "Qualifying and finals",
        "Qualifying",
        (PlannedStage("Final", size=8, takes_all=True),),
    ),
    StageShape(
        "swiss",
        "Groups, Swiss and play-off",
        "Groups",
        (
            PlannedStage("Swiss", takes_all=True, carry_over=BEFORE),
            PlannedStage("Play-off", size=8),
        ),
    ),
    StageShape("league", "League and final", "League", (PlannedStage("Final", size=4),)),
    StageShape(
        "plate",
        "Knock-out and plate",
        "Knock-out",
        (PlannedStage("Plate", qualification_rule=FIRST_MATCH),),
        (("key", KNOCK_OUT),),
    ),
    StageShape(
        "repechage",
        "Knock-out and repechage",
        "Knock-out",
        (
            PlannedStage("Repechage", qualification_rule=KNOCKED_OUT),
            PlannedStage("Final rounds", qualification_rule=COMEBACKS),
        ),
        (("key", KNOCK_OUT),),
        note=(
            "After one round of the knock-out or more, start the repechage: the losers play for a way "
            "back in. Then start the final rounds: the first of the repechage join those still in."
        ),
    ),
    StageShape(
        "double",
        "Double elimination",
        "Double elimination",
        first_draw=(("key", KNOCK_OUT), (LOSSES.name, "2")),
    ),
)


def list_first_draw(event: Event) -> dict[str, str]:
    """Return the choices with which the first stage of *event* is drawn by its shape."""
    shape = next((shape for shape in SHAPES if shape.key == event.shape), None)
    return dict(shape.first_draw) if shape else {}


def get_shape_note(event: Event) -> str:
    """Return what is special about the stages of *event* by its shape, or ""."""
    shape = next((shape for shape in SHAPES if shape.key == event.shape), None)
    return shape.note if shape else ""


def find_planned_stage(event: Event) -> PlannedStage | None:
    """Return the stage that is next by the shape of *event*, or None. (Costs one query.)"""
    shape = next((shape for shape in SHAPES if shape.key == event.shape), None)
    started = event.stages.count()
    if shape is None or started >= len(shape.later_stages):
        return None
    return shape.later_stages[started]


def choose_shape(*, section: Section, key: str, user: User | None) -> None:
    """Store the shape *key* of the event of *section*, "" for none.

    :raises DeskError: if there is no such shape, or a later stage has started
    :raises FinalError: if the results are final
    """
    event = section.session.event
    shapes = {shape.key: shape for shape in SHAPES}
    if key and key not in shapes:
        raise DeskError("shape-unknown", "These stages aren’t in the list. Choose others.")
    first = shapes[key].first_name if key else ""
    label = shapes[key].label if key else "One"
    with open_correction(section=section, user=user):
        if event.stages.exists():
            raise DeskError(
                "shape-too-late",
                "A later stage has started, so the stages are fixed. Name the next one here.",
            )
        with record_act(
            event=event, kind=SECTIONS, words=f"Stages: {label}.", user=user
        ) as journal:
            journal.change(event, shape=key, first_stage=first)
