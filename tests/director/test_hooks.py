"""Hooks: an application answers for the core, and no second one takes its place without a word."""

import subprocess
import sys

import pytest

from director.boards.movement.formats import FIXED, FORMATS
from director.event_kinds import list_event_kinds, register_event_kind
from director.hooks import Hook, SharedHook

ASKED_LATE = """
import sys, django
django.setup()
before = [name for name in sys.modules if name.startswith("director.") and ".pages" in name]
from director.event_kinds import list_event_kinds
print(before, *(kind.contest for kind in list_event_kinds()))
"""


class Desk:
    pass


class Treasury(Desk):
    pass


class OtherTreasury(Desk):
    pass


def test_a_second_application_is_refused():
    hook = Hook(Desk())
    treasury = Treasury()
    hook.register(treasury)
    with pytest.raises(ValueError, match="Treasury answers already, so OtherTreasury can’t"):
        hook.register(OtherTreasury())
    assert hook.answers is treasury


def test_a_second_format_and_a_second_kind_are_refused():
    pairs = list_event_kinds()[0]
    with pytest.raises(ValueError, match="knock-out"):
        FORMATS.register(FIXED, "knock-out")
    register_event_kind(pairs)  # the same one again changes nothing
    with pytest.raises(ValueError, match="kind of event"):
        register_event_kind(type(pairs)(pairs._record))


def test_several_applications_answer_a_shared_hook():
    hook = SharedHook()
    hook.register(1)
    hook.register(2)
    assert hook.answers == [1, 2]


def test_no_page_is_loaded_before_a_kind_is_asked():
    printed = subprocess.run(
        [sys.executable, "-c", ASKED_LATE], capture_output=True, text=True, check=True
    ).stdout
    assert printed == "[] pairs individual teams progressive\n"
