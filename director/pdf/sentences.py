"""What is said when something cannot be printed."""

from director.errors import Sentence

UNKNOWN_KIND = Sentence("unknown-kind", "“{kind}” isn’t a kind of paper. Choose from {known}.")
UNKNOWN_PAPER = Sentence("unknown-paper", "“{paper}” isn’t a paper size. Choose a4 or letter.")
NOTHING_ASKED = Sentence("nothing-asked", "No kind of paper was named. Choose from {known}.")
MISSING_SHEETS = Sentence("missing-sheets", "{label}: nothing to print yet; {remedy}.")
UNFIT_SHEETS = Sentence("unfit-sheets", "{label}: {reason}")
UNREADABLE_NUMBERS = Sentence(
    "unreadable-numbers",
    "“{text}” isn’t a {what} number. Type numbers such as 1-4, 7, or 3- for 3 and all after it.",
)
NO_SUCH_NUMBER = Sentence(
    "no-such-number", "There is no {what} {number}. Choose from {what} {known}."
)
NOTHING_LEFT = Sentence(
    "nothing-left", "{label}: nothing matches your choice. Choose more, or print all."
)
NOTHING_PRINTED = Sentence(
    "nothing-printed",
    "No cards have been printed for this section yet, so nothing has changed. Print all of them.",
)
TOO_LONG = Sentence("too-long", "{sheet} has {lines} lines, but a page fits {most}; {remedy}.")
