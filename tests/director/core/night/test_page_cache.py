"""Pages kept for visitors: made once, never shown when they are no longer true, and answered by one question."""

import re
import time
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest
from django.contrib.messages import constants as message_levels
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timesince, timezone, translation

from director.additions.rulings.rulings import Penalty, withdraw_ruling
from director.boards.movement.sections import fetch_section_acts
from director.boards.movement.words import PairExtras
from director.boards.play.results.acts import undo_section
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.off_schedule import group_board
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry, swap_entries
from director.boards.scoring.extras import SectionExtras
from director.boards.scoring.standings.event import RESULTS_CACHE
from director.core.club.club import change_club
from director.core.club.people import add_person, change_person
from director.core.club.people_merge import merge_person
from director.core.night import page_cache
from director.core.night.events import change_event, move_to_archive, restore_event
from director.core.night.history import filter_acts_in_force, find_act_to_undo
from director.core.night.publishing import (
    finalise_results,
    publish_results,
    reopen_results,
    unpublish_results,
)
from director.models import Event, Person, StandingsVersion
from director.party.play.history import undo_party
from director.party.play.play import finish_party
from director.party.play.seats import name_player
from scoring.method import ScoringMethod
from tests.director.call_counts import count_calls
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_seated_party,
    play_round,
)
from tests.director.write_guard import map_counted_tables
from tests.factories import add_ruling, make_director, make_played_section, reload_section, sign_in

pytestmark = pytest.mark.django_db

PAGES = (
    "",
    "recap/",
    "boards/1/",
    "pairs/1/",
    "changes/",
    "results.json",
    "results.json?explain",
    "?why=total-1",
)


def visit(path: str, **headers: str):
    """What a browser that was never here before is answered."""
    return Client().get(path, headers=headers)


def made_anew(path: str):
    """The page as it is made when nothing is kept."""
    caches["pages"].clear()
    RESULTS_CACHE.clear()
    return visit(path)


def paths(event: Event, pages=PAGES) -> list[str]:
    return [f"{event.get_absolute_url()}{page}" for page in pages]


@pytest.fixture
def section():
    """A published Howell of four pairs, all lines in; the time that is left changes once a day."""
    section = make_played_section()
    Event.objects.update(corrections_until=timezone.now() + timedelta(days=29, hours=12))
    return reload_section(section)


@pytest.fixture
def event(section):
    return section.session.event


def a_line(section):
    return section.results.filter(board_no=1).order_by("ns").first()


def corrected(section, text="7NTN="):
    line = a_line(section)
    return enter_result(
        section=reload_section(section), board_no=1, ns=line.ns, ew=line.ew, text=text, user=None
    )


def penalty(section):
    return add_ruling(
        section=reload_section(section),
        user=None,
        facts="Late.",
        decision="A tenth of a top.",
        board_no=1,
        pair_no=a_line(section).ns,
        penalty=Penalty(Decimal(10), "top", a_line(section).ns),
    )


def somebody(section) -> Person:
    return Person.objects.filter(entries__section=section).order_by("pk").first()


def other_cards(section):
    line = a_line(section)
    group_board(
        section=reload_section(section), board_no=1, groups={(line.ns, line.ew): "B"}, user=None
    )


def handicaps(section):
    extras = SectionExtras({1: PairExtras("3", "A", "2")}, handicap_unit="%", carry_over_unit="mp")
    store_extras(section=reload_section(section), extras=extras, user=None)


def no_handicaps(section):
    handicaps(section)
    visit(section.session.event.get_absolute_url())
    undo_section(
        section=reload_section(section),
        number=find_act_to_undo(fetch_section_acts(section)).number,
        user=None,
    )


def undone(section):
    corrected(section)
    visit(section.session.event.get_absolute_url())
    undo_section(
        section=section, number=find_act_to_undo(fetch_section_acts(section)).number, user=None
    )


def withdrawn(section):
    ruling = penalty(section)
    visit(section.session.event.get_absolute_url())
    withdraw_ruling(ruling=ruling, user=None, reason="Not late after all.")


def merged(section):
    person, club = somebody(section), section.session.event.club
    merge_person(person=person, into=add_person(club=club, name="Zoe Zander"))


ACTS = {
    "correction": corrected,
    "line-taken-out": lambda section: corrected(section, ""),
    "correction-undone": undone,
    "penalty": penalty,
    "penalty-withdrawn": withdrawn,
    "other-cards": other_cards,
    "handicap": handicaps,
    "handicap-undone": no_handicaps,
    "person-renamed": lambda section: change_person(
        person=somebody(section), name="Zoe Zander", number=""
    ),
    "people-merged": merged,
    "pair-named": lambda section: name_entry(
        section=reload_section(section), pair_no=1, names=["Zoe Zander", "Yan Yeo"]
    ),
    "pairs-swapped": lambda section: swap_entries(
        section=reload_section(section), first_no=1, second_no=2
    ),
    "scored-otherwise": lambda section: set_scoring(
        section=reload_section(section), scoring="cross-imps", options={}
    ),
    "night-renamed": lambda section: change_event(
        event=reload_section(section).session.event,
        name="Another name",
        date=section.session.event.date,
        game="bridge",
    ),
    "night-moved": lambda section: change_event(
        event=reload_section(section).session.event,
        name="Tuesday pairs",
        date=section.session.event.date - timedelta(days=1),
        game="bridge",
    ),
    "club-renamed": lambda section: change_club(
        club=section.session.event.club, name="Lakeside Club", paper="a4"
    ),
    "final": lambda section: finalise_results(
        event=reload_section(section).session.event, user=None
    ),
    "opened-again": lambda section: reopen_results(
        event=reload_section(section).session.event, user=None, hours=9
    ),
}


def in_turn(acts: dict) -> list:
    """Every act with all pages that are looked at; every day each with a third of them, the next with the others."""
    return [
        pytest.param(act, slice(place % 3, None, 3), id=name)
        for place, (name, act) in enumerate(acts.items())
    ]


@pytest.mark.parametrize(("act", "some"), in_turn(ACTS))
def test_no_page_is_shown_that_is_no_longer_true(section, event, act, some):
    before = {path: visit(path) for path in paths(event)[some]}
    act(section)
    after = {path: visit(path) for path in before}
    again = {path: visit(path) for path in before}
    assert {response.status_code for response in (*before.values(), *after.values())} == {200}
    for path in before:
        assert after[path].content == again[path].content == made_anew(path).content, path
        assert visit(path, if_none_match=before[path]["ETag"]).status_code == 200, path


@pytest.mark.parametrize(
    ("act", "page"),
    [
        pytest.param(act, "boards/1/" if name in ("correction", "other-cards") else "", id=name)
        for name, act in ACTS.items()
        if not name.endswith(("undone", "withdrawn"))
    ],
)
def test_every_act_is_seen(section, event, act, page):
    path = f"{event.get_absolute_url()}{page}"
    before = visit(path).content
    act(section)
    assert visit(path).content != before


def test_a_page_is_made_once_and_then_answered_after_one_question(event):
    for path in paths(event):
        first = visit(path)
        with (
            CaptureQueriesContext(connection) as queries,
            count_calls(ScoringMethod.rank) as counted,
        ):
            second = visit(path)
        assert second.content == first.content
        assert second["ETag"] == first["ETag"]
        assert len(queries) == 1
        assert counted["rank"] == 0


def test_a_browser_with_the_current_page_gets_304_after_one_query(event):
    for path in paths(event):
        tag = visit(path)["ETag"]
        for held in (tag, f"W/{tag}", f'"another", {tag}'):
            with CaptureQueriesContext(connection) as queries:
                response = visit(path, if_none_match=held)
            assert response.status_code == 304
            assert response.content == b""
            assert response["ETag"] == tag
            assert len(queries) == 1
        assert visit(path, if_none_match="*").status_code == 200


def test_a_night_is_scored_once_after_a_change_however_many_pages_are_made_of_it(section, event):
    corrected(section)
    with count_calls(ScoringMethod.rank) as counted:
        for page in (
            "",
            "boards/1/",
            "boards/2/",
            "pairs/1/",
            "pairs/2/",
            "recap/",
            "results.json",
        ):
            assert visit(f"{event.get_absolute_url()}{page}").status_code == 200
    assert counted["rank"] == 1


@pytest.mark.parametrize(
    "close",
    [
        pytest.param(
            lambda section: unpublish_results(event=reload_section(section).session.event),
            id="closed",
        ),
        pytest.param(
            lambda section: move_to_archive(event=reload_section(section).session.event),
            id="off-the-lists",
        ),
    ],
)
def test_a_night_that_is_closed_is_gone_at_once_whoever_held_its_pages(section, event, close):
    held = {path: visit(path)["ETag"] for path in paths(event)}
    close(section)
    for path, tag in held.items():
        assert visit(path).status_code == visit(path, if_none_match=tag).status_code == 404
    restore_event(event=reload_section(section).session.event)
    assert visit(event.get_absolute_url()).status_code == 404
    publish_results(event=reload_section(section).session.event)
    for path in paths(event):
        assert visit(path).content == made_anew(path).content


def test_a_restored_night_shows_what_came_back(section, event, tmp_path, settings):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    call_command("backup", tmp_path / "club.backup")
    path = f"{event.get_absolute_url()}boards/1/"
    first = visit(path).content
    corrected(section)
    second = visit(path).content
    call_command("restore", tmp_path / "club.backup")
    restored = visit(path).content
    corrected(section, "7NTN-1")
    assert first == restored != second
    assert visit(path).content == made_anew(path).content not in (first, second)


def ends(event, **left) -> None:
    Event.objects.filter(pk=event.pk).update(corrections_until=timezone.now() + timedelta(**left))


@pytest.fixture
def passes(monkeypatch):
    """Let some time pass by the clock that the pages go by."""

    def passes(**time_passed):
        now, since = timezone.now, timesince.timesince
        monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(**time_passed))
        monkeypatch.setattr(
            timesince,
            "timesince",
            lambda d, now=None, **how: since(d, now or timezone.now(), **how),
        )

    return passes


def period(path) -> str:
    return re.search(r'id="period">\s*(.*?)\s*</p>', visit(path).content.decode(), re.DOTALL)[1]


def test_provisional_results_become_final_when_their_time_is_over(event, passes):
    path = event.get_absolute_url()
    visit(path)
    ends(event, hours=1)
    tag = visit(path)["ETag"]
    assert period(path).startswith("Provisional until ")
    passes(hours=1, seconds=1)
    assert period(path).startswith("Final since ")
    assert visit(path, if_none_match=tag).status_code == 200


def test_a_page_is_kept_until_it_is_final(event, passes):
    path = event.get_absolute_url()
    visit(path)
    ends(event, hours=2, seconds=59)
    tag = visit(path)["ETag"]
    passes(minutes=90)
    assert visit(path, if_none_match=tag).status_code == 304


def test_a_page_is_kept_by_language(event):
    path = event.get_absolute_url()
    english = visit(path)
    with translation.override("de"):
        german = visit(path)
    assert "17 November 2026" in english.content.decode()
    assert "17 November 2026" in visit(path).content.decode()
    assert german["ETag"] != english["ETag"]


def test_a_page_is_kept_by_the_clock_of_the_machine(event, monkeypatch):
    path = event.get_absolute_url()
    told = {}
    for zone in ("UTC", "Asia/Tokyo"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        told[zone] = period(path)
    monkeypatch.undo()
    time.tzset()
    assert told["UTC"] != told["Asia/Tokyo"]


def test_another_program_keeps_pages_under_other_names(tmp_path, settings):
    settings.BASE_DIR = tmp_path
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text("old")
    versions = set()
    for text in ("old", "new", "old"):
        (tmp_path / "templates" / "page.html").write_text(text)
        page_cache.get_program_version.cache_clear()
        versions.add(page_cache.get_program_version())
    page_cache.get_program_version.cache_clear()
    assert len(versions) == 2


def test_a_director_gets_pages_of_his_own_and_leaves_none_to_visitors(desk, event):
    path = event.get_absolute_url()
    seen_first = desk.get(path)
    visitors = visit(path)
    assert "ETag" not in seen_first
    assert b"Back to Results" in seen_first.content
    assert b"Back to Results" not in visitors.content
    assert desk.get(path, headers={"If-None-Match": visitors["ETag"]}).content == seen_first.content


@pytest.mark.parametrize(
    ("cookie", "asked_more"),
    [
        ("messages=x", 0),
        ("messages=", 0),
        ("messages=W10:1tX:forged", 0),
        ("sessionid=abcdefghijklmnopqrstuvwxyz012345", 1),
    ],
    ids=["garbage", "empty", "forged", "no session"],
)
def test_a_cookie_that_holds_nothing_gets_the_kept_page(event, cookie, asked_more):
    for path in paths(event):
        first = visit(path)
        with (
            CaptureQueriesContext(connection) as queries,
            count_calls(ScoringMethod.rank) as counted,
        ):
            second = visit(path, cookie=cookie)
        assert second.content == first.content
        assert second["ETag"] == first["ETag"]
        assert len(queries) == 1 + asked_more
        assert counted["rank"] == 0


def test_a_message_that_waits_is_told_on_a_page_of_its_own(client, event):
    """As after signing out: the sentence is for this browser alone."""
    path = event.get_absolute_url()
    visit(path)
    response, request = HttpResponse(), HttpRequest()
    storage = CookieStorage(request)
    storage.add(message_levels.SUCCESS, "You are signed out.")
    storage.update(response)
    client.cookies["messages"] = response.cookies["messages"].value
    page = client.get(path)
    assert "ETag" not in page
    assert "You are signed out." in page.content.decode()
    assert "You are signed out." not in visit(path).content.decode()


def test_nothing_of_one_visitor_is_in_the_page_of_another(event):
    for path in paths(event):
        response = visit(path)
        assert not response.cookies
        page = response.content.decode()
        assert "csrfmiddlewaretoken" not in page
        assert "x-csrftoken" not in page.lower()
        assert set(response["Vary"].split(", ")) == {"Accept-Encoding", "Cookie", "HX-Request"}
        assert response["Cache-Control"] == "private, no-cache"


def test_what_is_no_page_is_not_kept(event):
    home = event.get_absolute_url()
    for path in (f"{home}boards/99/", f"{home}pairs/99/"):
        assert [visit(path).status_code, visit(path).status_code] == [404, 404]
        assert "ETag" not in visit(path)
    Event.objects.update(scoring="no-such-method")
    answers = [visit(home), visit(home)]
    assert [(response.status_code, response.has_header("ETag")) for response in answers] == [
        (404, False)
    ] * 2


@pytest.mark.parametrize(
    ("content", "made"),
    [(b"<td>50</td>" * 10**5, 1), (Random(1).randbytes(10**6), 2)],
    ids=["grid", "noise"],
)
def test_a_grid_of_many_sections_is_kept_as_it_packs_small(event, content, made):
    pages = iter([HttpResponse(content), HttpResponse(content)])
    page = page_cache.cache_event_page(lambda _request, event_id: next(pages))
    answers = [page(RequestFactory().get("/grid/"), event_id=event.pk) for _visitor in "ab"]
    assert [response.content for response in answers] == [content] * 2
    assert len(list(pages)) == 2 - made


def test_the_cache_is_bounded(event):
    most = caches["pages"]._max_entries
    for number in range(most + 20):
        caches["pages"].set(f"page-{number}", (b"", {}))
        assert len(caches["pages"]._cache) <= most
    assert visit(event.get_absolute_url()).status_code == 200
    assert 0 < most <= 1000


def make_published_party():
    """Return a published party of 16 in its third round, one table of which has told."""
    party = make_seated_party(players=16, named=True)
    for _round in range(2):
        play_round(party)
    enter_winner(party, 1)
    publish_results(event=party.session.event, user=None, hours=24)
    return party


@pytest.fixture
def party():
    return make_published_party()


def act_number(party) -> int:
    return filter_acts_in_force(party.acts.all()).first().number


def over(party):
    for table_no in range(2, 5):
        enter_winner(party, table_no)
    finish_party(party=party, is_over=True, user=None)


PARTY_ACTS = {
    "tap": lambda party: enter_winner(party, 2),
    "correction": lambda party: enter_winner(party, 1, 1),
    "undo": lambda party: undo_party(party=party, number=act_number(party), user=None),
    "earlier-round-corrected": lambda party: enter_winner(party, 1, 0, round_no=1),
    "next-round": play_round,
    "over": over,
    "player-renamed": lambda party: name_player(
        party=party, number=1, name="Zoe Zander", group=None, user=None
    ),
    "person-renamed": lambda party: change_person(
        person=Person.objects.get(party_players__party=party, party_players__number=1),
        name="Zoe Zander",
        number="",
    ),
    "night-renamed": lambda party: Event.objects.filter(sessions__party=party).update(
        name="Another name"
    ),
    "final": lambda party: finalise_results(event=party.session.event, user=None),
    "opened-again": lambda party: reopen_results(event=party.session.event, user=None, hours=5),
}


def party_paths(party) -> list[str]:
    home = party.session.event.get_absolute_url()
    pages = ("", "?why=1", "?by=aisle", "players/1/", "changes/", "results.json")
    phones = [f"/p/{player.token}/" for player in party.players.filter(number__in=(1, 2))]
    return [*(f"{home}{page}" for page in pages), *phones]


@pytest.mark.parametrize(("act", "some"), in_turn(PARTY_ACTS))
def test_no_page_of_a_party_is_shown_that_is_no_longer_true(party, act, some):
    before = {path: visit(path) for path in party_paths(party)[some]}
    act(party)
    after = {path: visit(path) for path in before}
    assert {response.status_code for response in (*before.values(), *after.values())} == {200}
    for path in before:
        assert after[path].content == visit(path).content == made_anew(path).content, path
        assert visit(path, if_none_match=before[path]["ETag"]).status_code == 200, path


def test_every_poll_of_a_phone_costs_one_question(party):
    first, second = (f"/p/{player.token}/" for player in party.players.filter(number__in=(1, 2)))
    tag = visit(first, hx_request="true")["ETag"]
    with CaptureQueriesContext(connection) as queries:
        response = visit(first, hx_request="true", if_none_match=tag)
    assert response.status_code == 304
    assert response.content == b""
    assert len(queries) == 1
    assert visit(first, if_none_match=tag).status_code == 200, (
        "the whole page is not the part that is asked for"
    )
    assert visit(second, hx_request="true", if_none_match=tag).status_code == 200
    assert visit(first)["X-Robots-Tag"] == visit(first)["X-Robots-Tag"] == "noindex"


def test_a_closed_party_is_gone_and_its_phones_go_on_until_it_is_off_the_lists(party):
    home, phone = party.session.event.get_absolute_url(), f"/p/{party.players.first().token}/"
    held = visit(home)["ETag"]
    unpublish_results(event=party.session.event, user=None)
    assert visit(home).status_code == 404
    assert visit(home, if_none_match=held).status_code == 404
    tag = visit(phone)["ETag"]
    move_to_archive(event=party.session.event)
    assert visit(phone).status_code == 404
    assert visit(phone, if_none_match=tag).status_code == 404


def tables_read(path: str) -> set[str]:
    caches["pages"].clear()
    RESULTS_CACHE.clear()
    with CaptureQueriesContext(connection) as queries:
        assert visit(path).status_code == 200
    return {
        table
        for query in queries
        for table in re.findall(r'(?:FROM|JOIN) "(director_\w+)"', query["sql"])
    }


def test_a_write_to_any_table_that_a_kept_page_reads_is_to_be_counted(section, event, party):
    handicaps(section)
    penalty(section)
    corrected(section)
    read = set().union(*map(tables_read, [*paths(event), *party_paths(party)]))
    # A version is due from a correction on, which is counted, and completed when it is read.
    assert read <= map_counted_tables().keys() | {StandingsVersion._meta.db_table}
    assert len(read) > 10


def test_a_signed_in_phone_is_answered_too(party):
    browser = sign_in(make_director())
    assert browser.get(f"/p/{party.players.first().token}/").status_code == 200
    assert get_latest_round(party).round_no == 3
