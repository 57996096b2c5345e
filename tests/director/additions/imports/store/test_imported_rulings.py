"""What a director ruled elsewhere is kept on import: points moved by hand in real files come out official again."""

import random
from fractions import Fraction

import pytest

from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.official.figures import fetch_official_figures
from director.additions.imports.official.session import score_official_event
from director.additions.imports.store.event import import_file
from director.additions.imports.store.sections import make_unsaved_sessions
from director.boards.movement.sections import fetch_first_section, fetch_scoring_field
from director.boards.scoring.scored import score_section
from director.core.files.exports import export_file
from director.models import Event, Ruling
from scoring.bridge.rulings import ArtificialScore
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.director.additions.exports.nights import list_export_tables
from tests.director.additions.imports.store.usebio_files import (
    HOWELL,
    SESSIONS,
    replace_in_fixture,
)
from tests.director.additions.imports.store.usebio_moved import move_points
from tests.director.additions.imports.store.usebio_written import write_ranking
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


@pytest.mark.slow
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


def artificial(ns, ew):
    """Return the Howell with the A-line of board 26 given other points, in its totals too."""
    line = next(line for line in LINES[HOWELL] if line.artificial)
    return line, move_points(
        HOWELL, [(line.board_no, line.ns, line.ew, ns - line.ns_points, ew - line.ew_points)]
    )


def exported(event, line):
    """Return the file of *event*, and what it says of *line*: its score and its points."""
    data = export_file(list_export_tables(event), "usebio").content
    (section,) = read_usebio(data).sections
    board = next(board for board in section.boards if board.board_no == line.board_no)
    (told,) = [each for each in board.lines if (each.ns_no, each.ew_no) == (line.ns, line.ew)]
    return data, (told.result.artificial, told.ns_points, told.ew_points)


@pytest.mark.slow
@pytest.mark.django_db
def test_an_award_of_ours_in_place_of_an_imported_one_goes_out_as_ours():
    line, data = artificial(Fraction(8), Fraction(2))
    event = read_in(data).event
    section = fetch_first_section(event.pk)
    enter_on_line(section, line, "A6040")
    assert exported(event, line)[1] == ("A6040", 6, 4)


@pytest.mark.slow
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


@pytest.mark.slow
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
