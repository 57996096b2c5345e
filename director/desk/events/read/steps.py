"""The steps of a night, as tabs across the top."""

from dataclasses import dataclass

DONE, NEEDS, NOT_YET = "done", "needs", "not-yet"
STATE_WORDS = {DONE: "done", NEEDS: "needs you", NOT_YET: "not yet"}
STATE_MARKS = {DONE: "✓", NEEDS: "!", NOT_YET: ""}


@dataclass(frozen=True, slots=True)
class Step:
    """One tab of a session's page; *key* is also the last part of its address and of its URL name."""

    number: int
    key: str
    name: str
    state: str
    page: str = "session"  # or "party"

    @property
    def url_name(self) -> str:
        """The name of the step's URL."""
        return f"{self.page}_{self.key}"

    @property
    def state_words(self) -> str:
        """The state for people who do not see the mark."""
        return STATE_WORDS[self.state]

    @property
    def mark(self) -> str:
        """The sign of the state on the tab."""
        return STATE_MARKS[self.state]
