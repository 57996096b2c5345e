"""The receipts of a session: who has paid what, and the account."""

from collections.abc import Iterator
from datetime import datetime

from director.additions.money.books import NightBooks
from director.core.night.money import format_sum
from director.pdf.lists import draw_list, render_lists
from director.pdf.page import Pen
from director.pdf.tables import PaperColumn
from director.sheets import Heading

_PARTY_COLUMNS = (
    PaperColumn("Seat", align="left"),
    PaperColumn("Name", align="left", can_wrap=True, max_width_share=0.5),
    PaperColumn("Paid", align="right"),
)
_RECEIPT_COLUMNS = (*_PARTY_COLUMNS[:2], PaperColumn("As", align="left"), _PARTY_COLUMNS[2])
_ACCOUNT_COLUMNS = (
    PaperColumn("Account", align="left", can_wrap=True, max_width_share=0.7),
    PaperColumn("", align="right"),
)


def render_receipts(books: NightBooks, *, printed_at: datetime) -> bytes:
    """Return the PDF of the receipts, and of the account on a page of its own."""
    event = books.session.event
    heading = Heading(
        club=event.club.name,
        event=event.name,
        date=books.session.day,
        session=books.session_name,
        section="",
        movement="",
        fingerprint="",
    )
    return render_lists(
        lambda pen: _draw_receipts(pen, heading, books),
        event.club.paper,
        title="Receipts",
        printed_at=printed_at,
    )


def _draw_receipts(pen: Pen, heading: Heading, books: NightBooks) -> None:
    receipt_rows = list(_iter_receipt_rows(books))
    if books.class_choices:
        draw_list(pen, heading, "Receipts", _RECEIPT_COLUMNS, receipt_rows)
    else:
        party_rows = [(seat, name, paid) for seat, name, _class, paid in receipt_rows]
        draw_list(pen, heading, "Receipts", _PARTY_COLUMNS, party_rows)
    statement = books.statement
    if statement:
        rows = [
            *statement.income,
            ("Income", statement.total),
            *statement.payments,
            *statement.retained,
        ]
        draw_list(pen, heading, "Account", _ACCOUNT_COLUMNS, rows)


def _iter_receipt_rows(books: NightBooks) -> Iterator[tuple[str, str, str, str]]:
    money = books.money
    total = 0
    for payer in books.payers:
        if payer.is_paid:
            total += payer.cents
        paid_text = payer.amount if payer.is_paid else "not paid"
        yield payer.seat_label, payer.name, str(payer.payer_class.label), paid_text
    for payer_class, count in books.other_payer_classes:
        cents = count * money.fees.get(payer_class, 0)
        total += cents
        noun = "player" if count == 1 else "players"
        sum_text = format_sum(money.sign, cents)
        yield "", f"{count} other {noun}", str(payer_class.label), sum_text
    yield "", "Total", "", format_sum(money.sign, total)
