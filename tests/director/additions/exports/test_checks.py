"""What a union would refuse stands on the Results page, with links to where it is mended."""

import pytest

from director.additions.exports.files.usebio_receivers import (
    MYABF_RECEIVER,
)
from director.additions.exports.omissions import list_omissions
from director.additions.exports.receiver_page import detect_export_problems
from director.boards.contests import Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entry
from director.boards.scoring.standings.event import EventResults
from director.models import Club, Person
from director.models.event import Contest
from tests.cases import leave_to_slow
from tests.director.additions.exports.files.ebu import list_missing
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_elements, find_texts
from tests.factories import (
    enter_all_results,
    enter_on_line,
    make_night,
    make_pair_names,
    make_section,
    make_sections,
)

pytestmark = pytest.mark.django_db


def snags(event) -> list:
    return [
        (snag.message, [(link.name, link.address) for link in snag.links], snag.unlisted_count)
        for snag in detect_export_problems(EventResults(reload_event(event)))
    ]


def numbered(but=()):
    """Give everybody a number of their own, *but* those at these places."""
    for index, person in enumerate(Person.objects.order_by("pk")):
        Person.objects.filter(pk=person.pk).update(number="" if index in but else f"{1000 + index}")


@pytest.fixture
def section():
    """A Howell of four pairs with every result in and a number for everybody."""
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    enter_all_results(section)
    numbered()
    return section


def test_all_missing_numbers_are_typed_at_once_or_none_is_saved(section, desk):
    numbered(but=(0, 3, 5))
    Club.objects.update(number_body="EBU")
    missing = {
        index: person
        for index, person in enumerate(Person.objects.order_by("pk"))
        if not person.number
    }
    path = f"/events/{section.session.event_id}/numbers/"
    sent = {f"number-{person.pk}": f"20{at}" for at, person in missing.items()} | {
        "number-999": "77"
    }
    wrong = desk.post(
        path, sent | {f"number-{missing[0].pk}": "1001", f"number-{missing[3].pk}": "none"}
    )
    known = Person.objects.get(number="1001").name
    assert wrong.status_code == 422
    assert set(find_texts(wrong, "td .bad")) == {
        f"{known} has the number 1001. Correct it, or merge the two in People.",
        "“none” isn’t a membership number: those have digits, such as 1234567 or J123456. Correct or remove it.",
    }
    assert {box.get("value") for box in find_elements(wrong, "td input")} == {"1001", "none", "205"}
    assert Person.objects.filter(number="").count() == 3
    assert desk.post(path, {f"number-{missing[0].pk}": " 200 "}).url == path
    assert find_texts(desk.get(path), "thead th")[:2] == ["Name", "EBU number"]
    assert desk.post(path, sent).url == f"/sessions/{section.session_id}/results/?tab=export"
    assert {Person.objects.get(pk=person.pk).number for person in missing.values()} == {
        "200",
        "203",
        "205",
    }
    Club.objects.update(sent_body="Town")
    assert len(find_elements(desk.get(path), "td input")) == Person.objects.count()
    desk.post(path, {f"number-{missing[0].pk}": "17"})
    assert [str(number) for number in missing[0].numbers.all()] == ["Town 17"]


def list_left_out(event) -> list[tuple[str, str]]:
    """Return what files of *event* leave out, as the page says it."""
    return [(omission.files, omission.text) for omission in list_omissions(EventResults(event))]


def test_what_files_leave_out_is_said_before_they_are_written(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    enter_all_results(section)
    names = Entrant(("Sub Stitute", make_pair_names(0)[1]))
    name_entry(section=section, pair_no=1, names=names, from_round=2)
    line = fetch_section_lines(section).all[3]
    import_result(section=section, line=line, text="NP: no time", user=None)
    event = section.session.event
    made = "what the table made where a ruling counts"
    assert list_left_out(event) == [
        ("All files but the whole event (JSON)", made),
        ("All files but the whole event (JSON)", "why boards weren’t played"),
        ("USEBIO", "in which rounds substitutes played"),
    ]
    page = desk.get(f"/sessions/{section.session_id}/results/?tab=export").content.decode()
    assert "<b>USEBIO</b>: in which rounds substitutes played." in page


@pytest.mark.slow
def test_a_section_without_results_is_named_with_its_session():
    sections = make_sections(letters="AB", sessions=2, played=False)
    numbered()
    for section in sections[:3]:
        enter_all_results(section)
    place = sections[3].ref
    assert snags(sections[0].session.event) == [
        (
            "Session 2: section B: no results have been entered",
            [("Scores", f"/sessions/{place}/scores/")],
            0,
        )
    ]


def test_whist_is_sent_to_no_union(desk):
    section = make_section(game="whist")
    response = desk.get(f"/sessions/{section.session_id}/results/?tab=export")
    assert find_elements(response, "#before-sending") == []


def page(section) -> str:
    return f"/sessions/{section.session_id}/results/?tab=export"


def choose(desk, section, **sent):
    return desk.post(f"/sessions/{section.session_id}/results/receiver/", sent)


def words(section, receiver) -> list[str]:
    results = EventResults(reload_event(section.session.event))
    return [problem.message for problem in detect_export_problems(results, receiver)]


def test_the_club_remembers_who_takes_its_file(section, desk):
    assert choose(desk, section, receiver="ebu").url == page(section)
    first_row = find_elements(desk.get(page(section)), "#exports select")[0]
    assert [option.get("value") for option in first_row.iter("option")] == [
        "usebio?receiver=ebu",
        "usebio",
    ]
    choose(desk, section, receiver="ebu", charge_code="22", point_scale="County")
    club = Club.objects.get()
    assert (club.receiver, club.charge_code, club.point_scale) == ("ebu", "22", "County")
    Club.objects.update(club_number="4680")
    file = desk.get(f"/events/{section.session.event_id}/export/?file=usebio%3Freceiver%3Debu")
    assert b"<P2P_CHARGE_RATE>22</P2P_CHARGE_RATE>" in file.content
    assert b"<CLUB_ID_NUMBER>4680</CLUB_ID_NUMBER>" in file.content


@pytest.mark.parametrize(
    ("sent", "sentence"),
    leave_to_slow(
        [
            ({"receiver": "acbl"}, "Choose one from the list."),
            ({"receiver": "ebu", "charge_code": "1"}, "Type the two digits of a code, such as 10."),
            (
                {"receiver": "ebu", "charge_code": "<b"},
                "Type the two digits of a code, such as 10.",
            ),
            (
                {"receiver": "ebu", "point_scale": "x" * 21},
                "The scale is too long. Use at most 20 characters.",
            ),
        ],
        but=1,
    ),
)
def test_a_choice_that_cannot_be_is_shown_again(section, desk, sent, sentence):
    Club.objects.update(receiver="ebu")
    response = choose(desk, section, **sent)
    assert response.status_code == 422
    assert sentence in find_texts(response, "#receiver .bad")
    assert Club.objects.get().receiver == "ebu"


def test_myabf_shows_neither_single_results_nor_letters_in_numbers(section, desk):
    person = Person.objects.order_by("pk").first()
    Person.objects.filter(pk=person.pk).update(number="J123456", name="<Ann> & Co")
    for line in EventResults(reload_event(section.session.event)).first_session.lines.all[1:2]:
        enter_on_line(section, line, "")
    assert words(section, MYABF_RECEIVER) == [
        "1 number is left out, because an ABF number has digits only",
        "1 board has a result that can’t be shown and is left out",
        "1 result is missing",
    ]
    Club.objects.update(receiver="myabf")
    response = desk.get(page(section))
    assert "&lt;Ann&gt; &amp; Co J123456" in response.content.decode()


def test_myabf_takes_pairs_only(desk):
    teams = make_contest_section(Contest.TEAMS)
    enter_all_results(teams)
    numbered()
    assert words(teams, MYABF_RECEIVER) == [
        "MyABF takes pairs events only. Choose another receiver"
    ]
    refused = desk.get(f"/events/{teams.session.event_id}/export/usebio/?receiver=myabf")
    assert find_texts(refused, ".say.bad") == [
        "MyABF takes pairs events only. Choose another receiver."
    ]


def test_a_receiver_of_a_newer_release_counts_as_any_program(section, desk):
    Club.objects.update(receiver="newer", name="C & <b>", club_number="<1>&")
    response = desk.get(page(section))
    assert response.status_code == 200
    file = desk.get(f"/events/{section.session.event_id}/export/usebio/?receiver=ebu")
    assert b"<CLUB_ID_NUMBER>&lt;1&gt;&amp;</CLUB_ID_NUMBER>" in file.content
    assert list_missing(file.content) == []
