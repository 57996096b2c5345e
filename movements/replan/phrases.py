"""Sentences about pairs, in which pair numbers are filled in last.

A page may call pair 8 of a movement ``3 E-W``. It passes a function for its labels when the sentence
is shown, so that it never has to find numbers in a text.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.errors import MovementError
from movements.model import Fault, join_with_and

Label: TypeAlias = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class PairNumbers:
    """Pairs by their numbers in the movement.

    >>> PairNumbers((3, 8)).text(lambda number: f"{number} N-S")
    '3 N-S and 8 N-S'
    """

    numbers: tuple[int, ...]

    def text(self, label: Label = str) -> str:
        """Return the labels of the pairs as a list in words."""
        return join_with_and(label(number) for number in self.numbers)

    def __str__(self) -> str:
        """Return the numbers of the movement."""
        return self.text()


@dataclass(frozen=True, slots=True)
class PairPhrase:
    """A *template* and its *parts*, among them pairs whose labels are filled in last.

    >>> newcomer, out = make_pair_numbers(11), make_pairs_phrase([2, 8])
    >>> out = make_phrase("Pair {newcomer} plays; {out} sit out.", newcomer=newcomer, out=out)
    >>> str(out), out.text(lambda number: f"{number} N-S" if number < 6 else f"{number - 5} E-W")
    ('Pair 11 plays; pairs 2 and 8 sit out.', 'Pair 6 E-W plays; pairs 2 N-S and 3 E-W sit out.')
    """

    template: str
    parts: tuple[tuple[str, object], ...] = ()

    def text(self, label: Label = str) -> str:
        """Return the sentence with the labels of its pairs."""
        texts: dict[str, object] = {}
        for name, part in self.parts:
            if isinstance(part, PairPhrase | PairNumbers):
                texts[name] = part.text(label)
            else:
                texts[name] = part
        return self.template.format(**texts)

    def __str__(self) -> str:
        """Return the sentence with the pair numbers of the movement."""
        return self.text()


Words: TypeAlias = str | PairPhrase
"""A sentence or a part of one. Without pairs it may be plain text."""


def make_phrase(template: str, /, **parts: object) -> PairPhrase:
    """Return *template* filled with *parts*."""
    return PairPhrase(template, tuple(parts.items()))


def as_phrase(words: Words) -> PairPhrase:
    """Return *words* as a phrase.

    >>> as_phrase("Set {1}").text()
    'Set {1}'
    """
    if isinstance(words, PairPhrase):
        return words
    return make_phrase("{words}", words=words)


def make_pair_numbers(*numbers: int) -> PairNumbers:
    """Return *numbers* for a phrase."""
    return PairNumbers(numbers)


def make_pairs_phrase(
    numbers: Iterable[int], *, is_first: bool = False, noun: str = "pair"
) -> PairPhrase:
    """Return "pair 3" or "pairs 3 and 8".

    It has a capital letter if *is_first* says that it begins a sentence. In other contests *noun* is
    "player" or "team".

    >>> str(make_pairs_phrase([3])), str(make_pairs_phrase([3, 8], is_first=True))
    ('pair 3', 'Pairs 3 and 8')
    """
    pairs = PairNumbers(tuple(numbers))
    word = f"{noun}s" if len(pairs.numbers) > 1 else noun
    if is_first:
        word = word.capitalize()
    return make_phrase(f"{word} {{numbers}}", numbers=pairs)


def join_phrases(parts: Sequence[Words], separator: str) -> PairPhrase:
    """Join *parts* with *separator*.

    >>> str(join_phrases(["Pair 1 stays", make_pairs_phrase([2, 3])], "; "))
    'Pair 1 stays; pairs 2 and 3'
    """
    names = [f"part_{index}" for index in range(len(parts))]
    template = separator.join(f"{{{name}}}" for name in names)
    return PairPhrase(template, tuple(zip(names, parts, strict=True)))


def join_phrases_with_and(parts: Sequence[Words]) -> PairPhrase:
    """Join *parts* with commas, the last with "and".

    >>> str(join_phrases_with_and(["one", "two", "three"])), str(join_phrases_with_and(["one"]))
    ('one, two and three', 'one')
    """
    if len(parts) < 2:
        return join_phrases(parts, "")
    return join_phrases([join_phrases(parts[:-1], ", "), parts[-1]], " and ")


def lower_first_letter(words: Words) -> Words:
    """Return *words* with a lower-case first letter, for the middle of a sentence.

    >>> lower_first_letter("Fill the half table")
    'fill the half table'
    >>> str(lower_first_letter(make_phrase("Pair {pair} leaves", pair=make_pair_numbers(3))))
    'pair 3 leaves'
    """
    if isinstance(words, PairPhrase):
        return replace(words, template=f"{words.template[:1].lower()}{words.template[1:]}")
    return f"{words[:1].lower()}{words[1:]}"


def make_fault_phrase(fault: Fault) -> PairPhrase:
    """Return the sentence of *fault*, with its pair as a part.

    >>> from dataclasses import replace
    >>> from movements.check.faults import check_plan
    >>> from movements.registry import make_plan
    >>> plan = make_plan("howell", pairs=8)
    >>> fault = check_plan(replace(plan, rows=plan.rows[1:]))[0]
    >>> make_fault_phrase(fault).text(lambda number: f"no. {number}")
    'Pair no. 1 neither plays nor sits out in round 1. Seat it or list the sit-out.'
    """
    if fault.contestant is None or not fault.template:
        return as_phrase(fault.text)
    # The label of the pair replaces its number among the parameters.
    parts = dict(fault.params) | {"contestant": PairNumbers((fault.contestant,))}
    return PairPhrase(fault.template, tuple(parts.items()))


def error_phrase(error: MovementError) -> PairPhrase:
    """Return the sentence of *error*, with its pairs as parts.

    >>> from movements.sentences import MovementSentences
    >>> nine, pairs = make_pair_numbers(9), make_pair_numbers(1, 8)
    >>> error = MovementError(MovementSentences.NO_SUCH_PAIR, pair=nine, round_no=2, pairs=pairs)
    >>> error_phrase(error).text(lambda number: f"no. {number}")
    "Pair no. 9 doesn't play from round 2. The pairs are no. 1 and no. 8."
    """
    return PairPhrase(error.sentence.template, tuple(error.params.items()))
