"""What a director ruled elsewhere is kept on import: points moved by hand in real files come out official again."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.official.figures import fetch_official_figures
from director.additions.imports.official.session import score_official_event
from director.additions.imports.store.event import import_file
from director.additions.imports.store.sections import make_unsaved_sessions
from director.additions.rulings.rulings import withdraw_ruling
from director.boards.movement.sections import fetch_first_section, fetch_scoring_field
from director.boards.scoring.explanation import explain_line, explain_total
from director.boards.scoring.scored import score_section
from director.core.files.exports import export_file
from director.models import Event, Result, ResultVersion, Ruling
from scoring.bridge.rulings import ArtificialScore
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.director.additions.exports.nights import list_export_tables, list_standings
from tests.director.additions.imports.store.usebio_files import (
    HOWELL,
    SCORED,
    SESSIONS,
    replace_in_fixture,
)
from tests.director.additions.imports.store.usebio_moved import move_points
from tests.director.additions.imports.store.usebio_written import write_ranking
from tests.director.boards.scored import fetch_scored_session, fetch_session_sheets
from tests.factories import enter_on_line
from tests.scoring.printed import usebio

MITCHELL = "club-mitchell-13-pairs"
LINES = {name: usebio.read_played_lines(name) for name in SESSIONS}


def night_of(data):
    source = read_usebio(data)
    return score_official_event(
        make_unsaved_sessions(source, Event()), source.scoring, {}, doubts=source.warnings
    )


def read_in(data, **settings):
    return import_file(data=data, file_name="ruled.xml", **settings)


@st.composite
def hand_moves(draw, name):
    """One to five lines on boards of their own, with what each side gets more."""
    boards = draw(
        st.lists(
            st.sampled_from(sorted({line.board_no for line in LINES[name]})),
            min_size=1,
            max_size=5,
            unique=True,
        )
    )
    moves = []
    for board_no in boards:
        line = draw(st.sampled_from([line for line in LINES[name] if line.board_no == board_no]))
        ns = Fraction(
            draw(st.sampled_from([1, 2, 3, 4, -1, -2, -3])), draw(st.sampled_from([1, 1, 2]))
        )
        moves.append((board_no, line.ns, line.ew, ns, draw(st.sampled_from([-ns, 0]))))
    return moves


@pytest.mark.parametrize("name", SESSIONS)
@settings(deadline=None, max_examples=4)
@given(st.data())
def test_points_moved_by_hand_are_kept_with_totals_and_places(name, data):
    moves = data.draw(hand_moves(name))
    night = night_of(move_points(name, moves))
    assert len(night.differences) == 0
    assert sorted(one.key for one in night.found_rulings) == sorted(move[:3] for move in moves)
    assert night.credits == ()


@pytest.mark.parametrize("name", SESSIONS)
def test_nothing_is_ruled_in_a_file_that_follows_its_method(name):
    night = night_of((usebio.FIXTURES / f"{name}.xml").read_bytes())
    assert (night.found_rulings, night.credits, night.notes) == ((), (), (SCORED[name],))


@pytest.mark.django_db
@pytest.mark.parametrize("name", SESSIONS)
def test_imported_results_score_to_the_official_figures(name):
    """The figures at the desk, made from what stands in the database, are those of the file."""
    chance = random.Random(7)
    line = chance.choice(LINES[name])
    imported = read_in(move_points(name, [(line.board_no, line.ns, line.ew, 2, -2)]))
    section = fetch_first_section(imported.event.pk)
    assert imported.warnings == ()
    assert imported.notes == (
        "1 result was ruled on elsewhere, so the official points are used. See Rulings.",
        "With that, every total, place and result matches the file.",
        f"It includes the hands of {21 if '13' in name else 27} boards.",
    )
    assert (
        len(
            fetch_official_figures(fetch_scoring_field(section)).compute_differences(
                score_section(section).ranking
            )
        )
        == 0
    )


@pytest.fixture
def moved(db):
    """The section of the Howell in which 2 matchpoints of board 2 went from pair 5 to pair 2."""
    first = next(line for line in LINES[HOWELL] if line.board_no == 2)
    imported = read_in(move_points(HOWELL, [(2, first.ns, first.ew, 2, -2)]))
    return fetch_first_section(imported.event.pk), first


def test_a_line_that_was_moved_is_a_ruling_with_its_former_result(moved):
    section, line = moved
    result = section.results.get(board_no=2, ns=line.ns, ew=line.ew)
    former = ResultVersion.objects.get(result=result)
    ruling = Ruling.objects.get()
    assert result.text == former.text
    assert result.counted == f"{former.text} MOVED +2/-2 MP"
    assert result.counted_score == former.ns_score
    assert result.version == 2
    assert former.version == 1
    assert ruling.number == 1
    assert ruling.award.text == result.counted
    assert ruling.award.result == result
    bare = line.ns_points, line.ew_points
    assert ruling.facts == (
        f"ruled.xml, Example 26-Jul-22 gives this result {bare[0] + 2}.00 and {bare[1] - 2}.00 points; "
        f"scored as {former.text} it would be {bare[0]}.00 and {bare[1]}.00."
    )


def test_withdrawing_the_ruling_puts_back_what_was_made(moved, director):
    section, line = moved
    withdraw_ruling(ruling=Ruling.objects.get(), user=director)
    result = Result.objects.get(section=section, board_no=2, ns=line.ns, ew=line.ew)
    assert "MOVED" not in result.counted
    scored = score_section(section).points_by_line[2, line.ns, line.ew]
    assert (scored.ns_points, scored.ew_points) == (line.ns_points, line.ew_points)


def test_why_says_what_was_moved(moved):
    section, line = moved
    scored, sheets = fetch_scored_session(section)
    explained = explain_line(scored, (2, line.ns, line.ew), "NS")
    assert explained.points == line.ns_points + 2
    assert explained.formula.endswith(f"; +2 adjusted by hand = {line.ns_points + 2}")
    shown = next(
        row
        for board in sheets.boards
        for row in board.lines
        if (board.board_no, row.ns.number) == (2, line.ns)
    )
    assert shown.settlement_reason == "The director moved points by hand: +2 for N-S, -2 for E-W."
    row = next(
        row for group in sheets.standings.groups for row in group.rows if row.contestant == line.ns
    )
    assert explain_total(scored, line.ns).points == row.total


def artificial(ns, ew):
    """Return the Howell with the A-line of board 26 given other points, in its totals too."""
    line = next(line for line in LINES[HOWELL] if line.artificial)
    return line, move_points(
        HOWELL, [(line.board_no, line.ns, line.ew, ns - line.ns_points, ew - line.ew_points)]
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ns", "ew", "text"),
    [
        pytest.param(Fraction("8"), Fraction("2"), "A8020", id="shares of the top"),
        pytest.param(Fraction("6"), Fraction("6"), "A6060", id="average plus for both"),
        pytest.param(
            Fraction("12"), Fraction("-1"), "A5050 MOVED +7/-6 MP", id="more than the top"
        ),
    ],
)
def test_an_artificial_score_with_other_points_than_its_code_keeps_them(ns, ew, text):
    line, data = artificial(ns, ew)
    imported = read_in(data)
    section = fetch_first_section(imported.event.pk)
    assert imported.warnings == ()
    assert section.results.get(board_no=line.board_no, ns=line.ns, ew=line.ew).counted == text


def exported(event, line):
    """Return the file of *event*, and what it says of *line*: its score and its points."""
    data = export_file(list_export_tables(event), "usebio").content
    (section,) = read_usebio(data).sections
    board = next(board for board in section.boards if board.board_no == line.board_no)
    (told,) = [each for each in board.lines if (each.ns_no, each.ew_no) == (line.ns, line.ew)]
    return data, (told.result.artificial, told.ns_points, told.ew_points)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ns", "ew"),
    [
        pytest.param(Fraction(8), Fraction(2), id="shares of the top"),
        pytest.param(Fraction(6), Fraction(6), id="average plus for both"),
        pytest.param(Fraction(12), Fraction(-1), id="more than the top"),
    ],
)
def test_an_artificial_score_with_other_points_goes_out_as_it_came_in(ns, ew):
    line, data = artificial(ns, ew)
    event = read_in(data).event
    sent, told = exported(event, line)
    assert told == ("A5050", ns, ew)
    again = read_in(sent, again=True)
    assert exported(again.event, line) == (sent.replace(*identifiers(event, again.event)), told)
    assert list_standings(again.event) == list_standings(event)


def identifiers(*events) -> tuple[bytes, ...]:
    return tuple(f"<EVENT_IDENTIFIER>{event.pk}<".encode() for event in events)


@pytest.mark.django_db
def test_an_award_of_ours_in_place_of_an_imported_one_goes_out_as_ours():
    line, data = artificial(Fraction(8), Fraction(2))
    event = read_in(data).event
    section = fetch_first_section(event.pk)
    enter_on_line(section, line, "A6040")
    assert exported(event, line)[1] == ("A6040", 6, 4)


@pytest.mark.django_db
def test_a_penalty_on_a_total_is_kept_as_a_penalty():
    imported = read_in(move_points(MITCHELL, [], [("EW", 5, Fraction("2.5"))]))
    section = fetch_first_section(imported.event.pk)
    penalty = Ruling.objects.get()
    assert penalty.penalty == Fraction("2.5")
    assert penalty.penalty_unit == "mp"
    assert section.get_label(penalty.penalty_to) == "5 E-W"
    assert imported.warnings == ()
    assert imported.notes[0] == (
        "1 total was changed elsewhere, so the official total is used, as a penalty or carry-over."
    )


@pytest.mark.django_db
def test_points_given_besides_the_boards_are_a_carry_over():
    imported = read_in(move_points(MITCHELL, [], [("EW", 5, -3)]))
    rows = [
        row
        for group in fetch_session_sheets(fetch_first_section(imported.event.pk)).standings.groups
        for row in group.rows
    ]
    assert [(row.label, row.carry_over) for row in rows if row.carry_over] == [("5 E-W", "+3 MP")]
    assert imported.warnings == ()


@pytest.mark.django_db
def test_a_line_printed_otherwise_than_it_is_added_up_is_told_and_not_ruled():
    """The total holds the points of the score, so the line's figure is the print of a program, or a slip of it."""
    data = replace_in_fixture(
        HOWELL, ("<NS_MATCH_POINTS>10</NS_MATCH_POINTS>", "<NS_MATCH_POINTS>9</NS_MATCH_POINTS>")
    )
    imported = read_in(data)
    assert not Ruling.objects.exists()
    assert imported.differences == (
        "Board 1, 6 against 10: the file gives 9.00 and 0.00 points; here it gets 10.00 and 0.00. "
        "The rest of the board matches, so the points of this result were changed.",
    )


def test_a_board_whose_every_line_differs_was_not_ruled():
    name = MITCHELL
    on_board = [line for line in LINES[name] if line.board_no == 4]
    moves = [
        (4, line.ns, line.ew, Fraction(number + 1, 4), 0) for number, line in enumerate(on_board)
    ]
    night = night_of(move_points(name, moves))
    assert night.found_rulings == ()
    assert {line.key[0] for line in night.differences.lines} == {4}


def test_a_score_left_out_of_the_comparison_keeps_its_points():
    """The director gave the table points and took its score out, which the file cannot say: all others are compared."""
    scores = (420, 170, -50, 620, 100, 90)
    boards = tuple(
        Board(board_no, tuple(Line(ns, ns + 6, score) for ns, score in enumerate(scores, start=1)))
        for board_no in (1, 2)
    )
    ruled = Line(3, 9, artificial=ArtificialScore(Fraction(60), Fraction(40)))
    lines = tuple(ruled if line.ns == 3 else line for line in boards[1].lines)
    field = Field(2, (boards[0], Board(2, lines)))
    ranking = rank_field("matchpoints", field)
    data = write_ranking("matchpoints", ranking, winners=2).replace(
        b"<SCORE>A6040</SCORE>", b"<SCORE>-50</SCORE>"
    )
    night = night_of(data)
    assert [(one.key, one.entry.text) for one in night.found_rulings] == [((2, 3, 9), "A6040")]
    assert len(night.differences) == 0
