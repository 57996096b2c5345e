"""Forms of a page, filled and sent as a browser sends them.

A browser sends every control of a form that has a name and is neither disabled nor unchecked, in the
order of the page, whether CSS shows it or not. So a box that is filled counts only if no later box of
the form has its name.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

from django.http import HttpResponse
from django.test import Client

from tests.director.pages import find_elements, parse_page

Sent = dict[str, list[Any]]
"""The values sent for each name, in the order of the page."""
CONTROLS = ("input", "select", "textarea", "button")
BUTTON_TYPES = ("submit", "image", "button", "reset")
CHECKED_TYPES = ("checkbox", "radio")


def list_form_parts(page: Element, form: Element) -> list[Element]:
    """Return the elements of *form* in the order of *page*, without controls that aren't its own.

    A control that names another form belongs to that form, wherever it is.
    """
    form_id = form.get("id", "")
    inside = {id(part) for part in form.iter()}
    disabled = {
        id(control)
        for fieldset in page.iter("fieldset")
        if "disabled" in fieldset.attrib
        for control in fieldset.iter()
    }
    parts = []
    for part in page.iter():
        owner = part.get("form") if part.tag in CONTROLS else None
        is_own = id(part) in inside if owner is None else owner == form_id
        if is_own and id(part) not in disabled:
            parts.append(part)
    return parts


def iterate_controls(parts: list[Element] | tuple[Element, ...]) -> Iterator[Element]:
    """Yield the controls among *parts* that have a name and are not disabled, buttons too."""
    for part in parts:
        if part.tag in CONTROLS and part.get("name") and "disabled" not in part.attrib:
            yield part


def is_button(control: Element) -> bool:
    """Return whether *control* is pressed rather than filled."""
    return control.tag == "button" or control.get("type") in BUTTON_TYPES


def list_option_values(select: Element) -> list[str]:
    """Return the values that can be chosen in a list, in their order."""
    return [_get_option_value(option) for option in _list_open_options(select)]


def read_shown_values(control: Element) -> list[str]:
    """Return what a browser sends of *control* that nobody touched."""
    if control.tag == "select":
        return _read_chosen_options(control)
    if control.tag == "textarea":
        # A browser drops the first line break of a textarea.
        return [send_line_breaks((control.text or "").removeprefix("\n"))]
    if control.get("type") in CHECKED_TYPES:
        return [control.get("value", "on")] if "checked" in control.attrib else []
    if control.get("type") == "file":
        return []
    return [control.get("value", "")]


def send_line_breaks(text: str) -> str:
    """Return *text* with two characters for each line break."""
    return re.sub("\r?\n", "\r\n", text)


def fill_form(
    parts: list[Element] | tuple[Element, ...],
    boxes: dict[str, Any],
    *,
    button: tuple[tuple[str, str], ...] = (),
) -> Sent:
    """Return what a browser sends of a form with *boxes* filled and *button* pressed.

    A value of *boxes* fills the first control of its name, a list fills them one after the other, and
    None unchecks. All other controls stay as the page shows them.

    :raises ValueError: if a value is left over, as it isn't offered or there is no such box
    """
    open_values = {name: _list_typed_values(value) for name, value in boxes.items()}
    open_buttons = list(button)
    sent: Sent = {}
    for control in iterate_controls(parts):
        name = control.get("name", "")
        if is_button(control):
            pressed = (name, control.get("value", ""))
            values = [pressed[1]] if pressed in open_buttons else []
            open_buttons = [one for one in open_buttons if one != pressed]
        elif name in boxes:
            values = _take_values(control, open_values[name], is_cleared=boxes[name] is None)
        else:
            values = read_shown_values(control)
        if values:
            sent.setdefault(name, []).extend(values)
    if left := {name: values for name, values in open_values.items() if values} | dict(
        open_buttons
    ):
        raise ValueError(f"the form doesn’t take {left}")
    return sent


def send_form(
    client: Client,
    path: str,
    page: HttpResponse,
    form: Element,
    boxes: dict[str, Any] | None = None,
    *,
    which: int = 0,
    **options: Any,
) -> HttpResponse:
    """Fill *boxes* of *form* on the *page* at *path*, press its button number *which*, and return the answer."""
    parts = list_form_parts(parse_page(page), form)
    buttons = [part for part in parts if is_submit_button(part)]
    button = buttons[which]
    pressed = ((button.get("name", ""), button.get("value", "")),) if button.get("name") else ()
    sent = fill_form(parts, boxes or {}, button=pressed)
    address = urljoin(path, button.get("formaction", form.get("action", ""))).partition("#")[0]
    if button.get("formmethod", form.get("method")) == "post":
        return client.post(address, sent, **options)
    return client.get(address.partition("?")[0], sent, **options)


def find_form(page: HttpResponse, selector: str = "form", *, box: str = "") -> Element:
    """Return the first form on *page* that *selector* finds and that has a *box* of this name."""
    for form in find_elements(page, selector):
        controls = iterate_controls(list_form_parts(parse_page(page), form))
        if not box or box in {control.get("name") for control in controls}:
            return form
    raise AssertionError(f"no form {selector} with a box {box!r}")


def is_submit_button(part: Element) -> bool:
    """Return whether pressing *part* sends its form."""
    if "disabled" in part.attrib:
        return False
    if part.tag == "button":
        return part.get("type", "submit") == "submit"
    return part.tag == "input" and part.get("type") in ("submit", "image")


def _list_typed_values(value: Any) -> list[Any]:
    if value is None:
        return []
    values = value if isinstance(value, list | tuple) else [value]
    return [send_line_breaks(one) if isinstance(one, str) else one for one in values]


def _take_values(control: Element, open_values: list[Any], *, is_cleared: bool) -> list[Any]:
    """Return what *control* sends of *open_values*, and take it from them."""
    if is_cleared:
        return []
    if control.get("type") in CHECKED_TYPES:
        return _take_offered(open_values, [control.get("value", "on")])
    if control.tag == "select":
        taken = _take_offered(open_values, list_option_values(control))
        if "multiple" in control.attrib:
            return taken
        open_values[:0] = taken[1:]
        return taken[:1] or read_shown_values(control)
    return [open_values.pop(0)] if open_values else read_shown_values(control)


def _take_offered(open_values: list[Any], offered: list[str]) -> list[str]:
    taken = [value for value in open_values if str(value) in offered]
    open_values[:] = [value for value in open_values if str(value) not in offered]
    return [str(value) for value in taken]


def _read_chosen_options(select: Element) -> list[str]:
    chosen = [option for option in _list_open_options(select) if "selected" in option.attrib]
    if "multiple" in select.attrib:
        return [_get_option_value(option) for option in chosen]
    # Of several chosen options the last counts; of none the first that isn't disabled.
    chosen = chosen[-1:] or _list_open_options(select)[:1]
    return [_get_option_value(option) for option in chosen]


def _list_open_options(select: Element) -> list[Element]:
    return [option for option in select.iter("option") if "disabled" not in option.attrib]


def _get_option_value(option: Element) -> str:
    return option.get("value", " ".join((option.text or "").split()))
