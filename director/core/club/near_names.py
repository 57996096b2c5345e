"""Names that are nearly the same: a letter, an accent, the order or the alphabet differs."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from director.names import fold_text

_MIN_LETTERS = 5
"""Shorter names differ from many others by a letter."""
MIN_WORD_LETTERS = 3
"""Letters of a word in which one may differ. Initials and short names differ between people."""
_WORD = re.compile(r"[^\W_]+")
_LATIN_LETTERS = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфыэ", "abvgdeziiklmnoprstufye", strict=True))
    | {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "yu", "я": "ya"}
    | {"ъ": "", "ь": "", "ґ": "g", "є": "ye", "і": "i"}
    | dict(zip("αβγδεζηικλμνοπρσςτυφω", "avgdeziiklmnoprsstyfo", strict=True))
    | {"θ": "th", "ξ": "x", "χ": "ch", "ψ": "ps"}
)


def find_near_name(name: str, known_names: Iterable[str]) -> str | None:
    """Return the one of *known_names* that *name* may be a slip of, or None.

    >>> known = ["Ida Ivy", "Jörg Straße", "Ivan Petrov", "Karl Kay"]
    >>> [find_near_name(name, known) for name in ("Ida Ivi", "Ivy, Ida", "Jorg Strasse", "Иван Петров", "Zoe Zorn")]
    ['Ida Ivy', 'Ida Ivy', 'Jörg Straße', 'Ivan Petrov', None]
    """
    words = split_near_words(name)
    near_names = []
    for known_name in known_names:
        known_words = split_near_words(known_name)
        if join_near_words(words) == join_near_words(known_words):
            return known_name
        if differ_in_one_word(words, known_words):
            near_names.append(known_name)
    return next(iter(near_names), None)


def split_near_words(name: str) -> tuple[str, ...]:
    """Return the words of *name* without accents and in Latin letters, in the order of the alphabet."""
    return tuple(sorted(_WORD.findall(fold_text(name).translate(_LATIN_LETTERS))))


def join_near_words(words: Iterable[str]) -> str:
    """Return the letters of *words*, which are the same if a blank or a hyphen is missing."""
    return "".join(words)


def differ_in_one_word(words: Sequence[str], other_words: Sequence[str]) -> bool:
    """Return whether the two names have the same words but one, in which a letter differs.

    >>> pairs = (("Ida Ivi", "Ivy Ida"), ("Jo Ivy", "Bo Ivy"), ("A. Ivy", "B. Ivy"), ("Zoe", "Zoo"))
    >>> [differ_in_one_word(split_near_words(name), split_near_words(other)) for name, other in pairs]
    [True, False, False, False]
    """
    length, other_length = len(join_near_words(words)), len(join_near_words(other_words))
    if length < _MIN_LETTERS or abs(length - other_length) > 1:
        return False
    differing_words = [
        *(Counter(words) - Counter(other_words)).elements(),
        *(Counter(other_words) - Counter(words)).elements(),
    ]
    if len(differing_words) != 2 or len(words) != len(other_words):
        return False
    if any(len(word) < MIN_WORD_LETTERS or not word.isalpha() for word in differing_words):
        return False
    return differ_by_a_letter(*differing_words)


def differ_by_a_letter(first: str, second: str) -> bool:
    """Return whether a letter is missing or wrong, or two neighbours are exchanged.

    >>> [differ_by_a_letter("ivy", other) for other in ("ivi", "iv", "vivy", "viy", "vyi", "ivory")]
    [True, True, True, True, False, False]
    """
    if abs(len(first) - len(second)) > 1:
        return False
    start = 0
    while first[start : start + 1] == second[start : start + 1] != "":
        start += 1
    first_rest, second_rest = first[start:], second[start:]
    return (
        first_rest[1:] == second_rest[1:]
        or first_rest[1:] == second_rest
        or first_rest == second_rest[1:]
        or (first_rest[1::-1] == second_rest[:2] and first_rest[2:] == second_rest[2:])
    )
