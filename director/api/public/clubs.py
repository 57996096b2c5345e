"""The club, and the players who have a public page."""

from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Query, Router
from pydantic import BaseModel, Field

from director.api.paging import ListPage, PageQuery, page_of
from director.core.club.club import club_shown
from director.core.club.players.read import PlayerNight, player_sheet, players_shown
from director.models import Club, Person
from director.names import name_key
from scoring import percent_text

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
def clubs(request: HttpRequest, asked: Query[PageQuery]) -> dict[str, Any]:
    """Return the clubs that run their events here: one, or none before the program is set up."""
    club = club_shown()
    return page_of(request, asked, [club] if club.pk else [], _club)


@router.get("/clubs/{number:club_id}", response=ClubInfo, summary="A club", url_name="api_club")
def club(request: HttpRequest, club_id: int) -> dict[str, Any]:
    """Return a club."""
    found_club = club_shown()
    if not club_id or found_club.pk != club_id:
        raise Http404
    return _club(found_club)


@router.get("/players", response=ListPage[PlayerInfo], summary="Players", url_name="api_players")
def players(request: HttpRequest, asked: Query[PlayerQuery]) -> dict[str, Any]:
    """Return the players with a public page, by name. None if the club shows no such pages."""
    shown = players_shown(club_shown())
    for word in asked.q.split():
        shown = shown.filter(name_key__contains=name_key(word))
    return page_of(request, asked, shown.order_by("name", "pk"), _player)


@router.get(
    "/players/{number:person_id}",
    response=PlayerDetailInfo,
    summary="A player",
    url_name="api_player",
)
def player(request: HttpRequest, person_id: int) -> dict[str, Any]:
    """Return a player's published events, and the averages with each partner."""
    person = players_shown(club_shown()).filter(pk=person_id).first()
    if person is None:
        raise Http404
    sheet = player_sheet(person)
    partners = []
    for row in sheet.partners:
        average = percent_text(row.average)
        partners.append({"partner": _player(row.partner), "events": row.nights, "average": average})
    return {
        **_player(person),
        "average": None if sheet.average is None else percent_text(sheet.average),
        "events": [_played_event(night) for night in sheet.nights],
        "partners": partners,
    }


def _club(club: Club) -> dict[str, Any]:
    return {
        "id": club.pk,
        "name": club.name,
        "has_players": club.has_player_pages,
        "page": reverse("published"),
    }


def _player(person: Person) -> dict[str, Any]:
    return {"id": person.pk, "name": person.name}


def _played_event(night: PlayerNight) -> dict[str, Any]:
    return {
        "event": night.event.pk,
        "name": night.event.name,
        "date": night.event.date.isoformat(),
        "partner": _player(night.partner) if night.partner else None,
        "place": night.place,
        "percent": None if night.percent is None else percent_text(night.percent),
    }
