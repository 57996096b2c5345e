"""What a club has and when it must end: one set of boards, the time, and no hour left over."""

from movements.advice.advise import advise
from movements.advice.facts import Limits


def test_a_field_too_large_for_one_set_is_told_how_many_copies_it_needs():
    first = advise(80)[0]
    assert first.plan_key == "web-mitchell"
    assert first.copies == 3
    assert "it needs 3 copies of the boards" in first.weaknesses
    told = advise(80, limits=Limits(copies=1))[0]
    assert told.copies == 1
