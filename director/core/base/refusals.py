"""Refusals of the core: nothing at this address, and events of a kind that has ended."""

from django.http import Http404

from director.errors import DeskError
from director.event_kinds import EndedKindError, get_event_kind
from director.models import Event

CODES_TRIED_TEXT = (
    "Too many wrong codes were tried here. Wait ten minutes, then scan the card again."
)

EVENT_FILE_NOT_STORABLE_TEXT = "its parts don’t fit together"

EVENT_FILE_NO_LIST_TEXT = "its {what} aren’t a list"

NONE_ENTERED_TEXT = "No results have been entered"


SOME_MISSING_TEXT = "Missing: {count} of {due} {things}"


NIGHT_OFF_LISTS_ERROR = (
    "night-off-lists",
    "This event is archived, so you can’t enter results. Call the director.",
)


NUL_SENT_MESSAGE = (
    "What you sent contains a character that can’t be saved (NUL). Remove it and send it again."
)
NUL_SENT_ERROR = ("nul-sent", NUL_SENT_MESSAGE)

PHONE_SENT_TOO_MUCH_ERROR = (
    "phone-sent-too-much",
    "That is too long: a phone sends at most {most} bytes at once.",
)

SWAP_WITH_ITSELF_ERROR = (
    "swap-with-itself",
    "Choose two different {called}s to swap.",
)

TABLES_CLOSED_ERROR = (
    "tables-closed",
    "Results are published or final, so tables can’t enter any now. Tell the director "
    "what is wrong.",
)


class GoneError(DeskError, Http404):
    """The record in the address doesn't exist, or no longer.

    Unless a view catches it, :func:`~director.core.pages.refusals.page_not_found` shows its message.
    """


def make_long_name_error(name: str, max_length: int) -> DeskError:
    return DeskError(
        "name-too-long",
        "The name “{name}…” has more than {most} letters. Shorten it.",
        name=name[:40],
        most=max_length,
    )


def make_paid_amounts_error() -> DeskError:
    return DeskError(
        "money-paid",
        "Players have paid by these amounts, so you can’t undo them. Type the right amounts and save.",
    )


def make_ended_error(error: EndedKindError) -> DeskError:
    """Return the refusal that says what this version no longer has."""
    return DeskError(
        "kind-ended",
        "This version no longer has events of this kind ({key}). Everything entered is kept: an "
        "earlier version shows it from the backup made before the update.",
        key=error.key,
    )


def refuse_missing_kind(event: Event) -> None:
    """Raise if this version lacks the kind or the scoring method of *event*.

    :raises DeskError: with a sentence that says so
    """
    try:
        get_event_kind(event)
    except EndedKindError as error:
        raise make_ended_error(error) from error


def refuse_unplayable(event: Event) -> None:
    """Raise if this version can't play the stored *event*.

    :raises DeskError: with a sentence that says so
    """
    refuse_missing_kind(event)
    if method := get_event_kind(event).find_ended_method(event):
        raise make_ended_error(EndedKindError(method))
