"""Nothing new stays out of the walk: places in addresses and kinds of events."""

from director.models.event import Contest
from tests.walk.everything import list_unknown_places
from tests.walk.kinds import KINDS


def test_the_walk_knows_a_number_for_everything_that_addresses_ask_for():
    assert list_unknown_places() == set()


def test_every_contest_has_a_kind_in_the_walk():
    assert {kind.contest for kind in KINDS.values()} == set(Contest.values)
