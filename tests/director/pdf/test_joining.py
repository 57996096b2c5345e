"""Arabic letters join, and nothing else changes."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.pdf.fonts import SUBSTITUTE, make_printable
from director.pdf.writing import join_letters


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        pytest.param("\u0645\u062d\u0645\u062f", "FEE3 FEA4 FEE4 FEAA", id="Muhammad"),
        pytest.param("\u0633\u0644\u0627\u0645", "FEB3 FEFC FEE1", id="lam-alef"),
        pytest.param("\u0644\u0627", "FEFB", id="lam-alef-alone"),
        pytest.param(
            "\u062f\u0627\u0631", "FEA9 FE8D FEAD", id="letters-that-join-nothing-behind-them"
        ),
        pytest.param("\u0628\u0640\u0628", "FE91 640 FE90", id="lengthened"),
        pytest.param("\u0628\u064e\u0628", "FE91 64E FE90", id="a-vowel-does-not-part"),
        pytest.param("\u0628 \u0628", "FE8F 20 FE8F", id="a-blank-parts"),
        pytest.param("\u067e\u06cc", "FB58 FBFD", id="Persian"),
        pytest.param("Ann \u05d0\u05d1", "41 6E 6E 20 5D0 5D1", id="other-scripts"),
    ],
)
def test_letters_join(text, forms):
    assert " ".join(f"{ord(letter):X}" for letter in join_letters(text)) == forms


@given(
    text=st.text(
        alphabet="\u0627\u0628\u062c\u062f\u0644\u0645\u0646\u0640\u064e\u0621 a1", max_size=20
    )
)
def test_joined_letters_are_the_same_letters(text):
    """Taking the forms apart again gives what was written, and joining twice changes nothing more."""
    shown = join_letters(text)
    assert unicodedata.normalize("NFKC", shown) == unicodedata.normalize("NFKC", text)
    assert join_letters(shown) == shown


@pytest.mark.parametrize("bold", [False, True])
def test_the_typeface_has_the_forms(bold):
    letters = "".join(
        chr(number)
        for number in (*range(0x0621, 0x063B), *range(0x0641, 0x064B), 0x67E, 0x686, 0x6AF)
    )
    for text in (letters, *(f"{letter}{letter}{letter}" for letter in letters)):
        assert SUBSTITUTE not in make_printable(text, bold)
