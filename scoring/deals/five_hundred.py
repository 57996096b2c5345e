"""Five hundred: scores by the Avondale schedule, with set-backs, slam and nullo."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.bridge.contracts import normalize_entry_text
from scoring.deals.model import (
    SIDE_BY_SEAT,
    DealGame,
    DealScore,
    GameScore,
    assign_to_sides,
    make_deal_error,
    make_deal_range_error,
    sum_deals,
)
from scoring.errors import ScoringError
from scoring.option import Option

SUITS = ("S", "C", "D", "H", "NT")
"""Suits from the lowest to the highest."""
NULLO_POINTS = 250
OPEN_NULLO_POINTS = 500
MIN_SLAM_POINTS = 250
POINTS_PER_TRICK = 10  # points of the other side for each trick
TRICKS_PER_DEAL = 10
LOWEST_LEVEL = 6
_TYPING_HINT = "type bid, bidder and the bidder’s tricks, such as 8H NS 9, 7NT W 6 or NULLO EW 0."
_DEAL_PATTERN = re.compile(
    r"(?:(?P<level>[0-9]{1,2})(?P<suit>NT|[A-Z]?)|(?P<nullo>(?:OPEN)?(?:NULLO|MISERE|MISÈRE)))"
    r"(?P<bidder>NS|EW|[NESW])(?P<tricks>[0-9]{1,2})"
)


@dataclass(frozen=True, slots=True)
class FiveHundredDeal:
    """One deal.

    >>> deal = FiveHundredDeal(8, "H", "NS", 9)
    >>> str(deal), deal.bid_points, deal.is_made
    ('8H NS 9', 300, True)
    """

    level: int  # that of the bid, 0 at nullo
    suit: str
    bidding_side: str
    tricks: int  # those of the bidder's side, of ten

    def __str__(self) -> str:
        return f"{self.level or ''}{self.suit} {self.bidding_side} {self.tricks}"

    @property
    def bid_points(self) -> int:
        """The points of the bid: 40 for six spades, 20 more a suit and 100 more a level."""
        if self.level == 0:
            return OPEN_NULLO_POINTS if self.suit == "OPEN NULLO" else NULLO_POINTS
        return 100 * (self.level - LOWEST_LEVEL) + 40 + 20 * SUITS.index(self.suit)

    @property
    def is_made(self) -> bool:
        """Whether the bidder took the tricks bid, or none at nullo."""
        if self.level == 0:
            return self.tricks == 0
        return self.tricks >= self.level


def parse_five_hundred_deal(text: str) -> FiveHundredDeal:
    """Parse a deal: ``8H NS 9``, ``7NT W 6``, ``NULLO EW 0``, ``OPEN NULLO N 1``.

    >>> parse_five_hundred_deal("8♥ ns 9")
    FiveHundredDeal(level=8, suit='H', bidding_side='NS', tricks=9)

    :raises ScoringError: if the text is no deal, the bid is not in the schedule, or the tricks are
        more than ten
    """
    plain_text = normalize_entry_text(text)
    match = _DEAL_PATTERN.fullmatch(plain_text)
    if match is None:
        raise make_deal_error(text=text.strip(), game="five hundred", form=_TYPING_HINT)
    bidder = SIDE_BY_SEAT[match["bidder"]]
    tricks = int(match["tricks"])
    if tricks > TRICKS_PER_DEAL:
        raise make_deal_range_error(
            text=text.strip(),
            count=match["tricks"],
            what="tricks",
            game="five hundred",
            most=TRICKS_PER_DEAL,
        )
    if match["nullo"]:
        suit = "OPEN NULLO" if plain_text.startswith("OPEN") else "NULLO"
        return FiveHundredDeal(0, suit, bidder, tricks)
    level = int(match["level"])
    if match["suit"] not in SUITS or not LOWEST_LEVEL <= level <= TRICKS_PER_DEAL:
        raise ScoringError(
            "five-hundred-bid",
            "“{text}”: unknown bid {bid}. Bid 6 to 10 in S, C, D, H or NT, or NULLO.",
            text=text.strip(),
            bid=f"{match['level']}{match['suit']}",
        )
    return FiveHundredDeal(level, match["suit"], bidder, tricks)


def compute_five_hundred_points(
    deal: FiveHundredDeal, *, has_slam: bool = True, has_trick_points: bool = True
) -> tuple[int, int]:
    """Return the points of N-S and E-W, negative for a bidder who is set back.

    A bid made scores its value and no more. With *has_slam*, all ten tricks score at least 250. With
    *has_trick_points* the other side scores 10 for each of its tricks, or at nullo for each trick of the
    bidder.

    >>> [compute_five_hundred_points(parse_five_hundred_deal(text)) for text in ("8H NS 9", "6S EW 10", "7NT NS 6")]
    [(300, 10), (0, 250), (-220, 40)]

    Source: [HOFFMANN1909] p. 260.
    """
    bidders_points = deal.bid_points if deal.is_made else -deal.bid_points
    is_nullo = deal.level == 0
    if has_slam and not is_nullo and deal.tricks == TRICKS_PER_DEAL:
        bidders_points = max(bidders_points, MIN_SLAM_POINTS)
    counted_tricks = deal.tricks if is_nullo else TRICKS_PER_DEAL - deal.tricks
    others_points = POINTS_PER_TRICK * counted_tricks if has_trick_points else 0
    return assign_to_sides(deal.bidding_side, bidders_points, others_points)


def _score_five_hundred(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    deals = []
    for text in texts:
        deal = parse_five_hundred_deal(text)
        if deal.level == 0 and options["nullo"] == "no":
            raise ScoringError(
                "five-hundred-nullo",
                "“{text}”: nullo isn’t allowed. Choose nullo=yes to allow it.",
                text=text.strip(),
            )
        ns, ew = compute_five_hundred_points(
            deal,
            has_slam=options["slam"] == "250",
            has_trick_points=options["opponents"] == "10-a-trick",
        )
        deals.append(DealScore(str(deal), ns, ew, "made" if deal.is_made else "set back"))
    return sum_deals(deals)


FIVE_HUNDRED = DealGame(
    key="five-hundred",
    name="Five hundred",
    typing_hint=_TYPING_HINT,
    options=(
        Option(
            "slam",
            "Minimum for all ten tricks",
            {"250": "250", "none": "no minimum"},
            note="Only if the bid is worth less.",
        ),
        Option(
            "opponents",
            "Points of the other side",
            {"10-a-trick": "10 per trick", "none": "nothing"},
        ),
        Option("nullo", "Nullo (250) and open nullo (500)", {"yes": "bid", "no": "not bid"}),
    ),
    source="[HOFFMANN1909] p. 260; [HOYLE1926] pp. 102-103",
    compute=_score_five_hundred,
)
