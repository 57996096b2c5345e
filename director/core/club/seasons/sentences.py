"""Sentences of refusals about seasons."""

from director.errors import Sentence

SEASON_NAME_TAKEN = Sentence(
    "season-name-taken", "Another season is already called {name}. Choose another name."
)
SEASON_NO_EVENT = Sentence(
    "season-no-event", "No event is ticked. Tick the events that count, then add them."
)
SEASON_EVENT_TWICE = Sentence(
    "season-event-twice", "{names} counted for {season} already, and counts once."
)
SEASON_EVENT_GONE = Sentence(
    "season-event-gone", "This event isn’t in the list any more. Choose another one."
)
SEASON_NOT_CHOSEN = Sentence(
    "season-not-chosen", "No season is chosen. Choose one, or add a season first."
)
SEASON_NOTHING_TO_PRINT = Sentence(
    "season-nothing-to-print", "{season} has no standings yet. Add events with results, then print."
)
