"""Labels, badges, a phone list and an attendance sheet, of the club and of a night."""

import pytest

from director.additions.labels.paper import TITLES, PeopleJob, render_people_job
from director.additions.labels.people import (
    PrintedPerson,
    fetch_event_people,
)
from director.additions.labels.stock import STOCKS, get_stock
from director.additions.shared.prize_list import PlacedEntrant, WonPrize, award_prizes
from director.core.base.machine_time import get_local_now
from director.core.club.people import add_person
from director.core.club.people_forget import forget_person
from director.pdf.page import PAPERS, mm
from director.sheets import Heading
from tests.director.pages import find_errors, find_texts
from tests.director.party.parties import make_party
from tests.director.pdf.reading import read_pages
from tests.factories import enter_all_results, make_club, make_night

LONG_NAMES = (
    "Maximiliana Alexandrina von Hohenzollern-Sigmaringen-Lauenburg",
    "Bartholomew Featherstonehaugh-Cholmondeley of Throckmorton III",
)
WHEN = get_local_now()
HEADING = Heading(
    club="Riverside Bridge and Whist Club of Upper Throckmorton",
    event="People",
    date=WHEN.date(),
    session="",
    section="",
    movement="",
    fingerprint="",
)


def make_people(count: int) -> list[PrintedPerson]:
    return [
        PrintedPerson(
            f"{LONG_NAMES[n % 2]}" if n % 3 else f"Ada Ash {n}", "1234567", "020 7946 0001"
        )
        for n in range(count)
    ]


def draw(kind: str, *, stock: str = "L7160", count: int = 45, paper: str = "a4", **options):
    job = PeopleJob(kind, HEADING, make_people(count), get_stock(stock), "Number", **options)
    return read_pages(render_people_job(job, paper, printed_at=WHEN))


@pytest.mark.parametrize("stock", STOCKS, ids=lambda stock: stock.key)
def test_labels_lie_on_the_page_beside_each_other(stock):
    boxes = list(stock.iter_boxes())
    width, height = PAPERS[stock.paper]
    assert len(boxes) == stock.count
    assert stock.step_across >= stock.width
    assert stock.step_down >= stock.height
    assert min(box.x for box in boxes) > 0 < min(box.y for box in boxes)
    assert max(box.right for box in boxes) < width
    assert max(box.top for box in boxes) < height


@pytest.mark.parametrize(
    ("key", "left", "top"),
    [("L7160", 7.2, 15.1), ("L7163", 4.7, 15.1), ("L7159", 7.2, 12.9), ("5160", 4.8, 12.7)],
)
def test_margins_are_those_that_the_maker_publishes(key, left, top):
    stock = get_stock(key)
    first = next(stock.iter_boxes())
    margins = (first.x / mm, (PAPERS[stock.paper][1] - first.top) / mm)
    assert margins == pytest.approx((left, top), abs=0.11)


def test_sheet_that_was_begun_is_used_up():
    first, second, third = draw("labels", count=43, first=20)
    counts = [sum("Number" in text for text in page.texts) for page in (first, second, third)]
    assert counts == [2, 21, 20]


def test_attendance_sheet_and_phone_list_run_over_pages():
    for kind in ("attendance", "phones"):
        pages = draw(kind, count=120, boxes=12)
        texts = " ".join(text for page in pages for text in page.texts)
        assert len(pages) > 1
        assert TITLES[kind] in texts
        assert "Ash" in texts


@pytest.mark.django_db
def test_players_of_a_party_are_found_and_deleted_ones_are_not():
    party = make_party(players=6, named=True)
    event = party.session.event
    person = party.players.first().person
    name = person.name
    forget_person(person=person)
    names = [person.name for person in fetch_event_people(event)]
    assert len(names) == 5
    assert name not in names
    assert not any("Former" in listed for listed in names)


@pytest.mark.django_db
def test_people_lead_to_the_sheets_of_the_club(desk):
    add_person(club=make_club(), name="Ada Ash", phone="020 7946 0001")
    assert "Labels and lists" in find_texts(desk.get("/people/"), "main a")
    page = desk.get("/people/labels/")
    assert page.status_code == 200
    assert '<option value="L4785" selected>' in page.content.decode()
    for kind in TITLES.keys() - {"prizes"}:
        sheet = desk.get("/people/labels.pdf", {"kind": kind, "who": "all"})
        assert sheet["Content-Type"] == "application/pdf"
        assert "Ash" in " ".join(read_pages(sheet.content)[0].texts)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "sheets"), [("labels", 3), ("badges", 6), ("attendance", 2)])
def test_the_chosen_sheet_is_previewed_as_it_will_be_printed(desk, kind, sheets):
    for number in range(55):
        add_person(club=make_club(), name=f"Ada Ash {number}")
    chosen = {"kind": kind, "who": "all"}
    page = desk.get("/people/labels/", chosen)
    assert find_texts(page, "#to-print") == [f"Print {sheets} sheets"]
    assert f"Page 1 of {sheets}: {TITLES[kind]}" in find_texts(page, "#preview p")
    printed = read_pages(desk.get("/people/labels.pdf", chosen).content)
    assert len(printed) == sheets
    last = desk.get("/people/labels/", chosen | {"sheet": "99"})
    assert f"Page {sheets} of {sheets}: {TITLES[kind]}" in find_texts(last, "#preview p")
    shown = find_texts(last, "#preview text")
    assert "Ada" in " ".join(shown)


@pytest.mark.django_db
def test_without_people_the_page_says_why_nothing_can_be_printed(desk):
    make_club()
    page = desk.get("/people/labels/")
    assert page.status_code == 200
    assert find_errors(page) == []
    assert "Nobody fits this choice. Choose other people." in find_texts(page, "#preview p")


def test_badges_of_names_of_usual_length_have_one_size():
    people = [PrintedPerson(name, "", "") for name in ("Alma Ash", "Elmer Birch", "Bartholomew Ox")]
    job = PeopleJob("badges", HEADING, people, get_stock("L4785"))
    (page,) = read_pages(render_people_job(job, "a4", printed_at=WHEN))
    assert all(person.name in page.texts for person in people)


@pytest.mark.django_db
def test_results_lead_to_the_sheets_of_a_night(desk):
    section = make_night(pairs=4)
    address = f"/events/{section.session.event_id}/labels"
    results = desk.get(f"/sessions/{section.session_id}/results/")
    assert f"{address}/" in results.content.decode()
    assert desk.get(f"{address}/").status_code == 200
    assert desk.get(f"{address}.pdf", {"kind": "badges"})["Content-Type"] == "application/pdf"


@pytest.mark.django_db
def test_prizes_of_a_night_go_by_place_in_each_direction(desk):
    section = make_night(pairs=6, boards_per_set=1)
    address = f"/events/{section.session.event_id}/labels"
    refused = desk.get(desk.get(f"{address}.pdf", {"kind": "prizes"}).url)
    assert find_errors(refused) == ["There are no standings with names yet. Enter results first."]
    enter_all_results(section)
    sheet = desk.get(f"{address}.pdf", {"kind": "prizes", "prizes": "Silver cup\n\nWine"})
    texts = [text for page in read_pages(sheet.content) for text in page.texts]
    assert texts.count("Silver cup") == 2
    words = " ".join(texts)
    assert "1 North-South" in words
    assert "1 East-West" in words
    empty = desk.get(desk.get(f"{address}.pdf", {"kind": "prizes", "prizes": " "}).url)
    assert find_errors(empty) == [
        "No prize has been typed. Type one per line, the first for first place."
    ]


def test_entrants_who_share_a_place_share_its_prizes_and_are_named_once():
    entrants = [PlacedEntrant(place, name) for place, name in ((1, "A"), (1, "B"), (3, "C"))]
    assert award_prizes(["Cup", "Wine", "Sweets", "Spoon"], entrants) == [
        WonPrize("Cup and Wine", "1=", ("A", "B")),
        WonPrize("Sweets", "3", ("C",)),
    ]
    assert award_prizes(["Cup"], entrants) == [WonPrize("Cup", "1=", ("A", "B"))]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"kind": "phones"}, "Nobody here has a phone number yet. Type the numbers at People."),
        ({"kind": "labels", "who": "seen"}, "Nobody fits this choice. Choose other people."),
        ({"kind": "labels", "first": "x"}, "“x” isn’t the number of a label. Type a whole number in figures, such as 1."),
        ({"kind": "labels", "first": "22"}, "Avery L7160 has 21 labels. Type a number from 1 to 21."),
        ({"kind": "attendance", "boxes": "99"}, "The number of boxes must be at most 12, such as 4, not 99."),
        ({"kind": "prizes"}, "Choose one from the list."),
        ({"kind": "poster"}, "Choose one from the list."),
    ],
)  # fmt: skip
def test_wrong_choice_is_said_and_stays(desk, query, error):
    add_person(club=make_club(), name="Ada Ash")
    response = desk.get("/people/labels.pdf", query)
    page = desk.get(response.url)
    assert page.status_code == 422
    assert find_errors(page) == [error]
    for name, value in query.items():
        assert value in (page.context["form"][name].value(), "prizes", "poster")
