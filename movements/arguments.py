"""The arguments of the command line, read from their text.

Responsible for refusing in one sentence what is no number, no range or no option.
"""

import argparse
from collections.abc import Iterable

from movements.errors import OptionTwiceError


def whole_number(text: str) -> int:
    """Return the number that *text* is.

    >>> whole_number("14")
    14

    :raises argparse.ArgumentTypeError: if it is none.
    """
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number') from None


def number_range(text: str) -> tuple[int, int]:
    """Return the lowest and highest number of *text*; a single number is both.

    >>> number_range("24-28"), number_range("26")
    ((24, 28), (26, 26))

    :raises argparse.ArgumentTypeError: if it is no range.
    """
    low, dash, high = text.partition("-")
    try:
        return int(low), int(high if dash else low)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" is not a range such as 24-28') from None


def option(text: str) -> tuple[str, str]:
    """Return the name and the value of *text*.

    >>> option("even=share")
    ('even', 'share')

    :raises argparse.ArgumentTypeError: if there is no equals sign.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f'"{text}" is not NAME=VALUE, such as even=share')
    return name, value


def chosen_options(given: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the value *given* for each name; the same value may be given again.

    >>> chosen_options([("even", "share"), ("even", "share")])
    {'even': 'share'}

    :raises OptionTwiceError: for two values of one name.
    """
    chosen: dict[str, str] = {}
    for name, value in given:
        if chosen.setdefault(name, value) != value:
            raise OptionTwiceError(option=name, first=chosen[name], second=value)
    return chosen
