"""How long corrections are taken."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.dateparse import parse_datetime

from director.core.forms import PageForm, WholeNumberField


class HoursForm(PageForm):
    """The hours of the correction period; how many are possible is known where they are taken."""

    hours = WholeNumberField(
        what="a number of hours",
        example=24,
        label="Hours for corrections",
        error_messages={"required": "Type how many hours corrections are taken, such as 24."},
    )


def end_seen(data: Mapping[str, str]) -> datetime | None:
    """Return the end of the time for corrections that the page showed, ``None`` if it showed none or did not say."""
    try:
        return parse_datetime(data.get("until", ""))
    except ValueError:
        return None
