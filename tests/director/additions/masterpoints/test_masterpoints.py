"""A month's masterpoints: who has won how many, the workbook, and the federation's file."""

from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from director.core.club.kind_parts import CountedKind
from director.core.night.publishing import publish_results
from director.event_kinds import ask_kind
from director.models import Person, PersonNumber
from director.party.play.setup import create_party
from tests.cached_rows import cache_rows
from tests.director.pages import find_elements, find_errors, find_texts, read_table_rows
from tests.factories import enter_all_results, make_club, make_night

pytestmark = pytest.mark.django_db

PAGE = "/people/masterpoints/"
ABF = {"month": "2026-11", "scale": "abf-e"}


@cache_rows
def make_published(*, day: int = 3, month: int = 11):
    """Return a published Mitchell of eight named pairs with results."""
    section = make_night(pairs=8)
    enter_all_results(section)
    event = section.session.event
    event.date = date(2026, month, day)
    event.save()
    publish_results(event=event)
    return event


def number_everybody(body: str = "ABF") -> None:
    for person in Person.objects.all():
        PersonNumber.objects.create(person=person, body=body, number=f"{100 + person.pk}")


def rows(page) -> dict[str, tuple[str, ...]]:
    return {cells[1]: tuple(cells) for cells in read_table_rows(page, ".standings")}


def test_a_month_adds_up_what_each_player_won(desk):
    make_published(day=3)
    make_published(day=10)
    make_published(month=10)
    page = desk.get(PAGE, ABF)
    shown = rows(page)
    # Two winners of four tables: 0.12 for first and 0.08 for second of each direction, twice.
    points = sorted({row[2] for row in shown.values()}, reverse=True)
    assert points[0] == "0.24"
    assert {row[3] for row in shown.values()} == {"2"}
    assert len(shown) == 8
    assert find_texts(page, ".head p") == ["November 2026: 1.60 green points"]
    assert len(find_texts(page, ".nights b")) == 2


def test_a_season_adds_up_its_months(desk):
    make_published(month=9)
    make_published(month=11)
    make_published(month=12)
    season = {"month": "2026-09", "last": "2026-11", "scale": "abf-e"}
    page = desk.get(PAGE, season)
    assert find_texts(page, ".head p") == ["September 2026 to November 2026: 1.60 green points"]
    assert {row[3] for row in rows(page).values()} == {"2"}
    refused = desk.get(PAGE, season | {"last": "2026-08"})
    assert find_errors(refused) == ["The last month is before the first. Correct one."]


def test_the_workbook_and_the_page_agree(desk):
    make_published()
    shown = rows(desk.get(PAGE, ABF))
    book = load_workbook(BytesIO(desk.get(f"{PAGE}xlsx/", ABF).content))
    sheet = book["Masterpoints"]
    values = list(sheet.iter_rows(min_row=2, values_only=True))
    assert {row[1]: f"{row[2]:.2f}" for row in values} == {
        name: row[2] for name, row in shown.items()
    }
    assert "Events" in book.sheetnames


@pytest.mark.parametrize("scale", ["abf-e", "own"])
def test_the_links_of_the_page_download_what_it_shows(desk, scale):
    make_published()
    number_everybody()
    chosen = {"month": "2026-11", "last": "2026-12", "scale": scale, "table": "2: 1\n4: 5 3"}
    page = desk.get(PAGE, chosen)
    links = {link.text: link.get("href") for link in find_elements(page, "section a.button")}
    assert links.keys() == {"Excel", "CSV"} | ({"ABF file"} if scale == "abf-e" else set())
    for name, address in links.items():
        response = desk.get(address)
        assert response.status_code == 200, (name, response.content)
        assert "november-2026-to-december-2026" in response["Content-Disposition"]


def test_the_file_of_the_federation_has_thirteen_digits_a_line(desk):
    make_published()
    number_everybody()
    response = desk.get(f"{PAGE}abf/", ABF)
    assert response["Content-Disposition"].endswith('masterpoints-november-2026.grn"')
    lines = response.content.decode("ascii").split("\r\n")
    assert lines.pop() == ""
    assert {len(line) for line in lines} == {13}
    shown = rows(desk.get(PAGE, ABF))
    assert sorted(lines) == sorted(
        f"{int(number):07}{round(float(points) * 100):06}"
        for number, _name, points, _n in shown.values()
    )


def test_a_player_without_a_number_is_named_before_the_file_fails(desk):
    make_published()
    page = desk.get(PAGE, ABF)
    warned = " ".join(find_texts(page, ".say"))
    assert all(name in warned for name in rows(page))
    refused = desk.get(f"{PAGE}abf/", ABF)
    assert refused.status_code == 404
    assert "has no ABF number" in refused.content.decode()


def test_the_club_s_own_table_awards_points_by_the_size_of_the_field(desk):
    make_published()
    own = {"month": "2026-11", "scale": "own", "table": "2: 1\n4: 5 3"}
    points = sorted(row[2] for row in rows(desk.get(PAGE, own)).values())
    assert points == ["3.00"] * 4 + ["5.00"] * 4
    # Nobody needs the number of a federation for it.
    assert find_texts(desk.get(PAGE, own), ".say") == []
    wrong = desk.get(PAGE, own | {"table": "four: 5 3"})
    assert wrong.status_code == 422
    assert "can’t be read" in find_errors(wrong)[0]


def test_the_page_begins_without_a_scale_and_without_a_return(desk):
    make_published()
    page = desk.get(PAGE)
    assert page.status_code == 200
    scales = find_elements(page, "select#id_scale option")
    assert scales[0].text == "Choose your scale"
    assert [option.text for option in scales if "selected" in option.attrib] == [
        "Choose your scale"
    ]
    assert find_texts(page, "textarea#id_table") == [""]
    assert find_errors(page) == []
    assert find_elements(page, ".standings") == find_elements(page, "section a.button") == []
    # The form can't be sent without a choice, nor with a table that isn't there.
    assert find_errors(desk.get(PAGE, {"month": "2026-11", "scale": ""})) == [
        "Choose a scale from the list."
    ]
    assert find_errors(desk.get(PAGE, {"month": "2026-11", "scale": "own", "table": " "})) == [
        "Type your table, such as “8: 8 6 4 2”."
    ]
    assert desk.get(f"{PAGE}xlsx/").status_code == 422


def test_a_party_without_a_saved_game_has_a_reason(desk):
    party = create_party(club=make_club(), name="Another party", date=date(2026, 11, 4))
    make_published()
    page = desk.get(PAGE, ABF)
    assert page.status_code == 200
    assert len(rows(page)) == 8
    (reason,) = [text for text in find_texts(page, ".nights li") if "Another party" in text]
    assert "Teams and parties have no scale here." in reason
    outcome = ask_kind(party.event, CountedKind).compute_outcomes_by_event_id([party.event])
    assert outcome[party.event_id].missing_reason == "There are no standings yet."
    # The prize list asks for the same places.
    prizes = {"kind": "prizes", "prizes": "Cup"}
    refused = desk.get(reverse("event_labels_pdf", args=[party.event_id]), prizes, follow=True)
    assert "There are no standings with names yet." in refused.content.decode()


def test_events_that_earn_nothing_say_why(desk):
    event = make_published()
    event.published_at = None
    event.save()
    page = desk.get(PAGE, ABF)
    assert rows(page) == {}
    assert "It isn’t published yet." in find_texts(page, ".nights")[0]


def test_an_impossible_month_or_scale_is_refused(desk):
    page = desk.get(PAGE, {"month": "November", "scale": "ebu"})
    assert page.status_code == 422
    assert find_errors(page) == [
        "Type a month such as 2026-11.",
        "Choose a scale from the list.",
    ]
    assert desk.get(f"{PAGE}xlsx/", {"month": "x"}).status_code == 422
    assert desk.get(f"{PAGE}docx/", ABF).status_code == 404


def test_visitors_do_not_read_it_and_people_leads_to_it(desk):
    assert Client().get(PAGE).status_code in (302, 403)
    assert reverse("people_masterpoints") in desk.get("/people/").content.decode()


def test_a_night_in_imps_awards_the_top_third(desk):
    section = make_night(pairs=12)
    enter_all_results(section)
    event = section.session.event
    event.scoring, event.date = "butler", date(2026, 11, 3)
    event.save()
    publish_results(event=event)
    # Of six pairs of a direction two have an award, by matchpoints three.
    assert len(rows(desk.get(PAGE, ABF))) == 8
    event.scoring = "matchpoints"
    event.save()
    assert len(rows(desk.get(PAGE, ABF))) == 12
