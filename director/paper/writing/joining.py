"""Arabic letters in the forms in which they join their neighbours.

Which letters join on which side is read from the forms that Unicode lists for each: a letter with a form for the middle
of a word joins on both sides, one with a form for the end joins what stands before it.  Source: Unicode Standard, 9.2.
"""

import unicodedata
from functools import cache

_FORMS = ("<isolated>", "<final>", "<initial>", "<medial>")
_BLOCKS = (range(0xFB50, 0xFE00), range(0xFE70, 0xFEFD))
_LAM = "\u0644"
_TATWEEL = "\u0640"

Forms = dict[str, str]
"""How a letter looks, by the name of the form."""


@cache
def _forms() -> dict[str, Forms]:
    """Return the forms of every Arabic letter, and of lam with alef, which are written as one."""
    forms: dict[str, Forms] = {}
    for number in (number for block in _BLOCKS for number in block):
        form, *letters = unicodedata.decomposition(chr(number)).split() or [""]
        text = "".join(chr(int(letter, 16)) for letter in letters)
        if form in _FORMS and (len(text) == 1 or (len(text) == 2 and text[0] == _LAM and text[1] in _ALEFS)):
            forms.setdefault(text, {})[form] = chr(number)
    return forms


_ALEFS = "\u0622\u0623\u0625\u0627"


def joined_letters(text: str) -> str:
    """Return *text* with its Arabic letters in the forms that join; anything else stays as it is.

    >>> [f"{ord(letter):X}" for letter in joined_letters("\u0628\u0628\u0627 \u0644\u0627")]
    ['FE91', 'FE92', 'FE8E', '20', 'FEFB']
    """
    if not any("\u0600" <= letter <= "\u08ff" for letter in text):
        return text
    units = _units(text)
    letters = [at for at, unit in enumerate(units) if not _is_mark(unit)]
    shown = list(units)
    for place, at in enumerate(letters):
        before = units[letters[place - 1]] if place else ""
        after = units[letters[place + 1]] if place + 1 < len(letters) else ""
        forms = _forms().get(units[at])
        if forms:
            is_joined = _joins_next(before) and _joins_former(units[at])
            joins_on = _joins_next(units[at]) and _joins_former(after)
            form = _FORMS[is_joined + 2 * joins_on]
            shown[at] = forms.get(form, units[at])
    return "".join(shown)


def _units(text: str) -> list[str]:
    """Return the letters of *text*, lam and alef together where nothing stands between them."""
    units: list[str] = []
    for letter in text:
        if units and units[-1] == _LAM and letter in _ALEFS:
            units[-1] += letter
        else:
            units.append(letter)
    return units


def _is_mark(unit: str) -> bool:
    return unicodedata.category(unit[0]) == "Mn"


def _joins_next(unit: str) -> bool:
    return unit == _TATWEEL or "<initial>" in _forms().get(unit, {})


def _joins_former(unit: str) -> bool:
    return unit == _TATWEEL or "<final>" in _forms().get(unit, {})
