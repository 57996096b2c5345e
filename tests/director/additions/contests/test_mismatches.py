"""A correction after a draw made wrong pairings: who is named, and what one press gives."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.mismatches import list_wrong_rounds
from director.boards.movement.sections import BOARD_PLAY
from director.boards.play.results.acts import undo_section
from director.boards.play.results.method import set_scoring
from director.models import Ruling
from tests.director.additions.contests.both_ways import (
    BOARDS,
    BY_RESULTS,
    Tournament,
    play_each_way,
)
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_section_to_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.pages import find_errors, read_table_rows

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


@pytest.mark.slow
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


@pytest.mark.slow
def test_an_outdated_page_compensates_nobody(desk):
    tournament = played_wrongly(desk)
    section = tournament.section
    boxes = {"mark": find_drawn_contest(reload_drawn_section(section)).state_version}
    tournament.type_result(2, *next(iter(make_second_round_margins(tournament))), 3)
    response = compensate(desk, section, **boxes)
    assert response.status_code == 422
    assert find_errors(response)[0].startswith("Results have changed since this page was shown")
    assert not Ruling.objects.exists()
