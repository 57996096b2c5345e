"""A button pressed again: because the answer was lost, by a double click, or on another tablet.

Agreement is never an error: a repeated press is answered as the first time and stored once.
If two tablets differ, both values are shown and one of them is chosen.
"""

import re

import pytest

from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.scoring.open_ties import list_open_tie_forms
from tests.director.pages import find_errors, find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_seated_party,
    play_round,
)

HTMX = {"HX-Request": "true"}
TABLE_1 = "play/rounds/1/tables/1/"


def enter_all_winners(party):
    """Enter a winner at each table with two sides, in the latest round."""
    for table in get_latest_round(party).seating:
        if len(table["sides"]) > 1:
            enter_winner(party, table["table"])


def make_two_round_party():
    return make_seated_party(players=12, rounds=2)


def make_reported_party():
    party = make_two_round_party()
    enter_all_winners(party)
    return party


def make_tied_party():
    party = make_seated_party(
        players=12, rounds=1, prizes={"places": 1, "booby": False, "drawn": 1}
    )
    enter_all_winners(party)
    return party


def make_tie_post(party):
    """Return the boxes that settle the first open tie in the order in which the page lists it."""
    tie = list_open_tie_forms(fetch_party_record(party))[0]
    places = {f"figure-{box.player}": str(place) for place, box in enumerate(tie.boxes)}
    return {"tie": tie.key, "how": tie.method} | places


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
