"""A winner of a knock-out match whom the score doesn't name: asked about twice, and only for a reason that fits."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.decisions import decide_match
from director.errors import DeskError
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_bracket import (
    enter_winning_slam,
    start_knock_out,
)
from tests.director.additions.contests.draws.test_draws import draw_address, reload_drawn_section
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db


def won(desk):
    section = start_knock_out(desk, 2)
    enter_winning_slam(section, 1, 1)
    return section


def decide(desk, section, **boxes):
    usual = {"round": 1, "home": 1, "away": 2, "winner": 2, "how": "ruling"}
    response = desk.post(f"{draw_address(section)}decide/", usual | boxes, follow=True)
    return find_texts(response, "#decide .bad")


@pytest.mark.parametrize(
    ("how", "against"), leave_to_slow([("", {"against": "on"}), ("", {}), ("appeal", {})], but=1)
)
def test_a_refused_winner_stays_chosen_with_its_reason(desk, how, against):
    section = won(desk)
    boxes = {"round": 1, "home": 1, "away": 2, "winner": 2, "how": how}
    response = desk.post(f"{draw_address(section)}decide/", boxes | against)
    assert response.status_code == 422
    chosen_values = [
        option.get("value") for option in find_elements(response, "#decide option")
        if "selected" in option.attrib
    ]  # fmt: skip
    assert chosen_values == (["2", how] if how else ["2"])
    (against_box,) = (
        box for box in find_elements(response, "input") if box.get("name") == "against"
    )
    assert ("checked" in against_box.attrib) == bool(against)
    (fold,) = (
        fold for fold in find_elements(response, "#decide details") if fold.find("form") is not None
    )
    assert "open" in fold.attrib


def test_a_winner_against_the_score_is_confirmed(desk):
    section = won(desk)
    (refused,) = decide(desk, section)
    assert refused.startswith("1 won the match by ")
    assert refused.endswith(
        " IMPs. To let 2 go through, choose the reason and tick Against the score."
    )
    assert not section.matches.exists()
    assert decide(desk, section, against="on") == []
    assert find_drawn_contest(reload_drawn_section(section)).winner == 2


def test_the_winner_by_the_score_needs_no_confirmation(desk):
    section = won(desk)
    decide_match(
        section=section, round_no=1, contestants=(1, 2), winner=1, reason="withdrew", user=None
    )
    with pytest.raises(DeskError, match="won the match by"):
        decide_match(
            section=section, round_no=1, contestants=(1, 2), winner=2, reason="withdrew", user=None
        )
