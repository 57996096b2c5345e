"""Read XML from strangers.

Nothing is fetched, no entity is expanded, and a hostile file can't grow in memory.
"""

import re
from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder  # the tree only; defusedxml does the parsing
from xml.parsers.expat import errors as expat_errors

from defusedxml import EntitiesForbidden
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from director.formats.errors import ImportFileError
from director.formats.reading import visible_text
from director.formats.sentences import FileSentences

MOST_ELEMENTS = (
    4_000_000  # a session of 100 pairs and 36 boards has some 20,000, one of 5,000 tables 2,000,000
)
DEEPEST = 30
_LONGEST_SAID = 10_000  # of one part of a line; joining pieces without end would take the square of their number
_SHORT = 40

_ENCODING = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]*)["']""")
_LATIN_1 = frozenset({"iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1"})
_CODES = expat_errors.codes
_CUT_SHORT = {
    _CODES[expat_errors.XML_ERROR_NO_ELEMENTS],
    _CODES[expat_errors.XML_ERROR_UNCLOSED_TOKEN],
    _CODES[expat_errors.XML_ERROR_PARTIAL_CHAR],
    _CODES[expat_errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
}
_WRONG_ENCODING = {
    _CODES[expat_errors.XML_ERROR_INCORRECT_ENCODING],
    _CODES[expat_errors.XML_ERROR_UNKNOWN_ENCODING],
}
_INVALID_TOKEN = _CODES[expat_errors.XML_ERROR_INVALID_TOKEN]
_UNDEFINED_ENTITY = _CODES[expat_errors.XML_ERROR_UNDEFINED_ENTITY]


def parse_xml(
    data: bytes, most_elements: int = MOST_ELEMENTS, *, flat: str = ""
) -> tuple[Element, bool]:
    """Return the root element of *data* and whether its encoding had to be guessed.

    Tags come in capitals and without a namespace.  The children of elements called *flat*, of which
    there are very many, are no elements: what they say stands in place of its attributes, on one
    line; of several with one tag the first.  A DOCTYPE is passed over, whatever address it names;
    an entity declaration is refused.  Bytes that are not the UTF-8 they are said or taken to be are
    read as Windows-1252, which is also what Windows programs write when they say ISO 8859-1.

    >>> root, guessed = parse_xml(b'<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a><b>1</b></a>')
    >>> root.tag, root.findtext("B"), guessed
    ('A', '1', False)
    >>> parse_xml(b"<a><line><x>1</x><y> </y></line></a>", flat="LINE")[0].find("LINE").attrib
    {'X': '1'}

    :raises ImportFileError: saying what is wrong, and near which line.
    """
    encoding, guessed = _encoding(data)
    text = data.lstrip(
        b" \t\r\n"
    )  # a blank line before the XML declaration is against the rules, but harmless
    line_offset = data[: len(data) - len(text)].count(b"\n")
    try:
        # All at once: expat re-reads an unfinished token for each piece it is fed, which a hostile
        # file can exploit.
        builder = _TreeBuilder(most_elements, flat)
        parser = DefusedXMLParser(target=builder, encoding=encoding)
        builder.listen(parser.parser)
        parser.feed(text)
        return parser.close(), guessed
    except ParseError as error:
        raise _shape_error(error, line_offset, _declared_encoding(data)) from None
    except EntitiesForbidden as error:
        raise _entity_error(error) from None
    except (LookupError, UnicodeError):
        raise ImportFileError(
            FileSentences.XML_ENCODING, encoding=_declared_encoding(data)
        ) from None
    except ValueError as error:
        if isinstance(error, ImportFileError):
            raise
        raise ImportFileError(
            FileSentences.XML_ENCODING, encoding=_declared_encoding(data)
        ) from None  # expat takes no encoding of more than one byte


OWN_WORDS = "kalamazoo"
"""The target of processing instructions that this program writes and reads; those of others are passed over."""


_START, _END = (
    TreeBuilder.start,
    TreeBuilder.end,
)  # super() is looked up anew for each of a million elements


class _TreeBuilder(TreeBuilder):
    """Builds the tree, but refuses one that is out of all proportion before it fills the memory."""

    def __init__(self, most_elements: int, flat: str) -> None:
        super().__init__(insert_pis=True)
        self._most, self._flat = most_elements, flat
        self._elements = 0
        self._depth = 0
        self._texts: dict[str, str] = {}  # numbers, names and scores come again and again
        self._plain: dict[
            str, str
        ] = {}  # a tag as it is written, and as it is known: one text for all its elements
        self._within = 0  # the depth of the flat element that is open
        self._said: dict[str, str] = {}  # what its children say
        self._text = ""
        self._visible: dict[str, str] = {}
        self._expat: Any = None

    def listen(self, expat: Any) -> None:
        """Be told by *expat*, which is defused already, without the steps between that take half of the time."""
        self._expat = expat
        expat.StartElementHandler, expat.EndElementHandler = self._begun, self._ended

    def close(self) -> Element:
        """Return the root."""
        self._expat = None  # the two hold each other, and the tree
        return super().close()

    def pi(self, target: str, text: str | None = None) -> None:  # type: ignore[override]  # expat asks for nothing
        if target != OWN_WORDS or not self._depth:
            return
        self._elements += 1
        if self._within:
            self._said.setdefault(OWN_WORDS, self._seen(text or ""))
        else:
            super().pi(target, text)

    def _begun(self, tag: str, attributes: Sequence[str]) -> None:
        self._count()
        plain = self._called(tag)
        if attributes and plain != self._flat:
            given = dict(zip(attributes[::2], attributes[1::2], strict=True))
        else:
            given = {}
        element = _START(self, plain, given)
        if plain == self._flat:
            self._within, self._said = self._depth, element.attrib
            expat = self._expat
            expat.StartElementHandler, expat.EndElementHandler = (
                self._child_begun,
                self._child_ended,
            )
            expat.CharacterDataHandler = self._child_data

    def _ended(self, tag: str) -> None:
        self._depth -= 1
        element = _END(self, tag)
        if (text := element.text) and len(text) < _SHORT:
            element.text = self._texts.setdefault(text, text)

    def _count(self) -> None:
        self._elements += 1
        self._depth += 1
        if self._elements > self._most:
            raise ImportFileError(
                FileSentences.XML_OVERGROWN, what=f"more than {self._most} elements"
            )
        if self._depth > DEEPEST:
            raise ImportFileError(
                FileSentences.XML_OVERGROWN,
                what=f"elements more than {DEEPEST} deep inside each other",
            )

    def _called(self, tag: str) -> str:
        return self._plain.get(tag) or self._plain.setdefault(tag, tag.rpartition("}")[2].upper())

    def _child_begun(self, _tag: str, _attributes: Sequence[str]) -> None:
        self._depth += 1
        self._text = ""

    def _child_data(self, text: str) -> None:
        if len(self._text) < _LONGEST_SAID:
            self._text += text

    def _child_ended(self, tag: str) -> None:
        """Store the text of a child of the flat element.

        There are so many of these that no handler is called.
        """
        if self._depth == self._within:
            self._within = 0
            expat = self._expat
            expat.StartElementHandler, expat.EndElementHandler = self._begun, self._ended
            expat.CharacterDataHandler = self.data
            self._ended(tag)
            return
        self._depth -= 1
        self._elements += 1
        if self._elements > self._most:
            raise ImportFileError(
                FileSentences.XML_OVERGROWN, what=f"more than {self._most} elements"
            )
        if self._depth == self._within:
            text = self._visible.get(self._text)
            if text is None:
                text = self._seen(self._text)
            said = self._said
            if text and (called := self._plain.get(tag) or self._called(tag)) not in said:
                said[called] = text
        self._text = ""

    def _seen(self, text: str) -> str:
        seen = visible_text(text)
        if len(text) < _SHORT:
            self._visible[text] = seen
        return seen


def _encoding(data: bytes) -> tuple[str | None, bool]:
    """Return the encoding to read *data* in (``None``: as it says itself) and whether that is a guess."""
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8", False
    declared = _declared_encoding(data).lower()
    if declared in _LATIN_1:
        return "windows-1252", False
    if (
        declared not in ("", "utf-8")
        or b"\x00" in data[:4]
        or data.startswith((b"\xff\xfe", b"\xfe\xff"))
    ):
        return None, False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "windows-1252", True
    return None, False


def _declared_encoding(data: bytes) -> str:
    match = _ENCODING.search(data[:200])
    if match:
        return match[1].decode("ascii")
    return ""


def _shape_error(error: ParseError, line_offset: int, declared: str) -> ImportFileError:
    line, column = error.position
    where = {"line": line + line_offset, "column": column + 1}
    if error.code in _CUT_SHORT:
        return ImportFileError(FileSentences.XML_CUT_SHORT, line=where["line"])
    if error.code in _WRONG_ENCODING:
        return ImportFileError(FileSentences.XML_ENCODING, encoding=declared)
    if error.code == _INVALID_TOKEN:
        return ImportFileError(FileSentences.XML_STRAY_CHARACTER, **where)
    if error.code == _UNDEFINED_ENTITY:
        return ImportFileError(FileSentences.XML_UNKNOWN_ENTITY, **where)
    return ImportFileError(
        FileSentences.XML_BROKEN,
        **where,
        reason=expat_errors.messages.get(error.code, "unreadable"),
    )


def _entity_error(error: EntitiesForbidden) -> ImportFileError:
    if error.sysid is not None:
        return ImportFileError(
            FileSentences.XML_FETCHED_ENTITY, address=error.sysid, name=error.name
        )
    return ImportFileError(FileSentences.XML_ENTITY, name=error.name)
