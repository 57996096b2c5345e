"""Awards and penalties in a match of teams."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.drawing import use_round
from director.additions.contests.matches.reported import report_match
from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.rulings.rulings import Penalty
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError, RulingError
from director.models import Ruling
from movements.swiss.plans import DrawnRound
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.additions.contests.draws.test_unfinished import list_totals, start_swiss
from tests.director.pages import find_errors, find_texts
from tests.factories import add_ruling
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def first_match(section) -> tuple[int, int, int]:
    pairing = find_drawn_contest(section).rounds[0].pairings[0]
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


@pytest.mark.slow
def test_an_award_changes_one_side_of_its_match_alone(desk):
    section = start_swiss(desk)
    match = first_match(section)
    _round, home, away = match
    report_match(section=section, key=match, result=MatchResult("vp", 13, 7), user=None)
    address = reverse("session_rulings", args=[section.ref])
    html = desk.get(f"{address}?match=1-{home}-{away}").content.decode()
    assert f'<option value="1-{home}-{away}" selected>' in html
    assert desk.post(address, form_of(match)).status_code == 302
    assert "Award" in find_texts(desk.get(address), "dt")
    section = reload_drawn_section(section)
    results = EventResults(section.session.event)
    sheet = SessionMatches(results.first_session).match(home, away, 1)
    assert sheet.score == (13, Fraction(17, 2))
    assert sheet.score_explanation == "Entered as a result, with rulings: 13.0 : 8.5 victory points"
    assert sheet.rulings == (f"Team {away}: +1.5 VPs, ruling 1",)
    assert (list_totals(section)[home], list_totals(section)[away]) == (13, 8.5)
    # The match says it, so the column of penalties on totals doesn't.
    assert {row.penalties for row in results.first_session.rows} == {""}
    assert compute_field_differences(fetch_scoring_field(section)) == []
    page = reverse("session_results_match", args=[section.ref, home, away]) + "?round=1"
    words = find_texts(desk.get(page), "main")[0]
    assert f"Team {away}: +1.5 VPs, ruling 1 (in this match)." in words
    assert "may add up to more or less than usual" in words
    history = [act.words for act in section.acts.order_by("number")]
    assert history[-1].startswith(f"Ruling 1: team {away}")


@pytest.mark.slow
def test_imps_count_before_the_scale_and_the_total_is_explained(desk):
    section = start_swiss(desk)
    match = first_match(section)
    _round, home, away = match
    report_match(section=section, key=match, result=MatchResult("imp", 24, 10), user=None)
    before = list_totals(reload_drawn_section(section))
    rule(section, 4, "imp", home, match=match)
    after = list_totals(reload_drawn_section(section))
    assert after[home] < before[home]
    assert after[away] == before[away]
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []
    sheets = EventResults(section.session.event).first_session
    sheet = SessionMatches(sheets).match(home, away, 1)
    assert sheet.points == (10, -14)
    assert sheet.score_explanation.startswith("20 : 10 IMPs on 4 boards and rulings gave")


@pytest.mark.slow
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
    section = start_swiss(desk)
    response = desk.post(
        reverse("session_rulings", args=[section.ref]), form_of(first_match(section), **changes)
    )
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert not Ruling.objects.exists()


def test_a_team_of_another_match_is_refused(desk):
    section = start_swiss(desk)
    match = first_match(section)
    other = next(team for team in range(1, 5) if team not in match[1:])
    with pytest.raises(RulingError, match=f"Team {other} doesn’t play in this match"):
        rule(section, 2, "vp", other, match=match)


def redraw(section, pairings, byes=()) -> str:
    """Draw the last round again with *pairings*. Return the words of its act."""
    contest = find_drawn_contest(section, is_redraw=True)
    use_round(contest=contest, drawn_round=DrawnRound(pairings, byes), user=None)
    return reload_drawn_section(section).acts.order_by("-number").first().words


def test_a_penalty_in_a_match_that_is_drawn_again_goes_along_with_its_team(desk):
    section = make_drawn_section(desk, size=6)
    ruling = rule(section, 2, "vp", 1, match=(1, 1, 4))
    words = redraw(section, ((1, 2), (3, 5), (4, 6)))
    assert words == f"Round 1 redrawn. Ruling {ruling.number}: Round 1, 1 against 2."
    ruling.refresh_from_db()
    assert ruling.match_key == (1, 1, 2)
    report_match(
        section=reload_drawn_section(section),
        key=(1, 1, 2),
        result=MatchResult("vp", 13, 7),
        user=None,
    )
    assert list_totals(section)[1] == 11
    act = reload_drawn_section(section).acts.get(words=words)
    assert act.changes


def test_a_draw_without_a_match_for_a_ruling_is_refused_by_its_number(desk):
    section = make_drawn_section(desk, size=6)
    ruling = rule(reload_drawn_section(section), 2, "vp", 1, match=(1, 1, 4))
    with pytest.raises(DeskError) as refused:
        redraw(reload_drawn_section(section), ((2, 3), (5, 6)), (1, 4))
    assert str(refused.value) == (
        f"Ruling {ruling.number} changes Round 1, 1 against 4, which isn’t in the new movement. "
        "Withdraw it in Rulings first."
    )
