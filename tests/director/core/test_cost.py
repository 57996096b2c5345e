"""What a page does not show costs nothing: neither queries, nor rows that are read, nor bytes."""

import re

import pytest

from director.boards.play.scores.result import enter_result
from director.models import Person
from tests.bench.club import copy_nights, make_club_of_years
from tests.director.pages import HTMX, find_elements
from tests.director.query_cost import count_cost
from tests.factories import enter_all_results, make_club, make_night, make_sections


def cost_of(desk, page):
    with count_cost() as cost:
        response = desk.get(page)
    assert response.status_code == 200
    return cost, len(response.content)


ROWS_OF_OTHERS = 3 * 5
"""A page names three other sections: five rows each of its plan, its tables and its results."""
LINES_OF_A_SECTION = 18
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


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_desk_of_a_section_costs_the_same_beside_more_of_anything(desk):
    """Other sections, nights, people and acts are not read again by a page that doesn't show them.

    Hands, Money, the room and Export are of all sections, and Seats offers the names of all people.
    """
    few = _desk_costs(desk, make_sections(letters="AB")[0])
    _add_others()
    first, *_others = make_sections(letters="ABCDE")
    _enter_often(first)
    many = _desk_costs(desk, first)
    assert {page: cost.queries for page, cost in few.items()} == {
        page: cost.queries for page, cost in many.items()
    }
    grown = {page: many[page].rows - cost.rows for page, cost in few.items()}
    # Each entry reads the results of all sections again, which may be ranked together.
    assert grown.pop("an entry") == 3 * LINES_OF_A_SECTION
    assert {page: rows for page, rows in grown.items() if rows > ROWS_OF_OTHERS} == {}


OF_ALL_SECTIONS = {"hands/", "money/", "results/extras/", "results/stage/", "room/"}
OF_ALL_PEOPLE = {"seats/"}
"""Seats offers the names of all people."""
OF_OTHER_NIGHTS = {"results/extras/"}
"""Carry-over names the nights that it can come from."""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_every_page_that_the_desk_leads_to_costs_the_same_beside_more_of_anything(desk):
    first, *_others = make_sections(letters="AB")
    pages = _find_pages(desk, first)
    assert len(pages) > 20
    few = _cost_of_pages(desk, first, pages)
    _add_others()
    beside_nights = _cost_of_pages(desk, make_sections(letters="AB")[0], pages)
    first, *_others = make_sections(letters="ABCDE")
    _enter_often(first)
    beside_sections = _cost_of_pages(desk, first, pages)
    for page, cost in few.items():
        root_no, tail = page
        assert beside_nights[page].queries == beside_sections[page].queries == cost.queries, page
        if tail not in OF_ALL_PEOPLE | OF_OTHER_NIGHTS:
            assert beside_nights[page].rows <= cost.rows, page
        is_of_section = root_no == 0 and tail not in OF_ALL_SECTIONS | OF_ALL_PEOPLE
        if is_of_section:
            assert beside_sections[page].rows <= cost.rows + ROWS_OF_OTHERS, page


def _add_others():
    """Add people and nights that no page of another night shows."""
    club = make_club()
    Person.objects.bulk_create(Person(club=club, name=f"Member {number}") for number in range(90))
    for _night in range(3):
        enter_all_results(make_night(pairs=4))


def _enter_often(section):
    for number in range(30):
        line = section.results.filter(board_no=1).earliest("ns")
        text = f"7NTN-{number % 6 + 1}"
        enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)


def _make_roots(section):
    return f"/sessions/{section.ref}/", f"/events/{section.session.event_id}/"


def _find_pages(desk, section):
    """Return the pages of a section and its event that the desk leads to, each below its root.

    Of pages whose addresses differ by a number only, such as those of boards, one is enough.
    """
    roots = _make_roots(section)
    found, seen, waiting = set(), set(), [(0, "play/")]
    while waiting:
        root_no, tail = waiting.pop()
        response = desk.get(roots[root_no] + tail)
        if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
            continue
        found.add((root_no, tail))
        for link in find_elements(response, "a"):
            address = re.split("[?#]", link.get("href", ""))[0]
            for number, root in enumerate(roots):
                new_tail = address.removeprefix(root)
                shape = (number, re.sub("[0-9]+", "1", new_tail))
                if address.startswith(root) and shape not in seen:
                    seen.add(shape)
                    waiting.append((number, new_tail))
    return sorted(found)


def _cost_of_pages(desk, section, pages):
    """Return what each of *pages* costs that was opened before."""
    costs = {}
    roots = _make_roots(section)
    for root_no, tail in pages:
        assert desk.get(roots[root_no] + tail).status_code == 200, tail
        costs[root_no, tail] = cost_of(desk, roots[root_no] + tail)[0]
    return costs


def _desk_costs(desk, section):
    """Return what each page of the desk costs that was opened before, and the entry of a result."""
    costs = {}
    for tail in DESK:
        page = f"/sessions/{section.ref}/{tail}"
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
        desk.post(f"/sessions/{section.ref}/scores/boards/1/", typed, **HTMX)
    costs["an entry"] = cost
    return costs


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


@pytest.mark.slow
@pytest.mark.django_db
def test_pages_cost_the_same_in_a_club_of_twice_as_many_nights(desk):
    club = make_club_of_years(nights=110, sections=2)
    few = [cost_of(desk, page) for page in PAGES]
    copy_nights(club.night, 110)
    for page, (cost, size), (more, larger) in zip(
        PAGES, few, [cost_of(desk, page) for page in PAGES], strict=True
    ):
        assert more == cost, page
        assert larger < min(size + 100, 60_000), page
