"""Cards that lie on tables: the private addresses, made as they are printed."""

from collections.abc import Iterable

from django.urls import reverse

from director.desk.address import qr_rows, wifi_rows
from director.desk.tables.write import tables_open
from director.models import Club, Section, Session
from director.paper.table_cards import TableCard, Wifi
from director.sheets import Heading


def table_cards(
    *,
    session: Session,
    tables: Iterable[int],
    heading: Heading,
    address: str,
    how: str,
    section: Section | None = None,
) -> tuple[TableCard, ...]:
    """Return the card of each of *tables*, with the private address made where a table has none yet.

    *address* is where phones find the program, such as ``"http://192.168.1.7:8000"``; *how* says what players do there.
    """
    numbers = list(tables)
    accesses = tables_open(session=session, section=section, tables=numbers)
    wifi = _wifi(session.event.club)
    pages = {number: f"{address}{reverse('table_page', args=[accesses[number].token])}" for number in numbers}
    return tuple(TableCard(heading, number, page, qr_rows(page), how, wifi) for number, page in pages.items())


def _wifi(club: Club) -> Wifi | None:
    if not club.wifi_name:
        return None
    return Wifi(club.wifi_name, club.wifi_code, wifi_rows(club.wifi_name, club.wifi_code))
