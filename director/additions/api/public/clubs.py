"""The club, and the players who have a public page."""

from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Query, Router
from pydantic import BaseModel, Field

from director.additions.api.paging import ListPage, PageQuery, make_page
from director.core.club.club import fetch_public_club
from director.core.club.players import PlayerNight, fetch_public_players, make_player_sheet
from director.models import Club, Person
from director.names import make_name_key
from scoring.display import percent_text

router = Router(tags=["Club"])
MAX_SEARCH_LENGTH = 80


class ClubInfo(BaseModel):
    """A club that runs its events here."""

    id: int
    name: str
    has_players: bool = Field(description="Whether the club shows a page of each player.")
    page: str = Field(description="The address of its published results, for people.")


class PlayerQuery(PageQuery):
    """A search for players."""

    q: str = Field("", max_length=MAX_SEARCH_LENGTH, description="Words of the name.")


class PlayerInfo(BaseModel):
    """A player with a public page."""

    id: int
    name: str


class PlayedEventInfo(BaseModel):
    """A published event of a player."""

    event: int
    name: str
    date: str
    partner: PlayerInfo | None = Field(description="The only partner of the event, unless hidden.")
    place: str = Field(description="Such as 3=, empty if the standings don't name the player.")
    percent: str | None


class PartnerAverageInfo(BaseModel):
    """The average of a player with one partner."""

    partner: PlayerInfo
    events: int
    average: str


class PlayerDetailInfo(PlayerInfo):
    """A player with all published events, the latest first."""

    average: str | None
    events: list[PlayedEventInfo]
    partners: list[PartnerAverageInfo]


@router.get("/clubs", response=ListPage[ClubInfo], summary="Clubs", url_name="api_clubs")
def clubs(request: HttpRequest, query: Query[PageQuery]) -> dict[str, Any]:
    """Return the clubs that run their events here: one, or none before the program is set up."""
    club = fetch_public_club()
    # Before the program is set up, the club is unsaved.
    stored_clubs = [club] if club.pk else []
    return make_page(request, query, stored_clubs, _make_club_json)


@router.get("/clubs/{number:club_id}", response=ClubInfo, summary="A club", url_name="api_club")
def club(request: HttpRequest, club_id: int) -> dict[str, Any]:
    """Return a club."""
    found_club = fetch_public_club()
    if not club_id or found_club.pk != club_id:
        raise Http404
    return _make_club_json(found_club)


@router.get("/players", response=ListPage[PlayerInfo], summary="Players", url_name="api_players")
def players(request: HttpRequest, query: Query[PlayerQuery]) -> dict[str, Any]:
    """Return the players with a public page, by name. None if the club shows no such pages."""
    found_players = fetch_public_players(fetch_public_club())
    for word in query.q.split():
        found_players = found_players.filter(name_key__contains=make_name_key(word))
    ordered_players = found_players.order_by("name", "pk")
    return make_page(request, query, ordered_players, _make_player_json)


@router.get(
    "/players/{number:person_id}",
    response=PlayerDetailInfo,
    summary="A player",
    url_name="api_player",
)
def player(request: HttpRequest, person_id: int) -> dict[str, Any]:
    """Return a player's published events, and the averages with each partner."""
    person = fetch_public_players(fetch_public_club()).filter(pk=person_id).first()
    if person is None:
        raise Http404
    sheet = make_player_sheet(person)
    partners = []
    for row in sheet.partners:
        average = percent_text(row.average)
        partners.append(
            {"partner": _make_player_json(row.partner), "events": row.nights, "average": average}
        )
    return {
        **_make_player_json(person),
        "average": None if sheet.average is None else percent_text(sheet.average),
        "events": [_make_played_event_json(night) for night in sheet.nights],
        "partners": partners,
    }


def _make_club_json(club: Club) -> dict[str, Any]:
    return {
        "id": club.pk,
        "name": club.name,
        "has_players": club.has_player_pages,
        "page": reverse("published"),
    }


def _make_player_json(person: Person) -> dict[str, Any]:
    return {"id": person.pk, "name": person.name}


def _make_played_event_json(night: PlayerNight) -> dict[str, Any]:
    return {
        "event": night.event.pk,
        "name": night.event.name,
        "date": night.event.date.isoformat(),
        "partner": _make_player_json(night.partner) if night.partner else None,
        "place": night.place,
        "percent": None if night.percent is None else percent_text(night.percent),
    }
