"""Several numbers a person: typed, found by, and the right one in files for others."""

import pytest
from django.core.management import call_command

from director.additions.exports.event import make_results_export
from director.additions.exports.receiver_page import detect_export_problems
from director.boards.play.seats.seating import name_entry
from director.boards.scoring.standings.event import EventResults
from director.core.club.club import change_club
from director.core.club.people import add_person, change_person, fetch_people, store_numbers
from director.core.club.seat_names import get_or_add_person
from director.errors import DeskError
from director.models import Club, Person
from tests.director.pages import find_errors
from tests.factories import make_club, make_night, make_played_section

pytestmark = pytest.mark.django_db


def ada(**fields) -> Person:
    return add_person(
        club=make_club(),
        name="Ada Ash",
        number="1001",
        others="Club: 17\nACBL J123456",
        **fields,
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("17", "“17” isn’t a membership number. Type organisation and number, such as Club: 17."),
        (
            "Club: x",
            "“Club: x” isn’t a membership number. Type organisation and number, such as Club: 17.",
        ),
        ("Club 1\nclub 2", "club is listed twice. Keep one number per organisation."),
        (
            f"{'B' * 41} 1",
            f"“{'B' * 41} 1” is too long: use at most 40 characters, then 20 for the number.",
        ),
    ],
)
def test_invalid_numbers_are_refused(desk, text, sentence):
    known = ada()
    refused = desk.post(f"/people/{known.pk}/", {"name": "Ada Ash", "number": "1", "others": text})
    assert refused.status_code == 422
    assert find_errors(refused) == [sentence]
    known.refresh_from_db()
    assert known.number == "1001"
    assert known.numbers.count() == 2


@pytest.mark.parametrize("text", ["1001", "17", "J123", "ada j1", "ash"])
def test_the_list_finds_by_every_number(text):
    ada()
    add_person(club=make_club(), name="Bert Birch", number="2001", others="Club: 27")
    assert [person.name for person in fetch_people(make_club(), text)] == ["Ada Ash"]


def test_seats_take_any_number():
    known = ada()
    night = make_night(pairs=4, named=False)
    name_entry(section=night, pair_no=1, names=["17", "Bert Birch"])
    assert (
        next(player.person for player in night.entries.get(pair_no=1).entry_players.all()) == known
    )
    assert get_or_add_person(club=make_club(), text="j123456") == known
    add_person(club=make_club(), name="Cleo Cole", others="Other club: 17")
    with pytest.raises(DeskError, match="Ada Ash and Cleo Cole both have number 17"):
        get_or_add_person(club=make_club(), text="17")


def numbers_in_files(event) -> dict[str, str]:
    """Return the numbers that files hold, by name."""
    sessions = make_results_export(EventResults(event)).sessions
    entries = [
        entry for session in sessions for section in session.sections for entry in section.entries
    ]
    return {player.name: player.number for entry in entries for player in entry.players}


def test_files_hold_the_numbers_of_the_body_that_the_club_chose(desk):
    event = make_played_section().session.event
    club = Club.objects.get()
    for index, person in enumerate(club.people.order_by("pk")):
        person.number = f"90{index:02}"
        person.save()
        store_numbers(person, {"Town": f"55{index:02}"} if index else {})
    first = club.people.order_by("pk")[0]
    assert set(numbers_in_files(event).values()) == {f"90{index:02}" for index in range(8)}
    form = {"number_body": "EBU", "sent_body": "town"}
    assert desk.post("/club/numbers/", form).status_code == 302
    event = type(event).objects.select_related("club").get()
    assert set(numbers_in_files(event).values()) == {
        "",
        *(f"55{number:02}" for number in range(1, 8)),
    }
    assert detect_export_problems(EventResults(event))[0].message == "1 player has no town number"
    desk.post("/club/numbers/", form | {"sent_body": "ebu"})
    assert numbers_in_files(type(event).objects.select_related("club").get())[first.name] == "9000"
    refused = desk.post("/club/numbers/", form | {"sent_body": "ACBL"})
    assert find_errors(refused) == [
        "No ACBL numbers have been entered yet, so exports would have none. Add them in People first, or "
        "leave this empty."
    ]


def test_files_find_people_by_the_numbers_that_went_out(tmp_path):
    event = make_played_section().session.event
    club = Club.objects.get()
    for index, person in enumerate(club.people.order_by("pk")):
        person.number = f"90{index:02}"
        person.save()
        store_numbers(person, {"Town": f"55{index:02}"})
    change_club(club=club, name=club.name, paper="a4", number_body="EBU", sent_body="Town")
    call_command(
        "export", str(event.pk), "--format", "usebio", "--output", str(tmp_path / "night.xml")
    )
    assert b"5507" in (tmp_path / "night.xml").read_bytes()
    call_command("import_results", str(tmp_path / "night.xml"), "--again")
    assert club.people.count() == 8
    assert [len(person.numbers.all()) for person in club.people.all()] == [1] * 8


def test_a_change_of_name_leaves_the_other_numbers():
    known = ada(email="ada@example.org")
    change_person(person=known, name="Ada Oak", number="1001")
    assert known.numbers.count() == 2
    assert known.email == "ada@example.org"
