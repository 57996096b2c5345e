"""Cinch: the score of a deal, with fourteen points to win and a bid to make."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from movements.option import Option
from scoring.deals.model import (
    SIDE_OF,
    DealGame,
    DealScore,
    GameScore,
    add_up,
    assign_to_sides,
    make_deal_error,
    make_deal_range_error,
    to_capitals,
)
from scoring.errors import ScoringError

POINTS = 14  # on every deal

_FORM = "type bid, bidder and the points of the bidder's side, such as 9 NS 11."
_DEAL = re.compile(r"(?P<bid>[0-9]{1,2}) ?(?P<bidder>NS|EW|[NESW]) ?(?P<won>[0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class CinchDeal:
    """One deal: the *bid*, the bidder's side, and the points that this side *won*.

    >>> str(CinchDeal(9, "NS", 11)), CinchDeal(9, "NS", 8).is_made
    ('9 NS 11', False)
    """

    bid: int
    bidder: str
    won: int

    def __str__(self) -> str:
        return f"{self.bid} {self.bidder} {self.won}"

    @property
    def is_made(self) -> bool:
        """Whether the bid was made."""
        return self.won >= self.bid


def read_cinch_deal(text: str) -> CinchDeal:
    """Parse a deal: bid, bidder (side or seat), points of the bidder's side.

    >>> read_cinch_deal("9 w 11")
    CinchDeal(bid=9, bidder='EW', won=11)

    :raises ScoringError: if the text is no deal, the bid is impossible, or the points are more
        than fourteen
    """
    match = _DEAL.fullmatch(to_capitals(text))
    if match is None:
        raise make_deal_error(text=text.strip(), game="cinch", form=_FORM)
    bid, won = int(match["bid"]), int(match["won"])
    if not 1 <= bid <= POINTS:
        raise ScoringError(
            "cinch-bid", '"{text}": bids go from 1 to 14, not {bid}.', text=text.strip(), bid=bid
        )
    if won > POINTS:
        raise make_deal_range_error(
            text=text.strip(),
            count=won,
            what="points",
            game="cinch",
            most=POINTS,
        )
    return CinchDeal(bid, SIDE_OF[match["bidder"]], won)


def cinch_points(deal: CinchDeal, count: str = "difference") -> tuple[int, int]:
    """Return the points of N-S and of E-W.

    With *count* ``"difference"`` and a made bid, the side with more points scores the difference. If
    the bid failed, the other side scores 14 and the shortage. With ``"set-back"`` each side scores
    its points, but a bidder whose bid failed loses the bid.

    >>> [cinch_points(read_cinch_deal(text)) for text in ("9 NS 11", "6 NS 6", "9 NS 8")]
    [(8, 0), (0, 2), (0, 15)]
    >>> [cinch_points(read_cinch_deal(text), "set-back") for text in ("9 NS 11", "9 NS 8")]
    [(11, 3), (-9, 6)]

    Source: [BICYCLE] "Cinch".
    """
    defenders_points = POINTS - deal.won
    if count == "set-back":
        bidders_points = deal.won if deal.is_made else -deal.bid
        return assign_to_sides(deal.bidder, bidders_points, defenders_points)
    if not deal.is_made:
        return assign_to_sides(deal.bidder, 0, POINTS + deal.bid - deal.won)
    # A made bid of six or less can leave the other side with more points.
    difference = deal.won - defenders_points
    return assign_to_sides(deal.bidder, max(difference, 0), max(-difference, 0))


def _score_cinch(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    scores = []
    for text in texts:
        deal = read_cinch_deal(text)
        ns, ew = cinch_points(deal, options["count"])
        scores.append(DealScore(str(deal), ns, ew, "made" if deal.is_made else "short"))
    return add_up(scores)


CINCH = DealGame(
    key="cinch",
    name="Cinch",
    form=_FORM,
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
