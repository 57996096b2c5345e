"""The cards of a cribbage evening: storing one with its games, and taking it out."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from director.errors import PartyError
from director.party.models import Party, PartyCard
from director.party.movement.games.cribbage import card_lines, has_game_cards, lines_words
from director.party.play.cards.write import (
    card_stored,
    card_take_out,
    refuse_overtaken,
    update_card,
)
from director.party.play.history import party_act
from director.party.sentences import PartySentences
from scoring import CardLine

MOST_SPREAD = 121
POINTS = (0, 2, 3)
Lines = Sequence[CardLine | None]


def store_game_card(
    *, party: Party, number: int, lines: Lines, version: int | None = None, user: User | None
) -> PartyCard:
    """Store the card of player *number* with its games. Return it.

    *version* is the one the page showed, 0 for a card that was not in, ``None`` for whatever is
    there.  What is stored already is never refused.

    :raises PartyError: for a card that cannot be, or one that says something else since *version*
    :raises FinalError: if the results are final
    """
    with party_act(party=party, kind="card", words="", user=user) as act:
        if not has_game_cards(party):
            raise PartyError(PartySentences.NO_GAME_CARDS)
        stored = card_stored(party, number)
        _refuse(party, number, lines)
        if stored is not None and card_lines(stored) == tuple(lines):
            return stored
        theirs = lines_words(card_lines(stored)) if stored else ""
        yours = lines_words(lines)
        refuse_overtaken(stored, version, theirs=theirs, yours=yours)
        games = [[int(line.against), line.points, line.spread] if line else None for line in lines]
        total = sum(line.points for line in lines if line)
        return update_card(
            act,
            stored or PartyCard(party=party, player=number),
            values={"games": games, "total": total, "half": None, "second": None, "lone": 0},
            words=f"Card {number}: {yours}" + (f", replaces {theirs}" if stored else ""),
            user=user,
        )


def game_card_take_out(
    *, party: Party, number: int, version: int | None = None, user: User | None
) -> None:
    """Remove the card of player *number*, if any.

    :raises PartyError: if it says something else since *version*
    """
    if not has_game_cards(party):
        raise PartyError(PartySentences.NO_GAME_CARDS)
    card_take_out(party=party, number=number, version=version, user=user)


def _refuse(party: Party, number: int, lines: Lines) -> None:
    """Refuse what no card can say.

    :raises PartyError: saying why
    """
    if not any(lines):
        raise PartyError(PartySentences.CARD_WITHOUT_GAMES, number=number)
    known = set(party.players.values_list("number", flat=True)) - {number}
    for game, line in enumerate(lines, 1):
        if line is None:
            continue
        told: dict[str, Any] = {"number": number, "game": game}
        if int(line.against) not in known:
            raise PartyError(PartySentences.GAME_AGAINST, against=line.against, **told)
        if line.points not in POINTS:
            raise PartyError(PartySentences.GAME_POINTS, points=line.points, **told)
        if not 1 <= abs(line.spread) <= MOST_SPREAD:
            raise PartyError(
                PartySentences.GAME_SPREAD, spread=abs(line.spread), most=MOST_SPREAD, **told
            )
