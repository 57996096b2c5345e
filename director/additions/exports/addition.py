"""What exports add to the core's pages."""

from director.additions import Addition, PagePart
from director.additions.exports.sending.read import make_sending_sheet
from director.models import Event


class Exports(Addition):
    """The receivers below the files of an event."""

    def make_export_part(self, event: Event, *, is_sent: bool) -> PagePart:
        """Return the receivers that *event* can be sent to. Costs one query."""
        return PagePart(
            "additions/exports/sending/_receivers.html", make_sending_sheet(event, is_sent=is_sent)
        )


ADDITION = Exports()
