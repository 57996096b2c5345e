"""Rubber bridge: points below and above the line, vulnerability, and the rubber.

Points below the line count towards the game; the course of games is kept in ``rubber_record``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from movements.option import Option
from scoring.bridge.contracts import Contract, contract_score
from scoring.deals.bids import BidDeal, read_bid_deal
from scoring.deals.model import OTHER_SIDE, DealGame, DealScore, GameScore, add_up, assign_to_sides
from scoring.deals.rubber_record import RubberRecord
from scoring.errors import ScoringError
from scoring.naming import SIDE_NAMES
from scoring.sentences import ScoringSentences

GAME = 100
FAST_RUBBER = 700
SLOW_RUBBER = 500
ONLY_GAME = 300

_FORM = "type the deals of one rubber in order, such as 2HS= 3NTW-1 4SN+1 NS100, or PASS."


@dataclass(frozen=True, slots=True)
class RubberPoints:
    """The points of a deal: *below* and *above* the line, and those of the *defenders*."""

    below: int = 0
    above: int = 0
    defenders: int = 0


def rubber_points(deal: BidDeal, vulnerable: bool) -> RubberPoints:
    """Return the points of *deal*, without honours.

    >>> rubber_points(read_bid_deal("4SS+1"), vulnerable=True)
    RubberPoints(below=120, above=30, defenders=0)
    >>> rubber_points(read_bid_deal("2HXS="), vulnerable=False)
    RubberPoints(below=120, above=50, defenders=0)
    >>> rubber_points(read_bid_deal("3NTW-2"), vulnerable=True)
    RubberPoints(below=0, above=0, defenders=200)

    Source: [RUBBERLAWS] Law 81.
    """
    contract, tricks = deal.contract, deal.entry.tricks
    if contract is None or tricks is None:
        return RubberPoints()
    score = contract_score(contract, tricks, vulnerable)
    if score < 0:
        return RubberPoints(defenders=-score)
    below = trick_points(contract)
    # A duplicate score has a premium for the game or part-score. A rubber has its own at the end.
    if below >= GAME:
        premium = 500 if vulnerable else 300
    else:
        premium = 50
    return RubberPoints(below, score - below - premium)


def trick_points(contract: Contract) -> int:
    """Return the points of *contract*, if made, below the line.

    >>> trick_points(Contract(3, "NT")), trick_points(Contract(2, "S", doubled=2))
    (100, 240)

    Source: [RUBBERLAWS] Law 81.
    """
    points = contract.level * (20 if contract.denomination in ("C", "D") else 30)
    if contract.denomination == "NT":
        points += 10  # the first trick scores 40
    return points << contract.doubled  # each double doubles them


def _score_rubber(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    record = RubberRecord(GAME)
    scores = []
    for deal in map(read_bid_deal, texts):
        record.refuse_if_over(deal)
        # Four honours in one hand are 100, five or four aces at no trumps 150.
        if deal.honours not in (0, 100, 150) or (deal.honours_side and not deal.honours):
            raise ScoringError(
                ScoringSentences.RUBBER_HONOURS, text=str(deal), honours=deal.honours
            )
        scores.append(_score_deal(deal, record))
    score = add_up(scores)
    ns, ew, notes = _compute_premiums(record, int(options["part_score"]))
    return GameScore(score.deals, score.ns + ns, score.ew + ew, (*record.notes, *notes))


def _score_deal(deal: BidDeal, record: RubberRecord) -> DealScore:
    side = deal.declarer_side
    points = rubber_points(deal, record.is_vulnerable(side))
    ns, ew = assign_to_sides(side, points.below + points.above, points.defenders)
    if deal.honours_side:
        ns_honours, ew_honours = assign_to_sides(deal.honours_side, deal.honours, 0)
        ns, ew = ns + ns_honours, ew + ew_honours
    is_game = record.add(side, points.below)
    return DealScore(str(deal), ns, ew, "game" if is_game else "")


def _compute_premiums(record: RubberRecord, part_score: int) -> tuple[int, int, list[str]]:
    """Return the premiums of N-S and E-W at the end of the rubber, with a note for each.

    An unfinished rubber has premiums for an only game and for an only part-score.
    """
    premiums: list[tuple[str, int, str]] = []
    if record.winner:
        is_slow = record.games[OTHER_SIDE[record.winner]] > 0
        bonus = SLOW_RUBBER if is_slow else FAST_RUBBER
        premiums.append((record.winner, bonus, "the rubber"))
    else:
        game_side = record.find_only_game()
        part_score_side = record.find_only_part_score()
        if game_side:
            premiums.append((game_side, ONLY_GAME, "the only game of an unfinished rubber"))
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
    form=_FORM,
    options=(
        Option(
            "part_score",
            "Single part-score in an unfinished game",
            {"100": "100", "50": "50 (older laws)"},
            note="Scored when a rubber isn't finished.",
        ),
    ),
    source="[RUBBERLAWS] Laws 72-81",
    compute=_score_rubber,
)
