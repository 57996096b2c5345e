"""The money of all nights of a month as a workbook, for the treasurer."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from director.additions.money.books import fetch_accounts
from director.core.base.requests import DeskRequest, make_file_response
from director.core.base.roles import Role, require_role_to_read
from director.core.club.club import get_or_create_club
from director.core.files.exports import export_file
from director.core.night.money import LineKind, NightAccount, Part
from director.event_kinds import filter_playable
from director.formats.figures import Column, ColumnKind, Row, TableData
from director.formats.formats import EventTables
from director.models import Club, Event
from director.sheets import Heading

_NIGHT_COLUMNS = (
    Column("date", "Date"),
    Column("event", "Event"),
    Column("currency", "Currency"),
    Column("payers", "Paying", ColumnKind.COUNT),
    Column("fees", "Table money and fees", ColumnKind.POINTS),
    Column("income", "Other income", ColumnKind.POINTS),
    Column("prizes", "Prizes", ColumnKind.POINTS),
    Column("hall", "Hall", ColumnKind.POINTS),
    Column("costs", "Other expenses", ColumnKind.POINTS),
    Column("balance", "Balance", ColumnKind.POINTS),
)
_LINE_COLUMNS = (
    Column("date", "Date"),
    Column("event", "Event"),
    Column("part", "Part"),
    Column("item", "Item"),
    Column("currency", "Currency"),
    Column("sum", "Sum", ColumnKind.POINTS),
)


@require_role_to_read(Role.SCORER)
@require_safe
def download_month(request: DeskRequest, month: str) -> HttpResponse:  # noqa: ARG001  a view
    """Answer with the workbook of *month*, such as ``2026-11``."""
    try:
        first_day = datetime.strptime(f"{month}-01", "%Y-%m-%d").date()
        next_month = (first_day + timedelta(days=31)).replace(day=1)
    except (ValueError, OverflowError) as error:
        raise Http404(month) from error
    club = get_or_create_club()
    tables = _make_month_tables(club, first_day, fetch_month_accounts(club, first_day, next_month))
    file = export_file(tables, "xlsx", paper=club.paper)
    name = f"money-{first_day:%Y-%m}{file.suffix}"
    return make_file_response(file.content, name, file.content_type)


def fetch_month_accounts(club: Club, first_day: date, next_month: date) -> list[NightAccount]:
    """Return the accounts of the sessions of *club* from *first_day* until *next_month*, by day.

    On one day they are in the order of the events, whatever their kind.
    """
    events = Event.objects.filter(club=club, removed_at__isnull=True, date__lt=next_month)
    # The sessions of an event may be played over several months.
    events = events.filter(date__gte=first_day) | events.filter(sessions__date__gte=first_day)
    accounts = fetch_accounts(filter_playable(events))
    accounts = [account for account in accounts if first_day <= account.day < next_month]
    return sorted(accounts, key=lambda account: (account.day, account.event.date, account.event.pk))


def _make_month_tables(
    club: Club, first_day: date, accounts: Sequence[NightAccount]
) -> EventTables:
    heading = Heading(
        club=club.name,
        event=f"Money {first_day:%B %Y}",
        date=first_day,
        session="",
        section="",
        movement="",
        fingerprint="",
    )
    nights = TableData("Nights", _NIGHT_COLUMNS, tuple(_iter_night_rows(accounts)))
    lines = TableData("Lines", _LINE_COLUMNS, tuple(_iter_line_rows(accounts)))
    return EventTables({"nights": lambda: nights, "lines": lambda: lines}, heading)


def _iter_night_rows(accounts: Iterable[NightAccount]) -> Iterator[Row]:
    """Yield a row for each night, and a row of totals for each currency."""
    totals_by_sign: dict[str, list[int]] = defaultdict(lambda: [0] * 7)
    for account in accounts:
        figures = _list_figures(account)
        name = _name_session(account)
        yield (account.day, name, account.sign, *_to_row(figures))
        totals_by_sign[account.sign] = [
            total + figure
            for total, figure in zip(totals_by_sign[account.sign], figures, strict=True)
        ]
    for sign, totals in totals_by_sign.items():
        yield (None, "Total", sign, *_to_row(totals))


def _list_figures(account: NightAccount) -> list[int]:
    """Return the payers of *account*, and its sums in cents in the order of the columns."""
    fees = account.sum_lines(Part.INCOME, LineKind.FEES)
    other_income = account.sum_lines(Part.INCOME) - fees
    spent = account.sum_lines(Part.PAID)
    prizes = account.sum_lines(Part.PAID, LineKind.PRIZES)
    # A party keeps what it pays for the hall.
    retained_hall = account.sum_lines(Part.KEPT, LineKind.HALL)
    paid_hall = account.sum_lines(Part.PAID, LineKind.HALL)
    other_costs = spent - prizes - paid_hall
    balance = fees + other_income - spent - retained_hall
    hall = paid_hall + retained_hall
    return [account.payer_count, fees, other_income, prizes, hall, other_costs, balance]


def _to_row(figures: Sequence[int]) -> Row:
    payer_count, *sums = figures
    return (payer_count, *(Fraction(cents, 100) for cents in sums))


def _iter_line_rows(accounts: Iterable[NightAccount]) -> Iterator[Row]:
    for account in accounts:
        for line in account.lines:
            yield (
                account.day,
                _name_session(account),
                line.part.value,
                line.title,
                account.sign,
                Fraction(line.cents, 100),
            )


def _name_session(account: NightAccount) -> str:
    if account.session_name:
        return f"{account.event.name}, {account.session_name}"
    return account.event.name
