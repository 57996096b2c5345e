"""Two teams of four in two rooms whose rubbers are added up: Baker's social duplicate.

Each room is a match by itself with two pads, one for each team that sits N-S there; on a pad rubbers follow each other.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.bridge.artificial import Artificial
from scoring.bridge.ruling_errors import NotScoredError
from scoring.bridge.rulings import Credit
from scoring.deals.auction import GAME, GAME_BONUS, RUBBER_BONUS, auction_score
from scoring.deals.bids import read_bid_deal
from scoring.deals.rubber_record import RubberRecord
from scoring.method import Option, ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard
from scoring.totals.columns import Column, Given, Values, score_by_columns
from scoring.totals.standings import Customs, rank_boards
from scoring.totals.ties import TIES

_DEALS = 4
_SIDES = {"NS": "N-S", "EW": "E-W"}


@dataclass(slots=True)
class _Pad:
    """The rubbers of two teams in a room, *ns* sitting N-S, hand after hand."""

    room: int
    ns: int
    ew: int
    record: RubberRecord = field(default_factory=lambda: RubberRecord(GAME))
    rubbers: int = 0

    @property
    def name(self) -> str:
        where = f"Room {self.room}, team" if self.room else "Team"
        return f"{where} {self.ns} N-S against team {self.ew}"

    def add(self, board_no: int, line: Line) -> tuple[Points, str]:
        """Return what N-S gain by a hand more than they lose, and what to say if it ends a rubber."""
        if not line.contract:  # a bare score is above the line: nobody knows what of it counts towards a game
            return line.score or 0, ""
        deal = read_bid_deal(line.contract)
        score = auction_score(deal)
        declarer = score.tricks + score.bonus + score.slam - score.penalty - score.defenders_slam
        sign = 1 if deal.declarer_side == "NS" else -1
        self.record.add(deal.declarer_side, score.tricks)
        winner = self.record.winner
        if winner is None:
            return sign * declarer, ""
        self.record, self.rubbers = RubberRecord(GAME), self.rubbers + 1
        team = self.ns if winner == "NS" else self.ew
        said = f"{self.name}: team {team} wins rubber {self.rubbers} with board {board_no}, {RUBBER_BONUS}."
        return sign * declarer + (RUBBER_BONUS if winner == "NS" else -RUBBER_BONUS), said


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    pads: dict[tuple[int, int, int], _Pad] = {}
    notes: list[str] = []
    scored = []
    for board in sorted(field.boards, key=lambda board: board.board_no):
        room = (board.board_no - 1) // _DEALS % 2 + 1 if options["rooms"] == "2" else 0
        gained: dict[tuple[int, int], Points] = {}
        for line in board.lines:
            if line.score is not None:
                key = room, line.ns, line.ew
                pad = pads.get(key) or pads.setdefault(key, _Pad(*key))
                gained[line.ns, line.ew], said = pad.add(board.board_no, line)
                notes += [said] if said else []
        scored.append(_scored(board, gained))
    order = {board.board_no: board for board in scored}
    games = tuple(_games(pads.values()))
    whole = replace(field, credits=(*field.credits, *games))
    customs = Customs("as-played", options["ties"], is_percent=False, is_compared=False)
    boards = [order[board.board_no] for board in field.boards]
    return rank_boards("rubbers", whole, boards, customs, notes)


def _scored(board: Board, gained: Mapping[tuple[int, int], Points]) -> ScoredBoard:
    def values(column: Column) -> Values:
        return {score: (score, -score) for score in column.weights}

    def artificial(given: Artificial) -> Given:
        instead = "give the line the score that is to count, or no result"
        raise NotScoredError(where=f"Board {board.board_no}", method="rubbers", what=f"{given} here", instead=instead)

    bare = score_by_columns(board, None, values, artificial)
    lines = tuple(
        scored
        if (gain := gained.get((scored.line.ns, scored.line.ew))) is None
        else scored._replace(ns_points=gain, ew_points=-gain)
        for scored in bare.lines
    )
    return replace(bare, lines=lines)


def _games(pads: Iterable[_Pad]) -> Iterator[Credit]:
    """Yield what the only game of a rubber that is not finished gives one team and takes from the other."""
    gains: dict[int, Fraction] = {}
    said: dict[int, list[str]] = {}
    for pad in pads:
        if side := pad.record.only_game():
            won, lost = (pad.ns, pad.ew) if side == "NS" else (pad.ew, pad.ns)
            for team, points in ((won, Fraction(GAME_BONUS)), (lost, Fraction(-GAME_BONUS))):
                gains[team] = gains.get(team, Fraction(0)) + points
                said.setdefault(team, []).append(f"{_SIDES[side]} in room {pad.room}" if pad.room else _SIDES[side])
    for team, points in sorted(gains.items()):
        if points:
            reason = f"the only game of a rubber left unfinished: {', '.join(said[team])}"
            yield Credit(team, None, "average", points, "points", reason=reason)


RUBBERS = ScoringMethod(
    key="rubbers",
    name="Rubbers of two rooms",
    abbr="RP",
    unit="points",
    decimals=0,
    options=(
        Option(
            "rooms",
            ("2", "1"),
            "2",
            "In how many rooms boards lie, each with rubbers of its own: in two, four boards in turn belong to either.",
        ),
        TIES,
    ),
    source="[HOYLE1926] pp. 36-41",
    compute=_rank,
    accepts=frozenset({"points"}),
    games=("bridge",),
    contest="teams",
    rule="points of auction won over those lost, with 250 for a rubber",
    artificial="none",
    beside_boards="for the only game of a rubber left unfinished",
    has_large_teams=True,
)
