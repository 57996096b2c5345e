"""Template filters for suits, contracts, scores and percentages."""

import re
from fractions import Fraction
from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join

from scoring import percent_text, points_text, tally_text

register = template.Library()

SUITS = {
    "C": ("♣", "clubs", "suit"),
    "D": ("♦", "diamonds", "suit red"),
    "H": ("♥", "hearts", "suit red"),
    "S": ("♠", "spades", "suit"),
}
DOUBLINGS = {"X": ("×", "doubled"), "XX": ("××", "redoubled")}
SHIFTED = " SHIFTED"
WORDS = {
    "PASS": "Pass",
    "NP": "not played",
    "LATER": "to be played later",
    "SHIFTED": "hands exchanged",
    "CARDS NS": "wrong cards, N-S at fault",
    "CARDS EW": "wrong cards, E-W at fault",
    "CARDS BOTH": "wrong cards, both at fault",
}
MINUS = "\N{MINUS SIGN}"

_CONTRACT = re.compile(
    r"(?P<level>[1-7])(?P<denomination>NT|[CDHS])(?P<doubling>X{0,2})(?P<rest>.*)"
)
_NEGATIVE = re.compile(r"(?<![^\s(])-(?=\d|½)")
_PARTS = re.compile(r"([0-9.]+%|N-S|E-W|/|,)")
_ARTIFICIAL = re.compile(r"A(?P<ns>\d\d|(?:[\d.]+[+-]?|NP)(?=/))/?(?P<ew>[\d.]+[+-]?|NP)")


@register.filter
@lru_cache(
    maxsize=4096
)  # the travellers and cards of a night show the same few contracts on every page
def contract(text: str) -> str:
    """Return a contract with suit symbols, named for screen readers.

    Also takes a whole entry in its canonical text, and the words and artificial scores that stand
    for a contract.

    >>> contract("3NTXX"), contract("PASS"), contract("A6040"), contract("")
    ('3NT<span role="img" aria-label="redoubled">××</span>', 'Pass', '60 : 40%', '')
    >>> contract("A60/NP"), contract("A60+/40-")
    ('60% : not due', '60+ : 40−%')
    >>> contract("4H")
    '4<span class="suit red" role="img" aria-label="hearts">♥</span>'
    >>> contract("4SXE-2")
    '4<span class="suit" role="img" aria-label="spades">♠</span><span role="img" aria-label="doubled">×</span> E −2'
    """
    if text.endswith(SHIFTED):
        return format_html("{}{}", contract(text.removesuffix(SHIFTED)), ", hands exchanged")
    if match := _CONTRACT.fullmatch(text):
        rest = _declarer_and_result(match["rest"])
        parts = (
            match["level"],
            _denomination(match["denomination"]),
            _doubling(match["doubling"]),
            rest,
        )
        return format_html_join("", "{}", ((part,) for part in parts))
    if match := _ARTIFICIAL.fullmatch(text):
        return _artificial(match["ns"], match["ew"])
    if text.startswith("NP: "):
        return f"{WORDS['NP']}: {text.removeprefix('NP: ')}"
    if "%" in text or " / " in text:
        return _assigned_score_text(text)
    return WORDS.get(text, text.replace("-", MINUS))


def _artificial(ns: str, ew: str) -> str:
    """Return the shares of both sides, or of one where the board was not due for the other."""
    if "NP" in (ns, ew):
        return " : ".join(
            "not due" if share == "NP" else f"{share.replace('-', MINUS)}%" for share in (ns, ew)
        )
    return f"{ns} : {ew}%".replace("-", MINUS)


def _assigned_score_text(text: str) -> str:
    """Return a weighted or split score, each of its results as it would stand alone."""
    parts = [part.strip() for part in _PARTS.split(text)]
    dressed = [part if _PARTS.fullmatch(part) else contract(part) for part in parts if part]
    text = format_html_join("", "{}{}", (("" if part == "," else " ", part) for part in dressed))
    return format_html('<span class="mix">{}</span>', text)


@register.filter
def suit(letter: str) -> str:
    """Return the symbol of a suit, named for screen readers.

    >>> suit("H")
    '<span class="suit red" role="img" aria-label="hearts">♥</span>'
    """
    return _denomination(letter)


@register.filter
def card(text: str) -> str:
    """Return a card, suit first, named for screen readers.

    >>> card("S10"), card("")
    ('<span class="suit" role="img" aria-label="spades">♠</span>10', '')
    """
    if text:
        return format_html("{}{}", _denomination(text[0]), text[1:])
    return ""


@register.filter
def signed(score: Fraction | int | None) -> str:
    """Return a score with a typographic minus, or "".

    >>> signed(620), signed(-500), signed(0), signed(None)
    ('620', '−500', '0', '')
    """
    if isinstance(score, Fraction):
        return points(score)
    if score is None:
        return ""
    return str(score).replace("-", MINUS)


@register.filter
def percent(value: Fraction | None, decimals: int = 2) -> str:
    """Return a percentage rounded to *decimals* without its sign, or "".

    >>> percent(Fraction(620, 13)), percent(Fraction(620, 13), 1), percent(None)
    ('47.69', '47.7', '')
    """
    if value is None:
        return ""
    return percent_text(value, decimals)


@register.filter
def points(value: Fraction | int | None, decimals: int | None = None) -> str:
    """Return points rounded to *decimals*, by default two or fewer.

    >>> points(7), points(Fraction(7, 2)), points(Fraction(-7, 3)), points(7, 2), points(None)
    ('7', '3.5', '−2.33', '7.00', '')
    """
    if value is None:
        return ""
    text = points_text(value) if decimals is None else points_text(value, decimals)
    return (text.rstrip("0").rstrip(".") if decimals is None else text).replace("-", MINUS)


@register.filter
def minus(text: str) -> str:
    """Return *text* with a typographic minus before negative figures.

    >>> minus("-140 in 1 game, 12 IMPs on 7-12 (-3) = -1.5")
    '−140 in 1 game, 12 IMPs on 7-12 (−3) = −1.5'
    """
    return _NEGATIVE.sub(MINUS, text)


def _denomination(letter: str) -> str:
    if letter == "NT":
        return letter
    sign, name, css = SUITS[letter]
    return format_html('<span class="{}" role="img" aria-label="{}">{}</span>', css, name, sign)


def _doubling(doubling: str) -> str:
    if not doubling:
        return ""
    sign, name = DOUBLINGS[doubling]
    return format_html('<span role="img" aria-label="{}">{}</span>', name, sign)


def _declarer_and_result(rest: str) -> str:
    """Return ``" E −2"`` from ``"E-2"``."""
    declarer = rest.rstrip("=+-0123456789")
    return "".join(f" {part}" for part in (declarer, rest[len(declarer) :]) if part).replace(
        "-", MINUS
    )


@register.filter
def party_figure(value: Fraction | int) -> str:
    """Return a figure of a party as it is written on a tally: ``"7½"``, ``"−3"``, ``"2 1/3"``.

    >>> party_figure(Fraction(15, 2)), party_figure(Fraction(1, 2)), party_figure(-3), party_figure(Fraction(7, 3))
    ('7½', '½', '−3', '2 1/3')
    """
    return tally_text(value).replace("-", "−")
