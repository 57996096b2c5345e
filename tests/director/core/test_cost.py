"""What a page does not show costs nothing: neither queries, nor rows that are read, nor bytes."""

import pytest

from tests.bench.club import make_club_of_years, nights_copy
from tests.director.query_cost import count_cost

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
