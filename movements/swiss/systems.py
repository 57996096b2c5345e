"""The Swiss contests there are, and what can be chosen about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from movements.model import KNOCK_OUT, Option, Options
from movements.registry import refuse_unknown_choices
from movements.swiss.errors import NoSwissError

ODD = Option(
    "odd",
    ("bye", "triangle", "long-triangle"),
    "bye",
    "What an odd field does: the lowest who has had no bye sits out, or three who have not met play each other, half "
    "matches in one round or whole ones over two.",
    label="Odd number of teams",
    words=(
        ("bye", "one sits out"),
        ("triangle", "three play each other in one round"),
        ("long-triangle", "three play each other over two rounds"),
    ),
)
MEETINGS = Option(
    "meetings",
    ("once", "twice", "danish"),
    "once",
    "How often two may meet: once (again only where nothing else is possible), twice, or as the standings have it.",
    label="Meetings",
    words=(("once", "nobody meets twice"), ("twice", "twice at most"), ("danish", "1 against 2, whoever met before")),
)
FIRST_ROUND = Option(
    "first_round",
    ("halves", "neighbours", "lot"),
    "halves",
    "How round 1 is drawn: the upper half against the lower, 1 against 2 and so on, or by lot.",
    label="First round",
    words=(("halves", "upper half against lower half"), ("neighbours", "1 against 2, 3 against 4"), ("lot", "by lot")),
)
TURNED = Option(
    "turned",
    ("even-tables", "none"),
    "even-tables",
    "Where the boards are turned: at even tables in odd rounds, so that the leaders do not always compare with each "
    "other, or nowhere.",
    label="Boards turned",
    words=(("even-tables", "at even tables in odd rounds"), ("none", "nowhere")),
)


@dataclass(frozen=True, slots=True)
class SwissSystem:
    """What a Swiss contest says about itself; *unit* is what a contestant is called.

    >>> find_swiss_system("Swiss teams").unit
    'team'
    """

    key: str
    name: str
    aliases: tuple[str, ...]
    contest: str
    unit: str
    sizes: str
    legal_sizes: Sequence[int]
    options: tuple[Option, ...]
    source: str
    guarantees: tuple[str, ...] = ()

    def settled(self, chosen: Mapping[str, str]) -> Options:
        """Return every option with the choice that *chosen* makes or the default.

        :raises UnknownOptionError, UnknownChoiceError, SeveralFaultsError: for what cannot be chosen.
        """
        refuse_unknown_choices(self.name, self.options, chosen)
        return tuple((option.name, chosen.get(option.name, option.default)) for option in self.options)


_SOURCE = "English Bridge Union, White Book; the draw looks ahead so that nobody is left with an opponent met before"

SWISS_SYSTEMS = (
    SwissSystem(
        key="swiss-teams",
        name="Swiss teams",
        aliases=("swiss",),
        contest="teams",
        unit="team",
        sizes="4 to 200 teams",
        legal_sizes=range(4, 201),
        options=(MEETINGS, ODD, FIRST_ROUND),
        source=_SOURCE,
    ),
    SwissSystem(
        key="swiss-pairs",
        name="Swiss pairs",
        aliases=(),
        contest="pairs",
        unit="pair",
        sizes="4 to 200 pairs",
        legal_sizes=range(4, 201),
        options=(MEETINGS, FIRST_ROUND, TURNED),
        source=_SOURCE,
    ),
)
"""All contests whose rounds are drawn from the standings."""


def find_swiss_system(key: str) -> SwissSystem:
    """Return the contest with this key or alias, capitals and spaces not minded.

    >>> find_swiss_system("swiss").key
    'swiss-teams'

    :raises NoSwissError: naming those there are.
    """
    if not is_swiss(key):
        raise NoSwissError(key=key, known=", ".join((*(system.key for system in SWISS_SYSTEMS), KNOCK_OUT)))
    return next(system for system in SWISS_SYSTEMS if _name(key) in (system.key, *system.aliases))


def is_swiss(key: str) -> bool:
    """Whether *key* is a key or alias of a Swiss contest.

    >>> is_swiss("howell")
    False
    """
    return any(_name(key) in (system.key, *system.aliases) for system in SWISS_SYSTEMS)


def _name(key: str) -> str:
    return key.strip().casefold().replace(" ", "-").replace("_", "-")
