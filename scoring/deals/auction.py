"""Auction bridge: what a deal scores, alone as at duplicate, in a round of four deals, or in a rubber.

All tricks above six count towards game, bid or not.  Two schedules are known: that of 1914, and that of 1926 with its
higher slams.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from movements.option import Option
from scoring import sentences
from scoring.deals.bids import BidDeal, RubberRecord, read_bid_deal
from scoring.deals.model import DealGame, DealScore, GameScore, add_up, for_side
from scoring.errors import ScoringError
from scoring.naming import SIDE_NAMES

TRICK_VALUES = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}
GAME = 30
GAME_BONUS = 125
RUBBER_BONUS = 250

_SLAMS = {"1926": {12: 50, 13: 100}, "1914": {12: 20, 13: 40}}
_HONOURS = {"3": 2, "4": 4, "5": 5, "4 in one hand": 8, "4+1": 9, "5 in one hand": 10}
_ACES = {"3": 3, "4": 4, "4 in one hand": 10}
_FORM = "type contract, declarer, result and honours, such as 3HS+1 NS64, or PASS."


@dataclass(frozen=True, slots=True)
class AuctionScore:
    """What a deal gives: *tricks* to declarer's side, *bonus* beside them, *penalty* to the others, and slams.

    *tricks* count towards game.  Honours and bonuses for game are not in here.
    """

    tricks: int = 0
    bonus: int = 0
    penalty: int = 0
    slam: int = 0
    defenders_slam: int = 0


def game_bonus(trick_points: int) -> int:
    """Return what the trick points of one deal earn at duplicate auction: 125 for 30 or more, else nothing.

    >>> game_bonus(30), game_bonus(28)
    (125, 0)

    Source: [HOYLE1926] pp. 38, 43.
    """
    return GAME_BONUS if trick_points >= GAME else 0


def auction_score(deal: BidDeal, schedule: str = "1926") -> AuctionScore:
    """Return what *deal* gives by the *schedule* of ``"1926"`` or ``"1914"``.

    A contract made scores all tricks above six at 6 in clubs to 10 in no-trumps, doubled twice and redoubled four times
    that; doubled, 50 more for the contract and 50 for each overtrick, redoubled 100.  One that fails gives the others
    50 a trick, doubled 100, redoubled 200.  Twelve and thirteen tricks are slams whoever wins them.

    >>> auction_score(read_bid_deal("3HS+1"))
    AuctionScore(tricks=32, bonus=0, penalty=0, slam=0, defenders_slam=0)
    >>> auction_score(read_bid_deal("2SXE+1")).tricks, auction_score(read_bid_deal("2SXE+1")).bonus
    (54, 100)

    Source: [FOSTER1914] "Auction Bridge", laws on scoring.
    """
    contract, tricks = deal.contract, deal.entry.tricks
    if contract is None or tricks is None:
        return AuctionScore()
    factor, slams = 1 << contract.doubled, _SLAMS[schedule]
    slam, defenders_slam = slams.get(tricks, 0), slams.get(13 - tricks, 0)
    if deal.over < 0:
        return AuctionScore(penalty=-deal.over * 50 * factor, slam=slam, defenders_slam=defenders_slam)
    bonus = 50 * contract.doubled * (1 + deal.over)
    return AuctionScore((tricks - 6) * TRICK_VALUES[contract.denomination] * factor, bonus, slam=slam)


def honours_points(held: str, denomination: str, schedule: str = "1926") -> int:
    """Return the points for honours *held* between partners, in the trump *denomination* or at ``"NT"`` of aces.

    *held*: ``"3"``, ``"4"``, ``"5"`` divided, ``"4 in one hand"``, ``"4+1"`` (the fifth with partner) or ``"5 in one
    hand"``.
    By the schedule of 1914 trump honours go by the value of a trick, by that of 1926 they are the same in every suit.

    >>> honours_points("4 in one hand", "H", "1914"), honours_points("4 in one hand", "H"), honours_points("3", "NT")
    (64, 80, 30)

    :raises ScoringError: if nobody can hold them.

    Source: [FOSTER1914] "Auction Bridge", laws on scoring.
    """
    known = _ACES if denomination == "NT" else _HONOURS
    if held not in known:
        raise ScoringError(sentences.AUCTION_HONOURS_HELD, held=held, denomination=denomination, known=", ".join(known))
    return known[held] * (TRICK_VALUES[denomination] if schedule == "1914" and denomination != "NT" else 10)


def _points(deal: BidDeal, schedule: str) -> tuple[int, int, int]:
    """Return the points of N-S and of E-W on a deal, honours included, and the trick points among them."""
    score = auction_score(deal, schedule)
    side = deal.declarer_side
    ns, ew = for_side(side, score.tricks + score.bonus + score.slam, score.penalty + score.defenders_slam)
    if deal.honours_side:
        own, other = for_side(deal.honours_side, deal.honours, 0)
        ns, ew = ns + own, ew + other
    return ns, ew, score.tricks


def _score(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    deals = [read_bid_deal(text) for text in texts]
    for deal in deals:
        if deal.honours > 100:
            raise ScoringError(sentences.AUCTION_HONOURS, text=str(deal), honours=deal.honours)
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
        raise ScoringError(sentences.AUCTION_ROUND_LENGTH, deals=len(deals))
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
        score.deals, score.ns + ns, score.ew + ew, (*score.notes, f"{SIDE_NAMES[side]} score {bonus} for the {what}.")
    )


def _with_games(
    deals: Sequence[BidDeal], schedule: str, record: RubberRecord, bonus_of_game: int, is_rubber: bool = False
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
