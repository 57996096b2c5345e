"""Slow tables: who brought the last result of a round after its end."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.pages.play import fetch_slow_play
from director.models import Session
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


def test_correction_long_after_leaves_the_moment_it_came_in():
    section = make_slow()
    bring(section, 1, 1, -5, 3)
    for line in fetch_section_lines(section).get_table_lines(1, 1):
        enter_on_line(section, line, "4SS=")
    assert [table.minutes for table in slow(section).tables] == [3]


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
