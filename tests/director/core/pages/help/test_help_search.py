"""The search of the help answers questions as a volunteer types them, mistyped letters included."""

import pytest

from director.core.pages.help_search import search_help

FIRST_QUESTIONS = (
    ("guest", "seat-a-guest-without-a-name"),
    ("labels", "print-labels-and-name-badges"),
    ("badge", "print-labels-and-name-badges"),
    ("privacy", "delete-somebodys-data-on-request"),
    ("tablet", "let-players-enter-results-on-phones"),
    ("delete a player", "delete-a-player"),
    ("sit out", "seat-an-odd-number"),
    ("second director", "let-a-second-director-sign-in"),
    ("website", "put-the-results-on-the-clubs-website"),
    ("two laptops", "work-with-two-laptops"),
    ("wrong score", "correct-a-wrong-score"),
    ("late pair", "add-a-late-pair"),
    ("somebody leaves early", "let-somebody-leave-early"),
    ("forgot the arrow switch", "put-right-a-forgotten-arrow-switch"),
    ("print again", "print-a-card-again"),
    ("backup to stick", "save-a-backup-on-a-stick"),
    ("bigger print", "print-for-somebody-who-sees-badly"),
    ("slow table", "deal-with-a-slow-table"),
    ("fouled board", "score-a-fouled-board"),
    ("tie for first", "break-a-tie-for-first-place"),
    ("send to EBU", "send-the-results-to-the-union"),
    ("change password", "change-my-password"),
)
"""What volunteers typed, each with the question of ``how-do-i.md`` that answers it."""
MORE_QUESTIONS = (
    ("How do I print name lables?", "print-labels-and-name-badges"),
    ("a couple turned up after we had begun", "add-a-late-pair"),
    ("Mrs Jones has gone home ill", "let-somebody-leave-early"),
    ("we have to be out of the hall by ten", "stop-early"),
    ("how do i get the results on the internet", "put-the-results-on-the-clubs-website"),
    ("my new laptop", "move-the-program-to-another-computer"),
    ("the wifi is down", "work-without-the-internet"),
    ("Mary got married and has a new surname", "correct-a-name"),
    ("13 pairs", "seat-an-odd-number"),
    ("pair 5 played board 7 at the wrong table", "report-a-wrong-board-or-wrong-opponents"),
    ("I typed the wrong contract", "correct-a-wrong-score"),
    ("show the clock on the telly", "show-the-clock-or-standings-on-a-screen"),
    ("how do I get rid of yesterday’s trial evening", "delete-an-event"),
    ("the cards got mixed up on board 12", "score-a-fouled-board"),
    ("somebody doesnt want there name on the website", "delete-somebodys-data-on-request"),
    ("same man twice in list", "join-two-entries-of-one-person"),
    ("the laptop has crashed", "carry-on-after-a-power-cut"),
    ("can players use their own telephones", "let-players-enter-results-on-phones"),
    ("someone else will be directing next week", "let-a-second-director-sign-in"),
    ("pair 3 got the wrong percentage", "see-how-a-figure-was-made"),
    ("how to add up the results for the year", "run-a-season-or-ladder"),
    ("lost traveller", "find-missing-results"),
    ("swap pairs 3 and 4", "swap-two-pairs"),
    ("what do I do if somebody doesn't turn up", "go-on-without-a-pair-that-hasnt-come"),
    ("whist drive with 71 players", "change-players-at-a-party"),
    ("how do i publsh", "publish-the-results"),
    ("sustitute for the second half", "enter-a-substitute"),
    ("what do i do at the end", "finish-the-evening"),
    ("make it one winner", "have-one-winner-or-two"),
    ("old events", "find-an-old-evening"),
)
OTHER_ANSWERS = (
    ("what is a howell", "which-movement.md#howell"),
    ("what does traveller mean", "glossary.md#paper"),
    ("meaning of datum", "glossary.md#results"),
    ("hesitation mitchell", "which-movement.md#hesitation-mitchell"),
    ("grid editor", "desk.md#grid-editor"),
)
"""Words of which only another document knows more."""


@pytest.mark.parametrize(("question", "anchor"), FIRST_QUESTIONS + MORE_QUESTIONS)
def test_the_first_answer_is_the_useful_one(question, anchor):
    assert search_help(question)[0].place == f"how-do-i.md#{anchor}"


@pytest.mark.parametrize(("question", "place"), OTHER_ANSWERS)
def test_words_are_answered_where_they_are_explained(question, place):
    assert search_help(question)[0].place == place


def test_the_nouns_of_the_code_are_no_answers():
    places = {answer.place for answer in search_help("what is a payload")}
    assert "glossary.md#nouns-of-the-code" not in places


def test_a_question_of_words_that_say_nothing_has_no_answer_and_does_no_harm():
    assert search_help("xyzzy") == []
    assert search_help("…") == []
    assert isinstance(search_help("what is it?"), list)
