"""Finding a movement and asking for a plan: defaults, and one clear sentence for everything impossible."""

import pytest

from movements.errors import CombinedError, MovementError
from movements.registry import get_legal_rounds, make_plan


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        pytest.param({"pairs": 14}, (7, 7, 4), id="seven tables"),
        pytest.param({"pairs": 13}, (7, 7, 4), id="six and a half"),
        pytest.param({"tables": 8}, (8, 7, 4), id="eight tables skip the last round"),
        pytest.param(
            {"tables": 8, "options": {"even": "share"}}, (8, 8, 3), id="eight tables share"
        ),
        pytest.param({"tables": 40}, (40, 39, 1), id="forty tables"),
        pytest.param({"pairs": 18, "tables": 9}, (9, 9, 3), id="both numbers"),
        pytest.param({"tables": 7, "rounds": 5}, (7, 5, 5), id="fewer rounds"),
        pytest.param(
            {"tables": 19, "rounds": 18}, (19, 18, 1), id="eighteen boards rather than thirty-six"
        ),
        pytest.param({"tables": 13, "rounds": 13}, (13, 13, 2), id="twenty-six boards"),
        pytest.param({"tables": 7, "boards_per_set": 2}, (7, 7, 2), id="boards given"),
    ],
)
def test_a_plan_takes_what_is_usual_for_what_is_not_said(size, shape):
    plan = make_plan("mitchell", **size)
    assert (plan.tables, plan.rounds, plan.boards_per_set) == shape


def test_legal_rounds_without_options():
    assert get_legal_rounds("mitchell", pairs=16) == range(1, 9)


@pytest.mark.parametrize(
    ("key", "size", "promises"),
    [
        pytest.param(
            "mitchell",
            {"tables": 7},
            "each-ns-meets-each-ew-once no-opponents-twice everyone-plays-every-board each-set-at-one-table "
            "two-winners ns-pairs-stay",
            id="mitchell, full",
        ),
        pytest.param(
            "mitchell",
            {"tables": 7, "rounds": 6},
            "no-opponents-twice each-set-at-one-table two-winners ns-pairs-stay",
            id="mitchell, cut short",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 13},
            "each-ns-meets-each-ew-once no-opponents-twice each-set-at-one-table two-winners ns-pairs-stay "
            "sit-out-at-most-once",
            id="mitchell, half table",
        ),
        pytest.param(
            "mitchell",
            {"tables": 8, "rounds": 8},
            "everyone-plays-every-board each-set-at-one-table two-winners ns-pairs-stay",
            id="mitchell, skip with the repeating round",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 15, "rounds": 8},
            "each-set-at-one-table two-winners ns-pairs-stay",
            id="mitchell, the same with a half table",
        ),
        pytest.param(
            "mitchell",
            {"tables": 8, "options": {"even": "share"}},
            "each-ns-meets-each-ew-once no-opponents-twice everyone-plays-every-board two-winners ns-pairs-stay",
            id="mitchell, share",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 15, "options": {"even": "share", "half_table": "ns"}},
            "each-ns-meets-each-ew-once no-opponents-twice each-set-at-one-table two-winners ns-pairs-stay "
            "sit-out-at-most-once",
            id="mitchell, share without the last N-S pair",
        ),
        pytest.param(
            "howell",
            {"pairs": 8},
            "each-pair-meets-each-other-once no-opponents-twice everyone-plays-every-board each-set-at-one-table "
            "compared-equally one-winner",
            id="howell, full",
        ),
        pytest.param(
            "howell",
            {"pairs": 10, "rounds": 2},
            "no-opponents-twice each-set-at-one-table one-winner",
            id="howell, cut short",
        ),
        pytest.param(
            "howell",
            {"pairs": 10, "rounds": 1},
            "no-opponents-twice each-set-at-one-table",
            id="howell, one round",
        ),
        pytest.param(
            "howell",
            {"pairs": 9},
            "each-pair-meets-each-other-once no-opponents-twice each-set-at-one-table one-winner sit-out-at-most-once",
            id="howell, odd",
        ),
        pytest.param(
            "howell",
            {"pairs": 6},
            "each-pair-meets-each-other-twice everyone-plays-every-board each-set-at-one-table compared-equally "
            "one-winner",
            id="howell, double",
        ),
        pytest.param(
            "howell",
            {"pairs": 6, "rounds": 3},
            "each-set-at-one-table one-winner",
            id="howell, double, three rounds",
        ),
        pytest.param(
            "howell",
            {"pairs": 5, "rounds": 5},
            "each-set-at-one-table one-winner sit-out-at-most-once",
            id="howell, five pairs, first half",
        ),
        pytest.param(
            "howell",
            {"pairs": 5, "rounds": 6},
            "each-set-at-one-table one-winner",
            id="howell, five pairs, beyond the first half",
        ),
        pytest.param(
            "howell",
            {"pairs": 4},
            "each-pair-meets-each-other-once no-opponents-twice everyone-plays-every-board compared-equally one-winner",
            id="howell, four pairs",
        ),
    ],
)
def test_a_plan_promises_what_it_keeps(key, size, promises):
    assert make_plan(key, **size).guarantees == tuple(promises.split())


@pytest.mark.parametrize(
    ("key", "asked", "code", "sentence"),
    [
        pytest.param(
            "howel",
            {"pairs": 8},
            "unknown-movement",
            "Unknown movement “howel”. Did you mean howell or howell-snow or full-howell?",
            id="nearly a name",
        ),
        pytest.param(
            "zzz",
            {"pairs": 8},
            "unknown-movement",
            "Unknown movement “zzz”. Did you mean mitchell or one-winner-mitchell?",
            id="nothing like a name",
        ),
        pytest.param(
            "mitchell",
            {},
            "size-missing",
            "Enter the number of pairs or how many tables for Mitchell.",
            id="no size",
        ),
        pytest.param(
            "howell",
            {"pairs": 37},
            "unsupported-size",
            "Howell doesn’t work for 37 pairs. It takes 3 to 36 pairs; the nearest number that works is 36.",
            id="too many",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 81},
            "unsupported-size",
            "Mitchell doesn’t work for 81 pairs. It takes 3 to 80 pairs (2 to 40 tables); the nearest number that "
            "works is 80.",
            id="one too many",
        ),
        pytest.param(
            "mitchell",
            {"tables": 1},
            "unsupported-size",
            "Mitchell doesn’t work for 2 pairs. It takes 3 to 80 pairs (2 to 40 tables); the nearest number that "
            "works is 3.",
            id="too few",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 1},
            "unsupported-size",
            "Mitchell doesn’t work for 1 pair. It takes 3 to 80 pairs (2 to 40 tables); the nearest number that "
            "works is 3.",
            id="a single pair",
        ),
        pytest.param(
            "rover-mitchell",
            {"pairs": 10},
            "unsupported-size",
            "Rover Mitchell doesn’t work for 10 pairs. It takes 9 to 41 pairs, an odd number (4 to 20 full tables "
            "and one pair more); the nearest that work are 9 and 11.",
            id="between two that work",
        ),
        pytest.param(
            "mitchell",
            {"pairs": -4},
            "unsupported-size",
            "Mitchell doesn’t work for -4 pairs. It takes 3 to 80 pairs (2 to 40 tables); the nearest number that "
            "works is 3.",
            id="below nothing",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 16, "tables": 7},
            "tables-and-pairs-disagree",
            "7 tables seat 13 or 14 pairs, not 16. Enter only one of these numbers.",
            id="tables against pairs",
        ),
        pytest.param(
            "howell",
            {"pairs": 8, "options": {"even": "skip"}},
            "unknown-option",
            "Howell has no option “even”. Choose from: turned, schedule, sets.",
            id="option of another movement",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 8, "options": {"even": "relay"}},
            "unknown-choice",
            "Mitchell: option even can’t be “relay”. Choose skip or share.",
            id="choice that is none",
        ),
        pytest.param(
            "howell",
            {"pairs": 8, "rounds": 8},
            "rounds-out-of-range",
            "Howell for 8 pairs takes 1 to 7 rounds, not 8: one more round would repeat opponents or boards.",
            id="too many rounds",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 13, "rounds": 1},
            "rounds-out-of-range",
            "Mitchell for 13 pairs takes 2 to 7 rounds, not 1: with one round, a pair would only sit out.",
            id="too few rounds",
        ),
        pytest.param(
            "howell",
            {"pairs": 8, "rounds": 0},
            "rounds-out-of-range",
            "Howell for 8 pairs takes 1 to 7 rounds, not 0: a contest has at least one round.",
            id="no rounds",
        ),
        pytest.param(
            "short-howell",
            {"pairs": 16, "rounds": 7},
            "rounds-out-of-range",
            "Short Howell for 16 pairs takes 8 to 14 rounds, not 7: it has no shorter version.",
            id="fewer rounds than are laid out",
        ),
        pytest.param(
            "short-howell",
            {"pairs": 16, "rounds": 15},
            "rounds-out-of-range",
            "Short Howell for 16 pairs takes 8 to 14 rounds, not 15: it has no longer version.",
            id="more rounds than are laid out",
        ),
        pytest.param(
            "howell",
            {"pairs": 8, "boards_per_set": 7},
            "boards-per-set-out-of-range",
            "Howell takes 1 to 6 boards per round, not 7.",
            id="too many boards",
        ),
        pytest.param(
            "howell",
            {"pairs": 8, "boards_per_set": 0},
            "boards-per-set-out-of-range",
            "Howell takes 1 to 6 boards per round, not 0.",
            id="no boards",
        ),
    ],
)
def test_what_is_impossible_is_answered_with_one_sentence(key, asked, code, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan(key, **asked)
    assert refused.value.code == code
    assert str(refused.value) == sentence
    assert refused.value.text.format(**refused.value.params) == sentence


@pytest.mark.parametrize(
    ("key", "asked", "codes"),
    [
        pytest.param(
            "mitchell",
            {"pairs": 81, "boards_per_set": 9, "options": {"even": "relay", "colour": "red"}},
            ["unsupported-size", "unknown-choice", "unknown-option", "boards-per-set-out-of-range"],
            id="size, options and boards",
        ),
        pytest.param(
            "howell",
            {"pairs": 8, "rounds": 8, "boards_per_set": 0},
            ["rounds-out-of-range", "boards-per-set-out-of-range"],
            id="rounds and boards",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 14, "rounds": 99, "boards_per_set": 7, "options": {"even": "share"}},
            ["needs-even-tables", "boards-per-set-out-of-range"],
            id="rounds wait for options that fit",
        ),
        pytest.param(
            "skip-mitchell",
            {"boards_per_set": 7, "options": {"even": "share"}},
            ["size-missing", "choices-contradict", "boards-per-set-out-of-range"],
            id="no size, and a name that says otherwise",
        ),
    ],
)
def test_several_things_wrong_are_all_named_at_once(key, asked, codes):
    with pytest.raises(CombinedError) as refused:
        make_plan(key, **asked)
    assert [error.code for error in refused.value.errors] == codes
    assert str(refused.value) == " ".join(str(error) for error in refused.value.errors)


@pytest.mark.parametrize(
    ("key", "size"),
    [
        ("awl-48", {"teams": 2}),
        ("new-england-qualifying", {"teams": 2}),
        ("new-england-trophy", {"teams": 2}),
        ("harvard-sixes", {"players": 12}),
        ("narragansett-eights", {"players": 16}),
        ("social-baker-8", {"players": 8}),
        ("individual-howell-8", {"players": 8}),
    ],
)
def test_a_movement_of_one_size_need_not_be_told_it(key, size):
    assert make_plan(key) == make_plan(key, **size)
