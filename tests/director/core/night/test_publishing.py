"""What is published and for how long, of pairs and parties alike: each act once, however often it is asked for."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.boards.movement.sections import fetch_section
from director.core.night.events import move_to_archive
from director.core.night.publishing import (
    finalise_results,
    publish_results,
    reopen_results,
    unpublish_results,
)
from director.errors import DeskError
from director.models import Event, Result, StandingsVersion
from director.party.models import PartyResult, PartyRound
from director.party.movement.parties import fetch_party_by_session
from tests.director.pages import find_errors, find_texts
from tests.director.party.parties import enter_winner, make_seated_party
from tests.factories import make_played_section


class Night:
    """A night that is played, and what is done with its results."""

    def publish(self, hours=None):
        return publish_results(event=self.event(), user=None, hours=hours)

    def close(self):
        return unpublish_results(event=self.event(), user=None)

    def final(self):
        return finalise_results(event=self.event(), user=None)

    def open(self, hours, seen=None):
        return reopen_results(event=self.event(), user=None, hours=hours, shown_deadline=seen)

    def press(self, desk, act, **sent):
        """Press a button of the page twice, as it was when it was opened; return both answers."""
        address = {"close": "unpublish"}.get(act, act)
        return [desk.post(f"/events/{self.event().pk}/{address}/", sent) for _time in range(2)]


class Pairs(Night):
    def __init__(self):
        self.session = make_played_section(published=False).session_id

    def section(self):
        return fetch_section(self.session)

    def event(self):
        return self.section().session.event


class Party(Night):
    def __init__(self):
        party = make_seated_party(players=12, rounds=1)
        for table_no in (1, 2, 3):
            enter_winner(party, table_no, 0)
        self.session = party.pk

    def party(self):
        return fetch_party_by_session(self.session)

    def event(self):
        return self.party().session.event


KINDS = pytest.mark.parametrize("kind", [Pairs, Party], ids=["pairs", "party"])


def numbers_and_actions():
    """Return what happened, version by version."""
    return list(StandingsVersion.objects.order_by("number").values_list("number", "action"))


def deadline():
    return Event.objects.get().corrections_until


@pytest.mark.django_db
@KINDS
def test_nothing_entered_at_all_asks_first(desk, kind):
    night = kind()
    for model in (PartyResult, PartyRound, Result):
        model.objects.all().delete()
    asked = night.press(desk, "publish", hours="24")[0]
    said = find_errors(asked)[0].partition(".")[0]
    assert said == (
        "Missing: 12 of 12 results" if kind is Pairs else "No results have been entered"
    )
    assert Event.objects.get().published_at is None


@pytest.mark.django_db
@KINDS
def test_final_results_can_be_opened_again_while_they_are_not_published(desk, kind):
    night = kind()
    night.publish(hours=0)
    night.close()
    page = desk.get(
        f"/sessions/{night.session}/results/"
        if kind is Pairs
        else f"/parties/{night.session}/results/"
    )
    assert "Reopen" in find_texts(page, "button")
    night.press(desk, "open", hours="24")
    event = Event.objects.get()
    assert event.is_final is False
    assert event.is_published is False


@pytest.mark.django_db
@KINDS
def test_what_is_not_published_is_not_asked_about_missing_results_before_it_is_made_final(
    desk, kind
):
    night = kind()
    (PartyResult if kind is Party else Result).objects.order_by("pk").last().delete()
    response, _again = night.press(desk, "final")
    assert response.status_code == 422
    assert find_errors(response)[0].endswith(" isn’t published yet. Publish it first.")
    assert "anyway" not in " ".join(find_texts(response, "button"))


@pytest.mark.django_db
@KINDS
@pytest.mark.parametrize("act", ["publish", "open"])
def test_another_time_than_somebody_has_set_is_told_and_not_stored(kind, act):
    night = kind()
    night.publish(hours=24)
    seen = deadline() - timedelta(seconds=1)
    with pytest.raises(DeskError) as refused:
        night.publish(hours=48) if act == "publish" else night.open(48, seen)
    at = f"{timezone.localtime(deadline()):%d %B %Y, %H:%M}".lstrip("0")
    name, until = night.event().name, f"open to corrections until {at}"
    assert (
        str(refused.value)
        == {
            "publish": f"{name} is already published, {until}. To change the deadline, use More.",
            "open": f"Someone changed {name}: it is now {until}. Check the hours and press again.",
        }[act]
    )
    assert numbers_and_actions() == [(1, "published")]


@pytest.mark.django_db
@KINDS
def test_the_page_says_which_end_it_showed(desk, kind):
    night = kind()
    night.publish(hours=24)
    night.final()
    until = timezone.localtime(deadline()).isoformat()
    answers = night.press(desk, "open", hours="2", until=until)
    assert [response.status_code for response in answers] == [302, 302]
    assert [action for _number, action in numbers_and_actions()] == ["published", "final", "opened"]
    other = night.press(desk, "open", hours="3", until=until)[1]
    assert other.status_code == 422
    assert "it is now open to corrections until" in " ".join(find_errors(other))


@pytest.mark.django_db
def test_taken_off_the_lists_twice_is_off_since_the_first_time():
    event = Pairs().event()
    first = move_to_archive(event=event).removed_at
    assert move_to_archive(event=Event.objects.get()).removed_at == first
