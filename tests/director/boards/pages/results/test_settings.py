"""A field of the event that is added to the form of its scoring is shown there and stored."""

import pytest
from django.urls import reverse

from director.boards.pages.results import standings
from director.models.event import Finals, RankingScope
from tests.director.core.pages.test_settings import add_form_field
from tests.director.pages import find_elements
from tests.factories import make_section, make_sections

pytestmark = pytest.mark.django_db


def test_setting_added_to_scoring_is_stored(desk, monkeypatch):
    monkeypatch.setattr(
        standings, "ScoringForm", add_form_field(standings.ScoringForm, "point_scale")
    )
    section = make_section()
    address = f"{reverse('session_results', args=[section])}?tab=scoring"
    desk.post(address, {"scoring": "butler", "point_scale": "Weekly"})
    event = section.session.event
    event.refresh_from_db()
    assert (event.scoring, event.point_scale) == ("butler", "Weekly")
    (box,) = find_elements(desk.get(address), "#id_point_scale")
    assert box.get("value") == "Weekly"


def test_page_from_before_another_session_leaves_the_finals(desk):
    section, _other = make_sections(letters="AB", played=False)
    event = section.session.event
    event.sessions.create(number=2)
    event.finals = Finals.ALWAYS
    event.save()
    address = reverse("session_results", args=[section])
    assert desk.post(address, {"scoring": "matchpoints", "places": "section"}).status_code == 302
    event.refresh_from_db()
    assert (event.places, event.finals) == (RankingScope.SECTION, Finals.ALWAYS)
