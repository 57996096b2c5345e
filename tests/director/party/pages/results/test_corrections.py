"""Names that change after a party was published: each a version of its standings."""

from functools import partial

import pytest

from director.core.base.standings_versions import complete_versions
from director.core.club.people import change_person
from director.core.night.publishing import publish_results
from director.models import StandingsVersion
from director.party.play.history import redo_party, undo_party
from director.party.play.money import draw_raffle, settle_money
from tests.director.party.pages.results.test_results import make_played
from tests.director.party.parties import enter_winner
from tests.director.simultaneous import run_simultaneously

pytestmark = pytest.mark.django_db


def corrections(party) -> list[list[tuple[str, str, str]]]:
    """Return what each correction of the published standings changed, the first first."""
    complete_versions([party.session.event_id])
    kept = StandingsVersion.objects.filter(event=party.session.event, action="corrected").order_by(
        "number"
    )
    return [
        [(change["what"], change["was"], change["now"]) for change in version.changes]
        for version in kept
    ]


def names_of_version(party) -> set[str]:
    complete_versions([party.session.event_id])
    version = StandingsVersion.objects.filter(event=party.session.event).latest("number")
    return {row["names"] for group in version.standings for row in group["rows"]}


def test_money_and_raffle_of_a_published_party_are_no_correction(desk):
    party = make_played()
    party.prizes["raffle"] = 2
    party.save()
    publish_results(event=party.session.event, user=None)
    settle_money(party=party, user=None, sign="£", fee=500)
    draw_raffle(party=party, seed=1, user=None)
    for act in party.acts.filter(kind__in=("raffle", "money")):
        undo_party(party=party, number=act.number, user=None)
    redo_party(party=party, number=party.acts.get(kind="money").number, user=None)
    party.refresh_from_db()
    assert party.money["fee"] == 500
    assert corrections(party) == []


def test_names_that_change_at_the_same_instant_are_all_in_the_version(real_database):
    party = make_played(named=True)
    publish_results(event=party.session.event, user=None)
    people = [
        player.person for player in party.players.select_related("person").order_by("number")[:6]
    ]
    renames = [
        partial(change_person, person=person, name=f"{person.name} again", number="")
        for person in people
    ]
    outcomes = run_simultaneously(
        [*renames, partial(enter_winner, party, 1, 1), partial(enter_winner, party, 2, 1)]
    )
    assert len(outcomes) == 8
    complete_versions([party.session.event_id])
    versions = StandingsVersion.objects.filter(event=party.session.event)
    assert sorted(versions.values_list("number", flat=True)) == [1, 2]
    assert len(versions.get(number=2).changes) == 8
    assert {person.name for person in people} <= names_of_version(party)
