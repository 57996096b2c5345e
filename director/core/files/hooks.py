"""What files of an event ask applications: rules that they carry, and formats of other programs."""

from collections.abc import Collection, Mapping

from director.core.base.hooks import PagePart
from director.formats.formats import ExportFormat
from director.hooks import Hook
from director.models import Event


class EventRules:
    """How the file of an event carries what an application knows of it.

    What it reads, only it stores. Without the application, its rules in a file are ignored.
    """

    def write(self, event: Event) -> dict[str, object]:
        """Return the rules of *event* by name, as JSON."""
        return {}

    def upgrade(self, records: Collection[Mapping[str, object]], rules: object) -> object:
        """Return the *rules* in a file of an older version, with these *records*, as this one writes."""
        return rules

    def read(self, rules: object) -> object:
        """Return the *rules* in a file, checked.

        :raises DeskError: if they aren't those of the application
        """
        return None

    def store(self, event: Event, rules: object) -> tuple[str, ...]:
        """Store the *rules* that were read for the imported *event*. Return notes for the director."""
        return ()


EVENT_RULES = Hook(EventRules())


class ExportDesk:
    """Files for unions and other programs, and those whom they are sent to."""

    formats: tuple[ExportFormat, ...] = ()
    """The formats in which it writes events, the most used first."""

    def make_part(self, event: Event, *, has_results: bool) -> PagePart | None:
        """Return what directors see below the files of *event*, or None.

        *has_results* says whether formats of other programs can hold the event.
        """
        return None


EXPORT_DESK = Hook(ExportDesk())
