"""What is published and for how long, of pairs and parties alike: each act once, however often it is asked for."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
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
from tests.director.pages import find_elements, find_errors, find_texts
from tests.director.party.parties import enter_winner, make_seated_party
from tests.director.simultaneous import run_simultaneously
from tests.factories import make_played_section

TWICE_AT_ONCE = 6


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


def yesterday():
    """Let everything have happened a day earlier, so that anything done now shows."""
    for event in Event.objects.all():
        Event.objects.filter(pk=event.pk).update(
            published_at=event.published_at - timedelta(days=1),
            corrections_until=event.corrections_until - timedelta(hours=1),
        )
    return Event.objects.values().get()


@pytest.mark.django_db
@KINDS
def test_published_twice_is_published_once(kind):
    night = kind()
    night.publish(hours=24)
    before = yesterday()
    night.publish(hours=24)
    night.publish()
    assert Event.objects.values().get() == before
    assert numbers_and_actions() == [(1, "published")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "words"),
    [(Pairs, "Missing: 1 of 12 results"), (Party, "Missing: 1 of 3 results")],
    ids=["pairs", "party"],
)
def test_publishing_with_results_missing_asks_first(desk, kind, words):
    night = kind()
    last = PartyResult if kind is Party else Result
    last.objects.order_by("pk").last().delete()
    asked, _again = night.press(desk, "publish", hours="24")
    assert asked.status_code == 422
    assert Event.objects.get().published_at is None
    sentence = f"{words}. While results are published, phones can’t enter any. Press “Publish anyway” if you are sure."
    assert find_errors(asked) == [sentence]
    assert "Publish anyway" in find_texts(asked, "button")
    focused = [
        element for element in find_elements(asked, "#publish a") if "autofocus" in element.attrib
    ]
    assert focused[0].text == "Enter missing results"
    assert not [
        element
        for element in find_elements(asked, "#publish button")
        if "autofocus" in element.attrib
    ]
    assert not find_elements(
        asked, "#id_hours_error"
    )  # the hours are not what is wrong: their menu stays closed
    assert not [
        menu for menu in find_elements(asked, "#publish details") if menu.get("open") is not None
    ]
    (way_out,) = [
        link for link in find_elements(asked, "#publish a") if link.text == "Enter missing results"
    ]
    assert desk.get(way_out.get("href"), follow=True).status_code == 200
    night.press(desk, "publish", hours="24", anyway="1")
    assert Event.objects.get().is_published


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "words"),
    [(Pairs, "Missing: 1 of 12 results"), (Party, "Missing: 1 of 3 results")],
    ids=["pairs", "party"],
)
def test_making_final_with_results_missing_asks_first(desk, kind, words):
    night = kind()
    night.publish(hours=24)
    last = PartyResult if kind is Party else Result
    last.objects.order_by("pk").last().delete()
    asked, _again = night.press(desk, "final")
    assert asked.status_code == 422
    assert Event.objects.get().is_final is False
    assert find_errors(asked) == [
        f"{words}. Final results can’t be changed or added to. Press “Make final anyway” if you are sure."
    ]
    assert "Make final anyway" in find_texts(asked, "button")
    assert not [
        element
        for element in find_elements(asked, "#publish button")
        if "autofocus" in element.attrib
    ]
    assert find_elements(asked, "#id_hours_error") == []
    assert "Enter missing results" in find_texts(asked, "#publish a")
    night.press(desk, "final", anyway="1")
    assert Event.objects.get().is_final
    visitor = Client().get(Event.objects.get().get_absolute_url())
    page = visitor.content.decode()
    assert "Final since" in page
    assert "Provisional" not in page


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
def test_closed_twice_is_closed_once_and_closing_stops_the_deadline(kind):
    night = kind()
    night.close()
    assert numbers_and_actions() == []
    night.publish(hours=24)
    yesterday()
    night.close()
    night.close()
    assert numbers_and_actions() == [(1, "published"), (2, "closed")]
    assert deadline() is None
    assert Event.objects.get().is_period_stopped


@pytest.mark.django_db
@KINDS
def test_an_unpublished_event_never_becomes_final_by_itself(desk, kind, monkeypatch):
    night = kind()
    night.publish(hours=24)
    night.close()
    with monkeypatch.context() as later:
        later.setattr(timezone, "now", lambda: datetime(2100, 1, 1, tzinfo=UTC))
        event = Event.objects.get()
        assert event.is_final is False
        assert event.can_take_entries is True
        assert event.has_been_published is True
    page = desk.get(
        f"/sessions/{night.session}/results/"
        if kind is Pairs
        else f"/parties/{night.session}/results/"
    )
    assert "None" not in " ".join(find_texts(page, "main"))
    night.publish(hours=24)
    assert timedelta(hours=23) < deadline() - timezone.now() <= timedelta(hours=24)


@pytest.mark.django_db
@KINDS
def test_opened_again_while_unpublished_the_time_does_not_run(kind):
    night = kind()
    night.publish(hours=0)
    night.close()
    night.open(hours=2)
    event = Event.objects.get()
    assert deadline() is None
    assert event.is_period_stopped is True
    assert event.is_final is False


@pytest.mark.django_db
@KINDS
def test_no_end_of_corrections_is_shown_while_the_results_are_not_published(desk, kind):
    night = kind()
    night.publish(hours=24)
    night.close()
    page = desk.get(night.event().get_absolute_url(), follow=True).content.decode()
    assert "Provisional until" not in page


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
def test_made_final_twice_is_final_since_the_first_time(kind):
    night = kind()
    night.publish(hours=24)
    night.final()
    since = deadline()
    night.final()
    assert numbers_and_actions() == [(1, "published"), (2, "final")]
    assert deadline() == since


@pytest.mark.django_db
@KINDS
def test_opened_twice_from_the_same_page_is_opened_once(kind):
    night = kind()
    night.publish(hours=24)
    night.final()
    seen = deadline()
    night.open(48, seen)
    until = deadline()
    night.open(48, seen)
    assert numbers_and_actions()[2:] == [(3, "opened")]
    assert deadline() == until
    night.open(48, until)  # asked for anew, on a page that shows the end: it is moved
    assert numbers_and_actions()[3:] == [(4, "opened")]
    assert deadline() > until


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
def test_published_again_after_closing_the_time_begins_again(kind):
    night = kind()
    night.publish(hours=24)
    until = deadline()
    night.close()
    night.publish(hours=48)
    assert deadline() > until
    assert [action for _number, action in numbers_and_actions()] == [
        "published",
        "closed",
        "published",
    ]


@pytest.mark.django_db
@KINDS
def test_both_presses_of_a_button_are_answered_alike(desk, kind):
    night = kind()
    said = []
    for act, sent in [("publish", {"hours": "24"}), ("final", {}), ("close", {})]:
        answers = night.press(desk, act, **sent)
        assert [response.status_code for response in answers] == [302, 302]
        said.append(find_texts(desk.get(answers[1].url), "#messages .say"))
    assert [(len(both), len(set(both))) for both in said] == [(2, 1)] * 3
    assert [action for _number, action in numbers_and_actions()] == ["published", "final", "closed"]


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


@KINDS
@pytest.mark.parametrize("act", ["publish", "close", "final", "open"])
def test_pressed_at_the_same_instant_it_happens_once(real_database, kind, act):
    night = kind()
    if act != "publish":
        night.publish(hours=24)
    seen = deadline()
    acts = {
        "publish": lambda: night.publish(hours=24),
        "close": night.close,
        "final": night.final,
        "open": lambda: night.open(48, seen),
    }
    until = {event.corrections_until for event in run_simultaneously([acts[act]] * TWICE_AT_ONCE)}
    assert until == {deadline()}
    assert len(numbers_and_actions()) == (1 if act == "publish" else 2)


@pytest.mark.django_db
def test_a_page_of_unpublished_results_replaces_no_period_that_began_since(desk):
    night = Pairs()
    night.publish(hours=24)
    night.close()
    night.publish(hours=24)
    until = deadline()
    response = desk.post(f"/events/{night.event().pk}/open/", {"hours": "48", "stopped": "1"})
    assert response.status_code == 422
    assert deadline() == until
