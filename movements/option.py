"""Options of movements. This module imports nothing of the project."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

_MAX_LISTED_NUMBERS = 8
"""Longer runs of numbers are shown as a range."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a movement, with its choices.

    >>> Option("weave", "E-W change sections", {"rounds": "after every round", "half": "once, half way through"}).help
    'E-W change sections: after every round (rounds), or once, half way through (half).'
    """

    name: str
    label: str  # its label on a page
    phrases: dict[str, str] = field(hash=False)  # the phrase of each choice
    default: str = ""  # the default choice; if empty, the first one
    note: str = ""  # what the phrases leave out
    suggested_choices: tuple[str, ...] = ()  # the choices that advice tries; if empty, all
    # Another option and its choice without which this option has no effect.
    condition: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        """Fill in the default choice and the choices that advice tries."""
        # The record is frozen.
        object.__setattr__(self, "default", self.default or self.choices[0])
        object.__setattr__(self, "suggested_choices", self.suggested_choices or self.choices)

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the keys of the choices."""
        return tuple(self.phrases)

    @property
    def help(self) -> str:
        """Return the help of a command line: the choices with their keys, and the note.

        >>> phrases = {"usual": "as usual"} | make_number_phrases(*range(7, 16))
        >>> Option("sets", "Board sets", phrases, condition=("form", "2")).help
        'Board sets: as usual (usual), or 7 to 15. Only with form=2.'
        """
        sentences = [f"{self.label}: {_join_choices([*_format_choices(self.phrases)])}."]
        needed_option, _ = self.condition
        if needed_option:
            sentences.append(f"Only with {'='.join(self.condition)}.")
        if self.note:
            sentences.append(self.note)
        return " ".join(sentences)

    def get_choice(self, chosen: Mapping[str, str]) -> str:
        """Return the choice of this option in *chosen*, or the default."""
        return chosen.get(self.name, self.default)

    def with_choices(self, *choices: str) -> "Option":
        """Return the option with only these *choices*, the default first.

        >>> Option("ew", "E-W pairs go", {"up": "up", "down": "down"}).with_choices("down", "up").help
        'E-W pairs go: down or up.'
        """
        return replace(
            self,
            phrases={choice: self.phrases[choice] for choice in choices},
            default="",
            suggested_choices=(),
        )

    def to_json(self) -> dict[str, object]:
        """Return the option in the shape of ``list --json``."""
        return {
            "name": self.name,
            "choices": list(self.choices),
            "default": self.default,
            "help": self.help,
        }


def make_number_phrases(*values: int) -> dict[str, str]:
    """Return *values* as choices whose phrases are the numbers themselves.

    >>> make_number_phrases(2, 1)
    {'2': '2', '1': '1'}
    """
    return {str(value): str(value) for value in values}


def _format_choices(phrases: Mapping[str, str]) -> Iterator[str]:
    for is_number, run in groupby(phrases.items(), lambda item: _is_number(item[0])):
        texts = []
        for choice, phrase in run:
            texts.append(phrase if phrase == choice else f"{phrase} ({choice})")
        if is_number and len(texts) > _MAX_LISTED_NUMBERS:
            yield f"{texts[0]} to {texts[-1]}"
        else:
            yield from texts


def _is_number(choice: str) -> bool:
    return choice.replace(".", "").isdecimal()


def _join_choices(texts: list[str]) -> str:
    *earlier_texts, last_text = texts
    if not earlier_texts:
        return last_text
    has_commas = any("," in text for text in texts)
    separator = ";" if len(texts) > 2 and has_commas else ","
    has_phrases = any(" " in text for text in texts)
    before_or = separator if has_phrases else ""
    return f"{f'{separator} '.join(earlier_texts)}{before_or} or {last_text}"


def simplify_key(key: str) -> str:
    """Return *key* in the form of keys: lower case, with hyphens.

    >>> simplify_key(" Web Mitchell")
    'web-mitchell'
    """
    return key.strip().casefold().replace(" ", "-").replace("_", "-")


def format_span(figures: tuple[int, int]) -> str:
    """Return the fewest and the most of *figures*, or the number that both are.

    >>> format_span((24, 28)), format_span((24, 24))
    ('24–28', '24')
    """
    fewest, most = figures
    return str(most) if fewest == most else f"{fewest}–{most}"


def format_count(number: int | tuple[int, int], noun: str, plural: str = "") -> str:
    """Return a *number*, or a span of two, with its *noun* in the right form.

    >>> format_count(1, "board"), format_count(2, "board"), format_count(2, "match", "matches")
    ('1 board', '2 boards', '2 matches')
    >>> format_count((24, 28), "board"), format_count((0, 1), "board"), format_count((1, 1), "board")
    ('24–28 boards', '0–1 boards', '1 board')
    """
    span = number if isinstance(number, tuple) else (number, number)
    if span == (1, 1):
        return f"1 {noun}"
    return f"{format_span(span)} {plural or f'{noun}s'}"
