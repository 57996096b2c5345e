"""Files of several sessions and sections become one event, with the standings that the file has."""

import random
from xml.etree.ElementTree import SubElement, tostring

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from director.additions.imports.official_page import compare_official
from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_event_fields
from director.boards.scoring.standings.event import EventResults
from director.core.files.kind_parts import FiledKind
from director.event_kinds import ask_kind
from director.formats.errors import ImportFileError
from director.models import (
    Entry,
    Event,
    OfficialLine,
    OfficialTotal,
    Person,
    Result,
    Ruling,
    Section,
    Session,
)
from director.models.event import RankingScope
from tests.director.additions.exports.nights import list_standings
from tests.director.additions.imports.store.usebio_divided import (
    build_divided_root,
    make_random_event,
    reload_event,
    write_divided_file,
)
from tests.director.additions.imports.store.usebio_files import (
    BY_ANY_PROGRAM,
    SESSIONS,
    is_nothing_stored,
    read_fixture,
)

pytestmark = pytest.mark.django_db


def read_in(data, **settings):
    return import_file(data=data, file_name="county.xml", **{"again": True} | settings)


@pytest.mark.parametrize("seed", range(8))
def test_an_exported_event_reads_back_to_the_same_standings(seed):
    chance = random.Random(seed)
    event = make_random_event(
        seed,
        letters="ABC"[: chance.randint(1, 3)],
        sessions=chance.randint(1, 3),
        key=chance.choice(["mitchell", "howell"]),
        pairs=2 * chance.randint(2, 5),
        options={"compare": chance.choice(["field", "section"])},
        places=chance.choice([RankingScope.FIELD, RankingScope.SECTION]),
    )
    imported = read_in(write_divided_file(event))
    assert imported.warnings == ()
    assert imported.further_difference_count == 0
    assert list_standings(imported.event) == list_standings(event)


def test_two_sessions_of_three_sections_are_one_event():
    event = make_random_event()
    imported = read_in(write_divided_file(event)).event
    sections = Section.objects.filter(session__event=imported)
    assert [(section.session.number, section.letter, section.winners) for section in sections] == [
        (number, letter, 2) for number in (1, 2) for letter in "ABC"
    ]
    assert {session.clock for session in Session.objects.filter(event=imported)} == {"over"}
    assert Result.objects.filter(section__session__event=imported).count() == 2 * 3 * 18
    assert imported.name == "County pairs"


def test_a_note_reports_that_sections_were_compared_and_ranked_separately():
    event = make_random_event(options={"compare": "section"}, places=RankingScope.SECTION)
    imported = read_in(write_divided_file(event))
    assert imported.event.scoring_options["compare"] == "section"
    assert imported.event.places == "section"
    assert imported.notes == (
        "18 of the 18 pairs of session 2 continue from an earlier session.",
        "Scored by Matchpoints, compare section, places within each section: all 108 results and all 108 totals, "
        "percentages and places then match the file.",
    )


def test_a_pair_of_the_same_people_goes_on_wherever_it_sits():
    root = build_divided_root(make_random_event(letters="AB"))
    first_a, second_b = (
        pair_of(root, "2", letter, number) for letter, number in (("A", "1NS"), ("B", "2EW"))
    )
    moved = [(first_a, second_b.findall("PLAYER")), (second_b, first_a.findall("PLAYER"))]
    for pair, _players in moved:
        for player in pair.findall("PLAYER"):
            pair.remove(player)
    for pair, players in moved:
        pair.extend(players)
    event = read_in(tostring(root)).event
    assert continues(event, "A", 1) == ("B", 5)
    assert continues(event, "B", 5) == ("A", 1)
    assert continues(event, "A", 2) == ("A", 2)


def pair_of(root, session, letter, number):
    (pair,) = (
        pair
        for pair in root.findall(
            f".//SESSION[@SESSION_ID='{session}']/SECTION[@SECTION_ID='{letter}']//PAIR"
        )
        if pair.findtext("PAIR_NUMBER") == number
    )
    return pair


def continues(event, letter, pair_no):
    entry = Entry.objects.get(
        section__session__event=event,
        section__session__number=2,
        section__letter=letter,
        pair_no=pair_no,
    )
    return entry.continues.section.letter, entry.continues.pair_no


def test_who_is_new_in_the_second_session_continues_nobody():
    root = build_divided_root(make_random_event(letters="AB"))
    for name in pair_of(root, "2", "B", "1NS").iter("PLAYER_NAME"):
        name.text = f"New {name.text}"
    imported = read_in(tostring(root))
    assert imported.notes[0] == "11 of the 12 pairs of session 2 continue from an earlier session."
    assert Entry.objects.get(
        section__session__number=2, section__letter="B", pair_no=1, continues=None
    )


def test_without_names_number_section_and_direction_say_who_goes_on():
    imported = read_in(write_divided_file(make_random_event(), names=False))
    later = Entry.objects.filter(section__session__event=imported.event, section__session__number=2)
    later = later.select_related("section", "continues__section")
    assert [(entry.continues.section.letter, entry.continues.pair_no) for entry in later] == [
        (entry.section.letter, entry.pair_no) for entry in later
    ]
    assert imported.notes == (
        "18 of the 18 pairs of session 2 continue from an earlier session.",
        BY_ANY_PROGRAM,
    )
    assert Person.objects.filter(entries__section__session__event=imported.event).count() == 0


def twice(name, opening) -> bytes:
    """Return a real file with its pairs and boards twice, each time in what the tags *opening* begin."""
    text = read_fixture(name).decode()
    start, end = text.index("<PARTICIPANTS"), text.rindex("</EVENT>")
    parts = "".join(f"{tag}{text[start:end]}</{tag[1:8]}>" for tag in opening)
    return f"{text[:start]}{parts}{text[end:]}".encode()


@pytest.mark.parametrize("name", ["club-mitchell-13-pairs", "club-howell-12-pairs"])
def test_real_figures_of_sections_that_were_compared_by_themselves_come_out(name):
    imported = read_in(twice(name, ('<SECTION SECTION_ID="A">', '<SECTION SECTION_ID="B">')))
    assert imported.differences == ()
    assert imported.event.places == "section"
    assert imported.event.scoring_options["compare"] == "section"


@pytest.mark.parametrize("name", SESSIONS)
def test_real_figures_of_two_sessions_come_out(name):
    imported = read_in(twice(name, ("<SESSION>", "<SESSION>")))
    assert (imported.differences, imported.doubts) == ((), ())
    pairs = Entry.objects.filter(
        section__session__event=imported.event, section__session__number=1
    ).count()
    assert (
        imported.notes[0]
        == f"{pairs} of the {pairs} pairs of session 2 continue from an earlier session."
    )


def test_sections_of_other_names_get_letters_and_it_is_told():
    event = make_random_event(sessions=1)
    imported = read_in(write_divided_file(event, called={"A": "Red", "B": "B", "C": "Blue <3"}))
    assert (
        imported.notes[0]
        == "Sections are lettered in the order of the file: “Red” is A, “B” is B, “Blue <3” is C."
    )
    assert list_standings(imported.event) == list_standings(event)


def test_letters_of_the_file_stay():
    imported = read_in(
        write_divided_file(
            make_random_event(letters="AB", sessions=1), called={"A": "K", "B": "AB"}
        )
    )
    letters = Section.objects.filter(session__event=imported.event).values_list("letter", flat=True)
    assert list(letters) == ["K", "AB"]
    assert imported.notes == (BY_ANY_PROGRAM,)


def test_a_section_of_one_winner_beside_one_of_two():
    event = make_random_event(letters="AB", sessions=1)
    Section.objects.filter(session__event=event, letter="B").update(winners=1, ew_offset=0)
    imported = read_in(write_divided_file(event))
    assert imported.warnings == ()
    assert imported.further_difference_count == 0
    assert list_standings(imported.event) == list_standings(event)
    sections = Section.objects.filter(session__event=imported.event)
    assert list(sections.values_list("letter", "winners", "ew_offset")) == [
        ("A", 2, 3),
        ("B", 1, 0),
    ]


def test_sections_may_stand_in_the_event_itself():
    event = make_random_event(letters="AB", sessions=1)
    imported = read_in(write_divided_file(event, session_tag=False))
    assert list_standings(imported.event) == list_standings(event)


def test_official_figures_are_beside_ours_session_by_session(desk):
    event = make_random_event(letters="AB")
    imported = read_in(write_divided_file(event), options={"compare": "section"})
    assert len(imported.differing_sections) == 2
    assert OfficialTotal.objects.count() == 2 * 2 * 6
    assert OfficialLine.objects.count() == 2 * 2 * 18
    for section in imported.differing_sections:
        address = reverse("session_results_official", args=[section.ref])
        assert desk.get(address).status_code == 200
    assert imported.differences == tuple(
        f"Session {number}: 36 of 36 results have other points in the file, and the totals follow. "
        "It was scored by a method or in a field that isn’t known here."
        for number in (1, 2)
    )


@pytest.mark.parametrize("compare", ["field", "section"])
def test_an_adjustment_by_hand_is_imported_in_its_section(compare):
    root = build_divided_root(
        make_random_event(letters="AB", pairs=10, options={"compare": compare})
    )
    line = root.findall(
        ".//SESSION[@SESSION_ID='2']/SECTION[@SECTION_ID='B']/BOARD/TRAVELLER_LINE"
    )[6]
    for side, more in (("NS", 1), ("EW", -1)):
        points = line.find(f"{side}_MATCH_POINTS")
        points.text = str(float(points.text) + more)
        total = pair_of(root, "2", "B", line.findtext(f"{side}_PAIR_NUMBER")).find("TOTAL_SCORE")
        total.text = str(float(total.text) + more)
    imported = read_in(tostring(root))
    ruling = Ruling.objects.get(section__session__event=imported.event)
    assert ruling.section.session.number == 2
    assert ruling.section.letter == "B"
    assert ruling.number == 1
    assert "MOVED +1/-1 MP" in ruling.award.text
    assert (ruling.ns, ruling.section.get_printed_number(ruling.ew)) == tuple(
        int(line.findtext(f"{side}_PAIR_NUMBER")[:-2]) for side in ("NS", "EW")
    )


def test_a_penalty_in_the_file_is_one_of_its_section():
    root = build_divided_root(make_random_event(letters="AB", sessions=1))
    pair = pair_of(root, "1", "B", "1EW")
    pair.find("TOTAL_SCORE").text = str(float(pair.findtext("TOTAL_SCORE")) - 1)
    for tag in ("PERCENTAGE", "PLACE"):
        for pair_element in root.iter("PAIR"):
            pair_element.remove(pair_element.find(tag))
    imported = read_in(tostring(root))
    ruling = Ruling.objects.get(section__session__event=imported.event)
    assert ruling.section.letter == "B"
    assert ruling.penalty_to == 4
    assert ruling.penalty == 1
    assert imported.differences == ()


def test_an_adjustment_told_by_the_file_is_settled_in_its_own_section_alone():
    root = build_divided_root(make_random_event(letters="AB", sessions=1))
    for letter, lost in (("A", 1), ("B", 0)):  # B's adjustment is not in its total
        pair = pair_of(root, "1", letter, "1NS")
        SubElement(pair, "ADJUSTMENT").text = "-1"
        pair.find("TOTAL_SCORE").text = str(float(pair.findtext("TOTAL_SCORE")) - lost)
    for pair in root.iter("PAIR"):
        for tag in ("PERCENTAGE", "PLACE"):
            pair.remove(pair.find(tag))
    imported = read_in(tostring(root))
    assert imported.doubts == (
        "Section B: Pair 1NS: the file adjusts its total by -1 without a board. Enter it yourself if it still applies.",
    )
    assert Ruling.objects.get(section__session__event=imported.event).section.letter == "A"


def test_official_places_within_sections_agree_with_ours():
    imported = read_in(
        write_divided_file(make_random_event(letters="AB", places=RankingScope.SECTION))
    ).event
    for scoring_field in fetch_event_fields(reload_event(imported)):
        both = compare_official(scoring_field)
        assert both.differing_pairs == ()
        assert both.differing_lines == ()
        assert len(both.pairs) == 12


def test_the_page_and_the_command_read_it_alike(desk, tmp_path, capsys):
    data = write_divided_file(make_random_event(letters="AB"))
    path = tmp_path / "county.xml"
    path.write_bytes(data)
    call_command("import_results", str(path), again=True)
    by_command = Event.objects.get(pk=int(capsys.readouterr().out))
    with path.open("rb") as file:
        response = desk.post(reverse("results_import"), {"file": file, "again": "on"}, follow=True)
    assert response.status_code == 200
    by_page = Event.objects.order_by("pk").last()
    assert by_page != by_command
    assert list_standings(by_page) == list_standings(by_command)


def test_the_page_links_to_the_official_figures_of_each_session_that_differs(desk):
    file = SimpleUploadedFile("county.xml", write_divided_file(make_random_event(letters="AB")))
    response = desk.post(
        reverse("results_import"), {"file": file, "option_compare": "section"}, follow=True
    )
    first, second = Session.objects.filter(event=Event.objects.order_by("pk").last()).order_by(
        "number"
    )
    html = response.content.decode()
    for session in (first, second):
        address = reverse("session_results_official", args=[session.sections.first().ref])
        assert f'<a href="{address}">the official results in session {session.number}</a>' in html


def test_the_same_file_twice_is_refused():
    data = write_divided_file(make_random_event(letters="AB"))
    read_in(data)
    with pytest.raises(Exception, match="has already been imported"):
        read_in(data, again=False)


def test_files_of_it_name_session_and_section():
    imported = read_in(write_divided_file(make_random_event(letters="AB"))).event
    tables = {
        table.title: table
        for table in ask_kind(imported, FiledKind).make_export_tables(imported).tables
    }
    assert len(tables["Recap"].rows) == 2 * 12


def broken(old, new, *, after):
    """Return a file in which *old* is *new* behind the text *after*; the event it was written from is gone."""
    event = make_random_event(letters="AB")
    text = write_divided_file(event).decode()
    index = text.index(old, text.index(after))
    event.delete()
    Person.objects.all().delete()
    event.club.delete()
    return (text[:index] + new + text[index + len(old) :]).encode()


@pytest.mark.parametrize(
    ("old", "new", "after", "sentence"),
    [
        pytest.param(
            "<BOARD_NUMBER>1<",
            "<BOARD_NUMBER>2<",
            'SECTION_ID="B"',
            "Session 1, Section B: Board 2 is in the file twice. Put all its results in one <BOARD>.",
            id="a board twice",
        ),
        pytest.param(
            "<EW_PAIR_NUMBER>1EW<",
            "<EW_PAIR_NUMBER>9EW<",
            'SESSION_ID="2"',
            "Session 2, Section A: Board 1, N-S 1NS against E-W 9EW: pair 9EW isn’t in the list of pairs. Correct "
            "the number or add the pair.",
            id="an unknown pair",
        ),
        pytest.param(
            'SECTION_ID="B"',
            'SECTION_ID="A"',
            'SESSION_ID="2"',
            "Session 2: Section A is in its session twice. Give each section its own SECTION_ID.",
            id="a section twice",
        ),
        pytest.param(
            "<WINNER_TYPE>2<",
            "<WINNER_TYPE>3<",
            'SECTION_ID="B"',
            "Session 1, Section B: WINNER_TYPE is “3”. Use 1 for one winner or 2 for N-S and E-W winners.",
            id="three winners",
        ),
    ],
)
def test_a_bad_section_is_named_and_nothing_is_stored(old, new, after, sentence, tmp_path):
    data = broken(old, new, after=after)
    with pytest.raises(ImportFileError) as caught:
        read_in(data)
    assert str(caught.value) == sentence
    path = tmp_path / "bad.xml"
    path.write_bytes(data)
    with pytest.raises(CommandError, match=sentence[:30]):
        call_command("import_results", str(path))
    assert is_nothing_stored()


@pytest.mark.slow
def test_as_many_queries_for_many_sections_as_for_few():
    read_in(write_divided_file(make_random_event(letters="A", sessions=1)))
    asked = []
    for letters in ("AB", "ABC"):
        data = write_divided_file(make_random_event(letters=letters, sessions=1))
        with CaptureQueriesContext(connection) as captured:
            read_in(data)
        asked.append(len(captured))
    assert asked[0] == asked[1]


def test_a_session_that_has_not_been_played_yet_is_there_without_results():
    root = build_divided_root(make_random_event(letters="AB"))
    for section in root.findall(".//SESSION[@SESSION_ID='2']/SECTION"):
        for board in section.findall("BOARD"):
            section.remove(board)
    event = read_in(tostring(root)).event
    assert [sheets.results_in > 0 for sheets in EventResults(reload_event(event)).sessions] == [
        True,
        False,
    ]
    assert (
        Entry.objects.filter(section__session__number=2, section__session__event=event).count()
        == 12
    )


def test_more_sections_than_letters_are_refused():
    sections = [SECTION.replace("NAME", str(number)) for number in range(703)]
    event = f"<EVENT><WINNER_TYPE>1</WINNER_TYPE><DATE>21/07/2022</DATE>{''.join(sections)}</EVENT>"
    with pytest.raises(
        ImportFileError, match="The file has 703 sections, but an event has at most 500"
    ):
        read_in(f"<USEBIO>{event}</USEBIO>".encode())
    assert is_nothing_stored()


SECTION = (
    '<SECTION SECTION_ID="NAME"><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR>'
    "<PAIR><PAIR_NUMBER>2</PAIR_NUMBER></PAIR></PARTICIPANTS><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>"
    "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>90</SCORE>"
    "<NS_MATCH_POINTS>0</NS_MATCH_POINTS></TRAVELLER_LINE></BOARD></SECTION>"
)
