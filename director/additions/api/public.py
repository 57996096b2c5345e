"""What programs read of published events: standings, boards, parties, and the club's players."""

from datetime import date
from typing import Annotated, Any, Literal

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Query, Router
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from director.additions.api.gate import (
    ListPage,
    PageQuery,
    can_read_results,
    get_token,
    is_for_session,
    make_event_results,
    make_page,
)
from director.core.club.club import fetch_public_club
from director.core.club.players import PlayedEvent, fetch_public_players, make_player_results
from director.core.files.site import search_published_events
from director.models import Club, Event, Person, Section, Session
from director.models.event import Contest
from director.names import make_search_pattern, split_search_words
from scoring.display import format_percent

# Published events and parties, and the sessions and sections of each.

event_router = Router(tags=["Events"])
MAX_SEARCH_LENGTH = 80
SearchText = Annotated[str, StringConstraints(max_length=MAX_SEARCH_LENGTH)]


class EventQuery(PageQuery):
    """A search for events."""

    q: SearchText = Field("", description="Words of the name, or a year.")
    contest: Literal["pairs", "individual", "teams", "progressive"] | None = Field(
        None, description="Who competes; progressive is a party."
    )
    since: date | None = Field(None, description="The first day.")
    until: date | None = Field(None, description="The last day.")


class EventInfo(BaseModel):
    """A published event."""

    id: int
    club: int
    name: str
    date: str
    contest: str
    game: str | None = Field(description="What is played with boards; null for a party.")
    is_final: bool
    provisional_until: str | None = Field(description="When corrections end; null if unlimited.")
    page: str = Field(description="The address of its standings, for people.")


class SectionInfo(BaseModel):
    """A section: tables that share boards and movement."""

    section: str
    winners: int = Field(description="2 if N-S and E-W are ranked apart.")


class SessionInfo(BaseModel):
    """A session of an event: one sitting."""

    id: int
    event: int
    session: int
    date: str
    stage: str | None
    clock: str = Field(description="waiting, running, paused or over.")
    round: int
    sections: list[SectionInfo] = Field(description="Empty for a party.")


class EventDetailInfo(EventInfo):
    """A published event with its sessions."""

    sessions: list[SessionInfo]


@event_router.get("/events", response=ListPage[EventInfo], summary="Events", url_name="api_events")
def events(request: HttpRequest, query: Query[EventQuery]) -> dict[str, Any]:
    """Return the published events, the latest first."""
    return make_page(request, query, _search_requested_events(query), make_event_json)


@event_router.get(
    "/parties", response=ListPage[EventInfo], summary="Parties", url_name="api_parties"
)
def parties(request: HttpRequest, query: Query[EventQuery]) -> dict[str, Any]:
    """Return the published parties, the latest first: whist drives, euchre nights and the like."""
    found_parties = _search_requested_events(query).filter(contest=Contest.PROGRESSIVE)
    return make_page(request, query, found_parties, make_event_json)


@event_router.get(
    "/events/{number:event_id}", response=EventDetailInfo, summary="An event", url_name="api_event"
)
def event(request: HttpRequest, event_id: int) -> dict[str, Any]:
    """Return an event with its sessions and sections."""
    found_event = fetch_readable_event(request, event_id)
    sessions = _fetch_sessions().filter(event=found_event)
    return make_event_json(found_event) | {
        "sessions": [make_session_json(session, found_event) for session in sessions]
    }


@event_router.get(
    "/sessions/{number:session_id}",
    response=SessionInfo,
    summary="A session",
    url_name="api_session",
)
def session(request: HttpRequest, session_id: int) -> dict[str, Any]:
    """Return a session: its sections, and the round on the clock.

    If its event isn't published, only a token for it shows it.
    """
    found_session = _fetch_sessions().select_related("event").filter(pk=session_id).first()
    if found_session is None:
        raise Http404
    event = found_session.event
    if not _is_public(event) and not is_for_session(get_token(request), session_id, event.pk):
        raise Http404
    return make_session_json(found_session, event)


def fetch_readable_event(request: HttpRequest, event_id: int) -> Event:
    """Return the event with its club, if the sender may read its results.

    :raises Http404: if there is no such event, or it is unpublished and the token may not read it
    """
    found_event = Event.objects.select_related("club").filter(pk=event_id).first()
    if found_event is None:
        raise Http404
    if not _is_public(found_event) and not can_read_results(request, event_id):
        raise Http404
    return found_event


def _is_public(event: Event) -> bool:
    return event.is_published and event.removed_at is None


def _search_requested_events(query: EventQuery) -> QuerySet[Event]:
    found_events = search_published_events(fetch_public_club(), query.q)
    if query.contest:
        found_events = found_events.filter(contest=query.contest)
    if query.since:
        found_events = found_events.filter(date__gte=query.since)
    if query.until:
        found_events = found_events.filter(date__lte=query.until)
    return found_events


def _fetch_sessions() -> QuerySet[Session]:
    sections = Section.objects.order_by("letter")
    prefetched = Prefetch("sections", queryset=sections)
    return Session.objects.select_related("stage").prefetch_related(prefetched).order_by("number")


def make_event_json(event: Event) -> dict[str, Any]:
    """Return *event* in the shape of :class:`EventInfo`."""
    period_end = event.corrections_until.isoformat() if event.corrections_until else None
    return {
        "id": event.pk,
        "club": event.club_id,
        "name": event.name,
        "date": event.date.isoformat(),
        "contest": event.contest,
        "game": event.game or None,
        "is_final": event.is_final,
        "provisional_until": period_end,
        "page": reverse("event_standings", args=[event.pk]),
    }


def make_session_json(session: Session, event: Event) -> dict[str, Any]:
    """Return *session* in the shape of :class:`SessionInfo`. *event* is its event."""
    sections = [
        {"section": section.letter, "winners": section.winners}
        for section in session.sections.all()
    ]
    day = session.date or event.date
    return {
        "id": session.pk,
        "event": event.pk,
        "session": session.number,
        "date": day.isoformat(),
        "stage": session.stage.name if session.stage else None,
        "clock": session.clock,
        "round": session.round_no,
        "sections": sections,
    }


# Standings of a published event, in the shapes of ``results.json``.

results_router = Router(tags=["Results"])


class SessionQuery(BaseModel):
    """One session of an event with several."""

    session: int | None = Field(None, ge=1, le=999, description="The number of one session.")


class StandingInfo(BaseModel):
    """The place of a pair, team or player.

    It may have further fields, as in ``results.json``: penalties, substitutes, handicap, stratum,
    tie_breaks, columns of a party.
    """

    model_config = ConfigDict(extra="allow")

    contestant: int | str = Field(description="The number by which people call it.")
    direction: str | None = None
    section: str | None = Field(None, description="If the event has several sections.")
    names: list[str]
    total: str | None
    percent: str | None
    place: str | None = Field(description="Such as 2=; null without a result.")


class StandingsInfo(BaseModel):
    """The standings of an event or of one session, all groups one after the other."""

    event: int
    name: str
    session: int | None = Field(description="The number of the session; null for the whole event.")
    method: str
    is_final: bool
    results_in: int = Field(description="Results entered in the whole event.")
    results_due: int
    standings: list[StandingInfo]
    notes: list[str]


@results_router.get(
    "/events/{number:event_id}/standings",
    response=StandingsInfo,
    exclude_unset=True,
    summary="Standings",
    url_name="api_standings",
)
def standings(request: HttpRequest, event_id: int, query: Query[SessionQuery]) -> dict[str, Any]:
    """Return the standings so far: of the whole event, or of one session of several."""
    event = fetch_readable_event(request, event_id)
    results = make_event_results(event)
    session_results = _choose_session_results(results, query.session)
    return {
        "event": event.pk,
        "name": event.name,
        "session": query.session,
        "method": session_results.get("method", results["method"]),
        "is_final": results["event"]["is_final"],
        "results_in": results["results_in"],
        "results_due": results["results_due"],
        "standings": session_results["standings"],
        "notes": session_results["notes"],
    }


def _choose_session_results(results: dict[str, Any], session_no: int | None) -> dict[str, Any]:
    """Return the *results* of one session, or of the whole event if *session_no* is None.

    :raises Http404: if there is no such session
    """
    # A Skat evening calls its rounds sessions too, which have no standings in this shape.
    sessions = [part for part in results.get("sessions", ()) if "standings" in part]
    if session_no is None or (session_no == 1 and not sessions):
        return results
    for part in sessions:
        if part["session"] == session_no:
            return dict(part)
    raise Http404


# Boards of a published event: their travellers, and their hands once everybody has played them.

HAND_FIELDS = ("deal", "makeable", "par", "deals")


class BoardsQuery(PageQuery, SessionQuery):
    """A page of boards, of all sessions or of one."""


class TravellerLineInfo(BaseModel):
    """A result of a board, with the points that it gave.

    Players by seat (n, e, s, w) take the place of ns and ew where partners change. It may have
    further fields, as in ``results.json``: honours, lead, settled, off_schedule, players.
    """

    model_config = ConfigDict(extra="allow")

    section: str | None = None
    ns: int | list[int] | None = None
    ew: int | list[int] | None = None
    contract: str | None = None
    declarer: str | None = None
    tricks: int | str | None = None
    score: int | str | None = Field(None, description="From the N-S side.")
    ns_points: str | None = Field(None, description="Exact: 7/3 is a fraction.")
    ew_points: str | None = None


class BoardInfo(BaseModel):
    """A board, and how many results it has."""

    board: int
    session: int | None = Field(None, description="If the event has several.")
    top: str | None
    results: int
    has_hand: bool = Field(description="Whether everybody has played it and its deal is known.")


class TravellerInfo(BaseModel):
    """All results of a board."""

    board: int
    session: int | None = Field(None, description="If the event has several.")
    top: str | None
    trump: str | None = Field(None, description="At whist, once it is known.")
    lines: list[TravellerLineInfo]


class SectionHandInfo(BaseModel):
    """The deal of one section."""

    section: str
    deal: str
    makeable: str | None = None
    par: int | None = None


class HandInfo(BaseModel):
    """The deal of a board that every table has played."""

    board: int
    session: int | None = Field(None, description="If the event has several.")
    deal: str | None = Field(None, description="The four hands, as PBN writes them.")
    makeable: str | None = Field(
        None, description="20 figures from 0 to d: tricks of N, S, E, W in NT, S, H, D, C."
    )
    par: int | None = Field(None, description="The par score from the N-S side.")
    deals: list[SectionHandInfo] | None = Field(None, description="If sections played other deals.")


@results_router.get(
    "/events/{number:event_id}/boards",
    response=ListPage[BoardInfo],
    exclude_unset=True,
    summary="Boards",
    url_name="api_boards",
)
def boards(request: HttpRequest, event_id: int, query: Query[BoardsQuery]) -> dict[str, Any]:
    """Return the boards of an event. A party has none."""
    all_boards = _get_boards(request, event_id, query.session)
    return make_page(request, query, all_boards, _make_board_json)


@results_router.get(
    "/events/{number:event_id}/boards/{number:board_no}",
    response=TravellerInfo,
    exclude_unset=True,
    summary="A traveller",
    url_name="api_board",
)
def board(
    request: HttpRequest, event_id: int, board_no: int, query: Query[SessionQuery]
) -> dict[str, Any]:
    """Return the results of a board. Of several sessions it is the first one with that board."""
    for found_board in _get_boards(request, event_id, query.session):
        if found_board["board"] == board_no:
            return _make_traveller_json(found_board)
    raise Http404


@results_router.get(
    "/events/{number:event_id}/travellers",
    response=ListPage[TravellerInfo],
    exclude_unset=True,
    summary="Travellers",
    url_name="api_travellers",
)
def travellers(request: HttpRequest, event_id: int, query: Query[BoardsQuery]) -> dict[str, Any]:
    """Return the boards of an event with all results."""
    all_boards = _get_boards(request, event_id, query.session)
    return make_page(request, query, all_boards, _make_traveller_json)


@results_router.get(
    "/events/{number:event_id}/hands",
    response=ListPage[HandInfo],
    exclude_unset=True,
    summary="Hands",
    url_name="api_hands",
)
def hands(request: HttpRequest, event_id: int, query: Query[BoardsQuery]) -> dict[str, Any]:
    """Return the deals that everybody may see: no table has still to play them, here or elsewhere."""
    all_boards = _get_boards(request, event_id, query.session)
    boards_with_hand = [board for board in all_boards if _has_hand(board)]
    return make_page(request, query, boards_with_hand, _make_hand_json)


def _get_boards(
    request: HttpRequest, event_id: int, session_no: int | None
) -> list[dict[str, Any]]:
    """Return an event's boards, or those of one session, in the shape of ``results.json``."""
    event = fetch_readable_event(request, event_id)
    all_boards: list[dict[str, Any]] = make_event_results(event)["boards"]
    if session_no is None:
        return all_boards
    # Boards of an only session name no session.
    return [board for board in all_boards if board.get("session", 1) == session_no]


def _has_hand(board: dict[str, Any]) -> bool:
    return "deal" in board or "deals" in board


def _make_board_ref(board: dict[str, Any]) -> dict[str, Any]:
    return {name: board[name] for name in ("session", "board") if name in board}


def _make_board_json(board: dict[str, Any]) -> dict[str, Any]:
    # A line whose result is missing has a place on the traveller, but no score.
    results = sum(line["score"] is not None for line in board["lines"])
    return {
        **_make_board_ref(board),
        "top": board["top"],
        "results": results,
        "has_hand": _has_hand(board),
    }


def _make_traveller_json(board: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in board.items() if name not in HAND_FIELDS}


def _make_hand_json(board: dict[str, Any]) -> dict[str, Any]:
    names = ("session", "board", *HAND_FIELDS)
    return {name: board[name] for name in names if name in board}


# The games of a published party: who sat where in each round, and what each table reported.


class PartyTableInfo(BaseModel):
    """A table of a round. The winner is the index of its side. Without it nothing is reported."""

    model_config = ConfigDict(extra="allow")

    table: int
    row: int | str | None = None
    sides: list[list[str]] = Field(description="The players of each side, by number.")
    winner: int | None = None
    points: list[int] | None = None


class PartyRoundInfo(BaseModel):
    """A round of a party."""

    round: int
    tables: list[PartyTableInfo]


class PartyDetailInfo(BaseModel):
    """A party with its rounds, standings and prizes, in the shapes of ``results.json``."""

    event: int
    name: str
    system: str = Field(description="How people move; empty before it is chosen.")
    method: str
    is_final: bool
    results_in: int
    results_due: int
    rounds: list[PartyRoundInfo]
    standings: list[StandingInfo]
    prizes: list[dict[str, Any]]
    notes: list[str]


@results_router.get(
    "/parties/{number:event_id}",
    response=PartyDetailInfo,
    exclude_unset=True,
    summary="A party",
    url_name="api_party",
)
def party(request: HttpRequest, event_id: int) -> dict[str, Any]:
    """Return the rounds, standings and prizes of a party."""
    event = fetch_readable_event(request, event_id)
    if event.contest != Contest.PROGRESSIVE:
        raise Http404
    results = make_event_results(event)
    copied_keys = ("system", "method", "results_in", "results_due", "rounds")
    return {
        "event": event.pk,
        "name": event.name,
        "is_final": results["event"]["is_final"],
        **{name: results[name] for name in (*copied_keys, "standings", "prizes", "notes")},
    }


# The club, and the players who have a public page.

club_router = Router(tags=["Club"])


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
    place: str = Field(description="Such as 3=, empty if the standings don’t name the player.")
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


@club_router.get("/clubs", response=ListPage[ClubInfo], summary="Clubs", url_name="api_clubs")
def clubs(request: HttpRequest, query: Query[PageQuery]) -> dict[str, Any]:
    """Return the clubs that run their events here: one, or none before the program is set up."""
    club = fetch_public_club()
    # Before the program is set up, the club is unsaved.
    stored_clubs = [club] if club.pk else []
    return make_page(request, query, stored_clubs, _make_club_json)


@club_router.get(
    "/clubs/{number:club_id}", response=ClubInfo, summary="A club", url_name="api_club"
)
def club(request: HttpRequest, club_id: int) -> dict[str, Any]:
    """Return a club."""
    found_club = fetch_public_club()
    if not club_id or found_club.pk != club_id:
        raise Http404
    return _make_club_json(found_club)


@club_router.get(
    "/players", response=ListPage[PlayerInfo], summary="Players", url_name="api_players"
)
def players(request: HttpRequest, query: Query[PlayerQuery]) -> dict[str, Any]:
    """Return the players with a public page, by name. None if the club shows no such pages."""
    found_players = fetch_public_players(fetch_public_club())
    for word in split_search_words(query.q):
        found_players = found_players.filter(name_key__regex=make_search_pattern(word))
    ordered_players = found_players.order_by("name", "pk")
    return make_page(request, query, ordered_players, _make_player_json)


@club_router.get(
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
    sheet = make_player_results(person)
    partners = []
    for row in sheet.partners:
        average = format_percent(row.average)
        partners.append(
            {
                "partner": _make_player_json(row.partner),
                "events": row.event_count,
                "average": average,
            }
        )
    return {
        **_make_player_json(person),
        "average": None if sheet.average is None else format_percent(sheet.average),
        "events": [_make_played_event_json(played_event) for played_event in sheet.events],
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


def _make_played_event_json(played_event: PlayedEvent) -> dict[str, Any]:
    return {
        "event": played_event.event.pk,
        "name": played_event.event.name,
        "date": played_event.event.date.isoformat(),
        "partner": _make_player_json(played_event.partner) if played_event.partner else None,
        "place": played_event.rank,
        "percent": None if played_event.percent is None else format_percent(played_event.percent),
    }
