"""Record another choice of movement in the history, so that it can be undone at Field.

``store_plan`` replaces the movement of a section and everything that refers to its rounds. Instead
of a journal in each of its steps, the records are read before and after, and the differences are
the changes of one act.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy

from django.contrib.auth.models import User
from django.db import models

from director.boards.movement.sections import fetch_section_acts
from director.boards.play.results.acts import record_section_act
from director.core.base.act_kinds import ActKind
from director.core.night.history import find_act_to_undo
from director.core.night.journal import FOLLOWS_KEY
from director.models import (
    Act,
    Entry,
    Event,
    LineUpSeat,
    MatchVersion,
    PlanRow,
    Section,
    Session,
    Stage,
)


@contextmanager
def record_plan_choice(*, section: Section, message: str, user: User) -> Iterator[None]:
    """Record what the block does with the movement of *section* as one act.

    :raises FinalError: if the results are final
    """
    with record_section_act(
        section=section, kind=ActKind.MOVEMENT, message=message, user=user
    ) as journal:
        previous_entries = list(section.entries.all())
        previous_records = _read_records(section)
        yield
        entries = list(section.entries.all())
        renumbered_entries = _make_renumbered_entries(previous_entries, entries)
        journal.record_difference(previous_entries, renumbered_entries)
        journal.record_difference(renumbered_entries, entries)
        journal.record_difference(previous_records, _read_records(section))
        # An undo leaves a clock as it is that was started since.
        for change in journal.changes:
            if change["model"] == Session._meta.label_lower:
                change[FOLLOWS_KEY] = True


def _read_records(section: Section) -> list[models.Model]:
    """Return the records that a choice of movement changes but for entries, parents first."""
    session = section.session
    return [
        *Event.objects.filter(pk=session.event_id),
        *Stage.objects.filter(sessions=session),
        *Session.objects.filter(pk=session.pk),
        *Section.objects.filter(pk=section.pk),
        *section.plans.all(),
        *PlanRow.objects.filter(plan__section=section),
        *section.matches.all(),
        *MatchVersion.objects.filter(match__section=section),
        *section.played_rows.all(),
        *LineUpSeat.objects.filter(section=section),
    ]


def _make_renumbered_entries(
    previous_entries: Sequence[Entry], entries: Sequence[Entry]
) -> list[Entry]:
    """Return the entries that stay, with numbers that no entry has before or after.

    A number may occur only once in a section. So an undo gives these numbers first.
    """
    number_by_pk = {entry.pk: entry.pair_no for entry in entries}
    used_numbers = [entry.pair_no for entry in (*previous_entries, *entries)]
    unused_number = max(used_numbers, default=0)
    renumbered_entries = []
    for entry in previous_entries:
        if entry.pk not in number_by_pk:
            continue
        renumbered_entry = copy(entry)
        if number_by_pk[entry.pk] != entry.pair_no:
            unused_number += 1
            renumbered_entry.pair_no = unused_number
        renumbered_entries.append(renumbered_entry)
    return renumbered_entries


def find_plan_choice(section: Section) -> Act | None:
    """Return the act that chose another movement for *section*, or None. (Costs one query.)"""
    return find_act_to_undo(fetch_section_acts(section, (ActKind.MOVEMENT,)))
