"""The points that decide each match of a knock-out, with what was carried over into it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from director.boards.movement.lines.section_lines import MatchKey, SectionLine
from director.boards.movement.sections import ScoringField
from director.boards.scoring.extras import fetch_section_extras
from director.models import Section
from director.models.ruling import Unit
from director.sheets import MINUS
from scoring.display import noted_text
from scoring.method import SCALE
from scoring.model import TeamMatch
from scoring.registry import find_method
from scoring.totals.ranking import signed_text

Key: TypeAlias = tuple[int, frozenset[int]]
"""A match: its round, and the numbers of both teams in their section."""


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The points of a match by team, and whether every board is entered.

    *totals* are the IMPs that each team won, with its carry-over and rulings, if they are known. The
    *carried* margin is the part of the first team's margin that was carried over.
    """

    points: Mapping[int, Fraction]
    is_over: bool
    totals: Mapping[int, Fraction] | None = None
    carried: Fraction = Fraction(0)

    @property
    def winner(self) -> int | None:
        """The team with more points once the match is over, or None."""
        leader = max(self.points, key=lambda team: self.points[team])
        is_level = len(set(self.points.values())) == 1
        if self.is_over and not is_level:
            return leader
        return None

    @property
    def margin(self) -> Fraction:
        """The difference of the two teams' points."""
        return max(self.points.values()) - min(self.points.values())

    def text(self, team: int) -> str:
        """Return the score beside a team: its IMPs, its margin if only that is known, or its points."""
        if self.totals:
            return noted_text(self.totals[team]).replace("-", MINUS)
        points = self.points[team]
        # IMPs of one team are the loss of the other, so they add up to zero.
        is_margin = not sum(self.points.values())
        text = signed_text(points) if is_margin else noted_text(points)
        return text.replace("-", MINUS)


def collect_match_points(
    scoring_field: ScoringField,
    section: Section,
    lines: Iterable[SectionLine],
    matches: Iterable[TeamMatch],
) -> dict[Key, MatchPoints]:
    """Return the points of each of *matches* of *section*.

    IMPs decide a match, even if the method turns them into victory points. Methods without IMPs
    have only the score of the match.  A team's carry-over in IMPs counts in its first match.
    """
    lines = list(lines)
    method = find_method(scoring_field.scoring_record.scoring)
    has_imps = any(option.name == SCALE for option in method.options)
    base = scoring_field.pair(section, 0)
    # A match isn't over while a line has no result, or only the decision who goes through.
    unfinished_keys = {
        (line.round_no, frozenset((line.ns, line.ew)))
        for line in lines
        if line.is_decided or not line.is_entered
    }
    points: dict[Key, MatchPoints] = {}
    in_victory_points: set[Key] = set()
    for match in matches:
        home = scoring_field.pair_no(match.home, None)
        away = scoring_field.pair_no(match.away, None)
        home_section, _number = scoring_field.place(home)
        if not match.boards or home_section.pk != section.pk:
            continue
        key = match.round_no or 0, frozenset((home - base, away - base))
        # An unfinished match has no score yet, but its points so far are shown. Of a match that was
        # reported in victory points, no IMPs are known.
        if (has_imps and match.reported != Unit.VICTORY_POINTS) or match.is_unfinished:
            home_points, away_points = match.points
        else:
            home_points, away_points = match.score
        points_by_team = {
            home - base: Fraction(home_points or 0),
            away - base: Fraction(away_points or 0),
        }
        totals = None
        if has_imps and match.gross:
            home_total, away_total = map(Fraction, match.gross)
            totals = {home - base: home_total, away - base: away_total}
        points[key] = MatchPoints(points_by_team, key not in unfinished_keys, totals)
        if match.reported == Unit.VICTORY_POINTS:
            in_victory_points.add(key)
    if has_imps:
        _add_carry_over(points, section, lines, in_victory_points)
    return points


def _add_carry_over(
    points: dict[Key, MatchPoints],
    section: Section,
    lines: Iterable[SectionLine],
    in_victory_points: Collection[Key],
) -> None:
    """Add the carry-over of each team to the points of its first match.

    The carry-over comes from a match between the same two, so it counts against one opponent only.
    A match whose victory points alone are known isn't over: nobody can add IMPs to them.
    """
    extras = fetch_section_extras(section)
    if extras.used_carry_over_unit != Unit.IMPS:
        return
    # Of the two half matches of a first round, the one with the lower numbers is the first.
    first_matches: dict[int, MatchKey] = {}
    for line in lines:
        match_key = line.round_no or 0, min(line.ns, line.ew), max(line.ns, line.ew)
        for team in match_key[1:]:
            first_matches[team] = min(match_key, first_matches.get(team, match_key))
    for key, match in points.items():
        round_no, teams = key
        first, second = match.points
        carried = {first: Fraction(0), second: Fraction(0)}
        for team in carried:
            pair_extras = extras.pairs.get(team)
            if (
                pair_extras
                and pair_extras.carry_over
                and first_matches.get(team) == (round_no, *sorted(teams))
            ):
                carried[team] = Fraction(pair_extras.carry_over)
        margin = carried[first] - carried[second]
        if key in in_victory_points:
            points[key] = replace(match, is_over=match.is_over and not margin)
            continue
        points_by_team = {
            first: match.points[first] + margin,
            second: match.points[second] - margin,
        }
        totals = None
        if match.totals:
            totals = {team: match.totals[team] + carried[team] for team in carried}
        points[key] = replace(match, points=points_by_team, totals=totals, carried=margin)
