"""A field of the club or of a person that is added to its form is shown there and stored."""

import pytest

from director.core.pages import club as club_pages
from director.core.pages import people
from director.core.pages.accounts import FIELDS_BY_PAGE
from director.models import Club, Person
from tests.director.pages import find_elements
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def add_form_field(form, name):
    """Return the class *form* with the field *name* of its model."""

    class Meta(form.Meta):
        fields = (*form.Meta.fields, name)

    return type(form.__name__, (form,), {"Meta": Meta})


def test_setting_added_to_a_page_of_the_club_is_stored(desk, monkeypatch):
    make_club()
    form = add_form_field(club_pages.ClubChangeForm, "charge_code")
    monkeypatch.setattr(club_pages, "ClubChangeForm", form)
    monkeypatch.setitem(
        FIELDS_BY_PAGE, "club_phones", (*FIELDS_BY_PAGE["club_phones"], "charge_code")
    )
    desk.post("/club/phones/", {"wifi_name": "Guests", "charge_code": "20"})
    assert Club.objects.values_list("wifi_name", "charge_code").get() == ("Guests", "20")
    (box,) = find_elements(desk.get("/club/phones/"), "#id_charge_code")
    assert box.get("value") == "20"


def test_setting_added_to_the_form_of_people_is_stored(desk, monkeypatch):
    monkeypatch.setattr(people, "PersonForm", add_form_field(people.PersonForm, "sits_still"))
    desk.post("/people/new/", {"name": "Ada Ash", "sits_still": "on"})
    person = Person.objects.get()
    assert person.sits_still
    desk.post(f"/people/{person.pk}/", {"name": "Ada Ash"})
    person.refresh_from_db()
    assert not person.sits_still
