"""Help inside the program: the documents of ``docs/``, searchable, and the help of each page.

The help of a page of the desk is a section of ``desk.md``, found by the URL name of the page.
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from itertools import count
from typing import NamedTuple

import markdown
from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from director.core.base.forms import PageForm
from director.core.base.requests import HtmxRequest
from director.core.night.events import DONE, NEEDS, NEXT

DOCS = settings.BASE_DIR / "docs"
DESK = "desk.md"
"""The document with a section for each page of the desk."""
QUESTIONS = "how-do-i.md"
"""The document that answers frequent questions, one in each section."""
DOCUMENTS = {
    QUESTIONS: "Short answers to frequent questions.",
    "first-evening.md": "An evening from the first page to the results, step by step.",
    "which-movement.md": "Who plays where: what each movement is, when to take it, what it needs.",
    "what-fairness-means.md": "How equally a movement compares the pairs, worked out for one evening.",
    "which-party.md": "Whist drives, euchre and other parties: how people move.",
    "which-scoring.md": "What each method of scoring rewards, and when to take it.",
    "sending.md": "Send results to BridgeWebs or by e-mail, and what else takes them.",
    DESK: "What you do on every page, and its keys.",
    "glossary.md": "What the words mean.",
}
"""What each document of the help is about, in the order in which a search names them.

The other documents are for those who install or develop the program, and are no part of the help.
"""
TOPIC_LEVEL = 2
"""The level of the headings in the contents; those below are movements and methods."""
SCROLLING_TABLE = (
    '<div class="scroll prose" tabindex="0" role="region" aria-label="Table {}"><table>'
)
"""The start of a table that scrolls by itself on a narrow screen."""
SECTIONS = {
    "tonight": "tonight",
    "event": "tonight",
    "nights": "nights",
    "partners": "nights",
    "results_import": "import-results",
    "people": "people",
    "person": "people",
    "club": "club",
    "own": "club",
    "accounts": "accounts",
    "sign_ins": "accounts",
    "account": "accounts",
    "programs": "programs",
    "program": "programs",
    "backups": "backups",
    "backup": "backups",
    "field": "field",
    "field_grid": "grid-editor",
    "seeding": "draw-rounds",
    "section": "field",
    "add": "field",
    "remove": "field",
    "door": "arrivals-and-corrections",
    "seats": "seats",
    "lineups": "line-ups",
    "captains": "captains-links",
    "print": "print",
    "play": "play",
    "room": "play",
    "tables": "phones-at-the-tables",
    "draw": "draw-rounds",
    "withdrawals": "change-movement",
    "changed": "change-movement",
    "direction": "change-movement",
    "irregularities": "report-a-problem",
    "off_schedule": "report-a-problem",
    "scores": "scores",
    "rulings": "rulings",
    "hands": "hands",
    "results": "results",
    "acts": "history",
    "event_changes": "history",
    "event_numbers": "results",
    "party_field": "field-of-a-party",
    "party_ways": "field-of-a-party",
    "party_custom": "field-of-a-party",
    "party_seats": "seats-of-a-party",
    "party_play": "play-of-a-party",
    "party_people": "play-of-a-party",
    "party_new_phones": "phones-at-the-tables",
    "party_skat": "play-of-a-party",
    "party_teams": "teams-and-tandems",
    "party_player": "seats-of-a-party",
    "party_list": "play-of-a-party",
    "party_series": "play-of-a-party",
    "party_prize_giving": "results-of-a-party",
    "party_cards": "play-of-a-party",
    "party_game": "play-of-a-party",
    "party_results": "results-of-a-party",
    "party_money": "results-of-a-party",
    "party_raffle": "results-of-a-party",
    "next_night": "club",
    "next_nights": "club",
    "movements": "movements",
    "library": "movements",
    "club_season": "seasons",
    "former_season": "seasons",
    "event_seasons": "seasons",
    "seasons": "seasons",
}
"""The section of ``DESK`` by the beginning of a URL name, without *session_* or *party_*."""


@dataclass(frozen=True)
class HelpSection:
    """A heading of a document and the text below it, up to the next heading."""

    document: str
    document_title: str
    anchor: str
    level: int
    title: str
    html: SafeString

    @cached_property
    def text(self) -> str:
        """Return the text of the section in one line."""
        return " ".join(unescape(strip_tags(self.html)).split())


@dataclass(frozen=True)
class Document:
    """A document: its path below ``docs/``, its title and its HTML."""

    name: str
    title: str
    html: SafeString
    sections: tuple[HelpSection, ...]

    @property
    def summary(self) -> str:
        """Return what the document is about, in one sentence."""
        return DOCUMENTS[self.name]

    @property
    def topics(self) -> list[HelpSection]:
        """Return the sections that the contents list."""
        return [section for section in self.sections if section.level == TOPIC_LEVEL]


@cache
def load_documents() -> dict[str, Document]:
    """Return the documents of the help by path below ``docs/``, in search order."""
    return {name: _read_document(name) for name in DOCUMENTS}


def _read_document(name: str) -> Document:
    text = (DOCS / name).read_text(encoding="utf-8")
    extensions = {
        "tables": {"use_align_attribute": True},
        "fenced_code": {},
        "toc": {},
        "sane_lists": {},
        # Apostrophes are curly as on other pages; dashes and dots are typed as they should be.
        "smarty": {"smart_dashes": False, "smart_ellipses": False},
    }
    html = markdown.markdown(text, extensions=list(extensions), extension_configs=extensions)
    table_numbers = count(1)
    html = re.sub("<table>", lambda _: SCROLLING_TABLE.format(next(table_numbers)), html)
    html = html.replace("</table>", "</table></div>")
    parts = re.split(r'(?m)^(?=<h[1-3] id=")', html)
    title = text.partition("\n")[0].removeprefix("# ")
    sections = tuple(_make_section(name, title, part) for part in parts if part.startswith("<h"))
    return Document(name, title, mark_safe(html), sections)  # noqa: S308 (our own documents)


def _make_section(name: str, document_title: str, part: str) -> HelpSection:
    heading, _, body = part.partition("\n")
    # A section is also shown on pages of the desk, where relative links would lead elsewhere.
    html = re.sub(r'href="(?=[\w-]+\.md)', 'href="/help/', body)
    anchor = heading.split('"')[1]
    level = int(heading[len("<h")])
    title = unescape(strip_tags(heading))
    return HelpSection(name, document_title, anchor, level, title, mark_safe(html))  # noqa: S308


def find_help_section(page: str) -> HelpSection | None:
    """Return the help section of the page with the URL name *page*, or None."""
    name_parts = page.split("_")
    # The longest beginning counts: "event_numbers" before "event".
    names = ["_".join(name_parts[:end]) for end in range(len(name_parts), 0, -1)]
    names += [name.removeprefix("session_").removeprefix("party_") for name in names]
    anchor = next((SECTIONS[name] for name in names if name in SECTIONS), None)
    document = load_documents().get(DESK)
    if document:
        for section in document.sections:
            if section.anchor == anchor:
                return section
    return None


def search_sections(words: str) -> list[HelpSection]:
    """Return the sections with most of *words*. Sections with the words in their title come first.

    >>> search_sections("phones broken")[0].title
    'Let players enter results on phones'
    """
    # A word without its plural s finds both forms, because it only has to begin a word.
    patterns = [
        re.compile(rf"\b{re.escape(word.rstrip('s'))}") for word in _normalize_text(words).split()
    ]
    hits: list[_Hit] = []
    for document in load_documents().values():
        for section in document.sections:
            title = _normalize_text(section.title)
            text = _normalize_text(f"{section.title} {section.text}")
            hit = _Hit(
                words_found=sum(bool(pattern.search(text)) for pattern in patterns),
                words_in_title=sum(bool(pattern.search(title)) for pattern in patterns),
                section=section,
            )
            if hit.words_found:
                hits.append(hit)
    most_words = max((hit.words_found for hit in hits), default=0)
    best_hits = [hit for hit in hits if hit.words_found == most_words]
    # Sorting keeps the order of the documents among equals.
    best_hits.sort(key=lambda hit: -hit.words_in_title)
    return [hit.section for hit in best_hits]


class _Hit(NamedTuple):
    words_found: int
    words_in_title: int
    section: HelpSection


def _normalize_text(text: str) -> str:
    return text.casefold().replace("-", " ")


class StatesForm(PageForm):
    """A form with fields in all states, for the page of components."""

    name = forms.CharField(label="Event name", help_text="As on the results page.")
    rounds = forms.IntegerField(label="Rounds", min_value=1, max_value=30)
    paper = forms.ChoiceField(label="Paper", choices=[("a4", "A4"), ("letter", "US Letter")])
    code = forms.CharField(label="Movement code", disabled=True, required=False, initial="GGJ4AK")
    is_indexed = forms.BooleanField(label="Listed by search engines", required=False)


MAX_SECTIONS_FOUND = 40
MAX_SEARCH_LENGTH = 100


@require_safe
def show_help_index(request: HttpRequest) -> HttpResponse:
    """List the documents, or the sections that have the words in ``?q=``."""
    words = request.GET.get("q", "").strip()[:MAX_SEARCH_LENGTH]
    hits = search_sections(words)[:MAX_SECTIONS_FOUND] if words else []
    known = load_documents()
    context = {
        # The questions are listed one by one. The first section is the title of the document.
        "documents": [document for document in known.values() if document.name != QUESTIONS],
        "questions": known[QUESTIONS].sections[1:],
        "words": words,
        "hits": hits,
    }
    return render(request, "core/help/index.html", context)


@require_safe
def show_help_document(request: HttpRequest, name: str) -> HttpResponse:
    """Show one document (``scoring/butler.md``)."""
    if name not in load_documents():
        raise Http404
    return render(request, "core/help/document.html", {"document": load_documents()[name]})


@require_safe
def show_help_panel(request: HtmxRequest, page: str) -> HttpResponse:
    """Answer with the help of the page *page*, as a panel or a page."""
    context = {"section": find_help_section(page)}
    return render(request, f"core/help/{'_panel' if request.htmx else 'panel'}.html", context)


@require_safe
def show_components(request: HttpRequest) -> HttpResponse:
    """Show every component of the pages in all its states."""
    form = StatesForm({"name": "Tuesday pairs", "rounds": "40", "paper": "a4"})
    rows = [
        ("1", "Ernest Dunn & Elsie Hill", 164, "65.08"),
        ("2", "Beatrice Ash & Eva Vale", 145, "57.54"),
    ]
    states = [
        (DONE, "Done", "✓"),
        (NEEDS, "Action needed", "!"),
        (NEXT, "Next", "→"),
        ("open", "Open", ""),
    ]
    return render(
        request, "core/help/components.html", {"form": form, "rows": rows, "states": states}
    )
