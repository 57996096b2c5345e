import pytest

from scoring import SCORING_METHODS, TEAM_METHODS, Field, ScoringError, find_method, rank

METHODS = (*SCORING_METHODS, *TEAM_METHODS)
KEYS = ", ".join(method.key for method in METHODS)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_find_method_finds_every_registered_method(method):
    assert find_method(method.key) is method


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_every_default_is_among_its_choices_and_explained(method):
    assert [option.name for option in method.options if option.default not in option.choices or not option.help] == []


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_every_choice_of_every_option_ranks_a_field(method):
    choices = [{option.name: choice} for option in method.options for choice in option.choices]
    rankings = [method.rank(Field(1, (), contest=method.contest), choice) for choice in [{}, *choices]]
    assert {ranking.method for ranking in rankings} == {method.key}


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        ("no-such", {}, f'There is no scoring method "no-such"; choose one of {KEYS}.'),
        (
            "average",
            {"top": "6"},
            'Scoring by average has no option "top"; it has rounding.',
        ),
        (
            "matchpoints",
            {"per_beaten": "3"},
            'Scoring by matchpoints: "3" is no choice for per_beaten; choose one of 2, 1.',
        ),
    ],
    ids=["method", "option", "choice"],
)
def test_rank_refuses_what_it_does_not_know(key, options, sentence):
    with pytest.raises(ScoringError) as refusal:
        rank(key, Field(1, ()), options)
    assert str(refusal.value) == sentence
