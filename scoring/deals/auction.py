"""Auction bridge: the score of a deal, of a round of four deals, or of a rubber.

What a contract gives, and the honours that can be held, is in ``scoring.bridge.auction``.
"""

from collections.abc import Mapping, Sequence

from movements.option import Option
from scoring.bridge.auction import (
    GAME,
    GAME_BONUS,
    MOST_HONOURS,
    AuctionScore,
    contract_points,
    game_bonus,
)
from scoring.deals.bids import BidDeal, RubberRecord, read_bid_deal
from scoring.deals.model import DealGame, DealScore, GameScore, add_up, for_side
from scoring.errors import ScoringError
from scoring.naming import SIDE_NAMES
from scoring.sentences import ScoringSentences

RUBBER_BONUS = 250

_FORM = "type contract, declarer, result and honours, such as 3HS+1 NS64, or PASS."


def auction_score(deal: BidDeal, schedule: str = "1926") -> AuctionScore:
    """Return the points of *deal* by the *schedule* "1926" or "1914".

    >>> auction_score(read_bid_deal("2SXE+1")).tricks, auction_score(read_bid_deal("2SXE+1")).bonus
    (54, 100)
    """
    contract, tricks = deal.contract, deal.entry.tricks
    if contract is None or tricks is None:
        return AuctionScore()
    return contract_points(contract, tricks, schedule)


def _points(deal: BidDeal, schedule: str) -> tuple[int, int, int]:
    """Return the points of N-S and E-W on a deal with honours, and the trick points."""
    score = auction_score(deal, schedule)
    side = deal.declarer_side
    ns, ew = for_side(
        side, score.tricks + score.bonus + score.slam, score.penalty + score.defenders_slam
    )
    if deal.honours_side:
        own, other = for_side(deal.honours_side, deal.honours, 0)
        ns, ew = ns + own, ew + other
    return ns, ew, score.tricks


def _score(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    deals = [read_bid_deal(text) for text in texts]
    for deal in deals:
        if deal.honours > MOST_HONOURS:
            raise ScoringError(
                ScoringSentences.AUCTION_HONOURS, text=str(deal), honours=deal.honours
            )
    return _FORMS[options["form"]](deals, options["schedule"])


def _duplicate(deals: Sequence[BidDeal], schedule: str) -> GameScore:
    scored = []
    for deal in deals:
        ns, ew, tricks = _points(deal, schedule)
        own, other = for_side(deal.declarer_side, game_bonus(tricks), 0)
        scored.append(DealScore(str(deal), ns + own, ew + other, "game" if own or other else ""))
    return add_up(scored)


def _round(deals: Sequence[BidDeal], schedule: str) -> GameScore:
    if len(deals) > 4:
        raise ScoringError(ScoringSentences.AUCTION_ROUND_LENGTH, deals=len(deals))
    return _with_games(deals, schedule, RubberRecord(GAME), bonus_of_game=GAME_BONUS)


def _rubber(deals: Sequence[BidDeal], schedule: str) -> GameScore:
    record = RubberRecord(GAME)
    score = _with_games(deals, schedule, record, bonus_of_game=0, is_rubber=True)
    side = record.winner or record.only_game()
    if side is None:
        return score
    bonus = RUBBER_BONUS if record.winner else GAME_BONUS
    what = "rubber" if record.winner else "only game of an unfinished rubber"
    ns, ew = for_side(side, bonus, 0)
    return GameScore(
        score.deals,
        score.ns + ns,
        score.ew + ew,
        (*score.notes, f"{SIDE_NAMES[side]} score {bonus} for the {what}."),
    )


def _with_games(
    deals: Sequence[BidDeal],
    schedule: str,
    record: RubberRecord,
    bonus_of_game: int,
    is_rubber: bool = False,
) -> GameScore:
    scored = []
    for deal in deals:
        if is_rubber:
            record.refuse_if_over(deal)
        ns, ew, tricks = _points(deal, schedule)
        is_game = record.add(deal.declarer_side, tricks)
        own, other = for_side(deal.declarer_side, bonus_of_game if is_game else 0, 0)
        scored.append(DealScore(str(deal), ns + own, ew + other, "game" if is_game else ""))
    return add_up(scored, record.notes)


_FORMS = {"duplicate": _duplicate, "round": _round, "rubber": _rubber}

AUCTION = DealGame(
    key="auction",
    name="Auction bridge",
    form=_FORM,
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
    ),
    source="[FOSTER1914] Auction Bridge; [HOYLE1926] pp. 36-38, 41, 43",
    compute=_score,
)
