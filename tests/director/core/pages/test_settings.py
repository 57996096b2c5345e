"""A field of the club or of a person that is added to its form is shown there and stored."""

import pytest

pytestmark = pytest.mark.django_db


def add_form_field(form, name):
    """Return the class *form* with the field *name* of its model."""

    class Meta(form.Meta):
        fields = (*form.Meta.fields, name)

    return type(form.__name__, (form,), {"Meta": Meta})
