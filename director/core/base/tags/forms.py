"""The hidden fields of every posted form: Django's token and the submission key."""

import secrets

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from director.core.base.idempotency import FIELD

register = template.Library()


class FormTokenNode(CsrfTokenNode):
    """The two hidden fields. ``desk.js`` renews the key after each htmx request."""

    def render(self, context: Context) -> SafeString:
        """Return the two fields as HTML."""
        key = format_html(
            '<input type="hidden" name="{}" value="{}">', FIELD, secrets.token_urlsafe(9)
        )
        return SafeString(super().render(context) + key)


@register.tag
def csrf_token(_parser: Parser, _token: Token) -> FormTokenNode:
    """Replace Django's tag of this name, so that every form has both fields."""
    return FormTokenNode()
