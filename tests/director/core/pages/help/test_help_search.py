"""The search of the help answers questions as a volunteer types them, mistyped letters included."""

from director.core.pages.help_search import search_help

QUESTIONS = {
    "How do I print name lables?": "print-labels-and-name-badges",
    "a couple turned up after we had begun": "add-a-late-pair",
    "they bid 4H but i typd 4S": "correct-a-wrong-score",
    "someone entered the score for the wrong pair": "correct-a-wrong-score",
    "a player was ill after round 3": "let-somebody-leave-early",
    "team of four with six players": "run-a-match-of-teams",
    "the screen on the wall is black": "show-the-clock-or-standings-on-a-screen",
    "print bigger numbers on the tables": "print-cards-and-slips-for-play",
    "use on a chromebook": "work-with-two-laptops",
    "who pays": "work-out-entry-fees-and-prizes",
    "best 2 of 3": "run-a-season-or-ladder",
    # How many came, and a figure with %.
    "we are 22 tonight": "choose-how-many-rounds-and-boards",
    "18 pairs": "choose-how-many-rounds-and-boards",
    "17 pairs": "seat-an-odd-number",
    "whist for 30 people": "run-a-whist-drive",
    "is 48.5 % good": "see-how-a-figure-was-made",
}
"""What volunteers type, each with the question of ``how-do-i.md`` that answers it."""


def test_the_first_answer_is_the_useful_one():
    places = {question: search_help(question)[0].place for question in QUESTIONS}
    assert places == {question: f"how-do-i.md#{anchor}" for question, anchor in QUESTIONS.items()}


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
