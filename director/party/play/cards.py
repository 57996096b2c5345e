"""Cards that players hand in: typed, stored, corrected and deleted.

A pair has one card, stored under the lower number of its players. In a party with totals each round
has cards of its own (*part* is the round), otherwise *part* is 0.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import PartyError
from director.party.models import Party, PartyCard, PartyResult
from director.party.movement.cards import has_round_cards
from director.party.movement.contestants import fetch_contestant
from director.party.movement.words import format_noun_count
from director.party.play.history import record_party_act
from scoring.party.methods import get_party_method

MAX_CARD_FIGURE = 100_000  # far above any real total


@dataclass(frozen=True, slots=True)
class CardFigures:
    """A card's figures: total, halves, lone hands, and rounds."""

    total: int
    half: int | None = None
    second: int | None = None
    lone: int = 0
    first_round: int | None = None
    last_round: int | None = None

    @property
    def text(self) -> str:
        """The figures in a few words."""
        halves = " + ".join(str(half) for half in (self.half, self.second) if half is not None)
        parts = [f"{self.total} ({halves})" if halves else str(self.total)]
        if self.lone:
            parts.append(format_noun_count(self.lone, "lone hand"))
        if self.first_round:
            parts.append(f"from {self.first_round} on")
        if self.last_round:
            parts.append(f"up to {self.last_round}")
        return ", ".join(parts)


def get_card_figures(card: PartyCard) -> CardFigures:
    """Return the figures of a stored *card*."""
    return CardFigures(
        card.total, card.half, card.second, card.lone, card.first_round, card.last_round
    )


def store_card(
    *,
    party: Party,
    number: int,
    figures: CardFigures,
    part: int = 0,
    version: int | None = None,
    user: User | None,
) -> PartyCard:
    """Store the card of player *number* or their pair, of round *part*. Return the card.

    *version* is the version of the card that the page showed: 0 for no card, None to overwrite any.

    :raises PartyError: if the card is impossible, or somebody else changed it since *version*
    :raises FinalError: if the results are final
    """
    with record_party_act(party=party, kind=ActKind.CARD, message="", user=user) as act:
        number = int(fetch_contestant(party, number).key)
        stored_card = fetch_stored_card(party, number, part)
        _validate_card(party, number, part, figures)
        # A repeated request succeeds, whatever version it names.
        if stored_card is not None and get_card_figures(stored_card) == figures:
            return stored_card
        description = f"{_format_card_name(party, number, part)}: {figures.text}"
        stored_text = ""
        if stored_card is not None:
            stored_text = get_card_figures(stored_card).text
            description += f", replaces {stored_text}"
        refuse_outdated_card(stored_card, version, stored_text=stored_text, typed_text=figures.text)
        return update_card(
            act,
            stored_card or PartyCard(party=party, part=part, player=number),
            values=asdict(figures),
            description=description,
            user=user,
        )


def update_card(
    act: Journal, card: PartyCard, *, values: dict[str, Any], description: str, user: User | None
) -> PartyCard:
    """Change *card* to *values* as an act described by *description*. Return the card."""
    act.message = f"{description}."
    values |= {
        "version": act.number,
        "entered_at": timezone.now(),
        "entered_by_id": user.pk if user else None,
    }
    if card.pk:
        act.change(card, **values)
    else:
        for name, value in values.items():
            setattr(card, name, value)
        act.create(card)
    return card


def remove_card(
    *, party: Party, number: int, part: int = 0, version: int | None = None, user: User | None
) -> None:
    """Remove the card of player *number*, if any.

    :raises PartyError: if somebody else changed the card since *version*
    """
    message = f"{_format_card_name(party, number, part)}: deleted."
    with record_party_act(party=party, kind=ActKind.CARD, message=message, user=user) as act:
        stored_card = fetch_stored_card(party, number, part)
        if stored_card is None:
            return
        if version is not None and version != stored_card.version:
            raise PartyError(
                "card-changed",
                "Card {number} has changed and now says {theirs}, so it wasn’t deleted. Check it "
                "again.",
                number=number,
                theirs=get_card_figures(stored_card).text,
            )
        act.delete(party.cards.filter(pk=stored_card.pk))


def store_card_layout(*, party: Party, user: User | None, **fields: Any) -> Party:
    """Store the layout of the cards: their boxes and their first round.

    :raises PartyError: if the first round would change although cards are stored
    :raises FinalError: if the results are final
    """
    with record_party_act(
        party=party, kind=ActKind.LAYOUT, message="The card layout was changed.", user=user
    ) as act:
        first_round = fields.get("card_from", party.first_card_round)
        if first_round != party.first_card_round and party.cards.exists():
            raise make_cards_from_fixed_error(noun=party.round_noun)
        act.change(party, **fields)
        party.full_clean(exclude=["session"])
    return party


def fetch_stored_card(party: Party, number: int, part: int = 0) -> PartyCard | None:
    """Return the stored card of player *number* or their pair, or None.

    :raises PartyError: if the party has no cards, or the player or round doesn't exist
    """
    if not party.has_cards:
        raise PartyError(
            "no-cards-here",
            "This party has no tally cards: tables enter their results. You can change that in "
            "step 1, Field.",
        )
    if has_round_cards(party) and not 1 <= part <= party.rounds:
        raise PartyError(
            "card-of-no-round",
            "There is no {noun} {round_no} here: the {nouns} are 1 to {rounds}. Choose one of "
            "them.",
            noun=party.round_noun,
            nouns=party.rounds_noun,
            round_no=part,
            rounds=party.rounds,
        )
    if not has_round_cards(party) and part:
        raise PartyError(
            "cards-at-the-end",
            "At this party everyone hands in one card at the end. Open step 4, Play, again.",
        )
    # A round is counted either from its tables or from cards.
    reports = PartyResult.objects.filter(
        round__party=party, round__round_no__gte=party.first_card_round
    )
    if reports.exists():
        raise PartyError(
            "tables-have-told",
            "Tables have entered {noun} {round_no} or later, so cards can’t replace those "
            "results. Delete them first, or choose entry by tables in step 1, Field.",
            noun=party.round_noun,
            round_no=party.first_card_round,
        )
    if not party.players.filter(number=number).exists():
        raise PartyError(
            "card-of-nobody",
            "There is no player {number} at this party. Check the number on the card.",
            number=number,
        )
    # The card may have been stored under a former partner's number.
    players = fetch_contestant(party, number).all_players
    return party.cards.filter(player__in=players, part=part).order_by("player").first()


def _format_card_name(party: Party, number: int, part: int) -> str:
    if part:
        return f"{party.round_title} {part}, card {number}"
    return f"Card {number}"


def _validate_card(party: Party, number: int, part: int, figures: CardFigures) -> None:
    """Raise if the figures are impossible on a card.

    :raises PartyError: with the reason
    """
    numbers = [figures.total, figures.half or 0, figures.second or 0, figures.lone]
    if max(map(abs, numbers)) > MAX_CARD_FIGURE:
        raise PartyError(
            "card-beyond",
            "Card {number}: a card can’t have more than {most}. Check the figures.",
            number=number,
            most=MAX_CARD_FIGURE,
        )
    method = get_party_method(party.method) if party.method else None
    if method and min(numbers) < 0 and (method.min_points == 0 or method.unit == "games"):
        raise PartyError(
            "card-below-nothing",
            "Card {number}: figures can’t be below 0 here. Check them.",
            number=number,
        )
    if not figures.first_round and not figures.last_round:
        return
    first_round = figures.first_round or party.first_card_round
    last_round = figures.last_round or party.rounds
    # A card of one round has no first and last round of its own.
    if part or not party.first_card_round <= first_round <= last_round <= party.rounds:
        raise PartyError(
            "card-rounds-impossible",
            "Card {number}: the {nouns} on a card are {first} to {last}. Type the first and the "
            "last one played.",
            number=number,
            nouns=party.rounds_noun,
            first=party.first_card_round,
            last=party.rounds,
        )


def refuse_outdated_card(
    stored_card: PartyCard | None, version: int | None, *, stored_text: str, typed_text: str
) -> None:
    """Raise if somebody else has changed the card since *version*.

    :raises PartyError: with both texts, and the stored version in ``params["version"]``
    """
    if version is None or version == (stored_card.version if stored_card else 0):
        return
    if stored_card is None:
        raise PartyError(
            "card-gone",
            "Someone has deleted this card, so yours ({yours}) wasn’t saved. Save it again if "
            "it’s right.",
            yours=typed_text,
            version=0,
        )
    raise PartyError(
        "card-stands",
        "Card {number}: {who} entered {theirs} at {at}; yours says {yours}. Yours has not "
        "been saved. Check the card, then save yours instead or leave it.",
        number=stored_card.player,
        theirs=stored_text,
        who=str(stored_card.entered_by or "someone"),
        at=f"{timezone.localtime(stored_card.entered_at):%H:%M}",
        yours=typed_text,
        version=stored_card.version,
    )


_FIGURE = re.compile(r"[-−–]?[0-9]{1,6}")
_ROUNDS = re.compile(r"(?:([0-9]{1,3})\s*[-−–]\s*)?([0-9]{1,3})?")
BOXES = ("number", "half", "second", "total", "lone", "rounds", "version")
BOX_LABELS = {"half": "first half", "second": "second half", "total": "total", "lone": "lone hands"}


@dataclass(frozen=True, slots=True)
class TypedCard:
    """The boxes of a card as typed, and its round."""

    boxes: Mapping[str, str]
    part: int  # round of the card, 0 for a card of the whole evening
    pressed_button: str

    @property
    def number(self) -> int:
        """The number on the card.

        :raises PartyError: if it isn't a number
        """
        text = self.boxes["number"]
        if not (text.isascii() and text.isdecimal() and len(text) <= 4):
            raise make_card_without_number_error(text=text[:20] or "nothing")
        return int(text)

    @property
    def version(self) -> int:
        """The version of the card that the page showed, 0 for none."""
        text = self.boxes["version"]
        if text.isdecimal() and len(text) <= 9:  # fits into the database's integer
            return int(text)
        return 0

    def parse_figures(self) -> CardFigures:
        """Return the figures of the card. Without a total both halves are added.

        :raises PartyError: for an unreadable box
        """
        half = self._parse_box("half")
        second = self._parse_box("second")
        total = self._parse_box("total")
        lone = self._parse_box("lone")
        if total is None and half is not None and second is not None:
            total = half + second
        if total is None:
            raise PartyError(
                "card-without-total",
                "Card {number}: the total is missing. Type it.",
                number=self.number,
            )
        first_round, last_round = self._parse_rounds()
        return CardFigures(total, half, second, lone or 0, first_round, last_round)

    def _parse_box(self, name: str) -> int | None:
        text = self.boxes[name]
        if not text:
            return None
        if not _FIGURE.fullmatch(text):
            raise PartyError(
                "card-unreadable",
                "Card {number}, {box}: “{text}” isn’t a number. Type a whole number, such as 162.",
                number=self.number,
                box=BOX_LABELS[name],
                text=text[:20],
            )
        digits = int(text.lstrip("-−–"))
        if text[0].isdecimal():
            return digits
        return -digits

    def _parse_rounds(self) -> tuple[int | None, int | None]:
        """Return the first and last round typed: "20" means up to 20, "5-" from 5 on."""
        text = self.boxes["rounds"].replace(" ", "")
        if not text:
            return None, None
        match = _ROUNDS.fullmatch(text)
        if not match:
            raise PartyError(
                "card-rounds-unreadable",
                "Card {number}: “{text}” doesn’t say what was played. Type the last one, such as 20, "
                "or first and last, such as 5-24.",
                number=self.number,
                text=text[:20],
            )
        first_round, last_round = (int(digits) if digits else None for digits in match.groups())
        if first_round == 1:
            first_round = None  # the same as a card without a first round
        return first_round, last_round


def read_typed_card(data: Mapping[str, str]) -> TypedCard:
    """Return the card in the form's *data*."""
    boxes = {name: " ".join(data.get(name, "").split()) for name in BOXES}
    part_text = data.get("part", "")
    part = int(part_text) if part_text.isdecimal() and len(part_text) <= 3 else 0
    return TypedCard(boxes, part, data.get("press", ""))


def make_cards_from_fixed_error(*, noun: object) -> PartyError:
    return PartyError(
        "cards-from-fixed",
        "Cards have been entered, so the first {noun} on them stays. Delete the cards first.",
        noun=noun,
    )


def make_card_without_number_error(*, text: object) -> PartyError:
    return PartyError(
        "card-without-number",
        "“{text}” isn’t a card number. Type the number on the card, such as 12.",
        text=text,
    )
