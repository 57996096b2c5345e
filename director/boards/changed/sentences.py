"""What is said when a night cannot go on as it was asked for."""

from director.errors import Sentence

BOX_EMPTY = Sentence("box-empty", "“{box}” is empty. Fill it in, or choose what else has happened.")
CHANGED_SINCE = Sentence(
    "changed-since",
    "The movement or the results were changed since this page was made, so nothing was done. This is what can be done "
    "now.",
)
