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
from director.core.night.clock import start_clock
from director.core.night.kind_parts import PrintOptions
from director.core.night.links import (
    MAX_WRONG_ADDRESSES,
    open_entry_addresses,
    open_table_addresses,
    renew_access,
    revoke_access,
)
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
    make_pair_names,
    make_section,
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


def test_before_play_a_pair_is_told_where_it_sits_and_every_round(page):
    answer = page()
    first, second = make_pair_names(0)
    assert find_texts(answer, "h1") == [f"{first} & {second} pair 1 N-S"]
    assert find_texts(answer, ".where") == ["Table 1 N-S"]
    assert find_texts(answer, ".then") == ["Then, round 2: table 1, N-S"]
    rounds = find_texts(answer, ".own-rounds li")
    assert len(rounds) == 5
    assert rounds[0].startswith("Round 1 Table 1, N-S, boards 1–2 against 1 E-W")
    assert find_texts(answer, ".own-card") == []


def test_e_w_moves_and_a_round_ends_with_its_last_board(client, section):
    path = open_pair_address(section, 6)
    assert find_texts(client.get(path), ".then") == ["Then, round 2: table 2, E-W"]
    enter(section, 1, 1, 6, "4SS=")
    assert find_texts(client.get(path), ".where") == ["Table 1 E-W"]
    enter(section, 2, 1, 6, "PASS")
    assert find_texts(client.get(path), ".where") == ["Table 2 E-W"]
    assert find_texts(client.get(path), ".own-card .n") == ["Score", "−420", "0"]
    assert len(find_texts(client.get(path), ".own-card .against")) == 1  # both boards of the round


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


@pytest.mark.parametrize(
    ("others", "after_one", "after_round"),
    [("board", True, True), ("round", False, True), ("never", False, False)],
)
def test_shares_are_shown_when_the_club_lets_tables_compare(
    page, section, others, after_one, after_round
):
    run_clock(section)
    settings(section, others=others)
    another_table_plays(section, 1)
    another_table_plays(section, 2)
    enter(section, 1, 1, 6, "4SS=")
    assert ("%" in find_texts(pressed(page()), ".own-card thead th")) is after_one
    enter(section, 2, 1, 6, "4SS=")
    response = pressed(page())
    assert ("%" in find_texts(response, ".own-card thead th")) is after_round
    assert ("so far" in response.content.decode()) is after_round
    assert len(find_texts(response, ".own-card tbody")) == 2  # own results always


def test_a_table_that_may_not_compare_says_no_share_of_what_was_played_there(page, section):
    run_clock(section)
    usual = DEFAULT_TABLE_SETTINGS.with_changes({})
    store_table_settings(
        section=section,
        settings=usual,
        settings_by_table={1: usual.with_changes({"others": "never"})},
    )
    enter(section, 1, 1, 6, "4SS=")
    another_table_plays(section, 1)
    assert "%" not in find_texts(pressed(page()), ".own-card thead th")


def test_nothing_of_others_is_read_before_publishing(client, page, section):
    enter(section, 3, 2, 7, "6NTN=")
    text = page().content.decode()
    assert "6NT" not in text
    assert "990" not in text
    assert client.get(f"{open_pair_address(section)}boards/3/").status_code == 404


def test_no_place_is_shown_before_the_standings_are_published(client, section):
    path = open_pair_address(section)
    settings(section, ranking=True)
    enter_all_results(section)
    assert "Your place" not in client.get(path).content.decode()


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


def test_unchanged_answers_304_and_what_others_bring_changes_nothing(
    client, page, section, django_assert_num_queries
):
    path = open_pair_address(section)
    tag = client.get(path)["ETag"]
    with django_assert_num_queries(1) as asked:
        assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    assert 'FROM "director_result"' not in asked.captured_queries[0]["sql"]
    enter(section, 3, 2, 7, "4SS=")
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    enter(section, 1, 1, 6, "4SS=")
    changed = client.get(path, headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert changed["ETag"] != tag


def test_published_it_is_the_card_with_why_and_the_boards_by_this_address(client, section):
    path = open_pair_address(section)
    enter_all_results(section)
    publish_results(event=section.session.event)
    response = client.get(path)
    assert "Percent" in "".join(find_texts(response, ".facts"))
    links = {link.get("href") for link in find_elements(response, ".c-board_no a")}
    assert f"{path}boards/1/" in links
    why = find_elements(response, ".why-of")[0].get("href")
    assert len(find_texts(client.get(f"{path}{why}"), "tr.why")) == 1
    board = client.get(f"{path}boards/1/")
    assert board.status_code == 200
    assert len(find_elements(board, ".traveller tbody tr")) == 5
    assert [name for name in find_texts(board, ".c-ns_names") if "▸ Your result:" in name] == [
        find_texts(board, ".c-ns_names")[1]
    ]
    assert client.get(f"{path}boards/99/").status_code == 404
    assert client.get(path, headers={"if-none-match": response["ETag"]}).status_code == 304


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


def test_the_address_lives_until_the_results_are_final_however_late(section):
    access = open_entry_addresses(section=section, pairs=[1])[1]
    table = open_table_addresses(session=section.session, section=section, tables=[1])[1]
    assert access.expires_at - table.expires_at > timedelta(days=300)


NOT_VALID = "This card or code is no longer valid, or its address was mistyped. Ask the director for a new one."


@pytest.mark.parametrize("how", ["revoked", "renewed", "expired", "wrong", "a table's"])
def test_any_other_address_is_404_and_says_whom_to_ask(client, section, how):
    access = open_entry_addresses(section=section, pairs=[1])[1]
    token = access.token
    match how:
        case "revoked":
            revoke_access(access=access)
        case "renewed":
            fresh = renew_access(access=access)
            assert client.get(f"/my/{fresh.token}/").status_code == 200
        case "expired":
            Access.objects.update(expires_at=timezone.now())
        case "wrong":
            token = "x" * 22
        case _:
            token = open_table_addresses(session=section.session, section=section, tables=[1])[
                1
            ].token
    response = client.get(f"/my/{token}/")
    assert response.status_code == 404
    assert find_texts(response, "main .say") == [NOT_VALID]


def test_a_pairs_address_opens_no_table(client, section):
    token = open_entry_addresses(section=section, pairs=[1])[1].token
    for tail in ("", "state.json", "boards/1.json"):
        assert client.get(f"/t/{token}/{tail}").status_code == 404
    sent = client.post(
        f"/t/{token}/results",
        b'{"key":"a","board":1,"result":"4SS="}',
        content_type="application/json",
    )
    assert sent.status_code == 404
    assert section.results.count() == 0


def test_too_many_wrong_addresses_are_stopped(client, section):
    tries = [
        client.get(f"/my/wrong{number}/").status_code for number in range(MAX_WRONG_ADDRESSES + 1)
    ]
    assert (tries[0], tries[-1]) == (404, 429)


def test_hostile_names_and_results_are_shown_as_text(client, section):
    name_entry(section=section, pair_no=1, names=["<script>alert(1)</script>", "Ada Ash"])
    enter(section, 1, 1, 6, "NP: <img src=x onerror=alert(1)>")
    text = client.get(open_pair_address(section)).content.decode()
    assert "<script>alert" not in text
    assert "<img" not in text
    assert "not played: &lt;img" in text


def test_without_a_movement_there_are_no_pairs_and_a_night_read_in_has_pages_too(client):
    section = make_section()
    assert open_entry_addresses(section=section, pairs=[1]) == {}


def test_sections_have_their_letters(client):
    section = make_sections(letters="AB", played=False)[1]
    response = client.get(open_pair_address(section, 2))
    assert find_texts(response, ".where") == ["Table B2 N-S"]
    assert "pair B2 N-S" in find_texts(response, "h1")[0]


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
