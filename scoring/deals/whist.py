"""Whist: the score of a deal, to seven without honours or to five with them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.bridge.contracts import TRICKS_PER_DEAL
from scoring.bridge.entries import parse_entry
from scoring.deals.model import (
    DealGame,
    DealScore,
    GameScore,
    assign_to_sides,
    make_deal_error,
    normalize_deal_text,
    sum_deals,
)
from scoring.display import SIDE_NAMES
from scoring.errors import ScoringError
from scoring.option import Option

TRICKS_OF_BOOK = 6
"""Tricks that score nothing."""
_TYPING_HINT = (
    "type the tricks of N-S or both sides, such as 9 or 9-4. If honours count, add them: 9-4 NS4."
)
_DEAL_PATTERN = re.compile(
    r"(?P<ns>[0-9]{1,3})(?: ?[-/:] ?(?P<ew>[0-9]{1,3}))? ?(?P<mark>[+-]R)?(?: (?P<side>NS|EW) ?(?P<honours>[0-9]+))?"
)


@dataclass(frozen=True, slots=True)
class WhistDeal:
    """One deal.

    A revoke changes nothing here: what was made counts until the revoke is settled, for which the
    other tables must have their results.

    >>> str(WhistDeal(9, "EW", 2, revoking_side="NS"))
    '9-4-R EW2'
    """

    ns_tricks: int
    honours_side: str | None = None
    honours: int = 0  # 2 or 4
    revoking_side: str | None = None

    def __str__(self) -> str:
        mark = {None: "", "NS": "-R", "EW": "+R"}[self.revoking_side]
        honours = f" {self.honours_side}{self.honours}" if self.honours else ""
        return f"{self.ns_tricks}-{TRICKS_PER_DEAL - self.ns_tricks}{mark}{honours}"


def parse_whist_deal(text: str) -> WhistDeal:
    """Parse a deal: ``9``, ``9-4``, ``9-4 NS4`` with honours.

    ``9-R`` says that N-S revoked, ``9+R`` that E-W did.

    >>> parse_whist_deal("9-4 ew2")
    WhistDeal(ns_tricks=9, honours_side='EW', honours=2, revoking_side=None)

    :raises ScoringError: if the text is no deal, the tricks don't add up, or the honours are
        impossible
    """
    match = _DEAL_PATTERN.fullmatch(normalize_deal_text(text))
    if match is None:
        raise make_deal_error(text=text.strip(), game="whist", form=_TYPING_HINT)
    tricks = match["ns"] if match["ew"] is None else f"{match['ns']}-{match['ew']}"
    ns_tricks = parse_entry(tricks, game="whist").tricks or 0
    revoking_side = {None: None, "-R": "NS", "+R": "EW"}[match["mark"]]
    if match["honours"] is None:
        return WhistDeal(ns_tricks, revoking_side=revoking_side)
    if match["honours"] not in ("2", "4"):
        raise ScoringError(
            "whist-honours",
            "“{text}”: honours can’t be {honours}. Three score 2 and four score 4.",
            text=text.strip(),
            honours=match["honours"],
        )
    return WhistDeal(ns_tricks, match["side"], int(match["honours"]), revoking_side)


def compute_whist_points(deal: WhistDeal, count: str = "odd") -> tuple[int, int]:
    """Return the points of N-S and E-W: 1 for each trick above six, or for every trick.

    Honours are added to the side that held them.

    >>> (
    ...     compute_whist_points(WhistDeal(9)),
    ...     compute_whist_points(WhistDeal(4, "NS", 2)),
    ...     compute_whist_points(WhistDeal(9), "all"),
    ... )
    ((3, 0), (2, 3), (9, 4))

    Source: [WDW1900] p. 18; [WHISTLAWS] laws 2-3.
    """
    ns, ew = deal.ns_tricks, TRICKS_PER_DEAL - deal.ns_tricks
    if count == "odd":
        ns, ew = max(ns - TRICKS_OF_BOOK, 0), max(ew - TRICKS_OF_BOOK, 0)
    if deal.honours_side is None:
        return ns, ew
    ns_honours, ew_honours = assign_to_sides(deal.honours_side, deal.honours, 0)
    return ns + ns_honours, ew + ew_honours


def compute_whist_game_value(loser_points: int, game: int = 7) -> int:
    """Return the value of a won game if the losers have *loser_points*.

    A game of seven points is worth seven less the losers' points. A game of five is worth 3 if they
    have none, 2 if they have 1 or 2, else 1.

    >>> (
    ...     [compute_whist_game_value(points) for points in (0, 6)],
    ...     [compute_whist_game_value(points, game=5) for points in (0, 2, 4)],
    ... )
    ([7, 1], [3, 2, 1])

    :raises ScoringError: if the losers have enough points to win

    Source: [WDW1900] p. 18; [WHISTLAWS] law 8.
    """
    if not 0 <= loser_points < game:
        raise ScoringError(
            "whist-loser-points",
            "The losers of a game of {game} can’t have {points} points. Enter 0 to {most}.",
            game=game,
            points=loser_points,
            most=game - 1,
        )
    if game == 7:
        return 7 - loser_points
    if loser_points == 0:
        return 3
    if loser_points < 3:
        return 2
    return 1


def _score_whist(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    scores = []
    notes = []
    for text in texts:
        deal = parse_whist_deal(text)
        if deal.honours and options["honours"] == "no":
            raise ScoringError(
                "whist-honours-not-counted",
                "“{text}”: honours don’t count in this game. Remove them, or choose honours=yes.",
                text=text.strip(),
            )
        ns, ew = compute_whist_points(deal, options["count"])
        result = "slam" if deal.ns_tricks in (0, TRICKS_PER_DEAL) else ""
        scores.append(DealScore(str(deal), ns, ew, result))
        if deal.revoking_side:
            side = SIDE_NAMES[deal.revoking_side]
            notes.append(
                f"{deal}: {side} revoked. The score counts as made until the revoke is settled."
            )
    return sum_deals(scores, notes)


WHIST = DealGame(
    key="whist",
    name="Whist",
    typing_hint=_TYPING_HINT,
    options=(
        Option(
            "count",
            "Points",
            {"odd": "for each trick above six", "all": "for every trick won, as in drive whist"},
        ),
        Option(
            "honours",
            "Honours",
            {"no": "don’t count", "yes": "2 for three and 4 for four of A K Q J"},
        ),
    ),
    source="[WDW1900] p. 18; [WHISTLAWS] laws 2-3",
    compute=_score_whist,
)
