"""Parties of every system and size for the tests, and evenings with winners by chance."""

import random
from itertools import product

from movements.party.model import PartySystem, Seating, TableOutcome
from movements.party.rounds import (
    PARTY_SYSTEMS,
    get_progressive_system,
    get_system_and_rule,
    make_next_seating,
    make_opening_seating,
)

REPRESENTATIVE_CHOICES = {"reverse_after": ("never", "2"), "rows": ("by-16", "1", "3")}
"""Options with many choices, and the few that stand for them."""

Case = tuple[str, dict[str, str]]


def list_option_sets(system: PartySystem) -> list[dict[str, str]]:
    """Return every set of options that concern who goes where and make another rule."""
    options = [option for option in system.options if option.name in system.movement_options]
    chosen_by_rule = {}
    for values in product(
        *(REPRESENTATIVE_CHOICES.get(option.name, option.choices) for option in options)
    ):
        chosen = dict(zip((option.name for option in options), values, strict=True))
        chosen_by_rule.setdefault(repr(get_system_and_rule(system.key, chosen)[1]), chosen)
    return list(chosen_by_rule.values())


def list_cases() -> list[Case]:
    """Return every system with every set of options; a rule that several share once or twice."""
    tried: list[Case] = []
    rules = set()
    for system in PARTY_SYSTEMS:
        for place, chosen in enumerate(list_option_sets(system)):
            rule = repr(get_system_and_rule(system.key, chosen)[1])
            if not place or rule not in rules:
                tried.append((system.key, chosen))
            rules.add(rule)
    return tried


CASES = list_cases()


def describe_case(case: Case) -> str:
    """Return a case as people read it."""
    key, chosen = case
    default = {option.name: option.default for option in get_progressive_system(key).options}
    return " ".join(
        [
            key,
            *(f"{option}={value}" for option, value in chosen.items() if value != default[option]),
        ]
    )


def choose_sizes(case: Case, draw: random.Random, number: int) -> list[int]:
    """Return numbers of players the case can seat: the smallest, a few small ones and any.

    For CI the smallest, the largest, and every fifth between, others with another case: five shares
    nothing with the four or six of a table, so that every case tries every odd number at its foot.
    """
    from movements.party.checks import can_seat

    system, rule = get_system_and_rule(*case)
    legal = [size for size in system.legal_sizes if can_seat(system, rule, size)]
    small = [size for size in legal if size <= 24]
    return sorted({legal[0], draw.choice(legal), *draw.sample(small, min(number, len(small)))})


def make_player_ids(number: int, more_a: int = 0) -> tuple[list[str], list[str]]:
    """Return the ids of so many players, A1, A2 … and B1, B2 …; *more_a* of them more in group A."""
    in_a = (number + 1 + more_a) // 2
    return [f"A{no}" for no in range(1, in_a + 1)], [f"B{no}" for no in range(1, number - in_a + 1)]


def draw_outcomes(seating: Seating, draw: random.Random) -> dict[int, TableOutcome]:
    """Return outcomes of every table that plays; single players get points, no two alike."""
    outcomes = {}
    for table in seating:
        if table.sits_out:
            continue
        if table.is_for_singles:
            points = draw.sample(range(10), len(table.sides))
            outcomes[table.table_no] = TableOutcome(points=tuple(points))
        else:
            outcomes[table.table_no] = TableOutcome(draw.randrange(2))
    return outcomes


def play_evening(case: Case, number: int, rounds: int, draw: random.Random) -> list[Seating]:
    """Return the seatings of an evening with winners by chance."""
    key, options = case
    seatings = [make_opening_seating(key, *make_player_ids(number), options=options)]
    for round_no in range(1, rounds + 1):
        outcomes = draw_outcomes(seatings[-1], draw)
        seatings.append(
            make_next_seating(key, seatings[-1], outcomes, options=options, round_no=round_no)
        )
    return seatings


def list_players(seating: Seating) -> list[str]:
    """Return everybody in order of their names."""
    return sorted(player for table in seating for player in table.players)


def list_sides(seating: Seating) -> list[tuple[tuple[str, ...], ...]]:
    """Return the sides of every table."""
    return [table.sides for table in seating]
