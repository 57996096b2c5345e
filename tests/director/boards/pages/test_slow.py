"""Slow tables: who brought the last result of a round after its end."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.additions.contests.matches.reported import report_match
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.pages.play import fetch_slow_play
from director.models import Club, Session
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import make_round_robin
from tests.director.pages import find_texts
from tests.factories import enter_on_line, make_night

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
END = timezone.now() - 90 * MINUTE


def make_slow(*, pairs: int = 6):
    """Return a section whose rounds 1 and 2 are over: the first ended at END, the second half an hour later."""
    section = make_night(pairs=pairs, boards_per_set=2)
    ends = [[1, END.isoformat()], [2, (END + 30 * MINUTE).isoformat()]]
    Session.objects.filter(pk=section.session_id).update(round_no=3, round_ends=ends)
    return fetch_section(section.session_id)


def test_nobody_is_slow_in_a_club_that_enters_after_play():
    section = make_slow()
    bring(section, 1, 1, 45, 45)
    assert fetch_slow_play(section, fetch_section_lines(section)).tables
    Club.objects.update(enters_after_play=True)
    section = fetch_section(section.session_id)
    assert not fetch_slow_play(section, fetch_section_lines(section)).tables


def bring(section, round_no: int, table_no: int, *minutes: float, text: str = "PASS") -> None:
    """Enter the results of a table so many *minutes* after the end of the first round."""
    for line, after in zip(
        fetch_section_lines(section).get_table_lines(round_no, table_no), minutes, strict=True
    ):
        enter_on_line(section, line, text)
        came = section.results.filter(board_no=line.board_no, ns=line.ns, ew=line.ew)
        came.update(entered_at=END + after * MINUTE)


def slow(section):
    return fetch_slow_play(section, fetch_section_lines(section))


def test_last_result_of_a_table_counts():
    section = make_slow()
    bring(section, 1, 1, -20, -1)
    bring(section, 1, 2, -9, 4.5)
    bring(section, 1, 3, 12, 2)
    bring(section, 2, 3, 0, 33)
    play = slow(section)
    assert [
        (table.round_no, table.table_no, table.pairs, table.minutes) for table in play.tables
    ] == [
        (1, 2, ("2 N-S", "2 E-W"), 4),
        (1, 3, ("3 N-S", "3 E-W"), 12),
        (2, 3, ("3 N-S", "2 E-W"), 3),
    ]
    assert [(pair.label, pair.rounds, pair.minutes) for pair in play.pairs] == [
        ("3 N-S", 2, 15),
        ("3 E-W", 1, 12),
        ("2 E-W", 2, 7),
        ("2 N-S", 1, 4),
    ]


def test_less_than_a_minute_is_nothing():
    section = make_slow()
    bring(section, 1, 1, -1, 0.9)
    assert slow(section).tables == ()


def test_table_that_owes_a_result_is_told_when_it_is_in():
    section = make_slow()
    bring(section, 1, 1, 5, 9)
    line = fetch_section_lines(section).get_table_lines(1, 1)[0]
    enter_on_line(section, line, "LATER")
    assert slow(section).tables == ()


def test_correction_long_after_leaves_the_moment_it_came_in():
    section = make_slow()
    bring(section, 1, 1, -5, 3)
    for line in fetch_section_lines(section).get_table_lines(1, 1):
        enter_on_line(section, line, "4SS=")
    assert [table.minutes for table in slow(section).tables] == [3]


def test_round_on_the_clock_counts_once_its_time_is_up():
    section = make_slow()
    bring(section, 3, 1, 65, 70)
    assert slow(section).tables == ()
    Session.objects.update(clock="running", round_ends_at=END + 60 * MINUTE)
    assert [table.minutes for table in slow(fetch_section(section.session_id)).tables] == [10]


def test_nothing_is_asked_before_a_round_is_over():
    section = make_night()
    lines = fetch_section_lines(section)
    with CaptureQueriesContext(connection) as queries:
        assert fetch_slow_play(section, lines).tables == ()
    assert len(queries) == 0


def test_the_list_stands_at_play_for_the_director(desk):
    section = make_slow()
    bring(section, 1, 2, -9, 4.5)
    page = desk.get(f"/sessions/{section.session_id}/play/")
    assert find_texts(page, "#slow summary") == ["Slow tables (1)"]
    assert find_texts(page, "#slow li") == ["Round 1, table 2: 2 N-S against 2 E-W, 4 minutes"]
    room = desk.get(f"/sessions/{section.session_id}/room/")
    assert "slow" not in " ".join(find_texts(room, "body")).casefold()


def test_same_number_of_queries_for_a_small_and_a_large_night():
    asked = []
    for pairs in (4, 16):
        section = make_slow(pairs=pairs)
        bring(section, 1, 1, 2, 3)
        lines = fetch_section_lines(section)
        with CaptureQueriesContext(connection) as queries:
            assert len(fetch_slow_play(section, lines).tables) == 1
        asked.append(len(queries))
    assert asked == [1, 1]


def make_round_robin_after_round_1():
    section = make_round_robin(boards=2)
    Session.objects.filter(pk=section.session_id).update(
        round_no=2, round_ends=[[1, END.isoformat()]]
    )
    return fetch_section(section.session_id)


def test_play_opens_for_teams_after_a_round_whose_match_was_typed_as_a_result(desk):
    section = make_round_robin_after_round_1()
    lines = fetch_section_lines(section)
    first = lines.get_table_lines(1, 1)[0]
    home, away = sorted((first.ns, first.ew))
    result = MatchResult("imp", 12, 5)
    report_match(section=section, key=(1, home, away), result=result, user=None)
    assert desk.get(f"/sessions/{section.session_id}/play/").status_code == 200
    assert slow(section).tables == ()
    # The other match was played by boards, and its last result was late.
    for table_no in (3, 4):
        bring(section, 1, table_no, 1, 6)
    assert [(table.table_no, table.minutes) for table in slow(section).tables] == [(3, 6), (4, 6)]
    assert desk.get(f"/sessions/{section.session_id}/play/").status_code == 200


def test_a_table_of_a_typed_match_is_not_slow_by_the_boards_it_also_entered():
    section = make_round_robin_after_round_1()
    line = fetch_section_lines(section).get_table_lines(1, 1)[0]
    enter_on_line(section, line, "PASS")
    home, away = sorted((line.ns, line.ew))
    result = MatchResult("imp", 12, 5)
    report_match(section=section, key=(1, home, away), result=result, user=None)
    assert slow(section).tables == ()
