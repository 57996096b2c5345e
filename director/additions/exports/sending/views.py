"""Send a file of an event to a receiver, and ask first if it was sent before."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from director.additions.exports.sending.write import send_file
from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.formats.errors import ExportError
from director.kinds import get_event_kind
from director.models import Event
from scoring.errors import ScoringError


@require_POST
def send_event_file(request: DeskRequest, event_id: int) -> HttpResponse:
    """Send the chosen file, then return to Export. A refusal is a page with the way back."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    files_address = f"{get_event_kind(event).get_results_address(event)}?tab=export#sending"
    receiver, form = request.POST.get("receiver", ""), request.POST.get("file", "")
    try:
        answer = send_file(
            event=event,
            receiver_key=receiver,
            form=form,
            user=request.user,
            is_sure="anyway" in request.POST,
        )
    except (DeskError, ExportError, ScoringError) as error:
        context: dict[str, Any] = {
            "nav": "tonight",
            "event": event,
            "refused": str(error),
            "is_asked": error.params.get("is_asked", False),
            "receiver": receiver,
            "file": form,
            "back": files_address,
        }
        return render(request, "additions/exports/sending/refused.html", context, status=422)
    messages.success(request, answer)
    return redirect(files_address)
