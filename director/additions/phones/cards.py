"""Cards that lie on tables, with the private address of each."""

from collections.abc import Iterable

from django.urls import reverse

from director.additions.phones.codes import make_short_code
from director.core.base.address import make_qr_rows, make_wifi_rows
from director.core.night.links import NO_TOKEN, fetch_open_tables, require_open_addresses
from director.models import Access, Club, Section, Session
from director.pdf.table_cards import TableCard, Wifi
from director.sheets import Heading


def make_table_cards(
    *,
    session: Session,
    tables: Iterable[int],
    heading: Heading,
    address: str,
    method_text: str,
    section: Section | None = None,
    is_preview: bool = False,
) -> tuple[TableCard, ...]:
    """Return a card for each table, with its link or, in a preview, a sample link.

    *address* is where phones find the program, such as ``"http://192.168.1.7:8000"``; *method_text*
    says what players do there.

    :raises PrintingError: if one of *tables* has no open address
    """
    numbers = list(tables)
    accesses: dict[int, Access] = {}
    if not is_preview:
        accesses = fetch_open_tables(session, section)
        require_open_addresses(numbers, accesses)
    wifi = _make_wifi(session.event.club)
    code_address = f"{address}{reverse('table_code')}"
    cards: dict[int, TableCard] = {}
    for number in numbers:
        token = accesses[number].token if accesses else NO_TOKEN
        page_address = f"{address}{reverse('table_page', args=[token])}"
        cards[number] = TableCard(
            heading,
            number,
            page=page_address,
            address=code_address,
            short_code=make_short_code(token),
            code=make_qr_rows(page_address),
            instructions=method_text,
            wifi=wifi,
        )
    return tuple(cards.values())


def _make_wifi(club: Club) -> Wifi | None:
    if not club.wifi_name:
        return None
    return Wifi(club.wifi_name, club.wifi_code, make_wifi_rows(club.wifi_name, club.wifi_code))
