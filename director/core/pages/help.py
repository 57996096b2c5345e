"""Help inside the program: the documents of ``docs/``, searchable, and the help of each page.

The help of a page of the desk is a section of ``desk.md``, found by the URL name of the page.
"""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from director.core.base.bars import BAR_PERCENTAGES, make_bar
from director.core.base.forms import PageForm
from director.core.base.requests import HtmxRequest
from director.core.night.events import ACTION_NEEDED, STEP_DONE, STEP_NEXT
from director.core.pages.help_documents import (
    PAGED_DOCUMENTS,
    QUESTIONS_DOCUMENT,
    find_section_with_group,
    list_section_groups,
    load_documents,
)
from director.core.pages.help_search import search_help

DESK_ANCHORS_BY_PAGE = {
    "tonight": "tonight",
    "event": "tonight",
    "nights": "nights",
    "partners": "nights",
    "results_import": "import-results",
    "people": "people",
    "person": "people",
    "people_labels": "labels-and-lists",
    "event_labels": "labels-and-lists",
    "club": "club",
    "own": "club",
    "accounts": "accounts",
    "sign_ins": "accounts",
    "account": "accounts",
    "backups": "backups",
    "backup": "backups",
    "field": "field",
    "field_grid": "grid-editor",
    "seeding": "draw-rounds",
    "section": "field",
    "board_numbers": "field",
    "add": "field",
    "remove": "field",
    "door": "arrivals-and-corrections",
    "seats": "seats",
    "lineups": "line-ups",
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
    "money": "money",
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
    "website": "website",
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


def _find_anchor(page: str) -> str | None:
    name_parts = page.split("_")
    # The longest beginning counts: "event_numbers" before "event".
    names = ["_".join(name_parts[:end]) for end in range(len(name_parts), 0, -1)]
    names += [name.removeprefix("session_").removeprefix("party_") for name in names]
    return next(
        (DESK_ANCHORS_BY_PAGE[name] for name in names if name in DESK_ANCHORS_BY_PAGE), None
    )


class ComponentsForm(PageForm):
    """A form with fields in all states, for the page of components."""

    name = forms.CharField(label="Event name", help_text="As on the results page.")
    rounds = forms.IntegerField(label="Rounds", min_value=1, max_value=30)
    paper = forms.ChoiceField(label="Paper", choices=[("a4", "A4"), ("letter", "US Letter")])
    code = forms.CharField(label="Movement code", disabled=True, required=False, initial="GGJ4AK")
    is_indexed = forms.BooleanField(label="Listed by search engines", required=False)


MAX_SEARCH_LENGTH = 100
NEAREST_COUNT = 3
"""Pages that are named if none is sure to answer."""


@require_safe
def show_help_index(request: HttpRequest) -> HttpResponse:
    """List the questions and documents, or the answers to the question in ``?q=``."""
    search_text = request.GET.get("q", "").strip()[:MAX_SEARCH_LENGTH]
    answers = search_help(search_text) if search_text else []
    documents = load_documents()
    context = {
        # The questions are listed one by one.
        "documents": [
            document for document in documents.values() if document.name != QUESTIONS_DOCUMENT
        ],
        "groups": list_section_groups(QUESTIONS_DOCUMENT),
        "search_text": search_text,
        "best": answers[0] if answers and answers[0].is_sure else None,
        "others": answers[1:],
        "nearest": answers[:NEAREST_COUNT],
    }
    return render(request, "core/help/index.html", context)


@require_safe
def show_help_document(request: HttpRequest, name: str) -> HttpResponse:
    """Show one document (``which-scoring.md``), or the contents of one with a page per section."""
    if name not in load_documents():
        raise Http404
    context: dict[str, object] = {"document": load_documents()[name]}
    if name in PAGED_DOCUMENTS:
        groups = list_section_groups(name)
        return render(request, "core/help/panels.html", context | {"groups": groups})
    return render(request, "core/help/document.html", context)


@require_safe
def show_help_panel(request: HtmxRequest, page: str) -> HttpResponse:
    """Answer with the help of the page *page*, as a panel or a page.

    *page* is the URL name of a page, or the anchor of a question or a page of the desk.
    """
    section, group = find_section_with_group(_find_anchor(page) or page) or (None, None)
    template = "_panel" if request.htmx else "panel"
    return render(request, f"core/help/{template}.html", {"section": section, "beside": group})


@require_safe
def show_components(request: HttpRequest) -> HttpResponse:
    """Show every component of the pages in all its states."""
    form = ComponentsForm({"name": "Tuesday pairs", "rounds": "40", "paper": "a4"})
    rows = [
        ("1", "Ernest Dunn & Elsie Hill", 164, "65.08", make_bar(65, BAR_PERCENTAGES)),
        ("2", "Felix Iden & Ada Fairfax", 100, "39.68", make_bar(40, BAR_PERCENTAGES)),
    ]
    states = [
        (STEP_DONE, "Done", "✓"),
        (ACTION_NEEDED, "Action needed", "!"),
        (STEP_NEXT, "Next", "→"),
        ("open", "Open", ""),
    ]
    return render(
        request, "core/help/components.html", {"form": form, "rows": rows, "states": states}
    )
