"""Two teams of four in two rooms whose rubbers are added up: Baker's social duplicate.

Each room is a match by itself with two pads, one for each team that sits N-S there. On a pad one
rubber follows another.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.bridge.auction import GAME_BONUS, GAME_POINTS
from scoring.bridge.rulings import ArtificialScore, Credit
from scoring.deals.rubber import RUBBER_BONUS, RubberRecord, ScoredDeal, score_deal
from scoring.display import format_figure
from scoring.method import ScoringMethod, make_field_not_scored_error
from scoring.methods.columns import ArtificialPoints, PointsByScore, ScoreCounts, score_by_columns
from scoring.model import (
    Board,
    BoardNo,
    Field,
    Line,
    Points,
    Ranking,
    RoundNo,
    ScoredBoard,
)
from scoring.option import Option
from scoring.totals.ranking import format_signed
from scoring.totals.standings import TotalsRules, rank_boards
from scoring.totals.ties import TIES
from scoring.working import ScoredSide, Step, Working

_BOARDS_PER_ROOM = 4  # boards of one room before those of the other
_SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}


def _compute_contract_points(deal: ScoredDeal) -> int:
    """Return the points of N-S for *deal*, without honours and the bonus of a rubber.

    >>> [_compute_contract_points(score_deal(text)) for text in ("3HS+1", "2SXE-1", "6NTW=")]
    [32, 100, -110]
    """
    score = deal.score
    declarer_points = (
        score.trick_points + score.doubled_bonus + score.slam - score.penalty - score.defenders_slam
    )
    return declarer_points if deal.declarer_side == "NS" else -declarer_points


@dataclass(slots=True)
class _Pad:
    """The rubbers of two teams in a room."""

    room_no: int
    ns_team: int  # sits N-S in this room
    ew_team: int
    record: RubberRecord = field(default_factory=lambda: RubberRecord(GAME_POINTS))
    rubber_count: int = 0

    @property
    def name(self) -> str:
        room_text = f"Room {self.room_no}, team" if self.room_no else "Team"
        return f"{room_text} {self.ns_team} N-S against team {self.ew_team}"

    def enter_hand(self, board_no: BoardNo, line: Line) -> tuple[Points, str]:
        """Enter a hand. Return the points of N-S, and a note if the hand ends a rubber."""
        # A score without a contract goes above the line: its part towards a game is unknown.
        if not line.contract:
            return line.score or 0, ""
        deal = score_deal(line.contract)
        ns_points = _compute_contract_points(deal)
        self.record.add_points(deal.declarer_side, deal.score.trick_points)
        winner = self.record.winner
        if winner is None:
            return ns_points, ""
        self.record = RubberRecord(GAME_POINTS)
        self.rubber_count += 1
        if winner == "NS":
            team = self.ns_team
            ns_points += RUBBER_BONUS
        else:
            team = self.ew_team
            ns_points -= RUBBER_BONUS
        note = (
            f"{self.name}: team {team} wins rubber {self.rubber_count} with board {board_no},"
            f" {RUBBER_BONUS}."
        )
        return ns_points, note


def _rank_rubbers(field: Field, options: Mapping[str, str]) -> Ranking:
    pad_by_room_and_teams: dict[tuple[int, int, int], _Pad] = {}
    notes: list[str] = []
    # By position in the field: every round of a contest of matches can begin at board 1.
    scored_board_by_index: dict[int, ScoredBoard] = {}
    # Rubbers follow the order of play: rounds, then board numbers.
    for index, board in sorted(enumerate(field.boards), key=_get_play_order):
        room_no = 0
        if options["rooms"] == "2":
            room_no = (board.board_no - 1) // _BOARDS_PER_ROOM % 2 + 1
        gain_by_teams: dict[tuple[int, int], Points] = {}
        for line in board.lines:
            if line.score is None:
                continue
            key = (room_no, line.ns, line.ew)
            if key not in pad_by_room_and_teams:
                pad_by_room_and_teams[key] = _Pad(*key)
            gain_by_teams[line.ns, line.ew], note = pad_by_room_and_teams[key].enter_hand(
                board.board_no, line
            )
            if note:
                notes.append(note)
        scored_board_by_index[index] = _make_scored_board(board, gain_by_teams)
    game_credits = tuple(_iter_game_credits(pad_by_room_and_teams.values()))
    field_with_games = replace(field, credits=(*field.credits, *game_credits))
    rules = TotalsRules(
        "as-played", options["ties"], ranks_by_percent=False, compares_results=False, decimals=0
    )
    boards = [scored_board_by_index[index] for index in range(len(field.boards))]
    return rank_boards("rubbers", field_with_games, boards, rules, notes)


def _explain_rubbers(side: ScoredSide) -> Working:
    """Return the points of the contract, and the bonus of a rubber that ends with it."""
    contract = side.line.contract
    if not contract:
        return (Step("the score, above the line", side.points),)
    contract_points = _compute_contract_points(score_deal(contract))
    if side.side == "EW":
        contract_points = -contract_points
    text = f"{contract} is {format_figure(contract_points)} at auction"
    bonus = side.points - contract_points
    if bonus:
        text = f"{text}, {format_signed(bonus)} for the rubber,"
    return (Step(text, side.points),)


def _get_play_order(indexed_board: tuple[int, Board]) -> tuple[RoundNo, BoardNo]:
    _index, board = indexed_board
    return board.round_no or 0, board.board_no


def _make_scored_board(
    board: Board, gain_by_teams: Mapping[tuple[int, int], Points]
) -> ScoredBoard:
    """Return *board* with the *gain_by_teams* of N-S by teams. Lines without a gain keep their score."""

    def compute_points(column: ScoreCounts) -> PointsByScore:
        return {score: (score, -score) for score in column.weight_by_score}

    def refuse_artificial(share: ArtificialScore) -> ArtificialPoints:
        raise make_field_not_scored_error(
            where=f"Board {board.board_no}",
            method="Rubbers of two rooms",
            what=f"{share} here",
            instead="enter the score that counts, or no result",
        )

    scored_board = score_by_columns(board, None, compute_points, refuse_artificial)
    lines = []
    for scored in scored_board.lines:
        gain = gain_by_teams.get((scored.line.ns, scored.line.ew))
        if gain is None:
            lines.append(scored)
        else:
            lines.append(scored._replace(ns_points=gain, ew_points=-gain))
    return replace(scored_board, lines=tuple(lines))


def _iter_game_credits(pads: Iterable[_Pad]) -> Iterator[Credit]:
    """Yield the points that both teams get for the only game of an unfinished rubber."""
    points_by_team: defaultdict[int, Fraction] = defaultdict(Fraction)
    games_by_team: defaultdict[int, list[str]] = defaultdict(list)
    for pad in pads:
        side = pad.record.find_only_game_side()
        if not side:
            continue
        winner, loser = (pad.ns_team, pad.ew_team) if side == "NS" else (pad.ew_team, pad.ns_team)
        points_by_team[winner] += GAME_BONUS
        points_by_team[loser] -= GAME_BONUS
        game = _SIDE_NAMES[side]
        if pad.room_no:
            game += f" in room {pad.room_no}"
        games_by_team[winner].append(game)
        games_by_team[loser].append(game)
    for team, points in sorted(points_by_team.items()):
        if points:  # games in two rooms may cancel out
            games = ", ".join(games_by_team[team])
            reason = f"the only game of a rubber left unfinished: {games}"
            yield Credit(team, None, kind="average", amount=points, unit="points", reason=reason)


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
    compute=_rank_rubbers,
    explain=_explain_rubbers,
    accepted_rulings=frozenset({"points"}),
    games=("bridge",),
    contest="teams",
    rule_text="auction points won minus points lost, with 250 for a rubber",
    artificial_basis="none",
    extra_points_reason="for the only game of a rubber left unfinished",
    has_large_teams=True,
)
