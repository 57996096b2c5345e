"""What every template has: the submission key of a posted form, and long lists of options."""

import secrets
from collections.abc import Iterable

from django import template
from django.forms import BoundField
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from director.core.base.idempotency import KEY_FIELD

register = template.Library()


@register.simple_tag
def submission_key() -> SafeString:
    """Return the hidden field by which a form that is sent twice is stored once.

    ``resend.js`` renews the key after each htmx request.
    """
    return format_html(
        '<input type="hidden" name="{}" value="{}">', KEY_FIELD, secrets.token_urlsafe(9)
    )


@register.filter
def shown_value(field: BoundField) -> SafeString:
    """Return the hidden value that *field* shows, for boxes that a template writes one by one."""
    if field.field.show_hidden_initial:
        return field.as_hidden(only_initial=True)
    return SafeString()


@register.simple_tag
def chosen_texts(*boxes: BoundField | Iterable[BoundField]) -> str:
    """Return what folded *boxes* are set to, for the line that stands for them.

    Each is a box or a list of them. Empty boxes are left out.
    """
    texts = []
    for box_or_list in boxes:
        listed_boxes = [box_or_list] if isinstance(box_or_list, BoundField) else box_or_list
        texts += [_format_chosen(box) for box in listed_boxes]
    return " · ".join(filter(None, texts))


def _format_chosen(box: BoundField) -> str:
    """Return a box with its value: "Games: rubbers", or the label alone of a ticked one."""
    value = box.value()
    if box.widget_type == "checkbox":
        return str(box.label) if value else ""
    choices = getattr(box.field, "choices", None)
    if choices is None:
        text = "" if value is None else str(value)
    else:
        labels = {str(key): str(label) for key, label in choices}
        # Without a value the browser shows the first choice. An empty one isn't an answer.
        first_key = next(iter(labels), "")
        key = str(value) if str(value) in labels else first_key
        text = labels[key] if key else ""
    return f"{box.label}: {text}" if text else ""


@register.filter
def options(values: Iterable[str]) -> SafeString:
    """Return *values* as the options of a list. A whole club is too much for a loop of a template.

    >>> options(["Ada Ash", "Bert <b>"])
    '<option value="Ada Ash"></option><option value="Bert &lt;b&gt;"></option>'
    """
    return format_html_join("", '<option value="{}"></option>', ((value,) for value in values))


def make_menu_options(pairs: Iterable[tuple[object, str]]) -> SafeString:
    """Return the options of a menu: *pairs* of a value and its words.

    >>> make_menu_options([(3, "3 Ada Ash"), (4, "4 <b>")])
    '<option value="3">3 Ada Ash</option><option value="4">4 &lt;b&gt;</option>'
    """
    return format_html_join("", '<option value="{}">{}</option>', pairs)
