"""Next year's league: an event made from the table of this one by one press."""

import datetime
import re

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.additions.contests.leagues import (
    has_next_league,
    list_withdrawn_names,
    make_next_league,
)
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_results_page_context
from director.boards.refusals import LEAGUE_NO_TABLE
from director.core.base.forms import DayField, NameField, PageForm, WholeNumberField
from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.models import Session
from director.models.event import SectionRef
from movements.errors import MovementError
from scoring.errors import ScoringError

MAX_MOVING = 8
"""Teams that may go up and down between two divisions."""
_YEAR = re.compile(r"\b(19|20)\d\d\b")


class NextLeagueForm(PageForm):
    """Name and first day of next year's league, and how many teams go up and down."""

    name = NameField(
        label="Name",
        max_length=80,
        what="This name",
        missing="Type a name for the league, such as Winter league 2027.",
    )
    day = DayField(label="Date", missing="Type the date of the first round, such as 2027-10-04.")
    moving = WholeNumberField(
        what="the number of teams",
        example=2,
        label="Teams up and down",
        min_value=0,
        max_value=MAX_MOVING,
    )

    def __init__(self, data: QueryDict | None, session: Session, divisions: int) -> None:
        """Suggest the name and day of the league of *session* a year later."""
        initial = {
            "name": _YEAR.sub(lambda year: str(int(year[0]) + 1), session.event.name),
            # The club's night is the same day of the week next year.
            "day": session.day + datetime.timedelta(weeks=52),
            "moving": 1,
        }
        super().__init__(data, initial=initial)
        if divisions < 2:
            del self.fields["moving"]


@require_http_methods(["GET", "HEAD", "POST"])
def make_next_year(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Ask for the name of next year's league. A POST makes it and opens its Seats."""
    section = fetch_section(session_id)
    if not has_next_league(section, section.plan):
        messages.error(request, LEAGUE_NO_TABLE[1].format(section=section.letter))
        return redirect("session_results", session_id=session_id)
    session = section.session
    data = request.POST if request.method == "POST" else None
    divisions = session.sections.count()
    form = NextLeagueForm(data, session, divisions)
    if data is not None and form.is_valid():
        try:
            next_session = make_next_league(
                session=session,
                name=form.cleaned_data["name"],
                on=form.cleaned_data["day"],
                moving=form.cleaned_data.get("moving", 0),
            )
        except (DeskError, MovementError, ScoringError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{next_session.event.name} has its teams and fixtures.")
            return redirect("session_seats", session_id=next_session.pk)
    context = make_results_page_context(request, section, "next-league")
    withdrawn = list_withdrawn_names(session)
    context |= {"form": form, "divisions": divisions, "withdrawn": withdrawn}
    return render(
        request,
        "additions/contests/results/next_league.html",
        context,
        status=422 if form.errors else 200,
    )
