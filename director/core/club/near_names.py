"""Names that are nearly the same: a letter, an accent, the order or the alphabet differs."""

from collections.abc import Iterable

from director.names import make_family_key

_MIN_LETTERS = 5
"""Shorter names differ from many others by a letter."""
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
    key = _make_near_key(name)
    near_names = []
    for known_name in known_names:
        known_key = _make_near_key(known_name)
        if key == known_key:
            return known_name
        if len(key) >= _MIN_LETTERS and differ_by_a_letter(key, known_key):
            near_names.append(known_name)
    return next(iter(near_names), None)


def _make_near_key(name: str) -> str:
    """Return *name* without accents and in Latin letters, its words in the order of the alphabet."""
    folded_name = make_family_key(name)[1].translate(_LATIN_LETTERS)
    return " ".join(sorted(folded_name.replace(",", " ").split()))


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
