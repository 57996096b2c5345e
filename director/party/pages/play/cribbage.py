"""Cribbage cards of a party, typed game by game: entered, missing and different ones.

Both players of a game write it on their own cards, so the two *lines* can be compared. A
*difference* is a game on which they disagree; what *counts* then is decided by the rules in
:mod:`director.party.movement.cribbage`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest, get_page_status
from director.core.base.roles import Role, require_role_to_send
from director.core.night.clock import ClockFace
from director.core.pages.standings_question import REMOVE_BUTTON, ask_before_removal
from director.errors import DeskError
from director.party.models import Party, PartyCard
from director.party.movement.cards import read_cards
from director.party.movement.clock import make_card_clock
from director.party.movement.cribbage import (
    compare_cards,
    describe_card_game,
    has_game_cards,
    read_card_lines,
)
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import PartyNames, PlayerFacts, fetch_party_names
from director.party.pages.play.page import ROWS_PER_PAGE, HistoryState, fetch_history_state
from director.party.pages.shell import make_party_context, make_play_undo_context
from director.party.play.cribbage import (
    BOXES,
    TypedGames,
    read_typed_games,
    remove_game_card,
    store_game_card,
)
from scoring.deals.cribbage import CardGame, CardLine, CribbageEntry, compute_game_points

MAX_DIFFERENCES_SHOWN = 6
Boxes = tuple[tuple[str, str, str, str], ...]
"""The boxes of one game: for each its field name, heading, full label and text."""


@dataclass(frozen=True, slots=True)
class GameCardRow:
    """A player's card in the list."""

    number: int
    name: str
    has_left: bool
    is_entered: bool = False
    games: int = 0
    points: str = ""  # the total as written
    counted_points: str = ""  # the total after the comparison with the other cards
    games_won: str = ""
    spread: str = ""
    problems: tuple[str, ...] = ()
    entry_note: str = ""  # who typed the card and when


@dataclass(frozen=True, slots=True)
class Difference:
    """A game on which two cards differ."""

    lines: tuple[tuple[str, int, str, str], ...]  # player, game number, written and counted text
    reason: str  # for the figures that count


@dataclass(frozen=True)
class GameCardsPage:
    """The cards of a cribbage party."""

    rows: tuple[GameCardRow, ...]
    cards: Mapping[int, PartyCard]
    differences: tuple[Difference, ...]
    unmatched_count: int  # games whose other card isn't in
    spread: str  # the sum of all games once all cards are in, "" if it is 0, as it should be
    clock: ClockFace
    history_state: HistoryState
    page_no: str = ""
    shows_all: bool = False

    @cached_property
    def pages(self) -> Page[GameCardRow]:
        """One page of rows."""
        return Paginator(self.rows, ROWS_PER_PAGE).get_page(self.page_no)

    @property
    def query(self) -> str:
        """The query for the same lists."""
        return urlencode(
            {"page": self.pages.number, "differences": "all" if self.shows_all else ""}
        )

    @property
    def shown_differences(self) -> Sequence[Difference]:
        """The first games that differ, or all on request."""
        if self.shows_all:
            return self.differences
        return self.differences[:MAX_DIFFERENCES_SHOWN]

    @property
    def missing_contestants(self) -> tuple[int, ...]:
        """The contestants whose card is missing: players here, without leavers."""
        return tuple(row.number for row in self.rows if not row.is_entered and not row.has_left)


def fetch_game_cards_page(party: Party, params: Mapping[str, str] | None = None) -> GameCardsPage:
    """Return the cards of *party*. *params* choose a part of the lists. (Costs five queries.)"""
    params = params or {}
    # First, so that a card that comes in while the rest is read is sent as news later.
    history_state = fetch_history_state(party)
    names = fetch_party_names(party)
    cards = read_cards(party)
    games = compare_cards(party, names, cards)
    typist_by_player = dict(party.cards.values_list("player", "entered_by__username"))
    card_by_player = {card.player: card for card in cards}
    counted_entries_by_player = _group_counted_entries(games)
    rows = []
    for player in sorted(names.facts_by_player.values(), key=attrgetter("number")):
        row = _make_game_card_row(
            player,
            card_by_player.get(player.number),
            counted_entries_by_player.get(str(player.number), ()),
            typist_by_player.get(player.number),
        )
        rows.append(row)
    total_spread = sum(entry.signed_margin for entry in chain(*counted_entries_by_player.values()))
    # One player's gain is the other's loss, but only if both cards of every game are in.
    has_all_cards = not any(game.counted_entries[1] is None for game in games)
    unmatched_games = [
        game for game in games if game.counted_entries[1] is None and not game.difference_text
    ]
    return GameCardsPage(
        rows=tuple(rows),
        cards=card_by_player,
        differences=tuple(_make_difference(names, game) for game in games if game.difference_text),
        unmatched_count=len(unmatched_games),
        spread=_format_spread(total_spread) if total_spread and has_all_cards else "",
        clock=make_card_clock(party),
        history_state=history_state,
        page_no=params.get("page", ""),
        shows_all=bool(params.get("differences")),
    )


def make_game_boxes(party: Party, card: PartyCard | None) -> tuple[Boxes, ...]:
    """Return the boxes for each game, filled from *card*."""
    lines = read_card_lines(card) if card else ()
    texts = [_make_line_texts(line) for line in lines]
    while len(texts) < party.rounds:
        texts.append(_make_line_texts(None))
    return make_boxes_from_texts(texts)


def make_boxes_from_texts(texts_by_game: Sequence[Sequence[str]]) -> tuple[Boxes, ...]:
    """Return the boxes for each game, filled with the texts in *texts_by_game*."""
    boxes_of_games = []
    for game_no, texts in enumerate(texts_by_game, 1):
        boxes = tuple(
            (f"{box}-{game_no}", box.capitalize(), f"{box.capitalize()}, game {game_no}", text)
            for box, text in zip(BOXES, texts, strict=True)
        )
        boxes_of_games.append(boxes)
    return tuple(boxes_of_games)


def _make_line_texts(line: CardLine | None) -> tuple[str, str, str, str]:
    """Return the opponent, the points, and the spread in its plus or minus column."""
    if line is None:
        return "", "", "", ""
    if line.spread > 0:
        return line.opponent, str(line.points), str(line.spread), ""
    return line.opponent, str(line.points), "", str(-line.spread)


def _group_counted_entries(games: Sequence[CardGame]) -> dict[str, list[CribbageEntry]]:
    entries_by_player: dict[str, list[CribbageEntry]] = {}
    for game in games:
        for player, entry in zip(game.players, game.counted_entries, strict=True):
            if entry:
                entries_by_player.setdefault(player, []).append(entry)
    return entries_by_player


def _make_game_card_row(
    player: PlayerFacts,
    card: PartyCard | None,
    counted_entries: Sequence[CribbageEntry],
    typist: str | None,
) -> GameCardRow:
    if card is None:
        return GameCardRow(player.number, str(player), player.left_round is not None)
    games = 0
    problems = []
    for game_no, line in enumerate(read_card_lines(card), 1):
        if line:
            games += 1
            problems.append(_get_line_problem(game_no, line))
    # A card without single games can't be compared: its total counts as written.
    counted_points = card.total
    if card.games:
        counted_points = sum(map(compute_game_points, counted_entries))
    return GameCardRow(
        number=player.number,
        name=str(player),
        has_left=player.left_round is not None,
        is_entered=True,
        games=games,
        points=str(card.total),
        counted_points=str(counted_points),
        games_won=str(sum(entry.is_won for entry in counted_entries)),
        spread=_format_spread(sum(entry.signed_margin for entry in counted_entries)),
        problems=tuple(filter(None, problems)),
        entry_note=f"{typist or 'someone'}, {timezone.localtime(card.entered_at):%H:%M}",
    )


def _get_line_problem(game_no: int, line: CardLine) -> str:
    """Return why one game on a card is impossible, or ""."""
    is_spread_of_winner = line.spread > 0
    if line.entry.is_won != is_spread_of_winner:
        return f"game {game_no}: {describe_card_game(line)}; the spread is in the wrong column"
    if line.points and line.points != compute_game_points(line.entry):
        return f"game {game_no}: {line.points} points don’t fit a spread of {_format_spread(line.spread)}"
    return ""


def _make_difference(names: PartyNames, game: CardGame) -> Difference:
    lines = []
    for player, game_no, line, entry in zip(
        game.players, game.game_numbers, game.lines, game.counted_entries, strict=True
    ):
        counted_text = describe_card_game(entry) if entry else "nothing"
        lines.append(
            (names.format_with_number(player), game_no, describe_card_game(line), counted_text)
        )
    return Difference(tuple(lines), game.difference_text)


def _format_spread(spread: int) -> str:
    if spread:
        return f"{spread:+}".replace("-", "−")
    return "0"


def render_game_cards_page(
    request: DeskRequest,
    party: Party,
    *,
    error: str = "",
    typed_games: TypedGames | None = None,
    version: int | None = None,
) -> HttpResponse:
    """Show the page with a card in the boxes, as stored or as refused.

    *typed_games* is a refused card, *version* the version that it would replace.
    """
    page = fetch_game_cards_page(party, request.GET)
    requested_number = parse_small_number(request.GET.get("card", ""))
    if typed_games:
        number = typed_games.number_text
    else:
        number = str(requested_number or next(iter(page.missing_contestants), ""))
    card = page.cards.get(parse_small_number(number)) if requested_number or typed_games else None
    if version is None:
        if typed_games:
            version = typed_games.version
        elif card:
            version = card.version
        else:
            version = 0
    if typed_games:
        boxes = make_boxes_from_texts(typed_games.rows)
    else:
        boxes = make_game_boxes(party, card)
    context = make_party_context(party, "play") | {
        "page": page,
        "play": page,
        "error": error,
        "number": number,
        "version": version,
        "corrected_card": card,
        "boxes": boxes,
    }
    status = get_page_status(error)
    return TemplateResponse(request, "party/cribbage.html", context, status=status)


def render_game_cards_state(request: DeskRequest, party: Party) -> HttpResponse:
    """Show the list of cards and their differences, without the form."""
    page = fetch_game_cards_page(party, request.GET)
    context = {
        "party": party,
        "session": party.session,
        "page": page,
        "play": page,
        **make_play_undo_context(party),
    }
    return render(request, "party/cribbage/_state.html", context)


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_removal
def store_or_remove_game_card(request: DeskRequest, session_id: int) -> HttpResponse:
    """Store or remove a card. A refused one keeps everything typed."""
    party = fetch_party_by_session(session_id)
    typed_games = read_typed_games(request.POST)
    try:
        card_args: dict[str, Any] = {
            "party": party,
            "number": typed_games.number,
            "version": typed_games.version,
            "user": request.user,
        }
        if REMOVE_BUTTON in request.POST:
            remove_game_card(**card_args)
            outcome = "Deleted"
        else:
            store_game_card(lines=typed_games.parse_lines(), **card_args)
            outcome = "Saved"
        player = str(typed_games.number)
        name = fetch_party_names(party, [player])[player]
        messages.success(request, f"{outcome}: {player} {name}")
    except DeskError as error:
        # The version of somebody else who has stored the card meanwhile.
        version = getattr(error, "params", {}).get("version")
        return _render_refused_game_card(
            request, fetch_party_by_session(session_id), str(error), typed_games, version
        )
    return redirect(reverse("party_play", args=[session_id]))


def _render_refused_game_card(
    request: DeskRequest, party: Party, error: str, typed_games: TypedGames, version: int | None
) -> HttpResponse:
    """Show a refused card as typed."""
    # Field may have been changed meanwhile.
    if not has_game_cards(party):
        messages.warning(request, error)
        return redirect("party_play", session_id=party.pk)
    return render_game_cards_page(
        request, party, error=error, typed_games=typed_games, version=version
    )
