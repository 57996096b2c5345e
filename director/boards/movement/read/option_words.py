"""The help of a movement's options in the words of the field page."""

import re


def help_of(text: str, choices: tuple[str, ...], label: str = "") -> str:
    """Return the help *text* of an option without the words that only a command line knows its *choices* by.

    Nor does it say again what the *label* above it says.

    >>> help_of("E-W skip one table (skip), or two tables share (share).", ("skip", "share"))
    'E-W skip one table, or two tables share.'
    >>> help_of("Odd number of pairs: the last one sits out.", (), "Odd number of pairs")
    'The last one sits out.'
    """
    if label and text.startswith(f"{label}: "):
        text = text.removeprefix(f"{label}: ")
        text = text[:1].upper() + text[1:]
    words = "|".join(re.escape(choice) for choice in choices if not choice.isdigit())
    return re.sub(rf" \(({words})(; [^)]*)?\)", "", text) if words else text
