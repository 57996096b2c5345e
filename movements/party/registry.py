"""Every progressive system of the program, in the order a director expects to see them, and how one is found."""

from movements.errors import NoProgressiveSystemError
from movements.party.listed.books import BOOK_SYSTEMS, HOYLE, WHIST
from movements.party.listed.drives import DRIVE_SYSTEMS
from movements.party.listed.entry import party_entry
from movements.party.listed.outs import OUT_SYSTEMS
from movements.party.listed.series import SERIES_SYSTEMS
from movements.party.model import PartySystem
from movements.party.rules import systems
from movements.party.rules.progress import Progress
from movements.party.rules.transitions import TRANSITIONS, Transition
from movements.party.ways.system import own_system

PARTY_SYSTEMS: tuple[PartySystem, ...] = (*BOOK_SYSTEMS, *DRIVE_SYSTEMS, *SERIES_SYSTEMS, *OUT_SYSTEMS)
"""All progressive systems."""


def _bare(transition: Transition) -> PartySystem:
    """Return a transition as a system, for whoever wants that and nothing else."""
    kept = transition.key.endswith("partners-kept")
    return party_entry(
        transition.key,
        transition.key.replace("-", " ").capitalize(),
        "any",
        f"{WHIST}, page 24; {HOYLE}, pages 36-37 and 90-96",
        () if kept else (systems.ODD,),
        rule=lambda options: Progress(transition, pairs=kept, odd=options.get("odd", "sit-out")),
    )


TRANSITION_SYSTEMS = tuple(_bare(transition) for transition in TRANSITIONS.values())
"""The transitions of the books under their own names, for ``step``."""


def find_party_system(key: str) -> PartySystem:
    """Return the system, transition or own way with this key or alias, capitals, spaces and underscores not minded.

    >>> find_party_system("winners_up_head_kept").key, find_party_system("Whist drive").key
    ('winners-up-head-kept', 'drive-whist')

    :raises NoProgressiveSystemError: naming the nearest keys and aliases.
    """
    wanted = _name(key)
    if own := own_system(wanted):
        return own
    for system in (*PARTY_SYSTEMS, *TRANSITION_SYSTEMS):
        if wanted in (system.key, *system.aliases):
            return system
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    near = get_close_matches(wanted, party_names(), n=3, cutoff=0.5) or [system.key for system in PARTY_SYSTEMS[:2]]
    raise NoProgressiveSystemError(key=key, nearest=" or ".join(near))


def party_names() -> list[str]:
    """Return every key and alias.

    >>> party_names()[:2]
    ['progressive-whist-1', 'whist-1']
    """
    return [name for system in (*PARTY_SYSTEMS, *TRANSITION_SYSTEMS) for name in (system.key, *system.aliases)]


def is_party(key: str) -> bool:
    """Return whether :func:`find_party_system` knows this name.

    >>> is_party("Ew up"), is_party("howell")
    (True, False)
    """
    return _name(key) in party_names() or own_system(_name(key)) is not None


def _name(key: str) -> str:
    return key.strip().casefold().replace(" ", "-").replace("_", "-")
