"""What becomes of each field of an event: one row for each, which forms, copies and files read.

A new setting of an event is a field of the model and a row here.  Both kinds of event then ask and show
it, the history records its changes, and next year's league and a copy have it or not, as the row says.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.db.models import BooleanField

from director.models import Event
from director.models.event import Contest
from director.pdf.words import format_date

_NOT_LONG_RUNNING = (
    "not-long-running",
    "Only teams play over weeks or months. Choose a game of teams, or untick this.",
)

_SETTING_NOT_OF_GAME = (
    "setting-not-of-game",
    "This game has no such setting. Empty it, or choose another game.",
)

EVERY_CONTEST = frozenset(Contest)
"""Every contest, also one that is registered besides these."""


class Undo(StrEnum):
    """How a change of a field is undone."""

    SETTINGS = "on the page Edit details and in the history"
    OWN_PAGE = "by the page that changes it: publishing, scoring, stages, the archive"
    UNCHANGED = "never: the desk doesn't change it"


class NextLeague(StrEnum):
    """What next year's league has in a field."""

    KEPT = "the value of this year's"
    ASKED = "what its form asks"
    SESSION = "the value of the stage that the league is"
    NEW = "the value of a new event"


class Copy(StrEnum):
    """What the event file has in a field, and the copy that is imported from the file."""

    KEPT = "the same in the file and in the copy"
    UNPUBLISHED = "in the file; in the copy as if it was unpublished"
    NEW = "in the file; in the copy the value of a new event"
    LEFT_OUT = "nothing in the file: it belongs to this database"


class Shown(StrEnum):
    """Where an event shows a field, besides the page that changes it."""

    HEAD = "in the head of its pages, in the words of the template"
    FACT = "in the head of its pages, as its label and value"
    OWN_PLACE = "where it is used, such as standings or files"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFate:
    """What becomes of one field of an event.

    - *label*: what forms and the history call it, empty if no form asks it
    - *asked_in*: contests whose events ask it at *Start a night* and *Edit details*
    - *refusal*: the code and text that *Start a night* says if the chosen game is of another contest
    - *is_ranked*: whether the overall standings depend on it
    """

    undo: Undo
    next_league: NextLeague
    copy: Copy
    shown: Shown
    is_ranked: bool = False
    label: str = ""
    asked_in: Collection[str] = ()
    refusal: tuple[str, str] = _SETTING_NOT_OF_GAME

    def is_asked_in(self, contest: str) -> bool:
        """Return whether events of *contest* ask it."""
        return self.asked_in == EVERY_CONTEST or contest in self.asked_in


_SCORING = FieldFate(
    undo=Undo.OWN_PAGE,
    next_league=NextLeague.KEPT,
    copy=Copy.KEPT,
    shown=Shown.OWN_PLACE,
    is_ranked=True,
)
_SCORING_OF_STAGE = FieldFate(
    undo=Undo.OWN_PAGE,
    next_league=NextLeague.SESSION,
    copy=Copy.KEPT,
    shown=Shown.OWN_PLACE,
    is_ranked=True,
)
_STAGES = FieldFate(
    undo=Undo.OWN_PAGE,
    next_league=NextLeague.NEW,
    copy=Copy.KEPT,
    shown=Shown.OWN_PLACE,
)
_PUBLISHING = FieldFate(
    undo=Undo.OWN_PAGE,
    next_league=NextLeague.NEW,
    copy=Copy.UNPUBLISHED,
    shown=Shown.HEAD,
)
_ORIGIN = FieldFate(
    undo=Undo.UNCHANGED,
    next_league=NextLeague.NEW,
    copy=Copy.KEPT,
    shown=Shown.OWN_PLACE,
)
_OF_DATABASE = FieldFate(
    undo=Undo.UNCHANGED,
    next_league=NextLeague.NEW,
    copy=Copy.LEFT_OUT,
    shown=Shown.NOWHERE,
)

EVENT_FIELDS: dict[str, FieldFate] = {
    "id": FieldFate(
        undo=Undo.UNCHANGED,
        next_league=NextLeague.NEW,
        copy=Copy.NEW,
        shown=Shown.OWN_PLACE,
    ),
    "change_no": _OF_DATABASE,
    "desk_no": _OF_DATABASE,
    "club": FieldFate(
        undo=Undo.UNCHANGED,
        next_league=NextLeague.KEPT,
        copy=Copy.LEFT_OUT,
        shown=Shown.OWN_PLACE,
    ),
    "name": FieldFate(
        undo=Undo.SETTINGS,
        next_league=NextLeague.ASKED,
        copy=Copy.KEPT,
        shown=Shown.HEAD,
        label="Name",
        asked_in=EVERY_CONTEST,
    ),
    "date": FieldFate(
        undo=Undo.SETTINGS,
        next_league=NextLeague.ASKED,
        copy=Copy.KEPT,
        shown=Shown.HEAD,
        label="Date",
        asked_in=EVERY_CONTEST,
    ),
    "is_long_running": FieldFate(
        undo=Undo.SETTINGS,
        next_league=NextLeague.KEPT,
        copy=Copy.KEPT,
        shown=Shown.HEAD,
        label="Over weeks or months: a league, a knock-out played at home",
        asked_in=(Contest.TEAMS,),
        refusal=_NOT_LONG_RUNNING,
    ),
    "contest": FieldFate(
        undo=Undo.UNCHANGED,
        next_league=NextLeague.KEPT,
        copy=Copy.KEPT,
        shown=Shown.OWN_PLACE,
        is_ranked=True,
    ),
    # A party has none; that of boards is among the games of *Start a night*, which include parties.
    "game": FieldFate(
        undo=Undo.SETTINGS,
        next_league=NextLeague.KEPT,
        copy=Copy.KEPT,
        shown=Shown.OWN_PLACE,
        is_ranked=True,
        label="Game",
    ),
    "scoring": _SCORING_OF_STAGE,
    "scoring_options": _SCORING_OF_STAGE,
    "places": _SCORING,
    "finals": _SCORING,
    "shape": _STAGES,
    "first_stage": _STAGES,
    "source": _ORIGIN,
    "source_fingerprint": _ORIGIN,
    # Asked by the page of the event's files, which also scorers use.
    "charge_code": FieldFate(
        undo=Undo.SETTINGS,
        next_league=NextLeague.KEPT,
        copy=Copy.KEPT,
        shown=Shown.OWN_PLACE,
        label="Charge code",
    ),
    "point_scale": FieldFate(
        undo=Undo.SETTINGS,
        next_league=NextLeague.KEPT,
        copy=Copy.KEPT,
        shown=Shown.OWN_PLACE,
        label="Master point scale",
    ),
    "published_at": _PUBLISHING,
    "correction_hours": FieldFate(
        undo=Undo.OWN_PAGE,
        next_league=NextLeague.KEPT,
        copy=Copy.KEPT,
        shown=Shown.OWN_PLACE,
    ),
    "corrections_until": _PUBLISHING,
    "is_period_stopped": _PUBLISHING,
    "removed_at": FieldFate(
        undo=Undo.OWN_PAGE,
        next_league=NextLeague.NEW,
        copy=Copy.NEW,
        shown=Shown.OWN_PLACE,
    ),
    "created_at": FieldFate(
        undo=Undo.UNCHANGED,
        next_league=NextLeague.NEW,
        copy=Copy.NEW,
        shown=Shown.NOWHERE,
    ),
}
"""Every field of ``Event``, in the order in which the history names its changes."""


def list_asked_settings(contest: str = "") -> list[str]:
    """Return the fields that *Start a night* asks, or those that events of *contest* have."""
    return [
        name
        for name, field in EVENT_FIELDS.items()
        if (field.is_asked_in(contest) if contest else field.asked_in)
    ]


def list_fields_in_next_league(*fates: NextLeague) -> list[str]:
    """Return the fields of these *fates* in next year's league."""
    return [name for name, field in EVENT_FIELDS.items() if field.next_league in fates]


def list_fields_in_copy(*fates: Copy) -> list[str]:
    """Return the fields of these *fates* in a copy of the event."""
    return [name for name, field in EVENT_FIELDS.items() if field.copy in fates]


def list_event_facts(event: Event) -> list[str]:
    """Return the settings of *event* that its head shows: "Venue: Village hall"."""
    facts = []
    for name, field in EVENT_FIELDS.items():
        if field.shown is Shown.FACT and (text := _format_value(name, getattr(event, name))):
            facts.append(f"{field.label}: {text}")
    return facts


def describe_changes(event: Event, changed: Event, names: Iterable[str]) -> str:
    """Return the sentences of the history about what differs in *changed*."""
    sentences = []
    for name in EVENT_FIELDS:
        value_before, value_after = getattr(event, name), getattr(changed, name)
        label = EVENT_FIELDS[name].label.partition(":")[0]
        if name not in names or not label or value_before == value_after:
            continue
        text_before = _format_value(name, value_before)
        text_after = _format_value(name, value_after)
        if not text_before:
            sentences.append(f"{label} set to {text_after}.")
        elif not text_after:
            sentences.append(f"{label} {text_before} removed.")
        else:
            sentences.append(f"{label} changed from {text_before} to {text_after}.")
    return " ".join(sentences)


def _format_value(name: str, value: Any) -> str:
    """Return a value as a sentence names it, "" if there is none."""
    field = Event._meta.get_field(name)
    if isinstance(field, BooleanField):
        return "yes" if value else "no"
    if isinstance(value, date):
        return format_date(value)
    if choices := dict(getattr(field, "flatchoices", ())):
        return str(choices.get(value, value))
    return f"“{value}”" if value not in ("", None) else ""
