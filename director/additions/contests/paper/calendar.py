"""The fixtures of an event as an iCalendar file, by the writer of the club's next nights."""

from collections.abc import Iterator
from uuid import UUID, uuid5

from director.additions.contests.scoring.fixtures import (
    Fixture,
    has_fixture_list,
    list_section_fixtures,
)
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.club.next_nights import CalendarEntry, write_entries
from director.models import Event

_ID_NAMESPACE = UUID("5b1d3f0a-3f0e-5c53-9a5e-0d9c2a6f7e42")
"""Part of every id. It never changes, or calendars would show a match twice."""


def write_fixtures_calendar(event: Event, sheets: SessionSheets) -> bytes:
    """Return the fixtures of *sheets* that have a date, or a last day, as an iCalendar file."""
    return write_entries(event.name, "Fixtures", _make_calendar_entries(event, sheets))


def _make_calendar_entries(event: Event, sheets: SessionSheets) -> Iterator[CalendarEntry]:
    for section in sheets.scoring_field.sections:
        plan = sheets.plans.get(section.pk)
        if plan is None or not has_fixture_list(section, plan):
            continue
        for fixture in list_section_fixtures(sheets, section):
            if fixture.is_scheduled and (fixture.date or fixture.play_by):
                yield _make_calendar_entry(event, fixture)


def _make_calendar_entry(event: Event, fixture: Fixture) -> CalendarEntry:
    day = fixture.date or fixture.play_by or event.date
    deadline = "" if fixture.date else " (play by)"
    name = f"{event.created_at.isoformat()} {fixture.section_id} {fixture.key}"
    return CalendarEntry(
        uid=f"{uuid5(_ID_NAMESPACE, name)}",
        stamp=event.created_at,
        day=day,
        title=f"{fixture.home} – {fixture.away}{deadline}",
        text=_describe_fixture(event, fixture),
        place=fixture.venue,
    )


def _describe_fixture(event: Event, fixture: Fixture) -> str:
    text = f"{event.name}, round {fixture.round_no}"
    if fixture.score_text:
        return f"{text}: {fixture.score_text}"
    return f"{text}: postponed" if fixture.is_postponed else text
