"""Import finds out how a night was scored: for every method and option, our own scoring written and read again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.official.options import MethodMatch
from director.additions.imports.official.session import score_official_event
from director.additions.imports.store.event import import_file
from director.additions.imports.store.sections import make_unsaved_sessions
from director.boards.scoring.units import OPTIONS_NOT_IN_FILES
from director.models import Event
from scoring.errors import ScoringError
from scoring.model import Board, Field, Line
from scoring.presets import get_preset, list_method_presets
from scoring.registry import get_method, list_all_methods, list_methods_in_files
from tests.director.additions.imports.store.usebio_written import (
    make_random_field,
    write_scored_field,
)

FILE_METHODS = [method.key for method in list_methods_in_files()]


def options_of(key):
    """Return the options of the method that a file may need."""
    return [
        option
        for option in get_method(key).options
        if option.name not in (*OPTIONS_NOT_IN_FILES, "unit")
    ]


def night_of(data, options=None, **settings):
    source = read_usebio(data)
    return score_official_event(
        make_unsaved_sessions(source, Event()),
        source.scoring,
        options or {},
        **settings,
        doubts=source.warnings,
    )


def night_scored(key, options, winners=1, seed=3):
    field = make_random_field(seed, winners=winners, artificial=key != "aggregate")
    return night_of(write_scored_field(key, field, options))


ONE_BY_ONE = [
    pytest.param(key, {option.name: choice}, id=f"{key}-{option.name}-{choice}")
    for key in FILE_METHODS
    for option in options_of(key)
    for choice in option.choices
]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), ONE_BY_ONE[::3])
def test_every_option_is_found_out(key, options):
    night = night_scored(key, options)
    assert len(night.differences) == 0
    assert night.found_rulings == ()
    assert night.credits == ()
    assert night.choice.is_exact is True


@pytest.mark.slow
@pytest.mark.parametrize("key", FILE_METHODS)
@settings(deadline=None, max_examples=3)
@given(st.data())
def test_any_set_of_options_is_found_out(key, data):
    usual = [option for option in options_of(key) if not option.is_rare]
    options = {option.name: data.draw(st.sampled_from(option.choices)) for option in usual}
    night = night_scored(
        key, options, data.draw(st.sampled_from([1, 2])), data.draw(st.integers(1, 10_000))
    )
    assert len(night.differences) == 0
    assert night.found_rulings == ()
    assert night.credits == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "preset"),
    [
        pytest.param(method.key, preset, id=f"{method.key}-{preset.key}")
        for method in list_methods_in_files()
        for preset in list_method_presets(method)
    ],
)
@pytest.mark.parametrize("winners", [1, 2])
def test_the_habits_of_every_program_are_found_out(key, preset, winners):
    night = night_scored(key, preset.get_choices_by_option(get_method(key)), winners, seed=11)
    assert len(night.differences) == 0
    assert night.found_rulings == ()
    assert night.credits == ()


def test_the_program_whose_habits_they_are_is_named():
    night = night_of(
        write_scored_field(
            "matchpoints",
            make_random_field(3),
            get_preset("acbl").get_choices_by_option(get_method("matchpoints")),
        )
    )
    assert "percent from rounded total, as ACBLscore does: all " in night.notes[0]


def butler_file(scores=(450, 420, 420, -50, -1100, 170, 620, 50), **options):
    lines = tuple(Line(ns, ns + len(scores), score) for ns, score in enumerate(scores, start=1))
    return write_scored_field("butler", Field(1, (Board(1, lines),)), options)


def test_a_trimmed_datum_gives_all_lines_and_is_reported():
    night = night_of(butler_file(datum="trimmed"))
    assert night.choice.settings_by_name["datum"] == "trimmed"
    assert night.notes == (
        "Scored by Butler IMPs, datum trimmed, as Compscore does: all 8 results and all 32 totals, percentages and "
        "places then match the file.",
    )


def test_figures_that_every_program_gives_are_those_of_none():
    assert night_of(butler_file()).notes == (
        "Scored by Butler IMPs. Every figure agrees with the file.",
    )


def test_an_option_that_is_given_stays_and_others_are_found_out():
    night = night_of(butler_file(datum="trimmed"), {"datum": "mean"})
    assert night.choice.settings_by_name["datum"] == "mean"
    assert len(night.differences) > 0


@pytest.mark.slow
def test_a_method_that_is_chosen_is_not_given_up_for_another():
    data = write_scored_field("ascherman", make_random_field(3))
    assert night_of(data).choice.method.key == "ascherman"
    assert night_of(data, is_fixed=True).choice.method.key == "matchpoints"


@pytest.mark.django_db
def test_a_wrong_option_is_refused_and_nothing_is_stored():
    with pytest.raises(ScoringError, match="Unknown option “moon”"):
        import_file(data=butler_file(), file_name="x.xml", options={"moon": "full"})


def test_the_unit_of_credits_is_empty_for_methods_that_take_no_points():
    units = {}
    for method in list_all_methods():
        units[method.key] = MethodMatch(method, {}, "", (), 0, 0, 0, 0).unit
    assert (units["matchpoints"], units["swiss-pairs"], units["safford"]) == ("mp", "vp", "")
