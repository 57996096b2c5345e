"""What can be chosen at the drives of today, and the rule that the choices make.

Leaves the list of systems to :mod:`movements.party.listed.drives`.
"""

from movements.model import Option
from movements.party.model import Chosen, Rule
from movements.party.rules import systems
from movements.party.rules.progress import Progress
from movements.party.rules.transitions import DRIVES, TRANSITIONS

SEAT_A_GOES = Option(
    "seat_a_goes",
    ("higher", "lower"),
    "higher",
    "Where the one of seat A goes who moves: to the next higher table number, and seat B to the next lower (higher), "
    "or the other way (lower); the last table and table 1 are neighbours.",
    label="Of those who move, seat A goes",
    words=(
        ("higher", "to the next higher table number, seat B to the lower"),
        ("lower", "to the next lower table number, seat B to the higher"),
    ),
)
WINNERS = Option(
    "winners",
    ("part", "together"),
    "part",
    "The two winners, who stay, part and play with one of those who come each (part), or stay partners (together).",
    label="The winners at their table",
    words=(("part", "part, each plays with one who comes"), ("together", "stay partners")),
)


def classic(options: Chosen) -> Rule:
    """Return the rule of the whist drive: both winners move, opposite ways, and the losers part."""
    higher = options[SEAT_A_GOES.name] == "higher"
    return Progress(
        DRIVES["win-lady-down-gent-up"] if higher else TRANSITIONS["lady-up-gent-down"],
        odd=options[systems.ODD.name],
    )


def semi_partner(options: Chosen) -> Rule:
    """Return the rule of winners who stay partners while losers move opposite ways."""
    return _losers_part(options, together=True)


def losers_move(options: Chosen) -> Rule:
    """Return the rule of losers who move opposite ways while the winners part."""
    return _losers_part(options, together=False)


def losers_by_colour(options: Chosen) -> Rule:
    """Return the rule of losers who move by the colour of their cards."""
    return _losers_part(options, together=options[WINNERS.name] == "together")


def _losers_part(options: Chosen, *, together: bool) -> Rule:
    key = "losers-part-winners-together" if together else "losers-part-winners-part"
    higher = options[SEAT_A_GOES.name] == "higher"
    return Progress(DRIVES[key if higher else f"{key}-a-up"], odd=options[systems.ODD.name])


def winners_on(options: Chosen) -> Rule:
    """Return the rule of a ring in which winners go on one table together and part there."""
    up = options[systems.DIRECTION.name] == "up"
    transition = TRANSITIONS["winners-up-head-to-foot" if up else "winners-down-circle-split"]
    return Progress(transition, odd=options[systems.ODD.name])
