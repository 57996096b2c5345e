"""What the versions of standings ask of a kind of event.

A kind is the sum of these classes, one for each room that asks (``ask_kind``).
"""

from dataclasses import dataclass
from typing import Any

StoredStandings = list[dict[str, Any]]
"""The standings stored in a version: groups, each with a title and rows."""


EVENT_FACTS_KEY = ""
"""The key of facts that belong to the event and not to a session."""


@dataclass(frozen=True, slots=True)
class StandingsSnapshot:
    """The standings of an event and the *facts_by_session* they depend on.

    *facts_by_session* are dictionaries by session number. Each fact is its subject, its value in words and, for
    a line, its score: ``{"1": {"line 7 3 5": ["Board 7, 3 N-S against 5 E-W", "4SS=", "+420"]}}``.
    Its key stays the same when sections or names change. *facts_by_session* is None if the kind itself names the
    changes of each correction.
    """

    standings: StoredStandings
    facts_by_session: dict[str, dict[str, list[str]]] | None = None
