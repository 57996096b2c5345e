"""The addresses of the interface, each behind the gate and cached by its version."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, path

from director.api import documents
from director.api.app import API
from director.api.gate import View, guarded
from director.api.versions import (
    FindVersion,
    cached_view,
    version_for_token,
    version_of_club,
    version_of_event,
    version_of_session,
)

BASE = "api/v1/"
ROOT_NAME = "api-root"
"""The address that the library adds by itself. ``documents`` has a better one."""


TOKEN_VERSIONS: dict[str, FindVersion | None] = {
    "api_token": None,  # it is another for each token
    "api_lines": version_for_token,
    "api_enter": None,
    "api_others": None,
}
"""How the version is found of addresses that need a token. None for those never cached."""
SENT = ("api_enter", "api_others")
"""The addresses that take POST, and nothing else."""


def _find_version(name: str, url_kwargs: set[str]) -> FindVersion | None:
    """Return how the version is found of the address *name* with the numbers *url_kwargs*."""
    if name in TOKEN_VERSIONS:
        return TOKEN_VERSIONS[name]
    if "event_id" in url_kwargs:
        return version_of_event
    if "session_id" in url_kwargs:
        return version_of_session
    return version_of_club


def _patterns() -> Iterator[URLPattern]:
    patterns, _app_name, _namespace = API.urls
    for pattern in patterns:
        if not isinstance(pattern, URLPattern) or pattern.name == ROOT_NAME:
            continue
        name = str(pattern.name)
        view: Any = pattern.callback
        find_version = _find_version(name, set(pattern.pattern.converters))
        if find_version:
            view = cached_view(view, find_version)
        methods = ("POST",) if name in SENT else ("GET",)
        yield _guarded_path(str(pattern.pattern), view, methods, name)


def _guarded_path(route: str, view: View, methods: tuple[str, ...], name: str) -> URLPattern:
    return path(f"{BASE}{route}", guarded(view, methods), name=name)


urlpatterns = [
    _guarded_path("", documents.index, ("GET",), "api"),
    _guarded_path("openapi.json", documents.openapi, ("GET",), "api_openapi"),
    _guarded_path("docs", documents.docs, ("GET",), "api_docs"),
    *_patterns(),
    _guarded_path("<path:rest>", documents.unknown, ("GET", "POST"), "api_unknown"),
]
