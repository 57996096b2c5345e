"""Paper and files of a party from the pages and from the terminal."""

import io
import json
from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from director.core.night.printing import list_unprintable_text_warnings
from director.core.night.publishing import publish_results
from director.models import Person
from director.party.movement.parties import fetch_party_by_session, fetch_party_night
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing import (
    list_available_kinds,
    list_preselected_kinds,
    make_party_job,
)
from director.party.play.people import LateArrival, change_players
from director.pdf.sheet_kinds import render
from tests.director.pages import count_queries, find_elements, find_errors, find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
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


def kinds_in_job(job):
    return [kind.key for kind, is_there in list_available_kinds(job) if is_there]


# -- what there is -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "players", "special"),
    [
        pytest.param("progressive-euchre", 12, [], id="euchre"),
        pytest.param("progressive-whist-1", 12, ["drive-cards"], id="whist"),
        pytest.param(
            "progressive-whist-4", 16, ["drive-cards", "rotation-charts"], id="fourth method"
        ),
        pytest.param("pivot", 12, ["rotation-charts", "pivot-sheets"], id="pivot"),
        pytest.param("skat-congress", 11, ["skat-sheets"], id="skat"),
    ],
)
def test_only_what_concerns_the_system_is_offered(system, players, special):
    job = make_party_job(make_seated_party(system=system, players=players))
    usual = {"tally-cards", "room-list", "table-numbers", "score-sheets", "prize-list", "rules"}
    assert set(kinds_in_job(job)) - usual == set(special)


def test_the_boxes_follow_the_way_to_count():
    made = {
        method: make_party_job(make_party(system="progressive-whist-1", method=method)).score_titles
        for method in ("games", "tricks", "counters", "gains-and-losses")
    }
    assert made == {
        "games": ("Won",),
        "tricks": ("Tricks",),
        "counters": ("Plus", "Minus"),
        "gains-and-losses": ("Plus", "Minus"),
    }


def test_lone_hands_have_a_box_where_they_are_played():
    euchre = [
        make_party_job(make_party(options={"lone_hands": choice})).has_lone_hands
        for choice in ("allowed", "none")
    ]
    assert euchre == [True, False]
    assert make_party_job(make_party(system="progressive-whist-1")).has_lone_hands is False


def test_a_planned_evening_is_the_one_that_is_played():
    party = make_seated_party(system="progressive-whist-4", players=16, rounds=7)
    planned = make_party_job(party).planned_rounds
    assert len(planned) == 7
    play_round(party)
    played = [
        [[seat.number for seat in side] for side in table.sides] for table in planned[1].tables
    ]
    stored = [
        [[int(one) for one in side] for side in table["sides"]]
        for table in get_latest_round(party).seating
    ]
    assert played == stored


def test_prizes_are_listed_before_they_are_won_and_then_with_their_winners():
    party = make_seated_party(players=12, named=True, prizes={"places": 1, "booby": True})
    before = make_party_job(party).prize_lines
    assert [(one.title, one.rule, one.winners) for one in before] == [
        ("First prize, A", "Most games", ()),
        ("First prize, B", "Most games", ()),
        ("Booby prize, A", "Fewest games", ()),
        ("Booby prize, B", "Fewest games", ()),
    ]
    play_round(party)
    after = make_party_job(fetch_party_by_session(party.pk)).prize_lines
    assert [one.title for one in after] == [one.title for one in before]
    assert all(one.winners or one.tie for one in after)


def test_the_fingerprint_follows_seats_system_and_rounds_and_not_names():
    party = make_seated_party(players=12)
    marks = [
        make_party_job(party).heading.fingerprint,
        make_party_job(make_seated_party(players=12, named=True)).heading.fingerprint,
    ]
    others = [
        make_party_job(make_seated_party(players=16)).heading.fingerprint,
        make_party_job(make_seated_party(players=12, rounds=10)).heading.fingerprint,
        make_party_job(
            make_seated_party(players=12, options={"head_table": "split"})
        ).heading.fingerprint,
    ]
    assert marks[0] == marks[1]
    assert len({marks[0], *others}) == 4


def test_the_page_takes_the_same_queries_whatever_the_size(desk):
    small, large = make_seated_party(players=12), make_seated_party(players=64)
    counts = [
        count_queries(desk, reverse("party_print", args=[party.pk])) for party in (small, large)
    ]
    assert counts[0] == counts[1]


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_default_sheets_are_ticked_before_and_after_play(desk):
    party = make_seated_party(players=12, system="progressive-whist-1", named=True)
    address = reverse("party_print", args=[party.pk])
    assert ticked(desk.get(address)) == ["drive-cards", "room-list", "table-numbers"]
    play_round(party)
    assert ticked(desk.get(address)) == ["drive-cards", "room-list", "table-numbers"]
    assert ticked(desk.get(f"{address}?set=after")) == ["prize-list", "standings"]


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


def test_the_pdf_has_a_card_for_every_player_and_the_spares(desk):
    party = make_seated_party(players=12, named=True)
    address = reverse("party_print_pdf", args=[party.pk])
    response = desk.get(address, CARDS | {"save": ""})
    assert (
        response.headers["Content-Disposition"]
        == 'attachment; filename="friday-party-2026-11-20.pdf"'
    )
    reader = PdfReader(BytesIO(response.content))
    assert len(reader.pages) == 4 + 1
    assert [float(side) for side in reader.pages[0].mediabox[2:]] == [612.0, 792.0]
    text = "\n".join(page.extract_text() for page in reader.pages[:4])
    assert text.count("start at") == 14
    assert "Ada Ash" not in text


def test_cards_have_a_code_with_the_address_of_the_own_page(desk):
    party = make_seated_party(players=8)
    address = reverse("party_print_pdf", args=[party.pk])
    files = [
        PdfReader(BytesIO(desk.get(address, CARDS | extra).content))
        for extra in ({}, {"codes": "on"})
    ]
    codes = [
        sum(page.get_contents().get_data().count(b"/IM true") for page in file.pages)
        for file in files
    ]
    assert codes == [0, 8]
    dark = {card.path for card in make_party_job(party).results.cards}
    assert dark == {reverse("party_phone", args=[player.token]) for player in party.players.all()}


@pytest.mark.parametrize(
    ("changes", "sentence"),
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


def test_a_late_arrival_gets_a_card_with_the_first_seat_of_the_own():
    party = make_seated_party(players=10, options={"odd": "sit-out"})
    play_round(party)
    arrivals = [LateArrival("Nora Late", "A"), LateArrival("Max Late", "B")]
    change_players(party=fetch_party_by_session(party.pk), arrivals=arrivals, leavers=[], user=None)
    seats = {
        player: table["table"]
        for table in get_latest_round(party).seating
        for side in table["sides"]
        for player in side
    }
    late = make_party_job(fetch_party_by_session(party.pk)).results.cards[10:]
    assert [(card.name, card.table_no) for card in late] == [
        ("Nora Late", seats["11"]),
        ("Max Late", seats["12"]),
    ]


def test_files_are_offered_with_the_results(desk):
    party = make_seated_party(players=8, named=True)
    event = party.session.event
    enter_winner(party, 1, 0)
    page = desk.get(reverse("party_results", args=[party.pk]))
    (tab,) = [
        link.get("href")
        for link in find_elements(page, "nav.tabs a")
        if link.text.strip() == "Export"
    ]
    files = [option.get("value") for option in find_elements(desk.get(tab), "#exports option")]
    assert "csv?table=evening" in files
    response = desk.get(reverse("event_files", args=[event.pk]), {"file": "csv?table=evening"})
    assert (
        response.headers["Content-Disposition"]
        == 'attachment; filename="friday-party-2026-11-20-evening.csv"'
    )
    assert len(response.content.decode("utf-8-sig").splitlines()) == 1 + 8


# -- the terminal ------------------------------------------------------------------------------------------------------


def test_export_writes_tables_of_a_party(tmp_path):
    party = make_seated_party(players=8, named=True)
    play_round(party)
    event = party.session.event_id
    text, _ = run("export", event, "--format", "csv", "--table", "evening")
    assert len(text.splitlines()) == 1 + 8 * 2
    path = tmp_path / "party.xlsx"
    run("export", event, "--format", "xlsx", "--output", path)
    assert load_workbook(path).sheetnames == ["Standings", "Evening", "Prizes", "Event"]


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


def test_programs_read_published_results_at_their_address(desk, client):
    party = make_seated_party(players=8, named=True)
    play_round(party)
    event = party.session.event
    address = reverse("event_json", args=[event.pk])
    assert client.get(address).status_code == 404
    assert desk.get(address).json() == json.loads(run("standings", event.pk, "--json")[0])
    publish_results(event=fetch_party_by_session(party.pk).session.event, user=None)
    assert client.get(address).json()["standings"][0]["place"] == "1="


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


def test_usual_kinds_are_there():
    job = make_party_job(make_seated_party(players=12))
    assert set(list_preselected_kinds(job)) <= set(kinds_in_job(job))


def test_names_that_no_font_has_are_said_on_the_page_and_by_the_command(desk, tmp_path):
    party = make_seated_party(players=8, named=True)
    address = reverse("party_print", args=[party.session_id])
    asked = {"kinds": ["tally-cards"], "paper": "a4", "spare": "0"}
    assert find_texts(desk.get(address, asked), ".say.warn") == []
    player = party.players.select_related("person").order_by("number").first()
    player.person.name = "\u738b\u5c0f\u660e"
    player.person.save()
    said = list_unprintable_text_warnings([player.person.name])[0]
    assert said.startswith("“\u738b\u5c0f\u660e” has letters that")
    assert find_texts(desk.get(address, asked), ".say.warn") == [said]
    assert find_texts(desk.get(address, {**asked, "numbers": "on"}), ".say.warn") == []
    path = tmp_path / "cards.pdf"
    assert (
        run("print", party.session.event_id, "--kind", "tally-cards", "--output", path)[1]
        == f"{said}\n"
    )
    nameless = run(
        "print", party.session.event_id, "--kind", "tally-cards", "--no-names", "--output", path
    )
    assert nameless[1] == ""


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


def test_an_open_tie_prints_its_rule_and_no_winner():
    party = make_seated_party(players=24, prizes={"places": 2, "booby": True, "by_group": False})
    play_round(party)
    prizes = make_party_job(fetch_party_by_session(party.pk)).prize_lines
    tied = [prize for prize in prizes if not prize.winners]
    assert tied
    assert not any(prize.amount for prize in tied)
    first, *others = tied
    assert first.rule_with_tie.startswith("Most games. Player ")
    # Who is tied for several prizes is named once.
    assert [prize.tie for prize in others if "Player " not in prize.tie] == [
        f"Tied as for {first.title}"
    ]


def test_players_who_share_two_prizes_are_named_once():
    party = make_seated_party(
        players=8, prizes={"places": 2, "by_group": False, "final_tie": "halves"}
    )
    enter_winner(party, 1, 0)
    enter_winner(party, 2, 0)
    first, second = make_party_job(fetch_party_by_session(party.pk)).prize_lines[:2]
    assert len(first.winners) > 1
    assert second.winners == (f"Shared as for {first.title}",)
    assert second.amount == ""


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


def test_tally_cards_have_hoyle_s_letters_of_couples_if_asked(desk):
    # [HOYLE1926] p. 90: "1 A" is table 1, head couple, and "1 B" its side couple.
    party = make_seated_party(players=12, options={"letters": "couples"})
    cards = make_party_job(party).results.cards
    seats = [(card.table_no, card.seat, card.group) for card in cards]
    couples = ("A (head couple)", "B (side couple)")
    assert sorted(seats) == sorted(
        (table, couple, group) for table in (1, 2, 3) for couple in couples for group in "AB"
    )
    address = reverse("party_print_pdf", args=[party.pk])
    (page, *_others) = read_pages(desk.get(f"{address}?kinds=tally-cards&paper=a4").content)
    assert {"1 · A", "1 · B"} & {*page.texts}
    assert "head couple" in " ".join(page.texts)
