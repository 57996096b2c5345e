"""Answers that are cached by the version of their content.

An answer is named by the version of its event or club, as public pages are
(``docs/decisions/kept-pages.md``). A program that has it gets 304 after one query.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest

from director.additions.api.tokens import get_token, is_for_session, may_read_results
from director.core.base.lru_cache import LruCache
from director.core.base.versions import (
    EventVersion,
    fetch_event_version,
    fetch_public_pages_version,
    fetch_published_event_version,
)
from director.core.night.page_cache import cache_by_version
from director.kinds import get_event_kind
from director.models import ApiToken, Event, Session

CACHED_RESULTS = 4
"""Results cached per process. Those of 26 sections take about 10 MB."""
RESULTS = LruCache[dict[str, Any]](CACHED_RESULTS)

View = Callable[..., Any]
FindVersion = Callable[[HttpRequest, dict[str, Any]], EventVersion | None]


def find_club_version(_request: HttpRequest, _url_kwargs: dict[str, Any]) -> EventVersion | None:
    """Return the version of everything that the club shows in public."""
    return fetch_public_pages_version()


def find_event_version(request: HttpRequest, url_kwargs: dict[str, Any]) -> EventVersion | None:
    """Return the version of the event in the address, or None if it may not be read."""
    event_id: int = url_kwargs["event_id"]
    if may_read_results(request, event_id):
        return fetch_event_version(event_id)
    return fetch_published_event_version(event_id)


def find_session_version(request: HttpRequest, url_kwargs: dict[str, Any]) -> EventVersion | None:
    """Return the version of the session in the address, or None if it may not be read."""
    session_id: int = url_kwargs["session_id"]
    event_id = Session.objects.filter(pk=session_id).values_list("event_id", flat=True).first()
    if event_id is None:
        return None
    if is_for_session(get_token(request), session_id, event_id):
        return fetch_event_version(event_id)
    return fetch_published_event_version(event_id)


def find_token_version(request: HttpRequest, url_kwargs: dict[str, Any]) -> EventVersion | None:
    """Return the version of the session in the address if the token is for it, else None."""
    token = get_token(request)
    if token is None or not is_for_session(token, url_kwargs["session_id"], token.event_id):
        return None
    version = fetch_event_version(token.event_id)
    if version is None or token.right == ApiToken.Right.READ:
        return version
    return replace(version, reader_id=token.pk)


def cache_view(view: View, find_version: FindVersion) -> View:
    """Return *view* with its answers cached by *find_version*."""
    return cache_by_version(find_version)(view)


def get_event_results(event: Event) -> dict[str, Any]:
    """Return the results of *event* in the shape of ``results.json``.

    They are made once per version, for all addresses that show a part of them.

    :raises ScoringError: if they can't be scored
    """
    # *is_final* is in the key because results become final by time, without a change of the event.
    # The record's own numbers are in it because the record may be older than the version: results
    # made from an old record aren't shown to readers of a newer one.
    return RESULTS.get_or_make(
        lambda: fetch_event_version(event.pk),
        lambda: get_event_kind(event).serialize_results(event),
        event.change_no,
        event.club.change_no,
        event.is_final,
    )
