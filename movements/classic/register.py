"""Add the old movements that the core doesn't have."""

from movements.classic import howell_snow, mitchell, mnemonic, parallel
from movements.classic.individual import baker, books, couples, four_pairs
from movements.classic.individual import mnemonic as individual_mnemonic
from movements.classic.teams import club_round_robin, larger, narragansett, rows, three
from movements.registry import register_movements


def register_classic_movements() -> None:
    """Add the movements, each where directors expect it. To add them twice changes nothing.

    >>> from movements.registry import get_movement
    >>> register_classic_movements()
    >>> get_movement("parallel").name
    'Parallel'
    """
    register_movements([mitchell.SPEC], before="clay")
    register_movements([parallel.SPEC, howell_snow.SPEC], before="safford")
    register_movements([mnemonic.SPEC, four_pairs.SPEC], before="individual")
    individuals = (*books.SPECS, couples.SPEC, individual_mnemonic.SPEC)
    register_movements(individuals, before="awl-48")
    larger_teams = (*rows.SPECS, *larger.SPECS, narragansett.SPEC, *three.SPECS)
    register_movements((*larger_teams, *club_round_robin.SPECS), before="round-robin")
    register_movements([baker.SPEC])
