"""Tabs of a movement on the pages of Field."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.boards.movement.schedule import Schedule
from director.core.base.forms import parse_small_number
from director.core.base.requests import HtmxRequest

CHANGE, SECTIONS = "change", "sections"
TEMPLATES = {
    "rounds": "boards/field/_rounds.html",
    "room": "boards/field/_room.html",
    "comparisons": "boards/field/_comparisons.html",
    "follow": "boards/field/_follow.html",
    "files": "boards/field/_files.html",
    SECTIONS: "boards/sessions/_card.html",
}


@dataclass(frozen=True, slots=True)
class ScheduleTab:
    """A tab: its name and address."""

    name: str
    address: str
    is_open: bool


def make_schedule_tabs(
    schedule: Schedule,
    query_params: Mapping[str, str],
    *,
    address: str,
    query: str = "",
    further_tabs: Mapping[str, str] | None = None,
    templates: Mapping[str, str] = TEMPLATES,
) -> dict[str, object]:
    """Return the tabs of *schedule* at *address*, and the template of the open one.

    *query* comes before the tab in every address. *further_tabs* are the names of the tabs that
    only a chosen movement has, by key, and *templates* those of all tabs. Without a tab in
    *query_params*, a round opens the room and a pair opens the page that follows it.
    """
    names = {"rounds": "Rounds", "room": "Room"}
    if schedule.fairness_picture:
        names |= {"comparisons": "Comparisons"}
    names |= {"follow": f"Follow a {schedule.contestant_word}", **(further_tabs or {})}
    if "round" in query_params:
        default_tab = "room"
    elif "pair" in query_params:
        default_tab = "follow"
    else:
        default_tab = "rounds"
    open_key = query_params.get("tab", default_tab)
    if open_key not in names:
        open_key = "rounds"
    position_query = "".join(
        f"&{name}={query_params[name]}"
        for name in ("round", "pair")
        if query_params.get(name, "").isdecimal()
    )
    return {
        "tabs": [
            ScheduleTab(name, f"{address}?{query}tab={key}{position_query}", key == open_key)
            for key, name in names.items()
        ],
        "open_tab": templates[open_key],
        "query": query,
        "address": address,
    }


def parse_round_and_pair(query: Mapping[str, str]) -> dict[str, int]:
    """Return the round and pair that *query* names, each 0 if missing.

    >>> parse_round_and_pair({"round": "3"})
    {'round_no': 3, 'pair_no': 0}
    """
    return {f"{name}_no": parse_small_number(query.get(name, "")) for name in ("round", "pair")}


def choose_template(request: HtmxRequest, page: str) -> str:
    """Return the template *page*, or that of the schedule if htmx asks for no other part."""
    htmx = request.htmx
    if htmx and htmx.target == "schedule" and not htmx.history_restore_request:
        return "boards/field/_schedule.html"
    return page
