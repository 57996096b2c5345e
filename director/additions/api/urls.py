"""The addresses of the interface, each behind the gate and cached by its version, and of its tokens."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, path

from director.additions.api import documents, programs
from director.additions.api.app import API
from director.additions.api.gate import (
    FindVersion,
    View,
    cache_view,
    find_club_version,
    find_event_version,
    find_session_version,
    find_token_version,
    guard_view,
)

BASE = "api/v1/"
ROOT_NAME = "api-root"
"""The address that the library adds by itself. ``documents`` has a better one."""


VERSION_FINDERS_BY_NAME: dict[str, FindVersion | None] = {
    "api_token": None,  # every token has another answer
    "api_lines": find_token_version,
    "api_enter": None,
    "api_others": None,
}
"""The functions that find the version of addresses with a token. None if never cached."""
POST_ONLY = ("api_enter", "api_others")
"""The names of the addresses that take only POST."""


def _find_version(name: str, url_kwargs: set[str]) -> FindVersion | None:
    """Return the function that finds the version of the address *name*, or None if uncached."""
    if name in VERSION_FINDERS_BY_NAME:
        return VERSION_FINDERS_BY_NAME[name]
    if "event_id" in url_kwargs:
        return find_event_version
    if "session_id" in url_kwargs:
        return find_session_version
    return find_club_version


def _make_patterns() -> Iterator[URLPattern]:
    patterns, _app_name, _namespace = API.urls
    for pattern in patterns:
        if not isinstance(pattern, URLPattern) or pattern.name == ROOT_NAME:
            continue
        name = str(pattern.name)
        view: Any = pattern.callback
        find_version = _find_version(name, set(pattern.pattern.converters))
        if find_version:
            view = cache_view(view, find_version)
        methods = ("POST",) if name in POST_ONLY else ("GET",)
        yield _make_guarded_path(str(pattern.pattern), view, methods, name)


def _make_guarded_path(route: str, view: View, methods: tuple[str, ...], name: str) -> URLPattern:
    return path(f"{BASE}{route}", guard_view(view, methods), name=name)


API_PATTERNS = [
    _make_guarded_path("", documents.serve_index, ("GET",), "api"),
    _make_guarded_path("openapi.json", documents.serve_openapi, ("GET",), "api_openapi"),
    _make_guarded_path("docs", documents.show_docs, ("GET",), "api_docs"),
    *_make_patterns(),
    _make_guarded_path(
        "<path:rest>", documents.refuse_unknown_address, ("GET", "POST"), "api_unknown"
    ),
]
"""The addresses that programs ask."""

urlpatterns = [
    *API_PATTERNS,
    path("club/programs/", programs.edit_programs, name="programs"),
    path(
        "club/programs/<number:token_id>/revoke/",
        programs.revoke_program_token,
        name="program_revoke",
    ),
]
