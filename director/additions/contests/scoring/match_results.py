"""The matches of one session of teams: cross-table, list of matches, and one match by boards.

The session is scored once, and its ranking has the points. This module puts the boards of a match
side by side and explains its score. *home* is the team whose side a sheet takes.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from director.additions.contests.scoring.knockout_points import MatchPoints, collect_match_points
from director.additions.contests.scoring.sheets import (
    CrossCell,
    CrossRow,
    CrossTable,
    MatchBoard,
    PlayedMatch,
    ScoredMatch,
)
from director.boards.movement.lines.matches import collect_matches
from director.boards.movement.lines.section_lines import MatchKey, SectionLine, SectionLines
from director.boards.movement.sections import Key
from director.boards.scoring.extras import describe_carry_over_rule
from director.boards.scoring.lines import make_seated_line
from director.boards.scoring.scored import get_line_key
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import VICTORY_POINTS, format_match_imps, get_total_unit
from director.models import Plan
from director.models.ruling import Unit
from director.sheets import MINUS, BoardLine, Points, StandingRow
from scoring.display import format_percent, format_rounded, get_common_decimals
from scoring.model import TeamMatch
from scoring.registry import get_method

IMPS = "IMPs"
SidePoints = tuple[Points, Points]
"""The points of the home team and of the other."""


class ResultsAfterRound(SessionResults):
    """The sheets of a session as they were after *round_no*."""

    def __init__(self, session_results: SessionResults, round_no: int) -> None:
        super().__init__(session_results.scoring_field)
        self.follows_places = session_results.follows_places
        self._all_results = session_results
        self._round_no = round_no

    @cached_property
    def lines(self) -> SectionLines:
        """The lines until the round, and those without a known round."""
        all_lines = self._all_results.lines
        lines = [
            line
            for line in all_lines.all
            if line.round_no is None or line.round_no <= self._round_no
        ]
        byes = [bye for bye in all_lines.byes if bye.round_no <= self._round_no]
        return SectionLines(
            lines,
            byes,
            plans=all_lines.plans,
            last_round=self._round_no,
            is_by_round=all_lines.is_by_round,
            is_knockout=all_lines.is_knockout,
            stored_matches=all_lines.stored_matches,
        )

    @cached_property
    def plan_by_section(self) -> dict[int, Plan]:
        """The stored plans of the sections, by the key of the section."""
        return self._all_results.plan_by_section

    @cached_property
    def starters_by_number(self) -> dict[int, list[str]]:
        """The names of the players of each team."""
        return self._all_results.starters_by_number


@dataclass(frozen=True)
class SessionMatches:
    """The matches of the session of *session_results*, calculated when needed."""

    session_results: SessionResults

    @property
    def board_unit(self) -> str:
        """The unit of the boards' points."""
        scoring_record = self.session_results.scoring_field.scoring_record
        if get_method(scoring_record.scoring).name_in_files == "matchpoints":
            return "matchpoints"
        if self.unit == VICTORY_POINTS:
            return "IMPs"
        return "points"

    @property
    def rounds(self) -> list[int]:
        """The rounds that have a result, ascending."""
        return sorted(
            {
                line.round_no
                for line in self.session_results.lines.all
                if line.is_entered and line.round_no
            }
        )

    @property
    def unit(self) -> str:
        """The unit of the scores of matches."""
        return get_total_unit(self.session_results.scoring_field.scoring_record)

    @cached_property
    def decimals(self) -> int:
        """The decimals of all results of matches, so that those of one table agree."""
        return get_match_decimals(self.session_results)

    @property
    def has_cross_table(self) -> bool:
        """Whether a cross-table shows the matches well. A knock-out has a bracket instead."""
        return not self.session_results.is_drawn

    @property
    def cross_table(self) -> CrossTable:
        """Every team against every other, by number."""
        return self._make_cross_table(self.session_results.numbered_rows)

    @property
    def cross_tables(self) -> tuple[CrossTable, ...]:
        """The cross-table of each division, or of everybody, with the teams by place.

        Sections that are ranked separately are divisions, whose teams never meet.
        """
        session_results = self.session_results
        if not session_results.ranking_field.is_ranked_by_section:
            return (self._make_cross_table(session_results.rows),)
        scoring_field = session_results.scoring_field
        rows_by_letter: dict[str, list[StandingRow]] = defaultdict(list)
        for row in session_results.rows:
            rows_by_letter[scoring_field.get_letter(row.contestant)].append(row)
        return tuple(
            self._make_cross_table(
                rows_by_letter[section.letter],
                title=session_results.ranking_field.get_title(section),
            )
            for section in scoring_field.sections
            if section.letter in rows_by_letter
        )

    def _make_cross_table(self, teams: Sequence[StandingRow], *, title: str = "") -> CrossTable:
        bye_texts_by_team = self._bye_texts_by_team
        rows = []
        for team in teams:
            cells = tuple(
                self._make_cross_cell(team.contestant, opponent.contestant) for opponent in teams
            )
            rows.append(CrossRow(team, cells, bye_texts_by_team.get(team.contestant, "")))
        return CrossTable(
            heading=self.session_results.heading,
            unit=self.unit,
            teams=tuple(teams),
            rows=tuple(rows),
            division=title,
        )

    @property
    def played_matches(self) -> tuple[PlayedMatch, ...]:
        """Every match with a result or void, by round, then by home team."""
        rows_by_team = {row.contestant: row for row in self.session_results.rows}
        pair_no = self.session_results.scoring_field.get_pair_no
        rounds_by_teams: dict[frozenset[int], set[int]] = defaultdict(set)
        for line in self.session_results.lines.all:
            if line.round_no and line.is_entered:
                rounds_by_teams[frozenset((line.ns, line.ew))].add(line.round_no)
        matches = []
        for match in self.session_results.scored.ranking.matches:
            if not match.board_count:
                continue
            home, away = pair_no(match.home, None), pair_no(match.away, None)
            if match.round_no:
                match_rounds = [match.round_no]
            else:  # A match over several rounds: those in which the two teams met.
                match_rounds = sorted(rounds_by_teams[frozenset((home, away))])
            points, score = _get_listed_points_and_scores(match)
            matches.append(
                PlayedMatch(
                    tuple(match_rounds),
                    rows_by_team[home],
                    rows_by_team[away],
                    match.board_count,
                    points,
                    score,
                )
            )
        matches += self._make_void_matches()
        return tuple(sorted(matches, key=lambda match: (match.rounds, match.home.contestant)))

    def _make_void_matches(self) -> Iterator[PlayedMatch]:
        if not self.session_results.lines.has_void_matches:
            return
        rows_by_team = {row.contestant: row for row in self.session_results.numbered_rows}
        for match in collect_matches(self.session_results.lines).values():
            if match.is_void and match.lines:
                round_no, *teams = match.key
                home, away = (self._get_team_row(rows_by_team, team) for team in teams)
                rounds = (round_no,) if round_no else ()
                no_points = (None, None)
                yield PlayedMatch(rounds, home, away, 0, no_points, no_points, is_void=True)

    def _get_team_row(self, rows_by_team: Mapping[int, StandingRow], team: int) -> StandingRow:
        """Return the row of *team* in *rows_by_team*, or one without names and results."""
        if team in rows_by_team:
            return rows_by_team[team]
        return StandingRow(
            "", team, self.session_results.scoring_field.get_label(team), "", "", 0, None, None
        )

    @property
    def scored_matches(self) -> Iterator[ScoredMatch]:
        """Every match of :attr:`played_matches`, board by board."""
        for played_match in self.played_matches:
            round_no = played_match.rounds[0] if played_match.rounds else 0
            scored_match = self.match(
                played_match.home.contestant, played_match.away.contestant, round_no
            )
            if scored_match:
                yield scored_match

    def match(self, home: int, away: int, round_no: int = 0) -> ScoredMatch | None:
        """Return what *home* and *away* played in *round_no*, or in all rounds together.

        It is None if one of them is no team or they were not to meet.
        """
        lines, rounds = self._list_lines_and_rounds(home, away, round_no)
        if home == away or not lines:
            return None
        if round_no not in rounds:
            round_no = 0
        matches = [
            match
            for match in self._matches_by_teams.get((home, away), ())
            if not round_no or match.round_no == round_no
        ]
        rows_by_team = {row.contestant: row for row in self.session_results.numbered_rows}
        rows = (self._get_team_row(rows_by_team, home), self._get_team_row(rows_by_team, away))
        match_rounds = (round_no,) if round_no else rounds or (0,)
        figures = [_get_points_and_scores(match) for match in matches]
        rulings = list(self._iter_match_rulings(home, away, match_rounds))
        reasons = self._explain_scores(matches, is_ruled=bool(rulings))
        line_keys = {get_line_key(line) for line in lines}
        knockout = self._find_knockout_match(home, away, match_rounds[-1])
        result = _sum_sides(match.result for match in matches if not match.is_unfinished)
        if knockout and knockout.totals and self.unit == IMPS:
            result = knockout.totals
        carry_over_notes: tuple[str, ...] = ()
        if knockout and knockout.has_carry_over:
            carry_over_notes = tuple(self._iter_carry_over_notes(rows))
        return ScoredMatch(
            heading=self.session_results.heading,
            home=rows[0],
            away=rows[1],
            boards=tuple(self._make_match_boards(home, lines)),
            points=_sum_sides(points for points, _score in figures),
            score=_sum_sides(score for _points, score in figures),
            score_explanation="; ".join(reasons),
            tables=tuple(sorted({line.table_no for line in lines if line.table_no})),
            rounds=rounds,
            round_no=round_no,
            total_adjustments=tuple(
                self._iter_adjustments(rows, line_keys, is_carry_over_shown=not carry_over_notes)
            ),
            rulings=tuple(rulings),
            is_reported=any(match.reported_unit for match in matches),
            result=result,
            imps=_sum_imps(matches),
            # Totals of a knock-out with carry-over may have more.
            decimals=max(self.decimals, get_common_decimals(result)),
            match_adjustments=carry_over_notes,
            is_decided_by_carry_over=bool(knockout and knockout.is_decided_by_carry_over),
            is_void=all(line.is_void for line in lines),
        )

    def _list_lines_and_rounds(
        self, home: int, away: int, round_no: int
    ) -> tuple[list[SectionLine], tuple[int, ...]]:
        """Return the lines of a match, and the rounds in which the two teams meet.

        The lines are those of *round_no*, or of all rounds if they don't meet in it. There are no
        rounds if results aren't counted by round.
        """
        lines = sorted(
            self._get_match_lines(home, away), key=lambda line: (line.round_no or 0, line.board_no)
        )
        if not self.session_results.lines.is_by_round:
            return lines, ()
        # In a match of three, the two tables of a board may be in two rounds. The board belongs to
        # the match of the later round, which overwrites the earlier here.
        round_by_board = {line.board_no: line.round_no or 0 for line in lines}
        rounds = tuple(sorted({*round_by_board.values()} - {0}))
        if round_no in rounds:
            lines = [line for line in lines if round_by_board[line.board_no] == round_no]
        return lines, rounds

    def _explain_scores(self, matches: Collection[TeamMatch], *, is_ruled: bool) -> Iterator[str]:
        for match in matches:
            yield _explain_match_score(
                match, self.unit, self.decimals, is_single=len(matches) == 1, is_ruled=is_ruled
            )

    def _iter_match_rulings(self, home: int, away: int, rounds: Iterable[int]) -> Iterator[str]:
        """Yield the awards and penalties on the matches of both teams in *rounds*."""
        low, high = sorted((home, away))
        keys = {(round_no, low, high) for round_no in rounds}
        contestant_noun = self.session_results.heading.contestant_noun.capitalize()
        for penalty in self.session_results.penalties:
            if penalty.match in keys:
                team = self.session_results.scoring_field.get_label(penalty.pair_no)
                law = f", {penalty.law}" if penalty.law else ""
                yield f"{contestant_noun} {team}: {penalty.text}, ruling {penalty.number}{law}"

    def _iter_adjustments(
        self, teams: Iterable[StandingRow], line_keys: Container[Key], *, is_carry_over_shown: bool
    ) -> Iterator[str]:
        """Yield the carry-over of *teams*, and the penalties of their totals given on *line_keys*."""
        for team in teams:
            if is_carry_over_shown:
                yield from self._iter_carry_over_notes((team,))
            for penalty in self.session_results.penalties:
                if penalty.match or penalty.pair_no != team.contestant:
                    continue
                if penalty.line in line_keys:
                    name = self._format_team_name(team)
                    yield f"{name}: penalty {penalty.text}, ruling {penalty.number}"

    def _iter_carry_over_notes(self, teams: Iterable[StandingRow]) -> Iterator[str]:
        """Yield the carry-over of *teams*."""
        for team in teams:
            amount = self.session_results.extras.format_carry_over_amount(team.contestant)
            if amount:
                section, _number = self.session_results.scoring_field.get_section_and_number(
                    team.contestant
                )
                rule_description = describe_carry_over_rule(section)
                rule_text = f" ({rule_description})" if rule_description else ""
                yield f"{self._format_team_name(team)}: carry-over {amount}{rule_text}"

    def _format_team_name(self, team: StandingRow) -> str:
        return f"{self.session_results.heading.contestant_noun.capitalize()} {team.label}"

    def _find_knockout_match(self, home: int, away: int, round_no: int) -> "_KnockoutMatch | None":
        """Return the totals and carry-over of a knock-out match, or None if it is none."""
        get_place = self.session_results.scoring_field.get_section_and_number
        section, home_in_section = get_place(home)
        _section, away_in_section = get_place(away)
        points_by_key = self._knockout_points_by_section.get(section.pk, {})
        match = points_by_key.get((round_no, frozenset((home_in_section, away_in_section))))
        if match is None:
            return None
        totals = None
        if match.totals_by_team:
            totals = (match.totals_by_team[home_in_section], match.totals_by_team[away_in_section])
        first, second = match.points_by_team
        lead = match.points_by_team[first] - match.points_by_team[second]
        # Either team's points have the margin that was carried over, one with the opposite sign.
        lead_without_carry_over = lead - 2 * match.carried_margin
        # The carry-over decided it if the other team would lead, or neither, without it.
        is_decided = match.is_over and lead != 0 and lead * lead_without_carry_over <= 0
        return _KnockoutMatch(totals, bool(match.carried_margin), is_decided)

    @cached_property
    def _knockout_points_by_section(
        self,
    ) -> Mapping[int, Mapping[tuple[int, frozenset[int]], MatchPoints]]:
        """The points of the matches of every knock-out, by the key of its section."""
        ranking = self.session_results.scored.ranking
        return {
            section.pk: collect_match_points(
                self.session_results.scoring_field,
                section,
                self.session_results.get_section_lines(section).all,
                ranking.matches,
            )
            for section in self.session_results.knockouts
        }

    def _make_cross_cell(self, team: int, opponent: int) -> CrossCell | None:
        meetings = self._matches_by_teams.get((team, opponent), ())
        if not meetings:
            return None
        team_score, _other_score = _sum_sides(
            match.score for match in meetings if not match.is_unfinished
        )
        return CrossCell(opponent, team_score, sum(match.board_count for match in meetings))

    @cached_property
    def _matches_by_teams(self) -> Mapping[tuple[int, int], list[TeamMatch]]:
        """Every match with a result, as each of its teams has it."""
        pair_no = self.session_results.scoring_field.get_pair_no
        matches_by_teams: dict[tuple[int, int], list[TeamMatch]] = defaultdict(list)
        for match in self.session_results.scored.ranking.matches:
            if match.board_count:
                for side in map(match.view_from_team, match.teams):
                    home, away = pair_no(side.home, None), pair_no(side.away, None)
                    matches_by_teams[home, away].append(side)
        return matches_by_teams

    @property
    def _bye_texts_by_team(self) -> dict[int, str]:
        """The rounds in which the movement gives teams no opponents, in words."""
        scoring_field = self.session_results.scoring_field
        rounds_by_team: dict[int, list[int]] = defaultdict(list)
        for section in scoring_field.sections:
            plan = self.session_results.plan_by_section.get(section.pk)
            if plan is None:
                continue
            for round_no, contestant, *_place in plan.sit_outs:
                rounds_by_team[scoring_field.get_field_number(section, contestant)].append(round_no)
        bye_texts_by_team = {}
        for team, round_numbers in rounds_by_team.items():
            plural = "s" if len(round_numbers) > 1 else ""
            bye_texts_by_team[team] = f"round{plural} {', '.join(map(str, sorted(round_numbers)))}"
        return bye_texts_by_team

    def _get_match_lines(self, home: int, away: int) -> Sequence[SectionLine]:
        return self._lines_by_teams.get(frozenset((home, away)), ())

    @cached_property
    def _lines_by_teams(self) -> Mapping[frozenset[int], list[SectionLine]]:
        """Every line, by the teams that met on it."""
        lines_by_teams: dict[frozenset[int], list[SectionLine]] = defaultdict(list)
        for line in self.session_results.lines.all:
            teams = frozenset((*self._get_side_teams(line.ns), *self._get_side_teams(line.ew)))
            lines_by_teams[teams].append(line)
        return lines_by_teams

    def _get_side_teams(self, side: int) -> tuple[int, ...]:
        return self.session_results.scoring_field.list_members(side)

    def _make_match_boards(self, home: int, lines: Sequence[SectionLine]) -> Iterator[MatchBoard]:
        is_by_round = self.session_results.lines.is_by_round
        running_totals: SidePoints = (0, 0)
        running_round: int | None = None
        for (round_no, board_no, _table), rooms in self._collect_rooms_by_board(
            home, lines
        ).items():
            if is_by_round and round_no != running_round:
                # Each round is a match of its own.
                running_totals = (0, 0)
                running_round = round_no
            home_points, away_points = _get_board_points(rooms)
            if home_points is not None and away_points is not None:
                running_totals = _sum_sides((running_totals, (home_points, away_points)))
            yield MatchBoard(
                round_no=round_no,
                board_no=board_no,
                open_room=rooms.get(True),
                closed_room=rooms.get(False),
                home_points=home_points,
                away_points=away_points,
                running_totals=running_totals,
            )

    def _collect_rooms_by_board(
        self, home: int, lines: Sequence[SectionLine]
    ) -> Mapping[tuple[int | None, int, int], dict[bool, BoardLine]]:
        """Return the lines of both rooms for each board, the open one (*home* N-S) by True.

        The key is round, board and the number of the pair of tables, since large teams play a board
        at several.
        """
        rooms_by_board: dict[tuple[int | None, int, int], dict[bool, BoardLine]] = defaultdict(dict)
        table_counts: Counter[tuple[int | None, int, bool]] = Counter()
        # In a match of three, the two tables of a board may be in two rounds: the later counts.
        last_rounds_by_board = {line.board_no: line.round_no for line in lines}
        # If players sit by seat, tables may exchange boards from round to round.
        is_by_seat = self.session_results.heading.is_by_seat
        for line in lines:
            if is_by_seat:
                round_no = None
            elif self.session_results.lines.is_by_round:
                round_no = last_rounds_by_board[line.board_no]
            else:
                round_no = line.round_no
            is_home_ns = home in self._get_side_teams(line.ns)
            table_index = table_counts[round_no, line.board_no, is_home_ns]
            table_counts[round_no, line.board_no, is_home_ns] += 1
            room = rooms_by_board[round_no, line.board_no, table_index]
            room[is_home_ns] = make_seated_line(
                self.session_results.scored, self.session_results.people, line
            )
        return rooms_by_board


class _KnockoutMatch(NamedTuple):
    """The totals of both teams in a match of a knock-out, home first, and its carry-over."""

    totals: SidePoints | None
    has_carry_over: bool
    is_decided_by_carry_over: bool


def collect_finished_matches_by_key(session_results: SessionResults) -> dict[MatchKey, TeamMatch]:
    """Return the finished matches of *session_results* by round and teams, lower first."""
    pair_no = session_results.scoring_field.get_pair_no
    matches_by_key: dict[MatchKey, TeamMatch] = {}
    for match in session_results.scored.ranking.matches:
        if match.board_count and not match.is_unfinished:
            home, away = pair_no(match.home, None), pair_no(match.away, None)
            matches_by_key[match.round_no or 0, home, away] = match
    return matches_by_key


def get_match_decimals(session_results: SessionResults) -> int:
    """Return the decimals that the results of all matches of *session_results* need."""
    return get_common_decimals(
        figure for match in session_results.scored.ranking.matches for figure in match.result
    )


def _get_points_and_scores(match: TeamMatch) -> tuple[SidePoints, SidePoints]:
    """Return the points of both teams, and their scores once the match is finished."""
    if match.is_unfinished:
        return match.points, (None, None)
    if match.reported_unit == Unit.VICTORY_POINTS:  # nobody knows the points of the boards
        return (None, None), match.score
    return match.points, match.score


def _get_listed_points_and_scores(match: TeamMatch) -> tuple[SidePoints, SidePoints]:
    """Return the same for a list of matches, with the IMPs of both sides and not their difference."""
    points, score = _get_points_and_scores(match)
    if points == match.points:
        points = match.points_won
    if score == match.score:
        score = match.result
    return points, score


def _get_board_points(rooms: Mapping[bool, BoardLine]) -> SidePoints:
    """Return the points of a board for the home team and the visitors."""
    if True in rooms:  # the home team sat N-S
        home, away = rooms[True].ns.points, rooms[True].ew.points
    else:
        home, away = rooms[False].ew.points, rooms[False].ns.points
    if home is not None and away is not None and home + away == 0:
        # IMPs are shown as won by one side only, not as a loss of the other.
        return max(home, 0), max(away, 0)
    return home, away


def _sum_sides(pairs: Iterable[SidePoints]) -> SidePoints:
    """Return the sums of both figures of *pairs*, or None for both without pairs."""
    home_sum = away_sum = Fraction(0)
    is_empty = True
    for home, away in pairs:
        if home is not None and away is not None:
            home_sum += Fraction(home)
            away_sum += Fraction(away)
            is_empty = False
    if is_empty:
        return None, None
    return home_sum, away_sum


def _sum_imps(matches: Iterable[TeamMatch]) -> SidePoints:
    """Return the IMPs of which a scale made the scores of *matches*, None for both if unknown."""
    finished_matches = [match for match in matches if not match.is_unfinished]
    known_imps = [match.imps_before_scale for match in finished_matches if match.imps_before_scale]
    if len(known_imps) < len(finished_matches):
        return None, None
    return _sum_sides(known_imps)


def _explain_match_score(
    match: TeamMatch, unit: str, decimals: int, *, is_single: bool, is_ruled: bool
) -> str:
    """Explain a match score: ``"23 : 0 IMPs on 4 boards gave 15.2 : 4.8 victory points"``."""
    boards_text = f"{match.board_count} board{'' if match.board_count == 1 else 's'}"
    if not is_single and match.round_no is not None:
        boards_text = f"{boards_text} of round {match.round_no}"
    if is_ruled:
        boards_text = f"{boards_text} and rulings"
    if match.is_unfinished:
        return f"{boards_text} entered so far; the match counts when all are"
    home_score, away_score = (
        format_rounded(figure, decimals).replace("-", MINUS) for figure in match.result
    )
    if match.reported_unit == Unit.VICTORY_POINTS or (
        match.reported_unit and match.points == match.score
    ):
        introduction = "Entered as a result, with rulings" if is_ruled else "Entered as a result"
        return f"{introduction}: {home_score} : {away_score} {unit}"
    home_points = Fraction(match.points[0])
    if match.tops:
        home_top, _away_top = match.tops
        percentage = format_percent(100 * home_points / home_top) if home_top else "no"
        return f"{percentage}% on {boards_text} gave {home_score} : {away_score} {unit}"
    if unit != VICTORY_POINTS:
        return f"{boards_text} gave {home_score} : {away_score} {unit}"
    imps_text = format_match_imps(match)
    return f"{imps_text} on {boards_text} gave {home_score} : {away_score} {unit}"
