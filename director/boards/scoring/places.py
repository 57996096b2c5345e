"""Who is ranked with whom where a session has several sections."""

from dataclasses import replace

from director.boards.movement.scoring_field import ScoringField
from director.models.event import Places
from scoring import Ranking, section_standings, standings_of


def ranked(ranking: Ranking, places: str) -> Ranking:
    """Return *ranking* with the places to show, within sections if *places* says so.

    Whoever is ranked is a side of the lines: a pair or a team.
    """
    apart = section_standings(ranking) if places == Places.SECTION else {}
    return (
        replace(ranking, standings=tuple(seen for own in apart.values() for seen in own))
        if apart
        else ranking
    )


def field_ranked(scoring_field: ScoringField, ranking: Ranking) -> Ranking:
    """Return *ranking* of *scoring_field* with the places to show.

    The lines of single players name their partnerships, so that who is of a section is asked of the
    scoring field.
    """
    if not scoring_field.is_divided or scoring_field.event.places != Places.SECTION:
        return ranking
    members: dict[str, list[tuple[str | None, int]]] = {
        section.letter: [] for section in scoring_field.sections
    }
    for seen in ranking.standings:
        letter = scoring_field.letter(scoring_field.pair_no(seen.contestant, seen.direction))
        members[letter].append((seen.direction, seen.contestant))
    apart = (standings_of(ranking.standings, own) for own in members.values())
    return replace(ranking, standings=tuple(seen for own in apart for seen in own))
