"""Step 2: a list costs the database the same few statements, however many are named.

The statements are those of the services. A page sends its list, is answered with an address, and
draws the seats only then.
"""

from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.boards.contests import Entrant
from director.boards.play.seats.seating import name_entries, seat_list
from director.boards.play.seats.section_seats import fetch_section_seats
from director.core.club.people import add_person
from director.models import Act, Person
from tests.director.boards.play.seats.contests import make_teams_section
from tests.director.boards.play.seats.seating import read_seat_texts
from tests.factories import make_club, make_night, make_sections

pytestmark = pytest.mark.django_db

MAX_STATEMENTS = 20
MAX_STATEMENTS_OF_LINKS_OR_PLAY = 28
"""A list that also renews the links of three sessions, or keeps who played the earlier rounds."""


@contextmanager
def limit_statements(most: int = MAX_STATEMENTS):
    with CaptureQueriesContext(connection) as statements:
        yield
    assert len(statements) <= most, "\n".join(row["sql"][:120] for row in statements)


def make_names(number: int) -> tuple[str, str]:
    """Return two names of letters, different for every *number* below 676."""
    letters = chr(97 + number % 26) + chr(97 + number // 26)
    return (f"Ada{letters} Ash{letters}", f"Bert{letters} Birch{letters}")


def make_pairs(count: int) -> list[tuple[None, tuple[str, str]]]:
    return [(None, make_names(number)) for number in range(count)]


def add_known_people(count: int) -> None:
    names = [name for number in range(count) for name in make_names(number)]
    Person.objects.bulk_create(Person(club=make_club(), name=name) for name in names)


def test_forty_known_pairs():
    section = make_night(pairs=40, boards_per_set=1, named=False)
    add_known_people(40)
    with limit_statements():
        name_entries(section=section, pairs=make_pairs(40))
    assert len(read_seat_texts(section)) == 40
    assert Person.objects.count() == 80


def test_forty_pairs_change_places():
    section = make_night(pairs=40, boards_per_set=1, named=False)
    name_entries(section=section, pairs=make_pairs(40))
    with limit_statements():
        name_entries(section=section, pairs=[(40 - n, make_names(n)) for n in range(40)])
    assert read_seat_texts(section)[40] == " & ".join(make_names(0))


def test_eighty_new_pairs():
    section = make_night(pairs=80, boards_per_set=1, named=False)
    with limit_statements():
        name_entries(section=section, pairs=make_pairs(80))
    assert Person.objects.filter(is_from_seat=True).count() == 160
    changes = Act.objects.latest("number").changes
    assert [change["after"]["order"] for change in changes] == [1, 2] * 80


def test_pasted_list_of_pairs_with_numbers():
    section = make_night(pairs=40, boards_per_set=1, named=False)
    for number in range(0, 40, 2):
        add_person(club=make_club(), name=make_names(number)[0], number=f"10{number:02}")
    lines = [
        f"{make_names(number)[0]} (10{number:02}) & {make_names(number)[1]}" for number in range(40)
    ]
    with limit_statements():
        seat_list(section=section, source="\n".join(lines))
    assert Person.objects.count() == 80


def test_twenty_teams_and_the_same_again():
    section = make_teams_section(20)
    teams = [
        (None, Entrant((*make_names(2 * n), *make_names(2 * n + 1)), f"Team {n}"))
        for n in range(20)
    ]
    with limit_statements():
        name_entries(section=section, pairs=teams)
    assert fetch_section_seats(section, None).named == 20
    renumbered = [(20 - n, entrant) for n, (_none, entrant) in enumerate(teams)]
    with limit_statements():
        name_entries(section=section, pairs=renumbered)
    assert section.entries.get(pair_no=20).name == "Team 0"


def test_list_of_the_middle_one_of_three_sessions():
    sections = make_sections(letters="A", sessions=3, pairs=40, boards_per_set=1, played=False)
    with limit_statements(MAX_STATEMENTS_OF_LINKS_OR_PLAY):
        name_entries(section=sections[1], pairs=make_pairs(40), is_replacement=True)
    assert not any(entry.continues_id for entry in sections[2].entries.all())


def test_list_during_play():
    (section,) = make_sections(letters="A", pairs=40, boards_per_set=1)
    pairs = [(number + 1, make_names(number)) for number in range(40)]
    with limit_statements(MAX_STATEMENTS_OF_LINKS_OR_PLAY):
        name_entries(section=section, pairs=pairs, from_round=3)
    assert section.line_up_seats.filter(round_no=1, to_round=2).count() == 80
