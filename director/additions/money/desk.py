"""What the money of nights adds to Results, the door and parties."""

from collections import defaultdict
from collections.abc import Mapping

from django.contrib.auth.models import User

from director.additions.money.books import Payer, fetch_books
from director.additions.money.page import (
    make_payers_context,
    make_till_context,
    store_pressed_payment,
)
from director.core.base.hooks import PagePart
from director.core.night.hooks import DoorMoney, MoneyDesk
from director.models import Section, Session


class Treasurer(MoneyDesk):
    """Who has paid, the accounts of nights, and the workbook of a month."""

    def make_door_money(self, section: Section) -> DoorMoney:
        """Return who has paid, and a button for each player once table money is set."""
        books = fetch_books(section.session)
        payers_by_number: dict[int, list[Payer]] = defaultdict(list)
        for payer in books.payers:
            if books.has_fees and payer.section_id == section.pk:
                payers_by_number[payer.pair_no].append(payer)
        parts = {
            number: PagePart("additions/money/_at_door.html", payers)
            for number, payers in payers_by_number.items()
        }
        return DoorMoney(books.status, parts)

    def store_payment(self, session: Session, data: Mapping[str, str], user: User | None) -> None:
        """Store the payment that was pressed.

        :raises DeskError: if nobody of that number has a seat
        """
        store_pressed_payment(session, data, user)

    def make_party_part(self, session: Session) -> PagePart:
        """Return the till and who has paid, with receipts and the workbook of the month."""
        till = make_till_context(session, None)
        payers = make_payers_context(session, books=till["books"])
        return PagePart("additions/money/_party.html", till | payers)
