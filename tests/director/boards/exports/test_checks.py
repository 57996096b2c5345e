"""What a union would refuse stands on the Results page, with links to where it is mended."""

import pytest

from director.boards.exports.checks import MOST_LINKS, event_snags
from director.boards.results.read.event import EventResults
from director.boards.scores.write.result import result_enter
from director.models import EntryPlayer, Person
from director.models.event import Contest
from tests.director.boards.imports.usebio_divided import fresh
from tests.director.boards.others import make_others
from tests.director.pages import elements, queries
from tests.factories import enter_all, make_night, make_section, make_sections, make_small_and_large

pytestmark = pytest.mark.django_db


def snags(event) -> list:
    return [
        (snag.words, [(link.text, link.address) for link in snag.links], snag.more)
        for snag in event_snags(EventResults(fresh(event)))
    ]


def numbered(but=()):
    """Give everybody a number of their own, *but* those at these places."""
    for at, person in enumerate(Person.objects.order_by("pk")):
        Person.objects.filter(pk=person.pk).update(number="" if at in but else f"{1000 + at}")


@pytest.fixture
def section():
    """A Howell of four pairs with every result in and a number for everybody."""
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    enter_all(section)
    numbered()
    return section


def test_a_night_in_order_has_nothing(section, desk):
    assert snags(section.session.event) == []
    page = desk.get(f"/sessions/{section.session_id}/results/").content.decode()
    assert "Nothing: every player has a number, nobody is missing and every result is in." in page


def test_numbers_that_are_missing_or_of_two(section):
    numbered(but=(0, 3))
    first, second, third, *_rest = Person.objects.order_by("pk")
    Person.objects.filter(pk__in=(second.pk, third.pk)).update(number="1001")
    found = snags(section.session.event)
    assert [words for words, _links, _more in found] == ["2 players have no number", "Number 1001 is that of 2 players"]
    assert (first.name, f"/people/{first.pk}/") in found[0][1]
    assert {address for _text, address in found[1][1]} == {f"/people/{second.pk}/", f"/people/{third.pk}/"}


def test_lines_that_are_not_in_or_not_played(section):
    for board_no, ns, ew, text in ((1, 4, 1, ""), (2, 4, 2, "NP: no time")):
        result_enter(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)
    place = section.session_id
    assert snags(section.session.event) == [
        ("1 result is not in", [("board 1", f"/sessions/{place}/scores/boards/1/")], 0),
        ("1 result is not played", [("board 2", f"/sessions/{place}/scores/boards/2/")], 0),
    ]


@pytest.mark.parametrize(
    ("contest", "words"), [(Contest.PAIRS, "1 pair lacks players"), (Contest.TEAMS, "1 team lacks players")]
)
def test_who_is_not_named(contest, words):
    section = make_others(contest) if contest == Contest.TEAMS else make_night(key="howell", pairs=4)
    enter_all(section)
    numbered()
    EntryPlayer.objects.filter(entry=section.entries.get(pair_no=2)).first().delete()
    seats = f"/sessions/{section.session_id}/seats/"
    assert snags(section.session.event) == [(words, [("2", seats)], 0)]


def test_a_section_without_results_is_named_with_its_session():
    sections = make_sections(letters="AB", sessions=2, played=False)
    numbered()
    for section in sections[:3]:
        enter_all(section)
    place = sections[3].place
    assert snags(sections[0].session.event) == [
        ("Session 2: section B: there is no result", [("Scores", f"/sessions/{place}/scores/")], 0)
    ]


def test_so_many_are_named_and_the_others_counted(desk):
    section = make_night(pairs=16, boards_per_set=1)
    enter_all(section)
    ((words, links, more),) = snags(section.session.event)
    assert (words, len(links), more) == ("32 players have no number", MOST_LINKS, 32 - MOST_LINKS)
    answer = desk.get(f"/sessions/{section.session_id}/results/")
    assert len(elements(answer, "#before-sending a")) == MOST_LINKS
    assert f"and {32 - MOST_LINKS} more" in " ".join(answer.content.decode().split())


def test_whist_is_sent_to_no_union(desk):
    section = make_section(game="whist")
    answer = desk.get(f"/sessions/{section.session_id}/results/")
    assert elements(answer, "#before-sending") == []


def test_a_large_night_asks_the_database_no_more(desk):
    small, large = make_small_and_large()
    pages = [f"/sessions/{section.session_id}/results/" for section in (small, large)]
    assert queries(desk, pages[0]) == queries(desk, pages[1])
