"""What is said of names that no font has."""

import pytest

from director.core.night.printing import list_unprintable_text_warnings

WANG, LI, KIM = "\u738b\u5c0f\u660e", "\u674e\u96f7", "\uae40\ubbfc\uc218"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        pytest.param([WANG, "Ada Ash"], f"“{WANG}” has letters", id="one"),
        pytest.param([WANG, "Ada Ash", KIM, WANG], f"“{WANG}” and “{KIM}” have letters", id="two"),
        pytest.param([WANG, LI, KIM], f"“{WANG}”, “{LI}” and “{KIM}” have letters", id="three"),
        pytest.param(
            [f"{WANG} {number}" for number in range(8)],
            "".join(f"“{WANG} {number}”, " for number in range(5))
            + f"“{WANG} 5” and 2 more have letters",
            id="eight",
        ),
    ],
)
def test_names_are_reported(texts, said):
    (sentence,) = list_unprintable_text_warnings(texts)
    assert sentence.startswith(f"{said} that no font here can print; ")


def test_nothing_is_said_of_names_that_can_be_printed():
    assert (
        list_unprintable_text_warnings(
            ["Ada Ash", "\u0416\u0430\u043d\u043d\u0430", "\u0639\u0645\u0631"]
        )
        == ()
    )
