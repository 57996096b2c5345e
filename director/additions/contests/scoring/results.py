"""What standings and JSON take from matches: their totals, average byes, places, and brackets."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from director.additions.contests.scoring.brackets import Bracket, BracketMatch, make_brackets
from director.additions.contests.scoring.knockout import make_field_knockout
from director.additions.contests.scoring.match_results import collect_finished_matches_by_key
from director.additions.contests.scoring.provisional import (
    add_provisional_scores,
    get_unplayed_points,
    list_provisional_matches,
)
from director.boards.movement.formats import get_format
from director.boards.movement.lines.matches import collect_matches
from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.sections import ScoringField
from director.boards.scoring.scored import rank_field
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.sheets import StandingRow
from scoring.display import format_exact
from scoring.method import SCALE_OPTION_NAME
from scoring.model import DueMatch, Field, Ranking
from scoring.registry import get_method
from scoring.teams.unplayed import describe_provisional_score
from scoring.teams.withdrawals import with_average_byes

MAX_NAMED_MATCHES = 8
"""Unplayed matches that the note of the standings names; the others are counted."""


def add_matches_to_rows(
    scoring_field: ScoringField,
    lines: SectionLines,
    ranking: Ranking,
    rows: Sequence[StandingRow],
) -> list[StandingRow]:
    """Return *rows* with each contestant's matches, and what its score is made of.

    That is a percentage of the matchpoints in its finished matches, or the IMPs.  In a league each
    team also has the matches that it won, drew and lost.
    """
    plans = [plan for _base, plan in lines.plans]
    is_league = bool(plans) and all(get_format(plan).is_round_robin for plan in plans)
    played_by_contestant: dict[int, int] = defaultdict(int)
    won_by_contestant: dict[int, int] = defaultdict(int)
    drawn_by_contestant: dict[int, int] = defaultdict(int)
    points_by_contestant: dict[int, Fraction] = defaultdict(Fraction)
    tops_by_contestant: dict[int, Fraction] = defaultdict(Fraction)
    for match in ranking.matches:
        if not match.board_count or match.is_unfinished:
            continue
        for side in map(match.view_from_team, match.teams):
            contestant = scoring_field.get_pair_no(side.home, None)
            played_by_contestant[contestant] += 1
            points_by_contestant[contestant] += Fraction(side.points[0])
            if side.tops:
                tops_by_contestant[contestant] += Fraction(side.tops[0])
            score, opponent_score = side.score
            drawn_by_contestant[contestant] += score == opponent_score
            won_by_contestant[contestant] += score > opponent_score
    has_scale = any(
        option.name == SCALE_OPTION_NAME for option in get_method(ranking.method).options
    )
    # If the scores are the IMPs themselves, a second column would repeat the first.
    has_other_score = any(match.points != match.score for match in ranking.matches)
    has_imps_column = has_scale and has_other_score
    is_in_percent = any(match.tops for match in ranking.matches)
    rows_with_matches = []
    for row in rows:
        contestant = row.contestant
        new_row = replace(row, matches=played_by_contestant[contestant])
        if is_in_percent and tops_by_contestant[contestant]:
            percent = 100 * points_by_contestant[contestant] / tops_by_contestant[contestant]
            new_row = replace(new_row, match_percent=percent)
        elif has_imps_column and not is_in_percent:
            new_row = replace(new_row, imps=points_by_contestant[contestant])
        if is_league:
            lost = (
                played_by_contestant[contestant]
                - won_by_contestant[contestant]
                - drawn_by_contestant[contestant]
            )
            new_row = replace(
                new_row,
                won=won_by_contestant[contestant],
                drawn=drawn_by_contestant[contestant],
                lost=lost,
            )
        rows_with_matches.append(new_row)
    return rows_with_matches


def complete_ranking(
    scoring_field: ScoringField, field: Field, lines: SectionLines, ranking: Ranking
) -> tuple[Field, Ranking]:
    """Return *field* and its *ranking*, with average byes, unplayed matches and the knock-out.

    Byes and the knock-out need a ranking, since only that scores the matches. Unplayed matches count
    as soon as there is a ranking at all.
    """
    completed_field = add_provisional_scores(scoring_field, field, lines)
    if any(credit.is_match_average for credit in field.credits):
        # An average bye is the mean of the contestant's matches.
        completed_field = with_average_byes(completed_field, ranking.matches)
    if completed_field is not field:
        field = completed_field
        ranking = rank_field(scoring_field, field)
        ranking = _add_provisional_note(scoring_field, lines, field, ranking)
    if lines.is_knockout:
        # Who goes through depends on the scores of the matches.
        knockout = make_field_knockout(scoring_field, lines, ranking.matches)
        field = replace(field, knockout=knockout)
        ranking = knockout.rank(ranking)
    return field, ranking


def _add_provisional_note(
    scoring_field: ScoringField, lines: SectionLines, field: Field, ranking: Ranking
) -> Ranking:
    """Return *ranking* with a note on the matches that count provisionally, if there are any."""
    matches = list_provisional_matches(scoring_field, lines, field.matches)
    if not matches:
        return ranking
    texts = [
        f"round {match.round_no}, {_format_teams(scoring_field, match)}"
        for match in matches[:MAX_NAMED_MATCHES]
    ]
    if len(matches) > MAX_NAMED_MATCHES:
        texts.append(f"and {len(matches) - MAX_NAMED_MATCHES} more")
    score = describe_provisional_score(get_unplayed_points(scoring_field.event))
    plural = "A match counts" if len(matches) == 1 else f"{len(matches)} matches count"
    return replace(ranking, notes=(*ranking.notes, f"{plural} {score}: {'; '.join(texts)}."))


def _format_teams(scoring_field: ScoringField, match: DueMatch) -> str:
    home, away = (
        scoring_field.get_label(scoring_field.get_pair_no(number, None))
        for number in (match.home, match.away)
    )
    return f"{home} – {away}"


def serialize_matches(results: EventResults) -> dict[str, object]:
    """Return the ``knockouts`` and the ``matches`` of *results*, each only if there are any."""
    knockouts: list[dict[str, object]] = []
    matches: list[dict[str, object]] = []
    for session_results in results.sessions:
        knockouts += map(serialize_bracket, make_brackets(session_results))
        matches += _serialize_session_matches(
            session_results, has_sessions=results.has_several_sessions
        )
    payload: dict[str, object] = {}
    if knockouts:
        payload["knockouts"] = knockouts
    if matches:
        payload["matches"] = matches
    return payload


def serialize_bracket(bracket: Bracket) -> dict[str, object]:
    """Return *bracket* for programs. Teams have the numbers by which people call them."""
    rounds = [
        {
            "title": bracket_round.title,
            "matches": [_serialize_match(match) for match in bracket_round.matches],
        }
        for bracket_round in bracket.rounds
    ]
    winner = bracket.winner.label if bracket.winner else None
    return {
        "section": bracket.heading.section or None,
        "rounds": rounds,
        "winner": winner,
    }


def _serialize_session_matches(
    session_results: SessionResults, *, has_sessions: bool
) -> Iterator[dict[str, object]]:
    """Yield the matches of a session by round, each with its session if there are several."""
    scoring_field = session_results.scoring_field
    if not scoring_field.has_matches:
        return
    session_payload = {"session": scoring_field.session.number} if has_sessions else {}
    finished_matches_by_key = collect_finished_matches_by_key(session_results)
    matches_by_key = collect_matches(session_results.lines)
    for key in sorted(matches_by_key):
        round_no, home, away = key
        match = matches_by_key[key]
        finished_match = finished_matches_by_key.get(key)
        score = imps = None
        if finished_match:
            score = list(map(format_exact, finished_match.result))
            if finished_match.imps_before_scale:
                imps = list(map(format_exact, finished_match.imps_before_scale))
        yield {
            **session_payload,
            "round": round_no or None,
            "home": scoring_field.get_label(home),
            "away": scoring_field.get_label(away),
            "state": match.state,
            "score": score,
            "imps": imps,
            "entered": match.entered_by or None,
        }


def _serialize_match(match: BracketMatch) -> dict[str, object]:
    upper, lower = (side.label if side else None for side in (match.upper_side, match.lower_side))
    advancing_labels = [side.label for side in match.sides if side and side.is_winner]
    three_way_payload = (
        {"third": match.third_side.label, "through": advancing_labels} if match.third_side else {}
    )
    scores = [side.score if side else "" for side in match.sides]
    has_scores = any(scores)
    return {
        "upper": upper,
        "lower": lower,
        **three_way_payload,
        "scores": scores if has_scores else None,
        "winner": advancing_labels[0] if len(advancing_labels) == 1 else None,
        "bye": match.is_bye,
        "decided": match.decision_text or None,
    }
