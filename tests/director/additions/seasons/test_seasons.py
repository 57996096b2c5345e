"""Seasons of any events: added, filled, scored, explained, published, exported and corrected."""

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client

from director.additions.seasons.settings import (
    add_season,
    add_season_events,
    remove_season_event,
    store_season_weekday,
)
from director.additions.seasons.standings import (
    make_season_standings,
)
from director.boards.play.sessions import create_event
from director.boards.scoring.standings.event import EventResults
from director.core.files.site import fetch_published_events, make_club_site
from director.models import Person, Season, SeasonEvent
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.director.pdf.reading import read_pages
from tests.factories import (
    make_club,
    make_played_section,
)

pytestmark = pytest.mark.django_db

RULES = {
    "name": "Winter",
    "counting": "people",
    "points": "percent",
    "best": 0,
    "minimum": 0,
    "attendance": 0,
    "handicap": 0,
    "handicap_events": 3,
    "table": "",
}
TYPED = RULES | {"first_tie": "", "second_tie": ""}


def make_season(*events, **rules):
    """Return a season of *events* with these *rules*."""
    season = add_season(club=make_club(), **RULES | rules)
    if events:
        add_season_events(season=season, event_ids=[event.pk for event in events])
    return season


def make_events(count=2, **night):
    """Return *count* published pairs events of the same people."""
    return [make_played_section(**night).session.event for _number in range(count)]


def rows_of(season, *, published=False):
    return make_season_standings(season, is_published=published).rows


def percents(event):
    """Return the percentage of everybody in *event* by name, from its own standings."""
    rows = [row for group in EventResults(event).standings.groups for row in group.rows]
    return {name: row.percent for row in rows for name in row.names.split(" & ")}


@pytest.mark.slow
def test_a_season_is_added_filled_and_read_by_visitors(desk):
    first, second = make_events()
    added = desk.post("/club-seasons/new/", TYPED, follow=True)
    season = Season.objects.get()
    assert "Season added. Choose the events that count." in added.content.decode()
    assert Client().get(f"/club-seasons/{season.pk}/").status_code == 404
    desk.post(f"/club-seasons/{season.pk}/events/", {"event": [first.pk, second.pk]})
    page = Client().get(f"/club-seasons/{season.pk}/")
    assert page.status_code == 200
    assert set(find_texts(page, "th.c-names")[1:]) == set(percents(first))
    assert find_texts(desk.get("/seasons/"), ".nights b") == ["Winter"]


def test_pairs_count_together_and_partners_alone_share_the_total():
    events = make_events()
    pairs = rows_of(make_season(*events, name="Pairs", counting="pairs"))
    people = rows_of(make_season(*events, name="People"))
    assert len(people) == 2 * len(pairs) == 8
    assert {row.total for row in pairs} == {row.total for row in people}
    assert all(" & " in row.name for row in pairs)


@pytest.mark.slow
def test_every_total_says_why(desk):
    events = make_events(3)
    season = make_season(*events, best=2, attendance=1)
    row = rows_of(season)[0]
    text = " ".join(find_texts(desk.get(f"/club-seasons/{season.pk}/?why={row.key}"), "section"))
    assert f"Why {row.total_text} for {row.name}?" in text
    assert text.count("(not counted)") == 1
    counted = " + ".join(cell.points_text for cell in row.cells if cell.is_counted)
    assert f"({counted}) ÷ 2 + 3 for 3 events played = {row.total_text}" in text
    assert desk.get(f"/club-seasons/{season.pk}/?why=nobody").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("points", "words"),
    [
        ("credit", "average of the field"),
        ("wins", "place 1 of"),
        ("places", "place 1 of"),
        ("total", "place 1 of"),
    ],
)
def test_every_scoring_says_why(desk, points, words):
    season = make_season(*make_events(1), points=points, table="2: 4 2 1")
    row = rows_of(season)[0]
    assert words in " ".join(
        find_texts(desk.get(f"/club-seasons/{season.pk}/?why={row.key}"), "section")
    )


@pytest.mark.slow
def test_a_handicap_is_added_and_explained(desk):
    events = make_events(3)
    season = make_season(*events, handicap=50, handicap_events=2)
    rows, own = rows_of(season), [percents(event) for event in events]
    for row in rows:
        played = [event[row.name] for event in own]
        first, second = (
            max(Fraction(0), (50 - sum(played[:n], Fraction(0)) / n) / 2) for n in (1, 2)
        )
        assert [cell.points for cell in row.cells] == [
            played[0],
            played[1] + first,
            played[2] + second,
        ]
    last = rows[-1]
    page = desk.get(f"/club-seasons/{season.pk}/?why={last.key}").content.decode()
    assert "+ handicap" in page
    assert "handicap: 50 % of what the 2 events before lacked to 50 %" in page


def test_an_event_counts_once(desk):
    (event,) = make_events(1)
    season = make_season(event)
    page = desk.post(
        f"/club-seasons/{season.pk}/events/", {"event": [event.pk, event.pk]}, follow=True
    )
    assert "Tuesday pairs counted for Winter already, and counts once." in page.content.decode()
    assert SeasonEvent.objects.count() == 1


def start_night(day: date):
    return create_event(club=make_club(), name="Tuesday pairs", date=day, game="bridge").event


def test_a_season_takes_every_event_of_a_weekday_by_itself(desk):
    [before, first] = [start_night(date(2026, 9, 1)), start_night(date(2026, 9, 8))]
    season = make_season()
    address = f"/club-seasons/{season.pk}/events/"
    typed = {"weekday": "2", "contest": "pairs", "start": ""}
    page = desk.post(address, typed)
    assert find_errors(page) == ["Choose the day from which events count."]
    desk.post(address, typed | {"start": "2026-09-02"})
    start_night(date(2026, 9, 9))
    third = start_night(date(2026, 9, 15))
    assert list(season.season_events.values_list("event", flat=True)) == [first.pk, third.pk]
    assert not before.in_seasons.exists()
    remove_season_event(season=season, event_id=third.pk)
    third.save()
    assert not third.in_seasons.exists()
    desk.post(address, {"weekday": "0", "contest": "pairs", "start": ""})
    assert not start_night(date(2026, 9, 22)).in_seasons.exists()
    assert first.in_seasons.exists()


def test_the_kind_of_a_weekday_that_this_version_no_longer_has_is_shown_and_kept(desk):
    season = make_season()
    start = date(2026, 9, 1)
    store_season_weekday(season=season, weekday=2, contest="quadrille", start=start)
    page = desk.get(f"/club-seasons/{season.pk}/?tab=events").content.decode()
    assert '<option value="quadrille" selected>quadrille (ended)</option>' in page
    typed = {"weekday": "3", "contest": "quadrille", "start": "2026-09-02"}
    assert desk.post(f"/club-seasons/{season.pk}/events/", typed).status_code == 302
    season.refresh_from_db()
    assert (season.weekday, season.weekday_contest) == (3, "quadrille")


def test_no_event_ticked_is_refused(desk):
    season = make_season()
    page = desk.post(f"/club-seasons/{season.pk}/events/", {}, follow=True)
    assert "No event is ticked. Tick the events that count, then add them." in page.content.decode()
    page = desk.post(f"/club-seasons/{season.pk}/events/", {"event": ["999999"]}, follow=True)
    assert "This event isn’t in the list any more." in page.content.decode()


def test_an_event_leads_to_its_seasons(desk):
    (event,) = make_events(1)
    season = make_season()
    assert desk.get(f"/events/{event.pk}/seasons/").status_code == 200
    page = desk.post(f"/events/{event.pk}/seasons/", {"season": season.pk}, follow=True)
    assert "Tuesday pairs now counts for Winter." in page.content.decode()
    page = desk.post(f"/events/{event.pk}/seasons/", {"season": season.pk}, follow=True)
    assert "counts once" in page.content.decode()
    page = desk.post(f"/events/{event.pk}/seasons/", {"season": ""}, follow=True)
    assert "No season is chosen." in page.content.decode()


def test_a_season_is_changed_emptied_and_deleted(desk):
    (event,) = make_events(1)
    season = make_season(event)
    base = f"/club-seasons/{season.pk}/"
    desk.post(f"{base}rules/", TYPED | {"name": "Spring", "points": "total", "first_tie": "wins"})
    season.refresh_from_db()
    assert (season.name, season.points, season.ties) == ("Spring", "total", "wins")
    assert "selected>more events won" in desk.get(f"{base}?tab=scoring").content.decode()
    desk.post(f"{base}events/{event.pk}/remove/")
    assert not season.season_events.exists()
    desk.post(f"{base}remove/")
    assert not Season.objects.exists()


@pytest.mark.slow
def test_prizes_go_to_the_first_places_of_the_season(desk):
    season = make_season(*make_events())
    page = desk.get(f"/club-seasons/{season.pk}/?tab=export")
    assert "First prize\nSecond prize" in page.content.decode()
    address = f"/club-seasons/{season.pk}/prizes.pdf"
    sheet = desk.get(address, {"prizes": "Challenge cup\nShield"})
    words = " ".join(text for page in read_pages(sheet.content) for text in page.texts)
    assert "Challenge cup" in words
    assert rows_of(season)[0].name.split(" & ")[0] in words
    refused = desk.get(desk.get(address, {"prizes": " "}).url)
    assert find_texts(refused, "#messages p") == [
        "No prize has been typed. Type one per line, the first for first place."
    ]
    empty = make_season(name="Empty")
    answer = desk.get(desk.get(f"/club-seasons/{empty.pk}/prizes.pdf", {"prizes": "Cup"}).url)
    assert find_texts(answer, "#messages p") == [
        "There are no standings with names yet. Enter results first."
    ]
    assert find_texts(answer, "textarea") == ["Cup"]


@pytest.mark.slow
def test_the_standings_are_printed(desk):
    season = make_season(*make_events())
    response = desk.get(f"/club-seasons/{season.pk}/season.pdf")
    assert response.content.startswith(b"%PDF")
    refused = desk.get(f"/club-seasons/{make_season(name='Empty').pk}/season.pdf")
    assert (refused.status_code, *find_texts(refused, ".say.bad")) == (
        409,
        "Empty has no standings yet. Add events with results, then print.",
    )


@pytest.mark.slow
def test_the_public_home_and_the_site_have_seasons_with_a_published_event():
    season = make_season(*make_events())
    make_season(make_played_section(published=False).session.event, name="Hidden")
    assert find_texts(Client().get("/results/"), ".links a")[0] == "Winter"
    assert "Hidden" not in Client().get("/results/").content.decode()
    files = make_club_site(make_club(), list(fetch_published_events(make_club())))
    page = files[f"club-seasons/{season.pk}/index.html"].decode()
    assert rows_of(season)[0].name in page
    assert f'href="../../events/{season.season_events.first().event_id}/index.html"' in page
    assert f"club-seasons/{season.pk}/season.json" in files
    assert f'href="club-seasons/{season.pk}/index.html"' in files["index.html"].decode()
    assert not any("Hidden" in content.decode("utf-8", "ignore") for content in files.values())


@pytest.mark.parametrize(
    ("typed", "is_open"),
    [({}, False), ({"minimum": "3"}, True), ({"handicap_events": "0"}, True)],
    ids=["usual", "used", "refused"],
)
def test_rare_rules_are_folded_until_one_is_used_or_refused(desk, typed, is_open):
    page = desk.post("/club-seasons/new/", TYPED | {"name": ""} | typed)
    (fold,) = find_elements(page, ".season-form details")
    assert (fold.get("open") is not None) == is_open


def test_first_season_is_invited(desk):
    make_club()
    page = desk.get("/seasons/")
    assert "No seasons yet." in find_texts(page, "main .muted")[0]
    assert find_texts(page, "main a.button") == ["Add season"]


@pytest.mark.slow
def test_the_leaders_stand_above_the_table_with_their_places_over_the_weeks(desk):
    season = make_season(*make_events())
    page = desk.get(f"/club-seasons/{season.pk}/")
    rows = read_table_rows(page, ".results")
    winners = [row[1] for row in rows if row[0].rstrip("=") == "1"]
    if len(winners) <= 4:
        assert find_texts(page, ".winners .winner") == winners
    assert "In the lead" in find_texts(page, ".winners p")[0]
    assert find_texts(page, ".places .full") == [row[1] for row in rows[:5]]
    # Every name leads to its person.
    person = Person.objects.get(name=rows[0][1])
    assert f'href="/people/{person.pk}/"' in page.content.decode()
    assert (
        f'href="/people/{person.pk}/"'
        not in Client().get(page.request["PATH_INFO"]).content.decode()
    )


def test_a_season_of_one_event_has_no_lines(desk):
    season = make_season(*make_events(1))
    page = desk.get(f"/club-seasons/{season.pk}/")
    assert find_texts(page, ".winners .winner") or find_texts(page, ".winners p")
    assert find_texts(page, ".places text") == []


@pytest.mark.slow
def test_a_season_of_many_events_takes_few_queries_once_it_is_kept(desk):
    season = make_season(*make_events(4))
    address = f"/club-seasons/{season.pk}/"
    desk.get(address)
    few = count_queries(desk, address)
    add_season_events(season=season, event_ids=[event.pk for event in make_events(3)])
    desk.get(address)
    assert count_queries(desk, address) == few < 10


def test_a_new_season_takes_a_weekday_on_its_first_page(desk):
    start_night(date(2026, 9, 8))
    sent = TYPED | {"weekday": "2", "contest": "pairs", "start": "2026-09-01"}
    page = desk.post("/club-seasons/new/", sent, follow=True)
    assert (
        "Every Tuesday pairs from 1 September 2026 counts by itself. Added now: 1 event."
        in page.text
    )
    season = Season.objects.get()
    assert (season.weekday, season.weekday_contest) == (2, "pairs")
    refused = desk.post("/club-seasons/new/", sent | {"name": "Winter", "start": ""})
    assert refused.status_code == 422
    assert "Choose the day from which events count." in refused.text
    assert Season.objects.count() == 1
