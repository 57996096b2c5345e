"""Contests of teams: fields of matches, ranked by IMPs, victory points, boards won, or Patton.

A field of teams has the shape of a field of pairs: *ns* and *ew* of a line are teams, and every two
teams who meet on a board have two lines there, one for each table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, compress

from movements.option import Option, numbers
from scoring.bridge.rulings import BYE, Credit
from scoring.method import ScoringMethod
from scoring.methods.teams.match import MatchScore, TeamBoard, score_match
from scoring.methods.teams.withdrawals import OF_A_BOARD, Withdrawals, after_withdrawals
from scoring.model import Field, Line, Points, Ranking, ScoredBoard, ScoredLine, TeamMatch
from scoring.ranking import FinalFigures, place
from scoring.totals.adjusting import Extra, extra_notes
from scoring.totals.match_ties import MATCH_TIES, break_match_ties
from scoring.totals.standings import AVERAGE_PLUS, UNRANKED, line_notes, other_table_notes


@dataclass(slots=True)
class _Meeting:
    """The boards of one match, while they are gathered."""

    round_no: int | None
    home: int
    away: int
    boards: list[TeamBoard] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


def _meetings(contest: Field) -> list[_Meeting]:
    """Return the matches of *contest* in the order of their first boards.

    The lower number is the home team.

    What team-mates play against each other is no match.
    """
    meetings: dict[tuple[int | None, int, int], _Meeting] = {}
    for at, board in enumerate(contest.boards):
        lines = {(line.ns, line.ew): line for line in board.lines if line.ns != line.ew}
        for home, away in dict.fromkeys((min(couple), max(couple)) for couple in lines):
            key = (board.round_no, home, away)
            meeting = meetings.get(key) or meetings.setdefault(key, _Meeting(*key))
            home_line = lines.get((home, away), Line(home, away))
            away_line = lines.get((away, home), Line(away, home))
            meeting.boards.append(TeamBoard(board.board_no, home_line, away_line, board.is_half))
            meeting.places.append(at)
    return list(meetings.values())


def _rank_teams(
    method_key: str, contest: Field, options: Mapping[str, str], top: Points | None
) -> Ranking:
    meetings = _meetings(contest)
    due = contest.due_matches
    scores = [
        score_match(
            meeting.boards,
            method_key,
            options,
            due.get((meeting.round_no, meeting.home, meeting.away)),
        )
        for meeting in meetings
    ]
    matches = [_team_match(meeting, score) for meeting, score in zip(meetings, scores, strict=True)]
    awards: tuple[Credit, ...] = ()
    notes: list[str] = []
    every_line = contest
    if contest.withdrawn:
        left = _after_withdrawals(method_key, contest, matches, options)
        counts = [match in left.matches for match in matches]
        meetings, scores = list(compress(meetings, counts)), list(compress(scores, counts))
        matches = list(compress(matches, counts))
        awards, notes = tuple(_awards(left, options)), _withdrawal_notes(contest, left)
        contest = replace(_counting_lines(contest, matches), credits=(*contest.credits, *awards))
    boards = _scored_boards(every_line, meetings, scores, top)
    results, decided = break_match_ties(
        contest, boards, matches, _results(contest, matches, top), options["ties"]
    )
    notes = [
        *other_table_notes(contest),
        *line_notes(contest),
        *extra_notes(contest),
        *unfinished_notes(matches),
        *notes,
        *decided,
    ]
    return Ranking(method_key, boards, place(results), tuple(notes), tuple(matches), awards)


def _after_withdrawals(
    method_key: str, contest: Field, matches: Sequence[TeamMatch], options: Mapping[str, str]
) -> Withdrawals:
    """Return the matches that count after withdrawals. Unfinished matches of teams that left don't.

    Where places are by per cent of the boards played, who did not meet a team loses nothing and
    gets nothing.
    """
    due = contest.due_matches
    finished = [
        match
        for match in matches
        if (known := due.get((match.round_no, match.home, match.away))) is None or known.is_over
    ]
    playing = {team for match in matches for team in (match.home, match.away)}
    couples = [(match.home, match.away) for match in contest.matches]
    left = after_withdrawals(
        finished,
        contest.withdrawn,
        couples or list(combinations(sorted({*playing, *contest.withdrawn}), 2)),
        whole=_points_of_match(method_key, contest, matches, options),
    )
    going_on = [
        match
        for match in matches
        if match not in finished and not {match.home, match.away} & {*contest.withdrawn}
    ]
    awards = () if method_key == "board-a-match" else left.awards
    return replace(left, matches=(*left.matches, *going_on), awards=awards)


def _points_of_match(
    method_key: str, contest: Field, matches: Sequence[TeamMatch], options: Mapping[str, str]
) -> int:
    """Return the points of a match: victory points, Patton's four a board, or 0 if IMPs count."""
    if method_key == "patton":
        return OF_A_BOARD * max((match.boards for match in contest.matches or matches), default=0)
    return {"none": 0, "acbl-30": 30}.get(options.get("victory_points", ""), 20)


def _awards(left: Withdrawals, options: Mapping[str, str]) -> Iterator[Credit]:
    unit = "imp" if options.get("victory_points") == "none" else "vp"
    for contestant, team, points in left.awards:
        yield Credit(contestant, None, BYE, points, unit, f"team {team} has withdrawn")


def _withdrawal_notes(contest: Field, left: Withdrawals) -> list[str]:
    return [
        f"Team {team} withdrew after fewer than half of its matches, so none count."
        if team in left.cancelled
        else f"Team {team} withdrew after at least half of its matches, so they count."
        for team in contest.withdrawn
    ]


def _counting_lines(contest: Field, matches: Sequence[TeamMatch]) -> Field:
    """Return *contest* without the lines of any but *matches*."""
    keys = {(match.round_no, frozenset((match.home, match.away))) for match in matches}
    boards = (
        replace(
            board,
            lines=tuple(
                line
                for line in board.lines
                if (board.round_no, frozenset((line.ns, line.ew))) in keys
            ),
        )
        for board in contest.boards
    )
    return replace(contest, boards=tuple(boards))


def _team_match(meeting: _Meeting, score: MatchScore) -> TeamMatch:
    counted = sum(pair is not None for pair in score.boards)
    own = meeting.round_no, meeting.home, meeting.away, counted
    return TeamMatch(*own, *score.points, *score.score, score.is_unfinished)


def unfinished_notes(matches: Sequence[TeamMatch]) -> list[str]:
    """Return a sentence on the matches that count later, if there are any.

    >>> unfinished_notes([TeamMatch(1, 2, 5, 3, 14, -14, 0, 0, is_unfinished=True)])
    ['1 match counts when all its boards have been entered.']
    """
    count = sum(match.is_unfinished for match in matches)
    several = f"{count} matches count when all their boards have been entered."
    if count:
        return ["1 match counts when all its boards have been entered." if count == 1 else several]
    return []


def _scored_boards(
    contest: Field, meetings: Sequence[_Meeting], scores: Sequence[MatchScore], top: Points | None
) -> tuple[ScoredBoard, ...]:
    points_of: dict[tuple[int, int, int], tuple[Points, Points] | None] = {}
    for meeting, score in zip(meetings, scores, strict=True):
        for at, pair in zip(meeting.places, score.boards, strict=True):
            points_of[at, meeting.home, meeting.away] = pair
            points_of[at, meeting.away, meeting.home] = pair and (pair[1], pair[0])
    return tuple(
        ScoredBoard(
            board.board_no,
            top,
            tuple(
                ScoredLine(line, *(points_of.get((at, line.ns, line.ew)) or (None, None)))
                for line in board.lines
            ),
        )
        for at, board in enumerate(contest.boards)
    )


def _results(
    contest: Field, matches: Sequence[TeamMatch], top: Points | None
) -> list[FinalFigures]:
    # Who has only played against itself so far has its place too.
    totals: dict[int, Points] = {
        team: 0 for board in contest.boards for line in board.lines for team in line[:2]
    }
    boards = dict.fromkeys(totals, 0)
    for match in matches:
        for team, score in ((match.home, match.home_score), (match.away, match.away_score)):
            totals[team] = totals.get(team, 0) + score
            boards[team] = boards.get(team, 0) + match.boards
    for credit in contest.credits:
        if credit.kind == BYE:  # who has only sat out so far has its place too
            totals.setdefault(credit.contestant, 0)
            boards.setdefault(credit.contestant, 0)
    extra = _extras(contest)
    results = []
    for team, total in totals.items():
        mine, available = extra.get(team, Extra()), Fraction(top or 0) * boards[team]
        full = total + mine.points_of(available, contest.most_carried)
        if available:
            percent = 100 * Fraction(full) / contest.most_carried.added_to(available)
        else:
            percent = None
        if top is None:
            merit = full
        elif percent is None:
            merit = UNRANKED
        else:
            merit = percent
        results.append(
            FinalFigures(
                team,
                None,
                full,
                percent,
                boards[team],
                merit=merit,
            )
        )
    return results


def _extras(contest: Field) -> dict[int, Extra]:
    """Return the credits of each team. Adjustments of lines are already in the match scores."""
    extra_of: dict[int, Extra] = {}
    for credit in contest.credits:
        extra_of.setdefault(credit.contestant, Extra()).add(credit)
    return extra_of


def _rank_imps(contest: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_teams("team-imps", contest, options, None)


def _rank_boards(contest: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_teams("board-a-match", contest, options, Fraction(options["win"]))


def _rank_patton(contest: Field, options: Mapping[str, str]) -> Ranking:
    return _rank_teams("patton", contest, options, None)


TEAM_IMPS = ScoringMethod(
    key="team-imps",
    name="Team IMPs",
    abbr="IMP",
    unit="victory points or IMPs",
    decimals=2,
    options=(
        Option(
            "victory_points",
            "Victory points",
            {
                "continuous": "WBF, to hundredths",
                "discrete": "WBF, whole numbers",
                "acbl-20": "ACBL 20-point scale, whole numbers",
                "acbl-30": "ACBL 30-point scale, whole numbers",
                "none": "none, rank by IMPs",
            },
            note="The ACBL scales are for 6 to 11 boards.",
        ),
        replace(AVERAGE_PLUS, default="3"),
        MATCH_TIES,
    ),
    source="[LAWS2017] Laws 78B, 78D; [WBFVP]; [WHITEBOOK]; [ACBLVP]",
    compute=_rank_imps,
    accepts=frozenset({"assigned", "imp", "vp"}),
    contest="teams",
    rule="IMPs of the two tables",
    in_files="imps",
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
            numbers(2, 1),
            note="A tied board gives half to each team.",
        ),
        MATCH_TIES,
    ),
    source="[LAWS2017] Law 78A",
    compute=_rank_boards,
    accepts=frozenset({"assigned", "mp"}),
    contest="teams",
    rule="the better result at the two tables wins the board",
    in_files="bam",
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
                "“By plus scores”: a difference above a third of the larger sum wins all. From a tenth it wins one "
                "point more than half; below that, half each."
            ),
        ),
        MATCH_TIES,
    ),
    source="[PATTON]; [PLPATTON]",
    compute=_rank_patton,
    accepts=frozenset({"assigned", "vp"}),
    contest="teams",
    rule="boards won, and a share of the aggregate",
    in_files="hybrid",
)
