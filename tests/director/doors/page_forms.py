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
from tests.director.sent_forms import (
    Sent,
    fill_form,
    is_button,
    is_submit_button,
    iterate_controls,
    list_form_parts,
    list_option_values,
)


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
    method: str = "post"

    @property
    def kind(self) -> tuple[object, ...]:
        """What is the same of this door on every page of its kind."""
        button = tuple((name, re.sub(r"\d+", "0", value)) for name, value in self.button)
        return (self.name, self.boxes, button)


def is_page(page: HttpResponse) -> bool:
    """Return whether *page* is one that a browser shows."""
    return page.status_code in (200, 422) and page.get("Content-Type", "").startswith("text/html")


def iterate_doors(path: str, page: HttpResponse, *, method: str = "post") -> Iterator[Door]:
    """Yield every door on *page*: the buttons of its forms, and the rows that its scripts send.

    With *method* "get" these are the forms that only ask for another page.
    """
    if not is_page(page):
        return
    fieldsets = [part for part in parse_page(page).iter("fieldset") if "disabled" in part.attrib]
    disabled = {id(part) for fieldset in fieldsets for part in fieldset.iter()}
    for part in parse_page(page).iter():
        is_form = part.tag == "form"
        boxes = list_form_parts(parse_page(page), part) if is_form else list(part.iter())
        is_closed = id(part) in disabled
        if is_form:
            doors = _list_buttons(path, part, boxes)
            yield from (door for door in doors if door.method == method)
        row_address = part.get("hx-post", "") if method == "post" else ""
        if (
            row_address
            and not is_closed
            and part.tag != "button"
            and row_address != part.get("action")
        ):
            yield from _door(path, row_address, boxes, is_htmx=True)


def _list_buttons(path: str, form: Element, boxes: list[Element]) -> Iterator[Door]:
    buttons = [box for box in boxes if is_submit_button(box)]
    # A form whose buttons are all disabled can't be sent.
    has_buttons = bool(buttons) or any(part.tag == "button" for part in form.iter())
    action, method = form.get("action", ""), form.get("method", "get")
    if not has_buttons:
        yield from _door(path, action, boxes, method=method)
    for button in buttons:
        value = ((button.get("name", ""), button.get("value", "")),) if button.get("name") else ()
        yield from _door(
            path,
            button.get("formaction", action),
            boxes,
            button=value,
            method=button.get("formmethod", method),
        )


def _door(
    path: str,
    action: str,
    boxes: list[Element],
    *,
    button: tuple[tuple[str, str], ...] = (),
    is_htmx: bool = False,
    method: str = "post",
) -> Iterator[Door]:
    """Yield the door that sends *boxes* to *action*, if the program has such an address."""
    address = urljoin(path, action).partition("#")[0]
    if method == "get":
        address = address.partition("?")[0]
    try:
        name = resolve(address.partition("?")[0]).url_name or ""
    except Resolver404:
        return
    names = {re.sub(r"\d+", "0", box.get("name")) for box in boxes if box.get("name")}
    yield Door(path, address, name, " ".join(sorted(names)), button, is_htmx, tuple(boxes), method)


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
    boxes: dict[str, list[Any] | None] = {}
    share = chance.choice((0, 0.1, 0.3, 1))
    for name, controls in _group_by_name(door.form).items():
        first = controls[0]
        kind = first.get("type", "text")
        if kind == "hidden" or is_button(first):
            continue
        is_odd = chance.random() < share
        is_unchosen = kind == "radio" and not any("checked" in box.attrib for box in controls)
        if is_odd or is_unchosen:
            boxes[name] = _draw_values(controls, kind, chance)
    return fill_form(door.form, boxes, button=door.button)


def _group_by_name(parts: tuple[Element, ...]) -> dict[str, list[Element]]:
    grouped: dict[str, list[Element]] = {}
    for control in iterate_controls(parts):
        grouped.setdefault(control.get("name", ""), []).append(control)
    return grouped


def _draw_values(controls: list[Element], kind: str, chance: Random) -> list[Any] | None:
    """Return odd values for the *controls* of one name, None to send nothing of them."""
    if kind == "radio":
        return [chance.choice(controls).get("value", "on")]
    if kind == "checkbox":
        return [box.get("value", "on") for box in controls if chance.random() < 0.5] or None
    return [_draw_value(control, kind, chance) for control in controls]


def _draw_value(control: Element, kind: str, chance: Random) -> Any:
    if control.tag == "select":
        return chance.choice(list_option_values(control) or [""])
    if control.tag == "textarea":
        return values.draw_lines(chance)
    if kind == "file":
        return values.draw_file(chance)
    odd = values.list_odd_values(kind, control.get("inputmode", ""))
    return chance.choice(odd) if odd else values.draw_typed(chance)
