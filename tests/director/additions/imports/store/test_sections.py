"""Files of several sessions and sections become one event, with the standings that the file has."""

import random
from xml.etree.ElementTree import SubElement, tostring

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from director.additions.imports.official_page import compare_official
from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_event_fields
from director.event_kinds import get_event_kind
from director.models import (
    Entry,
    Event,
    OfficialLine,
    OfficialTotal,
    Ruling,
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
    read_fixture,
)

pytestmark = pytest.mark.django_db


def read_in(data, **settings):
    return import_file(data=data, file_name="county.xml", **{"again": True} | settings)


@pytest.mark.slow
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


def twice(name, opening) -> bytes:
    """Return a real file with its pairs and boards twice, each time in what the tags *opening* begin."""
    text = read_fixture(name).decode()
    start, end = text.index("<PARTICIPANTS"), text.rindex("</EVENT>")
    parts = "".join(f"{tag}{text[start:end]}</{tag[1:8]}>" for tag in opening)
    return f"{text[:start]}{parts}{text[end:]}".encode()


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
        table.title: table for table in get_event_kind(imported).make_export_tables(imported).tables
    }
    assert len(tables["Recap"].rows) == 2 * 12


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


SECTION = (
    '<SECTION SECTION_ID="NAME"><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR>'
    "<PAIR><PAIR_NUMBER>2</PAIR_NUMBER></PAIR></PARTICIPANTS><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>"
    "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>90</SCORE>"
    "<NS_MATCH_POINTS>0</NS_MATCH_POINTS></TRAVELLER_LINE></BOARD></SECTION>"
)
