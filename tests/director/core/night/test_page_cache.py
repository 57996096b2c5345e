"""Pages kept for visitors: made once, never shown when they are no longer true, and answered by one question."""

import re
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timesince, timezone

from director.additions.rulings.rulings import Penalty
from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.play.scores.result import enter_result
from director.boards.scoring.extras import SectionExtras
from director.core.base.versions import LruCache
from director.core.night import page_cache
from director.core.night.publishing import (
    publish_results,
)
from director.models import Event, StandingsVersion
from scoring.method import ScoringMethod
from tests.director.call_counts import count_calls
from tests.director.party.parties import (
    enter_winner,
    make_seated_party,
    play_round,
)
from tests.director.write_guard import map_counted_tables
from tests.factories import add_ruling, make_played_section, reload_section

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
    LruCache.clear_all()
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


def handicaps(section):
    extras = SectionExtras({1: PairExtras("3", "A", "2")}, handicap_unit="%", carry_over_unit="mp")
    store_extras(section=reload_section(section), extras=extras, user=None)


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


@pytest.mark.slow
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


@pytest.mark.slow
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


def party_paths(party) -> list[str]:
    home = party.session.event.get_absolute_url()
    pages = ("", "?why=1", "?by=aisle", "players/1/", "changes/", "results.json")
    phones = [f"/p/{player.token}/" for player in party.players.filter(number__in=(1, 2))]
    return [*(f"{home}{page}" for page in pages), *phones]


def tables_read(path: str) -> set[str]:
    caches["pages"].clear()
    LruCache.clear_all()
    with CaptureQueriesContext(connection) as queries:
        assert visit(path).status_code == 200
    return {
        table
        for query in queries
        for table in re.findall(r'(?:FROM|JOIN) "(director_\w+)"', query["sql"])
    }


@pytest.mark.slow
def test_a_write_to_any_table_that_a_kept_page_reads_is_to_be_counted(section, event, party):
    handicaps(section)
    penalty(section)
    corrected(section)
    read = set().union(*map(tables_read, [*paths(event), *party_paths(party)]))
    # A version is due from a correction on, which is counted, and completed when it is read.
    assert read <= map_counted_tables().keys() | {StandingsVersion._meta.db_table}
    assert len(read) > 10


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
