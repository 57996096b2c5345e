"""The registered Swiss contests and their options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from movements.errors import MovementError
from movements.model import KNOCK_OUT, SWISS_PAIRS, SWISS_TEAMS, Options, System
from movements.option import Option, simplify_key
from movements.registry import refuse_unknown_choices

ODD = Option(
    "odd",
    "Odd number of teams",
    {
        "bye": "one sits out",
        "triangle": "three-way match over one round",
        "long-triangle": "three-way match over two rounds",
    },
    note=(
        "The lowest that hasn’t sat out yet sits out. In a three-way match, three that haven’t met play each other: half "
        "matches over one round, full matches over two."
    ),
)
MEETINGS = Option(
    "meetings",
    "May they meet again?",
    {"once": "no", "twice": "once", "danish": "yes: the leader always meets second"},
    note="A rematch is drawn if nothing else works.",
)
FIRST_ROUND = Option(
    "first_round",
    "First round",
    {
        "halves": "top half against bottom half",
        "neighbours": "1 against 2, 3 against 4",
        "lot": "drawn at random",
        "accelerated": "accelerated: top half and bottom half apart",
    },
    note="Accelerated: in round 2, losers of the top half meet winners of the bottom half.",
)
TURNED = Option(
    "turned",
    "Arrow-switch",
    {"even-tables": "at even tables in odd rounds", "none": "nowhere"},
    note="Keeps the leaders from always being compared with each other.",
)
TABLES = Option(
    "tables",
    "Tables",
    {
        "standings": "by the standings: the leaders meet at tables 1 and 2",
        "home": "home tables: N-S of each team stay at the table of its number",
    },
    note="At home tables only the E-W pairs move.",
)

LOSSES = Option(
    "losses",
    "A team is out",
    {"1": "after one loss", "2": "after two losses (double elimination)"},
    note=(
        "After two losses: the unbeaten meet among themselves, and so do those beaten once. The last "
        "of both groups play the final, and once more if the unbeaten team loses."
    ),
)
"""The option of a knock-out."""
UNEVEN = Option(
    "uneven",
    "If it isn’t 4, 8, 16 …",
    {"byes": "the top seeds sit out round 1", "three-way": "three-way matches in round 1"},
    note=(
        "In a three-way match three teams play half a match against each of the others. Two go on, or "
        "one: as many as fill round 2."
    ),
)
"""The option of a knock-out whose number of contestants isn't a power of two."""
TWO_LOSSES_SIZES = range(4, 65)
"""The numbers of contestants of a knock-out in which everybody may lose once."""

_SOURCE = "English Bridge Union, White Book; the draw looks ahead so that nobody is left with an opponent met before"


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissSystem(System):
    """A registered Swiss contest.

    >>> get_swiss_system("Swiss teams").unit
    'team'
    """

    unit: str  # the word for a contestant

    def resolve_options(self, chosen: Mapping[str, str]) -> Options:
        """Return every option with its choice in *chosen*, or the default.

        :raises MovementError: if *chosen* has an unknown option or choice.
        """
        refuse_unknown_choices(self.name, self.options, chosen)
        return tuple((option.name, option.get_choice(chosen)) for option in self.options)


SWISS_SYSTEMS = (
    SwissSystem(
        key=SWISS_TEAMS,
        name="Swiss teams",
        aliases=("swiss",),
        contest="teams",
        unit="team",
        sizes="4 to 200 teams",
        legal_sizes=range(4, 201),
        options=(MEETINGS, ODD, FIRST_ROUND, TABLES),
        source=_SOURCE,
    ),
    SwissSystem(
        key=SWISS_PAIRS,
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
"""The contests whose rounds are drawn from the standings."""


def is_double_elimination(options: Mapping[str, str] | Sequence[tuple[str, str]]) -> bool:
    """Return whether *options* of a knock-out let everybody lose once.

    >>> is_double_elimination({"losses": "2"}), is_double_elimination(())
    (True, False)
    """
    return LOSSES.get_choice(dict(options)) == "2"


def has_three_way_matches(options: Mapping[str, str] | Sequence[tuple[str, str]]) -> bool:
    """Return whether round 1 of a knock-out has three-way matches in place of byes.

    >>> has_three_way_matches({"uneven": "three-way"}), has_three_way_matches(())
    (True, False)
    """
    return UNEVEN.get_choice(dict(options)) == "three-way" and not is_double_elimination(options)


def get_swiss_system(key: str) -> SwissSystem:
    """Return the contest with the *key* or alias, ignoring capitals and spaces.

    >>> get_swiss_system("swiss").key
    'swiss-teams'

    :raises MovementError: naming the contests, if there is none with the key.
    """
    for system in SWISS_SYSTEMS:
        if simplify_key(key) in (system.key, *system.aliases):
            return system
    known_keys = [system.key for system in SWISS_SYSTEMS]
    # The command that draws a round knows knock-outs too.
    raise MovementError(
        "no-swiss",
        "Unknown Swiss contest “{key}”. Choose {known}.",
        key=key,
        known=", ".join([*known_keys, KNOCK_OUT]),
    )


def is_swiss(key: str) -> bool:
    """Return whether *key* is a key or alias of a Swiss contest.

    >>> is_swiss("howell")
    False
    """
    return any(simplify_key(key) in (system.key, *system.aliases) for system in SWISS_SYSTEMS)
