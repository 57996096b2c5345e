"""Why matches of a Swiss were drawn: the reasons fit what the draw looked at."""

import random
from dataclasses import replace

import pytest

from movements.swiss.drawing import draw_round, explain_pairings
from movements.swiss.field import SwissEntrant, SwissField

HAND = "paired by hand, or drawn from other standings"


def field_of(*met, round_no=3, **options):
    """Return a field in the order of its numbers: *met* are the opponents of 1, 2, 3 and so on."""
    entrants = tuple(
        SwissEntrant(number, 100 - number, opponents=opponents)
        for number, opponents in enumerate(met, start=1)
    )
    return SwissField(entrants, round_no, tuple(options.items()))


@pytest.mark.parametrize(
    ("field", "pairings", "reasons"),
    [
        pytest.param(
            field_of((), (), (), (), (), ()),
            ((1, 2), (3, 4), (5, 6)),
            ("1st v 2nd", "3rd v 4th", "the only two left"),
            id="nobody has met",
        ),
        pytest.param(
            field_of((2, 3), (1,), (1,), (), (), ()),
            ((1, 4), (2, 3), (5, 6)),
            ("1 has met 2 and 3", "2nd v 3rd", "the only two left"),
            id="the highest new opponent",
        ),
        pytest.param(
            field_of((2, 3, 4), (1, 3, 4), (1, 2), (1, 2)),
            ((1, 2), (3, 4)),
            ("no new opponent left for 1", "the only two left"),
            id="a rematch",
        ),
        pytest.param(
            field_of((), (), (4,), (3,)),
            ((1, 3), (2, 4)),
            ("2 needed for other matches", "the only two left"),
            id="looking ahead",
        ),
        pytest.param(
            field_of((), (), (), (), (), ()),
            ((1, 5), (2, 3), (4, 6)),
            (HAND, "2nd v 3rd", "the only two left"),
            id="moved by hand",
        ),
        pytest.param(
            field_of((), (), (), (), round_no=1, first_round="halves"),
            ((1, 3), (2, 4)),
            ("top against bottom", "the only two left"),
            id="halves",
        ),
        pytest.param(
            field_of((), (), (), (), round_no=1, first_round="lot"),
            ((4, 3), (2, 1)),
            ("drawn at random", "drawn at random"),
            id="by lot",
        ),
        pytest.param(
            replace(field_of((), (), (), ()), fixed_pairings=((1, 4),)),
            ((1, 4), (2, 3)),
            ("paired by hand", "the only two left"),
            id="kept by hand",
        ),
        pytest.param(
            replace(field_of((), (), (), ()), forbidden_couples=frozenset([frozenset((1, 2))])),
            ((1, 3), (2, 4)),
            ("1 and 2 are of one club", "the only two left"),
            id="clubs apart",
        ),
        pytest.param(
            replace(field_of((), (), (), (), ()), bye=5),
            ((1, 2), (3, 4)),
            ("1st v 2nd", "the only two left"),
            id="a bye",
        ),
    ],
)
def test_reasons(field, pairings, reasons):
    assert explain_pairings(field, pairings) == reasons


def test_no_match_of_the_draw_itself_is_said_to_be_by_hand():
    dice = random.Random(17)
    for size in (6, 7, 8, 11, 14):
        met = {number: [] for number in range(1, size + 1)}
        score = dict.fromkeys(met, 0)
        byes = dict.fromkeys(met, 0)
        for round_no in range(1, size + 1):
            entrants = tuple(
                SwissEntrant(
                    number, score[number], opponents=tuple(met[number]), bye_count=byes[number]
                )
                for number in met
            )
            field = SwissField(entrants, round_no, (("first_round", "halves"),))
            drawn_round = draw_round(field)
            reasons = explain_pairings(replace(field, bye=drawn_round.bye), drawn_round.pairings)
            assert all(reasons)
            assert HAND not in reasons
            if drawn_round.bye:
                byes[drawn_round.bye] += 1
            for home, away in drawn_round.pairings:
                met[home].append(away)
                met[away].append(home)
                score[home] += dice.randint(0, 20)


def test_places_match_the_standings():
    entrants = tuple(
        SwissEntrant(number, 10, rank=place) for number, place in ((4, 1), (7, 2), (9, 12), (1, 12))
    )
    field = SwissField(entrants, 2)
    pairings = draw_round(field).pairings
    assert explain_pairings(field, pairings)[0] == "1st v 2nd"
