"""The two cards of every game of a cribbage evening: typed, compared, settled, told and undone."""

import csv
import io
from fractions import Fraction

import pytest

from director.core.files.exports import export_file
from director.errors import DeskError
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session, fetch_party_night
from director.party.pages.play.cribbage import fetch_game_cards_page
from director.party.pages.screens.player import fetch_player_summary
from director.party.paper.files import get_makers_by_table, make_download_tables
from director.party.play.cards import CardFigures, store_card
from director.party.play.cribbage import BOXES, remove_game_card, store_game_card
from director.party.play.history import redo_party, undo_party
from director.party.scoring.json import make_results_json
from director.party.scoring.sheets import fetch_party_results
from director.party.scoring.standings import explain_player_total
from scoring.deals.cribbage import CardLine
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.director.party.parties import make_seated_party
from tests.director.party.play.test_journal import dump_party_records
from tests.factories import make_director
from tests.oracle.events import compute_event_differences
from tests.scoring.deals.test_two_cards import make_card_line, make_evening_cards

pytestmark = pytest.mark.django_db
DIFFER = "margins differ. A player in line for a prize gets the worse one"


def make_cribbage(players=6, rounds=5, **fields):
    """Return a cribbage evening whose players hand in their cards, with two prizes in one list."""
    usual = {"entry": "cards", "prizes": {"places": 2, "by_group": False, "booby": False}}
    return make_seated_party(
        players=players,
        system="cribbage-circle",
        method="cribbage",
        rounds=rounds,
        named=True,
        **usual | fields,
    )


def make_differing_cards():
    """Return the cards of the evening of six; the first game of 1 and 2 differs by one, 4 left one out."""
    cards = make_evening_cards()
    cards["2"][0] = make_card_line("1", -11)
    cards["4"][1] = None
    return cards


def hand_in_games(party, cards, without=()):
    for number, lines in cards.items():
        if number not in without:
            store_game_card(party=party, number=int(number), lines=lines, user=None)
    return fetch_party_by_session(party.pk)


def figures(party):
    """Return game points, games and spread by player."""
    return {
        standing.player: [int(standing.get_figure(name)) for name in ("points", "games", "spread")]
        for standing in fetch_party_record(party).ranking.standings
    }


def boxes_sent(number, lines, version=0):
    """Return what the page sends of a card."""
    sent = {"number": str(number), "version": str(version)}
    for game, game_line in enumerate(lines, 1):
        texts_of = ("", "", "", "")
        if game_line:
            columns = (
                ("", str(-game_line.spread))
                if game_line.spread < 0
                else (str(game_line.spread), "")
            )
            texts_of = (game_line.opponent, str(game_line.points), *columns)
        sent |= {f"{box}-{game}": text for box, text in zip(BOXES, texts_of, strict=True)}
    return sent


def test_cards_that_agree_make_the_standings():
    party = hand_in_games(make_cribbage(), make_evening_cards())
    assert figures(party) == {
        "1": [7, 3, 31], "2": [6, 3, -9], "3": [7, 3, 37], "4": [5, 2, -22], "5": [4, 2, -29], "6": [4, 2, -8],
    }  # fmt: skip
    standings = fetch_party_record(party).ranking.standings
    assert [standing.player for standing in standings][:3] == ["3", "1", "2"]
    assert fetch_game_cards_page(party).differences == ()
    assert compute_event_differences(party.session.event) == []


def test_where_cards_differ_the_page_says_what_counts_and_why(desk):
    party = hand_in_games(make_cribbage(), make_differing_cards(), without=("6",))
    page = desk.get(f"/parties/{party.pk}/play/")
    assert "5 of 6 cards entered" in find_texts(page, "h2")
    assert [row[:5] for row in read_table_rows(page, "#differences")] == [
        ["Ada Ash (1)", "1", "won, +12", "won, +11", f"The {DIFFER}."],
        ["Bert Ash (2)", "1", "lost, −11", "lost, −11", ""],
        ["Bert Ash (2)", "3", "lost, −31", "lost, −31", "One card is blank, so the other counts."],
        ["Dora Ash (4)", "2", "blank", "won, +31", ""],
    ]  # fmt: skip
    assert figures(party)["1"] == [7, 3, 30]


def test_the_page_names_the_missing_cards_until_all_are_in(desk):
    party = hand_in_games(make_cribbage(), make_evening_cards(), without=("2", "6"))
    page = desk.get(f"/parties/{party.pk}/play/")
    assert "Missing: 2, 6" in find_texts(page, "p")
    assert "Go to Results" not in find_texts(page, "a")
    hand_in_games(party, {number: make_evening_cards()[number] for number in ("2", "6")})
    page = desk.get(f"/parties/{party.pk}/play/")
    assert not [text for text in find_texts(page, "p") if text.startswith("Missing")]
    assert "Go to Results" in find_texts(page, "a")


def test_why_tells_what_both_cards_say():
    party = hand_in_games(make_cribbage(), make_differing_cards())
    why = explain_player_total(fetch_party_record(party), "1")
    assert why.games[0].text == (
        f"Round 1, won by 11, against Bert Ash (2); own card won, +12; other card lost, −11; the {DIFFER}: +2"
    )
    assert why.games[1].text == "Round 2, lost by 5, against Cleo Ash (3): 0"
    assert why.points == Fraction(7)


def test_a_card_is_typed_box_by_box_and_corrected(desk):
    party = make_cribbage()
    address = f"/parties/{party.pk}/play/cards/games/"
    assert "Saved: 2 Bert Ash" in find_texts(
        desk.post(address, boxes_sent(2, make_evening_cards()["2"]), follow=True), "p"
    )
    stored = party.cards.get()
    assert stored.player == 2
    assert stored.total == 6
    assert stored.games[0] == [1, 0, -12]
    page = desk.get(f"/parties/{party.pk}/play/?card=2")
    boxes = {box.get("name"): box.get("value") for box in find_elements(page, "input")}
    assert [boxes[f"{box}-1"] for box in ("against", "points", "plus", "minus")] == [
        "1",
        "0",
        "",
        "12",
    ]
    changed = boxes_sent(
        2, [make_card_line("1", -11), *make_evening_cards()["2"][1:]], version=stored.version
    )
    assert desk.post(address, changed).status_code == 302
    assert party.cards.get().games[0] == [1, 0, -11]
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert party.cards.get().games[0] == [1, 0, -12]
    desk.post(address, {"number": "2", "version": str(party.cards.get().version), "take-out": "1"})
    assert not party.cards.exists()


def test_points_that_were_left_out_follow_from_the_column(desk):
    party = make_cribbage()
    lines = [make_card_line("1", -12), make_card_line("3", 33), make_card_line("4", 5), None, None]
    sent = {
        name: "" if name.startswith("points") else text
        for name, text in boxes_sent(2, lines).items()
    }
    desk.post(f"/parties/{party.pk}/play/cards/games/", sent)
    assert party.cards.get().games == [[1, 0, -12], [3, 3, 33], [4, 2, 5], None, None]


@pytest.mark.parametrize(
    ("boxes", "sentence"),
    [
        (
            {"against-1": "2"},
            "Card 2, game 1: there is no opponent with the number 2. Check the card.",
        ),
        (
            {"against-1": "9"},
            "Card 2, game 1: there is no opponent with the number 9. Check the card.",
        ),
        (
            {"against-1": ""},
            "Card 2, game 1: opponent and spread belong together. Type both, or neither for a blank.",
        ),
        (
            {"plus-1": "4"},
            "Card 2, game 1: the spread belongs in one column. Leave plus or minus empty.",
        ),
        ({"minus-1": "0"}, "Card 2, game 1: the spread must be 1 to 121, not 0."),
        ({"minus-1": "122"}, "Card 2, game 1: the spread must be 1 to 121, not 122."),
        ({"points-1": "1"}, "Card 2, game 1: a game scores 0, 2 or 3 points, not 1."),
        ({"minus-1": "1e"}, "Card 2, game 1: “1e” isn’t a number. Type figures, such as 12."),
    ],
)
def test_an_impossible_card_is_refused_and_stays_typed(desk, boxes, sentence):
    party = make_cribbage()
    sent = boxes_sent(2, make_evening_cards()["2"]) | boxes
    response = desk.post(f"/parties/{party.pk}/play/cards/games/", sent)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    shown = {
        box.get("name"): box.get("value") for box in find_elements(response, "#game-card input")
    }
    assert all(shown[name] == text for name, text in sent.items())
    assert not party.cards.exists()


def test_an_empty_card_is_refused():
    with pytest.raises(DeskError, match="has no game"):
        store_game_card(party=make_cribbage(), number=1, lines=[None] * 5, user=None)


def test_a_card_typed_meanwhile_is_reported_and_a_second_press_replaces_it(desk):
    party = make_cribbage()
    store_game_card(
        party=party, number=2, lines=make_evening_cards()["2"], user=make_director("rival")
    )
    other = [make_card_line("1", -11), *make_evening_cards()["2"][1:]]
    response = desk.post(f"/parties/{party.pk}/play/cards/games/", boxes_sent(2, other))
    assert response.status_code == 422
    assert find_errors(response)[0].startswith("Card 2: rival entered 6 points in 5 games, −9 at ")
    (version,) = (
        box.get("value")
        for box in find_elements(response, "#game-card input")
        if box.get("name") == "version"
    )
    desk.post(f"/parties/{party.pk}/play/cards/games/", boxes_sent(2, other, version=version))
    assert party.cards.get().games[0] == [1, 0, -11]
    same = desk.post(f"/parties/{party.pk}/play/cards/games/", boxes_sent(2, other))
    assert same.status_code == 302


def test_another_desk_is_told_of_a_card_and_keeps_what_it_types(desk):
    party = make_cribbage()
    (state,) = find_elements(desk.get(f"/parties/{party.pk}/play/"), "#cards-state")
    asks = {"headers": {"HX-Request": "true"}}
    assert desk.get(state.get("hx-get"), **asks).status_code == 204
    store_game_card(
        party=party, number=1, lines=make_evening_cards()["1"], user=make_director("rival")
    )
    response = desk.get(state.get("hx-get"), **asks)
    assert find_texts(response, "h2") == ["1 of 6 cards entered"]
    assert [part.get("data-next") for part in find_elements(response, "#cards-state")] == ["2"]
    assert not find_elements(response, "#game-card")


def test_the_page_of_sixty_asks_as_often_as_that_of_six(desk):
    few, many = make_cribbage(), make_cribbage(players=60)
    assert count_queries(desk, f"/parties/{few.pk}/play/") == count_queries(
        desk, f"/parties/{many.pk}/play/"
    )


def test_undo_and_redo_are_exact():
    party = hand_in_games(make_cribbage(), make_differing_cards())
    full = dump_party_records(party)
    remove_game_card(party=party, number=3, user=None)
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert dump_party_records(party) == full
    redo_party(
        party=party, number=party.acts.filter(undone_at__isnull=False).last().number, user=None
    )
    assert not party.cards.filter(player=3).exists()


def test_totals_are_refused_where_cards_have_games():
    party = make_cribbage()
    with pytest.raises(DeskError) as refused:
        store_card(party=party, number=1, figures=CardFigures(7), user=None)
    assert str(refused.value) == "These cards are entered game by game. Reload the page."


def test_a_total_of_an_older_evening_still_counts():
    party = make_cribbage()
    party.cards.create(player=1, total=7, version=1, entered_at=party.session.event.created_at)
    assert figures(fetch_party_by_session(party.pk)) == {"1": [7, 0, 0]}


def test_games_that_nobody_has_are_sat_out_once_every_card_is_in():
    cards = make_evening_cards()
    for player in "12":
        cards[player][0] = None
    party = hand_in_games(make_cribbage(), cards, without=("6",))
    assert fetch_party_record(party).presences == ()
    party = hand_in_games(party, {"6": cards["6"]})
    absences = fetch_party_record(party).presences
    assert [(absence.player, absence.rounds_sat_out) for absence in absences] == [
        ("1", (1,)),
        ("2", (1,)),
    ]


def test_the_phone_of_a_player_counts_by_both_cards():
    party = hand_in_games(make_cribbage(), make_differing_cards())
    assert fetch_player_summary(party.players.get(number=1)).total == 7
    assert fetch_player_summary(party.players.get(number=4)).total == 5


def test_files_have_every_game_as_written_and_as_it_counts():
    party = hand_in_games(make_cribbage(), make_differing_cards())
    content = export_file(
        make_download_tables(fetch_party_results(party)), "csv", table="games"
    ).content.decode("utf-8-sig")
    titles, first, *_rest = csv.reader(io.StringIO(content))
    assert titles[:6] == ["No.", "Player", "Game", "Against no.", "Against", "On the card"]
    assert first[:9] == ["1", "Ada Ash", "1", "2", "Bert Ash", "2", "12", "2", "11"]
    assert "games" not in get_makers_by_table(fetch_party_results(make_cribbage()))
    told = make_results_json(fetch_party_record(party))
    assert told["cards"][0]["games"][0] == [2, 2, 12]
    assert (told["results_in"], told["results_due"]) == (6, 6)


def test_the_night_is_over_when_every_card_is_in(desk):
    party = hand_in_games(make_cribbage(), make_evening_cards())
    assert fetch_party_night(party).is_over
    page = desk.get(f"/parties/{party.pk}/play/")
    assert "Go to Results" in find_texts(page, ".button")


def test_the_spread_of_the_room_is_told_where_it_is_not_level(desk):
    cards = make_evening_cards()
    cards["5"][0] = CardLine("1", 0, -3)
    cards["1"][3] = CardLine("5", 2, 8)
    party = hand_in_games(
        make_cribbage(prizes={"places": 0, "booby": False, "by_group": False}), cards
    )
    told = "Spreads add up to +5, not 0: cards differ."
    assert told in find_texts(desk.get(f"/parties/{party.pk}/play/"), "p")


@pytest.mark.parametrize("number", ["", "x", "77", "9" * 30])
def test_a_card_of_nobody_is_refused(desk, number):
    party = make_cribbage()
    response = desk.post(
        f"/parties/{party.pk}/play/cards/games/", boxes_sent(number, make_evening_cards()["2"])
    )
    assert response.status_code == 422
    assert len(find_errors(response)) == 1
    assert not party.cards.exists()


def test_another_evening_has_no_such_cards(desk):
    party = make_seated_party(players=8, method="games")
    response = desk.post(
        f"/parties/{party.pk}/play/cards/games/", boxes_sent(2, make_evening_cards()["2"])
    )
    assert response.status_code == 302
    assert not party.cards.exists()
