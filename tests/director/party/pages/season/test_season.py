"""Seasons of parties: nights added up by persons, for the desk, for visitors and for programs."""

import csv
import io
from datetime import date

import pytest
from django.test import Client

from director.core.night.publishing.write import publish_results
from director.party.models import PartySeason
from director.party.movement.games.read import fetch_evening, fetch_evenings
from director.party.movement.parties import get_party_by_session
from director.party.play.history import redo_party, undo_party
from director.party.play.season import set_party_season, set_up_season
from director.party.play.seats import name_player
from director.party.scoring.season import fetch_season_sheet, get_season_parties
from tests.director.pages import queries, texts
from tests.director.party.parties import make_seated, win
from tests.kept_rows import keep_rows

pytestmark = pytest.mark.django_db

SEASON = "Winter " + "W" * 40


@keep_rows
def make_played(*, day: int = 1, winner: int = 0, players: int = 12, **fields):
    """Return a night of one round on that day of November, at which that side won at every table."""
    party = make_seated(players=players, named=True, rounds=1, **fields)
    party.session.event.date = date(2026, 11, day)
    party.session.event.save()
    for table in range(1, players // 4 + 1):
        win(party, table, winner)
    return get_party_by_session(party.pk)


def make_season(*days):
    """Return the season of nights on these *days*; on even ones the other side has won."""
    for day in days:
        season = set_party_season(
            party=make_played(day=day, winner=day % 2), name=SEASON, user=None
        )
    return season


def totals(season):
    (_caption, rows), *_more = fetch_season_sheet(season, published=False).lists
    return {row.name: str(row.total) for row in rows}


def test_nights_are_added_up_by_persons_in_the_order_of_their_dates():
    season = make_season(9, 2)
    sheet = fetch_season_sheet(season, published=False)
    assert [night.date.day for night in sheet.nights] == [2, 9]
    assert set(totals(season).values()) == {"1"}
    third = make_played(day=16)
    set_party_season(party=third, name=SEASON, user=None)
    winners = {
        standing.player for standing in fetch_evening(third).ranking.standings if standing.total
    }
    names = {str(player) for player in third.players.all() if str(player.number) in winners}
    assert {name for name, total in totals(season).items() if total == "2"} == names
    assert set(fetch_season_sheet(season, published=False).champions) == names


def test_best_nights_and_points_for_coming_are_settled_on_its_page(desk):
    season = make_season(1, 2, 3)
    address = f"/seasons/{season.pk}/"
    sent = {"best": "1", "attendance": "2", "figures": "totals"}
    assert desk.post(f"{address}rules/", sent).status_code == 302
    season.refresh_from_db()
    assert set(totals(season).values()) == {"7"}
    assert "The best event counts, plus 2 per event played; 3 events so far." in texts(
        desk.get(address), ".head p"
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            {"best": "many"},
            "“many” isn’t a number of events. Type a whole number in figures, such as 5.",
        ),
        ({"best": ""}, "Type how many events count, such as 5, or 0 for all."),
        ({"attendance": "-1"}, "The number of points must be 0 or more, such as 2, not -1."),
    ],
    ids=["word", "nothing", "negative"],
)
def test_what_is_no_rule_is_said_in_one_sentence(desk, typed, said):
    season = make_season(1)
    page = desk.post(
        f"/seasons/{season.pk}/rules/",
        {"best": "0", "attendance": "0", "figures": "totals"} | typed,
    )
    assert page.status_code == 422
    assert said in texts(page, "p.bad")


def test_standings_are_searched_by_name(desk):
    season = make_season(1)
    name = next(iter(totals(season)))
    assert texts(desk.get(f"/seasons/{season.pk}/", {"find": name.upper()}), "tbody th") == [name]


def test_groups_have_lists_of_their_own():
    season = set_up_season(season=make_season(1, 2), by_group=True)
    sheet = fetch_season_sheet(season, published=False)
    assert [(caption, len(rows)) for caption, rows in sheet.lists] == [("A", 6), ("B", 6)]


def test_correction_of_a_night_shows_at_once():
    party = make_played()
    season = set_party_season(party=party, name=SEASON, user=None)
    before = totals(season)
    win(party, 1, 1)
    after = totals(season)
    assert {name for name in before if before[name] != after[name]} != set()


def test_players_without_a_name_are_told():
    party = make_seated(players=8, rounds=1)
    win(party, 1)
    name_player(party=party, number=1, name="Ada Ash", user=None)
    sheet = fetch_season_sheet(
        set_party_season(party=party, name=SEASON, user=None), published=False
    )
    assert sheet.nameless == 7


def test_season_is_chosen_in_results_undone_and_done_again(desk):
    party = make_played()
    address = f"/parties/{party.pk}/season/"
    for _press in range(2):
        assert (
            desk.post(address, {"season": f" {SEASON} ", "idempotency_key": "twice"}).status_code
            == 302
        )
    (act,) = party.acts.filter(kind="season")
    assert get_party_by_session(party.pk).season == SEASON
    undo_party(party=party, number=act.number, user=None)
    assert get_party_by_session(party.pk).season == ""
    redo_party(party=party, number=act.number, user=None)
    assert get_party_by_session(party.pk).season == SEASON
    assert PartySeason.objects.count() == 1


def test_name_that_is_too_long_is_refused_in_one_sentence(desk):
    party = make_played()
    page = desk.post(f"/parties/{party.pk}/season/", {"season": "W" * 61}, follow=True)
    assert "The name of a season is too long. Use at most 60 characters." in page.content.decode()
    assert get_party_by_session(party.pk).season == ""


def test_visitors_read_published_nights_alone():
    season = make_season(1, 2)
    address = f"/seasons/{season.pk}/"
    assert Client().get(address).status_code == 404
    first = get_season_parties(season, published=False)[0]
    publish_results(event=first.session.event, user=None)
    page = Client().get(f"{address}?tab=events")
    assert len(texts(page, ".nights b")) == 1
    assert texts(page, ".tabs a") == ["Standings", "Events"]
    told = Client().get(f"{address}season.json").json()
    assert [night["date"] for night in told["nights"]] == ["2026-11-01"]
    assert len(told["lists"][0]["standings"]) == 12
    assert Client().get(f"{address}export/csv/").status_code == 302


def test_files_have_a_line_a_person_and_a_column_a_night(desk):
    season = make_season(1, 2)
    rows = list(
        csv.reader(
            io.StringIO(desk.get(f"/seasons/{season.pk}/export/csv/").content.decode("utf-8-sig"))
        )
    )
    assert rows[0] == ["Place", "Player", "Events", "Played", "01.11.2026", "02.11.2026", "Total"]
    assert len(rows) == 13
    assert {row[3] for row in rows[1:]} == {"2"}
    assert desk.get(f"/seasons/{season.pk}/export/xlsx/").content[:2] == b"PK"
    assert desk.get(f"/seasons/{season.pk}/export/doc/").status_code == 404


def test_as_many_queries_for_one_night_as_for_three(desk):
    season = make_season(1)
    counts = [queries(desk, f"/seasons/{season.pk}/")]
    for day in (2, 3):
        set_party_season(party=make_played(day=day, players=20), name=SEASON, user=None)
    counts.append(queries(desk, f"/seasons/{season.pk}/"))
    assert counts[0] == counts[1]


def test_evenings_read_together_are_those_read_alone():
    season = make_season(1, 2)
    parties = get_season_parties(season, published=False)
    together = fetch_evenings(parties)
    assert [evening.ranking for evening in together] == [
        fetch_evening(party).ranking for party in parties
    ]


def test_seasons_of_the_club_are_listed(desk):
    season = make_season(1, 2)
    page = desk.get("/seasons/")
    assert texts(page, ".nights b") == [SEASON]
    assert texts(page, ".nights p") == ["2 events"]
    assert f"/seasons/{season.pk}/" in page.content.decode()


def test_night_off_the_lists_is_in_no_season():
    season = make_season(1, 2)
    event = get_season_parties(season, published=False)[0].session.event
    event.removed_at = event.created_at
    event.save()
    assert len(fetch_season_sheet(season, published=False).nights) == 1


def test_a_season_is_counted_once_until_something_of_it_changes(desk):
    season = make_season(2, 9)
    address = f"/seasons/{season.pk}/"
    first, again = queries(desk, address), queries(desk, address)
    assert again < first - 4
    party = get_party_by_session(
        PartySeason.objects.get().club.events.earliest("pk").sessions.get().pk
    )
    before = totals_shown(desk, season)
    win(party, 1, 1, round_no=1)
    changed = totals_shown(desk, season)
    assert changed != before
    undo_party(party=party, number=party.acts.latest("number").number, user=None)
    assert totals_shown(desk, season) == before
    set_up_season(season=season, figures="totals", best=1, attendance=5, by_group=False)
    assert "plus 5 per event played" in desk.get(address).content.decode()


def test_visitors_have_the_page_of_a_season_kept_while_nothing_changes():
    season, visitor = make_season(2, 9), Client()
    for event in season.club.events.all():
        publish_results(event=event)
    answer = visitor.get(f"/seasons/{season.pk}/")
    held = {"If-None-Match": answer.headers["ETag"]}
    assert visitor.get(f"/seasons/{season.pk}/", headers=held).status_code == 304
    set_party_season(
        party=get_party_by_session(season.club.events.earliest("pk").sessions.get().pk),
        name="",
        user=None,
    )
    assert visitor.get(f"/seasons/{season.pk}/", headers=held).status_code == 200


def totals_shown(desk, season):
    return [
        row["total"]
        for row in desk.get(f"/seasons/{season.pk}/season.json").json()["lists"][0]["standings"]
    ]


def test_points_of_another_method_are_not_added_to_games(desk):
    season = make_season(1, 2)
    third = make_seated(players=12, named=True, rounds=1, method="points")
    for table in range(1, 4):
        win(third, table, None, points=(5, 3))
    before = totals(season)
    set_party_season(party=third, name=SEASON, user=None)
    assert totals(season) == before
    reasons = [night.why_not for night in fetch_season_sheet(season, published=False).nights]
    unlike = "Its totals are points of Euchre (Points won), and this season adds games."
    assert reasons[-1] == unlike
    assert unlike in desk.get(f"/seasons/{season.pk}/?tab=events").content.decode()
    note = "2 events so far. 1 event isn’t added, because this season adds games: see Events."
    assert note in desk.get(f"/seasons/{season.pk}/").content.decode()
    season.figures = "beaten"
    season.save()
    assert not any(night.why_not for night in fetch_season_sheet(season, published=False).nights)
