"""What files and programs ask of a kind of event.

A kind is the sum of these classes, one for each room that asks (``ask_kind``).
"""

from abc import abstractmethod
from typing import Any

from director.event_kinds import EventKind
from director.formats.formats import EventTables
from director.models import Event


class FiledKind(EventKind):
    """What files and programs read of it."""

    @abstractmethod
    def check_import(self, event: Event) -> None:
        """Check that the imported *event* can be of this kind.

        :raises DeskError: if its records don't fit
        """

    @abstractmethod
    def make_export_tables(self, event: Event) -> EventTables:
        """Return the tables from which the files of *event* are made."""

    @abstractmethod
    def serialize_results(self, event: Event) -> dict[str, Any]:
        """Return the results for programs."""
