"""The frames of a request: no depth at which its loops run asks the system for memory at each call."""

import sys
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.utils.module_loading import import_string

from director.core.base.frames import with_room_for_frames

resource = pytest.importorskip("resource")
CALLS = 300


def do_nothing() -> None:
    return


def count_page_faults() -> int:
    """Return how many pages of memory a loop of ``CALLS`` calls is given by the system."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _call in range(CALLS):
        do_nothing()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def count_at_depth(depth: int) -> int:
    return count_at_depth(depth - 1) if depth else count_page_faults()


def find_most_faults() -> int:
    return max(map(count_at_depth, range(200)))


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="newer versions keep a chunk")
def test_some_depth_is_slow_without_room():
    assert find_most_faults() >= CALLS


def test_no_depth_is_slow_with_room():
    @with_room_for_frames
    def find(find_most: Callable[[], int]) -> int:
        return find_most()

    assert find(find_most_faults) < CALLS


def test_a_request_has_room_in_all_that_answers_it():
    outermost = import_string(settings.MIDDLEWARE[0])
    request = RequestFactory().get("/")
    answered = outermost(lambda asked: (asked, find_most_faults()))(request)
    assert answered[0] is request
    assert answered[1] < CALLS
