"""The page of a season: its tabs, and one page of its standings."""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.paginator import Paginator

from director.names import has_words
from director.party.scoring.season import SeasonSheet

ROWS_PER_PAGE = 50
_TABS = {"": "Standings", "events": "Events", "scoring": "Scoring", "export": "Export"}
_OF_THE_DESK = ("scoring", "export")


def season_tabs(asked: str, *, by_director: bool) -> tuple[str, list[dict[str, object]]]:
    """Return the open tab and all tabs. Visitors get those that change nothing."""
    names = {key: name for key, name in _TABS.items() if by_director or key not in _OF_THE_DESK}
    tab = asked if asked in names else ""
    return tab, [
        {"name": name, "address": f"?tab={key}" if key else "?", "is_open": key == tab}
        for key, name in names.items()
    ]


def season_standings_page(sheet: SeasonSheet, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return a page of the standings of those that *asked* wants to ``find``."""
    find = asked.get("find", "").strip()
    rows = [
        (at, row)
        for at, (_, rows) in enumerate(sheet.lists)
        for row in rows
        if not find or has_words(find, row.name, ())
    ]
    pages = Paginator(rows, ROWS_PER_PAGE).get_page(asked.get("page"))
    lists = [
        (sheet.lists[at][0], [row for _at, row in part])
        for at, part in groupby(pages.object_list, key=itemgetter(0))
    ]
    return {"lists": lists, "pages": pages, "find": find}
