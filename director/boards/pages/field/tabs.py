"""Tabs of a movement on the pages of Field."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.boards.movement.schedule import Schedule

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


def schedule_tabs(
    schedule: Schedule,
    asked: Mapping[str, str],
    *,
    address: str,
    query: str = "",
    more: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Return the tabs of *schedule* at *address*, and the template of the open one.

    *query* is what every address has before the tab, *more* the tabs that only a chosen movement
    has, by key.  An address that names a round shows the room, one that names a pair follows it,
    unless it names a tab.
    """
    names = {"rounds": "Rounds", "room": "Room"}
    if schedule.picture:
        names |= {"comparisons": "Comparisons"}
    names |= {"follow": f"Follow a {schedule.called}", **(more or {})}
    usual = next(
        (tab for name, tab in (("round", "room"), ("pair", "follow")) if name in asked), "rounds"
    )
    opened = asked.get("tab", usual)
    opened = opened if opened in names else "rounds"
    looked = "".join(
        f"&{name}={asked[name]}" for name in ("round", "pair") if asked.get(name, "").isdecimal()
    )
    return {
        "tabs": [
            ScheduleTab(name, f"{address}?{query}tab={key}{looked}", key == opened)
            for key, name in names.items()
        ],
        "open_tab": TEMPLATES[opened],
        "query": query,
        "address": address,
    }
