"""Words written from the right stand in their order on paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.pdf.writing import reorder_left_to_right

words = st.text(max_size=60)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("Ada Ash & Bert Hazel", "Ada Ash & Bert Hazel", id="latin"),
        pytest.param("Łucja Győri", "Łucja Győri", id="accents"),
        pytest.param("3 \u05d3\u05e0\u05d4", "3 \u05d4\u05e0\u05d3", id="hebrew-after-a-number"),
        pytest.param(
            "\u05d0\u05d1 & \u05d2\u05d3", "\u05d3\u05d2 & \u05d1\u05d0", id="two-hebrew-names"
        ),
        pytest.param("\u05d0\u05d1 & Ann", "\u05d1\u05d0 & Ann", id="hebrew-and-latin"),
        pytest.param(
            "\u05d0\u05d1 12 \u05d2\u05d3",
            "\u05d3\u05d2 12 \u05d1\u05d0",
            id="number-between-hebrew",
        ),
        pytest.param("\u05d0\u05d1 12-3%", "12-3% \u05d1\u05d0", id="number-after-hebrew"),
        pytest.param(
            "\u0639\u0645\u0631 12-3", "3-12 \u0631\u0645\u0639", id="numbers-after-arabic"
        ),
        pytest.param(
            "Ann \u0639\u0645\u0631 Ash", "Ann \u0631\u0645\u0639 Ash", id="arabic-between-latin"
        ),
        pytest.param("\u05d1\u05b8\u05e8", "\u05e8\u05b8\u05d1", id="points-with-their-letter"),
        pytest.param("\u05d0 (\u05d1) \u05d2", "\u05d2 (\u05d1) \u05d0", id="brackets"),
    ],
)
def test_words_written_from_the_right_are_turned_round(text, shown):
    assert reorder_left_to_right(text) == shown


@given(text=words)
def test_turning_round_keeps_every_letter(text):
    assert sorted(reorder_left_to_right(text).translate(str.maketrans(")]", "(["))) == sorted(
        text.translate(str.maketrans(")]", "(["))
    )
