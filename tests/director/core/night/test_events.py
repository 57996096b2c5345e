"""Home: tonight, nights, starting and removing one."""

import json
from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.core.night.publishing import publish_results
from director.core.pages.refusals import NOT_FOUND_MESSAGE
from director.models import Event, Person, Section, Session
from movements.registry import make_plan
from scoring.display import format_percent
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import count_queries, find_elements, find_texts, read_table_rows
from tests.director.party.parties import make_seated_party
from tests.director.query_cost import count_cost
from tests.factories import (
    LARGE_FIELD_PAIRS,
    enter_all_results,
    make_club,
    make_night,
    make_played_section,
    make_section,
    make_small_and_large_sections,
)

pytestmark = pytest.mark.django_db


def test_tonight_without_a_night_offers_to_start_one(desk):
    page = desk.get("/").content.decode()
    assert 'href="/events/new/"' in page
    assert 'href="/practice/"' in page


def test_starting_a_night_opens_its_first_step(desk):
    make_club()
    done = desk.post(
        "/events/new/", {"name": "Friday pairs", "date": "2026-11-20", "game": "bridge"}
    )
    session = Session.objects.get()
    assert done.url == f"/sessions/{session.pk}/field/"
    assert session.event.name == "Friday pairs"
    assert session.event.date == date(2026, 11, 20)
    assert session.event.scoring == "matchpoints"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("pairs", "whist teams"), ("individual", "whist teams"), ("Ashes", "Ashes")],
)
def test_a_usual_name_follows_the_game_also_without_a_script(desk, typed, stored):
    make_club()
    page = desk.get("/events/new/")
    day = f"{timezone.localdate():%A} "
    name, expected = (word if word == "Ashes" else day + word for word in (typed, stored))
    (form,) = find_elements(page, "form.sheet")
    assert json.loads(form.get("data-names"))["teams-whist"] == f"{day}whist teams"
    desk.post("/events/new/", {"name": name, "date": "2026-11-20", "game": "teams-whist"})
    assert Event.objects.get().name == expected


def test_whist_is_scored_by_average(desk):
    make_club()
    desk.post("/events/new/", {"name": "Whist", "date": "2026-11-20", "game": "whist"})
    assert Event.objects.get().scoring == "average"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            {"name": "", "date": "2026-11-20", "game": "bridge"},
            "Type a name, such as Tuesday pairs.",
        ),
        ({"name": "x", "date": "", "game": "bridge"}, "Type the date, such as 2026-11-17."),
        (
            {"name": "x", "date": "yesterday", "game": "bridge"},
            "This isn’t a date. Type it as 2026-11-17.",
        ),
        *(
            (
                {"name": "x", "date": f"{year}-11-20", "game": "bridge"},
                "This year is out of range. Type the date as 2026-11-17.",
            )
            for year in ("0026", "9999")
        ),
        (
            {"name": "x", "date": "2026-11-20", "game": "chess"},
            "This game isn’t available. Choose duplicate bridge or duplicate whist, or a contest of single players, "
            "or a contest of teams, or a progressive party.",
        ),
        (
            {"name": "x" * 81, "date": "2026-11-20", "game": "bridge"},
            "This name is too long. Use at most 80 characters.",
        ),
    ],
    ids=["no-name", "no-date", "bad-date", "early", "late", "no-game", "long-name"],
)
def test_starting_a_night_with_bad_input_stores_nothing(desk, typed, sentence):
    make_club()
    page = desk.post("/events/new/", typed)
    assert page.status_code == 422
    assert sentence in [error for field in page.context["form"].errors.values() for error in field]
    assert Event.objects.count() == 0


def test_tonight_shows_the_next_action(desk):
    section = make_night()
    Event.objects.update(date=timezone.localdate())
    page = desk.get("/")
    (action,) = find_elements(page, ".hero .button")
    assert action.get("class") == "button"
    assert action.get("href") == f"/sessions/{section.session_id}/print/"
    assert find_texts(page, ".hero .button") == ["Print"]
    assert "0 of 126 results entered" in page.content.decode()


def test_opening_a_session_goes_to_the_step_that_needs_the_director(desk):
    section = make_night()
    assert (
        desk.get(f"/sessions/{section.session_id}/").url == f"/sessions/{section.session_id}/print/"
    )
    enter_all_results(section)
    Section.objects.update(printed_fingerprint=section.plan.fingerprint)
    assert (
        desk.get(f"/sessions/{section.session_id}/").url
        == f"/sessions/{section.session_id}/results/"
    )


def test_archived_night_is_closed_and_restored_by_undo(desk, client):
    section = make_night()
    event = publish_results(event=section.session.event)
    page = desk.get("/nights/")
    assert find_texts(page, ".menu .quiet") == ["Archive"], "red is for what can’t be undone"
    assert find_texts(page, ".menu .help")[0].endswith(
        "nothing is deleted. Restore it under Archived."
    )
    desk.post(f"/events/{event.pk}/remove/")
    page = desk.get("/nights/")
    assert list(page.context["recent"]) == []
    assert [night.pk for night in desk.get("/nights/?archived=1").context["recent"]] == [event.pk]
    assert client.get(f"/events/{event.pk}/").status_code == 404
    (undo,) = find_elements(page, "#messages form")
    desk.post(undo.get("action"))
    assert [night.pk for night in desk.get("/nights/").context["recent"]] == [event.pk]
    assert client.get(f"/events/{event.pk}/").status_code == 404, "it stays unpublished"


def test_nights_say_what_visitors_read(desk):
    """Months, games, winners and scores; of what isn't published only that."""
    section = make_played_section()
    other = make_night(pairs=4)
    Event.objects.filter(pk=other.session.event_id).update(date=date(2026, 10, 6))
    page = desk.get("/nights/")
    assert find_texts(page, ".month") == ["November 2026", "October 2026"]
    first, second = read_table_rows(page)[1::2]
    best = fetch_session_sheets(section).standings.groups[0].rows[0]
    assert first[0] == "Tuesday pairs 17 Nov 2026 Bridge pairs"
    assert first[1] == "Bridge pairs4 pairs"  # on two lines
    assert first[2] == f"{best.names} {format_percent(best.percent)}%"
    assert second[2] == "Not published"
    assert find_texts(desk.get("/results/"), ".winner")[0] == best.names
    assert len(find_elements(page, "#id_find")) == 1


def test_the_file_of_an_imported_night_is_named_in_its_details_alone(desk):
    section = make_played_section()
    Event.objects.update(source="night3.xml, Kalamazoo")
    person = Person.objects.first()
    for path in ("/", "/nights/", f"/people/{person.pk}/"):
        assert "night3.xml" not in desk.get(path).content.decode()
    details = desk.get(f"/events/{section.session.event_id}/change/")
    assert "Imported from night3.xml, Kalamazoo." in find_texts(details, "form p.muted")


def test_nights_need_the_same_queries_for_one_night_and_for_three(desk):
    make_night()
    one = count_queries(desk, "/nights/")
    make_night()
    make_night()
    assert count_queries(desk, "/nights/") == one


def test_a_page_of_two_thousand_nights_is_found_fast_and_small(desk):
    event = make_night().session.event
    several = count_queries(desk, "/nights/")
    more = [
        Event(
            club=event.club,
            name=f"Night {index}",
            date=date(2020 + index % 5, 1, 1),
            contest=event.contest,
            game=event.game,
        )
        for index in range(2000)
    ]
    Session.objects.bulk_create(
        Session(event=night, number=1) for night in Event.objects.bulk_create(more)
    )
    assert count_queries(desk, "/nights/") == several
    assert len(desk.get("/nights/").content) < 60_000
    found = desk.get("/nights/?find=night 199 2023").context["recent"]
    assert [night.name for night in found] == ["Night 1998", "Night 1993"]


def test_tonight_needs_the_same_queries_for_one_night_and_for_three(desk):
    make_night()
    Event.objects.update(date=timezone.localdate())
    one = count_queries(desk, "/")
    enter_all_results(make_night(pairs=LARGE_FIELD_PAIRS, boards_per_set=1))
    make_night(key="howell", pairs=8)
    Event.objects.update(date=timezone.localdate())
    assert count_queries(desk, "/") == one


def test_tonight_reads_no_more_of_a_large_event(desk):
    costs = []
    for section in make_small_and_large_sections():
        Event.objects.update(date="2020-01-01")
        Event.objects.filter(pk=section.session.event_id).update(date=timezone.localdate())
        with count_cost() as cost:
            desk.get("/")
        costs.append(cost)
    small, large = costs
    assert small.queries == large.queries
    # The tables that are late, which it names: two of the small event, four of the large one.
    assert large.rows - small.rows == 2


def test_tonight_lists_a_night_of_today_once(desk):
    make_night()
    Event.objects.update(date=timezone.localdate())
    page = desk.get("/")
    assert len(page.context["heroes"]) == 1
    assert list(page.context["recent"]) == []


@pytest.mark.parametrize(("hour", "is_shown"), [(0, True), (3, True), (4, False)])
def test_the_night_that_goes_on_past_midnight_is_tonights_until_four(
    desk, monkeypatch, hour, is_shown
):
    today = timezone.localdate()
    old, new = (make_night().session.event_id for _night in range(2))
    Event.objects.filter(pk=old).update(date=today)
    Event.objects.filter(pk=new).update(date=today + timedelta(days=1))
    moment = datetime.combine(today + timedelta(days=1), time(hour, 10)).astimezone()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    page = desk.get("/")
    nights = [
        card.night.session.event_id
        for place in ("heroes", "others")
        for card in page.context[place]
    ]
    recent = [result.event.pk for result in page.context["recent"]]
    assert (nights, recent) == (([old, new], []) if is_shown else ([new], [old]))


def test_once_results_come_in_the_next_action_is_the_play(desk):
    section = make_night(named=False)
    Event.objects.update(date=timezone.localdate())
    enter_all_results(section, leave=5)
    (card,) = desk.get("/").context["heroes"]
    night = card.night
    assert [step.state for step in night.steps] == [
        "done",
        "needs",
        "not-yet",
        "next",
        "not-yet",
        "not-yet",
    ]
    assert night.next_step.key == "play"


def states(desk, section) -> list[str]:
    return find_texts(desk.get(f"/sessions/{section.session_id}/field/"), ".steps .hidden")


def test_exactly_one_step_says_that_it_is_next(desk):
    section = make_section()
    assert states(desk, section) == [", next"] + [", not yet"] * 5
    store_plan(section=section, movement=make_plan("mitchell", pairs=6, boards_per_set=1))
    section = fetch_section(section.session_id)
    assert states(desk, section) == [", done", ", next"] + [", not yet"] * 4
    enter_all_results(section, leave=1)
    assert states(desk, section) == [
        ", done",
        ", action needed",
        ", not yet",
        ", next",
        ", not yet",
        ", not yet",
    ]
    enter_all_results(section)
    assert states(desk, section) == [
        ", done",
        ", action needed",
        ", done",
        ", done",
        ", done",
        ", next",
    ]
    publish_results(event=section.session.event)
    assert states(desk, section) == [", done", ", next", ", done", ", done", ", done", ", done"]


def test_a_page_that_does_not_exist_says_so(desk):
    page = desk.get("/sessions/99/field/")
    assert page.status_code == 404
    assert "Page not found" in page.content.decode()


def test_the_name_of_a_night_is_kept_without_signs_nobody_sees(desk):
    make_club()
    desk.post(
        "/events/new/",
        {"name": "Fri\u202eday  \u200bpairs\x07", "date": "2026-11-20", "game": "bridge"},
    )
    assert Event.objects.get().name == "Friday pairs"


def test_party_has_no_sections_at_the_address_of_a_session(desk):
    party = make_seated_party()
    place = f"/sessions/{party.session_id}"
    assert desk.get(f"{place}/").url == f"/parties/{party.session_id}/print/"
    answers = [desk.get(f"{place}-A/"), desk.get(f"{place}-B/")]
    assert [(response.status_code, find_texts(response, ".say")) for response in answers] == [
        (404, [NOT_FOUND_MESSAGE])
    ] * 2
    assert [desk.post(f"{place}/").status_code, desk.post(f"{place}-A/").status_code] == [405, 405]
