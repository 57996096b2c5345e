"""Contests of teams: fields of matches, ranked by IMPs, victory points, boards won, or Patton.

A field of teams has the form of a field of pairs: *ns* and *ew* of a line are teams, and two teams
that meet on a board have two lines there, one for each table. ``match`` scores one match of two
teams, ``withdrawals`` decides which matches count after a team has left; this module adds them up.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, compress

from scoring.bridge.rulings import BYE, KINDS_OF_ROUNDS, Credit
from scoring.method import ScoringMethod
from scoring.methods.columns import convert_to_imps
from scoring.model import (
    DueMatch,
    Field,
    Line,
    MatchKey,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    TeamMatch,
)
from scoring.option import Option, make_number_phrases
from scoring.teams.match import (
    PATTON_WIN,
    MatchScore,
    TeamBoard,
    compute_won_points,
    list_reported_units,
    score_match,
)
from scoring.teams.victory_points import (
    IMP_SCALE_OPTION,
    OWN_SCALE_OPTION,
    SCALE_NAMES,
    SCALE_SOURCES,
    check_scale_boards,
    get_points_per_match,
    get_scale_points,
)
from scoring.teams.withdrawals import (
    PATTON_POINTS_PER_BOARD,
    Withdrawals,
    apply_withdrawals,
    get_patton_points_per_match,
)
from scoring.totals.ranking import ExtraPoints, FinalFigures, make_extra_notes, make_standings
from scoring.totals.standings import (
    AVERAGE_PLUS,
    UNRANKED_MERIT,
    make_line_notes,
    make_other_table_notes,
)
from scoring.totals.ties import MATCH_TIES, break_match_ties
from scoring.working import ScoredSide, Step, Working, format_signed_number


@dataclass(slots=True)
class _MatchBoards:
    """The boards of one match, while they are collected."""

    key: MatchKey
    boards: list[TeamBoard] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)  # the indexes of the boards in the field


def _group_boards_by_match(field: Field) -> list[_MatchBoards]:
    """Return the matches of *field* in the order of their first boards.

    The team with the lower number is the home team.
    """
    meetings: dict[MatchKey, _MatchBoards] = {}
    for position, board in enumerate(field.boards):
        # Pairs of the same team don't play a match.
        lines = {(line.ns, line.ew): line for line in board.lines if line.ns != line.ew}
        for home, away in dict.fromkeys((min(teams), max(teams)) for teams in lines):
            key = (board.round_no, home, away)
            if key not in meetings:
                meetings[key] = _MatchBoards(key)
            home_line = lines.get((home, away), Line(home, away))
            away_line = lines.get((away, home), Line(away, home))
            team_board = TeamBoard(board.board_no, home_line, away_line, board.is_half)
            meetings[key].boards.append(team_board)
            meetings[key].positions.append(position)
    # Matches that were reported as a result may have no boards.
    for key, due_match in field.due_match_by_key.items():
        if due_match.reported_result and key not in meetings:
            meetings[key] = _MatchBoards(key)
    return list(meetings.values())


def _rank_teams(
    method_key: str, field: Field, options: Mapping[str, str], top: Points | None
) -> Ranking:
    """Return the ranking. With *top*, the points of a board, teams are ranked by percentage."""
    due_matches = field.due_match_by_key
    meetings = _group_boards_by_match(field)
    scores = [
        score_match(meeting.boards, method_key, options, due_matches.get(meeting.key))
        for meeting in meetings
    ]
    matches = [
        _make_team_match(meeting, score, due_matches.get(meeting.key))
        for meeting, score in zip(meetings, scores, strict=True)
    ]
    awards: tuple[Credit, ...] = ()
    withdrawal_notes: list[str] = []
    counting_field = field
    if field.withdrawn_teams:
        withdrawals = _apply_withdrawals(method_key, field, matches, options)
        is_counting = [match in withdrawals.matches for match in matches]
        meetings = list(compress(meetings, is_counting))
        scores = list(compress(scores, is_counting))
        matches = list(compress(matches, is_counting))
        awards = tuple(_iter_award_credits(withdrawals, options))
        withdrawal_notes = _make_withdrawal_notes(field, withdrawals)
        counting_field = replace(
            _keep_lines_of_matches(field, matches), credits=(*field.credits, *awards)
        )
    # Travellers show every line, also those of matches that no longer count.
    boards = _make_scored_boards(field, meetings, scores, top)
    ties = break_match_ties(
        counting_field,
        boards,
        matches,
        _compute_team_figures(counting_field, matches, top),
        options["ties"],
    )
    notes = (
        *make_other_table_notes(counting_field),
        *make_line_notes(counting_field),
        *make_extra_notes(counting_field),
        *make_unfinished_notes(matches),
        *withdrawal_notes,
        *ties.notes,
    )
    return Ranking(
        method_key,
        boards,
        standings=make_standings(ties.results),
        notes=notes,
        matches=tuple(matches),
        awards=awards,
        tie_breaks=ties.tie_breaks,
    )


def _apply_withdrawals(
    method_key: str, field: Field, matches: Sequence[TeamMatch], options: Mapping[str, str]
) -> Withdrawals:
    """Return the matches that count after withdrawals, and the awards."""
    due_matches = field.due_match_by_key
    finished = []
    unfinished = []
    for match in matches:
        due_match = due_matches.get((match.round_no, match.home, match.away))
        if due_match is None or due_match.is_over:
            finished.append(match)
        else:
            unfinished.append(match)
    scheduled_matches = [(match.home, match.away) for match in field.matches]
    if not scheduled_matches:
        # Without a schedule every team is due to meet every other one.
        playing_teams = {team for match in matches for team in match.teams}
        scheduled_matches = list(combinations(sorted({*playing_teams, *field.withdrawn_teams}), 2))
    withdrawals = apply_withdrawals(
        finished,
        field.withdrawn_teams,
        scheduled_matches,
        points_per_match=_get_points_per_match(method_key, field, matches, options),
    )
    # An unfinished match of a team that left is never finished, so it doesn't count.
    continuing_matches = [
        match for match in unfinished if not {*match.teams} & {*field.withdrawn_teams}
    ]
    # Board-a-match ranks by percentage, so a team loses nothing by a match that isn't played.
    awards = () if method_key == "board-a-match" else withdrawals.awards
    return replace(withdrawals, matches=(*withdrawals.matches, *continuing_matches), awards=awards)


def _get_points_per_match(
    method_key: str, field: Field, matches: Sequence[TeamMatch], options: Mapping[str, str]
) -> int:
    """Return the points of a match: victory points, Patton's four per board, or 0 for IMPs."""
    if method_key == "patton":
        boards = max((match.board_count for match in field.matches or matches), default=0)
        return PATTON_POINTS_PER_BOARD * boards
    return get_scale_points(options)


def _iter_award_credits(withdrawals: Withdrawals, options: Mapping[str, str]) -> Iterator[Credit]:
    unit = "imp" if options.get("victory_points") == "none" else "vp"
    for contestant, team, points in withdrawals.awards:
        yield Credit(
            contestant,
            None,
            kind=BYE,
            amount=points,
            unit=unit,
            reason=f"team {team} has withdrawn",
        )


def _make_withdrawal_notes(field: Field, withdrawals: Withdrawals) -> list[str]:
    notes = []
    for team in field.withdrawn_teams:
        if team in withdrawals.cancelled_teams:
            ending = "fewer than half of its matches, so none count."
        else:
            ending = "at least half of its matches, so they count."
        notes.append(f"Team {team} withdrew after {ending}")
    return notes


def _keep_lines_of_matches(field: Field, matches: Sequence[TeamMatch]) -> Field:
    """Return *field* with only the lines of *matches*."""
    keys = {(match.round_no, frozenset(match.teams)) for match in matches}
    boards = []
    for board in field.boards:
        lines = tuple(
            line for line in board.lines if (board.round_no, frozenset((line.ns, line.ew))) in keys
        )
        boards.append(replace(board, lines=lines))
    return replace(field, boards=tuple(boards))


def _make_team_match(
    meeting: _MatchBoards, score: MatchScore, due_match: DueMatch | None
) -> TeamMatch:
    if due_match and due_match.reported_result and not score.is_unfinished:
        return TeamMatch(
            *meeting.key,
            due_match.board_count,
            score.points,
            score.score,
            reported_unit=due_match.reported_result.unit,
            imps_won=score.imps_won,
        )
    board_count = sum(board_points is not None for board_points in score.points_by_board)
    return TeamMatch(
        *meeting.key,
        board_count,
        score.points,
        score.score,
        is_unfinished=score.is_unfinished,
        imps_won=score.imps_won,
    )


def make_unfinished_notes(matches: Sequence[TeamMatch]) -> list[str]:
    """Return a sentence about the matches that count later, if there are any.

    >>> make_unfinished_notes([TeamMatch(1, 2, 5, 3, (14, -14), (0, 0), is_unfinished=True)])
    ['1 match counts when all its boards have been entered.']
    """
    count = sum(match.is_unfinished for match in matches)
    if count == 0:
        return []
    if count == 1:
        return ["1 match counts when all its boards have been entered."]
    return [f"{count} matches count when all their boards have been entered."]


def _make_scored_boards(
    field: Field, meetings: Sequence[_MatchBoards], scores: Sequence[MatchScore], top: Points | None
) -> tuple[ScoredBoard, ...]:
    points_by_line: dict[tuple[int, int, int], tuple[Points, Points]] = {}
    for meeting, score in zip(meetings, scores, strict=True):
        _round_no, home, away = meeting.key
        for position, board_points in zip(meeting.positions, score.points_by_board, strict=True):
            if board_points is not None:
                home_points, away_points = board_points
                points_by_line[position, home, away] = (home_points, away_points)
                points_by_line[position, away, home] = (away_points, home_points)
    boards = []
    for position, board in enumerate(field.boards):
        lines = []
        for line in board.lines:
            ns_points, ew_points = points_by_line.get((position, line.ns, line.ew), (None, None))
            lines.append(ScoredLine(line, ns_points, ew_points))
        boards.append(ScoredBoard(board.board_no, top, tuple(lines)))
    return tuple(boards)


def _compute_team_figures(
    field: Field, matches: Sequence[TeamMatch], top: Points | None
) -> list[FinalFigures]:
    # A team that has only byes so far, or only lines between its own pairs, has its place too.
    total_by_team: dict[int, Points] = {}
    for board in field.boards:
        for line in board.lines:
            total_by_team.setdefault(line.ns, 0)
            total_by_team.setdefault(line.ew, 0)
    board_counts: Counter[int] = Counter()
    for match in matches:
        for team, score in zip(match.teams, match.score, strict=True):
            total_by_team[team] = total_by_team.get(team, 0) + score
            board_counts[team] += match.board_count
    for credit in field.credits:
        if credit.kind in KINDS_OF_ROUNDS:
            total_by_team.setdefault(credit.contestant, 0)
    extras_by_team = _collect_extras_by_team(field)
    results = []
    for team, match_total in total_by_team.items():
        extra = extras_by_team.get(team, ExtraPoints())
        available = Fraction(top or 0) * board_counts[team]
        total = match_total + extra.compute_points(available, field.max_carry_over)
        percent = None
        if available:
            percent = 100 * Fraction(total) / field.max_carry_over.compute_available(available)
        merit: Points = total
        if top is not None:
            merit = UNRANKED_MERIT if percent is None else percent
        results.append(
            FinalFigures(
                team,
                None,
                total=total,
                percent=percent,
                board_count=board_counts[team],
                merit=merit,
            )
        )
    return results


def _collect_extras_by_team(field: Field) -> dict[int, ExtraPoints]:
    """Return the credits of each team. Adjustments of lines are already in the match scores."""
    extras_by_team: defaultdict[int, ExtraPoints] = defaultdict(ExtraPoints)
    for credit in field.credits:
        extras_by_team[credit.contestant].add_credit(credit)
    return extras_by_team


def _explain_imps(side: ScoredSide) -> Working:
    """Return the difference of the two tables in IMPs."""
    own_score, opponents_score = side.list_scores()[:2]
    difference = own_score - opponents_score
    text = (
        f"{own_score} here − {format_signed_number(opponents_score)} at the other table = "
        f"{difference}, in IMPs"
    )
    return (Step(text, convert_to_imps(difference)),)


def _explain_board(side: ScoredSide) -> Working:
    return _explain_won_board(side, Fraction(side.options["win"]))


def _explain_patton(side: ScoredSide) -> Working:
    return _explain_won_board(side, PATTON_WIN)


def _explain_won_board(side: ScoredSide, win_points: Fraction) -> Working:
    """Return how the score compares with the other table's."""
    own_score, opponents_score = side.list_scores()[:2]
    if own_score > opponents_score:
        relation = "better than"
    elif own_score < opponents_score:
        relation = "worse than"
    else:
        relation = "equal to"
    text = f"{own_score} here, {relation} {opponents_score} at the other table"
    return (Step(text, compute_won_points(own_score - opponents_score, win_points)),)


def _rank_imps(field: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_teams("team-imps", field, options, None)


def _rank_boards(field: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_teams("board-a-match", field, options, Fraction(options["win"]))


def _rank_patton(field: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_teams("patton", field, options, None)


TEAM_IMPS = ScoringMethod(
    key="team-imps",
    name="Team IMPs",
    abbr="IMP",
    unit="victory points or IMPs",
    decimals=2,
    options=(
        replace(
            IMP_SCALE_OPTION,
            phrases={**SCALE_NAMES, "none": "none, rank by IMPs"},
            suggested_choices=(*IMP_SCALE_OPTION.suggested_choices, "none"),
        ),
        OWN_SCALE_OPTION,
        replace(AVERAGE_PLUS, default="3"),
        MATCH_TIES,
    ),
    source=f"[LAWS2017] Laws 78B, 78D; {SCALE_SOURCES}",
    compute=_rank_imps,
    explain=_explain_imps,
    accepted_rulings=frozenset({"assigned", "imp", "vp"}),
    contest="teams",
    needs_half_played=True,
    get_points_per_match=get_points_per_match,
    check_match_boards=check_scale_boards,
    list_reported_units=partial(list_reported_units, "team-imps"),
    rule_text="IMPs of the two tables",
    name_in_files="imps",
)

BOARD_A_MATCH = ScoringMethod(
    key="board-a-match",
    name="Board-a-match",
    abbr="BAM",
    unit="points",
    decimals=2,
    options=(
        Option(
            "win",
            "Points per board won",
            make_number_phrases(2, 1),
            note="A tied board gives half to each team.",
        ),
        MATCH_TIES,
    ),
    has_percents=True,
    source="[LAWS2017] Law 78A",
    compute=_rank_boards,
    explain=_explain_board,
    accepted_rulings=frozenset({"assigned", "mp"}),
    contest="teams",
    needs_half_played=True,
    list_reported_units=partial(list_reported_units, "board-a-match"),
    rule_text="the better result at the two tables wins the board",
    name_in_files="bam",
)

PATTON = ScoringMethod(
    key="patton",
    name="Patton",
    abbr="VP",
    unit="points",
    decimals=2,
    options=(
        Option(
            "aggregate",
            "Aggregate points shared",
            {
                "ratio": "by net gain, as a part of all gains and losses",
                "imps": "by the victory points of the IMPs",
                "plus-scores": "by plus scores",
            },
            note=(
                "“By plus scores”: a difference above a third of the larger sum wins all. "
                "From a tenth it wins one point more than half; below that, half each."
            ),
        ),
        MATCH_TIES,
    ),
    source="[PATTON]; [PLPATTON]",
    compute=_rank_patton,
    explain=_explain_patton,
    accepted_rulings=frozenset({"assigned", "vp"}),
    contest="teams",
    needs_half_played=True,
    get_points_per_match=get_patton_points_per_match,
    list_reported_units=partial(list_reported_units, "patton"),
    rule_text="boards won, and a share of the aggregate",
    name_in_files="hybrid",
)
