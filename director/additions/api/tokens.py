"""Tokens by which other programs read or enter results of one event."""

import re
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from director.models import ApiToken, Event, Session

TOKEN_PREFIX = "kz_"  # noqa: S105  by which people and programs tell a token from another text
TOKEN_BYTES = 32


class NewToken(NamedTuple):
    """A new token: its record, and the *text* that only this answer has."""

    record: ApiToken
    text: str


def create_token(
    *,
    event: Event,
    session: Session | None,
    name: str,
    right: ApiToken.Right,
    days: int,
    user: User | None,
) -> NewToken:
    """Store a token for *event*, or only for *session* of it, that expires in *days*."""
    text = TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    now = timezone.now()
    record = ApiToken.objects.create(
        event=event,
        session=session,
        name=name,
        right=right,
        token_hash=hash_token(text),
        made_by=user,
        made_at=now,
        expires_at=now + timedelta(days=days),
    )
    return NewToken(record, text)


def revoke_token(*, token_id: int) -> bool:
    """Revoke a token for good. Return whether it was still open."""
    now = timezone.now()
    open_tokens = ApiToken.objects.filter(pk=token_id, revoked_at__isnull=True, expires_at__gt=now)
    return bool(open_tokens.update(revoked_at=now))


def hash_token(text: str) -> str:
    """Return the stored form of a token.

    A token has 256 random bits, so its hash needs neither salt nor a slow function.
    """
    return sha256(text.encode()).hexdigest()


_TOKEN_PATTERN = re.compile(rf"{TOKEN_PREFIX}[\w-]{{43}}", re.ASCII)


def find_token(text: str) -> ApiToken | None:
    """Return the open token *text* with its event and session, or None. At most one query."""
    # A text that can't be a token costs no query.
    if not _TOKEN_PATTERN.fullmatch(text):
        return None
    tokens = ApiToken.objects.select_related("event__club", "session")
    return tokens.filter(
        token_hash=hash_token(text),
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
        event__removed_at__isnull=True,
    ).first()


def is_known_token(text: str) -> bool:
    """Return whether *text* is a token of this club, open or ended. At most one query."""
    if not _TOKEN_PATTERN.fullmatch(text):
        return False
    return ApiToken.objects.filter(token_hash=hash_token(text)).exists()


def fetch_tokens() -> QuerySet[ApiToken]:
    """Return all tokens, the latest first, with event, session and maker."""
    return ApiToken.objects.select_related("event", "session", "made_by")


def fetch_events_for_tokens(limit: int) -> list[Event]:
    """Return the newest listed events, which a token can be made for."""
    events = Event.objects.filter(removed_at__isnull=True, club__is_practice=False)
    events = events.prefetch_related("sessions")
    return list(events[:limit])
