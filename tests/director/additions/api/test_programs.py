"""The page of tokens: one is made, shown once, listed without its text, and revoked."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from director.core.base.roles import Role
from director.core.night.events import move_to_archive
from director.core.night.links import open_table_addresses
from director.models import ApiToken, Club, Event, Submission
from tests.director.additions.api.asking import create_api_token, get_json
from tests.director.pages import find_elements, find_errors, find_texts
from tests.director.query_cost import count_cost
from tests.factories import make_account, make_night, make_sections, sign_in

pytestmark = pytest.mark.django_db
PAGE = "/club/programs/"


def create(desk, event, **typed):
    sent = {"name": "Club website", "scope": f"event-{event.pk}", "right": "read", "days": "7"}
    return desk.post(PAGE, sent | typed, follow=True)


def test_token_is_shown_once_and_works(desk, director):
    section = make_night(pairs=6)
    event = section.session.event
    page = create(desk, event)
    (box,) = find_elements(page, "#token")
    text = box.get("value")
    assert get_json("/token", token=text)["right"] == "read"
    assert text not in desk.get(PAGE).content.decode()
    record = ApiToken.objects.get()
    assert record.event == event
    assert record.session is None
    assert record.name == "Club website"
    assert record.made_by == director
    assert timedelta(days=6) < record.expires_at - timezone.now() <= timedelta(days=7)
    assert not [row for row in Submission.objects.values() if text in str(row)]


@pytest.mark.parametrize("is_open", [False, True])
def test_page_of_links_leads_directors_to_tokens(desk, is_open):
    section = make_night(pairs=6)
    if is_open:
        open_table_addresses(session=section.session, section=section, tables=[1])
    path = reverse("session_tables", args=[section.ref])
    assert "Do your tablets run another program? Let it in." in find_texts(desk.get(path), "p.help")
    (link,) = find_elements(desk.get(path), "p.help a")
    assert link.get("href") == PAGE
    scorer = sign_in(make_account("sam", Role.SCORER))
    assert not find_elements(scorer.get(path), "p.help a")


def test_token_for_one_session_of_several(desk):
    _first, second = make_sections(letters="A", sessions=2)
    event = second.session.event
    create(desk, event, scope=f"session-{second.session_id}", right="enter")
    record = ApiToken.objects.get()
    assert record.session == second.session
    assert record.right == "enter"
    texts = find_texts(desk.get(PAGE), "table.people tbody td")
    assert f"{event.name}, session 2" in texts


def test_revoked_token_stays_in_the_list(desk):
    section = make_night(pairs=6)
    token = create_api_token(section.session.event)
    record = ApiToken.objects.get()
    done = desk.post(f"{PAGE}{record.pk}/revoke/", follow=True)
    assert "Token revoked. Its program can’t read or enter anything now." in find_texts(
        done, ".say"
    )
    assert get_json("/token", 401, token=token)["code"] == "wrong-token"
    assert find_texts(done, ".flag") == ["revoked"]
    response = desk.post(f"{PAGE}{record.pk}/revoke/", follow=True)
    assert "This token had already expired or been revoked." in find_texts(response, ".say")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": " "}, "Type the program’s name, such as Club website."),
        ({"name": "x" * 61}, "The program’s name is too long. Use at most 60 characters."),
        ({"scope": "event-999"}, "Choose an event or a session from the list."),
        ({"scope": ""}, "Choose an event or a session from the list."),
        ({"right": "all"}, "Choose what it may do."),
        ({"days": ""}, "Type the number of days, such as 2."),
        ({"days": "0"}, "The number of days must be 1 or more, such as 2, not 0."),
        ({"days": "401"}, "The number of days must be at most 400, such as 2, not 401."),
    ],
)
def test_wrong_box_is_refused_and_what_was_typed_stays(desk, typed, sentence):
    event = make_night(pairs=6).session.event
    page = create(desk, event, **typed)
    assert page.status_code == 422
    assert find_errors(page) == [sentence]
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_only_directors_see_and_make_tokens(role):
    event = make_night(pairs=6).session.event
    client = sign_in(make_account("sam", role))
    assert client.get(PAGE).status_code == 403
    assert create(client, event).status_code == 403
    assert not ApiToken.objects.exists()


def test_archived_and_practice_events_are_not_offered(desk):
    event = make_night(pairs=6).session.event
    practice = Club.objects.create(name="Tried out", is_practice=True)
    Event.objects.create(club=practice, name="Practice", date=event.date)
    assert len(find_elements(desk.get(PAGE), "#id_scope option")) == 1
    move_to_archive(event=event)
    assert find_elements(desk.get(PAGE), "#id_scope option") == []


def test_list_of_many_tokens_costs_no_more(desk):
    event = make_night(pairs=6).session.event
    costs = []
    for _ in range(2):
        for _number in range(5):
            create_api_token(event)
        with count_cost() as cost:
            desk.get(PAGE)
        costs.append(cost.queries)
    assert costs[0] == costs[1]
