"""A club that has played for years, laid in seconds: whatever a page does not show must not make it cost more.

``CLUB_NIGHTS`` says how many nights it has (2000 on demand), ``CLUB_SECTIONS`` how many sections
play tonight (26).
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import ForeignKey, Max, Model, QuerySet
from django.utils import timezone

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.core.base.act_kinds import ActKind
from director.core.base.versions import increment_event_version
from director.core.files.backups.numbers import get_numbering_model
from director.core.files.event_file import get_event_paths_by_model
from director.core.night.journal import Journal
from director.core.night.publishing import publish_results
from director.models import Act, EntryPlayer, Event, Person, Result, Section
from movements.registry import make_plan
from tests.factories import (
    FIRST_NAMES,
    LAST_NAMES,
    RESULT_TEXTS,
    make_club,
    make_night,
    make_section,
)

NIGHTS = int(os.environ.get("CLUB_NIGHTS", "60"))
SECTIONS = int(os.environ.get("CLUB_SECTIONS", "6"))
PAIRS = 14
"""The pairs of a usual night."""
PEOPLE = 42 * 2 * PAIRS


@dataclass(frozen=True, slots=True)
class ClubOfYears:
    """The latest of its published nights, and the sections of tonight's event."""

    night: Event
    tonight: list[Section]


def make_club_of_years(*, nights: int = NIGHTS, sections: int = SECTIONS) -> ClubOfYears:
    """Return a club of 1,176 people who played so many *nights* by turns; so many *sections* play tonight."""
    club = make_club()
    names = (
        f"{FIRST_NAMES[index % 14]} {LAST_NAMES[index // 14 % 14]} {index}"
        for index in range(PEOPLE)
    )
    people = Person.objects.bulk_create(
        Person(club=club, name=name, number=f"{index}") for index, name in enumerate(names)
    )
    night = make_night(pairs=PAIRS, named=False)
    _seat(night, people)
    insert_results(night)
    event = publish_results(event=night.session.event)
    copy_nights(event, nights - 1)
    return ClubOfYears(event, _make_sections_of_tonight(people, sections))


def _make_sections_of_tonight(people: list[Person], count: int) -> list[Section]:
    """Return *count* sections of 16 pairs that play tonight; of each the last table has not finished."""
    session = make_section(name="Tonight").session
    movement = make_plan("mitchell", pairs=16, boards_per_set=3)
    for number in range(count):
        section = session.sections.get_or_create(letter=chr(ord("A") + number))[0]
        section.session = session
        store_plan(section=section, movement=movement)
        _seat(section, people[32 * number :])
        insert_results(section, leave=3)
    Event.objects.filter(pk=session.event_id).update(date=timezone.localdate())
    return [fetch_section(section.ref) for section in session.sections.all()]


def _seat(section: Section, people: Iterable[Person]) -> None:
    seats = ((entry, order) for entry in section.entries.all() for order in (1, 2))
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, section=section, person=person, order=order)
        for (entry, order), person in zip(seats, people, strict=False)
    )


def insert_results(section: Section, *, leave: int = 0) -> None:
    """Store a result for every line of *section* but the last *leave*, each entered by an act of its own."""
    read = [parse_line_entry(text) for text in RESULT_TEXTS]
    lines, now = fetch_section_lines(section).all, timezone.now()
    results = [
        Result(
            section=section,
            board_no=line.board_no,
            ns=line.ns,
            ew=line.ew,
            round_no=line.round_no,
            table_no=line.table_no,
            text=entry.text,
            ns_score=entry.compute_ns_score(line.board_no),
            entered_at=now,
        )
        for number, line in enumerate(lines[: len(lines) - leave])
        for entry in (read[(number * 7 + line.ns) % len(read)],)
    ]
    event = section.session.event
    journal = Journal(event, None)
    with transaction.atomic():
        journal.create_all(results)
        increment_event_version(event.pk)
    Act.objects.bulk_create(
        Act(
            event=event,
            section=section,
            number=number,
            kind=ActKind.RESULT,
            words=f"Board {made.board_no}, {section.get_label(made.ns)} against {section.get_label(made.ew)}: {made.text}.",
            changes=[change],
            made_at=now,
        )
        for number, (made, change) in enumerate(
            zip(results, journal.changes, strict=True), journal.number
        )
    )


def copy_nights(event: Event, times: int) -> None:
    """Lay *event* as many *times* more with all that hangs on it, each a week before, played by the next people."""
    models, first = get_event_paths_by_model(), Person.objects.earliest("pk").pk
    step = 1 + max(model._base_manager.aggregate(last=Max("pk"))["last"] or 0 for model in models)
    for model, way in models.items():
        of_event = model._base_manager.filter(**{way: event.pk}).order_by().values("pk")
        _copy(model, of_event, times, step, first)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)
    copies = list(Event.objects.filter(pk__gt=event.pk, name=event.name).order_by("pk"))
    for number, night in enumerate(copies, 1):
        night.date = event.date - timedelta(weeks=number)
    Event.objects.bulk_update(copies, ["date"], batch_size=200)


def _copy(model: type[Model], rows: QuerySet[Any, Any], times: int, step: int, first: int) -> None:
    """Store *rows* of *model* so many *times* more, their numbers and those they point to each time *step* higher."""
    quote, moved = connection.ops.quote_name, set(get_event_paths_by_model())
    columns, values = [], []
    for field in model._meta.concrete_fields:
        columns.append(column := quote(field.column))
        if field.primary_key or (
            isinstance(field, ForeignKey) and get_numbering_model(field.related_model) in moved
        ):
            column = f"{column} + n.k * {step}"
        elif model is EntryPlayer and field.name == "person":
            column = f"{first} + ({column} - {first} + n.k * {2 * PAIRS}) %% {PEOPLE}"
        values.append(column)
    table, key = quote(model._meta.db_table), quote(model._meta.pk.column)
    of_event, params = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {times}) "  # noqa: S608
            f"INSERT INTO {table} ({', '.join(columns)}) "
            f"SELECT {', '.join(values)} FROM {table} CROSS JOIN n WHERE {key} IN ({of_event})",
            params,
        )


def make_seven_tables() -> Section:
    """Return a section of 14 pairs with all results."""
    section = make_night(pairs=14)
    insert_results(section)
    return section


def make_long_name(number: int) -> str:
    """Return an invented name, different for each *number*."""
    return f"{FIRST_NAMES[number % 14]} {LAST_NAMES[number // 14 % 14]} of {number}"
