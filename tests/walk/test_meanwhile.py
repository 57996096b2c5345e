"""A page that was opened before another desk undid, deleted or finished something never fails and loses nothing."""

from random import Random

import pytest
from django.db import transaction

from tests.walk.acts import ACTS, list_pages_with_forms
from tests.walk.desk import NoDoorError, RefusedError
from tests.walk.evening import Evening
from tests.walk.everything import iterate_addresses
from tests.walk.machine import Walk
from tests.walk.meanwhile import find_faults, list_presses
from tests.walk.pick import Pick

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVENINGS = {
    "pairs, two winners": ("enter_results", "give_a_ruling", "open_tables_to_phones"),
    "pairs, one winner": ("enter_all_that_is_missing", "publish"),
    "individual": ("enter_results",),
    "round robin": ("enter_results", "make_a_match_void"),
    "Swiss pairs": ("enter_all_that_is_missing", "go_to_the_next_round"),
    "euchre by taps": ("enter_all_that_is_missing", "go_to_the_next_round", "enter_results"),
    "whist drive by cards": ("enter_results",),
}
"""What is done on an evening before its pages are opened."""


@pytest.fixture
def begin():
    """Return a function that begins an evening of a kind; it is forgotten at the end."""
    walks: list[Walk] = []

    def begin(kind: str, *acts: str) -> Evening:
        walks.append(Walk(kind))
        evening = walks[0].evening
        for name in acts:
            do(evening, name)
        return evening

    yield begin
    for walk in walks:
        walk.end()


def do(evening: Evening, name: str) -> bool:
    """Do the act *name* by the first pick that the evening takes. Return whether it took one."""
    for number in range(6):
        try:
            with transaction.atomic():
                ACTS[name](evening, Pick(number))
        except (NoDoorError, RefusedError):
            continue
        return True
    return False


def correct_a_result(evening: Evening) -> str:
    """Enter the first result of board 1 and correct it, and return the page."""
    path = f"{evening.bases[0]}scores/boards/1/"
    for text in ("4SS=", "4SS+1"):
        door = evening.desk.doors(path, "session_scores_board")[0]
        names = [str(box.get("name")) for box in door.form]
        name = next(name for name in names if name.startswith("text-"))
        evening.desk.send(door, {name: text})
    return path


@pytest.mark.parametrize("kind", ["pairs, two winners", "individual", "round robin"])
def test_scores_that_were_open_before_another_desk_undid_everything(begin, kind):
    evening = begin(kind)
    path = correct_a_result(evening)
    presses = list_presses(evening, [path])
    assert presses
    assert not find_faults(evening, presses, undoes_everything=True)


def test_play_of_a_party_that_was_open_before_another_desk_undid_everything(begin):
    evening = begin("euchre by taps", "enter_results")
    presses = list_presses(evening, [f"{evening.bases[0]}play/"])
    assert presses
    assert not find_faults(evening, presses, undoes_everything=True)


@pytest.mark.parametrize("kind", EVENINGS)
def test_pages_that_were_open_before_another_desk_did_something(begin, kind):
    evening = begin(kind, *EVENINGS[kind])
    presses = list_presses(evening, list_pages_with_forms(evening), chance=Random(kind))
    assert presses
    faults = find_faults(evening, presses, undoes_everything=False)
    faults += find_faults(evening, presses, undoes_everything=True)
    assert not faults, "\n".join(faults)


def test_pages_of_people_and_seasons_that_were_open_before_another_desk_did_something(begin):
    evening = begin("pairs, one winner", "enter_all_that_is_missing", "count_in_a_season")
    own = (*evening.bases, f"/events/{evening.event_id}/")
    paths = [path for path in iterate_addresses(evening) if not path.startswith(own)]
    presses = list_presses(evening, paths, chance=Random("people and seasons"))
    assert presses
    faults = find_faults(evening, presses, undoes_everything=False)
    assert not faults, "\n".join(faults)
