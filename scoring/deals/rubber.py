"""Rubber bridge: points below and above the line, vulnerability, and the rubber."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from movements.option import Option
from scoring.bridge.contracts import Contract, contract_score
from scoring.deals.bids import BidDeal, RubberRecord, read_bid_deal
from scoring.deals.model import OTHER_SIDE, DealGame, DealScore, GameScore, add_up, for_side
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
    """The points of a deal: *below*, *above*, and those of the *defenders*."""

    below: int = 0
    above: int = 0
    defenders: int = 0


def rubber_points(deal: BidDeal, vulnerable: bool) -> RubberPoints:
    """Return the points of *deal*, without honours.

    >>> rubber_points(read_bid_deal("4SS+1"), vulnerable=True)
    RubberPoints(below=120, above=30, defenders=0)
    >>> rubber_points(read_bid_deal("2HXS="), vulnerable=False), rubber_points(read_bid_deal("3NTW-2"), vulnerable=True)
    (RubberPoints(below=120, above=50, defenders=0), RubberPoints(below=0, above=0, defenders=200))

    Source: [RUBBERLAWS] Law 81.
    """
    contract, tricks = deal.contract, deal.entry.tricks
    if contract is None or tricks is None:
        return RubberPoints()
    score = contract_score(contract, tricks, vulnerable)
    if score < 0:
        return RubberPoints(defenders=-score)
    below = trick_points(contract)
    # A duplicate score is these points and a premium for the game or part-score, which a rubber
    # counts at its end.
    premium = (500 if vulnerable else 300) if below >= GAME else 50
    return RubberPoints(below, score - below - premium)


def trick_points(contract: Contract) -> int:
    """Return what *contract*, if made, scores below the line.

    >>> trick_points(Contract(3, "NT")), trick_points(Contract(2, "S", doubled=2))
    (100, 240)

    Source: [RUBBERLAWS] Law 81.
    """
    trick = 20 if contract.denomination in ("C", "D") else 30
    return (
        contract.level * trick + (10 if contract.denomination == "NT" else 0)
    ) << contract.doubled


def _score(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    record, scored = RubberRecord(GAME), []
    for deal in map(read_bid_deal, texts):
        record.refuse_if_over(deal)
        if deal.honours not in (0, 100, 150) or (deal.honours_side and not deal.honours):
            raise ScoringError(
                ScoringSentences.RUBBER_HONOURS, text=str(deal), honours=deal.honours
            )
        scored.append(_score_deal(deal, record))
    score = add_up(scored)
    ns, ew, notes = _end(record, int(options["part_score"]))
    return GameScore(score.deals, score.ns + ns, score.ew + ew, (*record.notes, *notes))


def _score_deal(deal: BidDeal, record: RubberRecord) -> DealScore:
    side = deal.declarer_side
    points = rubber_points(deal, record.is_vulnerable(side))
    ns, ew = for_side(side, points.below + points.above, points.defenders)
    if deal.honours_side:
        own, other = for_side(deal.honours_side, deal.honours, 0)
        ns, ew = ns + own, ew + other
    return DealScore(str(deal), ns, ew, "game" if record.add(side, points.below) else "")


def _end(record: RubberRecord, part_score: int) -> tuple[int, int, list[str]]:
    """Return the premiums at the end, or of a rubber left unfinished, with a note for each."""
    if side := record.winner:
        premiums = [
            (side, SLOW_RUBBER if record.games[OTHER_SIDE[side]] else FAST_RUBBER, "the rubber")
        ]
    else:
        game, part = record.only_game(), record.only_part_score()
        premiums = [(game, ONLY_GAME, "the only game of an unfinished rubber")] if game else []
        if part:
            premiums += [(part, part_score, "the only part-score of an unfinished rubber")]
    totals = {"NS": 0, "EW": 0}
    for side, points, _ in premiums:
        totals[side] += points
    notes = [f"{SIDE_NAMES[side]} score {points} for {what}." for side, points, what in premiums]
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
    compute=_score,
)
