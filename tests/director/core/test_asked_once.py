"""A common page never asks the database a question twice, word for word and with the same values.

It is looked at again, as a night does all evening: what a first look caches is read by itself, after
the version by which it is cached. Print is left out: its preview reads the section after the version.
"""

from collections import Counter

import pytest
from django.db import connection
from django.test import Client

from director.core.night.publishing import publish_results
from tests.cases import leave_to_slow
from tests.factories import make_sections, public_address

VERSION = '"director_club"."change_no" AS "club__change_no"'
"""Is in the question for the version of an event, which each cache asks by itself."""
PUBLIC = ("", "recap/")

pytestmark = pytest.mark.django_db(transaction=True)


def list_repeated_questions(client, address):
    """Return the questions that the page at *address* asks more than once when it is opened again."""
    client.get(address)
    times_asked = Counter()

    def note(execute, sql, params, many, context):
        times_asked[sql, repr(params)] += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        response = client.get(address)
    assert response.status_code == 200
    return [
        sql for (sql, _params), times in times_asked.items() if times > 1 and VERSION not in sql
    ]


@pytest.mark.parametrize("page", leave_to_slow(PUBLIC, but=1))
def test_public_pages(page):
    section = make_sections(letters="AB")[0]
    publish_results(event=section.session.event)
    assert list_repeated_questions(Client(), public_address(section, page)) == []
