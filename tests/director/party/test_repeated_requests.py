"""The same press once more: because its answer was lost, because of a double click, or from another tablet.

Agreement is never an error: whatever is so already is answered as the first time and stored once.
What differs is told with both values, and one of them is chosen.
"""

import re

import pytest

from director.models import Act, Session
from director.party.models import Party
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.play.history import undo_party
from director.party.play.people import LateArrival, change_players
from director.party.play.play import enter_party_result, seat_next_round
from director.party.play.report import PartyTableReport
from director.party.play.seats import draw_party
from director.party.scoring.standings import list_open_tie_forms
from tests.cached_rows import THOROUGH
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


def tables_of(party):
    return [table["table"] for table in get_latest_round(party).seating if len(table["sides"]) > 1]


def seated():
    return make_seated_party(players=12, rounds=2)


def all_told():
    party = seated()
    for table_no in tables_of(party):
        enter_winner(party, table_no)
    return party


def tied():
    party = make_seated_party(
        players=12, rounds=1, prizes={"places": 1, "booby": False, "drawn": 1}
    )
    for table_no in tables_of(party):
        enter_winner(party, table_no)
    return party


def running():
    party = seated()
    press_party_clock(party, key="start", round_no=1)
    return fetch_party_by_session(party.pk)


def tie_sent(party):
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    return {"tie": tie.key, "how": tie.method} | {
        f"figure-{figure[0]}": str(n) for n, figure in enumerate(tie.figures)
    }


ACTS = {
    "tap": (
        seated,
        "play/rounds/1/tables/1/",
        lambda party: {"winner": "1", "version": "0", "current": "1"},
    ),
    "tie-at-table": (
        seated,
        "play/rounds/1/tables/1/",
        lambda party: {"tie": "0", "tie-rule": "half-game", "version": "0", "current": "1"},
    ),
    "take-out": (
        all_told,
        "play/rounds/1/tables/1/",
        lambda party: {
            "take-out": "1",
            "version": str(get_latest_round(party).results.get(table_no=1).version),
        },
    ),
    "move-on": (all_told, "play/rounds/1/next/", lambda party: {}),
    "close-play": (all_told, "play/finish/", lambda party: {"over": "1"}),
    "start": (seated, "play/clock/", lambda party: {"key": "start", "round_no": "1"}),
    "pause": (running, "play/clock/", lambda party: {"key": "pause", "round_no": "1"}),
    "ring": (running, "play/clock/", lambda party: {"key": "ring", "round_no": "1"}),
    "minute-more": (
        running,
        "play/clock/",
        lambda party: {"key": "more", "round_no": "1", "ends": party.session.stated_clock_end},
    ),
    "arrival": (all_told, "play/people/", lambda party: {"names": "Ida Late (A)", "accept": "1"}),
    "nameless-arrival": (all_told, "play/people/", lambda party: {"more_a": "4", "accept": "1"}),
    "leaver": (all_told, "play/people/", lambda party: {"leavers": "4", "accept": "1"}),
    "draw": (lambda: make_party(players=12), "seats/draw/", lambda party: {"seen": ""}),
    "take-draw-back": (seated, "seats/undraw/", lambda party: {"sure": "1"}),
    "name": (
        seated,
        "seats/4/",
        lambda party: {"name-4": "Ada Ash", "group-4": "A", "before-4": "|B"},
    ),
    "list": (
        lambda: make_party(players=12),
        "seats/list/",
        lambda party: {"text": "Ada Ash\nBert Birch"},
    ),
    "tie": (tied, "results/tie/", tie_sent),
    "lot": (tied, "results/tie/", lambda party: tie_sent(party) | {"lot": "1"}),
    "drawn-number": (tied, "results/drawn/", lambda party: {}),
}
BY_PRESS_ONLY = ("nameless-arrival", "list")
"""Nobody can tell such a wish of another tablet from one more: two that are nameless may come, two may paste lists."""


def stored(party):
    """Return everything that is stored of *party*, its acts without their moments."""
    party = fetch_party_by_session(party.pk)
    results = [
        result
        for contest_round in party.played_rounds.all()
        for result in contest_round.results.order_by("pk").values()
    ]
    event = type(party.session.event).objects.values().get(pk=party.session.event_id)
    return (
        Party.objects.values().get(pk=party.pk),
        Session.objects.values().get(pk=party.pk),
        list(party.players.values()),
        list(party.played_rounds.values()),
        results,
        list(party.acts.values("number", "kind", "words")),
        event,
        party.session.event.versions.count(),
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("act", "headers"),
    [
        pytest.param(act, headers, id=f"{act}-{form}")
        for place, act in enumerate(ACTS)
        for turn, (form, headers) in enumerate((("plain", {}), ("htmx", HTMX)))
        if THOROUGH or place % 2 == turn
    ],
)
def test_a_press_that_is_sent_again_is_done_once_and_answered_as_the_first_time(desk, act, headers):
    make, path, sends = ACTS[act]
    party = make()
    before, sent = stored(party), sends(party) | {"idempotency_key": "the-same"}
    first = desk.post(f"/parties/{party.pk}/{path}", sent, headers=headers)
    after = stored(party)
    response = desk.post(f"/parties/{party.pk}/{path}", sent, headers=headers)
    assert (first.status_code < 400, before != after) == (True, True)
    assert (response.status_code, response.headers.get("Location")) == (
        first.status_code,
        first.headers.get("Location"),
    )
    assert (find_errors(response) if response.status_code == 200 else [], stored(party)) == (
        [],
        after,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("act", [act for act in ACTS if act not in BY_PRESS_ONLY])
def test_another_tablet_that_wants_the_same_is_answered_as_the_first(desk, act):
    make, path, sends = ACTS[act]
    party = make()
    sent = sends(party)
    first = desk.post(f"/parties/{party.pk}/{path}", sent | {"idempotency_key": "one"})
    after = stored(party)
    other = desk.post(f"/parties/{party.pk}/{path}", sent | {"idempotency_key": "other"})
    assert (first.status_code < 400, other.status_code, stored(party)) == (
        True,
        first.status_code,
        after,
    )


@pytest.mark.django_db
def test_undo_pressed_twice_undoes_one_act(desk):
    party = all_told()
    number = party.acts.first().number
    for _time in range(2):
        undone = desk.post(f"/parties/{party.pk}/play/undo/{number}/", {"sure": number})
        assert undone.status_code == 302
    assert [act.number for act in party.acts.filter(undone_at__isnull=False)] == [number]


@pytest.mark.django_db
def test_a_tap_that_was_undone_meanwhile_is_not_done_again_with_the_same_key(desk):
    party = seated()
    path = f"/parties/{party.pk}/play/rounds/1/tables/1/"
    sent = {"winner": "0", "version": "0", "current": "1"}
    first = desk.post(path, sent | {"idempotency_key": "lost"}, headers=HTMX)
    undo_party(party=fetch_party_by_session(party.pk), number=party.acts.first().number, user=None)
    response = desk.post(path, sent | {"idempotency_key": "lost"}, headers=HTMX)
    assert (response.status_code, response.content) == (200, first.content)
    assert not get_latest_round(party).results.exists()
    assert desk.post(path, sent | {"idempotency_key": "anew"}, headers=HTMX).status_code == 200
    assert get_latest_round(party).results.get().winner == 0


@pytest.mark.django_db
def test_the_same_name_with_other_boxes_is_another_press(desk):
    party = all_told()
    for name in ("Ida Late (A)", "Jan Later (B)"):
        response = desk.post(
            f"/parties/{party.pk}/play/people/",
            {"names": name, "accept": "1", "idempotency_key": "gone-back"},
        )
        assert response.status_code == 302
    names = set(party.players.filter(person__isnull=False).values_list("person__name", flat=True))
    assert names == {"Ida Late", "Jan Later"}


@pytest.mark.django_db
@pytest.mark.parametrize(("button", "winner"), [("keep", 0), ("put", 1)])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_two_tablets_that_differ_are_shown_both_and_choose(desk, headers, button, winner):
    party = seated()
    path = f"/parties/{party.pk}/play/rounds/1/tables/1/"
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
    chosen = {"keep": {"keep": "1"}, "put": {"put": "winner=1"}}[button]
    response = desk.post(path, chosen | {"version": str(version), "current": "1"}, headers=headers)
    assert (response.status_code, get_latest_round(party).results.get(table_no=1).winner) == (
        200 if headers else 302,
        winner,
    )


@pytest.mark.django_db
def test_the_page_of_two_reports_sends_what_its_buttons_say(desk):
    party = make_seated_party(players=12, method="points", system="progressive-cinch")
    enter_winner(party, 1, None, points=(7, 4))
    sent = {"points-0": "4", "points-1": "7", "version": "0", "current": "1"}
    refused = desk.post(f"/parties/{party.pk}/play/rounds/1/tables/1/", sent, headers=HTMX)
    page = refused.content.decode()
    version = get_latest_round(party).results.get(table_no=1).version
    assert f'<input type="hidden" name="version" value="{version}">' in page
    assert '<button name="put" value="boxes">' in page
    assert re.search(r'name="points-0"[^>]*value="4"', page)
    put = sent | {"put": "boxes", "version": str(version)}
    assert (
        desk.post(f"/parties/{party.pk}/play/rounds/1/tables/1/", put, headers=HTMX).status_code
        == 200
    )
    assert get_latest_round(party).results.get(table_no=1).points == [4, 7]


@pytest.mark.django_db
def test_a_result_that_was_corrected_meanwhile_is_not_taken_out_unseen(desk):
    party = all_told()
    seen = get_latest_round(party).results.get(table_no=1).version
    enter_winner(party, 1, 1)
    path = f"/parties/{party.pk}/play/rounds/1/tables/1/"
    refused = desk.post(path, {"take-out": "1", "version": str(seen)}, headers=HTMX)
    assert find_texts(refused, "#table-1 .actions button")[1] == "Use mine: no result"
    version = get_latest_round(party).results.get(table_no=1).version
    desk.post(path, {"put": "take-out=1", "version": str(version)}, headers=HTMX)
    assert not get_latest_round(party).results.filter(table_no=1).exists()


@pytest.mark.django_db
def test_a_tap_that_everybody_has_gone_on_from_is_agreed_and_the_page_is_loaded_again(desk):
    party = seated()
    play_round(party, winner=lambda table_no: 0)
    path = f"/parties/{party.pk}/play/rounds/1/tables/1/"
    same = desk.post(path, {"winner": "0", "version": "0", "current": "1"}, headers=HTMX)
    assert (same.status_code, same.headers["HX-Refresh"]) == (204, "true")
    other = desk.post(path, {"winner": "1", "version": "0", "current": "1"}, headers=HTMX)
    assert other.status_code == 422
    assert find_errors(other)[0].startswith("Round 1 is over, so nothing was saved.")


@pytest.mark.django_db
def test_a_tie_that_was_settled_in_another_order_is_told_with_both(desk):
    party = tied()
    sent = tie_sent(party)
    desk.post(f"/parties/{party.pk}/results/tie/", sent)
    figures = sorted(name for name in sent if name.startswith("figure-"))
    turned = sent | dict(zip(figures, [sent[name] for name in figures][::-1], strict=True))
    response = desk.post(f"/parties/{party.pk}/results/tie/", turned)
    theirs = [
        f"Player {number}"
        for number in fetch_party_by_session(party.pk).answers["ties"][0]["order"]
    ]
    yours = sorted(theirs, key=lambda name: -int(turned[f"figure-{name.removeprefix('Player ')}"]))
    assert (response.status_code, response.context["error"]) == (
        422,
        f"Someone settled this tie as {', '.join(theirs)}; yours is {', '.join(yours)}. "
        "To use yours, undo that change first.",
    )


ACTS_AT_ONCE = {
    "tap": (
        seated,
        lambda party: (
            enter_party_result(
                party=party,
                round_no=1,
                table_no=1,
                report=PartyTableReport(winner=1),
                version=0,
                user=None,
            ).winner
        ),
    ),
    "move-on": (
        all_told,
        lambda party: seat_next_round(party=party, round_no=1, user=None).round_no,
    ),
    "leaver": (
        all_told,
        lambda party: change_players(party=party, arrivals=[], leavers=[4], user=None).round_no,
    ),
    "named-arrival": (
        lambda: play_on(all_told()),
        lambda party: (
            change_players(
                party=party, arrivals=[LateArrival("Ida Late", "A")], leavers=[], user=None
            ).round_no
        ),
    ),
    "draw": (
        lambda: make_party(players=12),
        lambda party: draw_party(party=party, seed=7, seen_version="", user=None).round_no,
    ),
}


def play_on(party):
    seat_next_round(party=party, round_no=1, user=None)
    return fetch_party_by_session(party.pk)


@pytest.mark.parametrize("act", ACTS_AT_ONCE)
def test_six_tablets_at_the_same_instant_do_it_once(real_database, act):
    make, does = ACTS_AT_ONCE[act]
    party = make()
    acts = Act.objects.count()
    outcomes = run_simultaneously([lambda: does(fetch_party_by_session(party.pk))] * AT_ONCE)
    assert (len(set(outcomes)), Act.objects.count()) == (1, acts + 1)


@pytest.mark.parametrize("act", ["nameless-arrival", "tap", "move-on", "drawn-number"])
def test_one_press_that_arrives_six_times_at_the_same_instant_is_done_once(
    real_database, desk, act
):
    make, path, sends = ACTS[act]
    party = make()
    acts, sent = Act.objects.count(), sends(party) | {"idempotency_key": "the-same"}
    outcomes = run_simultaneously(
        [lambda: desk.post(f"/parties/{party.pk}/{path}", sent).status_code] * AT_ONCE
    )
    assert (set(outcomes), Act.objects.count()) == ({302}, acts + 1)
