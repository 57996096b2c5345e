"""Two checkouts side by side: the same nights, every page and file of them, every form sent as it stands.

For work that must change nothing a person sees.  In the old checkout, with a folder that is not
there yet::

    python -m tests.compare play NIGHTS              # plays the nights of tests/browser/walk.py into NIGHTS
    python -m tests.compare answers NIGHTS OLD.json  # what this checkout answers; each works on a copy

then in the new one ``answers NIGHTS NEW.json``, which brings the database up to date first, and
``python -m tests.compare differ OLD.json NEW.json``, which ends with 1 where anything differs.

Compared are the words of a page, its links and the names in its forms, the cells of workbooks, the
text of PDFs, JSON and CSV; of a form, sent with what stands in it, the answer and how many records
were written.  Left out is what is new every time: tokens, keys, marks of pages, times of day.
"""

import io
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

NEW_EACH_TIME = (
    (re.compile(r"\b\d{1,2}:\d\d(:\d\d)?\b"), "TIME"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.+Z]+"), "MOMENT"),
    (re.compile(r"\b[0-9a-f]{16,64}\b"), "KEY"),
    (re.compile(r"\b\d+ (seconds?|minutes? ago|min)\b"), "AGO"),
    (re.compile(r"\bseed \d+"), "SEED"),
    (re.compile(r"\d{8}-\d{6}"), "STAMP"),
)
SECRET_FIELDS = {"csrfmiddlewaretoken", "idempotency_key", "press"}
NO_FORMS = re.compile(r"/(sign-out|restore)/")


class ReadPage(HTMLParser):
    """What a page says, where it leads, and its forms as (method, address, values)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.forms: list[tuple[str, str, list[tuple[str, str]]]] = []
        self._silent = 0
        self._choice: tuple[str, list[tuple[str, bool]]] | None = None
        self._area: tuple[str, list[str]] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: C901 (a case per element)
        has = dict(attrs)
        name = has.get("name") or ""
        if tag in ("script", "style", "template"):
            self._silent += 1
        elif tag == "a":
            self.links.append(has.get("href") or "")
        elif tag == "form":
            self.forms.append((has.get("method", "get") or "get", has.get("action") or "", []))
        elif tag == "select":
            self._choice = (name, [])
        elif tag == "option" and self._choice:
            self._choice[1].append((has.get("value") or "", "selected" in has))
        elif tag == "textarea":
            self._area = (name, [])
        elif tag == "input" and name and "disabled" not in has:
            kind = has.get("type") or "text"
            if kind in ("checkbox", "radio") and "checked" not in has:
                self._add(name, None)
            elif kind not in ("submit", "file", "image", "button"):
                self._add(name, has.get("value") or ("on" if kind == "checkbox" else ""))
        elif tag == "button" and name:
            self._add(name, has.get("value") or "", once=True)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "template"):
            self._silent -= 1
        elif tag == "select" and self._choice:
            name, options = self._choice
            chosen = [value for value, selected in options if selected] or [
                value for value, _ in options[:1]
            ]
            for value in chosen:
                self._add(name, value)
            self._choice = None
        elif tag == "textarea" and self._area:
            self._add(self._area[0], "".join(self._area[1]))
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area:
            self._area[1].append(data)
        elif not self._silent and data.strip():
            self.words.append(" ".join(data.split()))

    def _add(self, name: str, value: str | None, *, once: bool = False) -> None:
        if not self.forms or (once and any(name == known for known, _ in self.forms[-1][2])):
            return
        if value is not None:
            self.forms[-1][2].append((name, value))


def mask_changing_parts(text: str, tokens: dict[str, str]) -> str:
    """Return *text* without what is new every time."""
    for token, name in tokens.items():
        text = text.replace(token, name)
    for pattern, name in NEW_EACH_TIME:
        text = pattern.sub(name, text)
    return text


def list_content(answer: Any, tokens: dict[str, str]) -> list[str]:
    """Return what *answer* says, a line for each piece of it."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    head = [
        str(answer.status_code),
        kind,
        mask_changing_parts(answer.headers.get("Location", ""), tokens),
    ]
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if kind == "text/html":
        page = ReadPage(data.decode())
        names = [f"{method} {action}: {' '.join(sorted({name for name, _ in values} - SECRET_FIELDS))}"
                 for method, action, values in page.forms]  # fmt: skip
        return head + [
            mask_changing_parts(line, tokens) for line in (*page.words, *page.links, *names)
        ]
    if kind == "application/pdf":
        from pypdf import PdfReader

        return head + [
            mask_changing_parts(page.extract_text(), tokens)
            for page in PdfReader(io.BytesIO(data)).pages
        ]
    if kind.endswith("spreadsheetml.sheet"):
        from openpyxl import load_workbook

        book = load_workbook(io.BytesIO(data))
        return head + [
            mask_changing_parts(str(row), tokens)
            for sheet in book
            for row in sheet.iter_rows(values_only=True)
        ]
    if kind.startswith("text/") or kind in ("application/json", "application/xml"):
        return head + mask_changing_parts(data.decode(errors="replace"), tokens).splitlines()
    return [*head, "binary"]


def play(folder: Path) -> None:
    """Play the nights, and note the addresses of each."""
    from django.core.management import call_command
    from django.test import Client

    from tests.browser import walk
    from tests.factories import make_director

    call_command("migrate", verbosity=0)
    director = make_director()
    client, found = Client(), {}
    client.force_login(director)
    for name, make in walk.NIGHTS.items():
        night = make(director)
        paths = [
            path
            for _, path, response in walk.fetch_answers(client, night)
            if response.status_code not in (404, 405)
        ]
        found[name] = [*paths, *night.more]
    (folder / "addresses.json").write_text(json.dumps(found, indent=1), encoding="utf-8")


def fetch_answers(folder: Path) -> dict[str, list[str]]:
    """Return what every address and every form of *folder* answers."""
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.core.cache import caches
    from django.core.management import call_command
    from django.db import connection, reset_queries, transaction
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    call_command("migrate", verbosity=0)
    visitor, client = Client(raise_request_exception=False), Client(raise_request_exception=False)
    director = get_user_model().objects.get(username="dora")
    client.force_login(director)
    told: dict[str, list[str]] = {}
    forms: dict[str, tuple[str, list[tuple[str, str]]]] = {}
    addresses = json.loads((folder / "addresses.json").read_text(encoding="utf-8"))
    for path in dict.fromkeys(path for paths in addresses.values() for path in paths):
        name = re.sub(r"/(t|p|my|g)/[^/]{8,}/", r"/\1/TOKEN/", path)
        tokens = {path.split("/")[2]: "TOKEN"} if name != path else {}
        response = client.get(path)
        told[f"GET {name}"] = list_content(response, tokens)
        if path.startswith(("/events/", "/players/")) or tokens:
            told[f"visitor {name}"] = list_content(visitor.get(path), tokens)
        if (
            response.headers.get("Content-Type", "").startswith("text/html")
            and not response.streaming
        ):
            for method, action, values in ReadPage(response.content.decode()).forms:
                sent = f"{action or path} {sorted({field for field, _ in values} - SECRET_FIELDS)}"
                if method == "post" and not NO_FORMS.search(sent):
                    forms.setdefault(sent, (action or path, values))
    for sent, (path, values) in forms.items():
        for alias in settings.CACHES:
            caches[alias].clear()
        data: dict[str, list[str]] = {}
        for field, value in values:
            data.setdefault(field, []).append(value)
        name = re.sub(r"/(t|p|my|g)/[^/]{8,}/", r"/\1/TOKEN/", sent)
        reset_queries()  # the log of queries holds a few thousand
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            response = client.post(path, data)
            written = sum(
                query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))
                for query in queries.captured_queries
            )
            told[f"POST {name}"] = [
                *list_content(response, {}),
                f"{'some' if written else 'nothing'} written",
            ]
            transaction.set_rollback(True)
        client.force_login(director)
    return told


def list_differences(old: dict[str, list[str]], new: dict[str, list[str]]) -> Iterator[str]:
    """Yield what is not the same in both, with the lines that differ."""
    import difflib

    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            lines = difflib.unified_diff(
                old.get(name, []), new.get(name, []), "old", "new", n=0, lineterm=""
            )
            yield "\n".join([f"== {name}", *[line[:200] for line in list(lines)[2:14]]])


def main(arguments: list[str]) -> int:
    """Do what is asked for; see the top of the module."""
    if not arguments or arguments[0] not in ("play", "answers", "differ"):
        sys.stdout.write(f"{__doc__}\n")
        return 1
    if arguments[0] == "differ":
        old, new = (json.loads(Path(path).read_text(encoding="utf-8")) for path in arguments[1:])
        differences = list(list_differences(old, new))
        sys.stdout.write(
            "\n".join([*differences, f"{len(old)} answers, {len(differences)} differ", ""])
        )
        return bool(differences)
    folder = Path(arguments[1]).absolute()
    with tempfile.TemporaryDirectory() as data:
        if arguments[0] == "answers":
            shutil.copytree(folder, data, dirs_exist_ok=True)
        else:
            folder.mkdir(parents=True)
        os.environ["KALAMAZOO_DATA"] = data if arguments[0] == "answers" else str(folder)
        os.environ["DJANGO_SETTINGS_MODULE"] = "director.settings"
        import django
        from django.test.utils import setup_test_environment

        django.setup()
        setup_test_environment()
        if arguments[0] == "play":
            play(folder)
        else:
            told = json.dumps(fetch_answers(Path(data)), indent=1)
            Path(arguments[2]).write_text(told, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
