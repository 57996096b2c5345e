"""A Swiss whose rounds are drawn from the standings one round earlier, so that play never waits."""

import pytest

from director.boards.movement.rounds import get_standings_round
from director.boards.play.draws.next_round import propose_round
from director.boards.play.draws.read import find_contest
from director.boards.play.draws.sheets import Choices
from tests.director.boards.play.draws.test_draws import (
    begin,
    fresh,
    make_contest,
    page,
    play,
    use,
)
from tests.director.pages import elements, errors_shown, texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    section = make_contest()
    asked = {"size": 8, "rounds": 4, "drawn_from": "behind"}
    assert begin(desk, section, **asked).status_code == 302
    return fresh(section)


def pairings(section, round_no):
    return find_contest(section).rounds[round_no - 1].pairings


def test_round_2_is_drawn_before_a_result_and_round_3_while_round_2_is_played(desk, section):
    assert use(desk, section).status_code == 302
    section = fresh(section)
    assert get_standings_round(section.plan) == 0
    play(section, 1)
    expected = propose_round(find_contest(section), Choices(after=1)).drawn.pairings
    assert use(desk, section).status_code == 302
    section = fresh(section)
    assert get_standings_round(section.plan) == 1
    assert pairings(section, 3) == expected
    met = [frozenset(both) for round_no in (1, 2, 3) for both in pairings(section, round_no)]
    assert len(met) == len(set(met)) == 12


def test_the_page_offers_the_draw_without_warning_of_the_round_in_play(desk, section):
    use(desk, section)
    section = fresh(section)
    shown = desk.get(page(section))
    assert [text for text in texts(shown, "p.say.warn") if "missing" in text] == [
        text for text in texts(shown, "p.say.warn") if "Results of round 1" in text
    ]
    play(section, 1)
    shown = desk.get(page(section))
    assert texts(shown, "p.say.warn") == []
    assert "Draw round 3" in texts(shown, "summary")
    assert next(iter(elements(shown, "#after"))).get("value") == "1"
    for address in (
        f"/sessions/{section.session_id}/scores/",
        f"/sessions/{section.session_id}/play/",
    ):
        assert "Draw round 3" in texts(desk.get(address, follow=True), "a"), address


def test_a_correction_counts_only_for_draws_that_used_the_round(desk, section):
    use(desk, section)
    play(fresh(section), 1)
    use(desk, fresh(section))
    play(fresh(section), 2)
    play(fresh(section), 2, shift=3)
    assert texts(desk.get(page(section)), "p.say.warn") == []
    play(fresh(section), 1, shift=3)
    (notice,) = texts(desk.get(page(section)), "p.say.warn")
    assert notice.startswith("The results of round 1 have changed since round 3 was drawn.")


def test_the_rule_changes_between_rounds(desk):
    section = make_contest()
    begin(desk, section)
    play(fresh(section), 1)
    boxes = {"rounds": 4, "drawn_from": "behind"}
    assert desk.post(f"{page(section)}rounds/", boxes).status_code == 302
    assert find_contest(fresh(section)).usual_after == 0
    assert use(desk, fresh(section)).status_code == 302
    assert get_standings_round(fresh(section).plan) == 0
    desk.post(f"{page(section)}rounds/", boxes | {"drawn_from": "last"})
    assert find_contest(fresh(section)).usual_after == 2


def test_other_standings_can_be_typed_for_one_draw(desk, section):
    use(desk, section)
    play(fresh(section), 1)
    play(fresh(section), 2)
    assert use(desk, fresh(section), after="2").status_code == 302
    assert get_standings_round(fresh(section).plan) == 2
    answer = use(desk, fresh(section), after="9")
    assert errors_shown(answer) == [
        "Standings after round can’t be “9”. Type a number from 0 to 3; 0 is before round 1."
    ]


def test_an_unknown_rule_is_refused(desk):
    section = make_contest()
    answer = begin(desk, section, drawn_from="tomorrow")
    assert answer.status_code == 422
    assert fresh(section).plan is None
