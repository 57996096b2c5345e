"""Totals of two units are never added: every crossing of a carry-over, and what is credited."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.extras import apply_carry_over_amounts
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entries
from director.boards.scoring.extras import fetch_section_extras
from director.boards.scoring.standings.carried import compute_carry_over_amounts
from director.errors import DeskError
from movements.registry import make_plan
from scoring.registry import get_method
from scoring.units import describe_total_unit
from tests.factories import make_pair_names, make_section

pytestmark = pytest.mark.django_db

TYPED = {"bridge": "4SS=", "whist": "8", "auction": "3HS+1"}


def make_scored(name: str, game: str, scoring: str, options: dict[str, str]):
    """Return the section of a played event of four named pairs."""
    section = make_section(game=game, name=name)
    store_plan(section=section, movement=make_plan("howell", pairs=4))
    name_entries(section=section, pairs=[(None, make_pair_names(number)) for number in range(4)])
    set_scoring(section=section, scoring=scoring, options=options)
    section = fetch_section(section.session_id)
    for line in fetch_section_lines(section).all:
        import_result(section=section, line=line, text=TYPED[game], user=None)
    return fetch_section(section.session_id)


ALIKE = [
    (("bridge", "cross-imps", {}), ("bridge", "cross-imps", {}), "imp"),
    (("bridge", "butler", {}), ("bridge", "total-imps", {}), "imp"),
    (("whist", "aggregate", {}), ("whist", "aggregate", {}), "points"),
    (("bridge", "aggregate", {}), ("bridge", "aggregate", {"sit_outs": "scaled"}), "points"),
]
UNLIKE = [
    (("bridge", "aggregate", {}), ("whist", "aggregate", {})),
    (("bridge", "aggregate", {}), ("auction", "aggregate", {})),
    (("whist", "aggregate", {}), ("whist", "aggregate", {"count": "north-south"})),
    (("whist", "average", {}), ("auction", "average", {})),
    (("auction", "average", {}), ("auction", "compass", {})),
    (("bridge", "aggregate", {}), ("bridge", "cross-imps", {})),
    (("bridge", "cross-imps", {}), ("bridge", "cross-imps", {"divisor": "none"})),
    (("bridge", "cross-imps", {}), ("bridge", "matchpoints", {})),
    (("bridge", "matchpoints", {}), ("bridge", "butler", {})),
]


def describe(case) -> str:
    return " to ".join(
        "-".join((game, method, *chosen.values())) for game, method, chosen in case[:2]
    )


@pytest.mark.parametrize("case", UNLIKE, ids=describe)
def test_totals_of_another_unit_are_not_carried_over(case):
    before, now = case
    earlier = make_scored("Earlier", *before)
    section = make_scored("Now", *now)
    with pytest.raises(DeskError) as refused:
        compute_carry_over_amounts(section, str(earlier.session.event_id), "100")
    units = [describe_total_unit(get_method(method), chosen, game) for game, method, chosen in case]
    assert refused.value.code == "carried-unit"
    assert str(refused.value).startswith("The results of Earlier are ")
    assert units[0] != units[1] or {before[0], now[0]} == {"bridge", "whist"}


@pytest.mark.parametrize("case", ALIKE, ids=describe)
def test_totals_of_the_same_unit_are_credited_in_it(case):
    before, now, unit = case
    earlier = make_scored("Earlier", *before)
    section = make_scored("Now", *now)
    carried = compute_carry_over_amounts(section, str(earlier.session.event_id), "100")
    former = fetch_section_extras(section)
    assert len(carried.amount_by_number) == 4
    assert apply_carry_over_amounts(section, former, carried).carry_over_unit == unit
