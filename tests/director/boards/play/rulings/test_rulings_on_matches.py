"""Awards and penalties in a match of teams."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.urls import reverse

from director.boards.movement.acts import BOARD_PLAY
from director.boards.movement.scoring_field import fetch_scoring_field
from director.boards.play.draws.read import find_contest
from director.boards.play.results.acts import undo_section
from director.boards.play.results.method import set_scoring
from director.boards.play.rulings.read import Penalty
from director.boards.play.rulings.write import withdraw_ruling
from director.boards.play.scores.reported import report_match
from director.boards.scoring.check import find_field_differences
from director.boards.scoring.match_results import Matches
from director.boards.scoring.standings.event import EventResults
from director.errors import RulingError
from director.models import Ruling
from scoring import MatchResult
from tests.director.boards.play.draws.test_draws import begin, fresh, make_contest
from tests.director.boards.play.draws.test_unfinished import swiss, totals
from tests.director.pages import errors_shown, texts
from tests.director.pdf.reading import read_pages
from tests.factories import add_ruling

pytestmark = pytest.mark.django_db


def first_match(section) -> tuple[int, int, int]:
    pairing = find_contest(section).rounds[0].pairings[0]
    return (1, *sorted(pairing))


def rule(section, amount, unit, to, **more) -> Ruling:
    penalty = Penalty(Decimal(amount), unit, to, **more)
    facts = {"facts": "Slow play.", "decision": "As agreed.", "penalty": penalty}
    return add_ruling(section=section, user=None, **facts)


def form_of(of_match: tuple[int, int, int], **changes: object) -> dict[str, object]:
    typed = {
        "facts": "Slow play.",
        "decision": "1.5 VPs",
        "kind": "given",
        "penalty": "1.5",
        "penalty_unit": "vp",
        "penalty_to": of_match[2],
        "match": "-".join(map(str, of_match)),
    }
    return typed | changes


def test_an_award_changes_one_side_of_its_match_alone(desk):
    section = swiss(desk)
    match = first_match(section)
    _round, home, away = match
    report_match(section=section, key=match, result=MatchResult("vp", 13, 7), user=None)
    address = reverse("session_rulings", args=[section.place])
    shown = desk.get(f"{address}?match=1-{home}-{away}").content.decode()
    assert f'<option value="1-{home}-{away}" selected>' in shown
    assert desk.post(address, form_of(match)).status_code == 302
    assert "Award" in texts(desk.get(address), "dt")
    section = fresh(section)
    results = EventResults(section.session.event)
    sheet = Matches(results.first).match(home, away, 1)
    assert sheet.score == (13, Fraction(17, 2))
    assert sheet.why == "Entered as a result, with rulings: 13.0 : 8.5 victory points"
    assert sheet.rulings == (f"Team {away}: +1.5 VPs, ruling 1",)
    assert (totals(section)[home], totals(section)[away]) == (13, 8.5)
    # The match says it, so the column of penalties on totals doesn't.
    assert {row.penalties for row in results.first.rows} == {""}
    assert find_field_differences(fetch_scoring_field(section)) == []
    page = reverse("session_results_match", args=[section.place, home, away]) + "?round=1"
    words = texts(desk.get(page), "main")[0]
    assert f"Team {away}: +1.5 VPs, ruling 1 (in this match)." in words
    assert "may add up to more or less than usual" in words
    history = [act.words for act in section.acts.order_by("number")]
    assert history[-1].startswith(f"Ruling 1: team {away}")


def test_imps_count_before_the_scale_and_the_total_is_explained(desk):
    section = swiss(desk)
    match = first_match(section)
    _round, home, away = match
    report_match(section=section, key=match, result=MatchResult("imp", 24, 10), user=None)
    before = totals(fresh(section))
    rule(section, 4, "imp", home, match=match)
    after = totals(fresh(section))
    assert after[home] < before[home]
    assert after[away] == before[away]
    assert find_field_differences(fetch_scoring_field(fresh(section))) == []
    sheets = EventResults(section.session.event).first
    sheet = Matches(sheets).match(home, away, 1)
    assert sheet.points == (10, -14)
    assert sheet.why.startswith("10 IMPs on 4 boards and rulings gave")


def test_an_amount_decides_a_knock_out_as_in_the_score_itself(desk):
    section = make_contest()
    begin(desk, section, key="knock-out", size=4, boards=4)
    section = fresh(section)
    set_scoring(section=section, scoring="team-imps", options={"victory_points": "none"})
    match = first_match(section)
    _round, home, away = match
    report_match(section=fresh(section), key=match, result=MatchResult("imp", 30, 28), user=None)
    rule(fresh(section), 3, "imp", away, is_given=True, match=match)
    # 30 : 31, so the other team goes through.
    sheets = EventResults(section.session.event).first
    assert Matches(sheets).match(home, away, 1).score == (-1, 1)
    (out,) = sheets.scored.field.knockout.out
    assert (out.contestant, out.by) == (home, away)


def test_a_ruling_in_a_match_is_withdrawn_and_undone(desk):
    section = swiss(desk)
    match = first_match(section)
    report_match(section=section, key=match, result=MatchResult("vp", 13, 7), user=None)
    ruling = rule(section, 2, "vp", match[1], match=match)
    assert totals(fresh(section))[match[1]] == 11
    withdraw_ruling(ruling=ruling, user=None)
    assert totals(fresh(section))[match[1]] == 13
    for _act in range(2):
        act = section.acts.filter(undone_at__isnull=True).latest("number")
        undo_section(section=fresh(section), number=act.number, user=None, kinds=BOARD_PLAY)
    assert not Ruling.objects.exists()
    assert totals(fresh(section))[match[1]] == 13


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"penalty": ""}, "An award needs an amount. Type how much, such as 10."),
        ({"penalty": "-2"}, "Type an award as an amount above 0, without plus or minus."),
        ({"penalty_unit": "mp"}, "This match is scored in IMPs or VPs. Choose that unit."),
        ({"penalty_to": ""}, "An award needs a team. Choose the team that gets it."),
        ({"match": "1-1-1"}, "This match isn’t in the movement any more. Choose another."),
        ({"match": "nonsense"}, "This match isn’t in the movement any more. Choose another."),
    ],
)
def test_a_ruling_that_no_match_can_have_is_refused(desk, changes, sentence):
    section = swiss(desk)
    answer = desk.post(
        reverse("session_rulings", args=[section.place]), form_of(first_match(section), **changes)
    )
    assert answer.status_code == 422
    assert errors_shown(answer) == [sentence]
    assert not Ruling.objects.exists()


def test_a_team_of_another_match_is_refused(desk):
    section = swiss(desk)
    match = first_match(section)
    other = next(team for team in range(1, 5) if team not in match[1:])
    with pytest.raises(RulingError, match=f"Team {other} doesn’t play in this match"):
        rule(section, 2, "vp", other, match=match)


def test_paper_names_the_rulings_of_a_match(desk):
    section = swiss(desk)
    match = first_match(section)
    report_match(section=section, key=match, result=MatchResult("vp", 13, 7), user=None)
    rule(section, 2, "vp", match[1], match=match)
    address = reverse("session_print_pdf", args=[section.place])
    (listed,) = read_pages(desk.get(f"{address}?kinds=scored-matches&paper=a4").content)
    assert f"Team {match[1]}: −2 VPs, ruling 1" in " ".join(listed.texts)


def test_a_penalty_in_a_match_of_a_knockout_decides_the_draw_too(desk):
    section = make_contest()
    begin(desk, section, key="knock-out", size=4, boards=8)
    section = fresh(section)
    for home, away in ((1, 4), (2, 3)):
        result = MatchResult("imp", 23, 20)
        report_match(section=section, key=(1, home, away), result=result, user=None)
    rule(section, 4, "imp", 1, match=(1, 1, 4))
    points = find_contest(fresh(section)).knockout.points
    assert points[1, frozenset((1, 4))].winner == 4
    assert points[1, frozenset((2, 3))].winner == 2
