"""Money and prize-giving: what is typed, the account, the raffle, the prizes one by one on screen and paper."""

import pytest
from django.test import Client

from director.core.night.publishing import finalise_results, publish_results
from director.errors import PartyError
from director.party.movement.games import fetch_party_record, get_prize_rules
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field.choices import PRIZE_NUMBERS, PRIZE_TICKS
from director.party.pages.prizes import list_prize_kinds
from director.party.paper.files import make_money_table, make_prizes_table
from director.party.play.history import redo_party, undo_party
from director.party.play.money import draw_raffle, settle_money
from director.party.play.people import LateArrival, change_players
from director.party.play.play import seat_next_round
from director.party.scoring.giving import GIVING_ORDER, list_prizes_in_order
from director.party.scoring.json import make_results_json
from director.party.scoring.sheets import fetch_party_results
from scoring.errors import ScoringError
from scoring.party.awarding import PRIZE_KINDS
from scoring.party.prizes import ORDINALS, PrizeRules
from tests.director.pages import find_elements, find_errors, find_texts
from tests.director.party.parties import enter_winner, make_seated_party, play_round
from tests.director.sent_forms import find_form, send_form

pytestmark = pytest.mark.django_db

GIVEN = {
    "places": 2,
    "half": 1,
    "booby": True,
    "by_group": False,
    "final_tie": "halves",
    "raffle": 2,
}
SUMS = {
    "sign": "£",
    "fee": 500,
    "hall": 1000,
    "amounts": {"first": 2500, "second": 1000, "booby": 100},
}
TYPED = {
    "sign": "£",
    "fee": "5",
    "hall": "10,00",
    "by": "sums",
    "draw_share": "50",
    "pot_share": "100",
}


def make_played(**fields):
    """Return a party of 12 whose side 0 won everywhere in both rounds; six have won the first of them."""
    party = make_seated_party(players=12, named=True, rounds=2, prizes=GIVEN, **fields)
    play_round(party, lambda _table_no: 0)
    for table in (1, 2, 3):
        enter_winner(party, table, 0)
    return fetch_party_by_session(party.pk)


def words_of(party):
    return [f"{line[0]}: {line[1]} {line[2]}" for line in fetch_party_results(party).money]


def test_every_kind_of_prize_that_is_given_has_a_box_and_a_name():
    rules = PrizeRules(
        2,
        half=1,
        aisle=1,
        table=1,
        table_winners=1,
        high_game=True,
        lone_hands=True,
        tens=True,
        drawn=1,
        raffle=1,
    )
    kinds = list_prize_kinds(rules)
    assert [kind for kind in kinds if kind not in ORDINALS] == list(PRIZE_KINDS)
    assert set(GIVING_ORDER) == set(PRIZE_KINDS)  # the order of giving is its own
    asked = {
        name
        for name in (*PRIZE_NUMBERS, *PRIZE_TICKS)
        if name in {kind.rule_name for kind in PRIZE_KINDS.values()}
    }
    assert asked == {kind.rule_name for kind in PRIZE_KINDS.values()}
    assert [kind for kind in kinds if kind in ORDINALS] == ["first", "second"]


@pytest.mark.slow
def test_money_is_typed_stored_and_shown(desk):
    party = make_played()
    address = f"/parties/{party.pk}/money/"
    sent = TYPED | {"amount-first": "25", "amount-second": "10", "amount-booby": "1"}
    assert desk.post(address, sent).status_code == 302
    assert fetch_party_by_session(party.pk).money["amounts"] == SUMS["amounts"]
    page = desk.get(address)
    shown = [" ".join(row.split()) for row in find_texts(page, "table.results tbody tr")]
    assert shown[:2] == ["Entry fees £60.00", "Income £60.00"]
    assert shown[-1] == "Total £60.00"
    assert find_elements(page, "#id_amount-first")[0].get("value") == "25"


def test_files_and_json_hold_the_sums():
    party = make_played()
    assert [column.key for column in make_prizes_table(fetch_party_results(party)).columns][
        -1
    ] == "text"
    settle_money(party=party, user=None, **SUMS)
    sheets = fetch_party_results(party)
    assert make_money_table(sheets).rows[0] == ("In", "Entry fees", "£60.00")
    assert "amount" in [column.key for column in make_prizes_table(sheets).columns]
    told = make_results_json(fetch_party_record(party))["prizes"]
    assert told[0]["amount"] == "£11.66 each, £0.02 left"


def test_visitors_do_not_read_the_account(desk):
    party = make_played()
    settle_money(party=party, user=None, **SUMS)
    event = publish_results(event=party.session.event, user=None)
    page = Client().get(f"/events/{event.pk}/").content.decode()
    assert "£11.66 each" in page
    assert "Hall" not in page
    for tail in ("money", "giving"):
        assert Client().get(f"/parties/{party.pk}/{tail}/").status_code == 302


def test_money_is_undone_and_done_again_exactly():
    party = make_played()
    settle_money(party=party, user=None, **SUMS)
    act = party.acts.first()
    undo_party(party=party, number=act.number, user=None)
    assert fetch_party_by_session(party.pk).money == {}
    redo_party(party=party, number=act.number, user=None)
    assert fetch_party_by_session(party.pk).money == SUMS


def test_shares_of_more_than_there_is_store_nothing():
    party = make_played()
    with pytest.raises(ScoringError):
        settle_money(party=party, user=None, by="per-cent", amounts={"first": 10_001})
    assert fetch_party_by_session(party.pk).money == {}


@pytest.mark.slow
def test_the_till_of_a_final_party_can_still_be_counted(desk):
    party = make_played()
    finalise_results(event=publish_results(event=party.session.event, user=None))
    path = f"/parties/{party.pk}/money/"
    page = desk.get(path)
    answer = send_form(desk, path, page, find_form(page, box="fee"), {"sign": "£", "fee": "7"})
    assert answer.status_code == 302, find_errors(answer)
    assert fetch_party_by_session(party.pk).money["fee"] == 700
    settle_money(party=party, user=None, **SUMS)
    assert fetch_party_by_session(party.pk).money == SUMS


def test_who_never_played_pays_no_fee():
    party = make_seated_party(players=14, rounds=3)
    settle_money(party=party, user=None, **SUMS)
    change_players(party=party, arrivals=[], leavers=[14], user=None)
    play_round(party)
    assert words_of(fetch_party_by_session(party.pk))[0] == "In: Entry fees £65.00"
    enter_winner(party, 1)
    change_players(party=party, arrivals=[LateArrival("Ida Late", "A")], leavers=[1], user=None)
    assert words_of(fetch_party_by_session(party.pk))[0] == "In: Entry fees £65.00"
    for table in (2, 3):
        enter_winner(party, table)
    seat_next_round(party=party, round_no=2, user=None)
    assert words_of(fetch_party_by_session(party.pk))[0] == "In: Entry fees £70.00"


def test_page_and_files_say_where_the_money_does_not_reach(desk):
    party = make_played()
    settle_money(party=party, user=None, **SUMS | {"hall": 7000})
    page = desk.get(f"/parties/{party.pk}/money/")
    assert find_texts(page, "p.warn") == [
        "The entry fees cover £60.00 for the hall. The hall is still owed £10.00.",
        "The prizes come to £36.00, but the prize fund is £0.00, so each is reduced in proportion. "
        "Lower the prizes, or enter what the club adds.",
    ]
    assert (
        " ".join(find_texts(page, "table.results tbody tr")[-1].split())
        == "Still owed to the hall £10.00"
    )
    assert make_money_table(fetch_party_results(party)).rows[-1] == (
        "Owed",
        "Still owed to the hall",
        "£10.00",
    )
    assert {row.amount for row in fetch_party_results(party).prizes} == {""}
    desk.post(
        f"/parties/{party.pk}/money/", TYPED | {"amount-first": "25", "hall": "50", "added": "5"}
    )
    page = desk.get(f"/parties/{party.pk}/money/")
    assert find_texts(page, "p.warn") == [
        "The prizes come to £25.00, but the prize fund is £15.00, so each is reduced in proportion. "
        "Lower the prizes, or enter what the club adds."
    ]
    assert "Added by the club £5.00" in [
        " ".join(row.split()) for row in find_texts(page, "table.results tbody tr")
    ]


def test_sign_of_money_matches_the_last_party(desk):
    settle_money(party=make_played(), user=None, **SUMS | {"sign": "kr"})
    page = desk.get(f"/parties/{make_seated_party(players=8).pk}/money/")
    assert find_elements(page, "#id_sign")[0].get("value") == "kr"


def test_raffle_is_drawn_once_of_those_who_are_there():
    party = make_played()
    drawn = draw_raffle(party=party, seed=5, user=None)
    assert draw_raffle(party=party, seed=6, user=None) == drawn
    assert len(set(drawn)) == 2
    evening = fetch_party_record(fetch_party_by_session(party.pk))
    assert [prize.players for prize in evening.prizes if prize.kind == "raffle"] == [
        (drawn[0],),
        (drawn[1],),
    ]
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert "raffle" not in fetch_party_by_session(party.pk).answers


def test_no_raffle_is_refused_in_one_sentence(desk):
    party = make_seated_party(players=8)
    with pytest.raises(PartyError):
        draw_raffle(party=party, seed=5, user=None)
    page = desk.post(f"/parties/{party.pk}/money/raffle/", {"idempotency_key": "a"}, follow=True)
    assert (
        "There is no raffle to draw. Choose raffle prizes in step 1, Field, and add players in step 2, Seats."
        in find_texts(page, "main p") + find_texts(page, "li") + find_texts(page, ".say")
    )


def test_raffle_pressed_twice_is_drawn_once(desk):
    party = make_played()
    for _press in range(2):
        desk.post(f"/parties/{party.pk}/money/raffle/", {"idempotency_key": "twice"})
    assert party.acts.filter(kind="raffle").count() == 1


def test_prizes_are_given_from_the_last_to_the_first_and_shared_ones_together():
    party = make_played()
    draw_raffle(party=party, seed=5, user=None)
    settle_money(party=party, user=None, **SUMS)
    given = list_prizes_in_order(fetch_party_record(fetch_party_by_session(party.pk)))
    assert [step.title for step in given] == [
        "Raffle prize 2",
        "Raffle prize",
        "Booby prize",
        "Half-time prize",
        "First prize and second prize",
    ]
    assert (given[-1].figure, given[-1].amount) == ("2 games", "£11.66 each, £0.02 left")
    assert len(given[-1].names) == 3


def test_ladies_and_gentlemen_are_given_theirs_in_turn():
    party = make_played()
    party.prizes = {"places": 2, "booby": False, "final_tie": "cut"}
    given = list_prizes_in_order(fetch_party_record(party))
    assert [(step.title, len(step.names)) for step in given] == [
        ("Second prize, A", 4),
        ("First prize, A", 1),
        ("First prize and second prize, B", 2),
    ]


def test_one_press_shows_the_next_prize_and_one_goes_back(desk):
    party = make_played()
    address = f"/parties/{party.pk}/giving/"
    first = desk.get(address)
    assert find_texts(first, ".prize h2") == []
    assert find_elements(first, "nav a")[-1].get("href") == "?at=1"
    page = desk.get(f"{address}?at=3")
    assert find_texts(page, ".prize h2") == ["Booby prize"]
    assert [link.get("href") for link in find_elements(page, "nav a")] == ["?at=2", "?at=4"]
    last = desk.get(f"{address}?at=99")
    assert [link.get("href") for link in find_elements(last, "nav a")] == [
        "?at=4",
        f"/parties/{party.pk}/results/",
    ]


def test_nothing_is_given_before_a_game_is_in(desk):
    party = make_seated_party(players=8)
    page = desk.get(f"/parties/{party.pk}/giving/")
    assert "No prizes yet. They appear when results have been entered." in find_texts(
        page, "main p"
    )


def test_half_time_prize_of_a_party_uses_the_first_half():
    party = make_played()
    half = next(prize for prize in fetch_party_record(party).prizes if prize.kind == "half-time")
    assert half.figure == "1 game at half-time"
    assert get_prize_rules(party).half == 1
