"""Names said by a table in its first round: who is offered, who is seated, and what is refused."""

import json

import pytest

from director.additions.phones.boards.names import MAX_UNKNOWN_NUMBERS
from director.additions.phones.table_page import MAX_NAME_SEARCHES
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person
from director.core.night.links.opening import open_table_addresses
from director.core.night.publishing import publish_results
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import Person, TableWord
from tests.cases import leave_to_slow
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db

ANNA, HANNAH, NAMESAKE = "Anna Hill", "Hannah Ives", "Ada Penn"


class Phone:
    """A phone of a table where names are asked."""

    def __init__(self, client, access):
        self.client, self.base, self.keys = client, f"/t/{access.token}/", 0

    def say(self, **data):
        self.keys += 1
        sent = {"key": f"{id(self)}-{self.keys}", **data}
        return self.client.post(
            f"{self.base}names", json.dumps(sent), content_type="application/json"
        )

    def offered(self, text):
        response = self.client.get(f"{self.base}people.json", {"q": text})
        return response.json()["people"] if response.status_code == 200 else response.status_code

    def state(self):
        return self.client.get(f"{self.base}state.json").json()


@pytest.fixture
def section():
    section = make_night(pairs=10, boards_per_set=2, named=False)
    store_table_settings(
        section=section,
        settings=DEFAULT_TABLE_SETTINGS.with_changes({"names": True}),
        settings_by_table={},
    )
    club = section.session.event.club
    for name, number in ((ANNA, "1234567"), (HANNAH, ""), (NAMESAKE, "71"), (NAMESAKE, "72")):
        add_person(club=club, name=name, number=number)
    return section


@pytest.fixture
def phones(client, section):
    accesses = open_table_addresses(session=section.session, section=section, tables=range(1, 6))
    return {table_no: Phone(client, access) for table_no, access in accesses.items()}


@pytest.fixture
def phone(phones):
    return phones[1]


def test_names_are_offered_by_the_beginning_of_a_word_and_never_a_number(phone):
    assert phone.offered("an") == [ANNA]
    assert phone.offered("HILL") == [ANNA]
    assert phone.offered("pen") == [NAMESAKE]
    assert phone.offered("a") == []
    assert phone.offered("1234567") == []
    assert phone.offered("%%a_") == []


def test_a_number_is_answered_with_the_name(phone):
    assert phone.say(seat="E", number="1234567").json()["name"] == ANNA
    assert phone.state()["seats"]["E"] == ANNA


def test_people_of_one_name_are_told_apart_by_number_and_no_number_is_reported(phone, section):
    refused = phone.say(seat="N", name=NAMESAKE)
    assert refused.status_code == 422
    assert refused.json() == {
        "error": "Several people are called Ada Penn. Type the number instead."
    }
    assert phone.say(seat="N", number="72").status_code == 201
    assert phone.say(seat="S", number="71").status_code == 201
    numbers = section.entries.get(pair_no=1).entry_players.values_list("person__number", flat=True)
    assert list(numbers) == ["72", "71"]


def test_a_visitor_is_new_in_one_step_and_only_if_said_so(phone):
    refused = phone.say(seat="N", name="Vera New")
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("“Vera New” isn’t in the list.")
    assert not Person.objects.filter(name="Vera New").exists()
    assert phone.say(seat="N", name="Vera New", visitor=True).json()["name"] == "Vera New"
    assert Person.objects.get(name="Vera New").number == ""


def test_who_sits_elsewhere_or_twice_is_refused_in_one_sentence(phones, section):
    phones[2].say(seat="N", name=ANNA)
    for sent in ({"name": ANNA}, {"number": "1234567"}):
        refused = phones[1].say(seat="E", **sent)
        assert refused.status_code == 409
        assert refused.json()["error"].startswith("Anna Hill is at another table already")
    phones[1].say(seat="N", name=HANNAH)
    assert phones[1].say(seat="S", name=HANNAH).status_code == 409
    assert phones[1].state()["seats"] == {"N": HANNAH, "S": "", "E": "", "W": ""}


def test_a_seat_that_is_taken_is_the_directors(phone):
    phone.say(seat="N", name=ANNA)
    refused = phone.say(seat="N", name=HANNAH)
    assert refused.status_code == 409
    assert (
        refused.json()["error"]
        == "Anna Hill is in seat N already. Call the director if somebody else sits there."
    )
    assert phone.say(seat="N", name=ANNA).status_code == 201  # the other phone of the table


def closed_by_setting(section, _phone):
    store_table_settings(section=section, settings=DEFAULT_TABLE_SETTINGS, settings_by_table={})


def closed_by_paper(section, _phone):
    on_paper = DEFAULT_TABLE_SETTINGS.with_changes({"names": True, "entry": "paper"})
    store_table_settings(
        section=section,
        settings=DEFAULT_TABLE_SETTINGS.with_changes({"names": True}),
        settings_by_table={1: on_paper},
    )


def closed_by_four_names(section, _phone):
    name_entry(section=section, pair_no=1, names=["Ann One", "Ben Two"])
    name_entry(section=section, pair_no=6, names=["Cid Three", "Dot Four"])


def closed_by_the_round(section, _phone):
    for board_no in (1, 2):
        enter_result(section=section, board_no=board_no, ns=1, ew=6, text="4SS=", user=None)


def closed_by_publishing(section, _phone):
    enter_all_results(section)
    publish_results(event=section.session.event)


@pytest.mark.parametrize(
    "close",
    leave_to_slow(
        [
            closed_by_setting,
            closed_by_paper,
            closed_by_four_names,
            closed_by_the_round,
            closed_by_publishing,
        ],
        but=1,
    ),
)
def test_names_are_asked_in_the_first_round_alone_where_the_club_wants_it(phone, section, close):
    close(section, phone)
    assert phone.offered("anna") == 404
    refused = phone.say(seat="N", name=ANNA)
    assert refused.status_code == 422
    assert (
        refused.json()["error"]
        == "You can’t enter names now. Tell the director who sits at your table."
    )
    assert phone.state()["settings"]["names"] is False
    assert not TableWord.objects.exists()


def test_a_hostile_name_is_a_name(phone):
    name = "<b>Bo<b> O'Neil; DROP TABLE"
    assert phone.say(seat="N", name=f"\u202e{name}", visitor=True).json()["name"] == name
    assert "<b>Bo<b>" not in phone.client.get(phone.base).content.decode()


@pytest.mark.slow
def test_who_tries_numbers_is_stopped_for_a_while(phone, phones):
    tries = [
        phone.say(seat="N", number=f"9{number}").status_code
        for number in range(MAX_UNKNOWN_NUMBERS + 1)
    ]
    assert set(tries[:-1]) == {422}
    assert tries[-1] == 429
    assert phone.say(seat="N", number="1234567").status_code == 429
    assert phones[2].say(seat="N", number="1234567").status_code == 201


@pytest.mark.slow
def test_too_many_name_searches_are_stopped(phone):
    for _time in range(MAX_NAME_SEARCHES):
        phone.offered("a")
    assert phone.offered("an") == 429


def test_large_club_costs_no_more_queries(phone, section, django_assert_max_num_queries):
    for number in range(30):
        add_person(club=section.session.event.club, name=f"Zed Many {number}")
    with django_assert_max_num_queries(10):
        phone.offered("zed")
