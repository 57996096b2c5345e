"""The standings on the room's screen of a party, page after page."""

from director.core.night.screens import PageRequest, ScreenRow
from director.party.models import Party
from director.party.pages.screens.room import fetch_party_room


def list_room_lines(party: Party) -> list[ScreenRow]:
    """Return the lines of all pages of standings, without the winners that come first."""
    lines = []
    number = page_count = 1
    while number <= page_count:
        page = fetch_party_room(party, PageRequest(number)).page
        page_count = page.page_count
        if not page.has_winners:
            lines += [row for column in page.columns for row in column.rows]
        number += 1
    return lines
