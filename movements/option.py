"""Options of movements, parties and scoring methods. This module imports nothing of the project."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

_MOST_NUMBERS = 8
"""How many numbers in a row are listed one by one."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its *label* on a page, and every choice with its phrase.

    The first choice is usual unless *default* says otherwise.

    *note* is what the phrases leave out.  *advised* are the choices that advice tries by itself,
    all if none is named. *needs* is the option and its choice without which this one makes no
    difference.  One that *is_rare* is a habit of single programs, chosen by their presets.

    >>> Option("weave", "E-W change sections", {"rounds": "after every round", "half": "once, half way through"}).help
    'E-W change sections: after every round (rounds), or once, half way through (half).'
    """

    name: str
    label: str
    phrases: dict[str, str] = field(hash=False)
    default: str = ""
    note: str = ""
    advised: tuple[str, ...] = ()
    needs: tuple[str, str] = ("", "")
    is_rare: bool = False

    def __post_init__(self) -> None:
        """Fill in the usual choice and the choices that advice tries."""
        object.__setattr__(self, "default", self.default or self.choices[0])
        object.__setattr__(self, "advised", self.advised or self.choices)

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the keys of the choices."""
        return tuple(self.phrases)

    @property
    def help(self) -> str:
        """Return the option in a sentence, for a command line: the choices with their keys, and the note.

        >>> Option("sets", "Board sets", {"usual": "as usual"} | numbers(*range(7, 16)), needs=("form", "2")).help
        'Board sets: as usual (usual), or 7 to 15. Only with form=2.'
        """
        only = f" Only with {'='.join(self.needs)}." if self.needs[0] else ""
        return f"{self.label}: {_either([*_with_keys(self.phrases)])}.{only}{' ' if self.note else ''}{self.note}"

    def of(self, chosen: Mapping[str, str]) -> str:
        """Return the choice that *chosen* has by the option's name, or the usual one."""
        return chosen.get(self.name, self.default)

    def only(self, *choices: str) -> "Option":
        """Return the same with these *choices* alone, the usual one first.

        >>> Option("ew", "E-W pairs go", {"up": "up", "down": "down"}).only("down", "up").help
        'E-W pairs go: down or up.'
        """
        return replace(
            self,
            phrases={choice: self.phrases[choice] for choice in choices},
            default="",
            advised=(),
        )

    def to_json(self) -> dict[str, object]:
        """Return the option in the shape of ``list --json``."""
        return {
            "name": self.name,
            "choices": list(self.choices),
            "default": self.default,
            "help": self.help,
        }


def numbers(*values: int) -> dict[str, str]:
    """Return *values* as choices that need no other phrase.

    >>> numbers(2, 1)
    {'2': '2', '1': '1'}
    """
    return {str(value): str(value) for value in values}


def _with_keys(phrases: Mapping[str, str]) -> Iterator[str]:
    for is_number, run in groupby(
        phrases.items(), lambda item: item[0].replace(".", "").isdecimal()
    ):
        listed = [phrase if phrase == choice else f"{phrase} ({choice})" for choice, phrase in run]
        yield from (
            [f"{listed[0]} to {listed[-1]}"]
            if is_number and len(listed) > _MOST_NUMBERS
            else listed
        )


def _either(listed: list[str]) -> str:
    *others, last = listed
    if not others:
        return last
    comma = ";" if len(listed) > 2 and any("," in words for words in listed) else ","
    has_phrases = any(" " in words for words in listed)
    return f"{f'{comma} '.join(others)}{comma if has_phrases else ''} or {last}"


def plain_key(key: str) -> str:
    """Return *key* as keys are written, however it is typed.

    >>> plain_key(" Web Mitchell")
    'web-mitchell'
    """
    return key.strip().casefold().replace(" ", "-").replace("_", "-")
