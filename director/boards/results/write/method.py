"""By what a night is scored."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from director.boards.results.read.acts import METHOD
from director.boards.results.read.event import EventResults
from director.boards.results.read.units import settings_for
from director.boards.results.write.acts import section_act
from director.models import Event, Section
from scoring import find_method


def event_score_by(
    *, section: Section, scoring: str, options: Mapping[str, str], places: str = "", user: User | None = None
) -> Event:
    """Score the event of *section* by the method *scoring* from now on; return the event.

    Options that are not given take the method's defaults, and what the game decides is not asked for; all are stored,
    so that a later default changes no result.  *places* says which sections are ranked together, as now if empty.

    :raises ScoringError: if there is no such method or option, or if the results that are in cannot be scored so
    :raises FinalError: if the results are final
    """
    event = section.session.event
    settings = settings_for(find_method(scoring), event.game, options)
    words = f"Scoring: {find_method(scoring).name}."
    with section_act(section=section, kind=METHOD, words=words, user=user) as journal:
        event.refresh_from_db(fields=["scoring", "scoring_options", "places"])
        former = event.scoring, event.scoring_options, event.places
        places = places or event.places
        event.scoring, event.scoring_options, event.places = scoring, settings, places
        try:
            _scored = [sheets.scored for sheets in EventResults(event).sessions]
        finally:
            event.scoring, event.scoring_options, event.places = former
        journal.change(event, scoring=scoring, scoring_options=settings, places=places)
    return event
