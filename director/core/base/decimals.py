"""Read numbers that people type with a decimal point or comma."""

import re
from decimal import Decimal

from director.errors import DeskError

_MAX_LENGTH = 30
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})
_NUMBER = re.compile(r"[+-]?(?=[.,]?\d)\d*(?:[.,]\d*)?", re.ASCII)
_WITH_THOUSANDS = re.compile(
    r"[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:[.]\d*)?|(?:[.]\d{3}){2,}(?:,\d*)?|(?:,\d{3})+[.]\d*|(?:[.]\d{3})+,\d*)",
    re.ASCII,  # the digits of other scripts are no results
)
_AMBIGUOUS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)
"""A comma before three digits: decimals in one country, thousands in another.

A point before three digits is a decimal point, as the program itself writes it.
"""


def read_decimal(text: str) -> Decimal | None:
    """Return the number in *text*, or None if it isn't one.

    >>> [str(read_decimal(text)) for text in ("1,5", "1.5", "−2", ".50", "1,234.5", "0,125", "1.234", "x", "٤")]
    ['1.5', '1.5', '-2', '0.50', '1234.5', '0.125', '1.234', 'None', 'None']

    :raises DeskError: if a comma may separate decimals or thousands: ``1,234``
    """
    number_text = re.sub(r"^([+-])\s+", r"\1", text.strip().translate(_MINUS))
    if len(number_text) > _MAX_LENGTH:
        return None
    if _AMBIGUOUS.fullmatch(number_text):
        raise DeskError(
            "number-of-two-readings",
            "“{text}” can be {decimal} or {whole}. Type {decimal} or {whole}.",
            text=text.strip(),
            decimal=number_text.replace(",", "."),
            whole=number_text.replace(",", ""),
        )
    if _NUMBER.fullmatch(number_text):
        return Decimal(number_text.replace(",", "."))
    if _WITH_THOUSANDS.fullmatch(number_text):
        # The last sign may separate decimals, any other one separates thousands.
        has_decimals = len(set(re.findall(r"[.,]", number_text))) == 2
        whole, decimals = number_text, ""
        if has_decimals:
            whole, decimals = re.split(r"[.,](?=\d*$)", number_text)
        return Decimal(f"{re.sub('[.,]', '', whole)}.{decimals}")
    return None


def is_within(number: Decimal, *, whole_digits: int, decimals: int) -> bool:
    """Return whether *number* has at most these digits before and after the decimal point.

    >>> is_within(Decimal("1234.50"), whole_digits=4, decimals=1), is_within(Decimal("0.25"), whole_digits=4, decimals=1)
    (True, False)
    """
    scaled = number.scaleb(decimals)
    return abs(number).scaleb(-whole_digits) < 1 and scaled == scaled.to_integral_value()
