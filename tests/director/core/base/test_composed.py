"""Queries composed once find what Django's own find, with the values of each call."""

from datetime import date

import pytest
from django.db.models import Count

from director.boards.play.scores.result import enter_result
from director.models import Act, Event, Section, Session
from director.models.composed import ComposedQuery, ComposedRecords
from tests.factories import make_director, make_night, make_section

pytestmark = [pytest.mark.django_db, pytest.mark.database]
WITH_CLUB = ComposedRecords(
    Section,
    lambda session_id: Section.objects.filter(session=session_id).annotate(number=Count("entries")),
    related=("session", "session__event", "session__event__club"),
    annotations={"number": int},
)
OF_EVENT = ComposedRecords(
    Act, lambda event_id: Act.objects.filter(event=event_id), related=("made_by",)
)


@pytest.fixture
def sections():
    return [make_section(name="Thursday"), make_section(name="Friday")]


def list_values(record) -> list:
    return [getattr(record, field.attname) for field in record._meta.concrete_fields]


def test_a_record_and_its_related_ones_are_those_that_django_reads(
    sections, django_assert_num_queries
):
    Event.objects.update(published_at="2026-03-05T19:30:00Z")
    for section in sections:
        with django_assert_num_queries(1):
            [found] = WITH_CLUB.fetch_records(section.session_id)
            club = found.session.event.club
        expected = Section.objects.select_related("session__event__club").get(pk=section.pk)
        assert list_values(found) == list_values(expected)
        assert list_values(found.session) == list_values(expected.session)
        assert list_values(found.session.event) == list_values(expected.session.event)
        assert list_values(club) == list_values(expected.session.event.club)
        assert found.number == expected.entries.count()


def test_texts_of_json_are_read_and_a_missing_relation_is_none():
    section = make_night(key="howell", pairs=4)
    director = make_director()
    enter_result(section=section, board_no=1, ns=4, ew=1, text="4SS=", user=director)
    enter_result(section=section, board_no=2, ns=4, ew=1, text="3NTN=", user=None)
    found = {act.number: act for act in OF_EVENT.fetch_records(section.session.event_id)}
    for act in Act.objects.select_related("made_by"):
        assert list_values(found[act.number]) == list_values(act)
        assert found[act.number].made_by == act.made_by


def test_days_texts_and_several_numbers_are_values():
    first, second, _third = (make_section(name=name).session for name in ("A", "B", "C"))
    Event.objects.filter(pk=first.event_id).update(date=date(2026, 3, 5))
    names = ComposedQuery(
        lambda day, name: Event.objects.filter(date=day, name=name).values_list("pk")
    )
    assert names.fetch_rows(date(2026, 3, 5), "A") == [(first.event_id,)]
    assert names.fetch_rows(date(2026, 3, 5), "B") == []
    several = ComposedQuery(
        lambda *keys: Session.objects.filter(pk__in=keys).order_by("pk").values_list("pk")
    )
    assert several.fetch_rows(first.pk) == [(first.pk,)]
    assert several.fetch_rows(second.pk, first.pk) == [(first.pk,), (second.pk,)]
