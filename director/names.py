"""Names of people: family names, the order of lists, and members' numbers.

Plain Python without Django, for every module that reads, sorts or prints names.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cache, lru_cache

_FAMILY_NAME_PARTICLES = frozenset(
    re.findall(
        r"\S+",
        # Dutch, German, Danish, Swedish, French, Italian, Portuguese, Spanish, Catalan
        """aan af auf av bij da dal das de de' de’ dei del dela delas della delle dello dem den der des di do dos du el
        het in la las le les lo los of op san sant santa st st. ste ste. te ten ter ’t 't to tot uit van vande vanden
        vander vom von zu zum zur"""
        # Arabic, Hebrew, Malay and Welsh, most of them for *son of*, *daughter of*, *father of*
        """ a/l a/p ab abu al ap ben bin bint binte binti ferch ibn"""
        # Irish and Scottish [GRAIMEAR]. An O without its accent is somebody’s initial.
        """ mac mc mhic ní ni nic nig ó ua uí ui""",
    )
)
"""Words that belong to the family name after them: ``van den Berg``, ``de la Cruz``, ``Ní Bhriain``.

Words without a source of their own are in [NAMEPARSER].
"""
_PARTICLES_AND_GIVEN_NAMES = frozenset(["al", "ben", "del", "della", "mac", "nic"])
"""Particles that are also given names, so that capitals decide (``Ben Ash``)."""
NAME_SUFFIXES = frozenset(["jr", "sr", "jnr", "snr", "ii", "iii", "iv"])
# Letters that Unicode doesn't split into a plain letter and an accent.
_PLAIN_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i"}
)
# The signs that Unicode puts after a letter without a form of its own for that accent.
_ACCENT_SIGNS = "\u0300-\u036f"
_PLAIN_LETTERS_IN_KEY = re.compile("ae|oe|th|.")
# Han, kana and Hangul, whose writers put the family name first.
_FAMILY_FIRST_PATTERN = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]")
_BRACKETS_AT_END_PATTERN = re.compile(r"\s*[(\[（][^()\[\]（）]*[)\]）]\s*$")
_MEMBER_NUMBER_PATTERN = re.compile(r"(?:[A-Za-z]{1,3}[ -]?)?[0-9](?:[ -]?[0-9])*[ -]?[A-Za-z]?")
_NAME_AND_NUMBER_PATTERN = re.compile(r"(?P<name>.+?)\s*\((?P<number>[^()]+)\)")


def make_name_key(name: str) -> str:
    """Return the key of *name*, by which names are found and compared.

    Capitals of any script, the ways Unicode writes one accent, and repeated blanks make no
    difference. Accents do.

    >>> make_name_key("ÄRNE  Öst"), make_name_key("A\u0308rne O\u0308st"), make_name_key("Arne Ost")
    ('ärne öst', 'ärne öst', 'arne ost')
    """
    # Decomposed first, because some letters with an accent fold to more than one letter.
    folded = unicodedata.normalize("NFD", name).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


MAX_SEARCH_LENGTH = 200
"""Characters of a search. Two of the longest names have fewer."""
_MAX_SEARCH_WORDS = 20  # each word is a condition of the query


def split_search_words(text: str) -> list[str]:
    """Return the words of a search, at most twenty.

    >>> split_search_words(" Ada  Ash "), len(split_search_words("a " * 1000))
    (['Ada', 'Ash'], 20)
    """
    return text[:MAX_SEARCH_LENGTH].split()[:_MAX_SEARCH_WORDS]


def has_words(text: str, name: str, numbers: Collection[str]) -> bool:
    """Return whether every word of *text* is part of *name*, or a number alone is one of *numbers*.

    A plain letter also stands for the letter with an accent, see :func:`make_search_pattern`.

    >>> [has_words(text, "Ada Ash", ["17"]) for text in ("", "ash A", "17", "1")]
    [True, True, True, False]
    """
    search_words = split_search_words(make_name_key(text[:MAX_SEARCH_LENGTH]))
    if len(search_words) == 1 and search_words[0].isdecimal():
        return search_words[0] in numbers
    name_key = make_name_key(name)
    return all(re.search(make_search_pattern(word), name_key) for word in search_words)


@lru_cache(maxsize=256)  # a list of a season is searched name by name
def make_search_pattern(text: str) -> str:
    """Return the regular expression that finds *text* in a name key, with or without accents.

    A plain letter finds the letter with any accent. An accent that is typed must be there.

    >>> pattern = make_search_pattern("Muller")
    >>> [bool(re.search(pattern, make_name_key(name))) for name in ("Max Müller", "MULLER", "Miller")]
    [True, True, False]
    >>> bool(re.search(make_search_pattern("Müller"), make_name_key("Max Muller")))
    False
    """
    alternatives = _get_accented_letters()
    parts = []
    for letters in _PLAIN_LETTERS_IN_KEY.findall(make_name_key(text)):
        accented_letters = alternatives.get(letters, "")
        # Some accents have no letter of their own with them, and follow it as a sign.
        signs = f"[{_ACCENT_SIGNS}]*" if accented_letters else ""
        if len(letters) > 1:
            single_letters = "".join(
                f"[{letter}{alternatives[letter]}][{_ACCENT_SIGNS}]*" for letter in letters
            )
            parts.append(f"(?:[{accented_letters}]{signs}|{single_letters})")
        elif accented_letters:
            parts.append(f"[{letters}{accented_letters}]{signs}")
        else:
            parts.append(re.escape(letters))
    return "".join(parts)


def get_family_name(name: str) -> str:
    """Return the family name: the part before a comma, or the last word with its particles.

    A name in Chinese, Japanese or Korean writing begins with the family name and is returned whole.
    Text in brackets at the end and suffixes such as Jr or III are left out.

    >>> [get_family_name(name) for name in ("Ada Ash", "Jan van den Berg", "Ash, Ada", "Bert Hazel Jr.", "王小明 (Wang)")]
    ['Ash', 'van den Berg', 'Ash', 'Hazel', '王小明']
    """
    full_name = _BRACKETS_AT_END_PATTERN.sub("", " ".join(name.split())).strip() or name.strip()
    if _FAMILY_FIRST_PATTERN.search(full_name):
        return full_name
    first_part, comma, last_part = full_name.partition(",")
    if comma and first_part.strip() and not _is_suffix(last_part.strip()):
        return first_part.strip()
    # Without a comma *first_part* is the whole name; with one it is a name followed by a suffix.
    words = first_part.split()
    while len(words) > 1 and _is_suffix(words[-1]):
        words.pop()
    start = len(words) - 1
    # The first word is a first name, even if it is also a particle, such as *Della*.
    while start > 1 and is_particle(words[start - 1]):
        start -= 1
    return " ".join(words[max(start, 0) :])


def is_particle(word: str) -> bool:
    """Return whether *word* belongs to the family name after it.

    >>> is_particle("van"), is_particle("Ó"), is_particle("O")
    (True, True, False)
    """
    return make_name_key(word) in _FAMILY_NAME_PARTICLES


def begins_with_particle(words: Sequence[str]) -> bool:
    """Return whether *words* are a family name by their particle, which isn't a given name.

    >>> begins_with_particle(["de", "Vries"]), begins_with_particle(["Ben", "Ash"])
    (True, False)
    """
    first_word = words[0]
    return is_particle(first_word) and (
        first_word.islower() or make_name_key(first_word) not in _PARTICLES_AND_GIVEN_NAMES
    )


def format_family_first(name: str) -> str:
    """Return *name* as lists sort it, with the family name first.

    >>> [format_family_first(name) for name in ("Ada Ash", "Jan van den Berg", "Ash, Ada", "Cher", "Bert Hazel Jr.")]
    ['Ash, Ada', 'van den Berg, Jan', 'Ash, Ada', 'Cher', 'Hazel, Bert Jr.']
    """
    family = get_family_name(name)
    preceding_names, _family, following_names = name.rpartition(family)
    given_names = " ".join(f"{preceding_names} {following_names}".split())
    if not given_names or "," in name:
        return name
    return f"{family}, {given_names}"


@lru_cache(maxsize=8192)  # lists of a whole club are sorted for every page with boxes for names
def make_family_key(name: str) -> tuple[str, str]:
    """Return the sort key for lists of people: the family name, then the whole name.

    Capitals and accents are ignored.

    >>> sorted(["Zoe Ash", "émile zola", "Ada Élan", "Bert Ash"], key=make_family_key)
    ['Bert Ash', 'Zoe Ash', 'Ada Élan', 'émile zola']
    """
    return fold_text(get_family_name(name)), fold_text(name)


def is_member_number(text: str) -> bool:
    """Return whether *text* can be a membership number.

    A number consists of digits, also in groups, after up to three letters and before up to one.

    >>> [is_member_number(text) for text in ("1234567", "J123456", "12-34 56", "NZ 10234", "Wang Xiaoming", "no. one")]
    [True, True, True, True, False, False]
    """
    return _MEMBER_NUMBER_PATTERN.fullmatch(text) is not None


def split_name_and_number(text: str) -> tuple[str, str]:
    """Return the name and the text in brackets after it, or "" without brackets.

    >>> split_name_and_number("Ada Ash (1001)"), split_name_and_number("Ada Ash")
    (('Ada Ash', '1001'), ('Ada Ash', ''))
    """
    match = _NAME_AND_NUMBER_PATTERN.fullmatch(text)
    if match:
        return (match["name"], match["number"].strip())
    return (text, "")


def _is_suffix(word: str) -> bool:
    return word.rstrip(".").casefold() in NAME_SUFFIXES


def fold_text(text: str) -> str:
    """Return *text* in small letters without accents.

    >>> fold_text("Émile Øster")
    'emile oster'
    """
    if text.isascii():  # as most names are
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN_LETTERS))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@cache
def _get_accented_letters() -> dict[str, str]:
    """Return the accented letters of name keys by the plain letters that stand for them."""
    letters_by_plain = defaultdict[str, list[str]](list)
    # No alphabet with accents lies beyond the first 0x2000 characters.
    for letter in map(chr, range(0x80, 0x2000)):
        plain_letters = fold_text(letter)
        is_in_keys = letter == make_name_key(letter)
        if is_in_keys and plain_letters.islower() and plain_letters != letter:
            letters_by_plain[plain_letters].append(letter)
    return {plain: "".join(letters) for plain, letters in letters_by_plain.items()}


def join_names(names: Sequence[str]) -> str:
    """Return *names* as a list in a sentence.

    >>> join_names(["3", "7", "9"]), join_names(["7 N-S"]), join_names([])
    ('3, 7 and 9', '7 N-S', '')
    """
    *first_names, last_name = names or [""]
    if first_names:
        return f"{', '.join(first_names)} and {last_name}"
    return last_name
