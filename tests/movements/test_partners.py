"""Partners from session to session, against the printed arrangements and by counting who met whom."""

import json

import pytest

from movements.__main__ import main
from movements.errors import MovementError
from movements.partners import (
    PARTNER_GUARANTEES,
    PARTNER_SYSTEMS,
    find_partner_system,
    make_partner_plan,
    partner_plan_to_json,
)
from tests.golden import assert_golden
from tests.movements.grids import read_golden_records
from tests.movements.test_completeness import read_page_table


def lines(plan) -> str:
    """Return the plan as text: one line a session."""
    shown = ["session,partners,alone"]
    for session in range(1, plan.sessions + 1):
        together = " ".join(
            f"{player}-{partner}"
            for player, partner in (row.players for row in plan.rows if row.session_no == session)
        )
        alone = " ".join(
            str(sit_out.player) for sit_out in plan.sit_outs if sit_out.session_no == session
        )
        shown.append(f"{session},{together},{alone}")
    return "\n".join(shown) + "\n"


@pytest.mark.parametrize(
    ("name", "key", "players", "options"),
    [
        pytest.param("club-rotation_5_players.csv", "club-rotation", 5, {}, id="five players"),
        pytest.param("club-rotation_40_players.csv", "club-rotation", 40, {}, id="forty players"),
        pytest.param("mixed-rotation_3_couples.csv", "mixed-rotation", 6, {}, id="three couples"),
        pytest.param(
            "mixed-rotation_12_couples.csv", "mixed-rotation", 24, {}, id="twelve couples"
        ),
        pytest.param("edgewood_3_couples.csv", "edgewood", 6, {}, id="Edgewood, three couples"),
        pytest.param(
            "edgewood_12_couples_apart.csv",
            "edgewood",
            24,
            {"spouses": "never"},
            id="Edgewood, spouses apart",
        ),
    ],
)
def test_plan_reads_as_reviewed(name, key, players, options):
    assert_golden(
        f"movements/{name}", lines(make_partner_plan(key, players=players, options=options))
    )


def test_club_rotation_begins_with_the_five_printed_arrangements():
    plan = make_partner_plan("club-rotation", players=12)
    for line in read_golden_records("club-rotation_12_players.csv"):
        session = int(line["session"])
        ours = " ".join(
            "-".join(map(str, row.players)) for row in plan.rows if row.session_no == session
        )
        assert ours == line["couples"]


def test_edgewood_is_the_printed_square():
    plan = make_partner_plan("edgewood", players=20)
    ladies = {(row.session_no, row.players[0]): row.players[1] - 10 for row in plan.rows}
    for line in read_golden_records("edgewood_10_couples.csv"):
        gentleman = int(line["gentleman"])
        assert [ladies[session, gentleman] for session in range(1, 11)] == [
            int(line[f"session {session}"]) for session in range(1, 11)
        ]


@pytest.mark.parametrize("couples", range(2, 41, 2))
def test_spouses_can_be_kept_apart_in_an_even_number_of_couples(couples):
    plan = make_partner_plan("edgewood", players=2 * couples, options={"spouses": "never"})
    others = [
        (man, couples + wife)
        for man in range(1, couples + 1)
        for wife in range(1, couples + 1)
        if wife != man
    ]
    assert sorted(row.players for row in plan.rows) == others
    assert plan.sessions == couples - 1
    assert plan.guarantees == ("couples-exchange", "spouses-apart", "no-partner-twice")


def test_a_shorter_series_promises_less():
    plan = make_partner_plan("edgewood", players=8, sessions=2)
    assert plan.guarantees == ("couples-exchange", "no-partner-twice")


@pytest.mark.parametrize(
    ("key", "asked", "code", "sentence"),
    [
        pytest.param(
            "edgewood",
            {"players": 7},
            "unsupported-players",
            "Edgewood schedule doesn’t work for 7 players. It takes an even number of players, 4 to 80; the nearest "
            "numbers that work are 6 and 8.",
            id="a single lady",
        ),
        pytest.param(
            "edgewood",
            {"players": 10, "options": {"spouses": "never"}},
            "choices-contradict",
            "Edgewood schedule: spouses=never doesn’t work with an odd number of couples (5), one of which has "
            "nobody to swap with. Choose spouses=sometimes, or 8 or 12 players.",
            id="spouses apart in an odd number of couples",
        ),
        pytest.param(
            "club-rotation",
            {"players": 2},
            "unsupported-players",
            "Club rotation of partners doesn’t work for 2 players. It takes 3 to 80 players; the nearest numbers "
            "that work are 3 and 4.",
            id="two",
        ),
        pytest.param(
            "club-rotation",
            {"players": None},
            "players-wanted",
            "Use --players to give the number of players for Club rotation of partners.",
            id="nobody",
        ),
        pytest.param(
            "club-rotation",
            {"players": 12, "sessions": 12},
            "sessions-out-of-range",
            "Club rotation of partners for 12 players lasts 1 to 11 sessions, not 12.",
            id="too long",
        ),
        pytest.param(
            "club-rotation",
            {"players": 12, "options": {"spouses": "never"}},
            "unknown-option",
            "Club rotation of partners has no option “spouses”. Choose from: none.",
            id="option of another system",
        ),
        pytest.param(
            "edgewood",
            {"players": 12, "options": {"spouses": "always"}},
            "unknown-choice",
            "Edgewood schedule: option spouses can’t be “always”. Choose sometimes or never.",
            id="choice that is none",
        ),
    ],
)
def test_what_is_impossible_is_answered_with_one_sentence(key, asked, code, sentence):
    with pytest.raises(MovementError) as refused:
        make_partner_plan(key, **asked)
    assert refused.value.code == code
    assert str(refused.value) == sentence


def test_an_unknown_partner_system_is_not_found():
    assert find_partner_system("howell") is None
    with pytest.raises(KeyError, match="howell"):
        make_partner_plan("howell", players=8)


def test_show_and_list_on_the_command_line(capsys):
    assert main(["show", "edgewood", "--players", "4", "--json"]) == 0
    payload = json.loads(capsys.readouterr().out)
    assert payload == partner_plan_to_json(make_partner_plan("edgewood", players=4))
    assert payload["rows"] == [
        {"session": 1, "players": [1, 4]},
        {"session": 1, "players": [2, 3]},
        {"session": 2, "players": [1, 3]},
        {"session": 2, "players": [2, 4]},
    ]
    main(["list", "--contest", "partners", "--json"])
    listed = json.loads(capsys.readouterr().out)
    assert [spec["key"] for spec in listed] == [system.key for system in PARTNER_SYSTEMS]
    assert {spec["contest"] for spec in listed} == {"partners"}


def test_pairs_are_refused_on_the_command_line(capsys):
    assert main(["show", "edgewood", "--pairs", "8"]) == 2
    assert (
        capsys.readouterr().err
        == "Use --players to give the number of players for Edgewood schedule.\n"
    )


def test_the_page_has_one_row_for_every_system_and_every_promise():
    for system, row in zip(PARTNER_SYSTEMS, read_page_table("System"), strict=True):
        key, name, sizes, sessions, options, use, promises, source = row
        described = "; ".join(
            f"`{option.name}` = " + ", ".join(f"`{choice}`" for choice in option.choices)
            for option in system.options
        )
        assert key == f"`{system.key}`"
        assert name == system.name
        assert sizes == system.sizes
        assert source == system.source
        assert options == (described or "none")
        assert promises == ", ".join(f"`{guarantee}`" for guarantee in system.guarantees)
        assert all((sessions, use))
    assert read_page_table("Promise about partners") == [
        [f"`{guarantee.key}`", guarantee.text] for guarantee in PARTNER_GUARANTEES.values()
    ]


def test_every_promise_belongs_to_a_system():
    assert {key for system in PARTNER_SYSTEMS for key in system.guarantees} == set(
        PARTNER_GUARANTEES
    )
