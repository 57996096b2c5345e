"""Three of an odd field who play each other: drawn, played by halves, scored by half matches, changed and refused."""

from itertools import combinations

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.paper.kinds import MatchSheets
from director.additions.contests.scoring.match_results import SessionMatches
from director.boards.movement.cards.cards import make_guide_cards
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.paper.section_job import SectionJob
from director.boards.play.scores.off_schedule import swap_table_boards
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from scoring.teams.victory_points import convert_to_victory_points
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
    start_draw,
)
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def start_swiss(desk, size=5, boards=4, scale="discrete", **asked):
    section = make_section_to_draw()
    event = section.session.event
    event.scoring_options = {"victory_points": scale}
    event.save()
    response = start_draw(desk, section, size=size, boards=boards, **{"odd": "triangle"} | asked)
    assert response.status_code == 302, response.context["form"].errors
    return reload_drawn_section(section)


@pytest.mark.slow
def test_half_matches_are_worth_half_the_victory_points_by_both_routes(desk):
    section = start_swiss(desk)
    enter_round(section, 1)
    scored = score_section(section)
    halves = {
        match.board_count: match
        for match in scored.ranking.matches
        if {match.home, match.away} <= {3, 4, 5}
    }
    assert set(halves) == {2}
    for match in scored.ranking.matches:
        both = match.score[0] + match.score[1]
        assert (match.board_count, both) == (
            (2, 10) if {match.home, match.away} <= {3, 4, 5} else (4, 20)
        )
        is_half = match.board_count == 2
        expected = convert_to_victory_points(
            match.points[0], match.board_count, "discrete", is_half=is_half
        )
        assert match.score == expected
    assert sum(standing.total for standing in scored.ranking.standings) == 20 + 3 * 10
    assert compute_field_differences(fetch_scoring_field(section)) == []


@pytest.mark.slow
def test_a_night_of_three_rounds_meets_nobody_twice_and_spreads_triangles(desk):
    section = start_swiss(desk, size=9, boards=2)
    for round_no in (1, 2, 3):
        enter_round(section, round_no)
        if round_no < 3:
            assert (
                post_draw(desk, section, bye="", three=three_of(desk, section)).status_code == 302
            )
            section = reload_drawn_section(section)
    contest = find_drawn_contest(section)
    met = [frozenset(two) for contest_round in contest.rounds for two in contest_round.meetings]
    assert len(met) == len(set(met)) == 3 * 6
    assert sorted(
        number for contest_round in contest.rounds for number in contest_round.triangle
    ) == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
    ]
    boards = [
        {
            board
            for line in fetch_section_lines(section).all
            if line.round_no == no
            for board in [line.board_no]
        }
        for no in (1, 2, 3)
    ]
    assert not any(first & second for first, second in combinations(boards, 2))
    assert compute_field_differences(fetch_scoring_field(section)) == []
    results = EventResults(section.session.event)
    assert sum(row.total for row in results.standings.groups[0].rows) == 3 * (3 * 20 + 3 * 10)
    cells = SessionMatches(results.first_session).cross_table.rows
    assert [sum(cell is not None for cell in row.cells) for row in cells] == [4] * 9


def three_of(desk, section):
    return desk.get(draw_address(section)).context["three"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("three", "said"),
    [
        ("2 3", "The three-way match can’t be “2 3”."),
        ("2 3 9", "The three-way match can’t be “2 3 9”."),
        ("2 2 3", "The three-way match can’t be “2 2 3”."),
        (
            "1 2 3",
            "Team 1 is in match 1 and the three who play each other. Everybody plays once per round.",
        ),
        ("2 3 5", "Team 3 and 5 have met before, in round 1."),
    ],
)
def test_three_who_cannot_play_each_other_are_refused_in_a_sentence(desk, three, said):
    section = start_swiss(desk)
    enter_round(section, 1)
    state_version = find_drawn_contest(section).state_version
    response = desk.post(
        draw_address(section),
        {"mark": state_version, "home-1": "1", "away-1": "4", "three": three, "action": "use"},
    )
    assert response.status_code == 422
    assert any(fault.startswith(said) for fault in response.context["problems"])
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"scale": "continuous"}, "needs the victory points “EBU”"),
        ({"boards": 1}, "needs at least two boards"),
    ],
)
def test_a_triangle_that_cannot_be_scored_is_not_begun(desk, asked, said):
    section = make_section_to_draw()
    event = section.session.event
    event.scoring_options = {"victory_points": asked.get("scale", "discrete")}
    event.save()
    response = start_draw(desk, section, size=5, boards=asked.get("boards", 4), odd="triangle")
    assert said in response.content.decode()
    assert reload_drawn_section(section).plan is None


@pytest.mark.slow
def test_a_triangle_is_begun_with_the_usual_scale_and_has_one_for_halves(desk):
    section = make_section_to_draw()
    assert section.session.event.scoring_options == {}
    assert start_draw(desk, section, size=5, boards=4, odd="triangle").status_code == 302
    section = reload_drawn_section(section)
    assert section.session.event.scoring_options["victory_points"] == "discrete"
    enter_round(section, 1)
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []
    assert len(find_drawn_contest(reload_drawn_section(section)).get_ranking(1).matches) == 4


def test_cards_and_guides_tell_both_halves(desk):
    section = start_swiss(desk)
    card = make_guide_cards(section, section.plan)[2]
    assert card.rows[0].boards == "1–2"
    assert card.rows[0].marks[-1] == "at half-time 5 sits E-W, boards 13–14"
    guide = next(guide for guide in SectionJob(section).guides if guide.label == "3")
    assert [(line.opponents, line.marks, line.half_tables) for line in guide.lines] == [
        ("4", ("copy 2 of 2", "N-S: 1st half", "E-W: 2nd half"), ("3", "4")),
        ("5", ("copy 2 of 2", "N-S: 2nd half", "E-W: 1st half"), ("3", "5")),
    ]
    meetings = [
        (card.round_no, card.home_label, card.away_label)
        for card in SectionJob(section).get_added_sheets(MatchSheets).match_cards
    ]
    assert meetings == [(1, "1", "2"), (1, "3", "4"), (1, "3", "5"), (1, "4", "5")]
    (drawn,) = SectionJob(section).get_added_sheets(MatchSheets).draws
    assert [(match.tables, match.home, match.away) for match in drawn.matches][1:] == [
        ("3 to 5", "3", "4"),
        ("3 to 5", "4", "5"),
        ("3 to 5", "5", "3"),
    ]


def test_nothing_is_exchanged_at_a_table_of_two_halves(desk):
    section = start_swiss(desk)
    with pytest.raises(DeskError, match="Table 3 plays two half matches in round 1"):
        swap_table_boards(section=section, round_no=1, first=3, second=1, user=None)


@pytest.mark.slow
def test_three_play_whole_matches_over_two_rounds_and_go_on_together(desk):
    section = start_swiss(desk, size=7, scale="continuous", odd="long-triangle")
    first = find_drawn_contest(section).rounds[0]
    assert len(first.pairings) == 2
    assert first.triangle == (5, 6, 7)
    assert first.part == 1
    enter_round(section, 1)
    scored = score_section(section)
    assert {match.board_count for match in scored.ranking.matches if match.home >= 5} == {0}
    context = desk.get(draw_address(section)).context
    assert context["three"] == "5 6 7"
    assert context["contest"].continuing_triangle == (5, 6, 7)
    state_version = find_drawn_contest(section).state_version
    apart = {
        "mark": state_version,
        "home-1": "1",
        "away-1": "2",
        "home-2": "5",
        "away-2": "6",
        "three": "3 4 7",
        "again": "1",
    }
    refused = desk.post(draw_address(section), apart | {"action": "use", "odd": "long-triangle"})
    assert refused.context["problems"] == [
        "Teams 5, 6, 7 play each other over two rounds and have played one. Keep the three together, or mark one "
        "of them as withdrawn."
    ]
    assert post_draw(desk, section, bye="", three="5 6 7").status_code == 302
    section = reload_drawn_section(section)
    second = find_drawn_contest(section).rounds[1]
    assert second.triangle == (5, 6, 7)
    assert second.part == 2
    assert second.spare_set == first.spare_set
    enter_round(section, 2)
    scored = score_section(section)
    assert {
        (match.round_no, match.board_count) for match in scored.ranking.matches if match.home >= 5
    } == {(2, 4)}
    assert sum(standing.total for standing in scored.ranking.standings) == 7 * 20
    assert compute_field_differences(fetch_scoring_field(section)) == []
    sheets = EventResults(section.session.event).first_session
    boards = SessionMatches(sheets).match(5, 6).boards
    assert [(board.round_no, bool(board.open_room and board.closed_room)) for board in boards] == [
        (2, True)
    ] * 4
    cards = [
        (card.round_no, card.home_label, card.away_label)
        for card in SectionJob(section).get_added_sheets(MatchSheets).match_cards
    ]
    assert {card for card in cards if card[1] >= "5"} == {
        (1, "5", "6"),
        (1, "6", "7"),
        (1, "5", "7"),
    }
    assert {*map(int, three_of(desk, section).split())} != {5, 6, 7}
