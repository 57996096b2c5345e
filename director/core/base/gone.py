"""The error of an address that names nothing, or nothing any more."""

from django.http import Http404

from director.errors import DeskError


class GoneError(DeskError, Http404):
    """What the address names doesn't exist.

    A view answers it, or :func:`~director.core.pages.refusals.not_here`.
    """
