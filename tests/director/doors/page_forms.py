"""The forms of a page as a browser has them, found by reading the page, and filled box by box."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from director.urls import urlpatterns
from tests.director.doors import values
from tests.director.pages import parse_page

Sent = dict[str, list[Any]]


@dataclass(frozen=True)
class Door:
    """A button of a form on the page at *path*: what it sends goes to *address*.

    *name* is that of the address, *boxes* are the names of what is sent. The two tell one kind of
    door from another, whatever pair or board it is for. *is_htmx* is true for a row that a
    script sends by itself. *form* has the boxes, none for the JSON of a phone.
    """

    path: str
    address: str
    name: str
    boxes: str
    button: tuple[tuple[str, str], ...] = ()
    is_htmx: bool = False
    form: tuple[Element, ...] = field(default=(), compare=False, repr=False)

    @property
    def kind(self) -> tuple[object, ...]:
        """What is the same of this door on every page of its kind."""
        button = tuple((name, re.sub(r"\d+", "0", value)) for name, value in self.button)
        return (self.name, self.boxes, button)


def is_page(page: HttpResponse) -> bool:
    """Return whether *page* is one that a browser shows."""
    return page.status_code in (200, 422) and page.get("Content-Type", "").startswith("text/html")


def iterate_doors(path: str, page: HttpResponse) -> Iterator[Door]:
    """Yield every door on *page*: the buttons of its forms, and the rows that its scripts send."""
    if not is_page(page):
        return
    for part in parse_page(page).iter():
        is_form = part.tag == "form" and part.get("method") == "post"
        boxes = _list_boxes(page, part) if is_form else list(part.iter())
        if is_form:
            yield from _list_buttons(path, page, part, boxes)
        row_address = part.get("hx-post", "")
        if row_address and part.tag != "button" and row_address != part.get("action"):
            yield from _door(path, row_address, boxes, is_htmx=True)


def _list_boxes(page: HttpResponse, form: Element) -> list[Element]:
    """Return what a form holds, also what stands elsewhere on the page and names the form."""
    inside = list(form.iter())
    if not form.get("id"):
        return inside
    named = [box for box in parse_page(page).iter() if box.get("form") == form.get("id")]
    return inside + [box for box in named if not any(box is other for other in inside)]


def _list_buttons(
    path: str, page: HttpResponse, form: Element, boxes: list[Element]
) -> Iterator[Door]:
    buttons = [box for box in boxes if box.tag == "button" and box.get("type") != "button"]
    action = form.get("action", "")
    if not buttons:
        yield from _door(path, action, boxes)
    for button in buttons:
        value = ((button.get("name"), button.get("value", "")),) if button.get("name") else ()
        yield from _door(path, button.get("formaction", action), boxes, button=value)


def _door(
    path: str,
    action: str,
    boxes: list[Element],
    *,
    button: tuple[tuple[str, str], ...] = (),
    is_htmx: bool = False,
) -> Iterator[Door]:
    """Yield the door that sends *boxes* to *action*, if the program has such an address."""
    address = urljoin(path, action).partition("#")[0]
    try:
        name = resolve(address.partition("?")[0]).url_name or ""
    except Resolver404:
        return
    names = {re.sub(r"\d+", "0", box.get("name")) for box in boxes if box.get("name")}
    yield Door(path, address, name, " ".join(sorted(names)), button, is_htmx, tuple(boxes))


def phone_doors(tokens: dict[str, str]) -> Iterator[Door]:
    """Yield the addresses at which the script of a phone sends JSON to a private address."""
    for pattern in urlpatterns:
        begins = str(pattern.pattern).partition("/")[0]
        takes_form = pattern.name.endswith(("_page", "_phone"))
        if begins in tokens and set(pattern.pattern.converters) == {"token"} and not takes_form:
            path = reverse(pattern.name, kwargs={"token": tokens[begins]})
            if "POST" in Client().options(path).get("Allow", ""):
                yield Door(path, path, pattern.name, "json")


def fill(door: Door, chance: Random) -> Sent:
    """Return what a browser sends of *door*, with odd values in some of its boxes."""
    sent: Sent = {}
    radios: dict[str, list[Element]] = {}
    share = chance.choice((0, 0.1, 0.3, 1))
    for box in door.form:
        name, kind = box.get("name"), box.get("type", "text")
        if not name or "disabled" in box.attrib or box.tag == "button":
            continue
        if box.tag == "input" and kind == "radio":
            radios.setdefault(name, []).append(box)
            continue
        is_odd = kind != "hidden" and chance.random() < share
        for value in _choose_values(box, kind, chance if is_odd else None):
            sent.setdefault(name, []).append(value)
    for name, boxes in radios.items():
        checked = [box for box in boxes if "checked" in box.attrib]
        if chance.random() < share or not checked:
            checked = [chance.choice(boxes)]
        sent.setdefault(name, []).append(checked[0].get("value", "on"))
    for name, value in door.button:
        sent.setdefault(name, []).append(value)
    return sent


def _choose_values(box: Element, kind: str, chance: Random | None) -> list[Any]:
    """Return what *box* sends: odd values by *chance*, or what the page shows without it."""
    if box.tag == "select":
        return _choose_options(box, chance)
    if box.tag == "textarea":
        return [values.draw_lines(chance) if chance else (box.text or "").removeprefix("\n")]
    if box.tag != "input" or kind in ("submit", "image", "button", "reset"):
        return []
    if kind == "checkbox":
        is_checked = chance.random() < 0.5 if chance else "checked" in box.attrib
        return [box.get("value", "on")] if is_checked else []
    if kind == "file":
        return [values.draw_file(chance)] if chance else []
    return [_choose_text(box, kind, chance)]


def _choose_text(box: Element, kind: str, chance: Random | None) -> str:
    if chance is None:
        return box.get("value", "")
    odd = values.list_odd_values(kind, box.get("inputmode", ""))
    return chance.choice(odd) if odd else values.draw_typed(chance)


def _choose_options(box: Element, chance: Random | None) -> list[str]:
    options = [option for option in box.iter("option") if "disabled" not in option.attrib]
    chosen = [option for option in options if "selected" in option.attrib]
    if not chosen and "multiple" not in box.attrib:
        chosen = options[:1]
    if chance and options:
        chosen = [chance.choice(options)]
    return [option.get("value", option.text or "") for option in chosen]
