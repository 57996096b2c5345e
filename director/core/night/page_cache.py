"""Cache the pages that many visitors ask for.

The cache key is made of everything that decides what a page says: the change number of its event,
the address, the clock as far as the page shows it, the language and the version of the program. A
change of any of them changes the key, so nothing is ever removed from the cache by hand; pages that
nobody asks for any more are evicted.

The key is also the page's ``ETag``: a browser that has the page gets a 304 after the one query for
the change number.
"""

import gzip
import re
from collections.abc import Callable
from functools import lru_cache, wraps
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any

import django
from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotModified
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from director.core.base.requests import VisitorRequest
from director.core.base.roles import SAFE_METHODS
from director.core.base.versions import PageVersion, fetch_published_event_version
from director.models.change_number import has_uncommitted_change

_RENDERING_LOCK = Lock()
"""Locked while a page is rendered.

A crowd that asks for one page renders it once, and the director's own pages stay fast.
"""
PageView = Callable[..., HttpResponse]
FindVersion = Callable[[Any, dict[str, Any]], PageVersion | None]
"""A function that finds the version of a request with the keyword arguments of its view."""

PROGRAM_FOLDERS = ("director", "movements", "scoring", "templates")
"""The folders whose files decide how a page looks."""
MAX_CACHED_BYTES = 500_000
"""The largest compressed page that is cached.

A recap of 26 sections has 600,000 bytes, which compress to 18,000.
"""
COMPRESSION_LEVEL = 6
"""How much cached pages are compressed. The highest level takes thrice the time for one per cent."""


def cache_for_visitors(
    find_version: Callable[[dict[str, Any]], PageVersion | None],
) -> Callable[[PageView], PageView]:
    """Cache a page for visitors as long as *find_version* returns the same version.

    *find_version* gets the keyword arguments of the view. If it returns None, there is nothing to
    show, and the page itself says so.

    A page is not cached for people who may be signed in or have a message to read.
    """

    def find_visitor_version(
        request: HttpRequest, url_kwargs: dict[str, Any]
    ) -> PageVersion | None:
        if is_visitor(request):
            return find_version(url_kwargs)
        return None

    return cache_by_version(find_visitor_version)


def cache_by_version(find_version: FindVersion) -> Callable[[PageView], PageView]:
    """Cache a response as long as *find_version* returns the same version.

    The response must be the same for all requests of one address that get a version. Without a
    version it is not cached.
    """

    def decorate(page: PageView) -> PageView:
        @wraps(page)
        def view(request: VisitorRequest, **url_kwargs: Any) -> HttpResponse:
            # What is cached takes nothing: whoever sends something would think that it was saved.
            if request.method not in SAFE_METHODS:
                return HttpResponseNotAllowed(("GET", "HEAD"))
            version = None
            # Changes that are not committed may still be rolled back, so no page of them is cached.
            if not has_uncommitted_change():
                version = find_version(request, url_kwargs)
            if version:
                return _get_cached_response(
                    request, version, find_version=find_version, page=page, url_kwargs=url_kwargs
                )
            return page(request, **url_kwargs)

        return view

    return decorate


cache_event_page = cache_for_visitors(
    lambda url_kwargs: fetch_published_event_version(url_kwargs["event_id"])
)
"""The decorator for pages of a published event."""


def is_visitor(request: HttpRequest) -> bool:
    """Return whether nobody is signed in and the page of *request* has no message.

    Such a page is the same for everybody.
    """
    # A request with a frame of its own makes a page for an exported folder.
    if hasattr(request, "frame") or request.method not in ("GET", "HEAD") or settings.DEBUG:
        return False
    # The cookie alone proves nothing: anybody can send one, and would then bypass the cache.
    if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
        return False
    return len(get_messages(request)) == 0


def _get_cached_response(
    request: VisitorRequest,
    version: PageVersion,
    *,
    find_version: FindVersion,
    page: PageView,
    url_kwargs: dict[str, Any],
) -> HttpResponse:
    key = _make_cache_key(request, version)
    response: HttpResponse | None
    if _is_page_in_browser(request, key):
        response = HttpResponseNotModified()
    else:
        response = _get_cached_page(request, key)
    if response is None:
        request.version = version
        with _RENDERING_LOCK:
            # Another thread may have rendered it while this one waited for the lock.
            response = _get_cached_page(request, key)
            if response is None:
                response = page(request, **url_kwargs)
                # If the event changed meanwhile, one part of the page may be older than another.
                has_changed = find_version(request, url_kwargs) != version
                if response.status_code != HTTPStatus.OK or has_changed:
                    return response
                _cache_page(key, response)
    # The ETag of a compressed page is weak, because its bytes may differ.
    weak_mark = "W/" if response.has_header("Content-Encoding") else ""
    response.headers["ETag"] = f'{weak_mark}"{key}"'
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Accept-Encoding", "Cookie", "HX-Request"))
    return response


def _is_page_in_browser(request: HttpRequest, key: str) -> bool:
    etags = parse_etags(request.headers.get("If-None-Match", ""))
    # Weak and strong ETags stand for the same page.
    return f'"{key}"' in {etag.removeprefix("W/") for etag in etags}


def _get_cached_page(request: HttpRequest, key: str) -> HttpResponse | None:
    cached = caches["pages"].get(key)
    if not cached:
        return None
    packed, headers = cached
    if _ACCEPTS_GZIP.search(request.headers.get("Accept-Encoding", "")):
        # Nothing in a page for all visitors is secret, so its size may tell what is in it (BREACH).
        return HttpResponse(packed, headers=headers | {"Content-Encoding": "gzip"})
    return HttpResponse(gzip.decompress(packed), headers=headers)


_ACCEPTS_GZIP = re.compile(r"\bgzip\b")


def _cache_page(key: str, response: HttpResponse) -> None:
    packed = gzip.compress(response.content, COMPRESSION_LEVEL, mtime=0)
    if not response.cookies and len(packed) <= MAX_CACHED_BYTES:
        caches["pages"].set(key, (packed, dict(response.headers)))


def _make_cache_key(request: HttpRequest, version: PageVersion) -> str:
    corrections_until = version.corrections_until
    is_final = corrections_until is not None and corrections_until <= timezone.now()
    parts = (
        version.name,
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        translation.get_language(),
        repr(timezone.get_current_timezone()),  # the machine may be moved to another
        is_final,
        get_program_version(),
    )
    return sha256(repr(parts).encode()).hexdigest()


@lru_cache
def get_program_version() -> str:
    """Return a text that changes with every change of the program."""
    content = sha256(f"{django.__version__} {settings.STATIC_URL}".encode())
    paths: list[Path] = []
    for folder in PROGRAM_FOLDERS:
        paths.extend((Path(settings.BASE_DIR) / folder).rglob("*.*"))
    for path in sorted(paths):
        if path.suffix in (".py", ".html", ".csv"):
            content.update(f"{path.name}\0".encode() + path.read_bytes())
    return content.hexdigest()
