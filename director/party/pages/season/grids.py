"""The tabs of a season of parties, and one page of its standings."""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.paginator import Paginator

from director.names import has_words
from director.party.scoring.season import SeasonSheet

ROWS_PER_PAGE = 50
_TABS = {"": "Standings", "events": "Events", "scoring": "Scoring", "export": "Export"}
_DESK_TABS = ("scoring", "export")


def make_season_tabs(
    requested_tab: str, *, by_director: bool
) -> tuple[str, list[dict[str, object]]]:
    """Return the open tab and all tabs. Visitors don't get the tabs of the desk."""
    names = dict(_TABS)
    if not by_director:
        for key in _DESK_TABS:
            del names[key]
    open_tab = requested_tab if requested_tab in names else ""
    tabs: list[dict[str, object]] = []
    for key, name in names.items():
        address = f"?tab={key}" if key else "?"
        tabs.append({"name": name, "address": address, "is_open": key == open_tab})
    return open_tab, tabs


def make_season_standings_page(sheet: SeasonSheet, params: Mapping[str, str]) -> dict[str, Any]:
    """Return one page of the standings of all lists, with the query parameters *params*.

    ``find`` is a search, ``page`` the page.
    """
    search_text = params.get("find", "").strip()
    # All lists are one for the pages, so each row goes with the index of its list.
    rows = []
    for list_index, (_, rows_of_list) in enumerate(sheet.lists):
        for row in rows_of_list:
            if not search_text or has_words(search_text, row.name, ()):
                rows.append((list_index, row))
    pages = Paginator(rows, ROWS_PER_PAGE).get_page(params.get("page"))
    lists = []
    for list_index, rows_of_page in groupby(pages.object_list, key=itemgetter(0)):
        title, _ = sheet.lists[list_index]
        lists.append((title, [row for _, row in rows_of_page]))
    return {"lists": lists, "pages": pages, "find": search_text}
