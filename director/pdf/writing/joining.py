"""Arabic letters in the forms in which they join their neighbours.

The forms that Unicode lists for a letter show on which sides it joins: a letter with a form for the
middle of a word joins on both sides, one with a form for the end joins the letter before it.
Source: Unicode Standard, 9.2.
"""

import unicodedata
from functools import cache
from itertools import chain

_FORMS = ("<isolated>", "<final>", "<initial>", "<medial>")
_BLOCKS = (range(0xFB50, 0xFE00), range(0xFE70, 0xFEFD))
_LAM = "\u0644"
_TATWEEL = "\u0640"
_ALEFS = "\u0622\u0623\u0625\u0627"

Forms = dict[str, str]
"""The code points of a letter by the name of the form."""


@cache
def _make_forms() -> dict[str, Forms]:
    """Return the forms of each Arabic letter, and of lam with alef, a pair written as one."""
    forms: dict[str, Forms] = {}
    for number in chain(*_BLOCKS):
        form, *letters = unicodedata.decomposition(chr(number)).split() or [""]
        text = "".join(chr(int(letter, 16)) for letter in letters)
        is_lam_alef = len(text) == 2 and text[0] == _LAM and text[1] in _ALEFS
        if form in _FORMS and (len(text) == 1 or is_lam_alef):
            forms.setdefault(text, {})[form] = chr(number)
    return forms


def join_letters(text: str) -> str:
    """Return *text* with its Arabic letters in the forms that join.

    Anything else stays as it is.

    >>> [f"{ord(letter):X}" for letter in join_letters("\u0628\u0628\u0627 \u0644\u0627")]
    ['FE91', 'FE92', 'FE8E', '20', 'FEFB']
    """
    if not any("\u0600" <= letter <= "\u08ff" for letter in text):
        return text
    units = _split_units(text)
    letters = [unit_index for unit_index, unit in enumerate(units) if not _is_mark(unit)]
    joined_units = list(units)
    for letter_no, unit_index in enumerate(letters):
        previous_letter = units[letters[letter_no - 1]] if letter_no else ""
        next_letter = units[letters[letter_no + 1]] if letter_no + 1 < len(letters) else ""
        forms = _make_forms().get(units[unit_index])
        if forms:
            is_joined = _can_join_next(previous_letter) and _can_join_former(units[unit_index])
            joins_on = _can_join_next(units[unit_index]) and _can_join_former(next_letter)
            # _FORMS is in this order: neither, to the former, to the next, to both.
            form = _FORMS[is_joined + 2 * joins_on]
            joined_units[unit_index] = forms.get(form, units[unit_index])
    return "".join(joined_units)


def _split_units(text: str) -> list[str]:
    """Return the letters of *text*, with adjacent lam and alef as one unit."""
    units: list[str] = []
    for letter in text:
        if units and units[-1] == _LAM and letter in _ALEFS:
            units[-1] += letter
        else:
            units.append(letter)
    return units


def _is_mark(unit: str) -> bool:
    return unicodedata.category(unit[0]) == "Mn"


def _can_join_next(unit: str) -> bool:
    return unit == _TATWEEL or "<initial>" in _make_forms().get(unit, {})


def _can_join_former(unit: str) -> bool:
    return unit == _TATWEEL or "<final>" in _make_forms().get(unit, {})
