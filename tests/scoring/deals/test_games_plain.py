"""What always holds of deals, and second, deliberately plain routes to what they score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.contracts import DENOMINATIONS, Contract, compute_contract_score
from scoring.bridge.entries import EntryKind, ResultEntry
from scoring.deals.auction import score_auction_contract
from scoring.deals.cinch import CinchDeal, compute_cinch_points, parse_cinch_deal
from scoring.deals.euchre import EuchreDeal, compute_euchre_points, parse_euchre_deal
from scoring.deals.five_hundred import (
    SUITS,
    FiveHundredDeal,
    compute_five_hundred_points,
    parse_five_hundred_deal,
)
from scoring.deals.games import GAMES, score_deals
from scoring.deals.rubber import BidDeal, compute_rubber_points, parse_bid_deal
from scoring.deals.whist import WhistDeal, compute_whist_points, parse_whist_deal
from scoring.errors import ScoringError

SIDES = st.sampled_from(["NS", "EW"])
SWAPPED = {"NS": "EW", "EW": "NS"}
WHIST = st.builds(
    WhistDeal, st.integers(0, 13), st.just(None), st.just(0), st.sampled_from([None, "NS", "EW"])
) | st.builds(WhistDeal, st.integers(0, 13), SIDES, st.sampled_from([2, 4]))
EUCHRE = st.builds(EuchreDeal, SIDES, st.integers(0, 5), st.booleans())
FIVE_HUNDRED = st.builds(
    FiveHundredDeal, st.integers(6, 10), st.sampled_from(SUITS), SIDES, st.integers(0, 10)
) | st.builds(
    FiveHundredDeal, st.just(0), st.sampled_from(["NULLO", "OPEN NULLO"]), SIDES, st.integers(0, 10)
)
CINCH = st.builds(CinchDeal, st.integers(1, 14), SIDES, st.integers(0, 14))
CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(DENOMINATIONS), st.integers(0, 2)
)
BID_DEALS = st.builds(
    lambda contract, declarer, tricks, honours: BidDeal(
        ResultEntry(EntryKind.PLAYED, contract, declarer, tricks), *(honours or (None, 0))
    ),
    CONTRACTS,
    st.sampled_from(["N", "E", "S", "W"]),
    st.integers(0, 13),
    st.none() | st.tuples(SIDES, st.sampled_from([100, 150])),
) | st.just(BidDeal(ResultEntry(EntryKind.PASSED)))

READERS = {
    "whist": (WHIST, parse_whist_deal),
    "euchre": (EUCHRE, parse_euchre_deal),
    "five-hundred": (FIVE_HUNDRED, parse_five_hundred_deal),
    "cinch": (CINCH, parse_cinch_deal),
    "bridge": (BID_DEALS, parse_bid_deal),
}


@pytest.mark.parametrize("game", READERS)
@given(data=st.data())
def test_deal_that_was_written_reads_back_the_same(game, data):
    deals, read = READERS[game]
    deal = data.draw(deals)
    assert read(str(deal)) == deal


@given(deal=WHIST)
def test_whist_points_are_counted_trick_by_trick(deal):
    points = {"NS": 0, "EW": 0}
    for side, tricks in (("NS", deal.ns_tricks), ("EW", 13 - deal.ns_tricks)):
        for nth in range(1, tricks + 1):
            points[side] += nth > 6
    if deal.honours_side:
        points[deal.honours_side] += deal.honours
    assert compute_whist_points(deal) == (points["NS"], points["EW"])


@given(deal=EUCHRE)
def test_euchre_gives_points_to_one_side_only(deal):
    ns, ew = compute_euchre_points(deal)
    swapped = compute_euchre_points(
        EuchreDeal(SWAPPED[deal.makers], deal.tricks, deal.is_lone_hand)
    )
    winners = deal.makers if deal.tricks >= 3 else SWAPPED[deal.makers]
    assert swapped == (ew, ns)
    assert min(ns, ew) == 0
    assert {"NS": ns, "EW": ew}[winners] > 0


@given(deal=FIVE_HUNDRED)
def test_five_hundred_is_counted_bid_by_bid(deal):
    value = {"NULLO": 250, "OPEN NULLO": 500}.get(deal.suit, 0)
    if deal.level:
        value = {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120}[deal.suit]
        for _ in range(6, deal.level):
            value += 100
    if deal.level == 0:
        is_made, others = deal.tricks == 0, deal.tricks
    else:
        is_made, others = deal.tricks >= deal.level, 10 - deal.tricks
    own = value if is_made else -value
    if deal.level and deal.tricks == 10 and own < 250:
        own = 250
    expected = {deal.bidding_side: own, SWAPPED[deal.bidding_side]: 10 * others}
    assert compute_five_hundred_points(deal) == (expected["NS"], expected["EW"])


@given(deal=CINCH, count=st.sampled_from(["difference", "set-back"]))
def test_cinch_is_the_same_seen_from_either_side(deal, count):
    ns, ew = compute_cinch_points(deal, count)
    assert compute_cinch_points(
        CinchDeal(deal.bid, SWAPPED[deal.bidding_side], deal.points_won), count
    ) == (ew, ns)


@given(deal=CINCH)
def test_cinch_by_difference_is_what_set_backs_leave_of_a_bid_that_was_made(deal):
    difference, counted = compute_cinch_points(deal), compute_cinch_points(deal, "set-back")
    if deal.points_won >= deal.bid:
        assert sum(counted) == 14
        assert difference[0] - difference[1] == counted[0] - counted[1]
    else:
        assert difference == (
            (0, 14 + deal.bid - deal.points_won)
            if deal.bidding_side == "NS"
            else (14 + deal.bid - deal.points_won, 0)
        )


@given(contract=CONTRACTS, tricks=st.integers(0, 13))
def test_auction_is_counted_trick_by_trick(contract, tricks):
    needed, value = (
        contract.level + 6,
        dict(zip("CDHSN", (6, 7, 8, 9, 10), strict=True))[contract.denomination[0]],
    )
    times = (1, 2, 4)[contract.doubled]
    won = bonus = penalty = 0
    for nth in range(7, 14):
        if tricks >= needed:
            won += value * times if nth <= tricks else 0
            bonus += (0, 50, 100)[contract.doubled] if needed <= nth <= tricks else 0
        elif tricks < nth <= needed:
            penalty += 50 * times
    penalty += 50 * times * max(min(6, needed) - tricks, 0) if tricks < needed else 0
    score = score_auction_contract(BidDeal(ResultEntry(EntryKind.PLAYED, contract, "S", tricks)))
    assert (score.trick_points, score.doubled_bonus, score.penalty) == (won, bonus, penalty)
    assert score.slam == {12: 50, 13: 100}.get(tricks, 0)
    assert score.defenders_slam == {1: 50, 0: 100}.get(tricks, 0)


@given(contract=CONTRACTS, tricks=st.integers(0, 13), vulnerable=st.booleans())
def test_rubber_deal_and_its_game_premium_make_the_duplicate_score(contract, tricks, vulnerable):
    points = compute_rubber_points(
        BidDeal(ResultEntry(EntryKind.PLAYED, contract, "S", tricks)), vulnerable
    )
    premium = 0
    if tricks >= contract.tricks_needed:
        premium = 50 if points.below_line < 100 else 500 if vulnerable else 300
    assert (
        points.below_line + points.above_line + premium - points.defenders_points
        == compute_contract_score(contract, tricks, vulnerable)
    )


@given(deals=st.lists(BID_DEALS, min_size=1, max_size=12))
def test_rubber_is_kept_like_a_pad(deals):
    pad, games, below = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    played = []
    for deal in deals:
        if 2 in games.values():
            break
        played.append(str(deal))
        if deal.honours_side:
            pad[deal.honours_side] += deal.honours
        if deal.contract is None:
            continue
        side = "NS" if deal.entry.declarer in "NS" else "EW"
        points = compute_rubber_points(deal, is_vulnerable=games[side] == 1)
        pad[side] += points.below_line + points.above_line
        pad[SWAPPED[side]] += points.defenders_points
        below[side] += points.below_line
        if below[side] >= 100:
            games[side] += 1
            below = {"NS": 0, "EW": 0}
    if 2 in games.values():
        winner = max(games, key=games.get)
        pad[winner] += 500 if games[SWAPPED[winner]] else 700
    else:
        for side, other in SWAPPED.items():
            pad[side] += 300 * (games[side] == 1 and games[other] == 0) + 100 * (
                below[side] > 0 and below[other] == 0
            )
    score = score_deals("rubber", played)
    assert (score.ns, score.ew) == (pad["NS"], pad["EW"])


@pytest.mark.parametrize("key", ["whist", "euchre", "five-hundred", "cinch", "auction"])
@given(data=st.data())
def test_deals_alone_make_what_they_make_together(key, data):
    kind = {
        "whist": st.integers(0, 13).map(WhistDeal),
        "euchre": EUCHRE,
        "five-hundred": FIVE_HUNDRED,
        "cinch": CINCH,
    }
    deals = data.draw(
        st.lists(
            kind.get(key, BID_DEALS.filter(lambda deal: deal.honours < 150)), min_size=1, max_size=4
        )
    )
    together = score_deals(key, [str(deal) for deal in deals])
    alone = [score_deals(key, [str(deal)]) for deal in deals]
    assert (together.ns, together.ew) == (
        sum(each.ns for each in alone),
        sum(each.ew for each in alone),
    )


def refusal_of(game, text):
    try:
        game.score_deals([text])
    except ScoringError as error:
        return str(error)
    return None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@given(text=st.text(max_size=20))
def test_text_is_read_or_refused_with_a_sentence(game, text):
    refusal = refusal_of(game, text)
    assert refusal is None or refusal.endswith(".")
