"""Publishing, corrections, and pages cached for visitors."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.base.machine_time import format_moment
from director.core.base.standings_versions import add_version
from director.core.night.doubts import DoubtKind, list_open_doubts
from director.core.night.journal import record_act
from director.errors import DeskError
from director.models import Event
from director.models.version import Action

_FINAL_IN_DOUBT = (
    "final-in-doubt",
    "{doubts}Final results can’t be changed. Press “Make final anyway” if you are sure.",
)

_FINAL_WITH_MISSING = (
    "final-with-missing",
    "{doubts}{missing}. Final results can’t be changed or added to. Press “Make final "
    "anyway” if you are sure.",
)

_RESULTS_IN_DOUBT = (
    "results-in-doubt",
    "{doubts}Press “Publish anyway” if you are sure.",
)

_RESULTS_MISSING = (
    "results-missing",
    "{doubts}{missing}. While results are published, phones can’t enter any. Press "
    "“Publish anyway” if you are sure.",
)

MAX_CORRECTION_HOURS = 720  # hours a correction period may last


def publish_results(*, event: Event, hours: int | None = None, user: User | None = None) -> Event:
    """Let visitors read the results of *event*, open to corrections for *hours* from now.

    Without *hours* the event's own correction period is used. A long-running event has none: it is
    open until it is made final. Final results stay final: they must be reopened first.

    :raises DeskError: for more than 720 hours, or if it is published with another period
    :raises DeskError: if the event is archived, where no visitor could read it
    """
    with _change_publishing_state(event, Action.PUBLISHED, user) as locked_event:
        if locked_event.removed_at:
            raise DeskError(
                "off-the-lists",
                "{event} is archived. Restore it under Nights first.",
                event=locked_event.name,
            )
        if locked_event.club.is_practice:
            raise DeskError(
                "practice-not-published", "A practice event can’t be published. Start a real one."
            )
        hours = locked_event.correction_hours if hours is None else hours
        _refuse_correction_hours(hours, min_hours=0)
        if locked_event.is_published and locked_event.corrections_until is not None:
            if hours != locked_event.correction_hours and not locked_event.is_final:
                raise DeskError(
                    "published-already",
                    "{event} is already published, {state}. To change the deadline, use More.",
                    field="hours",
                    event=locked_event.name,
                    state=_format_correction_state(locked_event),
                )
            return locked_event
        locked_event.published_at = locked_event.published_at or timezone.now()
        locked_event.is_period_stopped = False
        if not locked_event.is_final:
            _start_correction_period(locked_event, hours)
    return locked_event


def refuse_open_doubts(event: Event, *, is_final: bool = False) -> None:
    """Ask before *event* is published, or made *is_final*, with results missing or in doubt.

    :raises DeskError: with what is missing or in doubt, or if it is to be made final before it is
        published
    """
    if is_final and not event.is_published:
        raise _make_final_before_published_error(event=event.name)
    # An event that is published, final or archived was asked about before.
    if not is_final and not event.can_take_entries:
        return
    open_doubts = list_open_doubts(event)
    if not open_doubts:
        return
    missing_doubts = [doubt for doubt in open_doubts if doubt.kind is DoubtKind.MISSING]
    unsettled_doubts = [doubt for doubt in open_doubts if doubt.kind is not DoubtKind.MISSING]
    doubts_text = "".join(f"{doubt.message} " for doubt in unsettled_doubts)
    params = {"doubts": doubts_text, "to_settle": unsettled_doubts, "needs_confirmation": True}
    if missing_doubts:
        raise DeskError(
            *(_FINAL_WITH_MISSING if is_final else _RESULTS_MISSING),
            missing=missing_doubts[0].label,
            **params,
        )
    raise DeskError(*(_FINAL_IN_DOUBT if is_final else _RESULTS_IN_DOUBT), **params)


def unpublish_results(*, event: Event, user: User | None = None) -> Event:
    """Hide the results of *event* from visitors.

    The correction period stops until they are published again.
    """
    with _change_publishing_state(event, Action.CLOSED, user) as locked_event:
        locked_event.unpublish()
    return locked_event


def finalise_results(*, event: Event, user: User | None = None) -> Event:
    """Make the results of *event* final now.

    :raises DeskError: unless they are published
    """
    with _change_publishing_state(event, Action.FINAL, user) as locked_event:
        if locked_event.is_final:
            return locked_event
        if not locked_event.is_published:
            raise _make_final_before_published_error(event=locked_event.name)
        locked_event.corrections_until = timezone.now()
        locked_event.is_period_stopped = False
    return locked_event


def reopen_results(
    *,
    event: Event,
    hours: int,
    shown_deadline: datetime | None = None,
    is_shown_stopped: bool = False,
    user: User | None = None,
) -> Event:
    """Allow corrections of *event* for *hours* from now, even if it is final.

    *shown_deadline* is the end of the correction period that the page showed, or None if unknown.
    *is_shown_stopped* says that the page showed unpublished results, so that no period was running.

    :raises DeskError: unless it has been published, for less than 1 or more than 720 hours, or if
        somebody else has set another period since the page was made
    """
    with _change_publishing_state(event, Action.OPENED, user) as locked_event:
        if not locked_event.has_been_published:
            raise DeskError(
                "opened-before-published",
                "{event} isn’t published yet. You can correct its results now.",
                event=locked_event.name,
            )
        _refuse_correction_hours(hours, min_hours=1)
        is_deadline_changed = shown_deadline not in (None, locked_event.corrections_until)
        if is_deadline_changed or (is_shown_stopped and not locked_event.is_period_stopped):
            if locked_event.is_final or hours != locked_event.correction_hours:
                raise DeskError(
                    "published-otherwise",
                    "Someone changed {event}: it is now {state}. Check the hours and press again.",
                    field="hours",
                    event=locked_event.name,
                    state=_format_correction_state(locked_event),
                )
            return locked_event
        _start_correction_period(locked_event, hours)
    return locked_event


_ACTION_LABELS = {
    Action.PUBLISHED: "Published",
    Action.CLOSED: "Unpublished",
    Action.FINAL: "Made final",
    Action.OPENED: "Reopened",
}
_PUBLISHING_FIELDS = (
    "published_at",
    "correction_hours",
    "corrections_until",
    "is_period_stopped",
)


@contextmanager
def _change_publishing_state(
    event: Event, action: Action, user: User | None = None
) -> Iterator[Event]:
    """Lock *event* and store the changes of its publishing state that the block makes.

    Without a change no version is stored.
    """
    with transaction.atomic():
        locked_event = (
            Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)
        )
        previous_values = {name: getattr(locked_event, name) for name in _PUBLISHING_FIELDS}
        yield locked_event
        new_values = {name: getattr(locked_event, name) for name in _PUBLISHING_FIELDS}
        if previous_values != new_values:
            # The journal compares the new values with the record, so the record gets the previous ones.
            for name, value in previous_values.items():
                setattr(locked_event, name, value)
            label = _ACTION_LABELS[action]
            with record_act(
                event=locked_event, kind=ActKind.PUBLISHING, message=f"{label}.", user=user
            ) as journal:
                journal.change(locked_event, **new_values)
                if action in (Action.PUBLISHED, Action.OPENED):
                    journal.message = f"{label}: {_format_correction_state(locked_event)}."
            add_version(event=locked_event, action=action, user=user)
    # The caller's own copy of the event is brought up to date.
    for name in _PUBLISHING_FIELDS:
        setattr(event, name, getattr(locked_event, name))


def _start_correction_period(event: Event, hours: int) -> None:
    event.correction_hours = hours
    event.is_period_stopped = not event.is_published
    if event.is_published:
        event.corrections_until = timezone.now() + timedelta(hours=hours)
    else:
        event.corrections_until = None


def _refuse_correction_hours(hours: int, *, min_hours: int) -> None:
    if hours < min_hours == 1:
        raise DeskError("period-too-short", "Enter at least 1 hour for corrections.", field="hours")
    if not min_hours <= hours <= MAX_CORRECTION_HOURS:
        raise DeskError(
            "period-too-long",
            "{hours} hours is too long or too short. Enter {least} to {most}.",
            field="hours",
            hours=hours,
            least=min_hours,
            most=MAX_CORRECTION_HOURS,
        )


def _format_correction_state(event: Event) -> str:
    if event.corrections_until is None:
        return "open to corrections"
    until = format_moment(event.corrections_until)
    if event.is_final:
        return f"final since {until}"
    return f"open to corrections until {until}"


def _make_final_before_published_error(*, event: object) -> DeskError:
    return DeskError(
        "final-before-published", "{event} isn’t published yet. Publish it first.", event=event
    )
