"""Doppelkopf in which everybody owes a solo: the printed list shows who has played it."""

import pytest

from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing import make_party_job
from director.party.paper.rules import describe_party_rules
from director.pdf.sheet_kinds import render
from tests.director.party.parties import make_seated_party
from tests.director.pdf.factories import PRINTED_AT
from tests.director.pdf.reading import read_pages

pytestmark = pytest.mark.django_db
SENTENCE = "Everybody plays one solo in each series, and ticks it on the list."


@pytest.mark.slow
@pytest.mark.parametrize(("choice", "is_asked"), [("one", True), ("none", False)])
def test_the_list_has_a_box_for_each_player_if_it_is_asked(choice, is_asked):
    party = make_seated_party(
        players=8,
        system="doppelkopf-series",
        method="signed-lists",
        rounds=2,
        named=True,
        options={"duty_solo": choice},
    )
    job = make_party_job(party)
    pages = read_pages(
        render(job, ("series-lists",), "a4", available_kinds=PARTY_KINDS, printed_at=PRINTED_AT)
    )
    assert all(("Solo" in page.texts) == is_asked for page in pages)
    rules = " ".join(text for _title, text in describe_party_rules(party))
    assert (SENTENCE in rules) == is_asked
