"""The documents of the help: files of ``docs/`` as HTML, cut at their headings.

A heading may be followed by a comment with other words for the same question, separated by semicolons:
``<!-- also: guest; somebody without a name -->``. Readers don't see it, the search does.
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from itertools import count, takewhile
from typing import NamedTuple

import markdown
from django.conf import settings
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

DOCS_FOLDER = settings.BASE_DIR / "docs"
DESK_DOCUMENT = "desk.md"
"""The document with a section for each page of the desk."""
QUESTIONS_DOCUMENT = "how-do-i.md"
"""The document that answers frequent questions, one in each section."""
DOCUMENT_SUMMARIES = {
    QUESTIONS_DOCUMENT: "Short answers to frequent questions.",
    "first-evening.md": "An evening from the first page to the results, step by step.",
    "which-movement.md": "Who plays where: what each movement is, when to take it, what it needs.",
    "what-fairness-means.md": "How equally a movement compares the pairs, worked out for one evening.",
    "which-party.md": "Whist drives, euchre and other parties: how people move.",
    "which-scoring.md": "What each method of scoring rewards, and when to take it.",
    "sending.md": "Send results to BridgeWebs or by e-mail, and what else takes them.",
    DESK_DOCUMENT: "What you do on every page, and its keys.",
    "glossary.md": "What the words mean.",
}
"""What each document of the help is about, in the order in which a search names them.

The other documents are for those who install or develop the program, and are no part of the help.
"""
PAGED_DOCUMENTS = (DESK_DOCUMENT, QUESTIONS_DOCUMENT)
"""Documents whose sections are pages of their own. No two of their headings are the same."""
EXAMPLE_COUNT = 3
TOPIC_LEVEL = 2
"""The level of the headings in the contents; those below are movements and methods."""
SCROLLING_TABLE_HTML = (
    '<div class="scroll prose" tabindex="0" role="region" aria-label="Table {}"><table>'
)
"""The start of a table that scrolls by itself on a narrow screen."""
OTHER_TITLES_PATTERN = re.compile(r"<!-- also: (.*?) -->\s*", re.DOTALL)
"""The comment with other words for the heading above it."""
FIRST_SENTENCE_PATTERN = re.compile(r".{12,}?[.?!](?= |$)")
"""A sentence. A full stop within a few letters belongs to a number or an abbreviation."""


@dataclass(frozen=True)
class HelpSection:
    """A heading of a document and the text below it, up to the next heading."""

    document: str
    document_title: str
    anchor: str
    level: int
    title: str
    html: SafeString
    other_titles: tuple[str, ...] = ()
    """Other words for the same question, which only the search reads."""

    @cached_property
    def first_sentence(self) -> str:
        """Return the first sentence of the text."""
        match = FIRST_SENTENCE_PATTERN.match(self.text)
        return match[0] if match else self.text

    @property
    def address(self) -> str:
        """Return the address of the page that shows the section."""
        if self.document in PAGED_DOCUMENTS:
            return reverse("help_panel", args=[self.anchor])
        return f"{reverse('help_document', args=[self.document])}#{self.anchor}"

    @cached_property
    def text(self) -> str:
        """Return the text of the section in one line."""
        # Markdown ends each paragraph and list item with a line break, so no two words are joined.
        return " ".join(unescape(strip_tags(self.html)).split())


@dataclass(frozen=True)
class Document:
    """A document: its path below ``docs/``, its title and its HTML."""

    name: str
    title: str
    html: SafeString
    sections: tuple[HelpSection, ...]

    @property
    def summary(self) -> str:
        """Return what the document is about, in one sentence."""
        return DOCUMENT_SUMMARIES[self.name]

    @property
    def topics(self) -> list[HelpSection]:
        """Return the sections that the contents list."""
        return [section for section in self.sections if section.level == TOPIC_LEVEL]


class SectionGroup(NamedTuple):
    """Sections about one part of an evening, with their heading."""

    title: str
    questions: tuple[HelpSection, ...]

    @property
    def example_titles(self) -> list[str]:
        """The first few questions, which say what the group is about."""
        return [question.title for question in self.questions[:EXAMPLE_COUNT]]


def list_section_groups(document_name: str) -> list[SectionGroup]:
    """Return the sections of a document that are pages of their own, in groups.

    Questions are in the groups of their document. The pages of the desk are one group.
    """
    document = load_documents()[document_name]
    if document_name == DESK_DOCUMENT:
        return [SectionGroup(document.title, tuple(document.topics))]
    sections = document.sections
    groups: list[SectionGroup] = []
    for heading_position, heading in enumerate(sections):
        if heading.level == TOPIC_LEVEL:
            questions = takewhile(
                lambda section: section.level > TOPIC_LEVEL, sections[heading_position + 1 :]
            )
            groups.append(SectionGroup(heading.title, tuple(questions)))
    return groups


def find_section_with_group(anchor: str) -> tuple[HelpSection, SectionGroup] | None:
    """Return the section *anchor* that is a page of its own, with its group, or None."""
    for document_name in PAGED_DOCUMENTS:
        for group in list_section_groups(document_name):
            for section in group.questions:
                if section.anchor == anchor:
                    return section, group
    return None


@cache
def load_documents() -> dict[str, Document]:
    """Return the documents of the help by path below ``docs/``, in search order."""
    return {name: _load_document(name) for name in DOCUMENT_SUMMARIES}


def _load_document(name: str) -> Document:
    text = (DOCS_FOLDER / name).read_text(encoding="utf-8")
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
    html = re.sub("<table>", lambda _: SCROLLING_TABLE_HTML.format(next(table_numbers)), html)
    html = html.replace("</table>", "</table></div>")
    parts = re.split(r'(?m)^(?=<h[1-3] id=")', html)
    title = text.partition("\n")[0].removeprefix("# ")
    sections = tuple(_make_section(name, title, part) for part in parts if part.startswith("<h"))
    html = OTHER_TITLES_PATTERN.sub("", html)
    return Document(name, title, mark_safe(html), sections)  # noqa: S308 (our own documents)


def _make_section(name: str, document_title: str, part: str) -> HelpSection:
    heading, _, body = part.partition("\n")
    # A section is also shown on pages of the desk, where relative links would lead elsewhere.
    html = re.sub(r'href="(?=[\w-]+\.md)', 'href="/help/', body)
    if name in PAGED_DOCUMENTS:
        html = re.sub(r'href="#([\w-]+)"', r'href="/help/for/\1/"', html)
    other_titles = [
        " ".join(title.split())
        for comment in OTHER_TITLES_PATTERN.findall(html)
        for title in unescape(comment).split(";")
    ]
    html = OTHER_TITLES_PATTERN.sub("", html)
    anchor = heading.split('"')[1]
    level = int(heading[len("<h")])
    title = unescape(strip_tags(heading))
    return HelpSection(
        document=name,
        document_title=document_title,
        anchor=anchor,
        level=level,
        title=title,
        html=mark_safe(html),  # noqa: S308
        other_titles=tuple(other_titles),
    )
