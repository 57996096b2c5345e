"""The money of a party: it adds up to the cent, with any split, ties and groups."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.party.awarding import get_jackpot_winners
from scoring.party.money import FULL_SHARE, PRIZE_AMOUNT_LABELS, MoneyRules, make_party_account
from scoring.party.presence import PartyPresence
from scoring.party.prize_ties import FINAL_TIES
from scoring.party.prizes import PrizeDraws, PrizeRules, list_party_prizes
from tests.scoring.party.rooms import WITHOUT_GROUPS, make_ranking

EUCHRE = {"A": 71, "B": 66, "C": 66, "D": 63, "E": 60, "F": 60, "G": 60, "J": 44}


def sum_winnings(account):
    """Return what each player has won."""
    winnings = Counter()
    for payout in (*account.payouts, account.pot_payout, account.jackpot_payout):
        for player in payout.players if payout else ():
            winnings[player] += payout.amount_each
    return winnings


def gains(amounts, totals=EUCHRE, heads=22, rules=None, **money):
    """Return what everybody takes home of an evening at 5.00 a head of which the hall keeps 10.00."""
    prizes = list_party_prizes(
        make_ranking(totals),
        PrizeRules(final_tie="halves", **(rules or WITHOUT_GROUPS | {"places": 5})),
    )
    account = make_party_account(
        MoneyRules(fee=500, hall=1000, amounts=amounts, **money), heads, prizes
    )
    assert account.is_balanced
    return sum_winnings(account), {line.kind: line.cents for line in account.retained}


def test_prizes_of_tied_places_are_added_and_divided_to_the_cent():
    sums = {"first": 4000, "second": 2500, "third": 1500, "fourth": 1000, "fifth": 1000}
    assert gains(sums) == (
        {"A": 4000, "B": 2000, "C": 2000, "D": 1000, "E": 333, "F": 333, "G": 333},
        {"hall": 1000, "cents": 1},
    )


def test_shares_in_per_cent_of_what_the_hall_leaves():
    shares = {"first": 5500, "second": 3000, "third": 1500}
    assert gains(shares, by="per-cent") == ({"A": 5500, "B": 2250, "C": 2250}, {"hall": 1000})


def test_sums_in_proportion_to_what_came_in():
    sums = {"first": 70000, "second": 60000, "third": 40000}
    paid, _kept = gains(sums, {"A": 9, "B": 8, "C": 7}, by="in-proportion")
    assert paid == {"A": 4117, "B": 3529, "C": 2352}


def test_season_has_its_share_of_what_the_hall_leaves():
    paid, kept = gains({"first": FULL_SHARE}, {"A": 9, "B": 8}, by="per-cent", season=2500)
    assert paid == {"A": 7500}
    assert kept == {"hall": 1000, "season": 2500}


def test_share_of_a_prize_for_either_group_is_divided_and_a_sum_is_that_of_each():
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 8}, {"1": "A", "2": "B"}),
        PrizeRules(places=1, booby=False, final_tie="halves"),
    )
    by_share = make_party_account(
        MoneyRules(fee=500, by="per-cent", amounts={"first": FULL_SHARE}), 2, prizes
    )
    by_sum = make_party_account(MoneyRules(fee=500, amounts={"first": 300}), 2, prizes)
    assert sum_winnings(by_share) == {"1": 500, "2": 500}
    assert sum_winnings(by_sum) == {"1": 300, "2": 300}
    assert [(line.kind, line.cents) for line in by_sum.retained] == [("left", 400)]


@pytest.mark.parametrize(
    ("added", "paid", "short"),
    [
        (0, {"1": 133, "2": 66}, 400),
        (300, {"1": 333, "2": 166}, 100),
        (400, {"1": 400, "2": 200}, 0),
    ],
)
def test_sums_beyond_what_there_is_are_cut_in_proportion_unless_the_club_adds_it(
    added, paid, short
):
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 8}), PrizeRules(places=2, booby=False, by_group=False)
    )
    account = make_party_account(
        MoneyRules(fee=100, added=added, amounts={"first": 400, "second": 200}), 2, prizes
    )
    assert sum_winnings(account) == paid
    assert account.shortfall == short
    assert account.total_income == 200 + added
    assert account.is_balanced


def test_the_loss_after_paying_for_the_hall_is_reported():
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 8}), PrizeRules(places=1, **WITHOUT_GROUPS)
    )
    rules = MoneyRules(fee=100, hall=250, hall_each=25, amounts={"first": 500})
    account = make_party_account(rules, 2, prizes)
    assert [(line.kind, line.cents) for line in account.retained] == [("hall", 200)]
    assert account.owed_to_hall == 100
    assert account.prize_fund == 0
    assert sum_winnings(account) == {}
    assert account.shortfall == 500
    assert make_party_account(replace(rules, added=100), 2, prizes).owed_to_hall == 0


def test_draw_and_pot_for_lone_hands_pay_their_shares():
    totals = make_ranking({"1": 9, "2": 8, "3": 7}, lone={"1": 2, "2": 2})
    prizes = list_party_prizes(
        totals, PrizeRules(places=0, lone_hands=True, final_tie="halves", **WITHOUT_GROUPS)
    )
    account = make_party_account(MoneyRules(draw=701, pot=1501, pot_share=9000), 3, prizes)
    assert sum_winnings(account) == {"1": 675, "2": 675}
    assert [(line.kind, line.cents) for line in account.payments] == [("draw", 350), ("pot", 1350)]
    assert [(line.kind, line.cents) for line in account.retained] == [("draw", 351), ("pot", 151)]


def test_prize_with_an_open_tie_waits():
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 9}), PrizeRules(places=1, **WITHOUT_GROUPS)
    )
    account = make_party_account(MoneyRules(fee=500, amounts={"first": 700}), 2, prizes)
    assert account.held_for_ties == 700
    assert sum_winnings(account) == {}
    assert account.is_balanced is True


def lady_and_gentleman(**money):
    """Return what the first lady and the first gentleman take home, of four who pay 10.00 each."""
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 8}, {"1": "A", "2": "B"}), PrizeRules(places=1, booby=False)
    )
    account = make_party_account(MoneyRules(fee=1000, **money), 4, prizes)
    assert account.is_balanced
    return sum_winnings(account)


def test_either_group_may_have_an_amount_of_its_own_for_the_same_prize():
    assert lady_and_gentleman(amounts={"first:A": 1000, "first:B": 1200}) == {"1": 1000, "2": 1200}
    assert lady_and_gentleman(amounts={"first": 1000, "first:B": 1200}) == {"1": 1000, "2": 1200}
    assert lady_and_gentleman(amounts={"first:A": 6000, "first:B": 4000}, by="per-cent") == {
        "1": 2400,
        "2": 1600,
    }
    assert lady_and_gentleman(amounts={"first:A": 30, "first:B": 10}, by="in-proportion") == {
        "1": 3000,
        "2": 1000,
    }


def night(totals, *, before=0, at=10, heads=4):
    """Return the account of a night whose jackpot is won with a total of *at*, at 50 cents a head."""
    rules = MoneyRules(jackpot=before, jackpot_each=50, jackpot_on="total", jackpot_at=at)
    account = make_party_account(
        rules, heads, (), jackpot_winners=get_jackpot_winners(make_ranking(totals), "total", at)
    )
    assert account.is_balanced
    return account


def test_a_jackpot_goes_from_night_to_night_until_somebody_reaches_the_figure():
    first = night({"1": 9, "2": 8})
    second = night({"1": 9, "2": 9}, before=first.carried_jackpot)
    third = night({"1": 10, "2": 12, "3": 11, "4": 2}, before=second.carried_jackpot)
    assert [account.carried_jackpot for account in (first, second, third)] == [200, 400, 0]
    assert sum_winnings(third) == {"1": 200, "2": 200, "3": 200}


def test_cents_that_do_not_divide_stay_in_the_jackpot():
    account = night({"1": 10, "2": 12, "3": 11}, before=1)
    assert sum_winnings(account) == {"1": 67, "2": 67, "3": 67}
    assert account.carried_jackpot == 0
    assert night({"1": 10, "2": 12, "3": 11}, before=2).carried_jackpot == 1


def test_who_has_left_wins_no_jackpot_unless_leavers_may():
    standings = replace(
        make_ranking({"1": 12}),
        standings=tuple(
            standing._replace(presence=PartyPresence("1", leaving_round=3))
            for standing in make_ranking({"1": 12}).standings
        ),
    )
    assert get_jackpot_winners(standings, "total", 10) == ()
    assert get_jackpot_winners(standings, "total", 10, includes_leavers=True) == ("1",)


PLAYERS = [str(number) for number in range(1, 13)]


@given(
    totals=st.lists(st.integers(0, 5), min_size=1, max_size=12),
    groups=st.lists(st.sampled_from("AB"), min_size=12, max_size=12),
    amounts=st.dictionaries(
        st.sampled_from(
            [
                "first",
                "first:A",
                "first:B",
                "second",
                "third",
                "half-time",
                "high-game",
                "lone-hands",
                "booby",
                "booby:A",
                "aisle",
                "table",
                "table:B",
            ]
        ),
        st.integers(0, 800),
    ),
    by=st.sampled_from(sorted(PRIZE_AMOUNT_LABELS)),
    tie=st.sampled_from(sorted(FINAL_TIES)),
    one_each=st.booleans(),
    sums=st.tuples(*[st.integers(0, 3000)] * 7),
    reached=st.integers(0, 6),
    shares=st.tuples(*[st.integers(0, FULL_SHARE)] * 3),
)
def test_money_adds_up_whatever_is_shared_and_kept(
    totals, groups, amounts, by, tie, one_each, sums, reached, shares
):
    standings = make_ranking(
        dict(zip(PLAYERS, totals, strict=False)),
        dict(zip(PLAYERS, groups, strict=True)),
        lone={player: total % 3 for player, total in zip(PLAYERS, totals, strict=False)},
    )
    rules = PrizeRules(
        places=3,
        half=1,
        high_game=True,
        lone_hands=True,
        aisle=1,
        table=1,
        one_each=one_each,
        final_tie=tie,
    )
    half = {player: Fraction(total // 2) for player, total in zip(PLAYERS, totals, strict=False)}
    prizes = list_party_prizes(standings, rules, draws=PrizeDraws(half_total_by_player=half))
    fee, hall, each, draw, pot, jackpot, jackpot_each = sums
    added = draw % 3 * 100
    season, draw_share, pot_share = shares
    rules = MoneyRules(
        fee,
        hall,
        each,
        season,
        by,
        amounts,
        draw,
        draw_share,
        pot,
        pot_share,
        jackpot,
        jackpot_each,
    )
    rules = replace(rules, jackpot_on="total", jackpot_at=reached, added=added)
    winners = get_jackpot_winners(standings, rules.jackpot_on, rules.jackpot_at)
    account = make_party_account(rules, len(totals), prizes, jackpot_winners=winners)
    paid, kept = (
        sum(line.cents for line in lines) for lines in (account.payments, account.retained)
    )
    assert account.total_income == (fee + jackpot_each) * len(totals) + draw + pot + jackpot + added
    full = jackpot + jackpot_each * len(totals)
    by_hand = sum(total >= reached for total in totals) if reached else 0
    assert account.carried_jackpot == (full % by_hand if by_hand else full)
    assert len(winners) == by_hand
    assert bool(account.jackpot_payout) == bool(by_hand and full)
    assert account.total_income == paid + account.held_for_ties + kept
    assert sum(sum_winnings(account).values()) + draw * draw_share // FULL_SHARE == paid
    assert all(line.cents > 0 for line in (*account.income, *account.payments, *account.retained))
    assert all(payout.remaining_cents < max(len(payout.players), 1) for payout in account.payouts)
    if tie == "halves":
        assert account.held_for_ties == 0
    assert sum(
        line.cents for line in account.retained if line.kind == "hall"
    ) + account.owed_to_hall == hall + each * len(totals)


@pytest.mark.parametrize(
    ("attempt", "sentence"),
    [
        (lambda: MoneyRules(fee=-1), "The sum fee can’t be -1. Enter 0 or more."),
        (lambda: MoneyRules(season=10001), "The share season can’t be 10001. Enter 0 to 10000."),
        (
            lambda: MoneyRules(by="luck"),
            'The prize type can’t be "luck". Enter one of sums, per-cent, in-proportion.',
        ),
        (
            lambda: MoneyRules(amounts={"first": -5}),
            "The prize first can’t be -5. Enter 0 or more.",
        ),
        (
            lambda: MoneyRules(jackpot_on="luck"),
            'The jackpot condition can’t be "luck". Enter one of high-game, total, lone-hands, ten-tricks.',
        ),
        (
            lambda: MoneyRules(by="per-cent", amounts={"first": 7500, "second": 2600}),
            "The prize shares add up to 101 per cent. The most is 100.",
        ),
    ],
    ids=["sum", "share", "way", "prize", "jackpot", "over-the-whole"],
)
def test_impossible_input_is_refused(attempt, sentence):
    with pytest.raises(ScoringError) as refused:
        attempt()
    assert str(refused.value) == sentence
