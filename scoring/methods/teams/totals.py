"""Teams that compare sums: fours that add up both their pairs, larger teams, and N-S scores alone."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from movements.option import Option
from scoring.bridge.artificial import Artificial
from scoring.bridge.auction import GAME, GAME_BONUS
from scoring.bridge.rulings import Credit
from scoring.bridge.sentences import BridgeSentences
from scoring.deals.auction import RUBBER_BONUS, auction_score
from scoring.deals.bids import RubberRecord, read_bid_deal
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine
from scoring.totals.standings import Customs, rank_boards
from scoring.totals.ties import TIES, Given, ScoreCounts, Values, score_by_columns

_DEAL = 13


def _score_board(board: Board, options: Mapping[str, str]) -> ScoredBoard:
    whole = _DEAL if options["unit"] == "tricks" else 0

    def values(column: ScoreCounts) -> Values:
        return {score: (score, whole - score) for score in column.weights}

    def artificial(given: Artificial) -> Given:
        instead = "enter the score that counts, or no result"
        raise ScoringError(
            BridgeSentences.FIELD_NOT_SCORED,
            where=f"Board {board.board_no}",
            method="team-totals",
            what=f"{given} here",
            instead=instead,
        )

    scored = score_by_columns(board, None, values, artificial)
    if options["count"] == "both":
        return scored
    return ScoredBoard(
        board.board_no,
        None,
        tuple(ScoredLine(each.line, each.ns_points, None) for each in scored.lines),
    )


def odd_pair_shares(board: ScoredBoard) -> Iterator[tuple[int, str, Fraction]]:
    """Yield what each team is given for pairs it has too few of in one direction.

    Team, direction, and points.

    For every pair fewer it is the average of all scores made in that direction, those of both
    teams.

    >>> from scoring.model import Line
    >>> lines = (ScoredLine(Line(1, 2), 7, 6), ScoredLine(Line(2, 1), 5, 8), ScoredLine(Line(1, 2), 9, 4))
    >>> list(odd_pair_shares(ScoredBoard(1, None, lines)))
    [(1, 'E-W', Fraction(6, 1)), (2, 'N-S', Fraction(7, 1))]

    Source: [WDW1900] p. 57.
    """
    scores: dict[str, list[Points]] = {"N-S": [], "E-W": []}
    pairs: dict[int, dict[str, int]] = {}
    for scored in board.lines:
        for team, side, points in (
            (scored.line.ns, "N-S", scored.ns_points),
            (scored.line.ew, "E-W", scored.ew_points),
        ):
            if points is not None:
                scores[side].append(points)
                of_team = pairs.setdefault(team, {"N-S": 0, "E-W": 0})
                of_team[side] += 1
    for team, of_team in sorted(pairs.items()):
        for side, other in (("N-S", "E-W"), ("E-W", "N-S")):
            fewer = of_team[other] - of_team[side]
            if fewer > 0 and scores[side]:
                yield team, side, fewer * Fraction(sum(scores[side])) / len(scores[side])


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [_score_board(board, options) for board in field.boards]
    if options["odd_pair"] == "average" and options["count"] == "both":
        averages = _averages(boards)
    else:
        averages = ()
    whole = replace(field, credits=(*field.credits, *averages))
    customs = Customs("as-played", options["ties"], is_percent=False, is_compared=False)
    return rank_boards("team-totals", whole, boards, customs)


def _averages(boards: list[ScoredBoard]) -> tuple[Credit, ...]:
    added: dict[int, Fraction] = {}
    for board in boards:
        for team, _side, points in odd_pair_shares(board):
            added[team] = added.get(team, Fraction(0)) + points
    return tuple(
        Credit(
            team,
            None,
            "average",
            points,
            "points",
            reason="for the pairs it has fewer in one direction",
        )
        for team, points in sorted(added.items())
    )


TEAM_TOTALS = ScoringMethod(
    key="team-totals",
    name="Team totals",
    abbr="TP",
    unit="points or tricks",
    decimals=2,
    options=(
        Option(
            "unit",
            "Scores",
            {"tricks": "tricks; E-W get the rest of 13", "points": "points; E-W get the negative"},
        ),
        Option(
            "count",
            "A team adds up",
            {
                "both": "the scores of all its pairs",
                "north-south": "the scores of its N-S pairs only",
            },
            note="“N-S pairs only” needs every board to be played in both directions.",
        ),
        Option(
            "odd_pair",
            "Missing pair in one direction",
            {"none": "adds nothing", "average": "adds the average of all scores in that direction"},
        ),
        TIES,
    ),
    source="[WDW1900] pp. 28, 48, 52-57",
    compute=_rank,
    accepts=frozenset({"assigned", "points"}),
    bare_scores="tricks",
    contest="teams",
    rule="the scores of all pairs of a team, added up",
    artificial="none",
    beside_boards="for the pairs it has fewer in one direction",
    has_large_teams=True,
    in_files="aggregate",
)


# Two teams of four in two rooms whose rubbers are added up: Baker's social duplicate.
#
# Each room is a match by itself with two pads, one for each team that sits N-S there; on a pad
# rubbers follow each other.

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
        if (
            not line.contract
        ):  # a bare score is above the line: nobody knows what of it counts towards a game
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


def _rubbers_rank(field: Field, options: Mapping[str, str]) -> Ranking:
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
                if said:
                    notes += [said]
        scored.append(_scored_board(board, gained))
    order = {board.board_no: board for board in scored}
    games = tuple(_games(pads.values()))
    whole = replace(field, credits=(*field.credits, *games))
    customs = Customs("as-played", options["ties"], is_percent=False, is_compared=False, decimals=0)
    boards = [order[board.board_no] for board in field.boards]
    return rank_boards("rubbers", whole, boards, customs, notes)


def _scored_board(board: Board, gained: Mapping[tuple[int, int], Points]) -> ScoredBoard:
    def values(column: ScoreCounts) -> Values:
        return {score: (score, -score) for score in column.weights}

    def artificial(given: Artificial) -> Given:
        instead = "enter the score that counts, or no result"
        raise ScoringError(
            BridgeSentences.FIELD_NOT_SCORED,
            where=f"Board {board.board_no}",
            method="rubbers",
            what=f"{given} here",
            instead=instead,
        )

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
                said.setdefault(team, []).append(
                    f"{_SIDES[side]} in room {pad.room}" if pad.room else _SIDES[side]
                )
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
            "Rooms",
            {"2": "two, alternating every four boards", "1": "one"},
            note="Each has its own rubbers.",
        ),
        TIES,
    ),
    source="[HOYLE1926] pp. 36-41",
    compute=_rubbers_rank,
    accepts=frozenset({"points"}),
    games=("bridge",),
    contest="teams",
    rule="auction points won minus points lost, with 250 for a rubber",
    artificial="none",
    beside_boards="for the only game of a rubber left unfinished",
    has_large_teams=True,
)
