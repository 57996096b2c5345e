"""Parts of pages that are kept: they see what they are given, and each form has the sign of whoever asks."""

import pytest
from django.template import engines

TEMPLATE = '{% load parts %}{% part "components/messages.html" messages=messages %}'


def render_template(**context):
    return engines["django"].from_string(TEMPLATE).render(context)


def test_a_value_that_may_change_by_itself_is_no_name_of_a_part():
    with pytest.raises(TypeError, match="unhashable"):
        render_template(messages=["a list"])
