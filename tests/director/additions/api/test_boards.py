"""Travellers, hands and games by the interface: those of ``results.json``, and no hand too early."""

import json

import pytest
from django.test import Client

from director.core.files.kind_parts import FiledKind
from director.event_kinds import ask_kind
from director.models import Deal
from director.models.event import Clock
from tests.director.additions.api.asking import BASE, get_json
from tests.director.core.files.sites import KINDS, make_published
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db
CARDS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def every(path: str) -> list:
    """Return the items of all pages of the list at *path*."""
    items, address = [], f"{path}?page_size=7"
    while address:
        page = get_json(address.removeprefix(BASE))
        items += page["items"]
        address = page["next"]
    assert len(items) == page["count"]
    return items


@pytest.mark.parametrize("called", KINDS)
def test_travellers_and_hands_match_the_results_file(called):
    event = make_published(called)
    results = json.loads(Client().get(f"/events/{event.pk}/results.json").content)
    travellers = every(f"/events/{event.pk}/travellers")
    hands = every(f"/events/{event.pk}/hands")
    joined = {board["board"]: dict(board) for board in travellers}
    for hand in hands:
        joined[hand["board"]] |= hand
    assert joined == {board["board"]: board for board in results["boards"]}
    for board in every(f"/events/{event.pk}/boards"):
        traveller = get_json(f"/events/{event.pk}/boards/{board['board']}")
        assert traveller in travellers
        assert board["results"] == len(
            [line for line in traveller["lines"] if line["score"] is not None]
        )
        assert board["has_hand"] == (board["board"] in {hand["board"] for hand in hands})
    assert get_json(f"/events/{event.pk}/boards/999", 404)["code"] == "not-found"


def test_hand_is_shown_only_after_every_table_has_played_it():
    section = make_played_section(leave=1)
    event = section.session.event
    for board_no in range(1, 7):
        Deal.objects.create(section=section, board_no=board_no, cards=CARDS)
    event.save()
    section.session.clock, section.session.round_no = Clock.PAUSED, 3
    section.session.save()
    boards = {board["board"]: board["has_hand"] for board in every(f"/events/{event.pk}/boards")}
    shown = [hand["board"] for hand in every(f"/events/{event.pk}/hands")]
    results = ask_kind(event, FiledKind).serialize_results(event)
    assert shown == [board["board"] for board in results["boards"] if "deal" in board]
    assert 0 < len(shown) < 6
    assert [number for number, has_hand in boards.items() if has_hand] == shown


def test_party_has_its_rounds_and_prizes():
    event = make_published("party")
    payload = get_json(f"/parties/{event.pk}")
    results = ask_kind(event, FiledKind).serialize_results(event)
    for name in ("rounds", "standings", "prizes", "system"):
        assert payload[name] == json.loads(json.dumps(results[name]))
    assert len(payload["rounds"]) > 3


def test_event_with_boards_is_no_party():
    event = make_published("pairs")
    assert get_json(f"/parties/{event.pk}", 404)["code"] == "not-found"
