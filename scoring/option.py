"""Options of scoring methods. This module imports nothing of the project."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

_MAX_LISTED_NUMBERS = 8
"""Longer runs of numbers are shown as a range."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a method, with its choices.

    >>> Option("scores", "Scores", {"sum": "added up", "mean": "the average of the boards"}).help
    'Scores: added up (sum), or the average of the boards (mean).'
    """

    name: str
    label: str  # its label on a page
    phrases: dict[str, str] = field(hash=False)  # the phrase of each choice
    default: str = ""  # the default choice; if empty, the first one
    note: str = ""  # what the phrases leave out
    # The choices that a search for the settings of other figures tries. If empty, all.
    suggested_choices: tuple[str, ...] = ()
    # Another option and its choice without which this option has no effect.
    condition: tuple[str, str] = ("", "")
    # The choices that a page lists before the others; if empty, all are alike.
    common_choices: tuple[str, ...] = ()
    is_rare: bool = False  # only a few scoring programs offer it, whose presets choose it
    max_choices: int = 1  # how many can be chosen, one after the other; they are stored with commas
    # Turns a typed text into the choice as it is stored, or raises. If None, nothing but the
    # choices can be chosen.
    parse: Callable[[str], str] | None = None

    def __post_init__(self) -> None:
        """Fill in the default choice and the choices that a search tries."""
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

        >>> phrases = {"top": "of the top"} | make_number_phrases(*range(7, 16))
        >>> Option("bye", "Points for a bye", phrases, condition=("ties", "lot")).help
        'Points for a bye: of the top (top), or 7 to 15. Only with ties=lot.'
        """
        sentences = [f"{self.label}: {_join_choices([*_format_choices(self.phrases)])}."]
        needed_option, _ = self.condition
        if needed_option:
            sentences.append(f"Only with {'='.join(self.condition)}.")
        if self.max_choices > 1:
            sentences.append(f"Up to {self.max_choices} in order, with commas.")
        if self.note:
            sentences.append(self.note)
        return " ".join(sentences)

    def get_choice(self, chosen: Mapping[str, str]) -> str:
        """Return the choice of this option in *chosen*, or the default."""
        return chosen.get(self.name, self.default)

    def split(self, value: str) -> list[str]:
        """Return the single choices in *value*, each once, without those that change nothing.

        >>> ties = Option("ties", "Ties", {"split": "share", "wins": "wins", "lot": "by lot"}, max_choices=3)
        >>> ties.split("wins, split,lot,wins"), ties.split("split")
        (['wins', 'lot'], ['split'])
        """
        if self.max_choices == 1:
            return [value]
        choices = dict.fromkeys(choice.strip() for choice in value.split(","))
        return [choice for choice in choices if choice != self.default] or [self.default]

    def with_choices(self, *choices: str) -> "Option":
        """Return the option with only these *choices*, the default first.

        >>> Option("ties", "Ties", {"split": "share", "lot": "lot"}).with_choices("lot", "split").help
        'Ties: lot, or share (split).'
        """
        return replace(
            self,
            phrases={choice: self.phrases[choice] for choice in choices},
            default="",
            suggested_choices=(),
            common_choices=(),
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
