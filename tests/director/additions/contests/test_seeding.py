"""The seeds of a Swiss and a knock-out before round 1: typed, by rating, by lot, with clubs apart."""

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.play.results.acts import undo_section
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


def make_teams(desk, size=8, key="swiss-teams"):
    section = make_drawn_section(desk, size=size, key=key)
    for entry in reload_drawn_section(section).entries.all():
        entry.name = f"T{entry.pair_no}"
        entry.save()
    return reload_drawn_section(section)


def seed(desk, section, action="seeds", **typed):
    post_data = {f"seed-{entry.pair_no}": f"{entry.pair_no}" for entry in section.entries.all()}
    return desk.post(
        reverse("session_seeding", args=[section.ref]), post_data | {"action": action} | typed
    )


def names(section):
    return list(section.entries.order_by("pair_no").values_list("name", flat=True))


def meetings(section):
    stored = dict(section.entries.values_list("pair_no", "name"))
    (drawn,) = find_drawn_contest(reload_drawn_section(section)).rounds
    return [{stored[home], stored[away]} for home, away in drawn.pairings]


@pytest.mark.slow
def test_typed_seeds_become_the_numbers_and_round_1_follows(desk):
    section = make_teams(desk)
    early = desk.get(draw_address(section))
    assert "Seeding" in find_texts(early, "a.button")
    response = seed(desk, section, **{"seed-1": "8", "seed-8": "1"})
    assert response.status_code == 302
    assert names(section) == ["T8", "T2", "T3", "T4", "T5", "T6", "T7", "T1"]
    assert meetings(section)[0] == {"T8", "T5"}


def test_by_lot_the_order_is_stored_in_the_history_and_undone(desk):
    section = make_teams(desk, size=8)
    assert seed(desk, section, "lot").status_code == 302
    (lot,) = reload_drawn_section(section).draws
    act = section.acts.order_by("number").filter(kind="seats").last()
    assert act.words == f"Seeds by draw, number {lot}."
    assert sorted(names(section)) == sorted(f"T{number}" for number in range(1, 9))
    undo_section(section=section, number=act.number, user=None)
    assert names(section) == [f"T{number}" for number in range(1, 9)]
    assert reload_drawn_section(section).draws == []


@pytest.mark.parametrize("key", ["swiss-teams", "knock-out"])
def test_teams_of_one_club_do_not_meet_in_round_1(desk, key):
    section = make_teams(desk, key=key)
    clubs = {f"club-{number}": club for number, club in ((1, "Elm"), (5, "elm"), (8, "Elm"))}
    assert seed(desk, section, **clubs).status_code == 302
    section = reload_drawn_section(section)
    together = {"T1", "T5", "T8"}
    assert all(len(together & match) < 2 for match in meetings(section))
    stored = dict(section.entries.values_list("name", "club"))
    assert (stored["T1"], stored["T5"], stored["T8"], stored["T2"]) == ("Elm", "elm", "Elm", "")


def test_a_club_that_fills_the_field_meets_and_the_page_says_so(desk):
    section = make_teams(desk, size=4)
    seed(desk, section, **{f"club-{number}": "Elm" for number in (1, 2, 3, 4)})
    redraw = desk.get(draw_address(section), {"anew": "1"})
    assert "Not all of one club can be kept apart in this round." in find_texts(redraw, ".say")


@pytest.mark.parametrize(
    ("action", "typed", "sentence"),
    leave_to_slow(
        [
            ("seeds", {"seed-2": "1"}, "Seed 1 is typed twice: 1 T1 and 2 T2. Change one of them."),
            ("seeds", {"seed-2": "5"}, "2 T2: the seed can’t be “5”. Type a number from 1 to 4."),
            ("seeds", {"seed-2": ""}, "2 T2: the seed can’t be “”. Type a number from 1 to 4."),
            ("rating", {"rating-2": "1.2.3"}, "2 T2: the rating can’t be “1.2.3”."),
            ("lot", {"rating-2": "strong"}, "2 T2: the rating can’t be “strong”."),
            ("rating", {"rating-2": "."}, "2 T2: the rating can’t be “.”."),
        ],
        but=2,
    ),
)
def test_a_wrong_box_gets_one_sentence_and_stays_typed(desk, action, typed, sentence):
    section = make_teams(desk, size=4)
    response = seed(desk, section, action, **{"club-1": "Elm", **typed})
    assert response.status_code == 422
    (error,) = find_errors(response)
    assert error.startswith(sentence)
    ((name, value),) = typed.items()
    (box,) = (box for box in find_elements(response, "input") if box.get("name") == name)
    assert box.get("value") == value
    assert names(section) == ["T1", "T2", "T3", "T4"]


def test_seeds_stay_once_there_is_a_result(desk):
    section = make_teams(desk, size=4)
    enter_round(section, 1)
    answer = seed(desk, section, **{"seed-1": "2", "seed-2": "1"})
    assert find_errors(answer) == [
        "Results have been entered, so teams keep their seeds. Change pairings at Draw."
    ]
