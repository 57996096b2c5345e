"""The sentences with which what a captain sends is refused."""

from director.errors import Sentence


class CaptainSentences:
    """The sentences of refusals to captains, and to the director who decides between them."""

    NO_CAPTAINS = Sentence("Captains send results only where each round is a match of teams.")
    NO_MATCH = Sentence("Your team has no such match. Choose one from the list.")
    CANCELLED = Sentence("This match isn’t played: a team has withdrawn.")
    VOID = Sentence(
        "This match is void, so it needs no result. Ask the director if it should count."
    )
    NO_RESULT = Sentence("Type the result of both teams.")
    NOTHING_TO_CONFIRM = Sentence("This match has no result yet. Send it.")
    CHANGED = Sentence("The result has changed since you opened this page. Check it and try again.")
    NO_QUESTION = Sentence("Type what happened, so that the director can rule on it.")
    REPLY_TOO_LONG = Sentence(
        "This answer is {count} characters long. Shorten it to {most}, or ring the captain."
    )
    QUESTION_TOO_LONG = Sentence(
        "This is {count} characters long. Shorten it to {most}, or ring the director."
    )
    RULING_DONE = Sentence("What this captain asked is done already.")
    ARCHIVED = Sentence("This event is archived. Ask the director to restore it.")
    DECIDED_ALREADY = Sentence(
        "The captains no longer disagree about this match. Check its result."
    )
    STORED_CHANGED = Sentence(
        "The result of this match has changed since you opened this page. Decide again."
    )
