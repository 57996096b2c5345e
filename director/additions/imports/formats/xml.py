"""Read XML from untrusted files.

No address is fetched, no entity is expanded, and a hostile file can't fill the memory. The tree
builder is written for speed, since a large event has millions of elements: the children of a *flat*
element (a line of a traveller) become its attributes.
"""

import re
from collections.abc import Sequence
from html.entities import name2codepoint
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder  # the tree only; defusedxml does the parsing
from xml.parsers.expat import errors as expat_errors

from defusedxml import EntitiesForbidden
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from director.additions.shared.usebio import OWN_INSTRUCTION_TARGET, TABLE_INSTRUCTION_TARGET
from director.formats.errors import ImportFileError
from director.formats.reading import detect_code_page, strip_invisible

# A session of 100 pairs and 36 boards has some 20,000, one of 5,000 tables 2,000,000.
MAX_ELEMENTS = 4_000_000
MAX_DEPTH = 30
# Of one part of a line. Joining n pieces of text takes n² steps.
_MAX_TEXT_LENGTH = 10_000
_SHORT_TEXT_LENGTH = 40
_ENCODING = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]*)["']""")
_AMPERSAND = re.compile(rb"&(?:(?P<name>[A-Za-z][A-Za-z0-9]{0,30});|(?!#?[A-Za-z0-9]{1,30};))")
_NAMES_OF_XML = frozenset({b"amp", b"lt", b"gt", b"quot", b"apos"})
_LATIN_1 = frozenset({"iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1"})
_UTF_16 = frozenset({"utf-16", "utf-16le", "utf-16be", "unicode", "ucs-2"})
_SAMPLE_BYTES = 400
_EXPAT_CODES = expat_errors.codes
_CUT_SHORT_CODES = {
    _EXPAT_CODES[expat_errors.XML_ERROR_NO_ELEMENTS],
    _EXPAT_CODES[expat_errors.XML_ERROR_UNCLOSED_TOKEN],
    _EXPAT_CODES[expat_errors.XML_ERROR_PARTIAL_CHAR],
    _EXPAT_CODES[expat_errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
}
_ENCODING_CODES = {
    _EXPAT_CODES[expat_errors.XML_ERROR_INCORRECT_ENCODING],
    _EXPAT_CODES[expat_errors.XML_ERROR_UNKNOWN_ENCODING],
}
_INVALID_TOKEN = _EXPAT_CODES[expat_errors.XML_ERROR_INVALID_TOKEN]
_UNDEFINED_ENTITY = _EXPAT_CODES[expat_errors.XML_ERROR_UNDEFINED_ENTITY]
_AMPERSAND_ERROR_CODES = frozenset({"xml-stray-character", "xml-unknown-entity"})
"""Problems that may come from a bare &, which some programs write in names."""
# Bound once, because super() would be looked up for each of a million elements.
_START_ELEMENT = TreeBuilder.start
_END_ELEMENT = TreeBuilder.end


def read_xml(
    data: bytes, max_elements: int = MAX_ELEMENTS, *, flat_tag: str = ""
) -> tuple[Element, bool]:
    """Return the root element of *data* and whether its encoding had to be guessed.

    - Tags are in capitals and without a namespace.
    - The children of elements called *flat_tag* become attributes of their parent, each text on one
      line. If several have the same tag, the first counts.
    - A DOCTYPE is skipped, and an entity declaration is refused.
    - Bytes that aren't valid UTF-8 are read as Windows-1252, which Windows programs also write if
      they declare ISO 8859-1.

    >>> root, guessed = read_xml(b'<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a><b>1</b></a>')
    >>> root.tag, root.findtext("B"), guessed
    ('A', '1', False)
    >>> read_xml(b"<a><line><x>1</x><y> </y></line></a>", flat_tag="LINE")[0].find("LINE").attrib
    {'X': '1'}

    :raises ImportFileError: with the problem and its line
    """
    try:
        return _read_tree(data, max_elements, flat_tag)
    except ImportFileError as error:
        escaped_data = _escape_ampersands(data)
        if error.code not in _AMPERSAND_ERROR_CODES or escaped_data == data:
            raise
    return _read_tree(escaped_data, max_elements, flat_tag)


def _read_tree(data: bytes, max_elements: int, flat_tag: str) -> tuple[Element, bool]:
    encoding, is_guessed = _choose_encoding(data)
    # A blank line before the XML declaration is against the rules, but harmless.
    text = data.lstrip(b" \t\r\n")
    line_offset = data[: len(data) - len(text)].count(b"\n")
    try:
        # All at once: expat re-reads an unfinished token for each piece it is fed, which a hostile
        # file can exploit.
        builder = _TreeBuilder(max_elements, flat_tag)
        parser = DefusedXMLParser(target=builder, encoding=encoding)
        builder.attach(parser.parser)
        parser.feed(text)
        return parser.close(), is_guessed
    except ParseError as error:
        raise _make_shape_error(error, line_offset, _get_declared_encoding(data)) from None
    except EntitiesForbidden as error:
        raise _make_entity_error(error) from None
    except (LookupError, UnicodeError):
        raise _make_xml_encoding_error(encoding=_get_declared_encoding(data)) from None
    except ImportFileError:
        raise
    except ValueError:
        # Expat takes no encoding of more than one byte.
        raise _make_xml_encoding_error(encoding=_get_declared_encoding(data)) from None


def _escape_ampersands(data: bytes) -> bytes:
    """Return *data* with ``&amp;`` for a bare &, and numbers for the letters that HTML names.

    >>> _escape_ampersands(b"<a>Ash & Birch &lt; &#65; R&B Zo&euml; &what;</a>")
    b'<a>Ash &amp; Birch &lt; &#65; R&amp;B Zo&#235; &what;</a>'
    """
    return _AMPERSAND.sub(_escape_ampersand, data)


def _escape_ampersand(match: re.Match[bytes]) -> bytes:
    if not match["name"]:
        return b"&amp;"
    letter = name2codepoint.get(match["name"].decode("ascii"))
    if letter is None or match["name"] in _NAMES_OF_XML:
        return match[0]
    return f"&#{letter};".encode()


_OWN_TARGETS = {OWN_INSTRUCTION_TARGET, TABLE_INSTRUCTION_TARGET}


class _TreeBuilder(TreeBuilder):
    """Builds the tree, and raises before an oversized one fills the memory."""

    def __init__(self, max_elements: int, flat_tag: str) -> None:
        super().__init__(insert_pis=True)
        self._max_elements = max_elements
        self._flat_tag = flat_tag
        self._element_count = 0
        self._depth = 0
        # Numbers, names and scores repeat, so each is stored once.
        self._shared_texts: dict[str, str] = {}
        self._known_tags: dict[str, str] = {}  # in capitals, by tag in the file
        self._flat_depth = 0  # of the open flat element, 0 if there is none
        self._child_texts: dict[str, str] = {}  # of the open flat element, by tag
        self._text = ""
        self._visible_texts: dict[str, str] = {}
        self._expat: Any = None

    def attach(self, expat: Any) -> None:
        """Register as the handler of *expat*, which has been made safe.

        Calling ElementTree's own handlers would double the time.
        """
        self._expat = expat
        expat.StartElementHandler, expat.EndElementHandler = self._start_element, self._end_element

    def close(self) -> Element:
        """Return the root."""
        self._expat = None  # The parser and this builder refer to each other, and to the tree.
        return super().close()

    def pi(self, target: str, text: str | None = None) -> None:  # type: ignore[override]  # expat asks for nothing
        if target not in _OWN_TARGETS or not self._depth:
            return
        self._element_count += 1
        if self._flat_depth:
            self._child_texts.setdefault(target, self._get_visible_text(text or ""))
        elif target == OWN_INSTRUCTION_TARGET:
            super().pi(target, text)

    def _start_element(self, tag: str, attributes: Sequence[str]) -> None:
        self._check_element_limit()
        known_tag = self._get_known_tag(tag)
        if attributes and known_tag != self._flat_tag:
            attributes_by_name = dict(zip(attributes[::2], attributes[1::2], strict=True))
        else:
            attributes_by_name = {}
        element = _START_ELEMENT(self, known_tag, attributes_by_name)
        if known_tag == self._flat_tag:
            self._flat_depth, self._child_texts = self._depth, element.attrib
            expat = self._expat
            expat.StartElementHandler, expat.EndElementHandler = (
                self._start_child,
                self._end_child,
            )
            expat.CharacterDataHandler = self._add_child_data

    def _end_element(self, tag: str) -> None:
        self._depth -= 1
        element = _END_ELEMENT(self, tag)
        if (text := element.text) and len(text) < _SHORT_TEXT_LENGTH:
            element.text = self._shared_texts.setdefault(text, text)

    def _check_element_limit(self) -> None:
        self._element_count += 1
        self._depth += 1
        if self._element_count > self._max_elements:
            raise _make_xml_overgrown_error(what=f"more than {self._max_elements} elements")
        if self._depth > MAX_DEPTH:
            raise _make_xml_overgrown_error(
                what=f"elements more than {MAX_DEPTH} deep inside each other",
            )

    def _get_known_tag(self, tag: str) -> str:
        return self._known_tags.get(tag) or self._known_tags.setdefault(
            tag, tag.rpartition("}")[2].upper()
        )

    def _start_child(self, _tag: str, _attributes: Sequence[str]) -> None:
        self._depth += 1
        self._text = ""

    def _add_child_data(self, text: str) -> None:
        if len(self._text) < _MAX_TEXT_LENGTH:
            self._text += text

    def _end_child(self, tag: str) -> None:
        """Store the text of a flat element's child, or end the flat element.

        Written without calls, because it runs millions of times.
        """
        if self._depth == self._flat_depth:
            self._flat_depth = 0
            expat = self._expat
            expat.StartElementHandler, expat.EndElementHandler = (
                self._start_element,
                self._end_element,
            )
            expat.CharacterDataHandler = self.data
            self._end_element(tag)
            return
        self._depth -= 1
        self._element_count += 1
        if self._element_count > self._max_elements:
            raise _make_xml_overgrown_error(what=f"more than {self._max_elements} elements")
        if self._depth == self._flat_depth:
            text = self._visible_texts.get(self._text)
            if text is None:
                text = self._get_visible_text(self._text)
            child_texts = self._child_texts
            if text:
                child_tag = self._known_tags.get(tag) or self._get_known_tag(tag)
                if child_tag not in child_texts:
                    child_texts[child_tag] = text
        self._text = ""

    def _get_visible_text(self, text: str) -> str:
        visible = strip_invisible(text)
        if len(text) < _SHORT_TEXT_LENGTH:
            self._visible_texts[text] = visible
        return visible


def _choose_encoding(data: bytes) -> tuple[str | None, bool]:
    """Return the encoding for *data* (None for the declared one), and whether it is a guess."""
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8", False
    declared_encoding = _get_declared_encoding(data).lower()
    encoding_if_valid = None
    if declared_encoding in _UTF_16 and b"\0" not in data[:_SAMPLE_BYTES]:
        # Some Windows programs declare the encoding of their memory, and write another one.
        declared_encoding = ""
        encoding_if_valid = "utf-8"
    if declared_encoding in _LATIN_1:
        return "windows-1252", False
    if (
        declared_encoding not in ("", "utf-8")
        or b"\x00" in data[:4]
        or data.startswith((b"\xff\xfe", b"\xfe\xff"))
    ):
        return None, False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return detect_code_page(data), True
    return encoding_if_valid, False


def _get_declared_encoding(data: bytes) -> str:
    match = _ENCODING.search(data[:200])
    if match:
        return match[1].decode("ascii")
    return ""


def _make_shape_error(
    error: ParseError, line_offset: int, declared_encoding: str
) -> ImportFileError:
    line, column = error.position
    position = {"line": line + line_offset, "column": column + 1}
    if error.code in _CUT_SHORT_CODES:
        return ImportFileError(
            "xml-cut-short",
            "The file is incomplete: it ends near line {line}. Export it again.",
            line=position["line"],
        )
    if error.code in _ENCODING_CODES:
        return _make_xml_encoding_error(encoding=declared_encoding)
    if error.code == _INVALID_TOKEN:
        return ImportFileError(
            "xml-stray-character",
            "Line {line}, column {column} has a character that XML doesn’t allow. Use &amp; for & "
            "and &lt; for <, or export the event again.",
            **position,
        )
    if error.code == _UNDEFINED_ENTITY:
        return ImportFileError(
            "xml-unknown-entity",
            "Line {line}, column {column} has an unknown XML name between & and ;. Type the "
            "letter itself.",
            **position,
        )
    return ImportFileError(
        "xml-broken",
        "Line {line}, column {column} isn’t valid XML ({reason}). Correct it or export the "
        "event again.",
        **position,
        reason=expat_errors.messages.get(error.code, "unreadable"),
    )


def _make_entity_error(error: EntitiesForbidden) -> ImportFileError:
    if error.sysid is not None:
        return ImportFileError(
            "xml-fetched-entity",
            "The file asks to fetch “{address}” as its entity “{name}”, which isn’t allowed. "
            "Delete the <!ENTITY …> lines or export the event again.",
            address=error.sysid,
            name=error.name,
        )
    return ImportFileError(
        "xml-entity",
        "The file has an XML entity “{name}”, which can be unsafe. Delete the <!ENTITY …> "
        "lines or export the event again.",
        name=error.name,
    )


def _make_xml_encoding_error(*, encoding: object) -> ImportFileError:
    return ImportFileError(
        "xml-encoding",
        "The file isn’t in the encoding it names, “{encoding}”. Save it as UTF-8.",
        encoding=encoding,
    )


def _make_xml_overgrown_error(*, what: object) -> ImportFileError:
    return ImportFileError(
        "xml-overgrown",
        "The file has {what}, too many for a session. Choose another file.",
        what=what,
    )
