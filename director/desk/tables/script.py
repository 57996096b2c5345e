"""The script of the tables' page in one piece: a phone at the edge of a weak network asks once, and for little."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe

PARTS = (
    "bridge",
    "keeping",
    "queue",
    "state",
    "parts",
    "decisions",
    "pad",
    "pages",
    "moved",
    "outside",
    "turned",
    "names",
    "phones",
    "table",
)
"""The files of ``static/desk/tables``, each of which uses only those before it while it is read."""
WORKER = "worker"
"""The one file there that is no part of it."""
_LINE_OF_COMMENT = re.compile(r"^\s*(?://.*)?(?:\n|$)|^[ ]+", re.MULTILINE)


@cache
def whole_script() -> str:
    """Return all parts in their order, without the lines that only people read."""
    return _LINE_OF_COMMENT.sub("", "\n".join(map(_part, PARTS)))


def _part(name: str) -> str:
    return Path(str(finders.find(f"desk/tables/{name}.js"))).read_text(encoding="utf-8")


def _tag(_request: HttpRequest) -> str:
    return f'"{sha256(whole_script().encode()).hexdigest()[:20]}"'


@login_not_required
@require_safe
@gzip_page
@condition(etag_func=_tag)
def table_script(_request: HttpRequest) -> HttpResponse:
    """Answer with the script; unchanged (304) without a byte of it."""
    return HttpResponse(whole_script(), content_type="text/javascript; charset=utf-8")


@login_not_required
@require_safe
def table_worker(_request: HttpRequest, **_token: str) -> HttpResponse:
    """Answer with the worker that keeps the page at *token*: its own address says which pages it may keep."""
    return HttpResponse(_part(WORKER), content_type="text/javascript; charset=utf-8")
