"""Two teams of four in two rooms whose rubbers are added up: Baker's social duplicate.

Each room is a match by itself with two pads, one for each team that sits N-S there. On a pad one
rubber follows another.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from movements.option import Option
from scoring.bridge.auction import GAME, GAME_BONUS
from scoring.bridge.rulings import ArtificialScore, Credit
from scoring.deals.auction import RUBBER_BONUS, auction_score
from scoring.deals.rubber import RubberRecord, read_bid_deal
from scoring.method import ScoringMethod, make_field_not_scored_error
from scoring.methods.columns import ArtificialPoints, ScoreCounts, Values, score_by_columns
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard
from scoring.totals.standings import TotalsRules, rank_boards
from scoring.totals.ties import TIES

_BOARDS_PER_ROOM = 4  # boards of one room before those of the other
_SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}


@dataclass(slots=True)
class _Pad:
    """The rubbers of two teams in a room, with *ns* sitting N-S."""

    room: int
    ns: int
    ew: int
    record: RubberRecord = field(default_factory=lambda: RubberRecord(GAME))
    rubbers: int = 0

    @property
    def name(self) -> str:
        place = f"Room {self.room}, team" if self.room else "Team"
        return f"{place} {self.ns} N-S against team {self.ew}"

    def add(self, board_no: int, line: Line) -> tuple[Points, str]:
        """Enter a hand. Return the points of N-S, and a note if the hand ends a rubber."""
        # A score without a contract goes above the line: its part towards a game is unknown.
        if not line.contract:
            return line.score or 0, ""
        deal = read_bid_deal(line.contract)
        score = auction_score(deal)
        declarer_points = (
            score.tricks + score.bonus + score.slam - score.penalty - score.defenders_slam
        )
        ns_points = declarer_points if deal.declarer_side == "NS" else -declarer_points
        self.record.add(deal.declarer_side, score.tricks)
        winner = self.record.winner
        if winner is None:
            return ns_points, ""
        self.record = RubberRecord(GAME)
        self.rubbers += 1
        if winner == "NS":
            team = self.ns
            ns_points += RUBBER_BONUS
        else:
            team = self.ew
            ns_points -= RUBBER_BONUS
        note = (
            f"{self.name}: team {team} wins rubber {self.rubbers} with board {board_no},"
            f" {RUBBER_BONUS}."
        )
        return ns_points, note


def _rank_rubbers(field: Field, options: Mapping[str, str]) -> Ranking:
    pads: dict[tuple[int, int, int], _Pad] = {}
    notes: list[str] = []
    scored_boards: dict[int, ScoredBoard] = {}
    # Rubbers follow the order of play, which is the order of board numbers.
    for board in sorted(field.boards, key=lambda board: board.board_no):
        room = 0
        if options["rooms"] == "2":
            room = (board.board_no - 1) // _BOARDS_PER_ROOM % 2 + 1
        gains: dict[tuple[int, int], Points] = {}
        for line in board.lines:
            if line.score is None:
                continue
            key = (room, line.ns, line.ew)
            if key not in pads:
                pads[key] = _Pad(*key)
            gains[line.ns, line.ew], note = pads[key].add(board.board_no, line)
            if note:
                notes.append(note)
        scored_boards[board.board_no] = _make_scored_board(board, gains)
    game_credits = tuple(_make_game_credits(pads.values()))
    with_games = replace(field, credits=(*field.credits, *game_credits))
    rules = TotalsRules(
        "as-played", options["ties"], is_percent=False, is_compared=False, decimals=0
    )
    boards = [scored_boards[board.board_no] for board in field.boards]
    return rank_boards("rubbers", with_games, boards, rules, notes)


def _make_scored_board(board: Board, gains: Mapping[tuple[int, int], Points]) -> ScoredBoard:
    """Return *board* with the *gains* of N-S by teams. Lines without a gain keep their score."""

    def values(column: ScoreCounts) -> Values:
        return {score: (score, -score) for score in column.weights}

    def artificial(share: ArtificialScore) -> ArtificialPoints:
        raise make_field_not_scored_error(
            where=f"Board {board.board_no}",
            method="rubbers",
            what=f"{share} here",
            instead="enter the score that counts, or no result",
        )

    by_score = score_by_columns(board, None, values, artificial)
    lines = []
    for scored in by_score.lines:
        gain = gains.get((scored.line.ns, scored.line.ew))
        if gain is None:
            lines.append(scored)
        else:
            lines.append(scored._replace(ns_points=gain, ew_points=-gain))
    return by_score.with_lines(lines)


def _make_game_credits(pads: Iterable[_Pad]) -> Iterator[Credit]:
    """Yield the points that both teams get for the only game of an unfinished rubber."""
    points_by_team: defaultdict[int, Fraction] = defaultdict(Fraction)
    games_by_team: defaultdict[int, list[str]] = defaultdict(list)
    for pad in pads:
        side = pad.record.find_only_game()
        if not side:
            continue
        winner, loser = (pad.ns, pad.ew) if side == "NS" else (pad.ew, pad.ns)
        points_by_team[winner] += GAME_BONUS
        points_by_team[loser] -= GAME_BONUS
        game = _SIDE_NAMES[side]
        if pad.room:
            game += f" in room {pad.room}"
        games_by_team[winner].append(game)
        games_by_team[loser].append(game)
    for team, points in sorted(points_by_team.items()):
        if points:  # games in two rooms may cancel out
            games = ", ".join(games_by_team[team])
            reason = f"the only game of a rubber left unfinished: {games}"
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
    compute=_rank_rubbers,
    accepts=frozenset({"points"}),
    games=("bridge",),
    contest="teams",
    rule="auction points won minus points lost, with 250 for a rubber",
    artificial="none",
    extra_points_reason="for the only game of a rubber left unfinished",
    has_large_teams=True,
)
