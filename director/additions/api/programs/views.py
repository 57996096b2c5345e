"""Tokens of other programs: made, shown once, listed and revoked by directors."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from director.additions.api.programs.forms import TokenForm
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_read
from director.core.night.tokens import (
    create_token,
    fetch_events_for_tokens,
    fetch_tokens,
    revoke_token,
)
from director.models import ApiToken

NEW_TOKEN = "new_token"  # noqa: S105
"""The key in the session of a token that is to be shown once."""
EVENTS_OFFERED = 40
TOKENS_PER_PAGE = 25


@never_cache
@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def show_programs(request: DeskRequest) -> HttpResponse:
    """Show the tokens. A POST makes one and shows it once."""
    form = TokenForm(request.POST or None, events=fetch_events_for_tokens(EVENTS_OFFERED))
    if request.method == "POST" and form.is_valid():
        scope = form.chosen_scope
        new_token = create_token(
            event=scope.event,
            session=scope.session,
            name=form.cleaned_data["name"],
            right=ApiToken.Right(form.cleaned_data["right"]),
            days=form.cleaned_data["days"],
            user=request.user,
        )
        # The answer to a form may be stored to repeat it, so the token isn't in it.
        request.session[NEW_TOKEN] = {"name": new_token.record.name, "text": new_token.text}
        return redirect("programs")
    context = {
        "nav": "club",
        "tab": "programs",
        "form": form,
        "new": request.session.pop(NEW_TOKEN, None),
        "tokens": Paginator(fetch_tokens(), TOKENS_PER_PAGE).get_page(request.GET.get("page")),
    }
    context["pages"] = context["tokens"]
    status = 422 if form.errors else 200
    return render(request, "additions/api/programs/programs.html", context, status=status)


@require_POST
def revoke_program_token(request: DeskRequest, token_id: int) -> HttpResponse:
    """Revoke a token."""
    if revoke_token(token_id=token_id):
        messages.success(request, "Token revoked. Its program can’t read or enter anything now.")
    else:
        messages.warning(request, "This token had already expired or been revoked.")
    return redirect("programs")
