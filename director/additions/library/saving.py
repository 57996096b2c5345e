"""Save in the library: the movement in use, and the custom movement that was checked last."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.additions.library.details import DetailsForm
from director.additions.library.write import save_movement
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.sections import fetch_section
from director.boards.pages.field.custom import make_pending_form, render_preview
from director.boards.pages.field.movements import render_field_page
from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.models.event import SectionRef
from movements.partnerships import with_teams


@require_POST
def save_current_movement(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Save the movement in use in the club's library."""
    section = fetch_section(session_id)
    details = DetailsForm(request.POST)
    if not details.is_valid():
        return render_field_page(request, section, details)
    try:
        movement = with_teams(load_movement(fetch_required_plan(section)))
        club = section.session.event.club
        saved = save_movement(club=club, movement=movement, by=request.user, **details.cleaned_data)
    except DeskError as error:
        details.add_error(None, str(error))
        return render_field_page(request, section, details)
    messages.success(request, f"{saved.name} is saved in the library.")
    return redirect(f"{reverse('session_field', args=[session_id])}?tab=files")


@require_POST
def save_custom_movement(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Save the movement that was checked last in the club's library."""
    section = fetch_section(session_id)
    form = make_pending_form(request, section)
    details = DetailsForm(request.POST)
    if not form.is_bound:
        return redirect("session_field_own", session_id=session_id)
    if form.is_valid() and details.is_valid():
        try:
            saved = save_movement(
                club=section.session.event.club,
                movement=form.cleaned_data["plan"],
                by=request.user,
                **details.cleaned_data,
            )
        except DeskError as error:
            details.add_error(None, str(error))
        else:
            messages.success(request, f"{saved.name} is saved in the library.")
            return redirect("session_field_own", session_id=session_id)
    return render_preview(request, section, form, details)
