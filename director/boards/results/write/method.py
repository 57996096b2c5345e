"""By what a night is scored."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from director.boards.results.read.scored import section_scored
from director.boards.results.read.units import settings_for
from director.boards.results.write.correction import correction
from director.models import Event, Section
from scoring import ScoringError, find_method


def event_score_by(*, section: Section, scoring: str, options: Mapping[str, str], user: User | None = None) -> Event:
    """Score the event of *section* by the method *scoring* from now on; return the event.

    Options that are not given take the method's defaults, and what the game decides is not asked for; all are stored,
    so that a later default changes no result.

    :raises ScoringError: if there is no such method or option, or if the results that are in cannot be scored so
    :raises FinalError: if the results are final
    """
    event = section.session.event
    former = event.scoring, event.scoring_options
    settings = settings_for(find_method(scoring), event.game, options)
    with correction(section=section, user=user):
        event.scoring, event.scoring_options = scoring, settings
        try:
            section_scored(section)
        except ScoringError:
            event.scoring, event.scoring_options = former
            raise
        event.save(update_fields=["scoring", "scoring_options"])
    return event
