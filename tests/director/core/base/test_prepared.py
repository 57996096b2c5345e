"""Queries composed once find what Django's own find, with the values of each call."""

from datetime import date

import pytest
from django.db.models import Count
from django.db.models.sql.compiler import SQLCompiler

from director.models import Event, Section, Session
from director.models.prepared import PreparedQuery
from tests.factories import make_section

pytestmark = pytest.mark.django_db

WITH_EVENT = PreparedQuery(
    lambda session_id, letter: Section.objects.filter(
        session=session_id, letter=letter
    ).select_related("session__event__club")
)


@pytest.fixture
def sections():
    return [make_section(name="Thursday"), make_section(name="Friday")]


def test_related_records_come_with_the_one_query(sections, django_assert_num_queries):
    with django_assert_num_queries(1):
        section = WITH_EVENT.find_row(sections[0].session_id, "A")
        assert section.session.event.club.pk


def test_a_record_equals_what_django_reads(sections):
    own = WITH_EVENT.find_row(sections[0].session_id, "A")
    other = Section.objects.select_related("session__event__club").get(pk=sections[0].pk)
    for record, expected in ((own, other), (own.session, other.session)):
        fields = [field.attname for field in record._meta.concrete_fields]
        assert [getattr(record, name) for name in fields] == [
            getattr(expected, name) for name in fields
        ]


def test_dates_are_values_too(sections):
    session = sections[0].session
    Event.objects.filter(pk=session.event_id).update(date=date(2026, 3, 5))
    names = PreparedQuery(lambda day: Event.objects.filter(date=day).values_list("name", flat=True))
    assert names.fetch_rows(date(2026, 3, 5)) == ["Thursday"]


def test_figures_of_groups_and_columns_come_as_tuples(sections):
    counts = PreparedQuery(
        lambda event_id: (
            Session.objects.filter(event=event_id)
            .order_by()
            .values("event")
            .annotate(sections=Count("sections"))
            .values_list("event", "sections")
        )
    )
    event_id = sections[0].session.event_id
    assert counts.fetch_rows(event_id) == [(event_id, 1)]


def test_a_value_that_stands_twice_is_filled_in_twice(sections):
    either = PreparedQuery(
        lambda key: Section.objects.filter(session=key) | Section.objects.filter(pk=key)
    )
    assert set(either.fetch_rows(sections[0].session_id)) >= {sections[0]}


def test_columns_come_as_the_database_has_them_without_a_record(
    sections, django_assert_num_queries
):
    letters = PreparedQuery(lambda key: Section.objects.filter(pk=key).values_list("pk", "letter"))
    with django_assert_num_queries(1):
        rows = [tuple(row) for row in letters.fetch_raw_rows(sections[1].pk)]
    assert rows == [(sections[1].pk, "A")]
    assert list(letters.fetch_raw_rows(0)) == []


def test_a_query_is_composed_at_its_first_call_alone(sections, monkeypatch):
    composed = []
    as_sql = SQLCompiler.as_sql
    monkeypatch.setattr(
        SQLCompiler, "as_sql", lambda *args, **kw: composed.append(1) or as_sql(*args, **kw)
    )
    letters = PreparedQuery(lambda key: Section.objects.filter(pk=key).values_list("letter"))
    for section in sections:
        assert letters.fetch_rows(section.pk) == [("A",)]
        assert list(letters.fetch_raw_rows(section.pk)) == [("A",)]
    assert len(composed) == 1
