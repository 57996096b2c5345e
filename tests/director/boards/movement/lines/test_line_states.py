"""The five states of a line: passed out, played, not played with a reason, artificial, and to be played later."""

import pytest

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import (
    fetch_result_counts_by_section,
    fetch_section_lines,
)
from director.boards.movement.sections import fetch_section
from director.boards.pages.play import fetch_play_snapshot, make_play_page
from director.boards.pages.steps import fetch_session_steps, fetch_steps_tonight
from director.boards.play.scores.off_schedule import (
    swap_table_boards,
    swap_table_opponents,
    turn_table,
)
from director.boards.play.scores.result import store_unscheduled_result
from director.boards.scoring.scored import score_section
from director.errors import DeskError
from director.models import Award, Event, Result, Session
from director.models.event import Clock, Contest
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError
from tests.director.additions.contests.scoring.test_matches import make_played_teams
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import find_elements, find_texts, read_table_rows
from tests.factories import enter_all_results, enter_on_line, make_night


@pytest.mark.parametrize(
    ("typed", "text", "state"),
    [
        pytest.param("pass", "PASS", LineState.PASSED_OUT, id="passed-out"),
        pytest.param("4ss=", "4SS=", LineState.PLAYED, id="played"),
        pytest.param("+620", "+620", LineState.PLAYED, id="a-bare-score"),
        pytest.param("np", "NP", LineState.NOT_PLAYED, id="not-played"),
        pytest.param(
            "np:  ran  out of time",
            "NP: ran out of time",
            LineState.NOT_PLAYED,
            id="not-played-and-why",
        ),
        pytest.param("np late", "NP: late", LineState.NOT_PLAYED, id="not-played-without-a-colon"),
        pytest.param(
            "Not played, fire alarm", "NP: fire alarm", LineState.NOT_PLAYED, id="in-words"
        ),
        pytest.param("a6040", "A6040", LineState.ARTIFICIAL, id="artificial"),
        pytest.param("later", "LATER", LineState.TO_BE_PLAYED, id="later"),
        pytest.param("to be played later", "LATER", LineState.TO_BE_PLAYED, id="later-in-words"),
        pytest.param("50% 4ss= 50% pass", "50% 4SS=, 50% PASS", None, id="assigned"),
    ],
)
def test_every_text_has_its_state_and_reads_back(typed, text, state):
    entered = parse_line_entry(typed)
    assert (entered.text, entered.state) == (text, state)
    assert parse_line_entry(text) == entered


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


def test_later_is_neither_in_nor_late(section, first):
    enter_on_line(section, first, "")
    assert square(section, first).state == "late"
    assert make_page(section).progress.late_lines != ()
    enter_on_line(section, first, "later")
    found = square(section, first)
    assert found.state == "later"
    assert found.text == "…"
    assert found.description.rpartition(": ")[2] == "to be played later"
    progress = make_page(section).progress
    assert progress.late_lines == ()
    assert progress.results_in == len(fetch_section_lines(section).get_table_lines(1, 1)) * 10 - 1
    Session.objects.update(clock=Clock.OVER)
    assert square(fetch_section(section.session_id), first).state == "later"


def test_later_keeps_the_night_from_being_complete(desk, section):
    enter_all_results(section)
    lines = fetch_section_lines(section)
    assert fetch_session_steps(section).steps[4].state == "done"
    enter_on_line(section, lines.all[0], "LATER")
    night = fetch_session_steps(section)
    assert night.is_complete is False
    assert night.results_in == len(lines.all) - 1
    Event.objects.update(date="2026-11-17")
    sheets = fetch_session_sheets(section)
    assert sheets.standings.results_in == len(lines.all) - 1
    assert sheets.standings.is_complete is False


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


def test_the_database_counts_what_the_lines_are(section, first):
    """Tables that played otherwise, awards, lines put off and half matches: all as the list of lines has them."""
    turn_table(section=section, round_no=1, table_no=2, user=None)
    swap_table_opponents(section=section, round_no=2, first=1, second=3, user=None)
    swap_table_boards(section=section, round_no=5, first=1, second=2, user=None)
    for line, text in zip(
        fetch_section_lines(section).get_table_lines(1, 3), ("A6040", "LATER"), strict=True
    ):
        enter_on_line(section, line, text)
    for other in (section, make_played_teams("triple", teams=3, seed=2)):
        lines = fetch_section_lines(other)
        assert fetch_result_counts_by_section([other.pk]) == {
            other.pk: (lines.results_in, lines.results_due)
        }


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


def test_the_pages_say_it_in_words(desk, section, first):
    enter_on_line(section, first, "LATER")
    page = desk.get(f"/sessions/{section.session_id}/scores/boards/{first.board_no}/")
    assert "to be played later" in {
        text.partition(" made")[0] for text in find_texts(page, ".open")
    }
    board = desk.get(f"/events/{section.session.event_id}/boards/{first.board_no}/")
    assert [row[4].partition(" · ")[0] for row in read_table_rows(board, ".traveller")].count(
        "to be played later"
    ) == 1
    enter_on_line(section, first, "NP: no time")
    board = desk.get(f"/events/{section.session.event_id}/boards/{first.board_no}/")
    assert [row[4].partition(" · ")[0] for row in read_table_rows(board, ".traveller")].count(
        "not played: no time"
    ) == 1


def test_later_and_reasons_are_offered_where_one_types(desk, section):
    page = desk.get(f"/sessions/{section.session_id}/scores/boards/1/")
    offered = [button.get("data-fill") for button in find_elements(page, ".fills button")]
    assert offered[-2:] == ["NP: no time", "LATER"]
