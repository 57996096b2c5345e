"""Matches and knock-outs as JSON, for programs that read the results of an event."""

from collections.abc import Iterator

from director.additions.contests.scoring.brackets import Bracket, BracketMatch
from director.additions.contests.scoring.brackets import build_brackets
from director.additions.contests.scoring.match_results import index_match_scores
from director.boards.movement.lines.progress import collect_matches
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from scoring.display import exact_text


def serialize_matches(results: EventResults) -> dict[str, object]:
    """Return the ``knockouts`` and the ``matches`` of *results*, each only if there are any."""
    knockouts: list[dict[str, object]] = []
    matches: list[dict[str, object]] = []
    for sheets in results.sessions:
        knockouts += map(serialize_bracket, build_brackets(sheets))
        matches += _serialize_session_matches(sheets, has_sessions=results.has_several_sessions)
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
    sheets: SessionSheets, *, has_sessions: bool
) -> Iterator[dict[str, object]]:
    """Yield the matches of a session by round, each with its session if there are several."""
    scoring_field = sheets.scoring_field
    if not scoring_field.has_matches:
        return
    session = {"session": scoring_field.session.number} if has_sessions else {}
    scores = index_match_scores(sheets)
    matches = collect_matches(sheets.lines)
    for key in sorted(matches):
        round_no, home, away = key
        match = matches[key]
        score = scores.get(key)
        yield {
            **session,
            "round": round_no or None,
            "home": scoring_field.label(home),
            "away": scoring_field.label(away),
            "state": match.state,
            "score": [exact_text(points) for points in score] if score else None,
            "entered": match.entered_by or None,
        }


def _serialize_match(match: BracketMatch) -> dict[str, object]:
    upper, lower = (side.label if side else None for side in (match.upper_side, match.lower_side))
    through = [side.label for side in match.sides if side and side.is_winner]
    three_way = {"third": match.third_side.label, "through": through} if match.third_side else {}
    scores = [side.score if side else "" for side in match.sides]
    has_scores = any(scores)
    return {
        "upper": upper,
        "lower": lower,
        **three_way,
        "scores": scores if has_scores else None,
        "winner": through[0] if len(through) == 1 else None,
        "bye": match.is_bye,
        "decided": match.decision_text or None,
    }
