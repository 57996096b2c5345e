"""Find the token that a program sends, and list those of the club."""

import re

from django.db.models import QuerySet
from django.utils import timezone

from director.core.night.tokens.write import TOKEN_START, hash_token
from director.models import ApiToken, Event

_IS_TOKEN = re.compile(rf"{TOKEN_START}[\w-]{{43}}", re.ASCII)


def find_token(text: str) -> ApiToken | None:
    """Return the open token *text* with its event and session, or None. At most one query."""
    # A text that can't be a token costs no query.
    if not _IS_TOKEN.fullmatch(text):
        return None
    tokens = ApiToken.objects.select_related("event__club", "session")
    return tokens.filter(
        token_hash=hash_token(text),
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
        event__removed_at__isnull=True,
    ).first()


def was_token(text: str) -> bool:
    """Return whether *text* is a token of this club, open or ended. At most one query."""
    if not _IS_TOKEN.fullmatch(text):
        return False
    return ApiToken.objects.filter(token_hash=hash_token(text)).exists()


def fetch_open_token_hashes() -> list[str]:
    """Return the hashes of the tokens that are neither revoked nor expired."""
    tokens = ApiToken.objects.filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
    return list(tokens.values_list("token_hash", flat=True))


def fetch_tokens() -> QuerySet[ApiToken]:
    """Return all tokens, the latest first, with event, session and maker."""
    return ApiToken.objects.select_related("event", "session", "made_by")


def fetch_events_for_tokens(limit: int) -> list[Event]:
    """Return the newest listed events, which a token can be made for."""
    events = Event.objects.filter(removed_at__isnull=True, club__is_practice=False)
    events = events.prefetch_related("sessions")
    return list(events[:limit])
