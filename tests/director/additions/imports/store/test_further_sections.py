"""An event that was played elsewhere becomes a section of a night: compared where the deals agree, ranked as one field."""

from fractions import Fraction

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from director.additions.hands.deals import deal_hands
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import import_result
from director.boards.play.sessions import add_section
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file
from director.core.night.publishing import publish_results
from director.models import Event, Section
from movements.registry import make_plan
from tests.director.additions.exports.nights import list_export_tables
from tests.director.boards.scored import find_session_differences
from tests.director.pages import find_texts
from tests.factories import RESULT_TEXTS, make_night, reload_section, results_address

pytestmark = pytest.mark.django_db


def make_evening(*, seed: str = "tonight", step: int = 7, pairs: int = 6) -> Section:
    """Return a played Howell with deals from *seed*; *step* varies the results."""
    section = make_night(key="howell", pairs=pairs, boards_per_set=2)
    if seed:
        deal_hands(section=section, user=None, seed=seed)
    play(section, step)
    return section


def play(section: Section, step: int) -> None:
    for index, line in enumerate(fetch_section_lines(section).all):
        text = RESULT_TEXTS[(index * step + line.ns) % len(RESULT_TEXTS)]
        import_result(section=section, line=line, text=text, user=None)


def make_file(section: Section) -> bytes:
    """Return the USEBIO file of the event of *section*, which then leaves the lists."""
    event = section.session.event
    data = export_file(list_export_tables(event), "usebio").content
    Event.objects.filter(pk=event.pk).delete()
    return data


def upload_section(desk, section: Section, data: bytes, **typed):
    file = SimpleUploadedFile("online.xml", data)
    return desk.post(
        "/import/", {"file": file, "into": str(section.session_id), **typed}, follow=True
    )


def figures(section: Section) -> list[tuple]:
    """Return label, total, percentage and place of everybody, list by list."""
    results = EventResults(Event.objects.select_related("club").get(pk=section.session.event_id))
    return [
        (row.label, row.total, row.percent, row.place)
        for group in results.standings.groups
        for row in group.rows
    ]


def make_reference(*steps: int, pairs: int = 6) -> Section:
    """Return a night whose sections were all played here, with results varied by *steps*."""
    first = make_night(key="howell", pairs=pairs, boards_per_set=2)
    sections = [first]
    for letter in "BC"[: len(steps) - 1]:
        section = add_section(section=first, letter=letter)
        store_plan(section=section, movement=make_plan("howell", pairs=pairs, boards_per_set=2))
        sections.append(section)
    for section, step in zip(sections, steps, strict=True):
        play(section, step)
    return reload_section(first)


@pytest.mark.slow
def test_of_the_same_deals_all_results_are_compared_and_ranked_in_one_list(desk):
    expected = figures(make_reference(7, 5))
    data = make_file(make_evening(step=5))
    hall = make_evening()
    done = upload_section(desk, hall, data)
    assert done.redirect_chain == [(results_address(hall), 302)]
    assert find_texts(done, "#messages .say p")[0].startswith(
        "Tuesday pairs has got section B. 6 pairs, 20 boards, 60 results."
    )
    assert "They played the same deals" in find_texts(done, "#messages .say p")[1]
    assert "sections together" in find_texts(done, "main")[0]
    found = figures(hall)
    assert found == expected
    assert {label[0] for label, *_figures in found} == {"A", "B"}
    assert find_session_differences(reload_section(hall)) == []


@pytest.mark.slow
def test_of_other_deals_each_part_is_compared_by_itself_and_percentages_are_ranked(desk):
    alone = {label: percent for label, _total, percent, _place in figures(make_evening(step=5))}
    data = make_file(make_evening(seed="elsewhere", step=5))
    hall = make_evening()
    before = {label: (total, percent) for label, total, percent, _place in figures(hall)}
    upload_section(desk, hall, data)
    rows = figures(hall)
    percents = [percent for _label, _total, percent, _place in rows]
    assert percents == sorted(percents, reverse=True)
    assert [place.rstrip("=") for *_figures, place in rows] == [
        str(1 + sum(other > percent for other in percents)) for percent in percents
    ]
    found = {label: (total, percent) for label, total, percent, _place in rows}
    assert {label[1:]: found[label] for label in found if label[0] == "A"} == before
    assert {label[1:]: found[label][1] for label in found if label[0] == "B"} == alone
    assert find_session_differences(reload_section(hall)) == []


@pytest.mark.slow
def test_two_sections_of_the_hall_are_still_compared_with_each_other(desk):
    """A hall of two sections keeps every figure, whoever played other deals elsewhere."""
    data = make_file(make_evening(seed="elsewhere", step=3))
    hall = make_reference(7, 5)
    before = {label: (total, percent) for label, total, percent, _place in figures(hall)}
    upload_section(desk, hall, data, deals="other")
    found = {label: (total, percent) for label, total, percent, _place in figures(hall)}
    assert {label: found[label] for label in before} == before
    assert sum(percent for _total, percent in found.values()) == 50 * Fraction(len(found))
    page = desk.get(results_address(hall))
    assert (
        "Section C played other deals, so its results are compared with each other only."
        in find_texts(page, "main")[0]
    )
    assert find_session_differences(reload_section(hall)) == []


@pytest.mark.slow
def test_every_page_and_file_shows_the_one_list(desk):
    data = make_file(make_evening(seed="elsewhere", step=5))
    hall = make_evening()
    upload_section(desk, hall, data)
    event = Event.objects.select_related("club").get(pk=hall.session.event_id)
    publish_results(event=event)
    first = figures(hall)[0][0]
    number = f"{'AB'.index(first[0]) + 1}0000{first[1:]}"
    visitor = Client()
    pages = {
        page: visitor.get(f"/events/{event.pk}/{page}")
        for page in ("", f"pairs/{number}/", "boards/3/", "recap/", "results.json")
    }
    assert {page: response.status_code for page, response in pages.items()} == dict.fromkeys(
        pages, 200
    )
    assert find_texts(pages[""], "tbody tr")[0].split()[:2] == ["1", first]
    assert f"Pair {first} · place 1" in " ".join(find_texts(pages[f"pairs/{number}/"], ".head p"))
    (traveller,) = find_texts(pages["boards/3/"], "tbody")[:1]
    assert "A1" in traveller
    assert "B1" in traveller
    assert pages["results.json"].json()["options"]["compare"] == "section"
    again = export_file(list_export_tables(event), "usebio").content
    for address in (
        f"/sessions/{hall.session_id}-B/scores/",
        f"/sessions/{hall.session_id}-B/field/",
        f"/sessions/{hall.session_id}-B/seats/",
        f"/sessions/{hall.session_id}/play/",
        f"/sessions/{hall.session_id}/results/?tab=scoring",
        reverse("session_print_pdf", args=[hall]) + "?kinds=standings&paper=a4",
    ):
        assert desk.get(address, follow=True).status_code == 200, address
    assert again.count(b"<SECTION ") == 2


@pytest.mark.slow
def test_the_preview_says_what_becomes_of_the_file(desk):
    data = make_file(make_evening(step=5))
    hall = make_evening()
    page = upload_section(desk, hall, data, do="look")
    assert find_texts(page, "#import-answer p")[:2] == [
        "Section B of Tuesday pairs: 6 pairs, 20 boards, 60 results.",
        "They played the same deals, so results are compared across the whole field.",
    ]
    assert Section.objects.count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [("", "online"), ("tonight", "")])
def test_without_hands_on_both_sides_the_director_says_whether_the_deals_agree(desk, seeds):
    own_seed, their_seed = seeds
    data = make_file(make_evening(seed=their_seed, step=5))
    hall = make_evening(seed=own_seed)
    asked = upload_section(desk, hall, data)
    (question,) = find_texts(asked, "#import-answer .say")
    assert "say whether the deals were the same: choose at Deals" in question
    assert Section.objects.count() == 1
    upload_section(desk, hall, data, deals="other")
    assert list(Section.objects.values_list("letter", "deals_letter")) == [("A", ""), ("B", "B")]


@pytest.mark.slow
def test_deals_that_differ_are_never_called_the_same(desk):
    data = make_file(make_evening(seed="elsewhere", step=5))
    hall = make_evening()
    refused = upload_section(desk, hall, data, deals="same")
    assert "Hands of the file differ from those of the night" in find_texts(refused, ".say")[0]
    assert Section.objects.count() == 1


@pytest.mark.slow
def test_a_method_that_compares_the_whole_field_takes_no_other_deals(desk):
    data = make_file(make_evening(seed="elsewhere", step=5))
    hall = make_night(key="howell", pairs=6, boards_per_set=2)
    set_scoring(section=hall, scoring="aggregate", options={})
    refused = upload_section(desk, hall, data, deals="other")
    assert "can’t rank results of different deals in one list" in find_texts(refused, ".say")[0]
