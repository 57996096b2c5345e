"""Eight people whose tables tell on phones who won."""

import pytest

from director.core.night.links.opening import open_table_addresses
from tests.director.party.parties import make_seated_party


@pytest.fixture
def party():
    return make_seated_party(players=8, method="games", named=True)


@pytest.fixture
def access(party):
    return open_table_addresses(session=party.session, tables=[1, 2])[1]
