"""Read the text of a chat as a list: the names in its messages, or the senders.

Phones export and copy chats in several forms, which differ in the order of date and time.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from director.formats.names.person import (
    is_placeholder,
    is_telephone,
    parse_person,
    split_people,
)
from director.formats.reading import strip_invisible
from director.names import is_particle

_DATE = r"[0-9]{1,4}[./-][0-9]{1,2}(?:[./-](?:[0-9]{2,4})?)?"
_TIME = (
    r"[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?(?:[ \u00a0\u202f]?[AaPp]\.?[ \u00a0\u202f]?[Mm]\.?)?"
)
_STAMP = re.compile(
    rf"^[\u200e\u200f]*(?:\[(?:{_DATE},? {_TIME}|{_TIME},? {_DATE})\](?: [-–])?|{_DATE},? {_TIME} [-–])[ \u00a0]",
)
"""As in ``[09/09/2026, 18:03:11] Ann: Hi``, ``9.9.26, 18:03 - Ann: Hi`` and ``[18:03, 09/09/2026] Ann: Hi``."""
_STAMP_BEHIND_SENDER = re.compile(rf"^(?P<sender>[^\[\n]{{1,60}}), \[{_DATE},? {_TIME}\]:?\s*$")
_SENDER = re.compile(r"(?:~[ \u00a0\u202f]?)?(?P<sender>[^:\n]{1,60}):(?:\s+|$)(?P<message>.*)")
_LIST_MARKER = re.compile(r"^(?:[0-9]{1,3}[.)]|[-*•·])\s+")
_CONTRACTION = re.compile(r"\w['’](?:m|ll|ve|re|d|t)\b", re.IGNORECASE)
_NAME_SIGNS = frozenset(" .,'’`´-‐‑&+/()#\t;")
_TALK_WORDS = """i im me my you we us it in out am is are be was will would can could cant cannot not dont wont no yes yeah yep
    ok okay too also please pls thanks thank thx cheers sorry count playing play coming come here there this that tonight
    tomorrow today week maybe hello hi hey great good fine sure present absent deleted omitted media image video sticker
    message call missed encrypted joined left added removed changed created group when who what where
    ich mich bin dabei auch ja nein nicht komme kann leider danke gerne bitte heute morgen
    oui non moi aussi je suis présent presente merci désolé peux pas viens
    sí si no yo también voy puedo gracias io anche ci sono vengo grazie
    ik ook kom mee nee jag också kommer jeg også kommer nei tak takk tack"""
_TALK = frozenset(_TALK_WORDS.split())
_MAX_WORDS_OF_NAME = 6
_NAME, _TALKING, _UNCLEAR = "name", "talking", "unclear"
_NAMES_OF_SENDERS = "Name\t[Message]"
_ASK_WHICH = "[Sender]\t[Message]"


@dataclass(frozen=True, slots=True)
class _ChatLine:
    """A line of a chat. *sender* is empty in further lines of a message."""

    sender: str
    text: str
    is_notice: bool = False  # of the program that carries the chat


def read_chat(text: str) -> str:
    """Return *text* as a list of names if it is a chat, or as it is.

    If every message is a name, those are the list. If none is, the senders are, each once. If only some are,
    the list has a column of senders and one of messages with headings that nobody knows, so the
    director is asked.

    >>> read_chat("[09/09/2026, 18:03:11] Ann: Bob Birch & Cyd Cole")
    'Bob Birch & Cyd Cole'
    >>> read_chat("09/09/2026, 18:03 - Ann Ash: I’m in").splitlines()
    ['Name\\t[Message]', 'Ann Ash\\tI’m in']
    """
    lines = text.splitlines()
    if not any(_STAMP.match(line) or _STAMP_BEHIND_SENDER.match(line) for line in lines):
        return text
    chat_lines = list(_iter_chat_lines(lines))
    spoken_lines = [line for line in chat_lines if line.text and not line.is_notice]
    verdicts = {_judge(line.text) for line in spoken_lines}
    if verdicts <= {_NAME}:
        return "\n".join("" if line.is_notice else line.text for line in chat_lines)
    has_named_sender = any(_judge(line.sender) == _NAME for line in spoken_lines)
    if verdicts == {_TALKING} and has_named_sender:
        return _format_senders(chat_lines)
    rows = (
        f"{_clean(line.sender)}\t{_LIST_MARKER.sub('', _clean(line.text))}" for line in spoken_lines
    )
    return "\n".join([_ASK_WHICH, *rows])


def _iter_chat_lines(lines: Iterable[str]) -> Iterator[_ChatLine]:
    sender_above = ""
    for line in lines:
        if match := _STAMP_BEHIND_SENDER.match(line):
            sender_above = match["sender"].strip()
            yield _ChatLine("", "")
        elif stamp := _STAMP.match(line):
            yield _parse_message(line[stamp.end() :])
        else:
            yield _ChatLine(sender_above if line.strip() else "", line)
            if line.strip():
                sender_above = ""


def _parse_message(text: str) -> _ChatLine:
    """Return the line of a chat that follows a date and a time."""
    if match := _SENDER.fullmatch(text):
        return _ChatLine(strip_invisible(match["sender"]), match["message"].strip())
    return _ChatLine("", text, is_notice=_judge(text) != _NAME)


def _format_senders(chat_lines: Iterable[_ChatLine]) -> str:
    """Return each sender with the messages, and what nobody sent without a name."""
    texts_by_sender: dict[str, list[str]] = {}
    sender = ""
    nameless_rows = []
    for line in chat_lines:
        if line.is_notice:
            nameless_rows.append(f"\t{_clean(line.text)}")
            continue
        sender = line.sender or sender
        if is_telephone(sender) and line.text:
            nameless_rows.append(f"\t{_clean(f'{sender}: {line.text}')}")
        elif sender and not is_telephone(sender):
            texts_by_sender.setdefault(_clean(sender), []).append(line.text)
    rows = []
    for name, texts in texts_by_sender.items():
        message = " ".join(filter(None, map(_clean, texts)))
        rows.append(f"{name}\t{message}")
    return "\n".join([_NAMES_OF_SENDERS, *rows, *nameless_rows])


def _clean(text: str) -> str:
    """Return *text* as a cell between tabs."""
    return strip_invisible(text).replace('"', "'")


def _judge(text: str) -> str:
    """Return whether *text* is names, something else that is said, or unclear.

    >>> _judge("Bob Birch & Cyd Cole"), _judge("me too"), _judge("ann ash")
    ('name', 'talking', 'unclear')
    """
    text = _LIST_MARKER.sub("", strip_invisible(text))
    if is_placeholder(text):
        return _NAME
    words = re.findall(r"[^\W\d_][\w.'’-]*", text)
    keys = {word.casefold().strip(".'’-") for word in words}
    signs = {sign for sign in text if not (sign.isalnum() or sign in _NAME_SIGNS)}
    if not words or signs or _CONTRACTION.search(text) or keys & _TALK:
        return _TALKING
    people = [parse_person(part).name.split() for part in split_people(text)]
    are_capital = [
        not word[0].islower() or is_particle(word) for name in people for word in name if word
    ]
    if len(words) > _MAX_WORDS_OF_NAME * len(people) or (
        len(words) > 2 and not any(are_capital[1:])
    ):
        return _TALKING
    is_whole = any(len(name) > 1 for name in people)
    return _NAME if is_whole and all(are_capital) and all(people) else _UNCLEAR
