"""The ready shapes of an event's stages, with the names of their stages."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from director.boards.play.results.acts import open_correction
from director.boards.scoring.extras import BEFORE
from director.core.base.act_kinds import ActKind
from director.core.night.journal import record_act
from director.errors import DeskError
from director.models import Event, Section
from movements.model import KNOCK_OUT
from movements.swiss.systems import LOSSES

FIRST_MATCH = "first"
"""The rule that a stage takes everybody who was knocked out in the first match."""
KNOCKED_OUT = "out"
"""The rule that a stage takes everybody who was knocked out in any round."""
COMEBACKS = "back"
"""The rule that a stage takes the contestants still in, and the best who were knocked out."""


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A later stage of a shape."""

    name: str
    size: int = 0  # how many contestants go on to it
    has_all_others: bool = False  # whether all others play in it too
    carry_over: str = ""
    qualification_rule: str = ""  # FIRST_MATCH, KNOCKED_OUT or COMEBACKS, "" for the standings


@dataclass(frozen=True, slots=True)
class StageShape:
    """The stages of an event."""

    key: str
    label: str
    first_name: str  # of the first stage
    later_stages: tuple[PlannedStage, ...] = ()
    first_draw_options: tuple[tuple[str, str], ...] = ()  # defaults for the draw of the first stage
    note: str = ""  # what the director does to start the stages


SHAPES = (
    StageShape(
        "finals",
        "Qualifying and finals",
        "Qualifying",
        (PlannedStage("Final", size=8, has_all_others=True),),
    ),
    StageShape(
        "swiss",
        "Groups, Swiss and play-off",
        "Groups",
        (
            PlannedStage("Swiss", has_all_others=True, carry_over=BEFORE),
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
        first_draw_options=(("key", KNOCK_OUT), (LOSSES.name, "2")),
    ),
)


_SHAPES_BY_KEY = {shape.key: shape for shape in SHAPES}


def get_draw_options_by_name(event: Event) -> dict[str, str]:
    """Return the choices with which the first stage of *event* is drawn by its shape."""
    shape = _SHAPES_BY_KEY.get(event.shape)
    return dict(shape.first_draw_options) if shape else {}


def get_shape_note(event: Event) -> str:
    """Return what is special about the stages of *event* by its shape, or ""."""
    shape = _SHAPES_BY_KEY.get(event.shape)
    return shape.note if shape else ""


def find_planned_stage(event: Event) -> PlannedStage | None:
    """Return the stage that is next by the shape of *event*, or None. (Costs one query.)"""
    shape = _SHAPES_BY_KEY.get(event.shape)
    started_count = event.stages.count()
    if shape is None or started_count >= len(shape.later_stages):
        return None
    return shape.later_stages[started_count]


def set_shape(*, section: Section, key: str, user: User | None) -> None:
    """Store the shape *key* of the event of *section*, "" for none.

    :raises DeskError: if there is no such shape, or a later stage has started
    :raises FinalError: if the results are final
    """
    event = section.session.event
    shape = _SHAPES_BY_KEY.get(key)
    if key and shape is None:
        raise DeskError("shape-unknown", "These stages aren’t in the list. Choose others.")
    first_name = shape.first_name if shape else ""
    label = shape.label if shape else "One"
    with open_correction(section=section, user=user):
        if event.stages.exists():
            raise DeskError(
                "shape-too-late",
                "A later stage has started, so the stages are fixed. Name the next one here.",
            )
        with record_act(
            event=event, kind=ActKind.SECTIONS, message=f"Stages: {label}.", user=user
        ) as journal:
            journal.change(event, shape=key, first_stage=first_name)
