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
    ("our slips have one net score per round", "enter-one-net-score-per-round"),
    ("swap pairs 3 and 4", "swap-two-pairs"),
    ("what do I do if somebody doesn't turn up", "go-on-without-a-pair-that-hasnt-come"),
    ("whist drive with 71 players", "change-players-at-a-party"),
    ("how do i publsh", "publish-the-results"),
    ("sustitute for the second half", "enter-a-substitute"),
    ("what do i do at the end", "finish-the-evening"),
    ("make it one winner", "have-one-winner-or-two"),
    ("old events", "find-an-old-evening"),
)
PLAIN_QUESTIONS = (
    ("wrong movement was used", "correct-a-movement-that-was-played-wrongly"),
    ("export to the EBU", "send-the-results-to-the-union"),
    ("tablet for the scorer", "let-a-second-director-sign-in"),
    ("wifi password", "print-the-wi-fi-on-the-table-cards"),
    ("wifi password for players", "print-the-wi-fi-on-the-table-cards"),
    ("print travellers again", "print-a-card-again"),
    ("how to print travellers again", "print-a-card-again"),
    ("change the club name", "change-the-clubs-name"),
    ("make it bigger", "make-the-pages-bigger-on-the-screen"),
    ("make it bigger I can’t read it", "make-the-pages-bigger-on-the-screen"),
    ("stop at ten o’clock", "stop-early"),
    ("two clubs playing the same boards", "rank-an-online-event-and-the-hall-together"),
    ("booby", "choose-the-prizes-of-a-party"),
    ("whist drive prizes booby", "choose-the-prizes-of-a-party"),
    ("collect entry fees", "work-out-entry-fees-and-prizes"),
    ("collect entry fees at a bridge night", "work-out-entry-fees-and-prizes"),
    ("who has paid tonight", "work-out-entry-fees-and-prizes"),
    ("table money", "work-out-entry-fees-and-prizes"),
    ("average of the best three sessions", "run-a-season-or-ladder"),
    ("my partner has not turned up", "go-on-without-a-pair-that-hasnt-come"),
    ("two people have the same name", "tell-apart-two-people-of-the-same-name"),
    ("how do I start the clock again", "use-the-clock"),
    ("I typed the wrong score", "correct-a-wrong-score"),
    ("the printer does not work", "print-when-the-printer-fails"),
    ("how many boards should we play with eleven tables", "choose-how-many-rounds-and-boards"),
    ("someone wants to go home early", "let-somebody-leave-early"),
    ("I forgot my password", "change-my-password"),
    ("where do I see who won", "see-who-won"),
    ("send the results to bridgewebs", "send-results-by-e-mail-or-to-bridgewebs"),
    ("the board was played upside down", "report-a-wrong-board-or-wrong-opponents"),
    ("how to put the results on the internet", "put-the-results-on-the-clubs-website"),
    ("we have one pair too many", "seat-an-odd-number"),
    ("a table played the boards of the next round", "report-a-wrong-board-or-wrong-opponents"),
    ("everything is gone after the power cut", "carry-on-after-a-power-cut"),
    ("give a pair a penalty for slow play", "give-a-ruling-or-a-penalty"),
    ("how do I shuffle the seats", "draw-for-seats"),
    ("can the players see the hands after the game", "print-the-hands"),
    ("take a new member into the list", "add-a-member"),
    ("mobile phone of table 3 has no battery", "replace-or-block-a-phone"),
    ("score a passed out board", "enter-a-passed-out-board"),
    ("print the names large for the wall", "print-a-seating-list-for-the-wall"),
    ("how do I do a raffle prize", "choose-the-prizes-of-a-party"),
    ("who still owes money", "work-out-entry-fees-and-prizes"),
    ("first timers: what do I press first", "start-an-evening"),
    ("repeat the same evening next week", "repeat-an-evening"),
    ("move the sitting pair because she has a bad leg", "seat-somebody-who-cant-move"),
    ("the north player entered the wrong contract", "correct-a-wrong-score"),
    ("erase an evening I only made for practice", "delete-an-event"),
    ("make a certificate for the winners", "print-a-prize-list"),
    ("the computer broke, use another laptop", "move-the-program-to-another-computer"),
    ("someone claims the revoke and appeals", "give-a-ruling-or-a-penalty"),
    ("teams of four with an odd number of teams", "seat-an-odd-number"),
    ("handicap for beginners", "give-a-handicap"),
    ("the results are not correct after changing a score", "correct-a-wrong-score"),
    ("copy the names from excel", "type-the-names"),
    ("how much does it cost", "find-out-what-the-program-costs"),
    ("show the ranking on the big television", "show-the-clock-or-standings-on-a-screen"),
    ("how to end the evening", "finish-the-evening"),
)
"""What a director types who doesn’t know the words of the program."""
SCATTERED_QUESTIONS = (
    ("two people came first", "break-a-tie-for-first-place"),
    ("how do I close the programme down", "finish-the-evening"),
)
"""Questions whose words are in several titles of the section, or in its text."""
UNSCHOOLED_QUESTIONS = (
    ("who hasnt been for ages", "find-members-who-havent-come-for-a-while"),
    ("how often has Mrs Brown been first", "see-somebodys-evenings"),
    ("calender of dates for the club", "announce-the-next-evenings"),
    ("take results off the internet again", "publish-the-results"),
    ("give treasurer a login so she only looks", "let-a-second-director-sign-in"),
    ("they bid 4H but i typd 4S", "correct-a-wrong-score"),
    ("table 5 taking for ever", "deal-with-a-slow-table"),
    ("what if laptop runs flat", "carry-on-after-a-power-cut"),
    ("no printer tonight", "print-when-the-printer-fails"),
    ("husband played last two rounds for her", "enter-a-substitute"),
    ("someone is putting in rubbish on his phone", "replace-or-block-a-phone"),
    ("how do i look up my score at home", "let-players-find-their-own-results"),
    ("get everything on to a new lap top", "move-the-program-to-another-computer"),
    ("how many match points is a top", "see-how-a-figure-was-made"),
    ("county wants a file", "send-the-results-to-the-union"),
    ("player insists on sitting north south", "seat-somebody-who-cant-move"),
    ("stop showing mrs jones on the web page", "delete-somebodys-data-on-request"),
)
"""What a secretary, a player or an officer types in words of their own, misspelt ones too."""
OTHER_ANSWERS = (
    ("what does average plus mean", "glossary.md#results"),
    ("what is a howell", "which-movement.md#howell"),
    ("what does traveller mean", "glossary.md#paper"),
    ("meaning of datum", "glossary.md#results"),
    ("hesitation mitchell", "which-movement.md#hesitation-mitchell"),
    ("grid editor", "desk.md#grid-editor"),
)
"""Words of which only another document knows more."""


@pytest.mark.parametrize(
    ("question", "anchor"),
    FIRST_QUESTIONS + MORE_QUESTIONS + PLAIN_QUESTIONS + SCATTERED_QUESTIONS + UNSCHOOLED_QUESTIONS,
)
def test_the_first_answer_is_the_useful_one(question, anchor):
    assert search_help(question)[0].place == f"how-do-i.md#{anchor}"


@pytest.mark.parametrize(("question", "place"), OTHER_ANSWERS)
def test_words_are_answered_where_they_are_explained(question, place):
    assert search_help(question)[0].place == place


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
