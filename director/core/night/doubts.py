"""What is missing in an event or in doubt, before its results are given away."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from director.event_kinds import get_event_kind
from director.models import Event


class DoubtKind(StrEnum):
    """The kind of a doubt about results, as programs read it. The values never change."""

    MISSING = "missing"
    OFF_SCHEDULE = "off schedule"
    DISPUTED = "disputed"
    TURNED_WINNER = "another winner"
    STALE_DRAW = "drawn before a correction"
    VOID = "void"
    WRONG_SUM = "wrong sum"


@dataclass(frozen=True, slots=True)
class OpenDoubt:
    """A doubt about the results, and the link to the page where it is settled."""

    kind: DoubtKind
    message: str
    label: str  # the message in a few words
    name: str  # the text of the link
    address: str  # of the link


def list_open_doubts(event: Event) -> list[OpenDoubt]:
    """Return what is missing in *event* and what isn't settled.

    Whoever gives its results away asks here first: Publish, *Make final*, e-mail.
    """
    kind = get_event_kind(event)
    doubts = []
    if missing := kind.describe_missing_results(event):
        address = kind.get_results_address(event)
        doubts.append(OpenDoubt(DoubtKind.MISSING, f"{missing}.", missing, "Results", address))
    return [*doubts, *kind.list_unsettled_doubts(event)]


def serialize_doubts(doubts: Iterable[OpenDoubt]) -> dict[str, Any]:
    """Return *doubts* as a part of the results for programs, empty without any."""
    parts = [{"kind": doubt.kind.value, "text": doubt.message} for doubt in doubts]
    return {"doubts": parts} if parts else {}
