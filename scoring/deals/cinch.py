"""Cinch: the score of a deal, with fourteen points to win and a bid to make."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.deals.model import (
    SIDE_BY_SEAT,
    DealGame,
    DealScore,
    GameScore,
    assign_to_sides,
    make_deal_error,
    make_deal_range_error,
    normalize_deal_text,
    sum_deals,
)
from scoring.errors import ScoringError
from scoring.option import Option

POINTS = 14  # on every deal

_TYPING_HINT = "type bid, bidder and the points of the bidder’s side, such as 9 NS 11."
_DEAL_PATTERN = re.compile(r"(?P<bid>[0-9]{1,2}) ?(?P<bidder>NS|EW|[NESW]) ?(?P<won>[0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class CinchDeal:
    """One deal.

    >>> str(CinchDeal(9, "NS", 11)), CinchDeal(9, "NS", 8).is_made
    ('9 NS 11', False)
    """

    bid: int
    bidding_side: str
    points_won: int  # those of the bidder's side

    def __str__(self) -> str:
        return f"{self.bid} {self.bidding_side} {self.points_won}"

    @property
    def is_made(self) -> bool:
        """Whether the bid was made."""
        return self.points_won >= self.bid


def parse_cinch_deal(text: str) -> CinchDeal:
    """Parse a deal: bid, bidder (side or seat), points of the bidder's side.

    >>> parse_cinch_deal("9 w 11")
    CinchDeal(bid=9, bidding_side='EW', points_won=11)

    :raises ScoringError: if the text is no deal, the bid is impossible, or the points are more
        than fourteen
    """
    match = _DEAL_PATTERN.fullmatch(normalize_deal_text(text))
    if match is None:
        raise make_deal_error(text=text.strip(), game="cinch", form=_TYPING_HINT)
    bid, points_won = int(match["bid"]), int(match["won"])
    if not 1 <= bid <= POINTS:
        raise ScoringError(
            "cinch-bid", "“{text}”: bids go from 1 to 14, not {bid}.", text=text.strip(), bid=bid
        )
    if points_won > POINTS:
        raise make_deal_range_error(
            text=text.strip(),
            count=points_won,
            what="points",
            game="cinch",
            most=POINTS,
        )
    return CinchDeal(bid, SIDE_BY_SEAT[match["bidder"]], points_won)


def compute_cinch_points(deal: CinchDeal, count: str = "difference") -> tuple[int, int]:
    """Return the points of N-S and of E-W.

    With *count* ``"difference"`` and a made bid, the side with more points scores the difference. If
    the bid failed, the other side scores 14 and the shortage. With ``"set-back"`` each side scores
    its points, but a bidder whose bid failed loses the bid.

    >>> [compute_cinch_points(parse_cinch_deal(text)) for text in ("9 NS 11", "6 NS 6", "9 NS 8")]
    [(8, 0), (0, 2), (0, 15)]
    >>> [compute_cinch_points(parse_cinch_deal(text), "set-back") for text in ("9 NS 11", "9 NS 8")]
    [(11, 3), (-9, 6)]

    Source: [BICYCLE] "Cinch".
    """
    defenders_points = POINTS - deal.points_won
    if count == "set-back":
        bidders_points = deal.points_won if deal.is_made else -deal.bid
        return assign_to_sides(deal.bidding_side, bidders_points, defenders_points)
    if not deal.is_made:
        return assign_to_sides(deal.bidding_side, 0, POINTS + deal.bid - deal.points_won)
    # A made bid of six or less can leave the other side with more points.
    difference = deal.points_won - defenders_points
    return assign_to_sides(deal.bidding_side, max(difference, 0), max(-difference, 0))


def _score_cinch(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    scores = []
    for text in texts:
        deal = parse_cinch_deal(text)
        ns, ew = compute_cinch_points(deal, options["count"])
        scores.append(DealScore(str(deal), ns, ew, "made" if deal.is_made else "short"))
    return sum_deals(scores)


CINCH = DealGame(
    key="cinch",
    name="Cinch",
    typing_hint=_TYPING_HINT,
    options=(
        Option(
            "count",
            "Points",
            {
                "difference": "the higher side scores the difference",
                "set-back": "each side scores what it won; a failed bid is lost",
            },
            note="With “the difference”, a failed bid gives the opponents 14 and the shortage.",
        ),
    ),
    source="[BICYCLE] Cinch; [HOYLE1926] p. 151",
    compute=_score_cinch,
)
