"""What becomes of each field of an event: one row for each, which forms, copies and files read.

A new setting of an event is a field of the model and a row here.  Both kinds of event then ask and show
it, the history records its changes, and a repeated night and a copy have it or not, as the row says.
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

_SETTING_NOT_OF_GAME = (
    "setting-not-of-game",
    "This game has no such setting. Empty it, or choose another game.",
)

EVERY_CONTEST = frozenset(Contest)
"""Every contest, also one that is registered besides these."""


class UndoRule(StrEnum):
    """How a change of a field is undone."""

    SETTINGS = "on the page Edit details and in the history"
    OWN_PAGE = "by the page that changes it: publishing, scoring, stages, the archive"
    UNCHANGED = "never: the desk doesn’t change it"


class RepeatRule(StrEnum):
    """What a night that repeats an earlier one has in a field."""

    COPIED = "the value of the earlier night"
    OWN = "its own name and date"
    NEW = "the value of a new event"


class CopyRule(StrEnum):
    """What the event file has in a field, and the copy that is imported from the file."""

    UNCHANGED = "the same in the file and in the copy"
    UNPUBLISHED = "in the file; in the copy as if it was unpublished"
    NEW = "in the file; in the copy the value of a new event"
    LEFT_OUT = "nothing in the file: it belongs to this database"


class DisplayRule(StrEnum):
    """Where an event shows a field, besides the page that changes it."""

    HEAD = "in the head of its pages, in the words of the template"
    FACT = "in the head of its pages, as its label and value"
    WHERE_USED = "where it is used, such as standings or files"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRule:
    """What becomes of one field of an event.

    - *label*: what forms and the history call it, empty if no form asks it
    - *contests*: contests whose events ask it at *Start a night* and *Edit details*
    - *refusal*: the code and text that *Start a night* says if the chosen game is of another contest
    - *is_ranked*: whether the overall standings depend on it
    """

    undo: UndoRule
    repeat: RepeatRule
    copy: CopyRule
    display: DisplayRule
    is_ranked: bool = False
    label: str = ""
    contests: Collection[str] = ()
    refusal: tuple[str, str] = _SETTING_NOT_OF_GAME

    def is_setting_of(self, contest: str) -> bool:
        """Return whether events of *contest* ask it."""
        return self.contests == EVERY_CONTEST or contest in self.contests


_SCORING = FieldRule(
    undo=UndoRule.OWN_PAGE,
    repeat=RepeatRule.COPIED,
    copy=CopyRule.UNCHANGED,
    display=DisplayRule.WHERE_USED,
    is_ranked=True,
)
_STAGES = FieldRule(
    undo=UndoRule.OWN_PAGE,
    repeat=RepeatRule.NEW,
    copy=CopyRule.UNCHANGED,
    display=DisplayRule.WHERE_USED,
)
_PUBLISHING = FieldRule(
    undo=UndoRule.OWN_PAGE,
    repeat=RepeatRule.NEW,
    copy=CopyRule.UNPUBLISHED,
    display=DisplayRule.HEAD,
)
_ORIGIN = FieldRule(
    undo=UndoRule.UNCHANGED,
    repeat=RepeatRule.NEW,
    copy=CopyRule.UNCHANGED,
    display=DisplayRule.WHERE_USED,
)
_DATABASE_ONLY = FieldRule(
    undo=UndoRule.UNCHANGED,
    repeat=RepeatRule.NEW,
    copy=CopyRule.LEFT_OUT,
    display=DisplayRule.NOWHERE,
)

RULES_BY_FIELD: dict[str, FieldRule] = {
    "id": FieldRule(
        undo=UndoRule.UNCHANGED,
        repeat=RepeatRule.NEW,
        copy=CopyRule.NEW,
        display=DisplayRule.WHERE_USED,
    ),
    "change_no": _DATABASE_ONLY,
    "desk_no": _DATABASE_ONLY,
    "setup_no": _DATABASE_ONLY,
    "club": FieldRule(
        undo=UndoRule.UNCHANGED,
        repeat=RepeatRule.COPIED,
        copy=CopyRule.LEFT_OUT,
        display=DisplayRule.WHERE_USED,
    ),
    "name": FieldRule(
        undo=UndoRule.SETTINGS,
        repeat=RepeatRule.OWN,
        copy=CopyRule.UNCHANGED,
        display=DisplayRule.HEAD,
        label="Name",
        contests=EVERY_CONTEST,
    ),
    "date": FieldRule(
        undo=UndoRule.SETTINGS,
        repeat=RepeatRule.OWN,
        copy=CopyRule.UNCHANGED,
        display=DisplayRule.HEAD,
        label="Date",
        contests=EVERY_CONTEST,
    ),
    "contest": FieldRule(
        undo=UndoRule.UNCHANGED,
        repeat=RepeatRule.COPIED,
        copy=CopyRule.UNCHANGED,
        display=DisplayRule.WHERE_USED,
        is_ranked=True,
    ),
    # A party has none; that of boards is among the games of *Start a night*, which include parties.
    "game": FieldRule(
        undo=UndoRule.SETTINGS,
        repeat=RepeatRule.COPIED,
        copy=CopyRule.UNCHANGED,
        display=DisplayRule.WHERE_USED,
        is_ranked=True,
        label="Game",
    ),
    "scoring": _SCORING,
    "scoring_options": _SCORING,
    "places": _SCORING,
    "finals": _SCORING,
    "unplayed_points": _SCORING,
    "shape": _STAGES,
    "first_stage": _STAGES,
    "source": _ORIGIN,
    "source_fingerprint": _ORIGIN,
    # Asked by the page of the event's files, which also scorers use.
    "charge_code": FieldRule(
        undo=UndoRule.SETTINGS,
        repeat=RepeatRule.COPIED,
        copy=CopyRule.UNCHANGED,
        display=DisplayRule.WHERE_USED,
        label="Charge code",
    ),
    "point_scale": FieldRule(
        undo=UndoRule.SETTINGS,
        repeat=RepeatRule.COPIED,
        copy=CopyRule.UNCHANGED,
        display=DisplayRule.WHERE_USED,
        label="Master point scale",
    ),
    "published_at": _PUBLISHING,
    "correction_hours": FieldRule(
        undo=UndoRule.OWN_PAGE,
        repeat=RepeatRule.COPIED,
        copy=CopyRule.UNCHANGED,
        display=DisplayRule.WHERE_USED,
    ),
    "corrections_until": _PUBLISHING,
    "is_period_stopped": _PUBLISHING,
    "removed_at": FieldRule(
        undo=UndoRule.OWN_PAGE,
        repeat=RepeatRule.NEW,
        copy=CopyRule.NEW,
        display=DisplayRule.WHERE_USED,
    ),
    "created_at": FieldRule(
        undo=UndoRule.UNCHANGED,
        repeat=RepeatRule.NEW,
        copy=CopyRule.NEW,
        display=DisplayRule.NOWHERE,
    ),
}
"""Every field of ``Event``, in the order in which the history names its changes."""


def list_setting_names(contest: str = "") -> list[str]:
    """Return the fields that *Start a night* asks, or those that events of *contest* have."""
    return [
        name
        for name, field in RULES_BY_FIELD.items()
        if (field.is_setting_of(contest) if contest else field.contests)
    ]


def list_fields_in_repeat(*rules: RepeatRule) -> list[str]:
    """Return the fields of these *rules* in a night that repeats the event."""
    return [name for name, field in RULES_BY_FIELD.items() if field.repeat in rules]


def list_fields_in_copy(*rules: CopyRule) -> list[str]:
    """Return the fields of these *rules* in a copy of the event."""
    return [name for name, field in RULES_BY_FIELD.items() if field.copy in rules]


def list_event_facts(event: Event) -> list[str]:
    """Return the settings of *event* that its head shows: "Venue: Village hall"."""
    facts = []
    for name, field in RULES_BY_FIELD.items():
        if field.display is DisplayRule.FACT and (
            text := _format_value(name, getattr(event, name))
        ):
            facts.append(f"{field.label}: {text}")
    return facts


def describe_changes(event: Event, changed_event: Event, names: Iterable[str]) -> str:
    """Return the sentences of the history about what differs in *changed_event*."""
    sentences = []
    for name in RULES_BY_FIELD:
        previous_value, new_value = getattr(event, name), getattr(changed_event, name)
        label = RULES_BY_FIELD[name].label.partition(":")[0]
        if name not in names or not label or previous_value == new_value:
            continue
        previous_text = _format_value(name, previous_value)
        new_text = _format_value(name, new_value)
        if not previous_text:
            sentences.append(f"{label} set to {new_text}.")
        elif not new_text:
            sentences.append(f"{label} {previous_text} removed.")
        else:
            sentences.append(f"{label} changed from {previous_text} to {new_text}.")
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
