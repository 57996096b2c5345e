"""Auction bridge: the score of a deal, of a round of four deals, or of a rubber.

At nullos the declarer undertakes to lose the tricks.

The points of a contract are calculated in ``scoring.bridge.auction``.
"""

from collections.abc import Mapping, Sequence

from scoring.bridge.auction import (
    GAME_BONUS,
    GAME_POINTS,
    MAX_HONOURS,
    AuctionScore,
    get_game_bonus,
    score_contract,
)
from scoring.deals.model import DealGame, DealScore, GameScore, assign_to_sides, sum_deals
from scoring.deals.rubber import BidDeal, RubberRecord, parse_bid_deal
from scoring.display import SIDE_NAMES
from scoring.errors import ScoringError
from scoring.option import Option

RUBBER_BONUS = 250
DEALS_PER_ROUND = 4  # each player deals once

_TYPING_HINT = "type contract, declarer, result and honours, such as 3HS+1 NS64, or PASS."


def score_auction_contract(deal: BidDeal, schedule: str = "1926") -> AuctionScore:
    """Return the points of *deal* by the *schedule* of 1926 or 1914.

    >>> (
    ...     score_auction_contract(parse_bid_deal("2SXE+1")).trick_points,
    ...     score_auction_contract(parse_bid_deal("2SXE+1")).doubled_bonus,
    ... )
    (54, 100)
    """
    contract, tricks = deal.contract, deal.entry.tricks
    if contract is None or tricks is None:
        return AuctionScore()
    return score_contract(contract, tricks, schedule)


def parse_auction_deal(text: str, *, has_nullos: bool = True) -> BidDeal:
    """Parse a deal, which may be one of nullos: ``3NULLOW=`` loses nine tricks, 10 points each.

    >>> deal = parse_auction_deal("3 nullos W+1")
    >>> str(deal), score_auction_contract(deal).trick_points
    ('3NULLOW+1', 40)

    :raises EntryError, ContractError: if the result cannot be parsed
    :raises ScoringError: for nullos that aren't allowed, or with honours
    """
    deal = parse_bid_deal(text, game="auction")
    if deal.contract is None or not deal.contract.is_nullo:
        return deal
    if not has_nullos:
        raise ScoringError(
            "auction-nullos",
            "“{text}”: nullos aren’t allowed. Choose nullos=yes to allow them.",
            text=text.strip(),
        )
    if deal.honours:
        raise ScoringError(
            "auction-nullo-honours",
            "“{text}”: nullos have no honours. Leave the honours out.",
            text=text.strip(),
        )
    return deal


def _compute_deal_points(deal: BidDeal, schedule: str) -> tuple[int, int, int]:
    """Return the points of N-S and E-W on a deal with honours, and the trick points."""
    score = score_auction_contract(deal, schedule)
    declarers_points = score.trick_points + score.doubled_bonus + score.slam
    defenders_points = score.penalty + score.defenders_slam
    ns, ew = assign_to_sides(deal.declarer_side, declarers_points, defenders_points)
    if deal.honours_side:
        ns_honours, ew_honours = assign_to_sides(deal.honours_side, deal.honours, 0)
        ns, ew = ns + ns_honours, ew + ew_honours
    return ns, ew, score.trick_points


def _score_auction(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    has_nullos = options["nullos"] == "yes"
    deals = [parse_auction_deal(text, has_nullos=has_nullos) for text in texts]
    for deal in deals:
        if deal.honours > MAX_HONOURS:
            raise ScoringError(
                "auction-honours",
                "“{text}”: honours can’t be {honours}. The most is 100.",
                text=str(deal),
                honours=deal.honours,
            )
    return _SCORE_BY_FORM[options["form"]](deals, options["schedule"])


def _score_duplicate(deals: Sequence[BidDeal], schedule: str) -> GameScore:
    scores = []
    for deal in deals:
        ns, ew, tricks = _compute_deal_points(deal, schedule)
        bonus = get_game_bonus(tricks)
        ns_bonus, ew_bonus = assign_to_sides(deal.declarer_side, bonus, 0)
        result = "game" if bonus else ""
        scores.append(DealScore(str(deal), ns + ns_bonus, ew + ew_bonus, result))
    return sum_deals(scores)


def _score_round(deals: Sequence[BidDeal], schedule: str) -> GameScore:
    if len(deals) > DEALS_PER_ROUND:
        raise ScoringError(
            "auction-round-length",
            "A round has four deals, not {deals}. Score the next round separately.",
            deals=len(deals),
        )
    return _score_games(deals, schedule, RubberRecord(GAME_POINTS), game_bonus=GAME_BONUS)


def _score_rubber(deals: Sequence[BidDeal], schedule: str) -> GameScore:
    record = RubberRecord(GAME_POINTS)
    # Games count in the bonus of the rubber, not one by one.
    score = _score_games(deals, schedule, record, game_bonus=0, is_rubber=True)
    if record.winner:
        side, bonus, reason = record.winner, RUBBER_BONUS, "rubber"
    else:
        only_game = record.find_only_game_side()
        if only_game is None:
            return score
        side, bonus, reason = only_game, GAME_BONUS, "only game of an unfinished rubber"
    ns, ew = assign_to_sides(side, bonus, 0)
    return GameScore(
        score.deals,
        score.ns + ns,
        score.ew + ew,
        (*score.notes, f"{SIDE_NAMES[side]} score {bonus} for the {reason}."),
    )


def _score_games(
    deals: Sequence[BidDeal],
    schedule: str,
    record: RubberRecord,
    *,
    game_bonus: int,
    is_rubber: bool = False,
) -> GameScore:
    """Return the score of *deals* in order, whose part-scores add up to games in *record*."""
    scores = []
    for deal in deals:
        if is_rubber:
            record.refuse_deal_if_over(deal)
        ns, ew, tricks = _compute_deal_points(deal, schedule)
        is_game = record.add_points(deal.declarer_side, tricks)
        bonus = game_bonus if is_game else 0
        ns_bonus, ew_bonus = assign_to_sides(deal.declarer_side, bonus, 0)
        result = "game" if is_game else ""
        scores.append(DealScore(str(deal), ns + ns_bonus, ew + ew_bonus, result))
    return sum_deals(scores, record.notes)


_SCORE_BY_FORM = {"duplicate": _score_duplicate, "round": _score_round, "rubber": _score_rubber}

AUCTION = DealGame(
    key="auction",
    name="Auction bridge",
    typing_hint=_TYPING_HINT,
    options=(
        Option(
            "form",
            "Deals scored together",
            {
                "duplicate": "each deal separately, with 125 for a game",
                "round": "a round of four deals, with 125 for each game won within it",
                "rubber": "a rubber, with 250 for two games and 125 for a single game in an unfinished rubber",
            },
            note="“Round” means a round of a progressive party.",
        ),
        Option("schedule", "Slams", {"1926": "50 and 100", "1914": "20 and 40, as before 1926"}),
        Option(
            "nullos",
            "Nullos",
            {"no": "not bid", "yes": "bid, 10 for each trick lost above six"},
            note="Nullos score no honours and no slam. Type 3NULLOW=, where +1 is one trick more lost.",
        ),
    ),
    source="[FOSTER1914] Auction Bridge; [HOYLE1926] pp. 36-38, 41, 43",
    compute=_score_auction,
)
