"""The points of the matches of a knock-out, also of its three-way matches."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from director.boards.movement.lines.section_lines import MatchKey, SectionLine
from director.boards.movement.sections import ScoringField
from director.boards.scoring.extras import fetch_section_extras
from director.models import Match, Section
from director.models.ruling import Unit
from director.sheets import MINUS
from scoring.display import format_for_note
from scoring.method import SCALE_OPTION_NAME
from scoring.model import TeamMatch
from scoring.registry import get_method
from scoring.totals.ranking import format_signed

KnockoutKey: TypeAlias = tuple[int, frozenset[int]]
"""A match: its round, and the numbers of both teams in their section."""


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The points of a match."""

    points_by_team: Mapping[int, Fraction]
    is_over: bool  # every board is entered
    # The IMPs that each team won, with its carry-over and rulings, if they are known.
    totals_by_team: Mapping[int, Fraction] | None = None
    carried_margin: Fraction = Fraction(0)  # the part of the first team's margin from carry-over

    @property
    def winner(self) -> int | None:
        """The team with more points once the match is over, or None."""
        leader = max(self.points_by_team, key=lambda team: self.points_by_team[team])
        is_level = len(set(self.points_by_team.values())) == 1
        if self.is_over and not is_level:
            return leader
        return None

    @property
    def margin(self) -> Fraction:
        """The difference of the two teams' points."""
        return max(self.points_by_team.values()) - min(self.points_by_team.values())

    def format_score(self, team: int) -> str:
        """Return the score beside a team: its IMPs, its margin if only that is known, or its points."""
        if self.totals_by_team:
            return format_for_note(self.totals_by_team[team]).replace("-", MINUS)
        points = self.points_by_team[team]
        # IMPs of one team are the loss of the other, so they add up to zero.
        is_margin = not sum(self.points_by_team.values())
        text = format_signed(points) if is_margin else format_for_note(points)
        return text.replace("-", MINUS)


def collect_match_points(
    scoring_field: ScoringField,
    section: Section,
    lines: Iterable[SectionLine],
    matches: Iterable[TeamMatch],
) -> dict[KnockoutKey, MatchPoints]:
    """Return the points of *section*'s matches among *matches*.

    IMPs decide a match, even if the method turns them into victory points. Methods without IMPs
    have only the score of the match.  A team's carry-over in IMPs counts in its first match.
    """
    lines = list(lines)
    method = get_method(scoring_field.scoring_record.scoring)
    has_imps = any(option.name == SCALE_OPTION_NAME for option in method.options)
    number_offset = scoring_field.get_field_number(section, 0)
    # A match isn't over while a line has no result, or only the decision who goes through.
    unfinished_keys = {
        (line.round_no, frozenset((line.ns, line.ew)))
        for line in lines
        if line.is_decided or not line.is_entered
    }
    points_by_key: dict[KnockoutKey, MatchPoints] = {}
    victory_point_keys: set[KnockoutKey] = set()
    for match in matches:
        home = scoring_field.get_pair_no(match.home, None)
        away = scoring_field.get_pair_no(match.away, None)
        home_section, _number = scoring_field.get_section_and_number(home)
        if not match.board_count or home_section.pk != section.pk:
            continue
        key = match.round_no or 0, frozenset((home - number_offset, away - number_offset))
        # An unfinished match has no score yet, but its points so far are shown. Of a match that was
        # reported in victory points, no IMPs are known.
        if (has_imps and match.reported_unit != Unit.VICTORY_POINTS) or match.is_unfinished:
            home_points, away_points = match.points
        else:
            home_points, away_points = match.score
        points_by_team = {
            home - number_offset: Fraction(home_points or 0),
            away - number_offset: Fraction(away_points or 0),
        }
        totals_by_team = None
        if has_imps and match.imps_won:
            home_total, away_total = map(Fraction, match.imps_won)
            totals_by_team = {home - number_offset: home_total, away - number_offset: away_total}
        points_by_key[key] = MatchPoints(points_by_team, key not in unfinished_keys, totals_by_team)
        if match.reported_unit == Unit.VICTORY_POINTS:
            victory_point_keys.add(key)
    if has_imps:
        _add_carry_over(points_by_key, section, lines, victory_point_keys)
    return points_by_key


def _add_carry_over(
    points_by_key: dict[KnockoutKey, MatchPoints],
    section: Section,
    lines: Iterable[SectionLine],
    victory_point_keys: Collection[KnockoutKey],
) -> None:
    """Add the carry-over of each team to the points of its first match.

    The carry-over comes from a match between the same two, so it counts against one opponent only.
    A match whose victory points alone are known isn't over: nobody can add IMPs to them.
    """
    extras = fetch_section_extras(section)
    if extras.used_carry_over_unit != Unit.IMPS:
        return
    # Of the two half matches of a first round, the one with the lower numbers is the first.
    first_keys_by_team: dict[int, MatchKey] = {}
    for line in lines:
        match_key = line.round_no or 0, min(line.ns, line.ew), max(line.ns, line.ew)
        for team in match_key[1:]:
            first_keys_by_team[team] = min(match_key, first_keys_by_team.get(team, match_key))
    for key, match in points_by_key.items():
        round_no, teams = key
        first, second = match.points_by_team
        carry_over_by_team = {first: Fraction(0), second: Fraction(0)}
        for team in carry_over_by_team:
            pair_extras = extras.extras_by_pair.get(team)
            if (
                pair_extras
                and pair_extras.carry_over
                and first_keys_by_team.get(team) == (round_no, *sorted(teams))
            ):
                carry_over_by_team[team] = Fraction(pair_extras.carry_over)
        margin = carry_over_by_team[first] - carry_over_by_team[second]
        if key in victory_point_keys:
            points_by_key[key] = replace(match, is_over=match.is_over and not margin)
            continue
        points_by_team = {
            first: match.points_by_team[first] + margin,
            second: match.points_by_team[second] - margin,
        }
        totals_by_team = None
        if match.totals_by_team:
            totals_by_team = {
                team: match.totals_by_team[team] + carry_over_by_team[team]
                for team in carry_over_by_team
            }
        points_by_key[key] = replace(
            match,
            points_by_team=points_by_team,
            totals_by_team=totals_by_team,
            carried_margin=margin,
        )


# In a three-way match, teams go on by matches won and then by IMPs.

_WINS_TEXTS = {
    Fraction(0): "0",
    Fraction(1, 2): "½",
    Fraction(1): "1",
    Fraction(3, 2): "1½",
    Fraction(2): "2",
}
"""How wins are written. A team of a three-way match has two matches, and a tie is half a win."""


@dataclass(frozen=True, slots=True)
class ThreeWayMatch:
    """Three *teams* who play each other."""

    teams: tuple[int, ...]
    advancing_teams: tuple[int, ...]  # the best first, empty until they are known
    wins_by_team: Mapping[int, Fraction]  # matches won, a tie is half a win
    margins_by_team: Mapping[int, Fraction]  # points won less points lost

    def format_score(self, team: int) -> str:
        """Return the score beside a team: ``"1 win, +12"``, empty before a match is over."""
        if not sum(self.wins_by_team.values()):
            return ""
        wins = self.wins_by_team[team]
        noun = "win" if 0 < wins <= 1 else "wins"
        margin = format_signed(self.margins_by_team[team]).replace("-", MINUS)
        return f"{_WINS_TEXTS[wins]} {noun}, {margin}"


def rank_three_way(
    teams: Sequence[int],
    advancing_count: int,
    points_by_key: Mapping[KnockoutKey, MatchPoints],
    decisions_by_key: Mapping[KnockoutKey, Match],
) -> ThreeWayMatch:
    """Return the match of three *teams* in round 1, of which *advancing_count* go on.

    Matches won decide, then points, then the match between two who are still level. A match that
    the director has decided counts as won.
    """
    wins_by_team = dict.fromkeys(teams, Fraction(0))
    margins_by_team = dict.fromkeys(teams, Fraction(0))
    winners_by_couple: dict[frozenset[int], int | None] = {}
    for first, second in combinations(teams, 2):
        couple = frozenset((first, second))
        match_points = points_by_key.get((1, couple))
        decision = decisions_by_key.get((1, couple))
        is_over = decision is not None or (match_points is not None and match_points.is_over)
        if match_points and (is_over or match_points.margin):
            margin = _compute_lead(match_points, first)
            margins_by_team[first] += margin
            margins_by_team[second] -= margin
        if not is_over:
            continue
        winner = None
        if decision:
            winner = decision.winner
        elif match_points:
            winner = match_points.winner
        winners_by_couple[couple] = winner
        for team in (first, second):
            if winner is None:
                wins_by_team[team] += Fraction(1, 2)
            elif winner == team:
                wins_by_team[team] += 1
    advancing_teams: tuple[int, ...] = ()
    if len(winners_by_couple) == 3:
        advancing_teams = _choose_advancing_teams(
            teams, advancing_count, wins_by_team, margins_by_team, winners_by_couple
        )
    return ThreeWayMatch(tuple(teams), advancing_teams, wins_by_team, margins_by_team)


def _compute_lead(points: MatchPoints, team: int) -> Fraction:
    """Return by how much *team* leads. IMPs of one team are the loss of the other."""
    team_points = points.points_by_team[team]
    opponent_points = sum(points.points_by_team.values()) - team_points
    return team_points if team_points == -opponent_points else team_points - opponent_points


def _choose_advancing_teams(
    teams: Sequence[int],
    advancing_count: int,
    wins_by_team: Mapping[int, Fraction],
    margins_by_team: Mapping[int, Fraction],
    winners_by_couple: Mapping[frozenset[int], int | None],
) -> tuple[int, ...]:
    """Return the best *advancing_count* of *teams*, or () if a tie leaves it open."""
    results_by_team = {team: (wins_by_team[team], margins_by_team[team]) for team in teams}
    team_counts = Counter(results_by_team.values())
    if max(team_counts.values()) == 2:
        level_teams = [team for team in teams if team_counts[results_by_team[team]] == 2]
        winner = winners_by_couple[frozenset(level_teams)]
        ranked_teams = sorted(
            teams, key=lambda team: (results_by_team[team], team == winner), reverse=True
        )
        is_decided = winner is not None
    else:
        ranked_teams = sorted(teams, key=results_by_team.__getitem__, reverse=True)
        is_decided = max(team_counts.values()) == 1
    is_clear = (
        results_by_team[ranked_teams[advancing_count - 1]]
        != results_by_team[ranked_teams[advancing_count]]
    )
    return tuple(ranked_teams[:advancing_count]) if is_decided or is_clear else ()
