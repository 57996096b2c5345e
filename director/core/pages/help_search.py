"""The search of the help: it answers questions as people type them.

Each heading of the documents and each term of the glossary is an *entry*. A question is compared with
all titles of an entry together and with its text, and with the title that is nearest. Rare words count more than
frequent ones, and a word in several titles of an entry more than in one. A word that the help doesn't know is read as
the nearest that it knows. If the rarest word of the question is not in the best entry, none is sure to answer.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from math import inf, log
from typing import NamedTuple

from django.utils.html import strip_tags

from director.core.pages.help_documents import (
    DESK_DOCUMENT,
    QUESTIONS_DOCUMENT,
    TOPIC_LEVEL,
    HelpSection,
    load_documents,
)
from director.core.pages.help_words import (
    list_words,
    load_concepts_by_stems,
    stem_word,
    weigh_concepts,
)

GLOSSARY_DOCUMENT = "glossary.md"
LISTED_DOCUMENTS = (QUESTIONS_DOCUMENT, DESK_DOCUMENT, GLOSSARY_DOCUMENT)
"""Documents whose title says nothing about one question."""
CODE_ANCHORS = ("nouns-of-the-code", "what-a-verb-promises")
"""Sections of the glossary for those who change the program."""
QUESTION_WEIGHT = 1.0
PANEL_WEIGHT = 0.82
TERM_WEIGHT = 0.78
OTHER_WEIGHT = 0.72
"""How much an entry counts, by its document: questions, panels of pages, terms, and all others."""
MEANING_PATTERN = re.compile(
    r"\s*(?:what(?:.?s| is| are| do| does)|meaning of|explain|define)\b(?!.* (?:do|if|when)\b)|.*\bmeans?\b",
    re.IGNORECASE,
)
"""A question for the meaning of a word, which the glossary and the documents answer first."""
MEANING_WEIGHT = 1.6
"""How much more the glossary and the documents count for such a question."""
TEXT_SHARE = 0.4
"""The worth of a word in the text of an entry. A word in a title is worth 1, in many titles nearly 2."""
TITLE_SHARE = 0.45
"""The part of the score that the nearest title decides. Words of the whole entry decide the rest."""
MIN_SCORE = 0.08
"""The score that an entry needs to be an answer."""
MIN_SHARE_OF_BEST = 0.3
"""The share of the best entry's score that any other answer needs."""
MAX_ANSWERS = 12
MAX_SHORT_ANSWER_LETTERS = 700
"""Letters of a text that is shown whole. Of a longer text only the first sentence is shown."""
MAX_EXACT_WORD_LETTERS = 3
"""Letters up to which a word is read as it is typed. Longer words may have one wrong letter."""
MAX_SHORT_WORD_LETTERS = 4
"""Letters up to which the first letter of a word is never wrong, nor is it only the beginning of another."""
MIN_LONG_WORD_LETTERS = 8
"""Letters from which a word may have two wrong letters."""
_CONTRACT_PATTERN = re.compile(r"[1-7](?:c|d|h|s|nt?)x{0,2}")
"""A contract in a question, such as 4H: the question is about one, whichever it is."""
_PERSON_TITLES = frozenset(("mr", "mrs", "miss", "ms", "dr"))
MIN_JOINED_LETTERS = 6
"""Letters of two words that are read as one."""
_ROW_PATTERN = re.compile(r"<tr>\s*<td[^>]*>(.*?)</td>\s*<td[^>]*>(.*?)</td>", re.DOTALL)


class HelpAnswer(NamedTuple):
    """An entry that a search found."""

    title: str
    address: str
    document_title: str
    first_sentence: str
    section: HelpSection
    is_term: bool
    is_sure: bool = True
    """Whether it has the rarest word of the question."""

    @property
    def is_short(self) -> bool:
        """Whether the whole answer is shown among the answers."""
        return not self.is_term and len(self.section.text) <= MAX_SHORT_ANSWER_LETTERS

    @property
    def place(self) -> str:
        """The document and heading of the answer, as tests and notes name it."""
        return f"{self.section.document}#{self.section.anchor}"


@dataclass(frozen=True)
class _Entry:
    """An answer with the concepts of its titles and its text."""

    answer: HelpAnswer
    weight: float
    titles: tuple[dict[str, float], ...]
    worth_by_concept: dict[str, float]
    """The worth of each concept of the entry: most in a title, less in the text."""


@dataclass(frozen=True)
class _HelpIndex:
    entries: tuple[_Entry, ...]
    rarity: dict[str, float]
    """The weight of each concept, which is greater if fewer entries have the concept."""
    known_stems: dict[str, int]
    """How often each stem occurs in entries and concepts. Misspelt words are compared with them."""


def search_help(question: str) -> list[HelpAnswer]:
    """Return the answers to *question*, the best first.

    >>> [answer.title for answer in search_help("how do i print name lables??")][:1]
    ['Print labels and name badges']
    """
    index = _load_index()
    words = _join_words(_replace_names(list_words(question)), index)
    # The number of a pair or table is not what the question is about.
    words = [word for word in words if not (word.isdecimal() and len(word) == 1)]
    words = ["contract" if _CONTRACT_PATTERN.fullmatch(word) else word for word in words]
    stems = [_correct_stem(word, index) for word in words]
    question_weights = weigh_concepts(stems)
    # A question of stop words alone, such as "what now", is looked up as it is.
    question_weights = question_weights or dict.fromkeys(stems, 1.0)
    if not question_weights:
        return []
    asks_meaning = MEANING_PATTERN.match(question) is not None
    scores = [
        (
            _score(entry, question_weights, index.rarity)
            * _get_meaning_weight(entry, asks_meaning),
            entry,
        )
        for entry in index.entries
        if not entry.worth_by_concept.keys().isdisjoint(question_weights)
    ]
    best_score = max((score for score, _ in scores), default=0.0)
    least_score = max(MIN_SCORE, best_score * MIN_SHARE_OF_BEST)
    found = [scored for scored in scores if scored[0] >= least_score]
    # Sorting is stable, so equal answers keep the order of the documents.
    found.sort(key=lambda scored: -scored[0])
    rarest_concept = _find_rarest(question_weights, index.rarity)
    return [
        entry.answer._replace(is_sure=rarest_concept in entry.worth_by_concept)
        for _score, entry in found[:MAX_ANSWERS]
    ]


def _find_rarest(weights: dict[str, float], rarity: dict[str, float]) -> str:
    """Return the rarest concept of *weights*: one that no entry has, if there is any."""
    return max(weights, key=lambda concept: weights[concept] * rarity.get(concept, inf))


def _replace_names(words: Sequence[str]) -> list[str]:
    """Return *words* with "somebody" for a title and its name.

    >>> _replace_names("move mrs jones to table 3".split())
    ['move', 'somebody', 'to', 'table', '3']
    """
    anonymous_words: list[str] = []
    is_after_title = False
    for word in words:
        if is_after_title:
            is_after_title = False
        elif word in _PERSON_TITLES:
            anonymous_words.append("somebody")
            is_after_title = True
        else:
            anonymous_words.append(word)
    return anonymous_words


def _join_words(words: Sequence[str], index: _HelpIndex) -> list[str]:
    """Return *words*, two of which are one if the help knows it: "match points" is "matchpoints"."""
    joined_words: list[str] = []
    for word in words:
        compound = joined_words[-1] + word if joined_words else ""
        if len(compound) >= MIN_JOINED_LETTERS and stem_word(compound) in index.known_stems:
            joined_words[-1] = compound
        else:
            joined_words.append(word)
    return joined_words


def _get_meaning_weight(entry: _Entry, asks_meaning: bool) -> float:
    return MEANING_WEIGHT if asks_meaning and entry.weight < PANEL_WEIGHT else 1


def _score(entry: _Entry, question_weights: dict[str, float], rarity: dict[str, float]) -> float:
    """Return how well *entry* answers: how many words it has, and how near its nearest title is."""
    covered_weights = {
        concept: weight * entry.worth_by_concept.get(concept, 0)
        for concept, weight in question_weights.items()
    }
    coverage = _sum_rarity(covered_weights, rarity) / _sum_rarity(question_weights, rarity)
    title_likeness = max(
        (
            _compare_title(title, question_weights, rarity)
            for title in entry.titles
            if not title.keys().isdisjoint(question_weights)
        ),
        default=0.0,
    )
    return entry.weight * ((1 - TITLE_SHARE) * coverage + TITLE_SHARE * title_likeness)


def _compare_title(
    title: dict[str, float], question_weights: dict[str, float], rarity: dict[str, float]
) -> float:
    """Return the words that *title* and the question share, as a share of all words of both."""
    both = title.keys() | question_weights.keys()
    shared = {
        concept: min(title.get(concept, 0), question_weights.get(concept, 0)) for concept in both
    }
    all_words = {
        concept: max(title.get(concept, 0), question_weights.get(concept, 0)) for concept in both
    }
    return _sum_rarity(shared, rarity) / _sum_rarity(all_words, rarity)


def _sum_rarity(weights: dict[str, float], rarity: dict[str, float]) -> float:
    # A word that no entry has says a little too: the question is about something else.
    return sum(weight * rarity.get(concept, 1.0) for concept, weight in weights.items())


@cache
def _load_index() -> _HelpIndex:
    entries = tuple(_iter_entries())
    counts = Counter(concept for entry in entries for concept in entry.worth_by_concept)
    rarity = {concept: log(1 + len(entries) / count) for concept, count in counts.items()}
    known_stems: Counter[str] = Counter()
    for stems in load_concepts_by_stems():
        known_stems.update(dict.fromkeys(stems, 10))
    for section in _iter_sections():
        known_stems.update(
            map(stem_word, list_words(f"{section.title} {'. '.join(section.other_titles)}"))
        )
        known_stems.update(map(stem_word, list_words(section.text)))
    return _HelpIndex(entries, rarity, dict(known_stems))


def _iter_sections() -> Iterator[HelpSection]:
    for document in load_documents().values():
        for section in document.sections:
            is_title = section.level < TOPIC_LEVEL and document.name in LISTED_DOCUMENTS
            if section.text and not is_title and section.anchor not in CODE_ANCHORS:
                yield section


def _iter_entries() -> Iterator[_Entry]:
    for section in _iter_sections():
        titles = (section.title, *section.other_titles)
        answer = HelpAnswer(
            section.title,
            section.address,
            section.document_title,
            section.first_sentence,
            section,
            is_term=False,
        )
        yield _make_entry(answer, _get_weight(section), titles, section.text)
        if section.document == GLOSSARY_DOCUMENT:
            yield from _iter_terms(section)


def _iter_terms(section: HelpSection) -> Iterator[_Entry]:
    for term_html, meaning_html in _ROW_PATTERN.findall(section.html):
        term, meaning = unescape(strip_tags(term_html)), unescape(strip_tags(meaning_html))
        answer = HelpAnswer(
            term, section.address, section.document_title, meaning, section, is_term=True
        )
        yield _make_entry(answer, TERM_WEIGHT, re.split("[,;()]", term), meaning)


def _get_weight(section: HelpSection) -> float:
    if section.document == QUESTIONS_DOCUMENT:
        # The headings of its groups have no text.
        return QUESTION_WEIGHT
    if section.document == DESK_DOCUMENT and section.level == TOPIC_LEVEL:
        return PANEL_WEIGHT
    return OTHER_WEIGHT


def _make_entry(answer: HelpAnswer, weight: float, titles: Iterable[str], text: str) -> _Entry:
    weighed_titles = [_weigh_text(title) for title in titles]
    worth_by_concept = dict.fromkeys(_weigh_text(text), TEXT_SHARE)
    occurrences: Counter[str] = Counter()
    for title in weighed_titles:
        occurrences.update(title)
    for concept, count in occurrences.items():
        worth = 2 * count / (count + 1)
        worth_by_concept[concept] = max(worth, worth_by_concept.get(concept, 0))
    return _Entry(
        answer=answer,
        weight=weight,
        titles=tuple(title for title in weighed_titles if title) or ({"": 1.0},),
        worth_by_concept=worth_by_concept,
    )


def _weigh_text(text: str) -> dict[str, float]:
    return weigh_concepts([stem_word(word) for word in list_words(text)])


def _correct_stem(word: str, index: _HelpIndex) -> str:
    """Return the stem of *word*, or the nearest that the help knows."""
    stem = stem_word(word)
    if (
        stem in index.known_stems
        or word in index.known_stems
        or len(word) <= MAX_EXACT_WORD_LETTERS
    ):
        return stem
    most_wrong = 2 if len(word) >= MIN_LONG_WORD_LETTERS else 1
    candidates = []
    for known, count in index.known_stems.items():
        if len(word) <= MAX_SHORT_WORD_LETTERS and known[:1] != stem[0]:
            continue
        if known.startswith(stem) and len(stem) > MAX_SHORT_WORD_LETTERS - 1:
            candidates.append((0.5, -count, known))
        elif abs(len(known) - len(stem)) <= most_wrong:
            distance = _count_wrong_letters(stem, known, most_wrong)
            # The first letter is seldom wrong, and then it is the only one.
            if distance <= most_wrong and (distance < 2 or known[0] == stem[0]):
                candidates.append((distance + (known[0] != stem[0]) / 2, -count, known))
    return min(candidates)[2] if candidates else stem


def _count_wrong_letters(word: str, known: str, limit: int) -> int:
    """Return how many letters of *word* differ from *known*, two exchanged ones being one mistake.

    A number above *limit* is only known to be above.

    >>> [_count_wrong_letters("lables", known, 2) for known in ("labels", "tables", "labour")]
    [1, 1, 3]
    """
    before_previous: Sequence[int] = ()
    previous: list[int] = list(range(len(known) + 1))
    for row, letter in enumerate(word, start=1):
        current = [row]
        for column, known_letter in enumerate(known, start=1):
            cost = min(
                previous[column] + 1,
                current[column - 1] + 1,
                previous[column - 1] + (letter != known_letter),
            )
            is_exchange = (
                row > 1
                and column > 1
                and letter == known[column - 2]
                and word[row - 2] == known_letter
            )
            if is_exchange:
                cost = min(cost, before_previous[column - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before_previous, previous = previous, current
    return previous[-1]
