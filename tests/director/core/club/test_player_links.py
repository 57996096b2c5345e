"""The pages of a pair, a party's player and a season lead to the pages of players, where they are shown."""

import pytest
from django.test import Client
from django.urls import reverse

from director.additions.seasons.settings import add_season, add_season_events
from director.models import Club, Person
from director.party.models import PartyPlayer
from tests.director.core.files.sites import make_published
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db


def players_linked(path: str) -> set[str]:
    """Return the addresses of players' pages on the public page at *path*, which all answer."""
    page = Client().get(path)
    assert page.status_code == 200
    links = {link.get("href") for link in find_elements(page, "main a")}
    found = {link for link in links if (link or "").startswith("/players/")}
    assert all(Client().get(link).status_code == 200 for link in found)
    return found


def address_of(person: Person) -> str:
    return reverse("player", args=[person.pk])


def hide(person: Person) -> None:
    person.is_hidden = True
    person.save()


def test_a_pair_leads_to_both_players_unless_one_is_hidden(section):
    one, other = section.entries.get(pair_no=1).players.all()
    path = reverse("event_pair", args=[section.session.event_id, 1])
    assert players_linked(path) == {address_of(one), address_of(other)}
    assert f"All results of {one.name}, {other.name}" in find_texts(Client().get(path), "main")[0]
    hide(other)
    assert players_linked(path) == {address_of(one)}


def test_a_player_of_a_party_leads_to_the_page_of_the_person():
    event = make_published("party")
    Club.objects.update(has_player_pages=True)
    player = PartyPlayer.objects.filter(person__isnull=False).first()
    path = reverse("event_player", args=[event.pk, player.number])
    assert players_linked(path) == {address_of(player.person)}


@pytest.mark.parametrize("counting", ["people", "pairs"])
def test_a_season_leads_to_its_players(section, counting):
    club = Club.objects.get()
    season = add_season(club=club, name="Winter", counting=counting, points="percent", best=0)
    add_season_events(season=season, event_ids=[section.session.event_id])
    path = reverse("club_season", args=[season.pk])
    everybody = {address_of(person) for person in Person.objects.all()}
    assert players_linked(path) == everybody
    hide(Person.objects.first())
    assert players_linked(path) == everybody - {address_of(Person.objects.first())}


def test_a_club_without_pages_of_players_has_no_links(section):
    season = add_season(club=Club.objects.get(), name="Winter", points="percent", best=0)
    add_season_events(season=season, event_ids=[section.session.event_id])
    club = Club.objects.get()
    club.has_player_pages = False
    club.save()
    for path in (
        reverse("event_pair", args=[section.session.event_id, 1]),
        reverse("club_season", args=[season.pk]),
    ):
        assert players_linked(path) == set()


def test_a_phone_shows_the_partner_below_the_event(section):
    one, other = section.entries.get(pair_no=1).players.all()
    page = Client().get(address_of(one))
    assert find_texts(page, "tbody th .slim") == [f"with {other.name}"]
