"""What 80 programs cost that ask for standings, after each result and in between: ``-s`` prints the figures.

``pytest -n 0 -s -m bench tests/bench/test_api.py``.  Milliseconds of processor time for all 80.
"""

import pytest
from django.test import Client

from director.core.night.publishing import publish_results
from director.models import Event
from tests.bench.test_kept_pages import FIELDS, measure_median, print_row

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]
PROGRAMS = 80


@pytest.mark.parametrize("field", ["7 tables", "50 tables"])
def test_programs_that_ask_for_standings(field):
    event = FIELDS[field]().session.event
    publish_results(event=event)
    path = f"/api/v1/events/{event.pk}/standings"
    client = Client()
    etag = client.get(path)["ETag"]

    def ask_all(**headers: str) -> None:
        for number in range(PROGRAMS):
            # As from 80 addresses: the limit of one network isn't measured here.
            response = client.get(path, headers=headers, REMOTE_ADDR=f"10.0.0.{number}")
            assert response.status_code in (200, 304)

    unchanged = measure_median(lambda: ask_all(**{"If-None-Match": etag}))
    changed = measure_median(ask_all, before=lambda: Event.objects.get(pk=event.pk).save())
    print_row(field, "80 programs, nothing has changed", unchanged)
    print_row(field, "80 programs, after a change", changed)
