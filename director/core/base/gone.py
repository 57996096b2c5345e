"""The error for an address of something that doesn't exist."""

from django.http import Http404

from director.errors import DeskError


class GoneError(DeskError, Http404):
    """The record in the address doesn't exist, or no longer.

    Unless a view catches it, :func:`~director.core.pages.refusals.not_here` shows its sentence.
    """
