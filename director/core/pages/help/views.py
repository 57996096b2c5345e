"""Help pages: the searchable list, a document, and a page's help panel."""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from director.core.base.forms import PageForm
from director.core.base.requests import HtmxRequest
from director.core.night.events import DONE, NEEDS, NEXT
from director.core.pages.help.read import (
    QUESTIONS,
    find_help_section,
    load_documents,
    search_sections,
)


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
