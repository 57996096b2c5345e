"""The matches of one session of teams: cross-table, list of matches, and one match by boards.

Points come from the ranking of the session, which is scored once for all of these; here the
boards of a match are put side by side and its score is explained. *home* is the team whose side
a sheet takes; which of two teams it is doesn't matter for the figures.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from director.additions.contests.scoring.knockout import MatchPoints, collect_match_points
from director.additions.contests.scoring.sheets import (
    CrossCell,
    CrossRow,
    CrossTable,
    MatchBoard,
    MatchSheet,
    PlayedMatch,
)
from director.boards.movement.lines.matches import collect_matches
from director.boards.movement.lines.section_lines import MatchKey, SectionLine, SectionLines
from director.boards.movement.rounds import are_drawn
from director.boards.movement.scoring_field import Key
from director.boards.scoring.extras import describe_carry_over_rule
from director.boards.scoring.lines import make_seated_line
from director.boards.scoring.scored import get_line_key
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.units import VICTORY_POINTS, get_total_unit
from director.models import Plan
from director.models.ruling import Unit
from director.sheets import MINUS, BoardLine, Points, StandingRow
from scoring.display import common_decimals, noted_text, percent_text, points_text
from scoring.model import TeamMatch
from scoring.registry import find_method

IMPS = "IMPs"
SidePoints = tuple[Points, Points]
"""The points of the home team and of the other."""


class SheetsAfter(SessionSheets):
    """The sheets of a session as they were after *round_no*."""

    def __init__(self, sheets: SessionSheets, round_no: int) -> None:
        super().__init__(sheets.scoring_field)
        self.has_finals = sheets.has_finals
        self._all_rounds_sheets = sheets
        self._round_no = round_no

    @cached_property
    def lines(self) -> SectionLines:
        """The lines until the round, and those without a known round."""
        all_lines = self._all_rounds_sheets.lines
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
            is_over_weeks=all_lines.is_over_weeks,
        )

    @cached_property
    def plans(self) -> dict[int, Plan]:
        """The stored plans of the sections, by the key of the section."""
        return self._all_rounds_sheets.plans

    @cached_property
    def players(self) -> dict[int, list[str]]:
        """The names of the players of each team."""
        return self._all_rounds_sheets.players


@dataclass(frozen=True)
class Matches:
    """The matches of the session of *sheets*, calculated when needed."""

    sheets: SessionSheets

    @property
    def board_unit(self) -> str:
        """The unit of the boards' points."""
        scoring_record = self.sheets.scoring_field.scoring_record
        if find_method(scoring_record.scoring).name_in_files == "matchpoints":
            return "matchpoints"
        if self.unit == VICTORY_POINTS:
            return "IMPs"
        return "points"

    @property
    def rounds(self) -> list[int]:
        """The rounds that have a result, ascending."""
        return sorted(
            {line.round_no for line in self.sheets.lines.all if line.is_entered and line.round_no}
        )

    @property
    def unit(self) -> str:
        """The unit of the scores of matches."""
        return get_total_unit(self.sheets.scoring_field.scoring_record)

    @cached_property
    def decimals(self) -> int:
        """The decimals of all results of matches, so that those of one table agree."""
        return get_match_decimals(self.sheets)

    @property
    def has_cross_table(self) -> bool:
        """Whether a cross-table shows the matches well. A knock-out has a bracket instead."""
        return not are_drawn(self.sheets.plans.values())

    @property
    def cross_table(self) -> CrossTable:
        """Every team against every other."""
        teams = tuple(self.sheets.rows_by_number)
        byes = self._byes
        rows = []
        for team in teams:
            cells = tuple(
                self._make_cross_cell(team.contestant, opponent.contestant) for opponent in teams
            )
            rows.append(CrossRow(team, cells, byes.get(team.contestant, "")))
        return CrossTable(
            heading=self.sheets.heading, unit=self.unit, teams=teams, rows=tuple(rows)
        )

    @property
    def played(self) -> tuple[PlayedMatch, ...]:
        """Every match with a result or void, by round, then by home team."""
        rows = {row.contestant: row for row in self.sheets.rows}
        pair_no = self.sheets.scoring_field.pair_no
        rounds: dict[frozenset[int], set[int]] = defaultdict(set)
        for line in self.sheets.lines.all:
            if line.round_no and line.is_entered:
                rounds[frozenset((line.ns, line.ew))].add(line.round_no)
        matches = []
        for match in self.sheets.scored.ranking.matches:
            if not match.boards:
                continue
            home, away = pair_no(match.home, None), pair_no(match.away, None)
            if match.round_no:
                match_rounds = [match.round_no]
            else:  # A match over several rounds: those in which the two teams met.
                match_rounds = sorted(rounds[frozenset((home, away))])
            points, score = _get_points_and_scores(match)
            matches.append(
                PlayedMatch(
                    tuple(match_rounds), rows[home], rows[away], match.boards, points, score
                )
            )
        matches += self._make_void_matches()
        return tuple(sorted(matches, key=lambda match: (match.rounds, match.home.contestant)))

    def _make_void_matches(self) -> Iterator[PlayedMatch]:
        if not self.sheets.lines.has_void_matches:
            return
        rows = {row.contestant: row for row in self.sheets.rows_by_number}
        for match in collect_matches(self.sheets.lines).values():
            if match.is_void and match.lines:
                round_no, *teams = match.key
                home, away = (self._get_team_row(rows, team) for team in teams)
                rounds = (round_no,) if round_no else ()
                no_points = (None, None)
                yield PlayedMatch(rounds, home, away, 0, no_points, no_points, is_void=True)

    def _get_team_row(self, rows: Mapping[int, StandingRow], team: int) -> StandingRow:
        """Return the row of *team* in *rows*, or one without names and results."""
        if team in rows:
            return rows[team]
        return StandingRow("", team, self.sheets.scoring_field.label(team), "", "", 0, None, None)

    @property
    def scored(self) -> Iterator[MatchSheet]:
        """Every match of :attr:`played`, board by board."""
        for played in self.played:
            round_no = played.rounds[0] if played.rounds else 0
            sheet = self.match(played.home.contestant, played.away.contestant, round_no)
            if sheet:
                yield sheet

    def match(self, home: int, away: int, round_no: int = 0) -> MatchSheet | None:
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
            for match in self._meetings.get((home, away), ())
            if not round_no or match.round_no == round_no
        ]
        rows_by_team = {row.contestant: row for row in self.sheets.rows_by_number}
        rows = (self._get_team_row(rows_by_team, home), self._get_team_row(rows_by_team, away))
        match_rounds = (round_no,) if round_no else rounds or (0,)
        figures = [_get_points_and_scores(match) for match in matches]
        rulings = list(self._list_match_rulings(home, away, match_rounds))
        reasons = self._explain_scores(matches, is_ruled=bool(rulings))
        keys = {get_line_key(line) for line in lines}
        knockout = self._find_knockout_match(home, away, match_rounds[-1])
        result = _sum_sides(match.result for match in matches if not match.is_unfinished)
        if knockout and knockout.totals and self.unit == IMPS:
            result = knockout.totals
        carried: tuple[str, ...] = ()
        if knockout and knockout.carried:
            carried = tuple(self._format_carry_over_notes(rows))
        return MatchSheet(
            heading=self.sheets.heading,
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
                self._list_adjustments(rows, keys, is_carry_over_shown=not carried)
            ),
            rulings=tuple(rulings),
            is_reported=any(match.reported for match in matches),
            result=result,
            # Totals of a knock-out with carry-over may have more.
            decimals=max(self.decimals, common_decimals(result)),
            match_adjustments=carried,
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
        if not self.sheets.lines.is_by_round:
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

    def _list_match_rulings(self, home: int, away: int, rounds: Iterable[int]) -> Iterator[str]:
        """Yield the awards and penalties on the matches of both teams in *rounds*."""
        low, high = sorted((home, away))
        keys = {(round_no, low, high) for round_no in rounds}
        contestant_word = self.sheets.heading.contestant_word.capitalize()
        for penalty in self.sheets.penalties:
            if penalty.match in keys:
                team = self.sheets.scoring_field.label(penalty.pair_no)
                law = f", {penalty.law}" if penalty.law else ""
                yield f"{contestant_word} {team}: {penalty.text}, ruling {penalty.number}{law}"

    def _list_adjustments(
        self, teams: Iterable[StandingRow], lines: Container[Key], *, is_carry_over_shown: bool
    ) -> Iterator[str]:
        """Yield the carry-over of *teams*, and the penalties of their totals given on *lines*."""
        for team in teams:
            if is_carry_over_shown:
                yield from self._format_carry_over_notes((team,))
            for penalty in self.sheets.penalties:
                if penalty.match or penalty.pair_no != team.contestant:
                    continue
                if penalty.line in lines:
                    name = self._format_team_name(team)
                    yield f"{name}: penalty {penalty.text}, ruling {penalty.number}"

    def _format_carry_over_notes(self, teams: Iterable[StandingRow]) -> Iterator[str]:
        """Yield the carry-over of *teams*."""
        for team in teams:
            carried = self.sheets.extras.format_carry_over_amount(team.contestant)
            if carried:
                section, _number = self.sheets.scoring_field.place(team.contestant)
                words = describe_carry_over_rule(section)
                rule = f" ({words})" if words else ""
                yield f"{self._format_team_name(team)}: carry-over {carried}{rule}"

    def _format_team_name(self, team: StandingRow) -> str:
        return f"{self.sheets.heading.contestant_word.capitalize()} {team.label}"

    def _find_knockout_match(self, home: int, away: int, round_no: int) -> "_KnockoutMatch | None":
        """Return the totals and carry-over of a knock-out match, or None if it is none."""
        place = self.sheets.scoring_field.place
        section, home_in_section = place(home)
        _section, away_in_section = place(away)
        points = self._knockout_points.get(section.pk, {})
        match = points.get((round_no, frozenset((home_in_section, away_in_section))))
        if match is None:
            return None
        totals = None
        if match.totals:
            totals = (match.totals[home_in_section], match.totals[away_in_section])
        first, second = match.points
        lead = match.points[first] - match.points[second]
        # Either team's points have the margin that was carried over, one with the opposite sign.
        lead_without = lead - 2 * match.carried
        # The carry-over decided it if the other team would lead, or neither, without it.
        is_decided = match.is_over and lead != 0 and lead * lead_without <= 0
        return _KnockoutMatch(totals, bool(match.carried), is_decided)

    @cached_property
    def _knockout_points(self) -> Mapping[int, Mapping[tuple[int, frozenset[int]], MatchPoints]]:
        """The points of the matches of every knock-out, by the key of its section."""
        ranking = self.sheets.scored.ranking
        return {
            section.pk: collect_match_points(
                self.sheets.scoring_field,
                section,
                self.sheets.lines_of(section).all,
                ranking.matches,
            )
            for section in self.sheets.knockouts
        }

    def _make_cross_cell(self, team: int, opponent: int) -> CrossCell | None:
        meetings = self._meetings.get((team, opponent), ())
        if not meetings:
            return None
        team_score, _other_score = _sum_sides(
            match.score for match in meetings if not match.is_unfinished
        )
        return CrossCell(opponent, team_score, sum(match.boards for match in meetings))

    @cached_property
    def _meetings(self) -> Mapping[tuple[int, int], list[TeamMatch]]:
        """Every match with a result, as each of its teams has it."""
        pair_no = self.sheets.scoring_field.pair_no
        meetings: dict[tuple[int, int], list[TeamMatch]] = defaultdict(list)
        for match in self.sheets.scored.ranking.matches:
            if match.boards:
                for side in map(match.seen_from, match.teams):
                    home, away = pair_no(side.home, None), pair_no(side.away, None)
                    meetings[home, away].append(side)
        return meetings

    @property
    def _byes(self) -> dict[int, str]:
        """The rounds in which the movement gives teams no opponents, in words."""
        scoring_field = self.sheets.scoring_field
        rounds: dict[int, list[int]] = defaultdict(list)
        for section in scoring_field.sections:
            plan = self.sheets.plans.get(section.pk)
            if plan is None:
                continue
            for round_no, contestant, *_place in plan.sit_outs:
                rounds[scoring_field.pair(section, contestant)].append(round_no)
        byes = {}
        for team, numbers in rounds.items():
            plural = "s" if len(numbers) > 1 else ""
            byes[team] = f"round{plural} {', '.join(map(str, sorted(numbers)))}"
        return byes

    def _get_match_lines(self, home: int, away: int) -> Sequence[SectionLine]:
        return self._lines_of_teams.get(frozenset((home, away)), ())

    @cached_property
    def _lines_of_teams(self) -> Mapping[frozenset[int], list[SectionLine]]:
        """Every line, by the teams that met on it."""
        lines: dict[frozenset[int], list[SectionLine]] = defaultdict(list)
        for line in self.sheets.lines.all:
            teams = frozenset((*self._get_side_teams(line.ns), *self._get_side_teams(line.ew)))
            lines[teams].append(line)
        return lines

    def _get_side_teams(self, side: int) -> tuple[int, ...]:
        return self.sheets.scoring_field.members(side)

    def _make_match_boards(self, home: int, lines: Sequence[SectionLine]) -> Iterator[MatchBoard]:
        is_by_round = self.sheets.lines.is_by_round
        running: SidePoints = (0, 0)
        running_round: int | None = None
        for (round_no, board_no, _table), rooms in self._pair_rooms(home, lines).items():
            if is_by_round and round_no != running_round:
                # Each round is a match of its own.
                running = (0, 0)
                running_round = round_no
            home_points, away_points = _get_board_points(rooms)
            if home_points is not None and away_points is not None:
                running = _sum_sides((running, (home_points, away_points)))
            yield MatchBoard(
                round_no=round_no,
                board_no=board_no,
                open_room=rooms.get(True),
                closed_room=rooms.get(False),
                home_points=home_points,
                away_points=away_points,
                running_totals=running,
            )

    def _pair_rooms(
        self, home: int, lines: Sequence[SectionLine]
    ) -> Mapping[tuple[int | None, int, int], dict[bool, BoardLine]]:
        """Return the lines of both rooms for each board, the open one (*home* N-S) by True.

        The key is round, board and the number of the pair of tables, since large teams play a board
        at several.
        """
        rooms: dict[tuple[int | None, int, int], dict[bool, BoardLine]] = defaultdict(dict)
        table_counts: Counter[tuple[int | None, int, bool]] = Counter()
        # In a match of three, the two tables of a board may be in two rounds: the later counts.
        last_round = {line.board_no: line.round_no for line in lines}
        # If players sit by seat, tables may exchange boards from round to round.
        is_by_seat = self.sheets.heading.by_seat
        for line in lines:
            if is_by_seat:
                round_no = None
            elif self.sheets.lines.is_by_round:
                round_no = last_round[line.board_no]
            else:
                round_no = line.round_no
            is_home_ns = home in self._get_side_teams(line.ns)
            earlier_tables = table_counts[round_no, line.board_no, is_home_ns]
            table_counts[round_no, line.board_no, is_home_ns] += 1
            room = rooms[round_no, line.board_no, earlier_tables]
            room[is_home_ns] = make_seated_line(self.sheets.scored, self.sheets.people, line)
        return rooms


class _KnockoutMatch(NamedTuple):
    """The totals of both teams in a match of a knock-out, home first, and its carry-over."""

    totals: SidePoints | None
    carried: bool
    is_decided_by_carry_over: bool


def index_match_scores(sheets: SessionSheets) -> dict[MatchKey, tuple[Fraction, Fraction]]:
    """Return the scores of the finished matches of *sheets* by round and teams, lower first."""
    pair_no = sheets.scoring_field.pair_no
    scores: dict[MatchKey, tuple[Fraction, Fraction]] = {}
    for match in sheets.scored.ranking.matches:
        if match.boards and not match.is_unfinished:
            home, away = pair_no(match.home, None), pair_no(match.away, None)
            home_score, away_score = match.result
            scores[match.round_no or 0, home, away] = Fraction(home_score), Fraction(away_score)
    return scores


def get_match_decimals(sheets: SessionSheets) -> int:
    """Return the decimals that the results of all matches of *sheets* need."""
    return common_decimals(
        figure for match in sheets.scored.ranking.matches for figure in match.result
    )


def _get_points_and_scores(match: TeamMatch) -> tuple[SidePoints, SidePoints]:
    """Return the points of both teams, and their scores once the match is finished."""
    if match.is_unfinished:
        return match.points, (None, None)
    if match.reported == Unit.VICTORY_POINTS:  # nobody knows the points of the boards
        return (None, None), match.score
    return match.points, match.score


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


def _explain_match_score(
    match: TeamMatch, unit: str, decimals: int, *, is_single: bool, is_ruled: bool
) -> str:
    """Explain a match score by its boards: ``"23 IMPs on 4 boards gave 15.2 : 4.8 …"``."""
    boards = f"{match.boards} board{'' if match.boards == 1 else 's'}"
    if not is_single and match.round_no is not None:
        boards = f"{boards} of round {match.round_no}"
    if is_ruled:
        boards = f"{boards} and rulings"
    if match.is_unfinished:
        return f"{boards} entered so far; the match counts when all are"
    home_score, away_score = (
        points_text(figure, decimals).replace("-", MINUS) for figure in match.result
    )
    if match.reported == Unit.VICTORY_POINTS or (match.reported and match.points == match.score):
        entered = "Entered as a result, with rulings" if is_ruled else "Entered as a result"
        return f"{entered}: {home_score} : {away_score} {unit}"
    home_points = Fraction(match.points[0])
    if match.tops:
        home_top, _away_top = match.tops
        share = percent_text(100 * home_points / home_top) if home_top else "no"
        return f"{share}% on {boards} gave {home_score} : {away_score} {unit}"
    if unit != VICTORY_POINTS:
        return f"{boards} gave {home_score} : {away_score} {unit}"
    margin = noted_text(home_points).replace("-", MINUS)
    return f"{margin} IMPs on {boards} gave {home_score} : {away_score} {unit}"
