"""The ways to type an adjusted score that a scoring method takes, with examples of the game."""

from collections.abc import Iterator
from dataclasses import dataclass

from director.models import Event, Stage
from scoring.bridge.contracts import duplicate_game
from scoring.registry import find_method

_EXAMPLES = {"bridge": ("4SS=", "4SS-1"), "whist": ("9", "8"), "auction": ("3HS+1", "3HS=")}
"""Two results of each game."""
_UNITS = ("mp", "imp", "points")
"""Units of points that a director can move by hand."""
_ARTIFICIAL = {
    "share": ("A6040", "AVE+/AVE-"),
    "direction": ("A50",),
    "nothing": ("A50",),
    "scores": ("A50",),
}
"""Artificial scores that a method can take, by what they are worth there."""


@dataclass(frozen=True, slots=True)
class AdjustedForm:
    """An example of an adjusted score as it is typed, with its meaning."""

    text: str
    meaning: str


def get_result_example(game: str) -> str:
    """Return an example of a result of *game*.

    >>> [get_result_example(game) for game in ("bridge", "whist", "auction-1914")]
    ['4SS=', '9', '3HS+1']
    """
    return _EXAMPLES[duplicate_game(game).family][0]


def list_adjusted_forms(scoring_record: Event | Stage) -> tuple[AdjustedForm, ...]:
    """Return the forms of adjusted scores that *scoring_record* can score, not artificial ones."""
    return tuple(_make_adjusted_forms(scoring_record.scoring, scoring_record.game))


def format_adjusted_examples(scoring_record: Event | Stage) -> str:
    """Return examples of all adjusted scores that *scoring_record* can be scored with."""
    artificial = _ARTIFICIAL.get(find_method(scoring_record.scoring).artificial, ())
    texts = [*artificial, get_result_example(scoring_record.game)]
    texts += [f"{form.text} ({form.meaning})" for form in list_adjusted_forms(scoring_record)]
    return ", ".join(texts)


def _make_adjusted_forms(scoring: str, game: str) -> Iterator[AdjustedForm]:
    """Yield the forms of a method, none of most methods of 1900.

    >>> [form.text for form in _make_adjusted_forms("matchpoints", "whist")]
    ['60% 9, 40% 8', 'N-S 9 / E-W 8', '9 MOVED +2/-2 MP']
    >>> [form.text for form in _make_adjusted_forms("excess", "auction")]
    []
    """
    accepts = find_method(scoring).accepts
    better, worse = _EXAMPLES[duplicate_game(game).family]
    if "assigned" in accepts:
        yield AdjustedForm(f"60% {better}, 40% {worse}", "weighted")
        yield AdjustedForm(f"N-S {better} / E-W {worse}", "split")
    if "moved" in accepts:
        unit = next(unit for unit in _UNITS if unit in accepts)
        yield AdjustedForm(f"{better} MOVED +2/-2 {unit.upper()}", "points moved, N-S first")
