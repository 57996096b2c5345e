"""Settings of an event that contradict what it is: a period without end, a kind that was left out."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from director import event_kinds as kinds
from director.additions.imports.store.event import import_file
from director.boards.kind import PAIRS_KIND
from director.errors import DeskError
from director.models import Event, Season
from director.models.event import Contest
from director.models.season import SeasonEvent
from tests.director.kinds import leave_kinds_out
from tests.factories import make_director, make_played_section

pytestmark = pytest.mark.django_db
TEAMS = Path(__file__).parents[3] / "fixtures/programs/usebio/ebuscore-teams.xml"


def test_a_file_of_an_event_that_the_program_was_set_up_without_is_refused(monkeypatch):
    data = TEAMS.read_bytes()
    monkeypatch.setattr(kinds, "EVENT_KINDS", {PAIRS_KIND.contest: PAIRS_KIND})
    with pytest.raises(DeskError, match="was set up without events of this kind"):
        import_file(data=data, file_name="teams.xml", club_name="Elsewhere")
    assert not Event.objects.exists()


@pytest.fixture
def event_left_out(monkeypatch):
    """Return a published event that a season counts, of a kind that the program is then without."""
    event = make_played_section().session.event
    season = Season.objects.create(club=event.club, name="Winter")
    SeasonEvent.objects.create(season=season, event=event)
    Event.objects.update(contest=Contest.TEAMS)
    leave_kinds_out(monkeypatch, Contest.TEAMS)
    return event


@pytest.mark.parametrize(
    "address",
    ["/", "/nights/", "/events/new/", "/results/", "/results/feed.atom", "/club-seasons/{season}/"],
)
def test_lists_leave_out_events_that_the_program_was_set_up_without(
    client, event_left_out, address
):
    client.force_login(make_director())
    response = client.get(address.format(season=Season.objects.get().pk))
    assert response.status_code == 200
    assert event_left_out.name not in response.content.decode()


@pytest.mark.parametrize("address", ["/events/{event}/", "/sessions/{session}/"])
def test_an_event_that_the_program_was_set_up_without_says_so(client, event_left_out, address):
    client.force_login(make_director())
    session = event_left_out.sessions.get()
    response = client.get(address.format(event=event_left_out.pk, session=session.pk))
    assert response.status_code == 404
    assert "was set up without events of this kind (teams)" in response.content.decode()


def test_commands_refuse_an_event_that_the_program_was_set_up_without(event_left_out):
    with pytest.raises(CommandError, match=r"was set up without events of this kind \(teams\)"):
        call_command("standings", str(event_left_out.pk))
