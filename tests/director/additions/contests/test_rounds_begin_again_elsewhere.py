"""Matches whose rounds all begin at the same board: points explained, rulings, phones, paper and files."""

import pytest
from django.urls import reverse

from director.additions.imports.store.event import import_file
from director.boards.movement.lines.section_lines import SectionLine, fetch_section_lines
from director.boards.movement.rounds import begins_each_round
from director.boards.play.scores.result import store_unscheduled_result
from director.boards.scoring.explanation import explain_line
from director.boards.scoring.standings.event import EventResults
from director.core.files.backups.database import restore_backup, write_backup_file
from director.core.files.exports import export_file, make_event_tables
from director.errors import RulingError
from director.models import Plan, Result, Section
from tests.director.additions.contests.test_rounds_begin_again import (
    enter_texts,
    list_boards_by_round,
    make_rounds_from_1,
)
from tests.director.additions.phones.tables import TablePhones
from tests.director.boards.paper.test_out_and_in import facts_of_event
from tests.director.pdf.reading import read_pages
from tests.factories import add_ruling, enter_on_line

pytestmark = pytest.mark.django_db


def find_lines(section: Section, round_no: int, board_no: int = 1) -> list[SectionLine]:
    """Return the lines of *board_no* in *round_no*, by table."""
    lines = fetch_section_lines(section).get_board_lines(board_no)
    return [line for line in lines if line.round_no == round_no]


def play_4_spades_twice(section: Section) -> list[SectionLine]:
    """Let a match of round 2 make 4SS= and 4SS-1 on board 1, where round 1 passed. Return its lines."""
    for line in find_lines(section, 1):
        enter_on_line(section, line, "PASS")
    first, *others = find_lines(section, 2)
    (second,) = [line for line in others if (line.ns, line.ew) == (first.ew, first.ns)]
    enter_on_line(section, first, "4SS=")
    enter_on_line(section, second, "4SS-1")
    return [first, second]


@pytest.mark.slow
def test_points_are_explained_by_the_other_table_of_the_round(desk):
    section = make_rounds_from_1()
    line, _other_line = play_4_spades_twice(section)
    address = reverse("session_results", args=[section.ref])
    page = desk.get(f"{address}boards/1/?why=1-{line.ns}-{line.ew}")
    (results,) = EventResults(section.session.event).sessions
    explanation = explain_line(results.scored, line[:3], "NS")
    # 420 and 50 for the other table's opponents.
    assert explanation.points == 10
    assert "470" in page.content.decode()


def test_a_board_that_is_adjusted_names_its_match(director):
    section = make_rounds_from_1()
    line, _other_line = play_4_spades_twice(section)
    ruling = {"facts": "Hesitation.", "decision": "4SS-1.", "adjusted": "4SS-1", "board_no": 1}
    at_table = {"pair_no": line.ns, "table_no": line.table_no}
    with pytest.raises(RulingError, match="Board 1 is played in rounds 1, 2 and 3"):
        add_ruling(section=section, user=director, **ruling, **at_table)
    match = fetch_section_lines(section).get_line_match(line)
    add_ruling(section=section, user=director, match=match, **ruling, **at_table)
    lines = fetch_section_lines(section)
    assert lines.find_line(*line[:3]).text == "4SS-1"
    first_round = [other.text for other in lines.get_board_lines(1) if other.round_no == 1]
    assert set(first_round) == {"PASS"}


def test_the_ruling_page_takes_the_match_of_a_board(desk):
    section = make_rounds_from_1()
    line, _other_line = play_4_spades_twice(section)
    match = fetch_section_lines(section).get_line_match(line)
    form = {
        "facts": "Hesitation.",
        "decision": "4SS-1.",
        "adjusted": "4SS-1",
        "board_no": 1,
        "pair_no": line.ns,
        "table_no": line.table_no,
        "match": "-".join(map(str, match)),
    }
    address = reverse("session_rulings", args=[section.ref])
    assert desk.post(address, form).status_code == 302
    assert fetch_section_lines(section).find_line(*line[:3]).text == "4SS-1"


@pytest.mark.slow
def test_teams_that_met_by_accident_have_a_score_in_each_round():
    section = make_rounds_from_1(teams=6, rounds=2)
    lines = fetch_section_lines(section)
    met = {frozenset((line.ns, line.ew)) for line in lines.all}
    enter_texts(section)
    home, away = next(
        (home, away)
        for home in range(1, 7)
        for away in range(home + 1, 7)
        if {home, away} not in met
    )
    result = store_unscheduled_result(
        section=section, key=(1, home, away), text="3NTN=", user=None, round_and_table=(3, 1)
    )
    assert (result.round_no, result.counted) == (3, "3NTN=")
    again = store_unscheduled_result(
        section=section, key=(2, home, away), text="3NTN=", user=None, round_and_table=(2, 1)
    )
    assert again.counted != "3NTN="


def test_phones_of_a_table_enter_and_see_their_own_round(desk):
    section = make_rounds_from_1()
    for line in find_lines(section, 1):
        enter_on_line(section, line, "1NTN=")
    tables = TablePhones(section, tables=4, see="after")
    first, *_others = find_lines(section, 2)
    answer = tables.say(first, "4SE=")
    assert answer.status_code == 201
    stored = fetch_section_lines(section).find_line(*first[:3])
    assert (stored.ns_score, stored.round_no) == (-420, 2)
    assert [line.text for line in find_lines(section, 1)] == ["1NTN="] * 4


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["score-slips", "guide-cards", "master-sheet"])
def test_sheets_have_the_same_boards_in_each_round(desk, kind):
    section = make_rounds_from_1()
    address = f"/sessions/{section.session_id}/print/sheets.pdf?kinds={kind}&paper=a4"
    response = desk.get(address)
    texts = [text for page in read_pages(response.content) for text in page.texts]
    # Boards that run on are 4 to 6 and 7 to 9 in the rounds after the first.
    assert not {"4–6", "7–9", "4, 5, 6", "5", "6", "7", "8", "9"} & set(texts)
    assert {"1–3", "3"} & set(texts)


@pytest.mark.slow
def test_the_event_file_brings_the_rounds_back():
    section = make_rounds_from_1()
    enter_texts(section)
    event = section.session.event
    data = export_file(make_event_tables(event, with_member_numbers=True), "json").content
    imported = import_file(data=data, file_name="night", again=True)
    again = Section.objects.get(session__event=imported.event)
    assert list_boards_by_round(again) == dict.fromkeys((1, 2, 3), (1, 2, 3))
    assert begins_each_round(again.plan)
    assert facts_of_event(imported.event) == facts_of_event(event)


@pytest.mark.slow
def test_a_backup_brings_the_rounds_back(tmp_path, director):
    section = make_rounds_from_1()
    enter_texts(section)
    before = facts_of_event(section.session.event)
    write_backup_file(path=tmp_path / "club.backup")
    Result.objects.all().delete()
    Plan.objects.all().delete()
    restore_backup(path=tmp_path / "club.backup", safety_path=tmp_path / "before.backup")
    section = Section.objects.select_related("session__event__club").get(pk=section.pk)
    assert begins_each_round(section.plan)
    assert list_boards_by_round(section) == dict.fromkeys((1, 2, 3), (1, 2, 3))
    assert facts_of_event(section.session.event) == before
