"""The token of a request, and what it allows."""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from director.models import ApiToken

SCHEME = "bearer"


class ApiRequest(HttpRequest):
    """A request behind the gate, with the open *token* that it was sent with, if any."""

    token: ApiToken | None


class TokenSent(HttpBearer):
    """A token that a director made for this program at Club → Programs."""

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Return the token of *request*, which the gate has looked up."""
        return get_token(request)


def read_token_text(request: HttpRequest) -> str | None:
    """Return the text of the token in the header, or None without one.

    A server in front may use the header for a scheme of its own.
    """
    scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == SCHEME:
        return text.strip()
    return None


def get_token(request: HttpRequest) -> ApiToken | None:
    """Return the token that *request* was sent with, or None."""
    return getattr(request, "token", None)


def is_for_event(token: ApiToken | None, event_id: int) -> bool:
    """Return whether *token* is for the event, or for a session of it."""
    return token is not None and token.event_id == event_id


def is_for_session(token: ApiToken | None, session_id: int, event_id: int) -> bool:
    """Return whether *token* is for the session, or for its whole event."""
    if token is None or token.event_id != event_id:
        return False
    return token.session_id in (None, session_id)


def may_read_results(request: HttpRequest, event_id: int) -> bool:
    """Return whether the token of *request* allows to read results that aren't published.

    With a token for one session, the address must ask for that session.
    """
    token = get_token(request)
    if token is None or token.event_id != event_id or token.right != ApiToken.Right.READ:
        return False
    if token.session is None:
        return True
    return request.GET.get("session") == str(token.session.number)
