"""The options of a movement in the words of the field page: what is asked, every choice as a phrase, and the help."""

import re

LABELS = {
    "even": "Even number of tables",
    "half_table": "Odd number of pairs",
    "switch": "Arrow-switch",
    "turned": "Who sits N-S",
    "sets": "Board sets",
    "schedule": "Schedule",
    "weave": "E-W change sections",
    "copies": "Copies of the boards",
    "base": "Tables of the inner Mitchell",
    "modification": "Variant",
    "form": "Variant",
    "ew": "E-W pairs go",
    "groups": "Sets at a table",
    "extra_at": "Tables with more sets",
    "surplus": "Sets more than tables",
    "stationary": "Pairs that keep their table",
}
CHOICES = {
    ("even", "skip"): "E-W skip a table",
    ("even", "share"): "two tables share boards",
    ("half_table", "ew"): "N-S pairs sit out",
    ("half_table", "ns"): "E-W pairs sit out",
    ("switch", "rounds"): "in whole rounds",
    ("switch", "tables"): "at single tables",
    ("switch", "none"): "never",
    ("turned", "book"): "as the book prints it",
    ("turned", "fair"): "as is fairest",
    ("sets", "usual"): "as usual",
    ("sets", "trays"): "neighbouring boards",
    ("sets", "spread"): "boards far apart",
    ("sets", "again"): "all rounds twice",
    ("schedule", "book"): "any two meet twice, as the book has it",
    ("schedule", "share"): "five rounds, the last one shared",
    ("schedule", "apart"): "five rounds, nothing shared",
    ("weave", "rounds"): "after every round",
    ("weave", "half"): "once, half way",
    ("base", "usual"): "as usual",
    ("ew", "up"): "up",
    ("ew", "down"): "down",
    ("groups", "equal"): "two that take turns",
    ("groups", "unequal"): "two unequal groups",
    ("groups", "single"): "one by one",
    ("groups", "extra"): "two, more at some tables",
    ("extra_at", "middle"): "in the middle",
    ("extra_at", "first"): "the first",
    ("extra_at", "last"): "the last",
    ("extra_at", "first-and-last"): "the first and the last",
}


def label_of(name: str) -> str:
    """Return what is asked by the option *name*."""
    return LABELS.get(name, name.replace("_", " ").capitalize())


def choice_of(name: str, choice: str) -> str:
    """Return a *choice* of the option *name* as a phrase; a number is itself.

    >>> choice_of("even", "skip"), choice_of("surplus", "3")
    ('E-W skip a table', '3')
    """
    return CHOICES.get((name, choice), choice.replace("-", " "))


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
