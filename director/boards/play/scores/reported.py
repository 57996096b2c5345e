"""Enter a match as a result without its boards, for a match that was played elsewhere.

The result counts as long as boards of the match are missing. Boards that are entered keep their
points; once all are in, they count instead.
"""

from fractions import Fraction

from django.contrib.auth.models import User

from director.boards.movement.acts import DECIDED
from director.boards.movement.lines.read import (
    MatchKey,
    SectionLine,
    has_matches,
    match_key,
    section_lines,
    section_plan,
)
from director.boards.movement.words import names_by_pair
from director.boards.play.results.acts import section_act, section_locked
from director.boards.scoring.scored import section_scored
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Match, Plan, Section
from director.models.ruling import Unit
from scoring import (
    MatchResult,
    exact_text,
    find_method,
    full_match,
    match_result_text,
    reported_units,
)

_MOST_IMPS = 999
_STEPS = {Unit.IMPS: 1, Unit.VICTORY_POINTS: 100, Unit.MATCHPOINTS: 2}
"""The parts of one unit in which a result is given: IMPs are whole, victory points hundredths."""


def units_of_matches(section: Section) -> tuple[Unit, ...]:
    """Return the units in which a match of *section* can be entered, the usual one first."""
    event = section.session.event
    method = find_method(event.scoring)
    units = reported_units(method.key, method.settings(event.scoring_options))
    return tuple(Unit(unit) for unit in units)


def find_report(section: Section, key: MatchKey) -> Match | None:
    """Return the stored result of the match *key*, or None. (Costs one query.)"""
    round_no, home, away = key
    stored = section.matches.filter(round_no=round_no, home=home, away=away)
    return stored.exclude(unit="").first()


def report_match(
    *, section: Section, key: MatchKey, result: MatchResult | None, user: User | None
) -> None:
    """Store the *result* of the match *key* of *section*. None deletes it.

    :raises DeskError: if there is no such match, all its boards are entered, or the result is
        impossible
    :raises ScoringError: if the results can't be scored so
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=DECIDED, words="", user=user) as journal:
        section = section_locked(section)
        plan = section_plan(section)
        lines = _lines_of_match(section, plan, key)
        round_no, home, away = key
        names = names_by_pair(section)
        home_name = f"{home} {names.get(home, '')}".strip()
        away_name = f"{away} {names.get(away, '')}".strip()
        match_name = f"{home_name} against {away_name}"
        if round_no:
            match_name = f"{match_name}, round {round_no}"
        stored = section.matches.filter(round_no=round_no, home=home, away=away).first()
        if result is None:
            if stored and stored.winner is not None:
                journal.change(stored, unit="", home_points="", away_points="")
            elif stored:
                journal.delete(section.matches.filter(pk=stored.pk))
            journal.words = f"{match_name}: result of the match deleted."
        else:
            _check_result(section, lines, result)
            points = (exact_text(result.home), exact_text(result.away))
            if stored:
                journal.change(
                    stored, unit=result.unit, home_points=points[0], away_points=points[1]
                )
            else:
                match = Match(section=section, round_no=round_no, home=home, away=away)
                match.unit, match.home_points, match.away_points = result.unit, *points
                journal.create_all([match])
            journal.words = f"{match_name}: {match_result_text(result)}."
        section_scored(section)


def _lines_of_match(section: Section, plan: Plan | None, key: MatchKey) -> list[SectionLine]:
    """Return the lines of the match.

    :raises DeskError: if nobody plays it
    """
    lines: list[SectionLine] = []
    if plan and has_matches(plan):
        for line in section_lines(section, plan).all:
            if not line.is_extra and match_key(line, plan) == key:
                lines.append(line)
    if not lines:
        round_no, home, away = key
        raise DeskError(BoardSentences.REPORT_NO_MATCH, home=home, away=away, round_no=round_no)
    return lines


def _check_result(section: Section, lines: list[SectionLine], result: MatchResult) -> None:
    """Raise if the match can't have the *result*.

    :raises DeskError: with a sentence on what to do
    """
    if any(line.is_half for line in lines):
        raise DeskError(BoardSentences.REPORT_HALF_MATCH)
    if all(line.is_in and not line.is_reported for line in lines):
        raise DeskError(BoardSentences.REPORT_BOARDS_IN)
    if result.unit not in units_of_matches(section):
        raise DeskError(BoardSentences.REPORT_UNIT)
    most = _most_points(section, len({line.board_no for line in lines}), result.unit)
    unit = Unit(result.unit)
    steps = _STEPS[unit]
    for points in (result.home, result.away):
        if not 0 <= points <= most or (Fraction(points) * steps).denominator > 1:
            raise DeskError(
                BoardSentences.REPORT_OUT_OF_RANGE,
                points=exact_text(points),
                unit=unit.label,
                most=most,
            )
    total = result.home + result.away
    if unit != Unit.IMPS and total > most:
        raise DeskError(
            BoardSentences.REPORT_TOO_MANY, total=exact_text(total), unit=unit.label, most=most
        )


def _most_points(section: Section, boards: int, unit: str) -> int:
    """Return the most that both sides of a match of *boards* get together, or one side in IMPs."""
    event = section.session.event
    method = find_method(event.scoring)
    settings = method.settings(event.scoring_options)
    if unit == Unit.VICTORY_POINTS:
        return full_match(method, settings, boards)
    if unit == Unit.MATCHPOINTS:
        return int(settings["win"]) * boards
    return _MOST_IMPS
