"""An event whose kind or scoring method a version no longer has is kept, and its pages say so."""

from html import escape

import pytest
from django.core.management import CommandError, call_command

from director.core.night.publishing import publish_results
from director.models import Event, Season
from director.models.season import SeasonEvent
from tests.cases import leave_to_slow
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["contest", "scoring"])
def event(request) -> Event:
    """Return a published event of a season, whose contest or method no version has any more."""
    event = publish_results(event=make_played_section().session.event)
    season = Season.objects.create(club=event.club, name="Winter")
    SeasonEvent.objects.create(season=season, event=event)
    Event.objects.update(**{request.param: "haunted"})
    event.refresh_from_db()
    return event


@pytest.mark.parametrize(
    "address",
    leave_to_slow(
        ["/", "/events/new/", "/results/", "/results/feed.atom", "/club-seasons/{season}/"], but=1
    ),
)
def test_lists_leave_it_out_if_they_need_its_kind(desk, event, address):
    response = desk.get(address.format(season=Season.objects.get().pk))
    assert response.status_code == 200
    assert f">{event.name}<" not in response.content.decode()


def test_nights_lists_it_with_its_winners(desk, event):
    winner = escape(event.versions.get().standings[0]["rows"][0]["names"])
    page = desk.get("/nights/").content.decode()
    assert event.name in page
    assert winner in page


@pytest.mark.parametrize(
    "address",
    leave_to_slow(
        [
            "/events/{event}/",
            "/events/{event}/export/xlsx/",
            "/sessions/{session}/",
            "/sessions/{session}/field/",
            "/sessions/{session}/play/",
            "/sessions/{session}/results/",
        ],
        but=1,
    ),
)
def test_its_pages_say_so(desk, event, address):
    session = event.sessions.get()
    response = desk.get(address.format(event=event.pk, session=session.pk))
    assert response.status_code == 404
    assert "no longer has events of this kind (haunted)" in response.content.decode()


def test_commands_and_imports_say_so(event):
    with pytest.raises(CommandError, match=r"no longer has events of this kind \(haunted\)"):
        call_command("standings", str(event.pk))
