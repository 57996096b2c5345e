"""A correction after a draw made wrong pairings: who is named, and what one press gives."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.mismatches import list_wrong_rounds
from director.additions.contests.matches.reported import set_match_void
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import BOARD_PLAY
from director.boards.play.results.acts import undo_section
from director.boards.play.results.method import set_scoring
from director.models import Ruling
from director.models.event import Contest
from tests.director.additions.contests.both_ways import (
    BOARDS,
    BY_BOARDS,
    BY_RESULTS,
    Tournament,
    play_each_way,
)
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.pages import find_errors, find_texts, read_table_rows
from tests.factories import enter_on_line

pytestmark = pytest.mark.django_db

FIRST = {(1, 5): 20, (2, 6): 15, (3, 7): -15, (4, 8): -20}
"""Round 1 as it was entered at first."""
CORRECTED = FIRST | {(1, 5): -20}
"""The leader had lost."""


def make_swiss(desk):
    section = make_section_to_draw()
    response = start_draw(desk, section, size=8, rounds=4, boards=BOARDS)
    assert response.status_code == 302
    options = {"victory_points": "discrete"}
    set_scoring(section=reload_drawn_section(section), scoring="team-imps", options=options)
    return reload_drawn_section(section)


def wrong_round(section):
    (wrong,) = list_wrong_rounds(find_drawn_contest(reload_drawn_section(section)))
    return wrong


def vps(section):
    contest = find_drawn_contest(reload_drawn_section(section))
    return {
        int(standing.contestant): float(standing.total)
        for standing in contest.get_ranking(len(contest.rounds)).standings
    }


def compensate(desk, section, **boxes):
    state_version = find_drawn_contest(reload_drawn_section(section)).state_version
    sent = {"mark": state_version, "wrong": "2", "action": "compensate"} | boxes
    return desk.post(draw_address(section), sent)


def make_second_round_margins(tournament) -> dict[tuple[int, int], int]:
    return {(min(both), max(both)): 6 for both in tournament.pairings[1]}


def test_wrong_opponents_are_named_and_compensated_by_one_press(desk):
    def scenario(tournament):
        section = tournament.section
        tournament.play(1, FIRST)
        tournament.draw()
        tournament.play(1, CORRECTED)
        early = wrong_round(section)
        yield early.drawn_matches, early.due_matches, early.mismatches
        tournament.play(2, make_second_round_margins(tournament))
        wrong = wrong_round(section)
        yield [(row.number, row.opponent_no, row.is_higher, row.score) for row in wrong.mismatches]
        before = vps(section)
        page = desk.get(draw_address(section))
        yield read_table_rows(page, "form table.matches")[:4]
        assert compensate(desk, section).status_code == 302
        gained = {team: total - before[team] for team, total in vps(section).items()}
        yield {team: gain for team, gain in gained.items() if gain}
        yield [(row.team, row.total) for row in tournament.standings if row.team in (1, 4)]
        yield [row.compensation.partition(",")[0] for row in wrong_round(section).mismatches]
        # The notice of the draw says nothing of the compensation itself.
        assert not any("penalty" in notice for notice in tournament.notices)
        # The same press again finds nothing more, and one undo takes everything back.
        again = compensate(desk, section)
        yield again.status_code, find_errors(again)[:1]
        undo_section(
            section=reload_drawn_section(section),
            number=section.acts.latest("number").number,
            user=None,
            kinds=BOARD_PLAY,
        )
        assert vps(section) == before
        assert not Ruling.objects.filter(section=section).exists()

    outcome = play_each_way(scenario, desk, lambda: make_swiss(desk))
    early, rows, table, gained, totals, given, again = outcome
    assert early == (("8 – 1", "5 – 4"), ("5 – 8", "1 – 4"), ())
    assert rows == [(5, 4, False, "7"), (8, 1, False, "7"), (1, 8, True, "13"), (4, 5, True, "13")]
    assert table == [
        ["5", "4 (2)", "8 (18)", "7", "–", "−0.5"],
        ["8", "1 (2)", "5 (18)", "7", "–", "−0.5"],
        ["1", "8 (18)", "4 (2)", "13", "+1.75", "0"],
        ["4", "5 (18)", "1 (2)", "13", "+1.75", "0"],
    ]
    assert gained == {1: 1.75, 4: 1.75}
    assert totals == [(1, 16.75), (4, 16.75)]
    assert given == ["", "", "+1.75 VPs", "+1.75 VPs"]
    assert again == (
        422,
        [
            "Nobody gets or loses anything in round 2. Tick who is at fault, or enter the matches first."
        ],
    )


def played_wrongly(desk) -> Tournament:
    """A Swiss whose second round was drawn from a wrong result, and is played."""
    tournament = Tournament(BY_RESULTS, desk, make_swiss(desk))
    tournament.play(1, FIRST)
    tournament.draw()
    tournament.play(1, CORRECTED)
    tournament.play(2, make_second_round_margins(tournament))
    return tournament


def test_a_team_at_fault_gains_nothing_and_may_lose(desk):
    tournament = played_wrongly(desk)
    before = vps(tournament.section)
    assert compensate(desk, tournament.section, fault=["1", "5"]).status_code == 302
    gained = {team: total - before[team] for team, total in vps(tournament.section).items()}
    assert {team: gain for team, gain in gained.items() if gain} == {4: 1.75, 5: -0.5}


def test_a_compensation_is_still_offered_after_the_next_draw(desk):
    tournament = played_wrongly(desk)
    section = tournament.section
    tournament.draw()
    assert wrong_round(section).round_no == 2
    assert compensate(desk, section).status_code == 302
    (shown,) = [
        text for text in find_texts(desk.get(draw_address(section)), "h2") if "corrected" in text
    ]
    assert shown == "Round 2 by the corrected results"


def test_nothing_is_offered_before_a_correction_or_when_it_is_undone(desk):
    tournament = Tournament(BY_RESULTS, desk, make_swiss(desk))
    tournament.play(1, FIRST)
    tournament.draw()
    tournament.play(2, make_second_round_margins(tournament))
    assert list_wrong_rounds(find_drawn_contest(reload_drawn_section(tournament.section))) == ()
    tournament.play(1, CORRECTED)
    assert len(list_wrong_rounds(find_drawn_contest(reload_drawn_section(tournament.section)))) == 1
    tournament.play(1, FIRST)
    assert list_wrong_rounds(find_drawn_contest(reload_drawn_section(tournament.section))) == ()


def test_a_ruling_makes_no_pairing_wrong(desk):
    tournament = Tournament(BY_BOARDS, desk, make_swiss(desk))
    tournament.play(1, FIRST)
    tournament.draw()
    tournament.play(2, make_second_round_margins(tournament))
    ruling = {"facts": "A hand was fouled.", "decision": "4SS=", "board_no": 1, "pair_no": 1}
    ruling |= {"table_no": 1, "adjusted": "4SX-4"}
    response = desk.post(f"/sessions/{tournament.section.ref}/rulings/", ruling)
    assert response.status_code == 302, find_errors(response)
    assert tournament.notices
    assert list_wrong_rounds(find_drawn_contest(reload_drawn_section(tournament.section))) == ()


def test_an_outdated_page_compensates_nobody(desk):
    tournament = played_wrongly(desk)
    section = tournament.section
    boxes = {"mark": find_drawn_contest(reload_drawn_section(section)).state_version}
    tournament.type_result(2, *next(iter(make_second_round_margins(tournament))), 3)
    response = compensate(desk, section, **boxes)
    assert response.status_code == 422
    assert find_errors(response)[0].startswith("Results have changed since this page was shown")
    assert not Ruling.objects.exists()


def test_a_contest_without_victory_points_names_the_matches_alone(desk):
    tournament = played_wrongly(desk)
    section = tournament.section
    set_scoring(
        section=reload_drawn_section(section),
        scoring="team-imps",
        options={"victory_points": "none"},
    )
    wrong = wrong_round(section)
    assert (wrong.due_matches, wrong.mismatches) == (("5 – 8", "1 – 4"), ())
    page = desk.get(draw_address(section))
    assert "Round 2 by the corrected results" in find_texts(page, "h2")
    assert "Should have met" not in find_texts(page, "th")


def test_a_match_by_boards_that_becomes_void_after_the_draw_makes_wrong_pairings(desk):
    section = make_drawn_section(desk, size=6, boards=4)
    enter_round(section, 1)
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    enter_round(section, 2)
    low, high = sorted(find_drawn_contest(reload_drawn_section(section)).rounds[0].pairings[0])
    set_match_void(
        section=reload_drawn_section(section), key=(1, low, high), is_void=True, user=None
    )
    assert wrong_round(section).round_no == 2


def test_a_penalty_since_the_draw_makes_no_pairing_wrong(desk):
    section = make_swiss(desk)
    tournament = Tournament(BY_RESULTS, desk, section)
    tournament.play(1, FIRST)
    tournament.draw()
    tournament.play(2, make_second_round_margins(tournament))
    tournament.play(1, FIRST | {(1, 5): 21})
    before = [
        wrong.due_matches
        for wrong in list_wrong_rounds(find_drawn_contest(reload_drawn_section(section)))
    ]
    tournament.give_ruling("12", "vp", 8)
    after = [
        wrong.due_matches
        for wrong in list_wrong_rounds(find_drawn_contest(reload_drawn_section(section)))
    ]
    assert after == before


def test_compensated_pairs_leave_the_corrected_draw_as_it_was(desk):
    section = make_drawn_section(
        desk, contest=Contest.PAIRS, key="swiss-pairs", size=8, rounds=4, boards=4
    )
    tables = sorted(
        {line.ns for line in find_drawn_contest(section).lines.all if line.round_no == 1}
    )
    enter_overtricks(section, 1, dict(zip(tables, (5, 3, 2, 0), strict=True)))
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    lines = find_drawn_contest(reload_drawn_section(section)).lines.all
    drawn_tables = sorted({line.ns for line in lines if line.round_no == 2})
    enter_overtricks(section, 1, dict(zip(tables, (0, 5, 3, 2), strict=True)))
    enter_overtricks(section, 2, dict(zip(drawn_tables, (5, 3, 2, 0), strict=True)))
    matches = wrong_round(section).due_matches
    assert compensate(desk, section).status_code == 302
    assert wrong_round(section).due_matches == matches


def enter_overtricks(section, round_no, overtricks_by_table):
    for line in fetch_section_lines(reload_drawn_section(section)).all:
        if line.round_no == round_no:
            overtricks = overtricks_by_table[line.ns]
            text = f"1NTN+{overtricks}" if overtricks else "1NTN="
            enter_on_line(reload_drawn_section(section), line, text)
