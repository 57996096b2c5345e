"""Cinch: the score of a deal, with fourteen points to win and a bid to make."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from movements.option import Option
from scoring.deals.model import SIDE_OF, DealGame, DealScore, GameScore, add_up, capitals, for_side
from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

POINTS = 14

_FORM = "type bid, bidder and the points of the bidder's side, such as 9 NS 11."
_DEAL = re.compile(r"(?P<bid>[0-9]{1,2}) ?(?P<bidder>NS|EW|[NESW]) ?(?P<won>[0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class CinchDeal:
    """One deal: the *bid*, the bidder's side, and the points it *won* of the fourteen.

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

    :raises ScoringError: if the text is no deal, or the bid is none.
    :raises ScoringError: if there are more than fourteen points.
    """
    match = _DEAL.fullmatch(capitals(text))
    if match is None:
        raise ScoringError(ScoringSentences.DEAL, text=text.strip(), game="cinch", form=_FORM)
    bid, won = int(match["bid"]), int(match["won"])
    if not 1 <= bid <= POINTS:
        raise ScoringError(ScoringSentences.CINCH_BID, text=text.strip(), bid=bid)
    if won > POINTS:
        raise ScoringError(
            ScoringSentences.DEAL_RANGE,
            text=text.strip(),
            count=won,
            what="points",
            game="cinch",
            most=POINTS,
        )
    return CinchDeal(bid, SIDE_OF[match["bidder"]], won)


def cinch_points(deal: CinchDeal, count: str = "difference") -> tuple[int, int]:
    """Return the points of N-S and of E-W.

    With *count* ``"difference"`` the side with more points scores what it has more, if the bid was
    made; else the other side scores 14 and what the bidder is short.  With ``"set-back"`` each side
    scores its points, but a bidder who is short loses the bid.

    >>> [cinch_points(read_cinch_deal(text)) for text in ("9 NS 11", "6 NS 6", "9 NS 8")]
    [(8, 0), (0, 2), (0, 15)]
    >>> [cinch_points(read_cinch_deal(text), "set-back") for text in ("9 NS 11", "9 NS 8")]
    [(11, 3), (-9, 6)]

    Source: [BICYCLE] "Cinch".
    """
    other = POINTS - deal.won
    if count == "set-back":
        return for_side(deal.bidder, deal.won if deal.is_made else -deal.bid, other)
    if not deal.is_made:
        return for_side(deal.bidder, 0, POINTS + deal.bid - deal.won)
    return for_side(deal.bidder, max(deal.won - other, 0), max(other - deal.won, 0))


def _score(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    deals = [read_cinch_deal(text) for text in texts]
    return add_up(
        DealScore(
            str(deal), *cinch_points(deal, options["count"]), "made" if deal.is_made else "short"
        )
        for deal in deals
    )


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
    compute=_score,
)
