"""A played night of a club whose players have pages."""

import pytest

from director.models import Club
from tests.factories import make_played_section


@pytest.fixture
def section():
    """A published Howell of four pairs, in a club that shows players' pages."""
    section = make_played_section()
    Club.objects.update(has_player_pages=True)
    return section
