"""The bracket of a knock-out for screen and paper, with the places that are still open."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from director.additions.contests.scoring.knockout import (
    PlayedKnockout,
    collect_decisions,
    make_played_knockout,
)
from director.additions.contests.scoring.knockout_points import MatchPoints, collect_match_points
from director.boards.movement.formats import get_format
from director.boards.movement.sections import ScoringField
from director.boards.movement.words import make_heading
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Section
from director.sheets import Heading
from movements.swiss.knockout import KnockoutMatch
from movements.swiss.systems import is_double_elimination


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A team in a match of the bracket. *score* is empty until a board of the match is complete."""

    label: str  # "3"; its seed
    name: str
    score: str = ""
    is_winner: bool = False

    @property
    def text(self) -> str:
        """Number and name in one line."""
        return f"{self.label} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket. A side is None while it is unknown.

    *decision_text* says who goes on and why, unless the score decided it: ``"4 goes on by lot"``. A
    three-way match has a *third_side*.
    """

    upper_side: BracketSide | None
    lower_side: BracketSide | None
    is_bye: bool = False
    decision_text: str = ""
    third_side: BracketSide | None = None

    @property
    def sides(self) -> tuple[BracketSide | None, ...]:
        """Both sides, from the top down, or all three."""
        return (
            (self.upper_side, self.lower_side, self.third_side)
            if self.third_side
            else (self.upper_side, self.lower_side)
        )


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of a round from top to bottom. *short_title* is the title for narrow columns."""

    title: str
    short_title: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knock-out from the first round to the final, with the *winner* once known.

    If a round doesn't follow match by match from the one before, the rounds are lists with the title
    *list_title*: in a double elimination, whose unbeaten are apart, and after three-way matches.
    """

    heading: Heading
    rounds: tuple[BracketRound, ...]
    winner: BracketSide | None = None
    list_title: str = ""


ROUND_TITLES = {1: ("Final", "Final"), 2: ("Semi-finals", "SF"), 4: ("Quarter-finals", "QF")}
"""Titles of a round by its number of matches: in full, and for narrow columns."""


def make_brackets(session_results: SessionResults) -> tuple[Bracket, ...]:
    """Return the bracket of every section of *session_results* that plays a knock-out.

    :raises ScoringError: if the results cannot be scored
    """
    return tuple(_make_bracket(session_results, section) for section in session_results.knockouts)


def make_section_bracket(section: Section) -> Bracket | None:
    """Return the bracket of *section*, or None if it plays no knock-out.

    :raises ScoringError: if the results cannot be scored
    """
    plan = section.plan
    if plan is None or not get_format(plan).is_knockout:
        return None
    return make_brackets(SessionResults(ScoringField(section.session, (section,))))[0]


def _make_bracket(session_results: SessionResults, section: Section) -> Bracket:
    plan = session_results.plan_by_section[section.pk]
    lines = session_results.get_section_lines(section)
    points = collect_match_points(
        session_results.scoring_field, section, lines.all, session_results.scored.ranking.matches
    )
    byes = [(round_no, team) for round_no, team, *_place in plan.sit_outs]
    is_double = is_double_elimination(plan.options)
    knockout = make_played_knockout(
        lines.all,
        byes,
        points,
        decisions_by_key=collect_decisions(lines.stored_matches, section),
        options=plan.options,
    )
    team_names = session_results.get_section_names_by_number(section)
    rounds = []
    for round_no, matches in enumerate(knockout.bracket_rounds, start=1):
        titles = _get_round_titles(len(matches))
        if round_no == 1 and knockout.three_way_matches:
            titles = ("Round 1", "R1")
        groups = [(*titles, matches)]
        if is_double:
            groups = _divide_double_round(knockout, round_no)
        for title, short_title, group in groups:
            bracket_matches = tuple(
                _make_bracket_matches(knockout, round_no, group, team_names, section)
            )
            if round_no == 1:
                bracket_matches += tuple(_make_three_way_matches(knockout, team_names, section))
            rounds.append(BracketRound(title, short_title, bracket_matches))
    winning_team = knockout.winner
    if winning_team is None:
        winner = None
    else:
        winner = BracketSide(
            section.get_label(winning_team), team_names.get(winning_team, ""), is_winner=True
        )
    list_title = ""
    if is_double or knockout.three_way_matches:
        list_title = "Double elimination" if is_double else "Knock-out"
    return Bracket(make_heading(section, plan), tuple(rounds), winner, list_title)


def _make_three_way_matches(
    knockout: PlayedKnockout, team_names: Mapping[int, str], section: Section
) -> Iterator[BracketMatch]:
    for group in knockout.three_way_matches:
        upper, lower, third = (
            BracketSide(
                section.get_label(team),
                team_names.get(team, ""),
                group.format_score(team),
                is_winner=team in group.advancing_teams,
            )
            for team in group.teams
        )
        yield BracketMatch(upper, lower, third_side=third)


def _divide_double_round(
    knockout: PlayedKnockout, round_no: int
) -> list[tuple[str, str, tuple[KnockoutMatch, ...]]]:
    """Return the groups of a round of a double elimination with their titles, the unbeaten first."""
    matches = knockout.bracket_rounds[round_no - 1]
    unbeaten = knockout.unbeaten_by_round[round_no - 1]
    title, short_title = f"Round {round_no}", f"R{round_no}"
    if round_no == 1:
        return [(title, short_title, matches)]
    if len(matches) == 1:
        title = "Final" if unbeaten else "Second final"
        return [(title, title, matches)]
    groups_by_unbeaten: dict[bool, list[KnockoutMatch]] = {True: [], False: []}
    for match in matches:
        groups_by_unbeaten[match.upper in unbeaten].append(match)
    return [
        (f"{title}, unbeaten", short_title, tuple(groups_by_unbeaten[True])),
        (f"{title}, beaten once", short_title, tuple(groups_by_unbeaten[False])),
    ]


def _get_round_titles(match_count: int) -> tuple[str, str]:
    return ROUND_TITLES.get(match_count) or (f"Round of {2 * match_count}", f"of {2 * match_count}")


def _make_bracket_matches(
    knockout: PlayedKnockout,
    round_no: int,
    matches: tuple[KnockoutMatch, ...],
    team_names: Mapping[int, str],
    section: Section,
) -> Iterator[BracketMatch]:
    for match in matches:
        teams = [team for team in (match.upper, match.lower) if team is not None]
        points = knockout.points_by_key.get((round_no, frozenset(teams)))
        sides_by_team: dict[int | None, BracketSide] = {
            team: _make_side(team, match, points, team_names, section) for team in teams
        }
        reason = knockout.get_deciding_reason(round_no, match)
        decision_text = ""
        if reason and match.winner:
            verb = "goes through" if len(matches) > 1 and not knockout.is_double else "wins"
            decision_text = f"{section.get_label(match.winner)} {verb} {reason}"
        yield BracketMatch(
            sides_by_team.get(match.upper),
            sides_by_team.get(match.lower),
            match.is_bye,
            decision_text,
        )


def _make_side(
    team: int,
    match: KnockoutMatch,
    points: MatchPoints | None,
    team_names: Mapping[int, str],
    section: Section,
) -> BracketSide:
    score = points.format_score(team) if points else ""
    name = team_names.get(team, "")
    return BracketSide(section.get_label(team), name, score, is_winner=team == match.winner)
