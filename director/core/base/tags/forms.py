"""The hidden field that every posted form has beside Django's token: the submission key."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from director.core.base.idempotency import FIELD

register = template.Library()


@register.simple_tag
def submission_key() -> SafeString:
    """Return the hidden field by which a form that is sent twice is stored once.

    ``desk.js`` renews the key after each htmx request.
    """
    return format_html(
        '<input type="hidden" name="{}" value="{}">', FIELD, secrets.token_urlsafe(9)
    )
