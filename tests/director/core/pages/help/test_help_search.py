"""The search of the help answers questions as a volunteer types them, mistyped letters included."""

from director.core.pages.help_search import search_help


def test_a_common_word_is_not_read_as_a_misspelt_one():
    # "used" is one letter from "user".
    titles = {answer.title for answer in search_help("which was used")}
    assert "Sign in" not in titles


def test_a_long_word_with_two_wrong_letters_keeps_its_first_one():
    # "december" is two letters from "remember".
    assert search_help("masterpoints for december")[0].place == "how-do-i.md#report-masterpoints"


def test_the_nouns_of_the_code_are_no_answers():
    places = {answer.place for answer in search_help("what is a payload")}
    assert "glossary.md#nouns-of-the-code" not in places


def test_a_question_of_words_that_say_nothing_has_no_answer_and_does_no_harm():
    assert search_help("xyzzy") == []
    assert search_help("…") == []
    assert isinstance(search_help("what is it?"), list)
