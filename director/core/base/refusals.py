"""Refusals of the core: nothing at this address, and what the program was set up without."""

from django.http import Http404

from director.core.base.sentences import DeskSentences
from director.errors import DeskError
from director.kinds import LeftOutError, MethodLeftOutError, get_event_kind
from director.models import Event


class GoneError(DeskError, Http404):
    """The record in the address doesn't exist, or no longer.

    Unless a view catches it, :func:`~director.core.pages.refusals.not_here` shows its sentence.
    """


def describe_left_out(error: LeftOutError) -> DeskError:
    """Return the refusal that says what the program was set up without."""
    if isinstance(error, MethodLeftOutError):
        return DeskError(DeskSentences.METHOD_LEFT_OUT, method=error.method)
    return DeskError(DeskSentences.KIND_LEFT_OUT, contest=error)


def refuse_left_out(event: Event) -> None:
    """Raise if the program was set up without the kind or the scoring method of *event*.

    :raises DeskError: with a sentence that says so
    """
    try:
        get_event_kind(event)
    except LeftOutError as error:
        raise describe_left_out(error) from error
