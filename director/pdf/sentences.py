"""What is said when something cannot be printed."""

from director.errors import Sentence

UNKNOWN_KIND = Sentence("unknown-kind", "There is no kind of sheet called “{kind}”; choose from {known}.")
UNKNOWN_PAPER = Sentence("unknown-paper", "“{paper}” is no paper this program prints on; choose a4 or letter.")
NOTHING_ASKED = Sentence("nothing-asked", "Nothing was chosen to print; choose at least one of {known}.")
MISSING_SHEETS = Sentence("missing-sheets", "{label}: there is nothing to print yet; {remedy}.")
UNFIT_SHEETS = Sentence("unfit-sheets", "{label}: {reason}")
UNREADABLE_NUMBERS = Sentence(
    "unreadable-numbers", "“{text}” names no {what}. Type numbers as in 1-4, 7, or 3- for 3 and all after it."
)
NO_SUCH_NUMBER = Sentence("no-such-number", "There is no {what} {number}; there is {what} {known}. Choose among these.")
NOTHING_LEFT = Sentence("nothing-left", "{label}: none is among what was chosen. Choose more, or print all.")
NOTHING_PRINTED = Sentence(
    "nothing-printed",
    "No cards of this section are known to be printed, so nothing can have changed. Print all of them.",
)
TOO_LONG = Sentence("too-long", "{sheet} has {lines} lines and a page holds {most}; {remedy}.")
