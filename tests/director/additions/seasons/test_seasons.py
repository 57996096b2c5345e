"""Seasons of any events: added, filled, scored, explained, published, exported and corrected."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from director.additions.seasons.settings import add_season, add_season_events
from director.additions.seasons.standings import (
    fetch_cached_season_standings,
    make_season_standings,
)
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.boards.scoring.standings.event import EventResults
from director.core.club.people_merge import merge_person
from director.core.files.site import fetch_published_events, make_club_site
from director.core.night.events import move_to_archive
from director.core.night.publishing import publish_results
from director.models import Event, Person, Season, SeasonEvent
from director.party.movement.parties import fetch_party_by_session
from tests.director.additions.contests.draws.test_draws import make_section_to_draw
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.director.party.parties import enter_winner, make_seated_party
from tests.director.pdf.reading import read_pages
from tests.factories import (
    enter_all_results,
    make_club,
    make_night,
    make_pair_names,
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


def test_everybody_has_the_average_of_the_percentages():
    first, second = make_events()
    expected = {
        name: (percent + percents(second)[name]) / 2 for name, percent in percents(first).items()
    }
    rows = rows_of(make_season(first, second))
    assert {row.name: row.total for row in rows} == expected
    totals = [row.total for row in rows]
    assert totals == sorted(totals, reverse=True)


def test_pairs_count_together_and_partners_alone_share_the_total():
    events = make_events()
    pairs = rows_of(make_season(*events, name="Pairs", counting="pairs"))
    people = rows_of(make_season(*events, name="People"))
    assert len(people) == 2 * len(pairs) == 8
    assert {row.total for row in pairs} == {row.total for row in people}
    assert all(" & " in row.name for row in pairs)


def test_partners_may_change_from_event_to_event():
    first, second = make_events()
    names = [make_pair_names(0)[0], make_pair_names(1)[0]]
    section = second.sessions.get().sections.get()
    one, other = (
        section.entries.get(pair_no=number).entry_players.get(order=1) for number in (1, 2)
    )
    people = one.person, other.person
    section.entries.get(pair_no=1).entry_players.get(order=1).delete()
    other.person = people[0]
    other.save()
    section.entries.get(pair_no=1).entry_players.create(section=section, person=people[1], order=1)
    expected = {name: (percents(first)[name] + percents(second)[name]) / 2 for name in names}
    rows = {row.name: row.total for row in rows_of(make_season(first, second))}
    assert {name: rows[name] for name in names} == expected


def test_a_party_and_a_night_of_bridge_count_together():
    party = make_seated_party(players=8, named=True, rounds=1)
    for table in (1, 2):
        enter_winner(party, table, 0)
    event = fetch_party_by_session(party.pk).session.event
    bridge = make_played_section().session.event
    sheet = make_season_standings(make_season(event, bridge, points="wins"), is_published=False)
    assert [night.exclusion_reason for night in sheet.events] == ["", ""]
    assert sum(row.total for row in sheet.rows) == Fraction(1) + 2
    averages = make_season_standings(
        make_season(event, bridge, name="Averages"), is_published=False
    )
    assert sorted(night.exclusion_reason for night in averages.events) == [
        "",
        "Its scoring has no percentages.",
    ]


def test_a_season_of_percentages_offers_only_events_that_have_them(desk):
    pairs, _second = make_events()
    party = make_seated_party(players=8, named=True, rounds=1).session.event
    teams = make_section_to_draw().session.event
    by_average = make_season(name="Averages")
    by_wins = make_season(name="Wins", points="wins")

    def offered(season) -> list[str]:
        page = desk.get(f"/club-seasons/{season.pk}/?tab=events")
        return [box.get("value") for box in find_elements(page, ".check input")]

    assert str(pairs.pk) in offered(by_average)
    assert not {str(party.pk), str(teams.pk)} & {*offered(by_average)}
    assert {str(pairs.pk), str(party.pk), str(teams.pk)} <= {*offered(by_wins)}
    page = desk.get(f"/events/{party.pk}/seasons/")
    assert find_texts(page, "select option") == ["Wins"]
    assert (
        "This event has no percentages, so it can’t count for Averages."
        in find_texts(page, "main")[0]
    )


def test_correcting_a_published_event_corrects_the_season():
    first, second = make_events()
    season = make_season(first, second)
    address = f"/club-seasons/{season.pk}/"
    before = Client().get(address)
    section = second.sessions.get().sections.get()
    import_result(
        section=section, line=fetch_section_lines(section).all[0], text="7NTNXX-13", user=None
    )
    after = Client().get(address)
    assert after.content != before.content
    expected = {
        name: (percent + percents(second)[name]) / 2 for name, percent in percents(first).items()
    }
    assert {row.name: row.total for row in rows_of(season)} == expected


def test_visitors_see_only_published_events_and_the_desk_all():
    first, hidden = (
        make_played_section().session.event,
        make_played_section(published=False).session.event,
    )
    season = make_season(first, hidden)
    assert [
        event.event_id for event in make_season_standings(season, is_published=True).events
    ] == [first.pk]
    page = Client().get(f"/club-seasons/{season.pk}/?tab=events")
    assert f"/events/{hidden.pk}/" not in page.content.decode()
    assert {
        event.event_id for event in make_season_standings(season, is_published=False).events
    } == {
        first.pk,
        hidden.pk,
    }
    assert make_season_standings(season, is_published=False).is_provisional


def test_an_archived_event_no_longer_counts():
    first, second = make_events()
    season = make_season(first, second)
    move_to_archive(event=second)
    assert [
        event.event_id for event in fetch_cached_season_standings(season, is_published=False).events
    ] == [first.pk]


def test_a_season_is_provisional_until_its_events_are_complete_and_final():
    season = make_season(*make_events(1, leave=1))
    assert make_season_standings(season, is_published=True).is_provisional
    assert "provisional" in find_texts(Client().get(f"/club-seasons/{season.pk}/"), ".flag")


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


def test_no_event_ticked_is_refused(desk):
    season = make_season()
    page = desk.post(f"/club-seasons/{season.pk}/events/", {}, follow=True)
    assert "No event is ticked. Tick the events that count, then add them." in page.content.decode()
    page = desk.post(f"/club-seasons/{season.pk}/events/", {"event": ["999999"]}, follow=True)
    assert "This event isn’t in the list any more." in page.content.decode()


def test_a_season_without_events_says_so(desk):
    season = make_season()
    assert "No events yet." in desk.get(f"/club-seasons/{season.pk}/").content.decode()


def test_more_best_events_than_there_are_count_all(desk):
    season = make_season(*make_events(), best=5)
    html = desk.get(f"/club-seasons/{season.pk}/").content.decode()
    assert "The best 5 count but there are only 2, so all of them count." in html


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "Type a name, such as Winter 2026."),
        ({"name": "AUTUMN"}, "Another season is already called AUTUMN. Choose another name."),
        ({"best": "x"}, "“x” isn’t a number of events. Type a whole number in figures, such as 5."),
        ({"points": "places"}, "No points for places are given. Type a line such as “8: 10 6 3”."),
        ({"handicap": "101"}, "The percentage must be at most 100, such as 50, not 101."),
        (
            {"handicap": "50", "points": "wins"},
            "A handicap is added to percentages, and this scoring has none.",
        ),
        ({"handicap_events": "0"}, "1 or more"),
        ({"table": "8 10"}, "Line 1 of the points, “8 10”, can’t be read."),
        ({"table": "8: 10\n" * 400}, "This list"),
    ],
)
def test_rules_that_cannot_be_are_refused_and_kept(desk, typed, sentence):
    make_season(name="Autumn")
    season = make_season()
    for address in ("/club-seasons/new/", f"/club-seasons/{season.pk}/rules/"):
        page = desk.post(address, TYPED | {"minimum": "7"} | typed)
        assert page.status_code == 422
        assert sentence in " ".join(find_errors(page))
        assert 'value="7"' in page.content.decode()


def test_somebody_merged_in_mid_season_keeps_everything():
    first, second = make_events()
    section = second.sessions.get().sections.get()
    player = section.entries.get(pair_no=1).entry_players.get(order=1)
    known, double = player.person, Person.objects.create(club=make_club(), name="Ada Double")
    player.person = double
    player.save()
    season = make_season(first, second)
    assert {row.name: row.events_played for row in rows_of(season)}["Ada Double"] == 1
    merge_person(person=double, into=known)
    rows = {
        row.name: row.events_played
        for row in fetch_cached_season_standings(season, is_published=False).rows
    }
    assert rows[known.name] == 2
    assert "Ada Double" not in rows


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


def test_files_have_the_standings(desk):
    season = make_season(*make_events())
    base = f"/club-seasons/{season.pk}/"
    best = rows_of(season)[0]
    text = desk.get(f"{base}export/csv/").content.decode("utf-8-sig")
    assert text.splitlines()[0].startswith("Place")
    assert best.name in text.splitlines()[1]
    assert desk.get(f"{base}export/xlsx/").status_code == 200
    assert desk.get(f"{base}export/nothing/").status_code == 404
    payload = Client().get(f"{base}season.json").json()
    assert payload["standings"][0]["total"] == str(best.total)


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


def test_a_season_of_many_events_takes_few_queries_once_it_is_kept(desk):
    season = make_season(*make_events(4))
    address = f"/club-seasons/{season.pk}/"
    desk.get(address)
    few = count_queries(desk, address)
    add_season_events(season=season, event_ids=[event.pk for event in make_events(3)])
    desk.get(address)
    assert count_queries(desk, address) == few < 10


def test_the_date_orders_the_events():
    first, second = make_events()
    first.date = date(2026, 12, 1)
    first.save()
    sheet = make_season_standings(make_season(first, second), is_published=False)
    assert [event.event_id for event in sheet.events] == [second.pk, first.pk]


def test_a_night_without_names_counts_for_nobody():
    section = make_night(key="howell", pairs=4, boards_per_set=2, named=False)
    enter_all_results(section)
    publish_results(event=section.session.event)
    (event,) = make_season_standings(make_season(section.session.event), is_published=False).events
    assert event.exclusion_reason == "No player with names is ranked in it."


def test_the_standings_are_printed(desk):
    season = make_season(*make_events())
    response = desk.get(f"/club-seasons/{season.pk}/season.pdf")
    assert response.content.startswith(b"%PDF")
    refused = desk.get(f"/club-seasons/{make_season(name='Empty').pk}/season.pdf")
    assert (refused.status_code, *find_texts(refused, ".say.bad")) == (
        409,
        "Empty has no standings yet. Add events with results, then print.",
    )


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


def change_scoring(event, scoring, **options):
    event.scoring, event.scoring_options = scoring, options
    event.save()


@pytest.mark.parametrize(
    ("scoring", "options", "unit"),
    [
        ("butler", {}, "IMPs"),
        ("ascherman", {"per_beaten": "1"}, "matchpoints (matchpoints per result beaten: 1)"),
        (
            "matchpoints",
            {"per_beaten": "1"},
            "matchpoints (matchpoints per result beaten: 1)",
        ),
    ],
)
@pytest.mark.parametrize("points", ["total", "credit"])
def test_totals_of_another_unit_are_not_added(desk, points, scoring, options, unit):
    *alike, other = make_events(3)
    change_scoring(other, scoring, **options)
    season = make_season(other, *alike, points=points)
    sheet = make_season_standings(season, is_published=False)
    reason = f"Its totals are {unit}, and this season adds matchpoints."
    assert {event.event_id: event.exclusion_reason for event in sheet.events} == {
        **{event.pk: "" for event in alike},
        other.pk: reason,
    }
    expected = make_season_standings(
        make_season(*alike, points=points, name="Alike"), is_published=False
    )
    assert [(row.name, row.total) for row in sheet.rows] == [
        (row.name, row.total) for row in expected.rows
    ]
    address = f"/club-seasons/{season.pk}/"
    assert reason in desk.get(f"{address}?tab=events").content.decode()
    note = "1 event isn’t added, because this season adds matchpoints: see Events."
    assert note in desk.get(address).content.decode()


def test_totals_of_a_party_are_not_added_to_matchpoints():
    pairs = make_events(2)
    party = make_seated_party(named=True)
    for table_no in range(1, 5):
        enter_winner(party, table_no)
    season = make_season(*pairs, party.session.event, points="total")
    *_, last = make_season_standings(season, is_published=False).events
    assert last.exclusion_reason == "Its totals are games, and this season adds matchpoints."


def test_points_for_places_count_by_whatever_unit():
    events = make_events(2)
    change_scoring(events[1], "butler")
    sheet = make_season_standings(
        make_season(*events, points="places", table="2: 2 1"), is_published=False
    )
    assert [event.exclusion_reason for event in sheet.events] == ["", ""]


def test_the_page_of_a_season_changes_when_an_event_becomes_final(monkeypatch):
    season = make_season(*make_events(1))
    now = timezone.now()
    Event.objects.update(corrections_until=now + timedelta(hours=1))
    path = f"/club-seasons/{season.pk}/"
    assert "provisional" in find_texts(Client().get(path), ".flag")
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(hours=2))
    assert "provisional" not in find_texts(Client().get(path), ".flag")


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
