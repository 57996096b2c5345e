"""A name for the press of a button, by which a press that is sent again is known."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def press() -> SafeString:
    """Return the hidden box with a new name for the next press in its form; ``desk.js`` gives each press its own."""
    return format_html('<input type="hidden" name="press" value="{}">', secrets.token_urlsafe(9))
