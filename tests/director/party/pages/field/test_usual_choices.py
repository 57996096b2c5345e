"""Score for a sit-out: one list, with the usual three before the others, all of them taken."""

import pytest
from django.urls import reverse

from director.party.movement.parties import fetch_party_by_session
from tests.director.pages import find_elements
from tests.director.party.parties import make_party

pytestmark = pytest.mark.django_db
BOX = "count-sit_out"


def field_page(desk, party, **typed):
    return desk.post(reverse("party_field", args=[party.pk]), {"look": "1"} | typed)


def usual_choices(page) -> list[str]:
    """Return the usual choices of the list, which has 56 in all."""
    (box,) = [box for box in find_elements(page, "select") if box.get("name") == BOX]
    assert len([*box.iter("option")]) == 56
    assert not [radio for radio in find_elements(page, "input") if radio.get("name") == BOX]
    usual, others = box.iter("optgroup")
    assert usual.get("label") == "Usual"
    assert others.get("label") == "Other numbers"
    return [choice.get("value") for choice in usual]


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("whist-drive", ["nothing", "average", "6.5"]),
        ("euchre-8", ["nothing", "average", "6"]),
        ("euchre-pairs", ["nothing", "average", "6.5"]),
    ],
)
def test_the_usual_three_come_first_in_the_list(desk, preset, expected):
    party = fetch_party_by_session(make_party(players=0).pk)
    page = field_page(desk, party, choose=f"preset.{preset}", players="14")
    assert usual_choices(page) == expected


def test_another_choice_is_kept(desk):
    party = fetch_party_by_session(make_party(players=14).pk)
    shown = field_page(desk, party, choose="preset.whist-drive", players="14")
    form = shown.context["form"]
    typed = {
        name: form[name].value() for name in form.fields if form[name].value() not in (None, False)
    }
    typed |= {name: "on" if value is True else value for name, value in typed.items()}
    typed |= shown.context["shown"] | {BOX: "7"}
    page = field_page(desk, party, **typed)
    chosen = [
        choice.get("value")
        for choice in find_elements(page, f"#id_{BOX} option")
        if "selected" in choice.attrib
    ]
    assert chosen == ["7"]
    assert desk.post(reverse("party_field", args=[party.pk]), typed).status_code == 302
    assert fetch_party_by_session(party.pk).method_options["sit_out"] == "7"
