"""Who is ranked with whom where a session has several sections."""

from dataclasses import replace

from director.models.event import Places
from scoring import Ranking, section_standings


def ranked(ranking: Ranking, places: str) -> Ranking:
    """Return *ranking* with the places that people read: those within each section where *places* says so."""
    apart = section_standings(ranking) if places == Places.SECTION else {}
    return replace(ranking, standings=tuple(seen for own in apart.values() for seen in own)) if apart else ranking
