"""Rubber bridge: points below and above the line, vulnerability, and the rubber.

Auction bridge has the same typed deals (contract, declarer, result and honours) and the same record of
a rubber: points towards game, games won, and when it is over. What its deals score is in ``auction``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.bridge.contracts import Contract, compute_contract_score
from scoring.bridge.entries import EntryKind, ResultEntry, parse_entry
from scoring.deals.model import (
    OTHER_SIDES,
    SIDE_BY_SEAT,
    DealGame,
    DealScore,
    GameScore,
    assign_to_sides,
    sum_deals,
)
from scoring.display import SIDE_NAMES
from scoring.errors import ScoringError
from scoring.option import Option
from scoring.refusals import BID_DEAL_PASS_HONOURS

_HONOURS = re.compile(
    r"(?P<rest>.*?) +(?P<side>NS|EW) ?(?P<honours>[0-9]{1,4})", re.IGNORECASE | re.DOTALL
)

GAME_POINTS = 100
FAST_RUBBER_BONUS = 700
SLOW_RUBBER_BONUS = 500
ONLY_GAME_BONUS = 300

_TYPING_HINT = "type the deals of one rubber in order, such as 2HS= 3NTW-1 4SN+1 NS100, or PASS."


@dataclass(frozen=True, slots=True)
class BidDeal:
    """One deal, with the points for honours.

    >>> str(parse_bid_deal("3hs+1 ns64"))
    '3HS+1 NS64'
    """

    entry: ResultEntry
    honours_side: str | None = None  # the side that gets them
    honours: int = 0

    def __str__(self) -> str:
        if self.honours:
            return f"{self.entry} {self.honours_side}{self.honours}"
        return str(self.entry)

    @property
    def contract(self) -> Contract | None:
        """The contract, or None if passed out."""
        return self.entry.contract

    @property
    def declarer_side(self) -> str:
        """The declarer's side. A deal that was passed out counts as N-S."""
        return SIDE_BY_SEAT[self.entry.declarer or "NS"]

    @property
    def overtricks(self) -> int:
        """Tricks above the contract, below 0 if it failed."""
        if self.entry.contract:
            return (self.entry.tricks or 0) - self.entry.contract.tricks_needed
        return 0


def parse_bid_deal(text: str, *, game: str = "bridge") -> BidDeal:
    """Parse a deal: ``4SS=``, ``3NTW-1 EW30`` with points for honours, ``PASS``.

    *game* is one of :func:`parse_entry`.

    >>> deal = parse_bid_deal("3NTW-1 EW30")
    >>> deal.declarer_side, deal.overtricks, deal.honours_side, deal.honours
    ('EW', -1, 'EW', 30)

    :raises EntryError, ContractError: if the result cannot be parsed
    :raises ScoringError: if the result is neither a contract nor a pass
    """
    match = _HONOURS.fullmatch(text.strip())
    entry = parse_entry(match["rest"] if match else text, game=game)
    if entry.kind not in (EntryKind.PLAYED, EntryKind.PASSED):
        raise ScoringError(
            "bid-deal-not-a-contract",
            "“{text}” has no contract. Type contract, declarer and result, such as 4SS= or "
            "3NTW-1, or PASS.",
            text=text.strip(),
        )
    if match is None:
        return BidDeal(entry)
    if entry.contract is None:
        raise ScoringError(*BID_DEAL_PASS_HONOURS, text=text.strip())
    return BidDeal(entry, match["side"].upper(), int(match["honours"]))


@dataclass(slots=True)
class RubberRecord:
    """The points of both sides so far.

    >>> record = RubberRecord(game_points=100)
    >>> [record.add_points("NS", points) for points in (60, 40)]
    [False, True]
    >>> record.games_by_side, record.part_score_by_side
    ({'NS': 1, 'EW': 0}, {'NS': 0, 'EW': 0})
    """

    game_points: int  # how many points make a game
    games_by_side: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})
    part_score_by_side: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})
    notes: list[str] = field(default_factory=list)

    @property
    def winner(self) -> str | None:
        """The side that has won two games, or None."""
        return next((side for side, games in self.games_by_side.items() if games == 2), None)

    def is_vulnerable(self, side: str) -> bool:
        """Return whether *side* has won a game."""
        return self.games_by_side[side] > 0

    def add_points(self, side: str, points: int) -> bool:
        """Add *points* to the part-score of *side* and return whether it won a game."""
        self.part_score_by_side[side] += points
        if self.part_score_by_side[side] < self.game_points:
            return False
        self.games_by_side[side] += 1
        # A game ends the part-scores of both sides.
        self.part_score_by_side = {"NS": 0, "EW": 0}
        self.notes.append(f"{SIDE_NAMES[side]} win game {sum(self.games_by_side.values())}.")
        return True

    def refuse_deal_if_over(self, deal: object) -> None:
        """Raise if the rubber was won before *deal*.

        :raises ScoringError: naming the deal
        """
        if self.winner:
            raise ScoringError(
                "rubber-over",
                "“{deal}”: the rubber was over before this deal. Start a new rubber with it.",
                deal=deal,
            )

    def find_only_game_side(self) -> str | None:
        """Return the side that has won the only game of an unfinished rubber, or None."""
        if sum(self.games_by_side.values()) != 1:
            return None
        return next(side for side, games in self.games_by_side.items() if games)

    def find_only_part_score_side(self) -> str | None:
        """Return the side that alone has a part-score, or None."""
        for side, points in self.part_score_by_side.items():
            if points and not self.part_score_by_side[OTHER_SIDES[side]]:
                return side
        return None


@dataclass(frozen=True, slots=True)
class RubberPoints:
    """The points of a deal."""

    below_line: int = 0  # declarer's points below the line, which count towards game
    above_line: int = 0  # declarer's points above the line
    defenders_points: int = 0  # above the line


def compute_rubber_points(deal: BidDeal, is_vulnerable: bool) -> RubberPoints:
    """Return the points of *deal*, without honours.

    >>> compute_rubber_points(parse_bid_deal("4SS+1"), is_vulnerable=True)
    RubberPoints(below_line=120, above_line=30, defenders_points=0)
    >>> compute_rubber_points(parse_bid_deal("2HXS="), is_vulnerable=False)
    RubberPoints(below_line=120, above_line=50, defenders_points=0)
    >>> compute_rubber_points(parse_bid_deal("3NTW-2"), is_vulnerable=True)
    RubberPoints(below_line=0, above_line=0, defenders_points=200)

    Source: [RUBBERLAWS] Law 81.
    """
    contract, tricks = deal.contract, deal.entry.tricks
    if contract is None or tricks is None:
        return RubberPoints()
    score = compute_contract_score(contract, tricks, is_vulnerable)
    if score < 0:
        return RubberPoints(defenders_points=-score)
    below = compute_trick_points(contract)
    # A duplicate score has a premium for the game or part-score. A rubber has its own at the end.
    if below >= GAME_POINTS:
        premium = 500 if is_vulnerable else 300
    else:
        premium = 50
    return RubberPoints(below, score - below - premium)


def compute_trick_points(contract: Contract) -> int:
    """Return the points of *contract*, if made, below the line.

    >>> compute_trick_points(Contract(3, "NT")), compute_trick_points(Contract(2, "S", doubled=2))
    (100, 240)

    Source: [RUBBERLAWS] Law 81.
    """
    points = contract.level * (20 if contract.denomination in ("C", "D") else 30)
    if contract.denomination == "NT":
        points += 10  # the first trick scores 40
    return points << contract.doubled  # each double doubles them


def _score_rubber(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    record = RubberRecord(GAME_POINTS)
    scores = []
    for deal in map(parse_bid_deal, texts):
        record.refuse_deal_if_over(deal)
        # Four honours in one hand are 100, five or four aces at no trumps 150.
        if deal.honours not in (0, 100, 150) or (deal.honours_side and not deal.honours):
            raise ScoringError(
                "rubber-honours",
                "“{text}”: honours can’t be {honours}. Four trump honours in one hand score 100. "
                "Five, or four aces at no-trumps, score 150.",
                text=str(deal),
                honours=deal.honours,
            )
        scores.append(_score_deal(deal, record))
    score = sum_deals(scores)
    ns, ew, notes = _compute_premiums(record, int(options["part_score"]))
    return GameScore(score.deals, score.ns + ns, score.ew + ew, (*record.notes, *notes))


def _score_deal(deal: BidDeal, record: RubberRecord) -> DealScore:
    side = deal.declarer_side
    points = compute_rubber_points(deal, record.is_vulnerable(side))
    ns, ew = assign_to_sides(side, points.below_line + points.above_line, points.defenders_points)
    if deal.honours_side:
        ns_honours, ew_honours = assign_to_sides(deal.honours_side, deal.honours, 0)
        ns, ew = ns + ns_honours, ew + ew_honours
    is_game = record.add_points(side, points.below_line)
    return DealScore(str(deal), ns, ew, "game" if is_game else "")


def _compute_premiums(record: RubberRecord, part_score: int) -> tuple[int, int, list[str]]:
    """Return the premiums of N-S and E-W at the end of the rubber, with a note for each.

    An unfinished rubber has premiums for an only game and for an only part-score.
    """
    premiums: list[tuple[str, int, str]] = []
    if record.winner:
        is_slow = record.games_by_side[OTHER_SIDES[record.winner]] > 0
        bonus = SLOW_RUBBER_BONUS if is_slow else FAST_RUBBER_BONUS
        premiums.append((record.winner, bonus, "the rubber"))
    else:
        game_side = record.find_only_game_side()
        part_score_side = record.find_only_part_score_side()
        if game_side:
            premiums.append((game_side, ONLY_GAME_BONUS, "the only game of an unfinished rubber"))
        if part_score_side:
            premiums.append(
                (part_score_side, part_score, "the only part-score of an unfinished rubber")
            )
    totals = {"NS": 0, "EW": 0}
    notes = []
    for side, points, reason in premiums:
        totals[side] += points
        notes.append(f"{SIDE_NAMES[side]} score {points} for {reason}.")
    return totals["NS"], totals["EW"], notes


RUBBER = DealGame(
    key="rubber",
    name="Rubber bridge",
    typing_hint=_TYPING_HINT,
    options=(
        Option(
            "part_score",
            "Single part-score in an unfinished game",
            {"100": "100", "50": "50 (older laws)"},
            note="Scored when a rubber isn’t finished.",
        ),
    ),
    source="[RUBBERLAWS] Laws 72-81",
    compute=_score_rubber,
)
