"""The money of a night, as every kind of event says it: lines, their sums, and receipts.

All amounts are whole cents, so that no fraction is lost.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from director.models import Event


class Part(StrEnum):
    """What becomes of the money of a line."""

    INCOME = "In"
    PAID = "Out"
    KEPT = "Kept"
    OWED = "Owed"


class LineKind(StrEnum):
    """What the money of a line is for, as the workbook of a month adds it up."""

    FEES = "fees"
    PRIZES = "prizes"
    HALL = "hall"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """One line of an account."""

    part: Part
    kind: LineKind
    title: str
    cents: int


@dataclass(frozen=True, slots=True)
class NightAccount:
    """The money of one session: income equals what is paid and kept."""

    event: Event
    day: date
    session_name: str  # empty if the event has one session
    sign: str
    payer_count: int
    lines: tuple[MoneyLine, ...]

    def sum_lines(self, part: Part, *kinds: LineKind) -> int:
        """Return the cents of the lines of *part*, of *kinds* only if some are given."""
        kinds = kinds or tuple(LineKind)
        return sum(line.cents for line in self.lines if line.part is part and line.kind in kinds)


@dataclass(frozen=True, slots=True)
class MoneyStatement:
    """An account in words. Each line has a title and a sum."""

    income: tuple[tuple[str, str], ...]
    payments: tuple[tuple[str, str], ...]
    retained: tuple[tuple[str, str], ...]
    owed: tuple[tuple[str, str], ...]
    total: str
    is_balanced: bool
    prize_fund: str = ""  # empty if prizes are typed as amounts
    warnings: tuple[str, ...] = ()  # about sums that the money doesn't cover


@dataclass(frozen=True, slots=True)
class EntryFee:
    """What each player of a party pays, and who they are: a person's key, name and seat."""

    sign: str
    cents: int
    players: tuple[tuple[int, str, str], ...]


def format_cents(cents: int) -> str:
    """Return an amount of money without its currency.

    >>> format_cents(1650), format_cents(5)
    ('16.50', '0.05')
    """
    return f"{cents // 100}.{cents % 100:02}"


def format_sum(sign: str, cents: int) -> str:
    """Return a sum with the *sign* of its currency.

    >>> format_sum("£", 2000), format_sum("EUR", 2000), format_sum("£", -250)
    ('£20.00', 'EUR 20.00', '−£2.50')
    """
    minus = "−" if cents < 0 else ""
    # Letters are set apart from the sum, symbols are not.
    space = " " if sign[-1:].isalpha() else ""
    return f"{minus}{sign}{space}{format_cents(abs(cents))}"


def make_statement(
    lines: Iterable[MoneyLine], sign: str, *, prize_fund: str = "", warnings: Sequence[str] = ()
) -> MoneyStatement:
    """Return the *lines* of an account in words."""
    lines_by_part: dict[Part, list[MoneyLine]] = {part: [] for part in Part}
    for line in lines:
        lines_by_part[line.part].append(line)
    texts_by_part = {
        part: tuple((line.title, format_sum(sign, line.cents)) for line in part_lines)
        for part, part_lines in lines_by_part.items()
    }
    cents_by_part = {
        part: sum(line.cents for line in part_lines) for part, part_lines in lines_by_part.items()
    }
    total = cents_by_part[Part.INCOME]
    return MoneyStatement(
        income=texts_by_part[Part.INCOME],
        payments=texts_by_part[Part.PAID],
        retained=texts_by_part[Part.KEPT],
        owed=texts_by_part[Part.OWED],
        total=format_sum(sign, total),
        is_balanced=total == cents_by_part[Part.PAID] + cents_by_part[Part.KEPT],
        prize_fund=prize_fund,
        warnings=tuple(warnings),
    )
