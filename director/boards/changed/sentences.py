"""What is said when a night cannot go on as it was asked for."""

from director.errors import Sentence

BOX_EMPTY = Sentence("box-empty", "“{box}” is empty. Fill it in, or choose what else has happened.")
LAST_ROUND_BEGUN = Sentence("last-round-begun", "The last round has begun, so rounds can only be added.")
LAST_ROUND_ENTERED = Sentence(
    "last-round-entered",
    "Results of the last round have been entered, so rounds can only be added. If fewer rounds have been played, "
    "choose the last round played.",
)
CHANGED_SINCE = Sentence(
    "changed-since",
    "The movement or the results were changed since this page was made, so nothing was done. This is what can be done "
    "now.",
)
CHANGED_FOR_PAIRS = Sentence(
    "changed-for-pairs",
    "Going on by another movement is worked out for pairs only. Names change at Seats; before the first result another "
    "movement can be chosen at Field.",
)
