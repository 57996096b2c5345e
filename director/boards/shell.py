"""What the six pages of a session share."""

from typing import Any

from director.boards.several.read import Siblings
from director.boards.steps import session_night
from director.models import Section
from director.sheets import Standings
from movements import CALLED


def shell(section: Section, step: str, *, standings: Standings | None = None) -> dict[str, Any]:
    """Return the context of a session's page: its night, the other sections, and which of the six tabs is open.

    A page that has its *standings* already passes them, and saves counting the results again.
    """
    night = session_night(section, standings=standings)
    return {
        "nav": "tonight",
        "night": night,
        "section": section,
        "session": section.session,
        "several": Siblings(section, step),
        "step": step,
        "called": CALLED[section.session.event.contest],
    }
