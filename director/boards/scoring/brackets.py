"""The bracket of a knock-out, with the places that are still open."""

from collections.abc import Iterator, Mapping

from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.words import heading
from director.boards.scoring.matches.bracket import Bracket, BracketMatch, BracketRound, BracketSide
from director.boards.scoring.matches.knockout import (
    MatchPoints,
    PlayedKnockout,
    knockout_played,
    match_points,
)
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Section
from movements import KNOCK_OUT, KnockoutMatch

NAMED = {1: ("Final", "Final"), 2: ("Semi-finals", "SF"), 4: ("Quarter-finals", "QF")}
"""What a round of so many matches is called, in full and where there is little room."""


def brackets(sheets: SessionSheets) -> tuple[Bracket, ...]:
    """Return the bracket of every section of *sheets* that plays a knock-out.

    :raises ScoringError: if the results cannot be scored
    """
    return tuple(_bracket(sheets, section) for section in sheets.knockouts)


def section_bracket(section: Section) -> Bracket | None:
    """Return the bracket of *section*, or None if it plays no knock-out.

    :raises ScoringError: as :func:`brackets`
    """
    plan = section.plan
    if plan is None or plan.key != KNOCK_OUT:
        return None
    return brackets(SessionSheets(ScoringField(section.session, (section,))))[0]


def _bracket(sheets: SessionSheets, section: Section) -> Bracket:
    plan = sheets.plans[section.pk]
    lines = sheets.lines_of(section).all
    points = match_points(sheets.scoring_field, section, lines, sheets.scored.ranking.matches)
    byes = [(round_no, team) for round_no, team, *_place in plan.sit_outs]
    played = knockout_played(section, lines, byes, points)
    names = sheets.names_of(section)
    tree = played.tree
    rounds = tuple(
        BracketRound(*_titles(len(matches)), tuple(_matches(played, at, matches, names, section)))
        for at, matches in enumerate(tree, start=1)
    )
    won = tree[-1][0].winner
    if won is None:
        winner = None
    else:
        winner = BracketSide(section.label(won), names.get(won, ""), is_winner=True)
    return Bracket(heading(section, plan), rounds, winner)


def _titles(matches: int) -> tuple[str, str]:
    return NAMED.get(matches) or (f"Round of {2 * matches}", f"of {2 * matches}")


def _matches(
    played: PlayedKnockout,
    round_no: int,
    matches: tuple[KnockoutMatch, ...],
    names: Mapping[int, str],
    section: Section,
) -> Iterator[BracketMatch]:
    for match in matches:
        both = [team for team in (match.upper, match.lower) if team is not None]
        points = played.points.get((round_no, frozenset(both)))

        def side(
            team: int | None, match: KnockoutMatch = match, points: MatchPoints | None = points
        ) -> BracketSide | None:
            if team is None:
                return None
            said = points.text(team) if points else ""
            return BracketSide(section.label(team), names.get(team, ""), said, team == match.winner)

        how = played.how(round_no, match)
        goes_on = "wins" if len(matches) == 1 else "goes through"
        decided = f"{section.label(match.winner)} {goes_on} {how}" if how and match.winner else ""
        yield BracketMatch(side(match.upper), side(match.lower), match.is_bye, decided)
