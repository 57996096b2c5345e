"""What was done, in an event of several sections and sessions: each act says where."""

import pytest

from director.boards.play.results.acts import undo_section
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.boards.play.sessions import (
    add_section,
    add_session,
    remove_section,
    remove_session,
)
from director.core.night.publishing import publish_results
from tests.director.boards.play.sessions.nights import make_session_sections, make_two_sessions
from tests.director.pages import read_table_rows
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def acts(desk, section) -> list[str]:
    """Return what the page of *section* says was done at its last two acts."""
    return [row[3] for row in read_table_rows(desk.get(f"/sessions/{section.session_id}/acts/"))][
        :2
    ]


@pytest.mark.parametrize(
    ("sections", "where"),
    [
        pytest.param(make_session_sections, "Section B · ", id="sections"),
        pytest.param(lambda: make_two_sessions()[3:], "Session 2, section B · ", id="both"),
        pytest.param(
            lambda: make_two_sessions(letters="A")[::-1] * 2, "Session 1 · ", id="sessions"
        ),
        pytest.param(lambda: [make_night(pairs=6, boards_per_set=1)] * 2, "", id="neither"),
    ],
)
def test_an_act_says_where_it_was_done_unless_it_is_about_all(desk, sections, where):
    section = sections()[1]
    enter_result(section=section, board_no=1, ns=1, ew=4, text="4SS=", user=None)
    assert acts(desk, section)[0] == f"{where}Board 1, 1 N-S against 1 E-W: 4SS=."
    set_scoring(section=section, scoring="cross-imps", options={})
    publish_results(event=section.session.event)
    published, scored = acts(desk, section)
    assert published.startswith("Published: ")
    assert scored == "Scoring: Cross-IMPs."


def test_sections_and_sessions_that_are_added_or_removed_are_acts(desk, director):
    first, *_others = make_session_sections()
    added = add_section(section=first, letter="D", user=director)
    assert acts(desk, first)[0] == "Section D added to session 1."
    remove_section(section=added, user=director)
    assert acts(desk, first)[0] == "Section D removed from session 1."
    session = add_session(section=first, number=2, is_seated=True, user=director)
    assert "Session 2 added." in acts(desk, first)
    remove_session(session=session, user=director)
    assert acts(desk, first)[0] == "Session 2 removed."
    latest = first.session.event.acts.filter(kind="sections").order_by("-number")[:4]
    assert [act.made_by for act in latest] == [director] * 4


def test_a_section_that_is_added_leaves_undo_of_results_alone(desk):
    first, *_others = make_session_sections()
    enter_result(section=first, board_no=1, ns=1, ew=4, text="4SS=", user=None)
    add_section(section=first, letter="D")
    number = first.session.event.acts.get(kind="result").number
    undo_section(section=first, number=number, user=None)
    assert not first.results.exists()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param("find=board+2", ["Board 2, 2 N-S against 2 E-W: 1NTE=."], id="words"),
        pytest.param("table=2", ["Board 2, 2 N-S against 2 E-W: 1NTE=."], id="table"),
        pytest.param("who=1", ["Board 1, 1 N-S against 1 E-W: 4SS=."], id="pair"),
        pytest.param("who=1&table=2", [], id="both"),
    ],
)
def test_history_finds_changes_by_words_table_and_pair(desk, asked, found):
    section = make_night(pairs=6, boards_per_set=1, named=False)
    enter_result(section=section, board_no=1, ns=1, ew=4, text="4SS=", user=None)
    row = section.plan.rows.get(table_no=2, round_no=1)
    enter_result(
        section=section, board_no=row.boards[0], ns=row.ns, ew=row.ew, text="1NE=", user=None
    )
    page = desk.get(f"/sessions/{section.session_id}/acts/?{asked}")
    assert [row[3] for row in read_table_rows(page)] == found
