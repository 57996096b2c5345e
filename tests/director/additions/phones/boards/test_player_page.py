"""The page of a pair by its private address: what it is shown when, and what nobody is shown."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from director.boards.kind import PAIRS_KIND
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry, renew_entry_address
from director.core.base.roles import Role
from director.core.night.clock_buttons import start_clock
from director.core.night.printing import PrintOptions
from director.core.night.publishing import publish_results
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.errors import PrintingError
from director.models import Access, Event, Session
from director.models.event import Clock
from tests.director.additions.phones.tables import open_pair_address
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import (
    LARGE_FIELD_PAIRS,
    enter_all_results,
    make_account,
    make_night,
    make_sections,
    sign_in,
)

pytestmark = pytest.mark.django_db


def settings(section, tables=None, **changed):
    store_table_settings(
        section=section,
        settings=DEFAULT_TABLE_SETTINGS.with_changes(changed),
        settings_by_table=tables or {},
    )


def enter(section, board_no, ns, ew, text):
    enter_result(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)


@pytest.fixture
def page(client, section):
    """What pair 1 is shown."""
    path = open_pair_address(section)
    return lambda: client.get(path)


def run_clock(section, round_no=1):
    """Let the clock show *round_no*: without one, nobody compares before every table has entered the round."""
    Session.objects.filter(pk=section.session_id).update(
        clock=Clock.PAUSED, round_no=round_no, seconds_left=60
    )


def another_table_plays(section, board_no, text="4SS-1"):
    line = next(
        line for line in fetch_section_lines(section).get_board_lines(board_no) if line.ns != 1
    )
    enter(section, board_no, line.ns, line.ew, text)


def pressed(answer):
    """Press *Compare results* on the page *answer*, and return the page that follows."""
    return Client().post(answer.request["PATH_INFO"], follow=True)


def test_own_results_are_shown_with_their_share_once_the_board_has_one(page, section):
    run_clock(section)
    enter(section, 1, 1, 6, "4SS=")
    assert find_texts(page(), ".own-card .n") == ["Score", "420"]
    another_table_plays(section, 1)
    assert find_texts(page(), ".own-card .n") == ["Score", "420"]
    answer = pressed(page())
    assert find_texts(answer, ".own-card .n") == ["Score", "%", "420", "100.00"]
    assert "100.00% so far, on 1 board" in find_texts(answer, "section p")


def test_the_clock_is_shown_unless_the_club_says_no(page, section):
    start_clock(session=section.session)
    assert [bool(box.get("data-ends")) for box in find_elements(page(), ".clock b")] == [True]
    settings(section, clock=False)
    assert find_elements(page(), ".clock") == []


def test_who_sits_out_is_told_so(client):
    section = make_night(pairs=9, boards_per_set=2)
    start_clock(session=section.session)
    out = next(sit_out[1] for sit_out in section.plan.sit_outs if sit_out[0] == 1)
    assert find_texts(client.get(open_pair_address(section, out)), ".where")[0].startswith(
        "You sit out"
    )


@pytest.mark.slow
def test_once_final_it_leads_to_the_public_page(client, section):
    path = open_pair_address(section, 7)
    enter_all_results(section)
    publish_results(event=section.session.event)
    event = section.session.event
    Event.objects.filter(pk=event.pk).update(
        corrections_until=timezone.now() - timedelta(minutes=1)
    )
    assert client.get(path).url == f"/events/{event.pk}/pairs/7/"
    assert client.get(f"{path}boards/2/").url == f"/events/{event.pk}/boards/2/?own=7"
    names = find_texts(client.get(f"{path}boards/2/", follow=True), "tbody .c-ew_names")
    assert [name.startswith("▸ Your result:") for name in names] == [
        "Gwen" in name for name in names
    ]
    Event.objects.filter(pk=event.pk).update(published_at=None)
    assert client.get(path).status_code == 404


def test_hostile_names_and_results_are_shown_as_text(client, section):
    name_entry(section=section, pair_no=1, names=["<script>alert(1)</script>", "Ada Ash"])
    enter(section, 1, 1, 6, "NP: <img src=x onerror=alert(1)>")
    text = client.get(open_pair_address(section)).content.decode()
    assert "<script>alert" not in text
    assert "<img" not in text
    assert "not played: &lt;img" in text


def test_sections_have_their_letters(client):
    section = make_sections(letters="AB", played=False)[1]
    response = client.get(open_pair_address(section, 2))
    assert find_texts(response, ".where") == ["Table B2 N-S"]
    assert "pair B2 N-S" in find_texts(response, "h1")[0]


def test_guides_carry_the_private_address_and_viewers_the_public_one(section):
    def codes(**wishes):
        job = PAIRS_KIND.paper.make_print_job(
            section.session.event, PrintOptions(program_url="http://192.168.1.5:8000", **wishes)
        )
        return [guide.qr_rows for part in job.parts for guide in part.guides_with_codes]

    assert not Access.objects.exists()
    public = codes(can_open_links=False)
    with pytest.raises(PrintingError, match="need private addresses that don’t exist yet"):
        codes()
    assert not Access.objects.exists()
    event = section.session.event
    PAIRS_KIND.paper.create_links(
        event,
        PAIRS_KIND.paper.make_print_job(event, PrintOptions(program_url="http://192.168.1.5:8000")),
        ["personal-guides"],
    )
    private = codes()
    assert Access.objects.filter(entry__isnull=False).count() == Access.objects.count() == 10
    assert not set(private) & set(public)
    job = PAIRS_KIND.paper.make_print_job(section.session.event, PrintOptions())
    assert {guide.qr_rows for guide in job.parts[0].guides_with_codes} == {()}


def test_the_director_gives_a_pair_another_address_at_seats(desk, client, section):
    path = open_pair_address(section, 3)
    done = desk.post(f"/sessions/{section.ref}/seats/address/", {"addressed": "3"})
    assert done.status_code == 302
    texts = find_texts(desk.get(done.url), "#messages p")
    assert texts == ["Pair 3 N-S has a new private address. Print its personal guide again."]
    assert client.get(path).status_code == 404
    assert client.get(open_pair_address(section, 3)).status_code == 200
    assert renew_entry_address(section=section, pair_no=4).entry.pair_no == 4
    assert (
        desk.post(f"/sessions/{section.ref}/seats/address/", {"addressed": "99"}).status_code == 422
    )
    scorer = sign_in(make_account("sam", Role.SCORER))
    assert (
        scorer.post(f"/sessions/{section.ref}/seats/address/", {"addressed": "3"}).status_code
        == 403
    )


@pytest.mark.slow
def test_a_larger_field_costs_no_more_queries(client):
    costs = []
    for pairs in (6, LARGE_FIELD_PAIRS):
        section = make_night(pairs=pairs, boards_per_set=1)
        enter_all_results(section, leave=2)
        settings(section, ranking=True)
        costs.append(count_queries(client, open_pair_address(section)))
    # Three ask, without a clock, whether every table has entered the round; two leave the mark that
    # others were seen.
    assert costs[0] == costs[1] <= 16
