"""Suits, contracts, scores and figures as a page shows them."""

import doctest
from fractions import Fraction

import pytest
from django.template import Context, Template

from director.core.base.tags import cards

SPADE = '<span class="suit" role="img" aria-label="spades">♠</span>'
DIAMOND = '<span class="suit red" role="img" aria-label="diamonds">♦</span>'
DOUBLED = '<span role="img" aria-label="doubled">×</span>'


def show(source: str, **context) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


def test_examples():
    assert doctest.testmod(cards).failed == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("4SX", f"4{SPADE}{DOUBLED}", id="contract-doubled"),
        pytest.param("5D", f"5{DIAMOND}", id="contract-red"),
        pytest.param("3NT", "3NT", id="no-trumps"),
        pytest.param("4SS=", f"4{SPADE} S =", id="entry-made"),
        pytest.param("5DEW-1", f"5{DIAMOND} EW −1", id="entry-by-a-side"),
        pytest.param("4S+1", f"4{SPADE} +1", id="entry-by-ns"),
        pytest.param("PASS", "Pass", id="passed-out"),
        pytest.param("NP", "not played", id="not-played"),
        pytest.param(
            "NP: half-time <b>", "not played: half-time &lt;b&gt;", id="not-played-and-why"
        ),
        pytest.param("LATER", "to be played later", id="later"),
        pytest.param(
            "60% 4SS=, 40% 3NTN-1",
            f'<span class="mix"> 60% 4{SPADE} S =, 40% 3NT N −1</span>',
            id="weighted",
        ),
        pytest.param(
            "N-S 5DS= / E-W 50% +620, 50% PASS",
            f'<span class="mix"> N-S 5{DIAMOND} S = / E-W 50% +620, 50% Pass</span>',
            id="split",
        ),
        pytest.param("A33.3/66.7", "33.3 : 66.7%", id="artificial-decimals"),
        pytest.param("A100/0", "100 : 0%", id="artificial-all"),
        pytest.param("A60+/60+", "60+ : 60+%", id="artificial-own-average"),
        pytest.param("A60/NP", "60% : not due", id="artificial-for-ns"),
        pytest.param("ANP/40-", "not due : 40−%", id="artificial-for-ew"),
        pytest.param("-620", "−620", id="bare-score"),
        pytest.param("<b>", "&lt;b&gt;", id="markup-is-escaped"),
    ],
)
def test_contract_in_a_template(text, shown):
    assert show("{{ text|contract }}", text=text) == shown


def test_figures_in_a_template():
    source = "{{ score|signed }} {{ share|percent:1 }} {{ mp|points }} {{ mp|points:2 }}"
    assert (
        show(source, score=-50, share=Fraction(620, 13), mp=Fraction(7, 2)) == "−50 47.7 3.5 3.50"
    )
