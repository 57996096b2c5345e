"""Euchre: the score of a deal, with marches, lone hands and euchres."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

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
from scoring.option import Option, make_number_phrases

TRICKS_PER_DEAL = 5
TRICKS_FOR_A_POINT = 3
_TYPING_HINT = (
    "type the makers and their tricks, such as NS 4; for a lone hand add ALONE, such as W 5 ALONE."
)
_DEAL_PATTERN = re.compile(
    r"(?P<makers>NS|EW|[NESW]) ?(?P<tricks>[0-9]{1,2}) ?(?P<alone>A|ALONE|LONE|LONER)?"
)


class EuchreResult(Enum):
    """The outcome of a deal for the makers."""

    POINT = "point"
    MARCH = "march"
    LONE_POINT = "lone hand, point"
    LONER = "lone hand, march"
    EUCHRED = "euchred"
    LONE_EUCHRED = "lone hand, euchred"


@dataclass(frozen=True, slots=True)
class EuchreDeal:
    """One deal.

    >>> str(EuchreDeal("NS", 5, is_lone_hand=True)), EuchreDeal("NS", 5, is_lone_hand=True).result
    ('NS 5 ALONE', <EuchreResult.LONER: 'lone hand, march'>)
    """

    makers: str
    tricks: int  # those of the makers, of five
    is_lone_hand: bool = False  # a maker played alone

    def __str__(self) -> str:
        return f"{self.makers} {self.tricks}{' ALONE' if self.is_lone_hand else ''}"

    @property
    def result(self) -> EuchreResult:
        """The outcome of the deal for the makers."""
        if self.tricks < TRICKS_FOR_A_POINT:
            return EuchreResult.LONE_EUCHRED if self.is_lone_hand else EuchreResult.EUCHRED
        if self.tricks == TRICKS_PER_DEAL:
            return EuchreResult.LONER if self.is_lone_hand else EuchreResult.MARCH
        return EuchreResult.LONE_POINT if self.is_lone_hand else EuchreResult.POINT


def parse_euchre_deal(text: str) -> EuchreDeal:
    """Parse a deal: the makers (side or seat), their tricks, ``ALONE``.

    >>> parse_euchre_deal("w 5 alone")
    EuchreDeal(makers='EW', tricks=5, is_lone_hand=True)

    :raises ScoringError: if the text is no deal, or the tricks are more than five
    """
    match = _DEAL_PATTERN.fullmatch(normalize_deal_text(text))
    if match is None:
        raise make_deal_error(text=text.strip(), game="euchre", form=_TYPING_HINT)
    tricks = int(match["tricks"])
    if tricks > TRICKS_PER_DEAL:
        raise make_deal_range_error(
            text=text.strip(),
            count=match["tricks"],
            what="tricks",
            game="euchre",
            most=TRICKS_PER_DEAL,
        )
    return EuchreDeal(SIDE_BY_SEAT[match["makers"]], tricks, match["alone"] is not None)


def compute_euchre_points(
    deal: EuchreDeal, *, lone_march_points: int = 4, lone_euchre_points: int = 2
) -> tuple[int, int]:
    """Return the points of N-S and of E-W.

    Three or four tricks score 1. All five (a march) score 2, or *lone_march_points* for a lone hand. Fewer
    than three (a euchre) give the others 2, or *lone_euchre_points* against a lone hand.

    >>> [compute_euchre_points(parse_euchre_deal(text)) for text in ("NS 4", "NS 5", "EW 5 ALONE", "NS 2")]
    [(1, 0), (2, 0), (0, 4), (0, 2)]

    Source: [HOFFMANN1909] "Euchre"; lone hands euchred for 4: [FOSTER1914] "Euchre".
    """
    makers_points = {
        EuchreResult.POINT: 1,
        EuchreResult.LONE_POINT: 1,
        EuchreResult.MARCH: 2,
        EuchreResult.LONER: lone_march_points,
    }
    others_points = {EuchreResult.EUCHRED: 2, EuchreResult.LONE_EUCHRED: lone_euchre_points}
    return assign_to_sides(
        deal.makers, makers_points.get(deal.result, 0), others_points.get(deal.result, 0)
    )


def compute_play_off_points(tricks: int) -> tuple[int, int]:
    """Return the points of the maker and of each other player in a play-off of four.

    All five tricks score 3, not 4. Three or four score 1. A euchre gives each of the others 2.

    >>> [compute_play_off_points(tricks) for tricks in (5, 3, 2)]
    [(3, 0), (1, 0), (0, 2)]

    Source: [HOYLE1926] pp. 90-92.
    """
    if tricks < TRICKS_FOR_A_POINT:
        return (0, 2)
    if tricks == TRICKS_PER_DEAL:
        return (3, 0)
    return (1, 0)


def _score_euchre(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    deals = []
    for text in texts:
        deal = parse_euchre_deal(text)
        if deal.is_lone_hand and options["lone_hands"] == "no":
            raise ScoringError(
                "euchre-lone-hand",
                "“{text}”: lone hands aren’t allowed. Remove ALONE, or choose lone_hands=yes.",
                text=text.strip(),
            )
        ns, ew = compute_euchre_points(
            deal,
            lone_march_points=int(options["lone_march"]),
            lone_euchre_points=int(options["lone_euchre"]),
        )
        deals.append(DealScore(str(deal), ns, ew, deal.result.value))
    return sum_deals(deals)


EUCHRE = DealGame(
    key="euchre",
    name="Euchre",
    typing_hint=_TYPING_HINT,
    options=(
        Option(
            "lone_hands", "Lone hands", {"yes": "played", "no": "not played, as at many parties"}
        ),
        Option(
            "lone_march",
            "Points for a lone hand with all five tricks",
            make_number_phrases(4, 3, 5),
        ),
        Option("lone_euchre", "Points for euchring a lone hand", make_number_phrases(2, 4)),
    ),
    source="[HOFFMANN1909] Euchre; [HOYLE1926] pp. 90-92",
    compute=_score_euchre,
)
