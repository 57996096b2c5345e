"""Public addresses of pairs that were given away before a section was added beside theirs, or removed."""

import pytest
from django.test import Client

from director.boards.play.sessions import add_section, remove_section
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "start", ["/events/{}/", "/events/{}/sessions/1/"], ids=["event", "session"]
)
def test_a_pair_is_led_to_from_the_address_it_had(start):
    section = make_played_section()
    start, visitor = start.format(section.session.event_id), Client()
    assert visitor.get(f"{start}pairs/3/").status_code == 200
    added = add_section(section=section, letter="B")
    whole = f"/events/{section.session.event_id}/"
    assert visitor.get(f"{start}pairs/3/").url == f"{whole}pairs/100003/"
    assert visitor.get(f"{whole}pairs/100003/").status_code == 200
    remove_section(section=added)
    assert visitor.get(f"{start}pairs/100003/").url == f"{whole}pairs/3/"
    for number in (9, 200003, 300003, 100009):
        assert visitor.get(f"{start}pairs/{number}/").status_code == 404, number
