"""What a sit-out and a round missed by a late entry give, as chosen for the contest."""

from fractions import Fraction

import pytest
from django.urls import reverse

from director.boards.movement.scoring_field import fetch_scoring_field
from director.boards.play.draws.read import find_contest
from director.boards.play.scores.reported import report_match
from director.boards.scoring.check import find_field_differences
from director.boards.scoring.standings.event import EventResults
from director.models.event import Contest
from scoring import Board, Credit, Field, Line, MatchResult, TeamMatch, with_average_byes
from tests.director.boards.play.draws.test_draws import begin, fresh, make_contest, page, play, use
from tests.director.pages import texts

pytestmark = pytest.mark.django_db


def play_round(section, round_no: int, home: int = 10) -> None:
    for pairing in find_contest(fresh(section)).rounds[round_no - 1].pairings:
        key = (round_no, *sorted(pairing))
        result = MatchResult("vp", home, 20 - home)
        report_match(section=fresh(section), key=key, result=result, user=None)


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


def test_an_average_is_that_of_the_own_matches_in_both_calculations(desk):
    section = make_contest()
    begin(desk, section, size=5, boards=4, bye_points="average", rounds=3)
    play_round(section, 1, home=13)
    (sits_out,) = find_contest(fresh(section)).rounds[0].byes
    assert totals(section)[sits_out] == 12  # before it has a match
    for round_no, home in ((2, 4), (3, 17)):
        assert use(desk, fresh(section)).status_code == 302
        play_round(section, round_no, home=home)
    results = EventResults(fresh(section).session.event)
    (row,) = [row for row in results.first.rows if row.contestant == sits_out]
    matches = results.first.scored.ranking.matches
    scores = [
        match.home_score if match.home == sits_out else match.away_score
        for match in matches
        if sits_out in (match.home, match.away)
    ]
    assert len(scores) == 2
    assert row.total == sum(scores) + Fraction(sum(scores), 2)
    assert "round 1, average of 2 matches" in " ".join(results.standings.notes)
    assert find_field_differences(fetch_scoring_field(fresh(section))) == []
    assert results.first.scored.bye_scores[1, sits_out] == Fraction(sum(scores), 2)
    explained = results.first.scored.explainer.explain_total(contestant=sits_out)
    assert [part.words for part in explained.parts[1:]] == [
        "sit-out (round 1, average of 2 matches)"
    ]


def test_a_late_team_gets_its_average_for_the_rounds_it_missed(desk):
    section = make_contest()
    begin(desk, section, size=4, boards=4, missed_points="average")
    play_round(section, 1)
    mark = desk.get(page(section), {"late": "2"}).context["contest"].mark
    drawn = desk.post(page(section), {"mark": mark, "late": "2", "action": "draw"})
    boxes = {"mark": mark, "late": "2", "action": "use"}
    for row in drawn.context["rows"]:
        boxes |= {f"home-{row.match_no}": row.home, f"away-{row.match_no}": row.away}
    assert desk.post(page(section), boxes).status_code == 302
    assert totals(section).get(5) in (None, 12)
    play_round(section, 2)
    assert {number: totals(section)[number] for number in (5, 6)} == {5: 20, 6: 20}
    assert find_field_differences(fetch_scoring_field(fresh(section))) == []


def test_an_average_in_pairs_is_checked_too(desk):
    section = make_contest(Contest.PAIRS)
    begin(desk, section, key="swiss-pairs", size=5, boards=4, bye_points="average")
    for round_no in (1, 2):
        play(fresh(section), round_no)
        if round_no == 1:
            assert use(desk, fresh(section)).status_code == 302
    assert find_field_differences(fetch_scoring_field(fresh(section))) == []
    assert "average of 1 match)" in " ".join(
        EventResults(fresh(section).session.event).standings.notes
    )


def test_half_matches_of_a_three_way_match_count_half():
    bye = Credit(3, None, "bye", Fraction(12), "vp", "round 1", is_average=True)
    half_board = Board(1, (Line(1, 3),), round_no=2, is_half=True)
    matches = [TeamMatch(2, 1, 3, 4, 9, -9, 4, 6), TeamMatch(3, 2, 3, 8, 2, -2, 9, 11)]
    (credit,) = with_average_byes(Field(1, (half_board,), (bye,)), matches).credits
    assert credit.amount == Fraction(17) / Fraction(3, 2)
