"""What people type into the boxes of a form: mostly what makes sense there, and sometimes not."""

from xml.etree.ElementTree import Element

from tests.director.doors import values
from tests.director.doors.page_forms import Door
from tests.walk.pick import Pick

RESULTS = ("3NTN=", "4SE-1", "PASS", "2HS+1", "A6040", "1CW-2", "", "LATER", "6NTXS-3", "NP")
NAMES = ("Zoe New", "Ada Ash Ash", "", "Yann Late", "O'Brien, Pat")
NUMBERS = ("1", "2", "3", "0", "", "7", "12", "40")
DAYS = ("2026-12-04", "", "2026-11-27")
ODD = (*values.NAMES[:12], *values.NUMBERS, *values.ENTRIES)


def draw_boxes(door: Door, pick: Pick, *, is_odd: bool = False) -> dict[str, object]:
    """Return what is typed into some boxes of *door*. With *is_odd* nothing of it need make sense."""
    post_data: dict[str, object] = {}
    step = 1 + pick.below(3)
    start = pick.below(2)
    open_boxes = [box for box in door.form if _is_open(box)]
    for index, box in enumerate(open_boxes[start::step]):
        own = Pick(pick.number + index)
        name = box.get("name", "")
        if box.get("type") == "checkbox":
            post_data[name] = box.get("value", "on") if own.below(2) else None
        elif box.get("type") == "radio" or box.tag == "select":
            post_data[name] = own.one_of(_list_offered(door, box) or [""])
        else:
            post_data[name] = own.one_of(ODD if is_odd else _list_sensible_texts(name, box))
    return post_data


def _is_open(box: Element) -> bool:
    """Return whether somebody can change *box*."""
    kind = box.get("type", "text")
    is_box = box.tag in ("input", "select", "textarea") and box.get("name")
    return (
        bool(is_box) and kind not in ("hidden", "file", "submit") and "disabled" not in box.attrib
    )


def _list_offered(door: Door, box: Element) -> list[str]:
    if box.tag == "select":
        options = [option for option in box.iter("option") if "disabled" not in option.attrib]
        return [option.get("value", option.text or "") for option in options]
    same = [one for one in door.form if one.get("name") == box.get("name")]
    return [one.get("value", "on") for one in same if one.get("type") == "radio"]


BY_STEM = {
    "half": ("70", "71", ""),
    "total": ("150", "149", ""),
    "text": RESULTS,
    "adjusted": RESULTS,
    "name": NAMES,
    "names": NAMES,
    "seat": NAMES,
    "points": ("10", "6", "13", ""),
}
"""What is typed into boxes by how their name begins."""
BY_TYPE = {"date": DAYS, "time": ("19:30", "")}


def _list_sensible_texts(name: str, box: Element) -> tuple[str, ...]:
    """Return what somebody may type into the box called *name*."""
    found = BY_TYPE.get(box.get("type", "text")) or BY_STEM.get(name.partition("-")[0])
    if found:
        return found
    if box.get("inputmode") in ("numeric", "decimal") or "no" in name.split("_"):
        return NUMBERS
    return (*NUMBERS[:3], "Some words", "")
