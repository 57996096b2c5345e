"""A winner of a knock-out match whom the score doesn't name: asked about twice, and only for a reason that fits."""

import pytest

from director.boards.play.draws.read import find_contest
from director.boards.play.draws.write import decide_match
from director.errors import DeskError
from tests.director.boards.play.draws.test_bracket import every_board_passed, knock_out, win
from tests.director.boards.play.draws.test_draws import fresh, page
from tests.director.pages import elements, texts

pytestmark = pytest.mark.django_db
LEVEL = ["after extra boards", "by a draw"]
ALWAYS = ["under the regulations", "as the others withdrew", "by a ruling", "after an appeal"]


def won(desk):
    section = knock_out(desk, 2)
    win(section, 1, 1)
    return section


def decide(desk, section, **boxes):
    usual = {"round": 1, "home": 1, "away": 2, "winner": 2, "how": "ruling"}
    answer = desk.post(f"{page(section)}decide/", usual | boxes, follow=True)
    return texts(answer, "#messages .bad")


def reasons(desk, section) -> list[str]:
    answer = desk.get(page(section))
    (choice,) = (each for each in elements(answer, "select") if each.attrib["name"] == "how")
    assert not [option for option in choice.iter("option") if "selected" in option.attrib]
    return [option.text for option in choice.iter("option")]


def asks(desk, section) -> bool:
    return any(
        box.attrib.get("name") == "against" for box in elements(desk.get(page(section)), "input")
    )


def test_a_winner_against_the_score_is_confirmed(desk):
    section = won(desk)
    (refused,) = decide(desk, section)
    assert refused.startswith("1 won the match by ")
    assert refused.endswith(
        " IMPs. To let 2 go through, choose the reason and tick Against the score."
    )
    assert not section.matches.exists()
    assert decide(desk, section, against="on") == []
    assert find_contest(fresh(section)).winner == 2


@pytest.mark.parametrize("how", ["lot", "extra-boards", ""])
@pytest.mark.parametrize("winner", [1, 2])
def test_a_reason_for_a_level_score_is_refused_for_another(desk, how, winner):
    section = won(desk)
    (refused,) = decide(desk, section, how=how, winner=winner, against="on")
    assert refused.startswith("Choose what decided the match: “under the regulations”, ")
    assert not section.matches.exists()


def test_the_page_offers_reasons_that_fit_and_chooses_none(desk):
    section = won(desk)
    assert reasons(desk, section) == ["reason", *ALWAYS]
    assert asks(desk, section)


def test_a_level_match_is_decided_by_any_reason_without_asking(desk):
    section = knock_out(desk, 2)
    every_board_passed(section, 1)
    assert reasons(desk, section) == ["reason", LEVEL[0], LEVEL[1], *ALWAYS]
    assert not asks(desk, section)
    assert decide(desk, section, how="lot") == []
    assert find_contest(fresh(section)).winner == 2


def test_the_winner_by_the_score_needs_no_confirmation(desk):
    section = won(desk)
    decide_match(
        section=section, round_no=1, contestants=(1, 2), winner=1, how="withdrew", user=None
    )
    with pytest.raises(DeskError, match="won the match by"):
        decide_match(
            section=section, round_no=1, contestants=(1, 2), winner=2, how="withdrew", user=None
        )
