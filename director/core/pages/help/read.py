"""The documents of ``docs/``, their sections, and the help of each page."""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from itertools import count

import markdown
from django.conf import settings
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

DOCS = settings.BASE_DIR / "docs"
DESK = "desk.md"
"""The document with a section for each page of the desk."""
QUESTIONS = "how-do-i.md"
"""The document whose sections answer what people ask most."""
FIRST = (QUESTIONS, "first-evening.md", DESK, "glossary.md", "movements.md", "scoring/README.md")
"""What somebody at the desk reads first; the others follow by name."""
GROUPS = ("At the desk", "Scoring methods", "Hosting and development")
SCROLLED = '<div class="scroll prose" tabindex="0" role="region" aria-label="Table {}"><table>'
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
"""The section of ``DESK`` by how the name of an address begins, *session_* and *party_* aside."""


@dataclass(frozen=True)
class HelpSection:
    """A heading of a document and the text below it, up to the next heading."""

    document: str
    anchor: str
    title: str
    html: SafeString

    @cached_property
    def text(self) -> str:
        """Return the words of the section in one line."""
        return " ".join(unescape(strip_tags(self.html)).split())


@dataclass(frozen=True)
class Document:
    """A document: its path below ``docs/``, its title, and itself as HTML."""

    name: str
    title: str
    html: SafeString
    sections: tuple[HelpSection, ...]

    @property
    def group(self) -> str:
        """The readers of the document: directors, hosts or developers."""
        return GROUPS[max(0, _place(self.name) - len(FIRST) + 1)]


@cache
def documents() -> dict[str, Document]:
    """Return every document by its path below ``docs/``, the desk's first."""
    paths = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    return {
        name: _read(name)
        for name in sorted(paths, key=lambda name: (_place(name), "/" in name, name))
    }


def _place(name: str) -> int:
    if name in FIRST:
        return FIRST.index(name)
    return len(FIRST) + (not name.startswith("scoring/"))


def _read(name: str) -> Document:
    text = (DOCS / name).read_text(encoding="utf-8")
    extensions = {
        "tables": {"use_align_attribute": True},
        "fenced_code": {},
        "toc": {},
        "sane_lists": {},
    }
    extensions["smarty"] = {
        "smart_dashes": False,
        "smart_ellipses": False,
    }  # apostrophes as on the other pages
    html = markdown.markdown(text, extensions=list(extensions), extension_configs=extensions)
    numbers = count(1)
    html = re.sub("<table>", lambda _: SCROLLED.format(next(numbers)), html).replace(
        "</table>", "</table></div>"
    )
    parts = re.split(r'(?m)^(?=<h[12] id=")', html)
    sections = [_section(name, part) for part in parts if part.startswith("<h")]
    return Document(name, sections[0].title if sections else name, mark_safe(html), tuple(sections))  # noqa: S308 (ours)


def _section(name: str, part: str) -> HelpSection:
    head, _, body = part.partition("\n")
    html = re.sub(r'href="(?=[\w-]+\.md)', 'href="/help/', body)  # shown on pages of the desk too
    return HelpSection(name, head.split('"')[1], unescape(strip_tags(head)), mark_safe(html))  # noqa: S308


def section_of(page: str) -> HelpSection | None:
    """Return the help section of the page with the URL name *page*, or None."""
    words = page.split("_")
    names = ["_".join(words[:end]) for end in range(len(words), 0, -1)]
    names += [name.removeprefix("session_").removeprefix("party_") for name in names]
    anchor = next((SECTIONS[name] for name in names if name in SECTIONS), None)
    document = documents().get(DESK)
    if document:
        return next((each for each in document.sections if each.anchor == anchor), None)
    return None


def sections_with(words: str) -> list[tuple[HelpSection, str]]:
    """Return the sections with most of *words*, titles first within a group.

    >>> sections_with("phones broken")[0][0].title
    'Let players enter results on phones'
    """
    asked = [re.compile(rf"\b{re.escape(word.rstrip('s'))}") for word in _plain(words).split()]
    places: list[tuple[int, int, int, int, int, HelpSection, str]] = []
    for place, document in enumerate(documents().values()):
        for section in document.sections:
            title, text = _plain(section.title), _plain(f"{section.title} {section.text}")
            count = sum(bool(word.search(text)) for word in asked)
            named = sum(bool(word.search(title)) for word in asked)
            places.append(
                (
                    -count,
                    GROUPS.index(document.group),
                    -named,
                    place,
                    len(places),
                    section,
                    document.group,
                )
            )
    places.sort()
    return [
        (section, group) for count, *_, section, group in places if count and count == places[0][0]
    ]


def _plain(text: str) -> str:
    return text.casefold().replace("-", " ")
