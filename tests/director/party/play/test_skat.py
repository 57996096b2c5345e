"""A Skat congress at the desk: sheets typed or pasted, prizes and settlement of each session, two draws of seats."""

import csv
import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from director.core.night.publishing import publish_results
from director.party.models import SkatSheet
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session, fetch_party_night
from director.party.pages.screens.player import fetch_player_summary
from director.party.play.results import settle_prize_tie
from director.party.play.skat import draw_next_session, store_session_sheets
from director.party.scoring.sheets import fetch_party_results
from director.party.scoring.skat import fetch_skat_sessions
from scoring.party.skat_prizes import PrizeGame, SkatCard
from tests.director.party.parties import get_refusal, make_seated_party

pytestmark = pytest.mark.django_db


SHEETS = (
    SkatCard("1", 9, 2, 186, 90),
    SkatCard("2", 3, 4, 42, 48),
    SkatCard("3", 7, 2, 344, 120, best_solo=PrizeGame(4, "clubs", 60)),
    SkatCard("4", 5, 1, 116, 80),
)
"""The scores at the end of the printed settlement of four."""


def make_congress(**fields):
    """Return a congress of two sessions whose seats are drawn."""
    return make_seated_party(
        **{"players": 11, "system": "skat-congress", "rounds": 2, "named": True, **fields}
    )


def card(number: int, **figures) -> SkatCard:
    """Return a sheet of a player, another for every number."""
    usual = {
        "games_won": 41 - number,
        "games_lost": number % 3,
        "points": 100 * number,
        "highest_game": 48 + 12 * number,
    }
    return SkatCard(str(number), **{**usual, **figures})


def hand_in(party, *, round_no=1, cards=None):
    """Let everybody hand in a sheet."""
    cards = cards or [card(number) for number in range(1, party.players.count() + 1)]
    store_session_sheets(
        party=party, round_no=round_no, cards={int(card.player): card for card in cards}, user=None
    )
    return fetch_party_by_session(party.pk)


def test_sheets_are_read_as_they_were_stored():
    best = card(3, best_solo=PrizeGame(4, "clubs", 60), best_tournee=PrizeGame(1, "hearts", 14))
    party = hand_in(make_congress(players=3), cards=[card(1), card(2, points=-87), best])
    assert fetch_skat_sessions(fetch_party_record(party))[0].cards == (
        card(1),
        card(2, points=-87),
        best,
    )


def test_sessions_are_never_added_up(desk):
    party = hand_in(make_congress(players=8))
    draw_next_session(party=party, round_no=1, seed=7, user=None)
    party = hand_in(party, round_no=2)
    sheets = fetch_party_results(party)
    assert sheets.standings == ()
    assert len(sheets.prizes) == 14
    assert fetch_player_summary(party.players.get(number=5)).total is None
    assert desk.get(f"/events/{party.session.event_id}/results.json").json()["standings"] == []
    assert "Session 2" in desk.get(f"/parties/{party.pk}/results/").content.decode()


def test_no_session_is_drawn_while_sheets_are_missing():
    party = make_congress(players=8)
    store_session_sheets(party=party, round_no=1, cards={1: card(1)}, user=None)
    assert get_refusal(draw_next_session, party=party, round_no=1, seed=1, user=None) == (
        "7 sheets are missing in session 1. Type them before you draw the next seats."
    )


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        (
            {"games_won": 50, "games_lost": 11},
            "Player 1: 50 games won and 11 lost make 61; in twenty rounds a player holds cards in 60 deals. Correct "
            "one of the two.",
        ),
        (
            {"best_solo": PrizeGame(12, "clubs", 60)},
            "Player 1: matadores can’t be 12. Enter 1 to 11.",
        ),
        ({"games_won": -1}, "Player 1: games won can’t be -1. Enter 0 or more."),
    ],
    ids=["too-many-deals", "matadores", "below-0"],
)
def test_a_figure_that_cannot_be_is_refused(figures, sentence):
    party = make_congress(players=8)
    assert (
        get_refusal(
            store_session_sheets, party=party, round_no=1, cards={1: card(1, **figures)}, user=None
        )
        == sentence
    )
    assert SkatSheet.objects.count() == 0


def test_a_stranger_hands_in_nothing():
    party = make_congress(players=8)
    assert get_refusal(
        store_session_sheets, party=party, round_no=1, cards={9: card(9)}, user=None
    ) == ("Player 9 has no seat in session 1. Correct the number.")


def test_a_session_is_in_once_every_sheet_is():
    party = make_congress(players=8)
    store_session_sheets(
        party=party, round_no=1, cards={number: card(number) for number in range(1, 8)}, user=None
    )
    assert fetch_party_night(party).unreported_count == 1
    store_session_sheets(party=party, round_no=1, cards={8: card(8)}, user=None)
    assert fetch_party_night(party).unreported_count == 0
    store_session_sheets(party=party, round_no=1, cards={8: None}, user=None)
    assert fetch_party_night(party).unreported_count == 1


def boxes(
    number: int, won="12", lost="3", points="650", highest="", solo="", tournee="", was="|||||"
) -> dict[str, str]:
    """Return what the boxes of a player send."""
    sent = {
        "won": won,
        "lost": lost,
        "points": points,
        "highest": highest,
        "solo": solo,
        "tournee": tournee,
        "was": was,
    }
    return {f"{key}-{number}": text for key, text in sent.items()}


def test_the_page_takes_what_is_typed_and_pasted(desk):
    party = make_congress(players=8)
    path = f"/parties/{party.pk}/play/sessions/1/"
    sent = boxes(1, solo="4 Clubs 60") | {
        "pasted": "No. won lost\n2; 9; 1; −40; 120; ; 1 h 14\n3 5 5 100"
    }
    assert desk.post(path, sent).url == f"/parties/{party.pk}/play/?round=1"
    assert fetch_skat_sessions(fetch_party_record(party))[0].cards == (
        SkatCard("1", 12, 3, 650, 0, PrizeGame(4, "clubs", 60)),
        SkatCard("2", 9, 1, -40, 120, None, PrizeGame(1, "hearts", 14)),
        SkatCard("3", 5, 5, 100),
    )


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (
            boxes(1, won="x"),
            "Player 1, games won: “x” isn’t a number. Type a whole number, such as 12.",
        ),
        (
            boxes(1, lost=""),
            "Player 1, games lost: the figure is missing. Type a whole number, such as 12.",
        ),
        (
            boxes(1, solo="clubs 4"),
            (
                "Player 1, the solo against matadores: “clubs 4” can’t be read. Type matadores, suit and value, "
                "such as 4 clubs 60."
            ),
        ),
        (
            boxes(1, was="9|9|9|||"),
            (
                "Player 1: someone else has changed this sheet; it is empty now. Yours has not been saved. Save "
                "it again if it’s right, or type theirs."
            ),
        ),
    ],
    ids=["no-number", "missing", "no-game", "overtaken"],
)
def test_what_cannot_be_read_is_said_beside_it_and_nothing_typed_is_lost(desk, sent, sentence):
    party = make_congress(players=8)
    response = desk.post(f"/parties/{party.pk}/play/sessions/1/", sent | boxes(2, points="4711"))
    rows = {row.number: row for _table, rows in response.context["tables"] for row in rows}
    assert response.status_code == 422
    assert rows[1].error == sentence
    assert 'value="4711"' in response.content.decode()
    assert SkatSheet.objects.count() == 0


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        (
            "Ada 12 3 650",
            (
                "Line 1: “Ada 12 3 650” isn’t a sheet. Type player number, games won, games lost, points, highest "
                "game, solo and tournée."
            ),
        ),
        ("1 2 3 4\n1 2 3 4", "Line 2: player 1 is already in line 1. Keep one of the two."),
        (
            "seven lost none",
            (
                "The list has no sheets. Type one per line: player number, games won, games lost, points, highest "
                "game, solo and tournée."
            ),
        ),
    ],
    ids=["name", "twice", "none"],
)
def test_a_list_that_cannot_be_read(desk, pasted, sentence):
    party = make_congress(players=8)
    response = desk.post(f"/parties/{party.pk}/play/sessions/1/", {"pasted": pasted})
    assert response.status_code == 422
    assert str(response.context["error"]) == sentence
    assert pasted in response.content.decode()


def test_a_tie_is_settled_in_its_own_session(desk):
    alike = [
        card(number, games_won=9, games_lost=0, points=700, highest_game=0)
        for number in range(1, 9)
    ]
    party = hand_in(make_congress(players=8), cards=alike)
    tie = fetch_skat_sessions(fetch_party_record(party))[0].ties[0]
    assert tie.key == "s1-1-2-3-4-5-6-7-8"
    settle_prize_tie(
        party=party,
        method=tie.method,
        figures={str(number): number for number in range(1, 9)},
        session=1,
        user=None,
    )
    assert fetch_skat_sessions(fetch_party_record(fetch_party_by_session(party.pk)))[0].prizes[
        0
    ].numbers == ("8",)
    draw_next_session(party=party, round_no=1, seed=3, user=None)
    party = hand_in(party, round_no=2, cards=alike)
    assert fetch_skat_sessions(fetch_party_record(party))[1].prizes[0].numbers == tuple("12345678")
    sent = {"tie": "s2-1-2-3-4-5-6-7-8", "lot": "1"}
    assert (
        desk.post(f"/parties/{party.pk}/results/tie/", sent).url
        == f"/parties/{party.pk}/results/?tab=prizes"
    )


def test_visitors_and_programs_read_the_sessions():
    party = hand_in(make_congress(players=8))
    publish_results(event=party.session.event, user=None)
    event = f"/events/{party.session.event_id}/"
    assert (
        "Prize 1, most games won minus games lost: Ada Ash." in Client().get(event).content.decode()
    )
    (session,) = Client().get(f"{event}results.json").json()["sessions"]
    assert len(session["cards"]) == 8
    assert len(session["prizes"]) == 7
    assert len(session["settlement"]) == 8


def test_a_congress_asks_the_database_no_more_for_many(desk):
    asked = []
    for players in (8, 40):
        party = hand_in(make_congress(players=players))
        for page in ("play", "results"):
            with CaptureQueriesContext(connection) as counted:
                assert desk.get(f"/parties/{party.pk}/{page}/").status_code == 200
            asked.append(len(counted))
    assert asked[:2] == asked[2:]


def test_every_sheet_of_every_session_is_taken_away(desk):
    party = hand_in(make_congress(players=4, rounds=1), cards=SHEETS)
    address = f"/events/{party.session.event_id}/export/csv/"
    titles, *lines = csv.reader(desk.get(address).content.decode("utf-8-sig").splitlines())
    assert titles == [
        "Session", "No.", "Player", "Group", "Table", "Won", "Lost", "Won less lost", "Points", "Highest game", "Solo",
        "Tournée", "Account", "Cents", "Prize",
    ]  # fmt: skip
    names = {player.number: str(player) for player in party.players.all()}
    assert lines[0] == [
        "1", "3", names[3], "A", "1", "7", "2", "5", "344", "120", "4 clubs 60", "", "688", "172",
        "Session 1, prize 2, most points",
    ]  # fmt: skip
    assert [(line[1], line[8], line[12], line[13]) for line in lines] == [
        ("3", "344", "688", "172"),
        ("1", "186", "56", "14"),
        ("4", "116", "-224", "-56"),
        ("2", "42", "-520", "-130"),
    ]


def test_the_results_of_a_congress_offer_only_what_there_is(desk):
    party = hand_in(make_congress(players=4, rounds=1), cards=SHEETS)
    page = desk.get(f"/parties/{party.pk}/results/").content.decode()
    links = [
        html.unescape(one)
        for one in re.findall(r'href="(/parties/[0-9]+/print/sheets.pdf\?[^"]*)"', page)
    ]
    assert [(link.count("standings"), desk.get(link).status_code) for link in links] == [(0, 200)]


@pytest.mark.parametrize("tail", ["", "next/"])
def test_sheets_of_a_party_that_is_no_congress_are_refused(desk, tail):
    party = make_seated_party()
    page = desk.post(f"/parties/{party.session_id}/play/sessions/1/{tail}", {})
    assert page.status_code == 404
    assert "Nothing was saved. This party isn’t a Skat congress" in page.content.decode()
    assert party.played_rounds.count() == 1
