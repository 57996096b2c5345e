"""Who is ranked with whom where a session has several sections."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.scoring_field import ScoringField
from director.models.event import Places
from director.sheets import BoardSheet, Points
from scoring import Ranking, section_standings, standings_of


def ranked(ranking: Ranking, places: str) -> Ranking:
    """Return *ranking* with the places that people read: those within each section where *places* says so.

    Whoever is ranked is a side of the lines: a pair or a team.
    """
    apart = section_standings(ranking) if places == Places.SECTION else {}
    return replace(ranking, standings=tuple(seen for own in apart.values() for seen in own)) if apart else ranking


def field_ranked(scoring_field: ScoringField, ranking: Ranking) -> Ranking:
    """Return *ranking* of *scoring_field* with the places that people read, whoever is ranked.

    The lines of single players name their partnerships, so that who is of a section is asked of the scoring field.
    """
    if not scoring_field.is_divided or scoring_field.event.places != Places.SECTION:
        return ranking
    members: dict[str, list[tuple[str | None, int]]] = {section.letter: [] for section in scoring_field.sections}
    for seen in ranking.standings:
        letter = scoring_field.letter(scoring_field.pair_no(seen.contestant, seen.direction))
        members[letter].append((seen.direction, seen.contestant))
    apart = (standings_of(ranking.standings, own) for own in members.values())
    return replace(ranking, standings=tuple(seen for own in apart for seen in own))


# How often each score was made on a board, and what the field averaged.


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """One score of a board: how many tables made it and what it earned N-S; *share* is of the most frequent score."""

    score: Fraction | int  # from the N-S side; tricks at whist
    group: str  # of a fouled board
    tables: int
    share: int  # 1 to 100
    ns_points: Points


def score_counts(board: BoardSheet) -> tuple[ScoreCount, ...]:
    """Return the scores of *board* from the best for N-S down, by group of cards; an artificial score is none."""
    lines = [(line.ns_score, line.group, line.ns_points) for line in board.lines if line.ns_score is not None]
    tables = Counter((score, group) for score, group, _points in lines)
    earned = {(score, group): points for score, group, points in lines}
    most = max(tables.values(), default=1)
    return tuple(
        ScoreCount(score, group, tables[score, group], tables[score, group] * 100 // most, earned[score, group])
        for score, group in sorted(tables, key=lambda key: (-key[0], key[1]))
    )


def field_average(board: BoardSheet) -> Fraction | None:
    """Return the mean N-S score of *board* over all tables, ``None`` before any score is entered."""
    scores = [line.ns_score for line in board.lines if line.ns_score is not None]
    return Fraction(sum(scores), len(scores)) if scores else None
