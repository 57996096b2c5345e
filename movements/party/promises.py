"""What progressive systems promise, each with one sentence for people."""

from movements.party.model import PartySystem
from movements.party.rules.rotation import chart_facts

PARTY_GUARANTEES = {
    "letters-stay": "Everybody keeps the letter of his seat, A or B, but at a short table.",
    "sit-outs-in-turn": "Nobody sits out twice before all in seats of that letter have done so once.",
    "partners-stay": "Partners stay together all evening.",
    "each-ns-meets-each-ew": "Every N-S pair meets every E-W pair once.",
    "all-pairs-meet": "Every two pairs meet once.",
    "table-partners-once": "Each of the four at a table partners each of the others once.",
    "seats-stay": "Everybody keeps his seat for the session.",
    "partners-once": "Every two players are partners exactly once.",
    "no-partner-again": "Nobody has the same partner twice.",
    "opponents-twice": "Every two players are opponents exactly twice.",
    "sit-outs-even": "Everybody sits out equally often.",
    "each-fort-visits-each": "The two who go out of a fort visit every other fort once before any again.",
    "nobody-meets-twice": "Every two players meet once.",
    "waits-one-game": "Nobody waits two games running.",
}
"""Every promise of a progressive system by key; what a chart or an evening promises holds for its whole length."""


def chart_promises(players: int) -> tuple[str, ...]:
    """Return what the whole chart of a fixed rotation for so many *players* promises.

    >>> chart_promises(8)
    ('partners-once', 'no-partner-again', 'opponents-twice', 'sit-outs-even')
    >>> chart_promises(10)
    ('no-partner-again', 'sit-outs-even')
    """
    facts = chart_facts(players)
    kept = {
        "partners-once": facts.partners == (1, 1),
        "no-partner-again": facts.partners[1] == 1,
        "opponents-twice": facts.opponents == (2, 2),
        "sit-outs-even": True,
    }
    return tuple(key for key, holds in kept.items() if holds)


def promises(system: PartySystem, players: int) -> tuple[str, ...]:
    """Return what *system* promises for so many *players*.

    >>> from movements.party.registry import find_party_system
    >>> promises(find_party_system("whist-4"), 16)
    ('partners-stay', 'all-pairs-meet')
    """
    return chart_promises(players) if system.by_chart else system.guarantees
