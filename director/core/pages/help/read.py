"""The documents of ``docs/``, their sections, and the help of each page.

The help of a page of the desk is a section of ``desk.md``, found by the URL name of the page.
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from itertools import count
from typing import NamedTuple

import markdown
from django.conf import settings
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

DOCS = settings.BASE_DIR / "docs"
DESK = "desk.md"
"""The document with a section for each page of the desk."""
QUESTIONS = "how-do-i.md"
"""The document that answers frequent questions, one in each section."""
DESK_DOCUMENTS = (
    QUESTIONS,
    "first-evening.md",
    DESK,
    "glossary.md",
)
"""The documents for directors, in the order of the list. The others follow by name."""
GROUPS = ("At the desk", "Scoring methods", "Movements, hosting and development")
SCROLLING_TABLE = (
    '<div class="scroll prose" tabindex="0" role="region" aria-label="Table {}"><table>'
)
"""The start of a table that scrolls by itself on a narrow screen."""
SECTIONS = {
    "tonight": "tonight",
    "event": "tonight",
    "nights": "nights",
    "partners": "nights",
    "results_import": "import-results",
    "people": "people",
    "person": "people",
    "club": "club",
    "own": "club",
    "accounts": "accounts",
    "sign_ins": "accounts",
    "account": "accounts",
    "backups": "backups",
    "backup": "backups",
    "field": "field",
    "section": "field",
    "add": "field",
    "remove": "field",
    "seats": "seats",
    "lineups": "line-ups",
    "print": "print",
    "play": "play",
    "room": "play",
    "tables": "phones-at-the-tables",
    "draw": "draw-rounds",
    "withdrawals": "change-movement",
    "changed": "change-movement",
    "irregularities": "report-a-problem",
    "off_schedule": "report-a-problem",
    "scores": "scores",
    "rulings": "rulings",
    "hands": "hands",
    "results": "results",
    "acts": "history",
    "event_changes": "history",
    "event_numbers": "results",
    "party_field": "field-of-a-party",
    "party_ways": "field-of-a-party",
    "party_custom": "field-of-a-party",
    "party_seats": "seats-of-a-party",
    "party_play": "play-of-a-party",
    "party_people": "play-of-a-party",
    "party_new_phones": "phones-at-the-tables",
    "party_skat": "play-of-a-party",
    "party_teams": "teams-and-tandems",
    "party_player": "seats-of-a-party",
    "party_list": "play-of-a-party",
    "party_series": "play-of-a-party",
    "party_prize_giving": "results-of-a-party",
    "party_cards": "play-of-a-party",
    "party_game": "play-of-a-party",
    "party_results": "results-of-a-party",
    "party_money": "results-of-a-party",
    "party_raffle": "results-of-a-party",
    "next_night": "club",
    "next_nights": "club",
    "club_season": "seasons",
    "event_seasons": "seasons",
    "party_season": "seasons",
    "party_seasons": "seasons",
}
"""The section of ``DESK`` by the beginning of a URL name, without *session_* or *party_*."""


@dataclass(frozen=True)
class HelpSection:
    """A heading of a document and the text below it, up to the next heading."""

    document: str
    anchor: str
    title: str
    html: SafeString

    @cached_property
    def text(self) -> str:
        """Return the text of the section in one line."""
        return " ".join(unescape(strip_tags(self.html)).split())


@dataclass(frozen=True)
class Document:
    """A document: its path below ``docs/``, its title and its HTML."""

    name: str
    title: str
    html: SafeString
    sections: tuple[HelpSection, ...]

    @property
    def group(self) -> str:
        """Return the group of the document: for directors, about scoring, or for hosts."""
        if self.name in DESK_DOCUMENTS:
            return GROUPS[0]
        return GROUPS[1] if self.name.startswith("scoring/") else GROUPS[2]


@cache
def documents() -> dict[str, Document]:
    """Return every document by its path below ``docs/``, those for directors first."""
    names = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    return {name: _read(name) for name in sorted(names, key=_sort_key)}


def _sort_key(name: str) -> tuple[int, bool, str]:
    if name in DESK_DOCUMENTS:
        rank = DESK_DOCUMENTS.index(name)
    elif name.startswith("scoring/"):
        rank = len(DESK_DOCUMENTS)
    else:
        rank = len(DESK_DOCUMENTS) + 1
    return rank, "/" in name, name


def _read(name: str) -> Document:
    text = (DOCS / name).read_text(encoding="utf-8")
    extensions = {
        "tables": {"use_align_attribute": True},
        "fenced_code": {},
        "toc": {},
        "sane_lists": {},
        # Apostrophes are curly as on other pages; dashes and dots are typed as they should be.
        "smarty": {"smart_dashes": False, "smart_ellipses": False},
    }
    html = markdown.markdown(text, extensions=list(extensions), extension_configs=extensions)
    table_numbers = count(1)
    html = re.sub("<table>", lambda _: SCROLLING_TABLE.format(next(table_numbers)), html)
    html = html.replace("</table>", "</table></div>")
    parts = re.split(r'(?m)^(?=<h[12] id=")', html)
    sections = tuple(_section(name, part) for part in parts if part.startswith("<h"))
    title = sections[0].title if sections else name
    return Document(name, title, mark_safe(html), sections)  # noqa: S308 (our own documents)


def _section(name: str, part: str) -> HelpSection:
    heading, _, body = part.partition("\n")
    # A section is also shown on pages of the desk, where relative links would lead elsewhere.
    html = re.sub(r'href="(?=[\w-]+\.md)', 'href="/help/', body)
    anchor = heading.split('"')[1]
    return HelpSection(name, anchor, unescape(strip_tags(heading)), mark_safe(html))  # noqa: S308


def section_of(page: str) -> HelpSection | None:
    """Return the help section of the page with the URL name *page*, or None."""
    name_parts = page.split("_")
    # The longest beginning counts: "event_numbers" before "event".
    names = ["_".join(name_parts[:end]) for end in range(len(name_parts), 0, -1)]
    names += [name.removeprefix("session_").removeprefix("party_") for name in names]
    anchor = next((SECTIONS[name] for name in names if name in SECTIONS), None)
    document = documents().get(DESK)
    if document:
        for section in document.sections:
            if section.anchor == anchor:
                return section
    return None


def sections_with(words: str) -> list[tuple[HelpSection, str]]:
    """Return the sections with most of *words*, each with its group.

    Within a group, sections with the words in their title come first.

    >>> sections_with("phones broken")[0][0].title
    'Let players enter results on phones'
    """
    # A word without its plural s finds both forms, because it only has to begin a word.
    patterns = [
        re.compile(rf"\b{re.escape(word.rstrip('s'))}") for word in _plain_text(words).split()
    ]
    hits: list[_Hit] = []
    for document in documents().values():
        for section in document.sections:
            title = _plain_text(section.title)
            text = _plain_text(f"{section.title} {section.text}")
            hit = _Hit(
                words_found=sum(bool(pattern.search(text)) for pattern in patterns),
                words_in_title=sum(bool(pattern.search(title)) for pattern in patterns),
                section=section,
                group=document.group,
            )
            if hit.words_found:
                hits.append(hit)
    most_words = max((hit.words_found for hit in hits), default=0)
    best_hits = [hit for hit in hits if hit.words_found == most_words]
    # Sorting keeps the order of the documents among equals.
    best_hits.sort(key=lambda hit: (GROUPS.index(hit.group), -hit.words_in_title))
    return [(hit.section, hit.group) for hit in best_hits]


class _Hit(NamedTuple):
    words_found: int
    words_in_title: int
    section: HelpSection
    group: str


def _plain_text(text: str) -> str:
    return text.casefold().replace("-", " ")
