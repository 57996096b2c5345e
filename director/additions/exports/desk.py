"""Formats of other programs, and what pages show about them."""

from django.forms import Form

from director.additions.exports.formats import FORMATS
from director.additions.exports.receiver_page import ReceiverForm, make_receiver_details
from director.additions.exports.sending.page import make_sending_options
from director.boards.pages.hooks import ExportChecks
from director.boards.scoring.standings.event import EventResults
from director.core.base.hooks import PagePart
from director.core.files.hooks import ExportDesk
from director.models import Event, Section


class SentFiles(ExportDesk):
    """Files for unions and other programs, and the receivers that they are sent to."""

    formats = FORMATS

    def make_part(self, event: Event, *, has_results: bool) -> PagePart:
        """Return the receivers that *event* can be sent to. Costs one query."""
        return PagePart(
            "additions/exports/sending/_receivers.html",
            make_sending_options(event, has_results=has_results),
        )


class ReceiverChecks(ExportChecks):
    """What those who take files would reject."""

    def make_check(
        self, section: Section, results: EventResults | None, *, refused: Form | None
    ) -> PagePart:
        """Return who takes the USEBIO file of the event, and what they would reject."""
        form = refused if isinstance(refused, ReceiverForm) else None
        return PagePart(
            "additions/exports/_receiver.html", make_receiver_details(section, results, form)
        )
