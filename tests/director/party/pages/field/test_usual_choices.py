"""Score for a sit-out: the usual three in sight, the others in a fold, all of them taken."""

import pytest
from django.urls import reverse

from director.party.movement.parties import get_party_by_session
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_party

pytestmark = pytest.mark.django_db
BOX = "count-sit_out"


def field_page(desk, party, **typed):
    return desk.post(reverse("party_field", args=[party.pk]), {"look": "1"} | typed)


def boxes_in_sight(page) -> list[str]:
    boxes = {box.get("value") for box in find_elements(page, "input") if box.get("name") == BOX}
    folded = {
        box.get("value") for box in find_elements(page, ".folded input") if box.get("name") == BOX
    }
    assert len(boxes) == 56
    return [
        box.get("value")
        for box in find_elements(page, "input")
        if box.get("name") == BOX and box.get("value") not in folded
    ]


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("whist-drive", ["nothing", "average", "6.5"]),
        ("euchre-8", ["nothing", "average", "6"]),
        ("euchre-pairs", ["nothing", "average", "6.5"]),
    ],
)
def test_the_usual_three_are_in_sight(desk, preset, expected):
    party = get_party_by_session(make_party(players=0).pk)
    page = field_page(desk, party, choose=f"preset.{preset}", players="14")
    assert boxes_in_sight(page) == expected
    (fold,) = [fold for fold in find_elements(page, "details") if fold.get("id") == f"others-{BOX}"]
    assert "open" not in fold.attrib


def test_another_choice_opens_the_fold_and_is_kept(desk):
    party = get_party_by_session(make_party(players=14).pk)
    shown = field_page(desk, party, choose="preset.whist-drive", players="14")
    form = shown.context["form"]
    typed = {
        name: form[name].value() for name in form.fields if form[name].value() not in (None, False)
    }
    typed |= {name: "on" if value is True else value for name, value in typed.items()}
    typed |= shown.context["shown"] | {BOX: "7"}
    page = field_page(desk, party, **typed)
    (fold,) = [fold for fold in find_elements(page, "details") if fold.get("id") == f"others-{BOX}"]
    assert "open" in fold.attrib
    assert find_texts(page, f"#others-{BOX} summary") == ["Others"]
    assert desk.post(reverse("party_field", args=[party.pk]), typed).status_code == 302
    assert get_party_by_session(party.pk).method_options["sit_out"] == "7"
