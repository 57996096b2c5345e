"""What exports add to the core's pages."""

from director.additions import Addition, PagePart
from director.additions.exports.formats import FORMATS
from director.additions.exports.receiver_page import ReceiverForm, make_receiver_details
from director.additions.exports.sending.page import make_sending_options
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Section


class Exports(Addition):
    """Files for unions and other programs, and the receivers that they are sent to."""

    export_formats = FORMATS

    def make_export_check(
        self,
        section: Section,
        results: EventResults | None,
        *,
        refused: ReceiverForm | None = None,
    ) -> PagePart:
        """Return who takes the USEBIO file of the event, and what they would reject."""
        receiver_details = make_receiver_details(section, results, refused)
        return PagePart("additions/exports/_receiver.html", receiver_details)

    def make_export_part(self, event: Event, *, has_results: bool) -> PagePart:
        """Return the receivers that *event* can be sent to. Costs one query."""
        return PagePart(
            "additions/exports/sending/_receivers.html",
            make_sending_options(event, has_results=has_results),
        )


ADDITION = Exports()
