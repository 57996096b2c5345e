"""What is said when something cannot be printed."""

from director.errors import Sentence


class PdfSentences:
    """What is said when something cannot be printed."""

    UNKNOWN_KIND = Sentence("“{kind}” isn’t a kind of paper. Choose from {known}.")
    UNKNOWN_PAPER = Sentence("“{paper}” isn’t a paper size. Choose a4 or letter.")
    NOTHING_ASKED = Sentence("No kind of paper was named. Choose from {known}.")
    MISSING_SHEETS = Sentence("{label}: nothing to print yet; {remedy}.")
    UNFIT_SHEETS = Sentence("{label}: {reason}")
    UNREADABLE_NUMBERS = Sentence(
        "“{text}” isn’t a {what} number. Type numbers such as 1-4, 7, or 3- for 3 and all after it.",
    )
    NO_SUCH_NUMBER = Sentence("There is no {what} {number}. Choose from {what} {known}.")
    NOTHING_LEFT = Sentence("{label}: nothing matches your choice. Choose more, or print all.")
    NOTHING_PRINTED = Sentence(
        "No cards have been printed for this section yet, so nothing has changed. Print all of them.",
    )
    TOO_LONG = Sentence("{sheet} has {lines} lines, but a page fits {most}; {remedy}.")
