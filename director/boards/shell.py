"""What the six pages of a session share."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from director.boards.sections import section_of_session
from director.desk.events.read.steps import session_night
from director.models import Section
from director.party.models import Party
from director.sheets import Standings


def shell(section: Section, step: str, *, standings: Standings | None = None) -> dict[str, object]:
    """Return the context of a session's page: its night, and which of the six tabs is open.

    A page that has its *standings* already passes them, and saves counting the results again.
    """
    night = session_night(section, standings=standings)
    return {"nav": "tonight", "night": night, "section": section, "session": section.session, "step": step}


def session_open(request: HttpRequest, session_id: int) -> HttpResponse:
    """Go to the step of the session that needs the director."""
    if Party.objects.filter(pk=session_id).exists():
        return redirect("party_open", session_id=session_id)
    night = session_night(section_of_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)
