"""The five states of a line: passed out, played, not played with a reason, artificial, and to be played later."""

import pytest

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import (
    fetch_section_lines,
)
from director.boards.movement.sections import fetch_section
from director.boards.pages.play import fetch_play_snapshot, make_play_page
from director.boards.pages.steps import fetch_session_steps, fetch_steps_tonight
from director.boards.play.scores.result import store_unscheduled_result
from director.boards.scoring.scored import score_section
from director.errors import DeskError
from director.models import Award, Event, Result, Session
from director.models.event import Clock, Contest
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError
from tests.director.boards.scored import fetch_session_sheets
from tests.factories import enter_all_results, enter_on_line, make_night


def test_no_tricks_at_whist_are_played_and_not_passed_out():
    assert (
        parse_line_entry("0", game="whist").make_line(ns=1, ew=2, board_no=1).state
        is LineState.PLAYED
    )


def test_a_weighted_score_at_whist_is_made_of_tricks():
    assert (
        parse_line_entry("N-S 50% 7, 50% 8 / E-W 7-6", game="whist").text
        == "N-S 50% 7, 50% 8 / E-W 7"
    )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param(
            "NP: " + "x" * 200,
            "“NP: xxxxxxxxxxxxxxxx…” is longer than 200 characters. Shorten the reason.",
            id="long",
        ),
        pytest.param(
            "50% NP, 50% 4SS=",
            "NP isn’t a result, so no assigned score can hold it. Enter it by itself.",
            id="np-in-parts",
        ),
    ],
)
def test_what_cannot_be_read_is_one_sentence(typed, sentence):
    with pytest.raises(DeskError) as refused:
        parse_line_entry(typed)
    assert str(refused.value) == sentence


def test_the_sentences_of_scoring_stay():
    with pytest.raises(ScoringError) as refused:
        parse_line_entry("60% 4SS+9, 40% PASS")
    assert str(refused.value) == "“4SS+9”: 4S with 9 more makes 19 tricks. A deal has 13."


# -- on a night --------------------------------------------------------------------------------------------------------


@pytest.fixture
def section(db):
    """A Mitchell of five tables, in round 3, with every result of the first two rounds in."""
    section = make_night(pairs=10, boards_per_set=2)
    for line in fetch_section_lines(section).all:
        if line.round_no < 3:
            enter_on_line(section, line, "4SS=")
    Session.objects.update(round_no=3, clock=Clock.WAITING)
    return fetch_section(section.session_id)


@pytest.fixture
def first(section):
    """The first line of the first table, played in round 1."""
    return fetch_section_lines(section).get_table_lines(1, 1)[0]


def make_page(section):
    return make_play_page(section, fetch_play_snapshot(section), knows_cards=True, grid_round="")


def square(section, line):
    squares = make_page(section).progress.list_board_squares({line.board_no})
    return next(
        square for square in squares if square.key == f"{line.board_no}-{line.ns}-{line.ew}"
    )


def test_an_extra_score_that_is_void_is_neither_in_nor_due(desk, section):
    """Two pairs played a board a second time, against each other: it is void, and no result of the movement."""
    enter_all_results(section)
    due = len(fetch_section_lines(section).all)
    first, other = fetch_section_lines(section).get_board_lines(1)[:2]
    store_unscheduled_result(section=section, key=(1, first.ns, other.ew), text="4SS=", user=None)
    assert len(fetch_section_lines(section).all) == due + 1
    night, (tonight,) = (
        fetch_session_steps(section),
        fetch_steps_tonight(section.session.event.date, Contest.PAIRS),
    )
    sheets, progress = fetch_session_sheets(section), make_page(section).progress
    for counted in (night, tonight, sheets.standings, progress):
        assert counted.results_in == due
        assert counted.results_due == due
        assert counted.is_complete is True
    enter_on_line(section, first, "")
    night = fetch_session_steps(section)
    assert night.results_in == due - 1
    assert night.results_due == due
    assert night.is_complete is False


def test_not_played_is_in_and_says_why(section, first):
    enter_on_line(section, first, "NP: ran out of time")
    assert square(section, first).state == "in"
    sheets = fetch_session_sheets(section)
    ns, ew = section.get_printed_number(first.ns), section.get_printed_number(first.ew)
    assert (
        f"Board {first.board_no}: {ns} N-S against {ew} E-W wasn’t played: ran out of time."
        in sheets.standings.notes
    )
    first = fetch_section_lines(section).get_table_lines(1, 1)[0]
    Award.objects.filter(result=first.result.pk).update(
        text="NP"
    )  # as older nights and files have it
    notes = fetch_session_sheets(section).standings.notes
    assert (
        f"Board {first.board_no}: {ns} N-S against {ew} E-W wasn’t played: no reason given."
        in notes
    )


def test_not_played_needs_a_reason(section, first):
    with pytest.raises(DeskError) as refused:
        enter_on_line(section, first, "np")
    assert (
        str(refused.value) == "NP needs a reason. Type it after NP, as in NP late, or NP no time."
    )
    Result.objects.filter(pk=first.result.pk).update(text="NP", ns_score=None)
    enter_on_line(section, first, "NP")  # what stands already may be sent again
    assert Result.objects.get(pk=first.result.pk).version == 1


def test_later_makes_the_places_provisional(section, first):
    enter_on_line(section, first, "LATER")
    ns, ew = section.get_printed_number(first.ns), section.get_printed_number(first.ew)
    assert (
        f"Board {first.board_no}: {ns} N-S against {ew} E-W hasn’t been played yet; places are provisional."
        in fetch_session_sheets(section).standings.notes
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "method", ["matchpoints", "ascherman", "cross-imps", "butler", "total-imps", "aggregate"]
)
@pytest.mark.parametrize("text", ["NP: no time", "LATER"])
def test_a_line_without_a_result_changes_no_figure(section, first, method, text):
    Event.objects.update(scoring=method)
    section.session.event.refresh_from_db()
    enter_on_line(section, first, "")
    empty = score_section(section)
    enter_on_line(section, first, text)
    marked = score_section(section)
    assert marked.ranking.standings == empty.ranking.standings
    assert marked.top_by_board == empty.top_by_board
    assert {
        key: value for key, value in marked.points_by_line.items() if value.ns_points is not None
    } == empty.points_by_line


def test_a_night_with_nothing_but_boards_not_played_has_no_places(db):
    section = make_night(pairs=10, boards_per_set=2)
    for line in fetch_section_lines(section).get_table_lines(1, 1):
        enter_on_line(section, line, "NP: no boards yet")
    assert {
        row.place for group in fetch_session_sheets(section).standings.groups for row in group.rows
    } == {""}
