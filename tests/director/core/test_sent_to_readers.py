"""A page that only shows something takes no form: who sends one must not think that it was saved."""

import pytest
from django.test import Client

from director.core.night.publishing import publish_results
from director.urls import urlpatterns
from tests.browser.walk import fill_addresses, make_address_numbers
from tests.director.party.parties import make_seated_party
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_no_public_page_answers_a_form_as_if_it_took_it():
    section = make_played_section()
    publish_results(event=section.session.event)
    make_seated_party()
    numbers = make_address_numbers(
        section.session, ref=section.ref, result_id=section.results.first().pk, person_id=1
    )
    shown, taken = set(), set()
    for pattern in urlpatterns:
        if not set(pattern.pattern.converters) <= set(numbers):
            continue
        address = fill_addresses(pattern, numbers)
        visitor = Client()
        page = visitor.get(address)
        if page.status_code != 200:
            continue
        shown.add(pattern.name)
        if visitor.post(address, {"anything": "typed"}).status_code == 200:
            taken.add(pattern.name)
    assert len(shown) > 10
    assert taken <= {"sign_in"}
