"""A list of players costs the database the same few statements, however many are named."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.models import Person
from director.party.play.history import undo_party
from director.party.play.seats import MAX_PLAYERS, ListedPlayer, name_players
from tests.director.party.parties import make_party, make_player_name

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("players", "most"), [(71, 20), (MAX_PLAYERS, 28)])
def test_list_of_new_players_and_the_same_again(players, most):
    # SQLite takes at most 999 values a statement: new people in parts of 71.
    party = make_party(players=4)
    names = [ListedPlayer(None, make_player_name(number)) for number in range(players)]
    for _time in range(2):
        with CaptureQueriesContext(connection) as statements:
            name_players(party=party, listed_players=names, replaces_list=True, user=None)
        assert len(statements) <= most
        assert [player.person.name for player in party.players.select_related("person")] == [
            player.name for player in names
        ]
    assert Person.objects.count() == players
    undo_party(party=party, number=party.session.event.acts.first().number, user=None)
    assert party.players.filter(person__isnull=False).count() == players
