"""Read a person as people write one: names in any order, numbers, titles and remarks.

The only reader of people: lists of the club, seats, results, files of table units and the
interface for programs use it. What it doesn't understand stays in the name, where it is seen.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from director.formats.reading import strip_invisible
from director.names import (
    NAME_SUFFIXES,
    begins_with_particle,
    is_member_number,
    is_particle,
    make_name_key,
)

_MIN_DIGITS = 3
"""Digits of a membership number beside a name. A shorter one is a place or tells namesakes apart."""
_MAX_INITIALS = 2
_BODY = r"(?:[A-Za-z]{2,5}[ :]+)?"
_LABEL = r"(?:(?:member(?:ship)?|licen[cs]e|lic|player|id|no|nr|num|number|n[°º])\b[.: ]*)*"
_DIGITS = r"(?P<number>[A-Za-z]{0,3}-?[0-9](?:[ -]?[0-9]){2,11}[A-Za-z]?)"
_NUMBER_IN_BRACKETS = re.compile(
    rf"[(\[{{（]\s*#?\s*{_LABEL}{_BODY}{_LABEL}#?\s*{_DIGITS}\s*[)\]}}）]", re.IGNORECASE
)
_NUMBER_AFTER_SIGN = re.compile(
    rf"(?:#|\b(?:no|nr|number|id|member(?:ship)?(?: no| number)?|lic(?:en[cs]e)?|n[°º])[.:]*)\s*{_DIGITS}(?!\w)",
    re.IGNORECASE,
)
_NUMBER_BEFORE_NAME = re.compile(rf"{_DIGITS}(?:\s*[-–:,;.)|]\s*|\s+)(?=[^\W\d])")
_NUMBER_BEHIND_NAME = re.compile(rf"(?:\s*[-–:,;|]\s*|\s+){_DIGITS}$")
# A membership number has no prefix that is dialled.
_TELEPHONE_LABEL = (
    r"(?:\b(?:tel|phone|telephone|telefon|mob|mobile|mobil|handy|gsm|cell)\b[.:]*|\b[tmp]:)\s*"
)
_TELEPHONE = re.compile(
    rf"""(?:{_TELEPHONE_LABEL})?(?<![\w+])(?:
    # 01865 000001, +44 1865 000001 and +44 (0)1865 000001
    [(\[]?(?:\+[0-9]{{1,3}}|00?[1-9][0-9]{{0,4}})[)\]]?(?:(?:[ /.()-]{{1,3}}|[ ]\(0\))[0-9]{{2,}}){{1,6}}
    # 07700900001 and +447700900001
    |[(\[]?(?:\+[0-9]{{8,15}}|0[1-9][0-9]{{8,10}}|00[1-9][0-9]{{8,12}})
    # (555) 123-4567 and 555-123-4567
    |(?:\([2-9][0-9]{{2}}\)[ ]?|[2-9][0-9]{{2}}[-.])[0-9]{{3}}[-.][0-9]{{4}}
    )(?!\w)[)\]]?""",
    re.IGNORECASE | re.VERBOSE,
)
_LABELLED_TELEPHONE = re.compile(
    rf"[(\[]?{_TELEPHONE_LABEL}[0-9](?:[ /.()-]{{0,3}}[0-9]){{5,14}}(?!\w)[)\]]?", re.IGNORECASE
)
_MIN_TELEPHONE_DIGITS = 9
# Ranks of masters, which some lists have behind the names.
_MASTER_RANK = re.compile(r"\s*\((?:[BSGRDEN]?LM|[NRSLAC]?M|GM|[SLNRWI]GM|WM)\)(?=\s*(?:$|[,;(]))")
_GUESTS = (
    "guest gast invité invitée invitado invitada convidado convidada ospite gość host hosť gost vieras "
    "gæst gjest gäst vendég invitat musafir misafir konuk гость гостья φιλοξενούμενος φιλοξενούμενη "
    "επισκέπτης külaline viesis svečias gestur"
)
_VISITORS = f"visitor besucher {_GUESTS}"
_VISITOR_WORDS = frozenset({*_VISITORS.split(), "v"})
_ANY_VISITOR = rf"(?:{_VISITORS.replace(' ', '|')})"
# Without a sign it is part of the name: Ada May Guest, Mary Smith-Guest.
_VISITOR = re.compile(
    rf"^{_ANY_VISITOR}\s*:|(?:\s*[(\[,/]|\s[–-])\s*{_ANY_VISITOR}\b\s*[)\]]?", re.IGNORECASE
)
_VISITOR_MARK = re.compile(r"\s*[(\[]\s*v\s*[)\]]", re.IGNORECASE)
_NOBODY_WORDS = "n.n. nn n.n n. n. tba tbc tbd ? ?? - – -- x xx phantom bye nobody niemand personne nadie nessuno sit-out"
_NOBODY_TEXTS = frozenset({*_NOBODY_WORDS.split(), "n. n.", "to be announced", "no partner"})
_ANY_GUEST = rf"(?:{_GUESTS.replace(' ', '|')})"
_PLACEHOLDER = re.compile(
    rf"{_ANY_GUEST}(?:\s+[0-9]+|\s+(?:of|from|von|van|de|du|di|af|av)\s.+)?|.+['’]s\s+{_ANY_GUEST}",
    re.IGNORECASE,
)
_TITLE_WORDS = """mr mrs ms miss mx messrs herr frau fräulein hr fr dhr mevr mw mijnheer mevrouw m mme mlle monsieur madame
    sig sig.ra sigra signor signora señor señora sra srta pan pani fru herra rouva"""
TITLES = frozenset(_TITLE_WORDS.split())
# Titles that stay with the name, in front of it wherever the file has them.
_DEGREE_WORDS = (
    "dr prof ing mgr bc mudr judr phdr rndr mvdr paeddr thdr dipl.-ing dott dott.ssa dra profa"
)
DEGREES = frozenset(_DEGREE_WORDS.split())
_RANKS = DEGREES | frozenset(
    ["rev", "sir", "dame", "lady", "lord", "hon", "capt", "col", "maj", "gen"]
)
_UNDOTTED_RANKS = frozenset(["dr", "prof", "sir", "dame", "lady", "lord", "mudr", "judr", "phdr"])
_HONOURS = frozenset(["phd", "csc", "drsc", "md", "mba", "mbe", "obe", "cbe", "esq", "qc", "kc"])
"""What stays behind a name. Dots are left out."""
# Sr is the Spanish señor before a name and senior behind it; a single letter needs its dot.
_DOTTED_TITLES = frozenset({"m", "fr", "hr", "mw", "sig", "sr"})
_SURNAME_PREFIX = re.compile(r"^(?:Mac|Mc|Fitz|[ODdLl]['’]|[Dd]e|[Vv]an|[Ll]e|[Ll]a)(?=\w{2})")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?-?){1,4}")
_SHORT_SURNAMES = frozenset(
    ["LI", "WU", "XU", "NG", "YU", "LU", "HU", "HO", "FU", "GU", "SU", "YE", "KO"]
)
_PARTS_OF_SURNAMES = frozenset({"Ní", "Ó", "ST.", "Ua", "Uí"})
_VOWELS = frozenset("AEIOUYÄÖÜÅØÁÉÍÓÚ")
_BETWEEN_PEOPLE = (
    re.compile(r"\s*[&+]\s*"),
    re.compile(r"\s+(?:and|und|et|en|och|og|ja)\s+", re.IGNORECASE),
    re.compile(r"\s*/\s*"),
    re.compile(r"\s+[-‐‑–—−]\s+"),
)
# Spanish, Portuguese, Italian, Polish and Czech, Finnish, Estonian, Turkish, Russian and Greek.
_BETWEEN_FULL_NAMES = re.compile(r"\s+(?:y|e|i|a|ve|и|та|και)\s+")
_BETWEEN_TYPED_PEOPLE = re.compile(r"\s+(?:&|/)\s+", re.IGNORECASE)
# In small letters only: Ja and En are given names too.
_BETWEEN_TYPED_PARTNERS = re.compile(r"\s*[&+/]\s*|\s+(?:and|AND|und|et|en|och|og|ja)\s+")
_SIGNS_OF_NAMES = frozenset(" .,'’`´-‐‑()#")
_FAMILY_FIRST = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """A person: *name* with the surname last, membership *number*, and whether a visitor.

    The name is empty for nobody, as ``N.N.``
    """

    name: str
    number: str = ""
    is_visitor: bool = False

    @property
    def label(self) -> str:
        """The name with the number in brackets, as Seats takes it."""
        if self.name and self.number:
            return f"{self.name} ({self.number})"
        return self.name


def is_placeholder(text: str) -> bool:
    """Return whether *text* stands for somebody without a name.

    >>> [is_placeholder(text) for text in ("Guest", "?", "Guest of Ada", "N.N.")]
    [True, True, True, True]
    >>> [is_placeholder(text) for text in ("Guest Gray", "Ada Guest", "Visitor")]
    [False, False, False]
    """
    plain_text = strip_invisible(text).casefold()
    return (
        plain_text in _NOBODY_TEXTS or _PLACEHOLDER.fullmatch(plain_text.strip("()[] ")) is not None
    )


@lru_cache(maxsize=65_536)  # the same people play in every session
def parse_person(text: str) -> NamedPerson:
    """Return the person in *text*.

    >>> parse_person("SMITH, John (1234567)")
    NamedPerson(name='John SMITH', number='1234567', is_visitor=False)
    >>> parse_person("#1234567 O'BRIEN Siobhán").label, parse_person("N.N.").name
    ("Siobhán O'BRIEN (1234567)", '')
    """
    name_text = strip_invisible(unicodedata.normalize("NFC", text)).strip()
    if name_text.startswith('"') and name_text.endswith('"') and name_text.count('"') == 2:
        name_text = name_text[1:-1]
    name_text = _without_telephone(_MASTER_RANK.sub("", name_text))
    name_text, is_visitor = _split_off_visitor_mark(name_text)
    name_text, number = _split_off_number(name_text)
    name_text = name_text.strip(" ,;:|–—-")
    if name_text.casefold() in _NOBODY_TEXTS:
        return NamedPerson("", number, is_visitor)
    return NamedPerson(move_surname_last(name_text), number, is_visitor)


def split_people(text: str) -> list[str]:
    """Return the people in a line, divided at ``&``, ``+``, ``/``, *and*, or a dash between blanks.

    A sign that leaves a part without a name divides nothing. Joining words of one letter may be part
    of surnames too, and divide two full names only.

    >>> split_people("SMITH, John (1234567) & JONES, Mary"), split_people("José Ortega y Gasset")
    (['SMITH, John (1234567)', 'JONES, Mary'], ['José Ortega y Gasset'])
    >>> split_people("Ana Gil y Eva Paz"), split_people("Jan Mazur i Ewa Nowak")
    (['Ana Gil', 'Eva Paz'], ['Jan Mazur', 'Ewa Nowak'])
    """
    for separator in _BETWEEN_PEOPLE:
        parts = [part.strip() for part in separator.split(text)]
        if len(parts) > 1 and all(map(has_name, parts)):
            return _with_shared_surname(parts) if len(parts) == 2 else parts
    parts = _BETWEEN_FULL_NAMES.split(text.strip())
    if len(parts) == 2 and all(len(part.split()) > 1 and has_name(part) for part in parts):
        return parts
    return [text.strip()]


def split_typed_people(text: str) -> list[str]:
    """Return the people typed in a box for one, divided at ``&`` or ``/`` between blanks.

    Nothing is divided unless each part is a name of letters, or stands for somebody without one.

    >>> split_typed_people("Ida Ivy / Jack Jay"), split_typed_people("<b>Ada Ash</b>")
    (['Ida Ivy', 'Jack Jay'], ['<b>Ada Ash</b>'])
    """
    return _split_typed(text, _BETWEEN_TYPED_PEOPLE)


def _split_typed(text: str, separator: re.Pattern[str]) -> list[str]:
    parts = [part.strip() for part in separator.split(text)]
    if not all(is_placeholder(part) or _has_only_name_signs(part) for part in parts):
        return [text]
    if len(parts) == 2:
        return _with_shared_surname(parts)
    return parts


def split_typed_partners(text: str) -> list[str]:
    """Return the people typed in a box of a pair, divided at ``&``, ``+``, ``/`` or *and*.

    >>> split_typed_partners("Ida Ivy+Jack Jay"), split_typed_partners("Kim Ja Young")
    (['Ida Ivy', 'Jack Jay'], ['Kim Ja Young'])
    """
    return _split_typed(text, _BETWEEN_TYPED_PARTNERS)


def split_at_comma(text: str) -> list[str]:
    """Return the two people on both sides of a comma, or *text* if it may be one person.

    A surname before a comma often is one word, or begins with a particle.

    >>> split_at_comma("Ida Ivy, Jack Jay"), split_at_comma("van den Berg, Jan Piet")
    (['Ida Ivy', 'Jack Jay'], ['van den Berg, Jan Piet'])
    >>> split_at_comma("Ben Ash, Ida Ivy"), split_at_comma("Ní Bhriain, Máire Áine")
    (['Ben Ash', 'Ida Ivy'], ['Ní Bhriain, Máire Áine'])
    """
    parts = [part.split() for part in text.split(",")]
    if len(parts) != 2 or min(map(len, parts)) < 2:
        return [text]
    first_words, second_words = parts
    if begins_with_particle(first_words) or all(map(_is_rank, second_words)):
        return [text]
    return [" ".join(words) for words in parts]


def _has_only_name_signs(text: str) -> bool:
    return any(map(str.isalpha, text)) and all(
        sign.isalnum() or sign in _SIGNS_OF_NAMES or unicodedata.category(sign).startswith("M")
        for sign in text
    )


def has_name(text: str) -> bool:
    """Return whether *text* has a letter, or the ``?`` of somebody without a name."""
    return "?" in text or any(map(str.isalpha, text))


def _with_shared_surname(parts: list[str]) -> list[str]:
    """Return two people with the surname that a couple shares, as in ``J. & M. Smith``.

    >>> _with_shared_surname(["Smith J", "M"]), _with_shared_surname(["Mr", "Mrs Smith"])
    (['Smith J', 'Smith M'], ['Mr Smith', 'Mrs Smith'])
    """
    first_words, second_words = (part.split() for part in parts)
    has_titles = all(_is_title(word) or _is_rank(word) for word in first_words)
    if len(second_words) > 1 and (_are_initials(first_words) or has_titles):
        # With a title the second's given name is left out: it belongs to one of them only.
        shared_surname = second_words[-1:] if has_titles else second_words[1:]
        return [" ".join([*first_words, *shared_surname]), parts[1]]
    if len(first_words) > 1 and _are_initials(first_words[-1:]) and _are_initials(second_words):
        return [parts[0], " ".join([*first_words[:-1], *second_words])]
    return parts


def _are_initials(words: list[str]) -> bool:
    return len(words) == 1 and _INITIALS.fullmatch(words[0]) is not None and words[0].isupper()


def make_unordered_key(name: str) -> str:
    """Return the key by which a name is the same in any order of its words.

    >>> make_unordered_key("Alder, Bertram") == make_unordered_key("Bertram ALDER")
    True
    """
    return " ".join(sorted(make_name_key(name.replace(",", " ")).split()))


def move_surname_last(name: str) -> str:
    """Return *name* without courtesy titles and with the surname last.

    A surname is first if a comma follows, or if it alone is in capitals.

    >>> [move_surname_last(name) for name in ("Alder, Bertram", "VAN DEN BERG Jan", "Mrs Ada Ash", "Hazel, Bert, Jr.")]
    ['Bertram Alder', 'Jan VAN DEN BERG', 'Ada Ash', 'Bert Hazel Jr.']
    >>> move_surname_last("KISS Ádám Dr."), move_surname_last("Sir John Smith")
    ('Dr. Ádám KISS', 'Sir John Smith')
    """
    if _FAMILY_FIRST.search(name):
        return name
    # A remark in brackets stays behind the name, as in "Émile Zola (no number, 2)".
    name, bracket, remark = name.partition(" (")
    ranks, plain_name = _split_off_ranks(name)
    return " ".join([*ranks, f"{_reorder_plain_name(plain_name)}{bracket}{remark}"])


def _split_off_ranks(name: str) -> tuple[list[str], str]:
    """Return the titles that stay with *name*, and the name without them.

    >>> _split_off_ranks("Ash Ada, Prof. Dr."), _split_off_ranks("Dr")
    ((['Prof.', 'Dr.'], 'Ash Ada'), ([], 'Dr'))
    """
    ranks_before: list[str] = []
    ranks_behind: list[str] = []
    parts: list[str] = []
    for part in name.split(","):
        words = part.split()
        # The whole of "Lord, John" before the comma is a surname.
        is_surname = not parts and len(words) == 1 and not part.endswith(".")
        while words and not is_surname and _is_rank(words[0]):
            ranks_before.append(words.pop(0))
        first_behind = len(ranks_behind)
        while len(words) > 1 and _is_rank(words[-1]):
            ranks_behind.insert(first_behind, words.pop())
        parts.append(" ".join(words))
    plain_name = ", ".join(filter(None, parts))
    if plain_name and (ranks_before or ranks_behind):
        return [*ranks_before, *ranks_behind], plain_name
    return [], name


def without_degree(name: str) -> str:
    """Return *name* without an academic title, by which lists write one person in two ways.

    >>> without_degree("Dr Ann Ash"), without_degree("Prof. Dr. Bob Birch"), without_degree("Sir John Smith")
    ('Ann Ash', 'Bob Birch', 'Sir John Smith')
    """
    ranks, plain_name = _split_off_ranks(name)
    kept_ranks = [rank for rank in ranks if rank.rstrip(".").casefold() not in DEGREES]
    return " ".join([*kept_ranks, plain_name])


def _reorder_plain_name(name: str) -> str:
    parts = [part.strip() for part in name.split(",")]
    parts = [part for part in parts if part and not _is_title(part)] or [name]
    suffix = ""
    if len(parts) > 1 and _is_suffix(parts[-1]):
        suffix = f" {parts.pop()}"
        if len(parts) == 1:
            # "Bert Hazel, Jr." is in the usual order, and stays as its owner writes it.
            suffix = f",{suffix}"
    if len(parts) == 2:
        surname, given_names = _without_titles(parts[0]), _without_titles(parts[1])
        first_names, _blank, last_word = given_names.rpartition(" ")
        if first_names and _is_suffix(last_word) and not suffix:
            given_names, suffix = first_names, f" {last_word}"
        return " ".join(f"{given_names} {surname}{suffix}".split())
    if len(parts) > 2:
        # Whatever this is, people must see it.
        return name
    words = _without_titles(" ".join(parts)).split()
    if len(words) == 1:
        # "Mrs Smith" is not the person that "Mr Smith" is.
        words = " ".join(parts).split()
    return " ".join(_move_surname_words(words)) + suffix


def _split_off_visitor_mark(text: str) -> tuple[str, bool]:
    """Return *text* without the mark of a visitor, and whether it had one."""
    words = {word.strip("()[]:,.-–/").casefold() for word in text.split()}
    if words.isdisjoint(_VISITOR_WORDS) or is_placeholder(text):
        return text, False
    for pattern in (_VISITOR, _VISITOR_MARK):
        without_mark = " ".join(pattern.sub(" ", text).split())
        if without_mark != text and len(without_mark.split()) > 1:
            return without_mark, True
    # "Visitor" alone is a name.
    return text, all(word.isdecimal() or word in _VISITORS.split() for word in words)


def _without_telephone(text: str) -> str:
    """Return *text* without a telephone number.

    >>> _without_telephone("Ann Ash 01865 000001"), _without_telephone("Bob Birch (0123456)")
    ('Ann Ash', 'Bob Birch (0123456)')
    """
    if not any(map(str.isdecimal, text)):
        return text
    match = _find_telephone(text)
    if match is None:
        return text
    rest = " ".join(f"{text[: match.start()]} {text[match.end() :]}".split()).strip(" ,;:|-–")
    return rest if any(map(str.isalpha, rest)) else text


def _find_telephone(text: str) -> re.Match[str] | None:
    match = _TELEPHONE.search(text)
    if match and sum(map(str.isdecimal, match[0])) >= _MIN_TELEPHONE_DIGITS:
        return match
    return _LABELLED_TELEPHONE.search(text)


def is_telephone(text: str) -> bool:
    """Return whether *text* is a telephone number and nothing else.

    >>> [is_telephone(text) for text in ("07700 900001", "+447700900001", "tel. 555 123", "0123456")]
    [True, True, True, False]
    """
    match = _find_telephone(text.strip())
    return match is not None and match[0] == text.strip()


_NAME_AND_NUMBER = re.compile(r"[^\W\d_][^\W\d_A-Z]+ ?[0-9].*")


def is_listed_number(text: str) -> bool:
    """Return whether a cell of a list is a membership number, and no first name with one.

    >>> [is_listed_number(text) for text in ("701", "NZ 10234", "Ann 701", "07700 900001")]
    [True, True, False, False]
    """
    is_number = is_member_number(text) and _NAME_AND_NUMBER.fullmatch(text) is None
    return is_number and not is_telephone(text)


def _split_off_number(text: str) -> tuple[str, str]:
    """Return *text* without its membership number, and the number."""
    # Nearly all names are without, and a large event has 20,000.
    if not any(map(str.isdecimal, text)):
        return text, ""
    for pattern in (
        _NUMBER_IN_BRACKETS,
        _NUMBER_AFTER_SIGN,
        _NUMBER_BEFORE_NAME,
        _NUMBER_BEHIND_NAME,
    ):
        match = pattern.match(text) if pattern is _NUMBER_BEFORE_NAME else pattern.search(text)
        if match is None:
            continue
        number = " ".join(match["number"].split())
        name_text = " ".join(f"{text[: match.start()]} {text[match.end() :]}".split())
        has_name = any(map(str.isalpha, name_text))
        is_long = sum(map(str.isdecimal, number)) >= _MIN_DIGITS
        if has_name and is_long and is_member_number(number):
            return name_text.replace(" ,", ","), number
    return text, ""


def _without_titles(text: str) -> str:
    words = text.split()
    while len(words) > 1 and _is_title(words[0]):
        words.pop(0)
    while len(words) > 2 and _is_title(words[-1]) and not _is_suffix(words[-1]):
        words.pop()
    return " ".join(words)


def _is_title(word: str) -> bool:
    plain_word = word.rstrip(".").casefold()
    if plain_word in _DOTTED_TITLES:
        # "M SMITH" has an initial.
        return word.endswith(".") and plain_word != "m"
    return plain_word in TITLES


def _is_rank(word: str) -> bool:
    """Return whether *word* is a title such as ``Dr`` or ``Ing.``, and no name in capitals."""
    plain_word = word.rstrip(".").casefold()
    if plain_word not in _RANKS or (word.isupper() and len(word) > len("DR.")):
        return False
    return word.endswith(".") or plain_word in _UNDOTTED_RANKS


def _move_surname_words(words: list[str]) -> list[str]:
    """Return *words* with a surname in capitals, or before initials, behind the given names."""
    suffixes: list[str] = []
    while len(words) > 2 and _is_suffix(words[-1]):
        suffixes.insert(0, words.pop())
    count = _count_surname_words(words)
    return [*words[count:], *words[:count], *suffixes]


def _count_surname_words(words: list[str]) -> int:
    """Return how many of the first *words* are a surname in front of given names, or 0."""
    count = 0
    while count < len(words) and _is_part_of_surname(words[count]):
        count += 1
    rest = words[count:]
    # "NS Patel" has initials, "DROP TABLE x" no given name.
    has_surname = any(map(_is_long_or_known, words[:count]))
    if has_surname and any(len(word) > 1 for word in rest):
        # "SMITH John", but not "ANNA Maria SMITH".
        if not any(map(_is_in_capitals, rest)):
            return count
        return 0
    if len(words) > 1 and not rest and _is_dotted_initials(words[-1]):
        return len(words) - 1
    if (
        len(words) == 2
        and not rest
        and _is_initials_only(words[1])
        and len(words[0]) > _MAX_INITIALS
    ):
        return 1
    is_surname_and_initials = len(words) > 1 and all(map(_is_dotted_initials, words[1:]))
    if is_surname_and_initials and not _INITIALS.fullmatch(words[0]):
        return 1
    return 0


def _is_in_capitals(word: str) -> bool:
    """Return whether *word* is a surname in capitals, such as ``McDONALD``, and no initials."""
    if word in _PARTS_OF_SURNAMES:
        return True
    letters = _SURNAME_PREFIX.sub("", word).replace("ß", "")
    return letters.isupper() and sum(map(str.isalpha, letters)) > 1 and "." not in word


def _is_long_or_known(word: str) -> bool:
    """Return whether *word* in capitals is a surname. Most of two letters are initials."""
    return word in _SHORT_SURNAMES or (_is_in_capitals(word) and len(word) > _MAX_INITIALS)


def _is_initials_only(word: str) -> bool:
    """Return whether *word* is two capitals that nobody can say, as the JM of ``SMITH JM``."""
    return (
        len(word) == _MAX_INITIALS
        and word.isupper()
        and _VOWELS.isdisjoint(word)
        and word not in _SHORT_SURNAMES
    )


def _is_part_of_surname(word: str) -> bool:
    return _is_in_capitals(word) or (word.islower() and is_particle(word))


def _is_dotted_initials(word: str) -> bool:
    is_short = len(word) == 1 or "." in word or (len(word) == 3 and word[1] == "-")
    return is_short and word[0].isupper() and _INITIALS.fullmatch(word) is not None


def _is_suffix(word: str) -> bool:
    return word.rstrip(".").casefold() in NAME_SUFFIXES or _is_honour(word)


def _is_honour(word: str) -> bool:
    """Return whether *word* is a degree or an honour, such as ``Ph.D.`` or ``MBE``."""
    plain_word = word.replace(".", "")
    return plain_word.casefold() in _HONOURS and not plain_word.istitle()
