"""Amounts for ladies and for gentlemen, and the jackpot that goes from night to night of a season."""

import pytest

from director.models import Club
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.play.history import undo_party
from director.party.play.money import settle_money
from director.party.scoring.giving import list_prizes_in_order
from director.party.scoring.jackpot import fetch_carried_jackpot
from director.party.scoring.json import make_results_json
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import count_queries, find_texts
from tests.director.party.parties import count_in_season, enter_winner, make_seated_party

pytestmark = pytest.mark.django_db
POT = {"sign": "£", "jackpot_each": 50, "jackpot_at": 10, "jackpot_on": "high-game"}


def make_night(points=(8, 3), season="Winter", **fields):
    """Return a night of eight in *season*, one round played, with these points at both tables."""
    usual = {"prizes": {"places": 1, "by_group": True, "booby": False}, "group_words": "ladies"}
    party = make_seated_party(
        players=8, method="points", named=True, options={"round_ends": "deals"}, **usual | fields
    )
    for table in (1, 2):
        enter_winner(party, table, None, points=points)
    if season:
        count_in_season(party, name=season)
    return fetch_party_by_session(party.pk)


def lines(party):
    return [f"{part}: {name} {cents}" for part, name, cents in fetch_party_results(party).money]


def test_whoever_reaches_the_figure_has_the_jackpot_to_the_cent_and_the_cents_left_go_on(desk):
    party = make_night((11, 3))
    settle_money(party=party, user=None, **POT | {"jackpot": 1402})
    party = fetch_party_by_session(party.pk)
    given = list_prizes_in_order(fetch_party_record(party))[0]
    assert given.title == "Jackpot"
    assert len(given.names) == 4
    assert given.amount == "£4.50 each, £0.02 left"
    assert given.figure == "at least 10 points in one game"
    out = [line for line in lines(party) if "ackpot" in line]
    assert out[2].startswith("Out: Jackpot: ")
    assert out[2][-6:] == "£18.00"
    assert out[3] == "Kept: Jackpot carried forward £0.02"
    row = fetch_party_results(party).prizes[-1]
    assert row.title == "Jackpot"
    assert row.names == given.names
    assert row.amount == given.amount
    assert row.text == f"Jackpot: {' & '.join(given.names)} with at least 10 points in one game."
    texts = find_texts(desk.get(f"/parties/{party.pk}/results/?tab=prizes"), "dd")
    assert f"{row.text.removeprefix('Jackpot: ')} {row.amount}" in texts
    (told,) = [
        prize
        for prize in make_results_json(fetch_party_record(party))["prizes"]
        if prize["kind"] == "jackpot"
    ]
    assert told["players"] == [str(number) for number in given.numbers]
    assert told["amount"] == given.amount
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert lines(fetch_party_by_session(party.pk)) == []


def test_a_jackpot_that_was_settled_so_stays_on_the_list(desk):
    party = make_night(season="Winter")
    settle_money(party=party, user=None, **POT | {"jackpot_on": "lone-hands"})
    for night in (party, make_night(season="Winter")):
        page = desk.get(f"/parties/{night.pk}/money/")
        assert page.context["form"]["jackpot_on"].value() == "lone-hands"
        assert "lone-hands" in dict(page.context["form"].fields["jackpot_on"].choices)


@pytest.mark.slow
def test_a_jackpot_of_another_series_is_not_carried_by_a_season_that_they_share():
    first = make_night()
    settle_money(party=first, user=None, **POT | {"jackpot": 1000})
    count_in_season(first, name="Championship")
    other = make_night(season="Fridays")
    count_in_season(other, name="Championship")
    assert fetch_carried_jackpot(fetch_party_by_session(other.pk)) is None
    same = make_night()
    count_in_season(same, name="Championship")
    assert fetch_carried_jackpot(fetch_party_by_session(same.pk)).cents == 1400


@pytest.mark.slow
def test_the_night_before_costs_the_same_however_long_the_season_is(desk):
    nights = [make_night() for _night in range(4)]
    for night in nights:
        settle_money(party=night, user=None, **POT)
    counts = [count_queries(desk, f"/parties/{night.pk}/money/") for night in nights[1:]]
    assert len(set(counts)) == 1
    assert Club.objects.count() == 1
