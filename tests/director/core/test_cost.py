"""What a page does not show costs nothing: neither queries, nor rows that are read, nor bytes."""

import pytest

from director.boards.play.scores.result import enter_result
from director.models import Person
from tests.bench.club import make_club_of_years, nights_copy
from tests.director.pages import HTMX
from tests.director.query_cost import count_cost
from tests.factories import enter_all, make_club, make_night, make_sections

PAGES = (
    "/",
    "/nights/",
    "/nights/?page=2",
    "/nights/?find=pairs",
    "/people/",
    "/people/?q=ada",
    "/people/?page=7",
    "/seasons/",
    "/results/",
    "/results/feed.atom",
)


@pytest.mark.django_db
def test_pages_cost_the_same_in_a_club_of_twice_as_many_nights(desk):
    club = make_club_of_years(nights=110, sections=2)
    few = [cost_of(desk, page) for page in PAGES]
    nights_copy(club.night, 110)
    for page, (cost, size), (more, larger) in zip(
        PAGES, few, [cost_of(desk, page) for page in PAGES], strict=True
    ):
        assert more == cost, page
        assert larger < min(size + 100, 60_000), page


def cost_of(desk, page):
    with count_cost() as cost:
        answer = desk.get(page)
    assert answer.status_code == 200
    return cost, len(answer.content)


DESK = (
    "play/",
    "results/",
    "results/recap/",
    "results/boards/1/",
    "results/?tab=scoring",
    "scores/boards/1/",
    "scores/rounds/1/tables/1/",
    "field/",
    "print/",
    "acts/",
    "happened/",
    "rulings/",
    "tables/",
)


@pytest.mark.django_db(transaction=True)
def test_desk_of_a_section_costs_the_same_beside_more_of_anything(desk):
    """Other sections, nights, people and acts are not read again by a page that doesn't show them.

    Hands, the room and Export are of all sections, and Seats offers the names of all people.
    """
    few = _desk_costs(desk, make_sections(letters="AB")[0])
    club = make_club()
    Person.objects.bulk_create(Person(club=club, name=f"Member {number}") for number in range(90))
    for _night in range(3):
        enter_all(make_night(pairs=4))
    first, *_others = make_sections(letters="ABCDE")
    for number in range(30):
        line = first.results.filter(board_no=1).earliest("ns")
        text = f"7NTN-{number % 6 + 1}"
        enter_result(section=first, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
    many = _desk_costs(desk, first)
    assert {page: cost.queries for page, cost in few.items()} == {
        page: cost.queries for page, cost in many.items()
    }
    # A page names the other sections: a row each with its plan, its tables and its results.
    more_sections, rows_of_section = 3, 5
    grown = {page: many[page].rows - cost.rows for page, cost in few.items()}
    most = rows_of_section * more_sections
    assert {page: rows for page, rows in grown.items() if rows > most} == {}


def _desk_costs(desk, section):
    """Return what each page of the desk costs that was opened before, and the entry of a result."""
    costs = {}
    for tail in DESK:
        page = f"/sessions/{section.place}/{tail}"
        assert desk.get(page).status_code == 200, page
        costs[tail] = cost_of(desk, page)[0]
    line = section.results.filter(board_no=1).earliest("ns")
    key = f"1-{line.ns}-{line.ew}"
    typed = {
        f"text-{key}": "1NTN=",
        f"shown-{key}": line.text,
        f"version-{key}": line.version,
    }
    with count_cost() as cost:
        desk.post(f"/sessions/{section.place}/scores/boards/1/", typed, **HTMX)
    costs["an entry"] = cost
    return costs
