"""Add the movements of former times to those that every program has."""

from movements.classic import clay, howell_snow, mitchell, mnemonic, parallel, snow
from movements.classic.individual import baker, books, couples, four_pairs
from movements.classic.individual import mnemonic as individual_mnemonic
from movements.classic.teams import club_round_robin, larger, narragansett, rows, three
from movements.registry import register_movements


def register_classic_movements() -> None:
    """Add the movements, each where directors expect it. To add them twice changes nothing.

    >>> from movements.registry import get_movement
    >>> register_classic_movements()
    >>> get_movement("clay").name
    'Clay'
    """
    pairs = (mitchell, clay, snow, parallel, howell_snow)
    register_movements([family.SPEC for family in pairs], before="safford")
    register_movements([mnemonic.SPEC, four_pairs.SPEC], before="individual")
    individuals = (*books.SPECS, couples.SPEC, individual_mnemonic.SPEC)
    register_movements(individuals, before="awl-48")
    larger_teams = (*rows.SPECS, *larger.SPECS, narragansett.SPEC, *three.SPECS)
    register_movements((*larger_teams, *club_round_robin.SPECS), before="round-robin")
    register_movements([baker.SPEC])
