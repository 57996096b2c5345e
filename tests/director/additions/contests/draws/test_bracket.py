"""The bracket of a knock-out: on the page of the draw, in public and on paper."""

import pytest
from django.test import Client

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.decisions import decide_match
from director.additions.contests.paper.kinds import MatchSheets
from director.additions.contests.scoring.brackets import make_section_bracket
from director.boards.movement.cards.cards import make_guide_cards
from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.movement.sections import fetch_scoring_field
from director.boards.paper.section_job import SectionJob
from director.boards.play.screens import _describe_seat_by_number
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.errors import DeskError
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.pdf.factories import print_sheets
from tests.director.pdf.reading import read_pages
from tests.factories import enter_on_line
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def start_knock_out(desk, size=5):
    return make_drawn_section(desk, key="knock-out", size=size)


def post_decision(desk, section, round_no, both, winner, how="lot", **more):
    home, away = both
    post_data = {"round": round_no, "home": home, "away": away, "winner": winner, "how": how} | more
    return desk.post(f"{draw_address(section)}decide/", post_data, follow=True)


def draw_next_round(desk, section, winners):
    """Draw the next round; *winners* are those that their scores do not let go on."""
    rounds = find_drawn_contest(section).rounds
    for both in rounds[-1].pairings:
        for winner in set(both) & set(winners):
            post_decision(desk, section, len(rounds), both, winner, "regulations", against="on")
    post_data = {
        "mark": find_drawn_contest(reload_drawn_section(section)).state_version,
        "action": "use",
    }
    assert desk.post(draw_address(section), post_data).status_code == 302
    return reload_drawn_section(section)


def enter_winning_slam(section, round_no, home):
    """Enter a slam at the table where *home* sits N-S and a pass elsewhere, on every board of its match."""
    for line in fetch_section_lines(section, section.plan).all:
        if line.round_no == round_no and home in (line.ns, line.ew):
            text = "7NTN=" if line.ns == home else "PASS"
            enter_on_line(section, line, text)


@pytest.mark.slow
def test_the_bracket_is_on_the_pages_and_on_paper(desk):
    section = start_knock_out(desk)
    enter_winning_slam(section, 1, 5)
    assert desk.get(draw_address(section)).context["bracket"] == make_section_bracket(section)
    assert SectionJob(section).get_added_sheets(MatchSheets).brackets == (
        make_section_bracket(section),
    )
    assert (
        "Knock-out bracket"
        in desk.get(f"/sessions/{section.session_id}/print/?set=before").content.decode()
    )
    event = section.session.event
    publish_results(event=event)
    response = Client().get(f"/events/{event.pk}/matches/")
    assert response.context["brackets"] == (make_section_bracket(section),)


@pytest.mark.slow
def test_a_drawn_final_is_decided_by_lot_and_everybody_is_told_who_won_and_why(desk):
    section = start_knock_out(desk, 4)
    for winner in (1, 3):
        enter_winning_slam(section, 1, winner)
    section = draw_next_round(desk, section, [])
    enter_round(section, 2)
    enter_passes(section, 2)
    assert make_section_bracket(section).winner is None
    assert "open" in desk.get(draw_address(section)).content.decode()
    response = post_decision(desk, section, 2, (1, 3), 3)
    assert "has won the knock-out" in response.content.decode()
    section = reload_drawn_section(section)
    bracket = make_section_bracket(section)
    assert bracket.winner.label == "3"
    assert bracket.rounds[1].matches[0].decision_text == "3 wins by a draw"
    event = section.session.event
    publish_results(event=event)
    rows = EventResults(reload_drawn_section(section).session.event).standings.groups[0].rows
    assert [(row.place, row.label, row.came) for row in rows] == [
        ("1", "3", "Winner"),
        ("2", "1", "Runner-up"),
        ("3=", "2", "Out in the semi-final"),
        ("3=", "4", "Out in the semi-final"),
    ]
    public = Client()
    assert "3 wins by a draw" in public.get(f"/events/{event.pk}/matches/").content.decode()
    why = public.get(f"/events/{event.pk}/?why=total-3").content.decode()
    assert f"Won the final against {rows[1].names or 'Team 1'} by a draw. First place." in why
    response = public.get(f"/events/{event.pk}/results.json").json()
    assert response["knockouts"][0]["rounds"][1]["matches"][0] == {
        "upper": "1",
        "lower": "3",
        "scores": ["0", "0"],
        "winner": "3",
        "bye": False,
        "decided": "3 wins by a draw",
    }
    assert response["standings"][0]["came"] == "Winner"
    assert compute_field_differences(fetch_scoring_field(section)) == []
    text = print_text(section, "bracket")
    assert "3 wins by a draw" in text
    assert "Runner-up" in print_text(section, "standings")


def enter_passes(section, round_no):
    for line in fetch_section_lines(section, section.plan).all:
        if line.round_no == round_no:
            enter_on_line(section, line, "PASS")


def print_text(section, kind):
    return " ".join(
        page.plain
        for page in read_pages(print_sheets(SectionJob(reload_drawn_section(section)), kind))
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    leave_to_slow(
        [
            ({"contestants": (1, 2)}, "Teams 1 and 2 don’t meet in round 1. Choose another match."),
            ({"round_no": 3}, "Teams 1 and 4 don’t meet in round 3. Choose another match."),
            ({"winner": 2}, "Team 2 isn’t in the match of 1 and 4. Choose one of the two."),
            (
                {"reason": ""},
                "Choose what decided the match: “under the regulations”, “as the others withdrew”, “by a ruling”, "
                "“after an appeal”.",
            ),
            (
                {"winner": 4},
                "Round 2 was drawn with team 1. Redraw it first, then choose the winner.",
            ),
        ],
        but=1,
    ),
    ids=["no match", "no round", "not in it", "no way", "drawn otherwise"],
)
def test_a_decision_that_cannot_be_is_refused_in_one_sentence(desk, asked, said):
    section = start_knock_out(desk, 4)
    for winner in (1, 2):
        enter_winning_slam(section, 1, winner)
    section = draw_next_round(desk, section, [])
    usual = {
        "section": section,
        "round_no": 1,
        "contestants": (1, 4),
        "winner": 1,
        "reason": "ruling",
        "user": None,
    }
    with pytest.raises(DeskError) as refused:
        decide_match(**usual | asked)
    assert str(refused.value) == said
    assert not section.matches.exists()


def test_whoever_is_knocked_out_is_told_so_wherever_seats_are_told(desk):
    section = start_knock_out(desk, 4)
    for winner in (1, 3):
        enter_winning_slam(section, 1, winner)
    section = draw_next_round(desk, section, [])
    cards = make_guide_cards(section, section.plan)
    assert {
        move
        for card in cards
        for move in (card.rows[0].ns_next, card.rows[0].ew_next)
        if "out" in move
    } == {"out"}
    guides = {guide.label: guide for guide in SectionJob(section).guides}
    assert [line.is_knocked_out for line in guides["4"].lines] == [False, True]
    assert [guides[label].next_round_to_draw for label in "1234"] == [0, 0, 0, 0]
    assert _describe_seat_by_number(load_movement(section.plan), 2) == {
        2: "out, in round 1",
        4: "out, in round 1",
        1: "stays at table 1, N-S; stays at table 2, E-W",
        3: "table 1, E-W; table 2, N-S",
    }
