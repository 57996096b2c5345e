"""Sentences of refusals about seasons."""

from director.errors import Sentence


class SeasonSentences:
    """Sentences of refusals about seasons."""

    SEASON_NAME_TAKEN = Sentence("Another season is already called {name}. Choose another name.")
    SEASON_NO_EVENT = Sentence("No event is ticked. Tick the events that count, then add them.")
    SEASON_EVENT_TWICE = Sentence("{names} counted for {season} already, and counts once.")
    SEASON_EVENT_GONE = Sentence("This event isn’t in the list any more. Choose another one.")
    SEASON_NOT_CHOSEN = Sentence("No season is chosen. Choose one, or add a season first.")
    SEASON_NOTHING_TO_PRINT = Sentence(
        "{season} has no standings yet. Add events with results, then print."
    )
