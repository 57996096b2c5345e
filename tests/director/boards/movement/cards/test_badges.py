"""Badges: what single players and those of teams wear."""

from collections import defaultdict

import pytest

from director.boards.movement.cards.guides import make_badges, make_personal_guides
from director.boards.movement.numbering import make_planned_section
from movements.partnerships import with_partnerships
from movements.registry import make_plan
from tests.director.pdf.factories import make_heading

HEADS = {
    called: make_heading(4, contestant_noun=called, section="") for called in ("team", "player")
}
BY_SEAT = make_heading(4, contestant_noun="team", section="", is_by_seat=True)


def worn(key, names, named, **size):
    plan = with_partnerships(make_plan(key, boards_per_set=2, **size))
    head = BY_SEAT if plan.team_size else HEADS["team"]
    return make_badges(
        make_personal_guides(make_planned_section(None, plan), plan, head, named, names)
    )


def test_everybody_of_a_team_has_a_badge_with_its_number_and_name():
    made = worn(
        "round-robin",
        {1: "Red Lions"},
        {1: ["Ada", "Bert", "Cid", "Dee", "Eve"], 2: ["Zoe"]},
        teams=4,
    )
    red = [
        (badge.label, badge.name, badge.team, badge.player_no)
        for badge in made
        if badge.label == "1"
    ]
    assert red == [("1", name, "Red Lions", "") for name in ("Ada", "Bert", "Cid", "Dee", "Eve")]
    assert [badge.name for badge in made if badge.label == "2"] == ["Zoe"]
    assert [badge.name for badge in made if badge.label == "3"] == [""] * 4


@pytest.mark.parametrize(("key", "each"), [("narragansett-eights", 8), ("awl-48", 4)])
def test_players_of_two_teams_wear_the_numbers_by_which_the_plan_seats_them(key, each):
    size = {"players": 16} if key == "narragansett-eights" else {"teams": 2}
    made = worn(key, {2: "Lions"}, {1: ["Ada"], 2: ["Bert"]}, **size)
    numbers = defaultdict(list)
    for badge in made:
        numbers[badge.label].append(int(badge.player_no))
    assert numbers == {"1": [*range(1, each + 1)], "2": [*range(each + 1, 2 * each + 1)]}
    assert [badge.name for badge in made][:3] == ["Ada", "Bert", ""]
    assert {badge.team for badge in made[each:]} == {"Lions"}


def test_a_single_player_wears_number_and_name():
    plan = make_plan("individual", players=8, boards_per_set=2)
    made = make_badges(
        make_personal_guides(
            make_planned_section(None, plan), plan, HEADS["player"], {3: ["Cora Cedar"]}
        )
    )
    assert [(badge.label, badge.name, badge.team) for badge in made][2] == ("3", "Cora Cedar", "")
    assert [badge.label for badge in made] == [str(number) for number in range(1, 9)]
