"""Questions that are put together once: the same answers as a queryset gives, on whatever database there is."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import CharField, DateTimeField
from django.utils import timezone

from director.core.storage.prepared_query import Parameter, Question
from director.models import Act, Message, Section
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def test_rows_are_those_of_the_queryset_each_time_for_what_is_given():
    first, second = make_night(pairs=6), make_night(pairs=8)
    rows = Act.objects.order_by("number").values_list("number", "made_at", "changes")
    question = Question(lambda: rows.filter(event=Parameter("event"), kind=Parameter("kind", CharField())))
    for section in (first, second, first):
        acts = Act.objects.filter(event=section.session.event)
        kind = acts.first().kind
        expected = [list(row) for row in rows.filter(event=section.session.event, kind=kind)]
        assert question.answers(event=section.session.event_id, kind=kind) == expected != []
    assert question.answers(event=first.session.event_id, kind="nothing") == []


def test_a_moment_that_is_given_is_compared_as_it_is_stored():
    section, now = make_night(pairs=6), timezone.now()
    for text, minutes in (("gone", -1), ("stands", 1)):
        Message.objects.create(session=section.session, text=text, made_at=now, until=now + timedelta(minutes=minutes))
    question = Question(lambda: Message.objects.filter(until__gt=Parameter("now", DateTimeField())))
    assert [message.text for message in question.answers(now=now)] == ["stands"]
    assert question.answers(now=now + timedelta(minutes=1)) == []


def test_it_is_put_together_once():
    section, put_together = make_night(pairs=6), []

    def rows():
        put_together.append(1)
        return Section.objects.filter(pk=Parameter("pk")).values_list("letter")

    question = Question(rows)
    assert [question.answers(pk=section.pk), question.answers(pk=section.pk + 1)] == [[[section.letter]], []]
    assert put_together == [1]


def test_a_record_comes_with_those_it_was_asked_with(django_assert_num_queries):
    section = make_night(pairs=6)

    def locked():
        return (
            Section.objects.select_for_update(of=("self",))
            .select_related("session__event__club")
            .filter(pk=Parameter("pk"))
        )

    question = Question(locked)
    with transaction.atomic():
        (stored,) = question.answers(pk=section.pk)
    event = section.session.event
    with django_assert_num_queries(0):
        assert (stored, stored.session, stored.session.event) == (section, section.session, event)
        assert (stored.session.event.date, stored.session.event.club.name) == (event.date, event.club.name)
    assert all(getattr(stored, field.attname) == getattr(section, field.attname) for field in Section._meta.fields)
    assert connection.in_atomic_block
