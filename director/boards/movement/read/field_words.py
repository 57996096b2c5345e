"""What the field page calls things in each contest: who is entered, whom they meet, what the figures mean."""

import re
from dataclasses import dataclass

from director.models.event import Contest
from movements import CALLED


@dataclass(frozen=True, slots=True)
class FieldWords:
    """The words of one contest; *has_winners* and *has_fairness* say whether these figures mean anything there."""

    contest: str
    met: str  # the head of a column
    met_long: str
    help: str
    is_pairs: bool = False
    has_fairness: bool = False

    @property
    def called(self) -> str:
        """What one contestant is called: "pair", "player" or "team"."""
        return CALLED[self.contest]

    @property
    def unit(self) -> str:
        """The plural, by which an address names the number too."""
        return f"{self.called}s"


_SETTLED = "Nothing is settled until you say so on the next page."
FIELD_WORDS = {
    Contest.PAIRS: FieldWords(
        Contest.PAIRS,
        "Field met",
        "of the field met",
        "Field met: how many of the possible opponents a pair meets. Fairness: how equally pairs that are ranked "
        f"together are compared; 100 is perfect. {_SETTLED}",
        is_pairs=True,
        has_fairness=True,
    ),
    Contest.INDIVIDUAL: FieldWords(
        Contest.INDIVIDUAL,
        "Partners",
        "partners had",
        "Partners: with how many of the others a player plays. Fairness: how equally players that are ranked together "
        f"are compared; 100 is perfect. {_SETTLED}",
        has_fairness=True,
    ),
    Contest.TEAMS: FieldWords(
        Contest.TEAMS, "Met", "teams met", f"Met: how many of the others a team plays against. {_SETTLED}"
    ),
}


# The help of a movement's options in the words of the field page.


def help_of(text: str, choices: tuple[str, ...], label: str = "") -> str:
    """Return the help *text* of an option without the words that only a command line knows its *choices* by.

    Nor does it say again what the *label* above it says.

    >>> help_of("E-W skip one table (skip), or two tables share (share).", ("skip", "share"))
    'E-W skip one table, or two tables share.'
    >>> help_of("Odd number of pairs: the last one sits out.", (), "Odd number of pairs")
    'The last one sits out.'
    """
    if label and text.startswith(f"{label}: "):
        text = text.removeprefix(f"{label}: ")
        text = text[:1].upper() + text[1:]
    words = "|".join(re.escape(choice) for choice in choices if not choice.isdigit())
    return re.sub(rf" \(({words})(; [^)]*)?\)", "", text) if words else text
