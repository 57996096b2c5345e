"""The page of cribbage cards: who is in, which differ, and what counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils import timezone

from director.core.night.clock.read import ClockFace
from director.party.models import Party, PartyCard
from director.party.movement.clock import cards_clock
from director.party.movement.games.cards import read_cards
from director.party.movement.games.cribbage import card_in_words, card_lines, compare_cards
from director.party.movement.seating.read import Named, Names, party_names
from director.party.pages.play.card_page import ROWS_PER_PAGE
from director.party.pages.play.page import Since, party_since
from director.party.play.cribbage.card_input import BOXES
from scoring import CardGame, CardLine, CribbageEntry, cribbage_points

FIRST_DIFFERENCES = 6
Boxes = tuple[tuple[str, str, str, str], ...]
"""The boxes of one game: the name of each, its column, what it is called alone, and what is in it."""


@dataclass(frozen=True, slots=True)
class GameCardRow:
    """A player's card in the list."""

    number: int
    name: str
    has_left: bool
    is_in: bool = False
    games: int = 0
    points: str = ""  # as written
    counts: str = ""  # by both cards
    won: str = ""
    spread: str = ""
    faults: tuple[str, ...] = ()
    typed: str = ""  # who typed it and when


@dataclass(frozen=True, slots=True)
class Difference:
    """A game on which two cards differ: both, what counts, and why."""

    lines: tuple[
        tuple[str, int, str, str], ...
    ]  # player, game on the card, what it says, what counts
    text: str


@dataclass(frozen=True)
class GameCardsPage:
    """The cards of a cribbage evening."""

    rows: tuple[GameCardRow, ...]
    cards: Mapping[int, PartyCard]
    differences: tuple[Difference, ...]
    unmatched: int  # games whose other card is not in
    spread: str  # of all games that count; empty where it is level, as it must be
    clock: ClockFace
    since: Since
    page_no: str = ""
    shows_all: bool = False

    @cached_property
    def pages(self) -> Page[GameCardRow]:
        """The rows of one page of the list."""
        return Paginator(self.rows, ROWS_PER_PAGE).get_page(self.page_no)

    @property
    def asked(self) -> str:
        """What an address asks for to have the same lists again."""
        return urlencode(
            {"page": self.pages.number, "differences": "all" if self.shows_all else ""}
        )

    @property
    def differences_shown(self) -> Sequence[Difference]:
        """The first games that differ, or all if asked for."""
        if self.shows_all:
            return self.differences
        return self.differences[:FIRST_DIFFERENCES]

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers whose card is missing, without leavers."""
        return tuple(row.number for row in self.rows if not row.is_in and not row.has_left)


def game_cards_page(party: Party, asked: Mapping[str, str] | None = None) -> GameCardsPage:
    """Return the cards of *party*, with the part that is *asked* for. Five queries."""
    since = party_since(
        party
    )  # looked up first: what comes in while the rest is read is news to this page
    names, cards = party_names(party), read_cards(party)
    games = compare_cards(party, names, cards)
    typists = dict(party.cards.values_list("player", "entered_by__username"))
    by_player = {card.player: card for card in cards}
    counted = _counting_entries(games)
    rows = tuple(
        _row(
            player,
            by_player.get(player.number),
            counted.get(str(player.number), ()),
            typists.get(player.number),
        )
        for player in sorted(names.by_player.values(), key=attrgetter("number"))
    )
    spread = sum(entry.margin for entries in counted.values() for entry in entries)
    is_whole = not any(game.counts[1] is None for game in games)
    page_no = asked.get("page", "") if asked else ""
    return GameCardsPage(
        rows=rows,
        cards=by_player,
        differences=tuple(_difference(names, game) for game in games if game.text),
        unmatched=sum(game.counts[1] is None and not game.text for game in games),
        spread=_signed_spread(spread) if spread and is_whole else "",
        clock=cards_clock(party),
        since=since,
        page_no=page_no,
        shows_all=bool(asked and asked.get("differences")),
    )


def game_boxes(party: Party, card: PartyCard | None) -> tuple[Boxes, ...]:
    """Return the texts in the boxes of each game of *card*."""
    lines = card_lines(card) if card else ()
    games = max(party.rounds, len(lines))
    return boxes_of([_texts(lines[at] if at < len(lines) else None) for at in range(games)])


def boxes_of(rows: Sequence[Sequence[str]]) -> tuple[Boxes, ...]:
    """Return the boxes of each game with the texts of *rows*."""
    return tuple(
        tuple(
            (f"{box}-{game}", box.capitalize(), f"{box.capitalize()}, game {game}", text)
            for box, text in zip(BOXES, row, strict=True)
        )
        for game, row in enumerate(rows, 1)
    )


def _texts(line: CardLine | None) -> tuple[str, str, str, str]:
    if line is None:
        return "", "", "", ""
    plus, minus = (str(line.spread), "") if line.spread > 0 else ("", str(-line.spread))
    return line.against, str(line.points), plus, minus


def _counting_entries(games: Sequence[CardGame]) -> dict[str, list[CribbageEntry]]:
    """Return what counts, by player."""
    counted: dict[str, list[CribbageEntry]] = {}
    for game in games:
        for player, entry in zip(game.players, game.counts, strict=True):
            if entry:
                counted.setdefault(player, []).append(entry)
    return counted


def _row(
    player: Named, card: PartyCard | None, counted: Sequence[CribbageEntry], typist: str | None
) -> GameCardRow:
    if card is None:
        return GameCardRow(player.number, str(player), player.left_round is not None)
    lines = [(game, line) for game, line in enumerate(card_lines(card), 1) if line]
    return GameCardRow(
        number=player.number,
        name=str(player),
        has_left=player.left_round is not None,
        is_in=True,
        games=len(lines),
        points=str(card.total),
        counts=str(sum(map(cribbage_points, counted)) if card.games else card.total),
        won=str(sum(entry.won for entry in counted)),
        spread=_signed_spread(sum(entry.margin for entry in counted)),
        faults=tuple(fault for game, line in lines if (fault := _fault(game, line))),
        typed=f"{typist or 'someone'}, {timezone.localtime(card.entered_at):%H:%M}",
    )


def _fault(game: int, line: CardLine) -> str:
    """Return what is impossible about one game of a card, or ""."""
    if line.entry.won != (line.spread > 0):
        return f"game {game}: {card_in_words(line)}; the spread is in the wrong column"
    if line.points and line.points != cribbage_points(line.entry):
        return (
            f"game {game}: {line.points} points don’t fit a spread of {_signed_spread(line.spread)}"
        )
    return ""


def _difference(names: Names, game: CardGame) -> Difference:
    lines = zip(game.players, game.places, game.lines, game.counts, strict=True)
    return Difference(
        tuple(
            (
                names.numbered(player),
                place,
                card_in_words(line),
                card_in_words(entry) if entry else "nothing",
            )
            for player, place, line, entry in lines
        ),
        game.text,
    )


def _signed_spread(spread: int) -> str:
    if spread:
        return f"{spread:+}".replace("-", "−")
    return "0"
