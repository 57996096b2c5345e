"""Parts of pages that are kept: they see what they are given, and each form has the sign of whoever asks."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.template import engines
from django.test import Client

from director.party.models import PartyResult
from tests.director.party.parties import enter_winner, make_seated_party
from tests.factories import make_director

TEMPLATE = '{% load parts %}{% part "components/messages.html" messages=messages %}'


def render_template(**context):
    return engines["django"].from_string(TEMPLATE).render(context)


def test_a_part_sees_what_it_is_given_and_is_made_again_for_other_values():
    assert "Kept &lt;b&gt;" in render_template(messages=("Kept <b>",))
    assert "Another" in render_template(messages=("Another",))
    assert "Kept &lt;b&gt;" in render_template(messages=("Kept <b>",))


def test_a_value_that_may_change_by_itself_is_no_name_of_a_part():
    with pytest.raises(TypeError, match="unhashable"):
        render_template(messages=["a list"])


@pytest.mark.django_db
def test_forms_of_kept_parts_have_the_sign_of_whoever_asks():
    party, user = make_seated_party(players=8, named=True), make_director()
    for table_no in (1, 2):  # the second one is shown what was made for the first
        desk = Client(enforce_csrf_checks=True)
        desk.force_login(user)
        page = desk.get(f"/parties/{party.pk}/play/").content.decode()
        form = page[page.index(f'<li id="table-{table_no}"') :]
        sign = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)[1]
        told = {"csrfmiddlewaretoken": sign, "winner": "1", "version": "0"}
        assert (
            desk.post(f"/parties/{party.pk}/play/rounds/1/tables/{table_no}/", told).status_code
            == 302
        )
    assert PartyResult.objects.filter(winner=1).count() == 2


@pytest.mark.django_db
def test_a_table_is_shown_as_it_is_after_a_change_and_after_its_undo(desk):
    party = make_seated_party(players=8, named=True)
    address = f"/parties/{party.pk}/play/"

    def table():
        page = desk.get(address).content.decode()
        return re.sub(
            r'value="\w{64}"',
            "",
            page[page.index('<li id="table-1"') : page.index('<li id="table-2"')],
        )

    before = table()
    enter_winner(party, 1, user=get_user_model().objects.get())
    after = table()
    desk.post(f"{address}undo/{party.acts.latest('number').number}/")
    assert before != after
    assert table() == before
