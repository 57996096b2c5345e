"""What a sit-out and a round missed by a late entry give, as chosen for the contest."""

from fractions import Fraction

import pytest
from django.urls import reverse

from director.boards.play.draws.read import find_contest
from director.boards.play.scores.reported import report_match
from director.boards.scoring.standings.event import EventResults
from scoring import MatchResult
from tests.director.boards.play.draws.test_draws import begin, fresh, make_contest, page
from tests.director.pages import texts
from tests.factories import make_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(make_director())
    return client


def play_round(section, round_no: int) -> None:
    for pairing in find_contest(fresh(section)).rounds[round_no - 1].pairings:
        key = (round_no, *sorted(pairing))
        report_match(section=fresh(section), key=key, result=MatchResult("vp", 10, 10), user=None)


def totals(section) -> dict[int, Fraction]:
    rows = EventResults(fresh(section).session.event).first.rows
    return {row.contestant: row.total for row in rows}


@pytest.mark.parametrize(("share", "points"), [("60", 12), ("75", 15), ("50", 10), ("0", 0)])
def test_a_sit_out_gives_what_was_chosen(desk, share, points):
    section = make_contest()
    begin(desk, section, size=5, boards=4, bye_points=share)
    play_round(section, 1)
    (sits_out,) = find_contest(fresh(section)).rounds[0].byes
    assert totals(section)[sits_out] == points


def test_the_choice_can_be_changed_between_rounds_and_is_in_the_history(desk):
    section = make_contest()
    begin(desk, section, size=5, boards=4)
    play_round(section, 1)
    (sits_out,) = find_contest(fresh(section)).rounds[0].byes
    address = reverse("session_draw_rounds", args=[section.place])
    answer = desk.post(address, {"rounds": "7", "bye_points": "50", "meetings": "danish"})
    assert answer.status_code == 302
    assert totals(section)[sits_out] == 10
    assert dict(fresh(section).plan.options)["meetings"] == "danish"
    acts = texts(desk.get(reverse("session_acts", args=[section.place])), "main")[0]
    assert "A sit-out gives: half of a match" in acts


@pytest.mark.parametrize(("share", "points"), [("0", None), ("40", 8), ("50", 10), ("60", 12)])
def test_a_late_team_gets_what_was_chosen_for_the_rounds_it_missed(desk, share, points):
    section = make_contest()
    begin(desk, section, size=4, boards=4, missed_points=share)
    play_round(section, 1)
    shown = desk.get(page(section), {"late": "2"})
    mark = shown.context["contest"].mark
    drawn = desk.post(page(section), {"mark": mark, "late": "2", "action": "draw"})
    boxes = {"mark": mark, "late": "2", "action": "use"}
    for row in drawn.context["rows"]:
        boxes |= {f"home-{row.match_no}": row.home, f"away-{row.match_no}": row.away}
    assert desk.post(page(section), boxes).status_code == 302
    play_round(section, 2)
    expected = 10 if points is None else 10 + points
    assert {number: totals(section)[number] for number in (5, 6)} == {5: expected, 6: expected}
    notes = " ".join(EventResults(fresh(section).session.event).standings.notes)
    assert ("not here yet" in notes) == (points is not None)
