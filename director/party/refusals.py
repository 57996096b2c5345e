"""Refusals and texts that several modules say."""

from typing import Any

from director.errors import PartyError

PEOPLE_AFTER_END = (
    "people-after-end",
    "Play has ended, so nobody can come or leave. Reopen play first, then add or withdraw players.",
)


def make_cards_from_fixed_error(*, word: object) -> PartyError:
    return PartyError(
        "cards-from-fixed",
        "Cards have been entered, so the first {word} on them stays. Delete the cards first.",
        word=word,
    )


def make_card_without_number_error(*, text: object) -> PartyError:
    return PartyError(
        "card-without-number",
        "“{text}” isn’t a card number. Type the number on the card, such as 12.",
        text=text,
    )


def make_no_player_error(**params: Any) -> PartyError:
    return PartyError(
        "no-player", "There is no player {number} at this party. Look it up in Seats.", **params
    )


def make_no_seats_to_change_error() -> PartyError:
    return PartyError(
        "no-seats-to-change",
        "Nobody has a seat yet. Draw the seats in step 2, Seats, for everyone who is there.",
    )


def make_plays_already_error(**params: Any) -> PartyError:
    return PartyError(
        "plays-already",
        "{name} already plays as number {number}. Remove the name there first, or correct "
        "this one.",
        **params,
    )
