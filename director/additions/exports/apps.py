"""What exports add to the core's pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from director.additions import AdditionConfig, PagePart

if TYPE_CHECKING:
    from director.additions.exports.receiver_page import ReceiverForm
    from director.boards.scoring.standings.event import EventResults
    from director.models import Event, Section


class ExportsConfig(AdditionConfig):
    """Files for unions and other programs, and the receivers that they are sent to."""

    name = "director.additions.exports"

    def ready(self) -> None:
        """Register the formats."""
        from director.additions.exports.formats import FORMATS

        self.export_formats = FORMATS

    def make_export_check(
        self,
        section: Section,
        results: EventResults | None,
        *,
        refused: ReceiverForm | None = None,
    ) -> PagePart:
        """Return who takes the USEBIO file of the event, and what they would reject."""
        from director.additions.exports.receiver_page import make_receiver_details

        receiver_details = make_receiver_details(section, results, refused)
        return PagePart("additions/exports/_receiver.html", receiver_details)

    def make_export_part(self, event: Event, *, has_results: bool) -> PagePart:
        """Return the receivers that *event* can be sent to. Costs one query."""
        from director.additions.exports.sending.page import make_sending_options

        return PagePart(
            "additions/exports/sending/_receivers.html",
            make_sending_options(event, has_results=has_results),
        )
