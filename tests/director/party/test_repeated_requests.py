"""A button pressed again: because the answer was lost, by a double click, or on another tablet.

Agreement is never an error: a repeated press is answered as the first time and stored once.
If two tablets differ, both values are shown and one of them is chosen.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

from director.models import Act, Event, Session
from director.party.models import Party
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.play.draw import draw_party
from director.party.play.history import undo_party
from director.party.play.people import LateArrival, change_players
from director.party.play.play import enter_party_result, seat_next_round
from director.party.play.report import PartyTableReport
from director.party.scoring.open_ties import list_open_tie_forms
from tests.director.pages import find_errors, find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_party,
    make_seated_party,
    play_round,
    press_party_clock,
)
from tests.director.simultaneous import run_simultaneously

HTMX = {"HX-Request": "true"}
AT_ONCE = 6
TABLE_1 = "play/rounds/1/tables/1/"


def enter_all_winners(party):
    """Enter a winner at each table with two sides, in the latest round."""
    for table in get_latest_round(party).seating:
        if len(table["sides"]) > 1:
            enter_winner(party, table["table"])


def make_unseated_party():
    return make_party(players=12)


def make_two_round_party():
    return make_seated_party(players=12, rounds=2)


def make_reported_party():
    party = make_two_round_party()
    enter_all_winners(party)
    return party


def make_second_round_party():
    party = make_reported_party()
    seat_next_round(party=party, round_no=1, user=None)
    return fetch_party_by_session(party.pk)


def make_tied_party():
    party = make_seated_party(
        players=12, rounds=1, prizes={"places": 1, "booby": False, "drawn": 1}
    )
    enter_all_winners(party)
    return party


def make_party_with_running_clock():
    party = make_two_round_party()
    press_party_clock(party, key="start", round_no=1)
    return fetch_party_by_session(party.pk)


def make_take_out_post(party):
    version = get_latest_round(party).results.get(table_no=1).version
    return {"take-out": "1", "version": str(version)}


def make_more_time_post(party):
    return {"key": "more", "round_no": "1", "ends": party.session.stated_clock_end}


def make_tie_post(party):
    """Return the boxes that settle the first open tie in the order in which the page lists it."""
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    places = {f"figure-{figure[0]}": str(place) for place, figure in enumerate(tie.figures)}
    return {"tie": tie.key, "how": tie.method} | places


def make_lot_post(party):
    return make_tie_post(party) | {"lot": "1"}


class Press(NamedTuple):
    """A button of a party's pages, and a party on which it can be pressed."""

    make_party: Callable[[], Party]
    path: str
    post: Mapping[str, str] | Callable[[Party], Mapping[str, str]]
    """What the button sends, or a function that returns it for the party made."""

    def make_post(self, party, key):
        """Return what the button sends with the idempotency *key* of one press."""
        post = self.post(party) if callable(self.post) else self.post
        return {**post, "idempotency_key": key}


PRESSES = {
    # at a table
    "tap": Press(
        make_two_round_party, TABLE_1, post={"winner": "1", "version": "0", "current": "1"}
    ),
    "tie-at-table": Press(
        make_two_round_party,
        TABLE_1,
        post={"tie": "0", "tie-rule": "half-game", "version": "0", "current": "1"},
    ),
    "take-out": Press(make_reported_party, TABLE_1, post=make_take_out_post),
    # the rounds and their clock
    "move-on": Press(make_reported_party, "play/rounds/1/next/", post={}),
    "close-play": Press(make_reported_party, "play/finish/", post={"over": "1"}),
    "start": Press(make_two_round_party, "play/clock/", post={"key": "start", "round_no": "1"}),
    "pause": Press(
        make_party_with_running_clock, "play/clock/", post={"key": "pause", "round_no": "1"}
    ),
    "ring": Press(
        make_party_with_running_clock, "play/clock/", post={"key": "ring", "round_no": "1"}
    ),
    "minute-more": Press(make_party_with_running_clock, "play/clock/", post=make_more_time_post),
    # people
    "arrival": Press(
        make_reported_party, "play/people/", post={"names": "Ida Late (A)", "accept": "1"}
    ),
    "nameless-arrival": Press(
        make_reported_party, "play/people/", post={"more_a": "4", "accept": "1"}
    ),
    "leaver": Press(make_reported_party, "play/people/", post={"leavers": "4", "accept": "1"}),
    # seats
    "draw": Press(make_unseated_party, "seats/draw/", post={"seen": ""}),
    "take-draw-back": Press(make_two_round_party, "seats/undraw/", post={"sure": "1"}),
    "name": Press(
        make_two_round_party,
        "seats/4/",
        post={"name-4": "Ada Ash", "group-4": "A", "before-4": "|B"},
    ),
    "list": Press(make_unseated_party, "seats/list/", post={"text": "Ada Ash\nBert Birch"}),
    # results
    "tie": Press(make_tied_party, "results/tie/", post=make_tie_post),
    "lot": Press(make_tied_party, "results/tie/", post=make_lot_post),
    "drawn-number": Press(make_tied_party, "results/drawn/", post={}),
}
COUNTED_PRESSES = ("nameless-arrival", "list")
"""Presses that count again on another tablet: two nameless players may come, two lists may be pasted."""


def list_press_params():
    """Return each press as a plain form and through HTMX, the two in turn."""
    forms = (("plain", {}), ("htmx", HTMX))
    params = [
        pytest.param(PRESSES[name], headers, id=f"{name}-{form}")
        for name in PRESSES
        for form, headers in forms
    ]
    return [param for number, param in enumerate(params) if number % 4 in (0, 3)]


def snapshot_stored_rows(party):
    """Return everything that is stored of *party*, but of its acts not when they were done."""
    party = fetch_party_by_session(party.pk)
    event_id = party.session.event_id
    return {
        "party": Party.objects.values().get(pk=party.pk),
        "session": Session.objects.values().get(pk=party.pk),
        "players": list(party.players.values()),
        "rounds": list(party.played_rounds.values()),
        "results": [
            list(contest_round.results.order_by("pk").values())
            for contest_round in party.played_rounds.all()
        ],
        "acts": list(party.acts.values("number", "kind", "words")),
        "event": Event.objects.values().get(pk=event_id),
        "version_count": party.session.event.versions.count(),
    }


@pytest.mark.django_db
@pytest.mark.parametrize(("press", "headers"), list_press_params())
def test_a_press_that_is_sent_again_is_done_once_and_answered_as_the_first_time(
    desk, press, headers
):
    party = press.make_party()
    rows_before = snapshot_stored_rows(party)
    path = f"/parties/{party.pk}/{press.path}"
    post = press.make_post(party, "the-same")
    first = desk.post(path, post, headers=headers)
    assert first.status_code < 400
    rows_after = snapshot_stored_rows(party)
    assert rows_after != rows_before
    repeated = desk.post(path, post, headers=headers)
    assert repeated.status_code == first.status_code
    assert repeated.headers.get("Location") == first.headers.get("Location")
    if repeated.status_code == 200:
        assert find_errors(repeated) == []
    assert snapshot_stored_rows(party) == rows_after


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name in PRESSES if name not in COUNTED_PRESSES])
def test_the_same_press_on_another_tablet_is_answered_as_the_first(desk, name):
    press = PRESSES[name]
    party = press.make_party()
    path = f"/parties/{party.pk}/{press.path}"
    # Both tablets had the page open before the first press.
    posts = [press.make_post(party, key) for key in ("one", "other")]
    first = desk.post(path, posts[0])
    assert first.status_code < 400
    rows_after = snapshot_stored_rows(party)
    other = desk.post(path, posts[1])
    assert other.status_code == first.status_code
    assert snapshot_stored_rows(party) == rows_after


@pytest.mark.django_db
def test_undo_pressed_twice_undoes_one_act(desk):
    party = make_reported_party()
    number = party.acts.first().number
    for _press in range(2):
        undone = desk.post(f"/parties/{party.pk}/play/undo/{number}/", {"sure": number})
        assert undone.status_code == 302
    assert [act.number for act in party.acts.filter(undone_at__isnull=False)] == [number]


@pytest.mark.django_db
def test_a_tap_that_was_undone_meanwhile_is_not_done_again_with_the_same_key(desk):
    party = make_two_round_party()
    path = f"/parties/{party.pk}/{TABLE_1}"
    post = {"winner": "0", "version": "0", "current": "1"}
    first = desk.post(path, post | {"idempotency_key": "lost"}, headers=HTMX)
    undo_party(party=fetch_party_by_session(party.pk), number=party.acts.first().number, user=None)
    repeated = desk.post(path, post | {"idempotency_key": "lost"}, headers=HTMX)
    assert repeated.status_code == 200
    assert repeated.content == first.content
    assert not get_latest_round(party).results.exists()
    assert desk.post(path, post | {"idempotency_key": "anew"}, headers=HTMX).status_code == 200
    assert get_latest_round(party).results.get().winner == 0


@pytest.mark.django_db
def test_a_key_sent_again_with_other_boxes_is_another_press(desk):
    party = make_reported_party()
    for name in ("Ida Late (A)", "Jan Later (B)"):
        response = desk.post(
            f"/parties/{party.pk}/play/people/",
            {"names": name, "accept": "1", "idempotency_key": "gone-back"},
        )
        assert response.status_code == 302
    names = set(party.players.filter(person__isnull=False).values_list("person__name", flat=True))
    assert names == {"Ida Late", "Jan Later"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("button", "winner"),
    [
        pytest.param({"keep": "1"}, 0, id="keep theirs"),
        pytest.param({"put": "winner=1"}, 1, id="use mine"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_tablets_that_differ_are_shown_both_results_and_choose(desk, headers, button, winner):
    party = make_two_round_party()
    path = f"/parties/{party.pk}/{TABLE_1}"
    enter_winner(party, 1, 0)
    theirs, yours = (" and ".join(side) for side in get_latest_round(party).seating[0]["sides"])
    refused = desk.post(path, {"winner": "1", "version": "0", "current": "1"}, headers=headers)
    assert refused.status_code == 422
    assert re.sub(r"\d\d:\d\d", "00:00", find_errors(refused)[0]).startswith(
        f"Table 1: someone entered “{theirs} won” at 00:00. You entered “{yours} won”, "
        "which hasn’t been saved. Choose which result to keep."
    )
    assert find_texts(refused, "#table-1 .actions button") == [
        f"Keep theirs: {theirs} won",
        f"Use mine: {yours} won",
    ]
    version = get_latest_round(party).results.get(table_no=1).version
    post = {**button, "version": str(version), "current": "1"}
    response = desk.post(path, post, headers=headers)
    assert response.status_code == (200 if headers else 302)
    assert get_latest_round(party).results.get(table_no=1).winner == winner


@pytest.mark.django_db
def test_use_mine_sends_the_points_that_were_typed(desk):
    party = make_seated_party(players=12, method="points", system="progressive-cinch")
    enter_winner(party, 1, None, points=(7, 4))
    path = f"/parties/{party.pk}/{TABLE_1}"
    post = {"points-0": "4", "points-1": "7", "version": "0", "current": "1"}
    refused = desk.post(path, post, headers=HTMX)
    page = refused.content.decode()
    version = get_latest_round(party).results.get(table_no=1).version
    assert f'<input type="hidden" name="version" value="{version}">' in page
    assert '<button name="put" value="boxes">' in page
    assert re.search(r'name="points-0"[^>]*value="4"', page)
    use_mine = post | {"put": "boxes", "version": str(version)}
    assert desk.post(path, use_mine, headers=HTMX).status_code == 200
    assert get_latest_round(party).results.get(table_no=1).points == [4, 7]


@pytest.mark.django_db
def test_a_result_corrected_meanwhile_is_not_removed_unseen(desk):
    party = make_reported_party()
    seen_version = get_latest_round(party).results.get(table_no=1).version
    enter_winner(party, 1, 1)
    path = f"/parties/{party.pk}/{TABLE_1}"
    refused = desk.post(path, {"take-out": "1", "version": str(seen_version)}, headers=HTMX)
    assert find_texts(refused, "#table-1 .actions button")[1] == "Use mine: no result"
    version = get_latest_round(party).results.get(table_no=1).version
    desk.post(path, {"put": "take-out=1", "version": str(version)}, headers=HTMX)
    assert not get_latest_round(party).results.filter(table_no=1).exists()


@pytest.mark.django_db
def test_a_late_tap_for_a_finished_round_reloads_the_page_or_is_refused(desk):
    party = make_two_round_party()
    play_round(party, winner=lambda table_no: 0)
    path = f"/parties/{party.pk}/{TABLE_1}"
    same = desk.post(path, {"winner": "0", "version": "0", "current": "1"}, headers=HTMX)
    assert same.status_code == 204
    assert same.headers["HX-Refresh"] == "true"
    other = desk.post(path, {"winner": "1", "version": "0", "current": "1"}, headers=HTMX)
    assert other.status_code == 422
    assert find_errors(other)[0].startswith("Round 1 is over, so nothing was saved.")


@pytest.mark.django_db
def test_a_tie_settled_in_another_order_meanwhile_is_refused_with_both_orders(desk):
    party = make_tied_party()
    post = make_tie_post(party)
    desk.post(f"/parties/{party.pk}/results/tie/", post)
    reversed_post = reverse_places(post)
    response = desk.post(f"/parties/{party.pk}/results/tie/", reversed_post)
    stored_order = fetch_party_by_session(party.pk).answers["ties"][0]["order"]
    theirs = ", ".join(f"Player {number}" for number in stored_order)
    yours = ", ".join(f"Player {number}" for number in list_typed_order(reversed_post))
    assert response.status_code == 422
    assert response.context["error"] == (
        f"Someone settled this tie as {theirs}; yours is {yours}. "
        "To use yours, undo that change first."
    )


def reverse_places(tie_post):
    """Return the boxes of a tie with their figures in the opposite order."""
    names = sorted(name for name in tie_post if name.startswith("figure-"))
    figures = [tie_post[name] for name in names]
    return tie_post | dict(zip(names, reversed(figures), strict=True))


def list_typed_order(tie_post):
    """Return the numbers of the tied players as the boxes of a tie put them, the highest figure first."""
    figure_by_player = {
        name.removeprefix("figure-"): int(figure)
        for name, figure in tie_post.items()
        if name.startswith("figure-")
    }
    return sorted(sorted(figure_by_player), key=lambda number: -figure_by_player[number])


def tap_winner(party):
    report = PartyTableReport(winner=1)
    result = enter_party_result(
        party=party, round_no=1, table_no=1, report=report, version=0, user=None
    )
    return result.winner


def move_on(party):
    return seat_next_round(party=party, round_no=1, user=None).round_no


def remove_player(party):
    return change_players(party=party, arrivals=[], leavers=[4], user=None).round_no


def add_named_player(party):
    arrivals = [LateArrival("Ida Late", "A")]
    return change_players(party=party, arrivals=arrivals, leavers=[], user=None).round_no


def draw_seats(party):
    return draw_party(party=party, seed=7, seen_version="", user=None).round_no


@pytest.mark.parametrize(
    ("make_new_party", "act"),
    [
        pytest.param(make_two_round_party, tap_winner, id="tap"),
        pytest.param(make_reported_party, move_on, id="move-on"),
        pytest.param(make_reported_party, remove_player, id="leaver"),
        pytest.param(make_second_round_party, add_named_player, id="named-arrival"),
        pytest.param(make_unseated_party, draw_seats, id="draw"),
    ],
)
def test_six_tablets_that_act_at_the_same_instant_do_it_once(real_database, make_new_party, act):
    party = make_new_party()
    act_count = Act.objects.count()
    outcomes = run_simultaneously([lambda: act(fetch_party_by_session(party.pk))] * AT_ONCE)
    assert len(set(outcomes)) == 1
    assert Act.objects.count() == act_count + 1


@pytest.mark.parametrize("name", ["nameless-arrival", "tap", "move-on", "drawn-number"])
def test_one_press_that_arrives_six_times_at_the_same_instant_is_done_once(
    real_database, desk, name
):
    press = PRESSES[name]
    party = press.make_party()
    act_count = Act.objects.count()
    post = press.make_post(party, "the-same")
    path = f"/parties/{party.pk}/{press.path}"
    statuses = run_simultaneously([lambda: desk.post(path, post).status_code] * AT_ONCE)
    assert set(statuses) == {302}
    assert Act.objects.count() == act_count + 1
