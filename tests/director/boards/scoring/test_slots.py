"""Which board of the field a line is on, where sections play the same boards in different rounds."""

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.sections import ScoringField
from director.boards.scoring.scored import Slot, collect_played_lines
from director.models import Event, Section, Session

A, B = 100_000, 200_000  # before the numbers of either section


def slots_of(contest, lines):
    session = Session(event=Event(contest=contest))
    sections = tuple(Section(session=session, letter=letter) for letter in "AB")
    entered = {
        (line.board_no, line.ns, line.ew): parse_line_entry("PASS", game="bridge") for line in lines
    }
    played = collect_played_lines(
        ScoringField(session, sections), SectionLines(lines, is_by_round=True), entered
    )
    return {slot: [(line.ns, line.ew) for line in own] for slot, own in played.items()}


def both_tables(board_no, first, second, round_no):
    return [
        SectionLine(board_no, ns, ew, round_no, 1, None)
        for ns, ew in ((first, second), (second, first))
    ]


def test_pairs_of_two_sections_are_compared_on_a_board_whenever_they_play_it():
    lines = [SectionLine(1, A + 1, A + 2, 1, 1, None), SectionLine(1, B + 1, B + 2, 2, 1, None)]
    assert slots_of("pairs", lines) == {Slot(1): [(A + 1, A + 2), (B + 1, B + 2)]}


def test_a_line_off_schedule_belongs_to_the_round_in_which_its_section_plays_the_board():
    lines = [
        *both_tables(1, A + 1, A + 2, round_no=1),
        SectionLine(1, A + 3, A + 4, 2, 1, None, is_off_schedule=True),
    ]
    assert list(slots_of("teams", lines)) == [Slot(1, 1)]
