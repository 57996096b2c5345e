"""Paper and files of a party from the pages and from the terminal."""

import io
import json
from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from pypdf import PdfReader

from director.models import Person
from director.party.movement.parties import fetch_party_by_session, fetch_party_night
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing import (
    make_party_job,
)
from director.pdf.sheet_kinds import render
from tests.cases import leave_to_slow
from tests.director.pages import count_queries, find_elements, find_errors, find_texts
from tests.director.party.parties import (
    make_party,
    make_seated_party,
    play_round,
)
from tests.director.pdf.factories import PRINTED_AT
from tests.director.pdf.reading import read_pages

pytestmark = pytest.mark.django_db

CARDS = {"kinds": ["tally-cards", "room-list"], "paper": "letter", "spare": "2", "numbers": "on"}


def run(*arguments):
    out, err = io.TextIOWrapper(BytesIO(), encoding="utf-8"), io.StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=err)
    out.flush()
    return out.buffer.getvalue().decode("utf-8-sig"), err.getvalue()


def ticked(response):
    return [
        element.get("value")
        for element in find_elements(response, "fieldset input")
        if element.get("checked") is not None
    ]


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "pages"),
    [
        pytest.param({"kinds": ["tally-cards"], "players": "5"}, 1, id="one player's card"),
        pytest.param({"kinds": ["tally-cards", "table-numbers"], "tables": "2"}, 2, id="a table's"),
        pytest.param(
            {"kinds": ["table-numbers", "score-sheets"], "tables": "1-2"}, 3, id="two tables'"
        ),
        pytest.param(
            {"kinds": ["table-numbers"], "tables": "9"},
            "There is no table 9. Choose from table 1 to 3.",
            id="none",
        ),
    ],
)
def test_cards_of_some_tables_and_players_are_printed_again(desk, asked, pages):
    address = reverse("party_print", args=[make_seated_party(players=12).pk])
    response = desk.get(f"{address}sheets.pdf", asked | {"paper": "a4"})
    if response.status_code == 422:
        assert find_texts(response, ".say.bad") == [pages]
    else:
        assert len(PdfReader(BytesIO(response.content)).pages) == pages


def test_showing_cards_notes_them_as_printed_and_another_draw_makes_them_old(desk):
    party = make_seated_party(players=12)
    address = reverse("party_print", args=[party.pk])
    response = desk.post(address, CARDS)
    assert (
        response.url
        == f"{address}sheets.pdf?kinds=tally-cards&kinds=room-list&paper=letter&spare=2&numbers=on"
    )
    assert [
        step.state
        for step in fetch_party_night(fetch_party_by_session(party.pk)).steps
        if step.key == "print"
    ] == ["done"]
    assert find_texts(desk.get(address), ".say.warn") == []
    asked = desk.post(reverse("party_seats_undraw", args=[party.pk]))
    assert "Sheets have been printed" in " ".join(find_texts(asked, ".say.warn"))
    desk.post(reverse("party_seats_undraw", args=[party.pk]), {"sure": "1"})
    desk.post(reverse("party_seats_draw", args=[party.pk]), {"how": "number"})
    assert find_texts(desk.get(address), ".say.warn") == [
        "The cards on the tables are out of date: the movement or the draw has changed. "
        "Collect them and print new ones."
    ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    leave_to_slow(
        [
            pytest.param(
                {"kinds": []}, "Nothing is ticked. Tick at least one kind of paper.", id="nothing"
            ),
            pytest.param(
                {"kinds": ["travellers"]},
                "“travellers” isn’t a kind of paper. Tick another one.",
                id="kind of pairs",
            ),
            pytest.param(
                {"kinds": ["standings"]},
                "Standings: nothing to print yet; enter scores first.",
                id="too early",
            ),
            pytest.param({"spare": "999"}, "Spare cards can be 0 to 200, not 999.", id="spares"),
            pytest.param(
                {"trumps": "HCX"},
                "“HCX” isn’t an order of trumps. Enter up to 40 hands: H, C, D, S, NT, or words of 3 to 20 letters "
                "separated by commas, such as S, H, NT, D, C, misère.",
                id="trumps",
            ),
        ],
        but=1,
    ),
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(desk, changes, sentence):
    party = make_seated_party(players=12)
    response = desk.post(reverse("party_print", args=[party.pk]), CARDS | changes)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    answer = desk.get(reverse("party_print_pdf", args=[party.pk]), CARDS | changes)
    assert (answer.status_code, *find_texts(answer, ".say.bad")) == (422, sentence)


def test_before_the_draw_cards_can_be_printed_and_the_page_says_what_is_missing(desk):
    party = make_party(players=12)
    response = desk.get(reverse("party_print", args=[party.pk]))
    assert ticked(response) == ["tally-cards"]
    assert find_texts(response, ".say.warn") == [
        "No seats have been drawn, so cards show no starting table. Draw for seats"
    ]
    assert (
        desk.get(
            reverse("party_print_pdf", args=[party.pk]), CARDS | {"kinds": ["tally-cards"]}
        ).status_code
        == 200
    )


def test_before_a_system_is_chosen_nothing_can_be_ticked(desk):
    session = desk.post(
        "/events/new/", {"name": "P", "date": "2026-11-20", "game": "party"}
    ).url.split("/")[2]
    assert ticked(desk.get(reverse("party_print", args=[session]))) == []


# -- the terminal ------------------------------------------------------------------------------------------------------


def test_standings_for_people_and_for_programs():
    party = make_seated_party(players=8, named=True)
    play_round(party)
    event = party.session.event_id
    text, _ = run("standings", event)
    assert text.splitlines()[0].split() == [
        "Place", "No.", "Player", "Group", "In", "group", "Played", "Games", "Points", "Lone", "hands", "Total",
    ]  # fmt: skip
    payload = json.loads(run("standings", event, "--json")[0])
    assert (payload["system"], payload["method"], payload["results_in"], payload["results_due"]) == (
        "progressive-euchre", "games", 2, 4,
    )  # fmt: skip
    assert [standing["place"] for standing in payload["standings"]] == ["1="] * 4 + ["5="] * 4
    assert [len(standing["names"]) for standing in payload["standings"]] == [1] * 8
    assert len(payload["rounds"]) == 2
    assert payload["rounds"][0]["tables"][0]["winner"] == 1
    assert [prize["kind"] for prize in payload["prizes"]][:2] == ["first", "second"]


def test_before_a_game_is_in_standings_are_empty():
    party = make_seated_party(players=8)
    payload = json.loads(run("standings", party.session.event_id, "--json")[0])
    assert payload["standings"] == []
    assert payload["prizes"] == []
    assert payload["results_due"] == 2


def test_print_writes_a_party_and_notes_its_cards(tmp_path):
    party = make_seated_party(players=12, system="progressive-whist-1", rounds=24)
    path = tmp_path / "cards.pdf"
    run(
        "print",
        party.session.event_id,
        "--kind",
        "drive-cards,table-numbers",
        "--trumps",
        "HCDSN",
        "--output",
        path,
    )
    pages = PdfReader(path).pages
    assert len(pages) == 3 + 3
    assert "NT" in pages[0].extract_text()
    party = fetch_party_by_session(party.pk)
    assert party.printed == "progressive-whist-1"
    assert party.session.printed_fingerprint == make_party_job(party).heading.fingerprint


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            ("--kind", "guide-cards"),
            "“guide-cards” isn’t a kind of paper. Choose from tally-cards, drive-cards, room-list, rules, "
            "table-numbers, table-cards, score-sheets, rotation-charts, pivot-sheets, skat-sheets, series-lists, "
            "prize-list, prize-giving, number-slips, standings.",
            id="kind of pairs",
        ),
        pytest.param(
            ("--kind", "tally-cards", "--spare", "201"),
            "Spare cards can be 0 to 200, not 201.",
            id="spares",
        ),
        pytest.param(
            ("--kind", "drive-cards", "--trumps", "Q"),
            "“Q” isn’t an order of trumps. Enter up to 40 hands: H, C, D, S, NT, or words of 3 to 20 letters "
            "separated by commas, such as S, H, NT, D, C, misère.",
            id="trumps",
        ),
    ],
)
def test_print_refuses_in_one_sentence(tmp_path, arguments, sentence):
    party = make_seated_party(players=12)
    with pytest.raises(CommandError) as caught:
        run("print", party.session.event_id, *arguments, "--output", tmp_path / "never.pdf")
    assert str(caught.value) == sentence
    assert not (tmp_path / "never.pdf").exists()


def test_print_takes_the_address_for_phones(tmp_path):
    party = make_seated_party(players=8)
    path, event = tmp_path / "cards.pdf", party.session.event_id
    run(
        "print",
        event,
        "--kind",
        "tally-cards",
        "--address",
        "http://192.168.1.5:8000/",
        "--output",
        path,
    )
    assert len(PdfReader(path).pages) == 2
    for typed in ("here", "http://localhost:8000", "http://127.0.0.1"):
        with pytest.raises(CommandError) as caught:
            run("print", event, "--kind", "tally-cards", "--address", typed, "--output", path)
        assert (
            str(caught.value)
            == f"“{typed}” isn’t an address for phones. Try one such as http://192.168.1.5:8000."
        )


def test_players_without_a_name_are_listed_by_number():
    party = make_seated_party(players=24)
    sheet = render(
        make_party_job(party),
        ["room-list"],
        "a4",
        available_kinds=PARTY_KINDS,
        printed_at=PRINTED_AT,
    )
    page = read_pages(sheet)[0]
    names = [text for text in page.texts if text.startswith("Player ")]
    assert names == [f"Player {number}" for number in range(1, 25)]


def test_card_of_a_person_who_needs_large_print_comes_large_and_last(desk):
    party = make_seated_party(system="progressive-euchre", players=12)
    club = party.session.event.club
    person = Person.objects.create(club=club, name="Lena Long", needs_large_print=True)
    party.players.filter(number=5).update(person=person)
    job = make_party_job(fetch_party_by_session(party.pk))

    def pages(large_print):
        file = render(
            job,
            ["tally-cards"],
            "a4",
            available_kinds=PARTY_KINDS,
            large_print=large_print,
            printed_at=PRINTED_AT,
        )
        return [page.extract_text() for page in PdfReader(BytesIO(file)).pages]

    assert [card.number for card in job.cards if card.needs_large_print] == [5]
    *usual, large = pages(False)
    assert "Lena Long" in large
    assert not any("Lena Long" in page for page in usual)
    assert len(pages(True)) > len(usual) + 1


@pytest.mark.slow
def test_the_page_takes_the_same_queries_whatever_the_size(desk):
    small, large = make_seated_party(players=12), make_seated_party(players=64)
    counts = [
        count_queries(desk, reverse("party_print", args=[party.pk])) for party in (small, large)
    ]
    assert counts[0] == counts[1]
