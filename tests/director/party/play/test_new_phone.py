"""A phone of a party's table in another's place: told, seen at Play, refused and let in, as at boards."""

import json
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from director.additions.phones.keys import make_phone_label
from director.core.night import phones as alive
from director.models import Act
from director.party.models import PartyResult
from tests.director.pages import HTMX, find_elements, find_texts
from tests.director.party.parties import make_seated_party

pytestmark = pytest.mark.django_db


def ask(access, device):
    return Client().get(f"/t/{access.token}/state.json?device={device}")


def say(access, **data):
    return Client().post(
        f"/t/{access.token}/results", json.dumps(data), content_type="application/json"
    )


def replace_phone(access):
    """Let phone ``aa`` be heard last ten minutes ago and ``bb`` come since. Return the first's time."""
    ask(access, "aa")
    moment = timezone.now() - timedelta(minutes=10)
    access.table_phones.filter(device="aa").update(since=moment)
    caches["tables"].set(
        alive._make_cache_key(access.pk), [alive.Phone("aa", "", moment, 0, moment)]
    )
    ask(access, "bb")
    return moment


@pytest.fixture
def replaced(access):
    """When the phone was last heard that another has replaced."""
    return timezone.localtime(replace_phone(access)).strftime("%H:%M")


def new_phones_at_play(desk, party):
    return find_texts(desk.get(f"/parties/{party.pk}/play/"), "#came li p")


@pytest.mark.slow
def test_the_director_sees_it_refuses_it_and_undoes_that(desk, party, access, replaced):
    (came,) = ask(access, "bb").json()["came"]
    assert came["phone"] == make_phone_label(access.pk, "bb")
    assert came["last"] == replaced
    since = timezone.localtime().strftime("%H:%M")
    assert new_phones_at_play(desk, party) == [
        f"Table 1: a new phone since {since}, replacing one last seen at {replaced}."
    ]
    part = f"/parties/{party.pk}/tables/came/"
    assert find_texts(desk.get(part, **HTMX), "li p") == new_phones_at_play(desk, party)
    assert desk.get(part)["Location"] == f"/parties/{party.pk}/play/"
    desk.post(f"/parties/{party.pk}/tables/phone/", {"phone": f"out {access.pk} bb"})
    response = say(access, key="a", winner=1, device="bb")
    assert response.status_code == 403
    assert response.json()["shut"] is True
    assert not PartyResult.objects.exists()
    assert new_phones_at_play(desk, party) == []
    desk.post(f"/parties/{party.pk}/play/undo/{Act.objects.get(kind='phones').number}/")
    assert say(access, key="a", winner=1, device="bb").status_code == 201


def test_another_name_waits_to_be_let_in(desk, party, access, replaced):
    desk.post(f"/parties/{party.pk}/tables/phone/", {"phone": f"out {access.pk} bb"})
    assert ask(access, "cc").status_code == 403
    assert say(access, key="a", winner=1).status_code == 403
    assert "a phone has been waiting" in new_phones_at_play(desk, party)[0]
    desk.post(f"/parties/{party.pk}/tables/addresses/", {"phone": f"in {access.pk} cc"})
    assert say(access, key="a", winner=1, device="cc").status_code == 201


def test_the_phone_of_another_party_is_not_reached(desk, access, replaced):
    other = make_seated_party(players=8, method="games", named=True)
    desk.post(f"/parties/{other.pk}/tables/phone/", {"phone": f"out {access.pk} bb"})
    assert ask(access, "bb").status_code == 200


@pytest.mark.parametrize(
    ("system", "fields"), [("skat-series", {}), ("winners-move-euchre", {"entry": "cards"})]
)
def test_an_evening_by_lists_or_by_cards_has_the_line_too(desk, system, fields):
    party = make_seated_party(players=8, system=system, **fields)
    page = desk.get(f"/parties/{party.pk}/play/")
    assert [part.get("hx-get") for part in find_elements(page, "#came")] == [
        f"/parties/{party.pk}/tables/came/"
    ]
