"""What a party's system and its options say, with the usual choice where none was made."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from director.party.models import Party
from director.party.presets.model import CARDS, TOTALS
from movements import PartySystem, PartyTable, Seating, find_party_system
from scoring import (
    GAME_BONUS,
    GAMES_MADE,
    JACKPOTS,
    SET_BACK,
    UNPLAYED,
    PartyMethod,
    TieRule,
    find_party_method,
    find_tie_rule,
)

ALWAYS_WON = "cribbage"
"""The game that no two can end level."""
USUAL_TIES = ("cut",)
"""How a tie at a table is settled in a system that says nothing about it."""


def party_system(party: Party) -> PartySystem | None:
    """Return the system of *party*, ``None`` before one is chosen."""
    if not party.system:
        return None
    system = find_party_system(party.system)
    if party.system_name:
        return replace(system, name=party.system_name)
    return system


def settled_options(system: PartySystem, options: Mapping[str, str]) -> dict[str, str]:
    """Return every option of *system* with the choice made or the usual one."""
    return {
        option.name: options[option.name]
        if options.get(option.name) in option.choices
        else option.default
        for option in system.options
    }


def fitting(
    method: PartyMethod, wanted: Mapping[str, str], options: Mapping[str, str]
) -> dict[str, str]:
    """Return the *wanted* choices that *method* has, with those of the system.

    What is called alike need not be the same: the deal of a drive is who deals, that of tricks how
    many there are.
    """
    return {
        option.name: choices[option.name]
        for option in method.options
        for choices in (wanted, options)
        if choices.get(option.name) in option.choices
    }


def is_fixed(party: Party) -> bool:
    """Return whether all seats are known in advance."""
    system = party_system(party)
    return system is not None and (
        system.fixed or system.rule(settled_options(system, party.options)).fixed
    )


def ranks_pairs(party: Party) -> bool:
    """Return whether pairs or teams of *party* are ranked as one."""
    system = party_system(party)
    return party.by_pair and system is not None and are_one(system, party.options)


def are_one(system: PartySystem, options: Mapping[str, str]) -> bool:
    """Return whether partners stay together in *system*, or teams do."""
    return bool(system.team) or system.rule(settled_options(system, options)).pairs


def contest_word(party: Party) -> str:
    """Return the word for a contestant: "player", "pair", or a team's, such as "fort"."""
    system = party_system(party)
    if ranks_pairs(party):
        return (system.team if system else "") or "pair"
    return "player"


def ranked_as_one(party: Party, round_no: int, seating: Seating) -> Sequence[tuple[str, ...]]:
    """Return who is ranked as one in round *round_no* of *party*."""
    system = party_system(party)
    if system is None or not ranks_pairs(party):
        return ()
    if system.teams:
        return system.teams(seating, round_no, settled_options(system, party.options))
    return tuple(side for table in seating for side in table.sides if len(side) > 1)


def counts_flags(party: Party) -> bool:
    """Return whether a hand won at *party* is a flag that one team takes from another."""
    system = party_system(party)
    return (
        system is not None and bool(system.team) and ranks_pairs(party) and party.method == "games"
    )


def counted_unit(party: Party) -> str:
    """Return the unit that *party* counts, plural, or ""."""
    if counts_flags(party):
        return "flags"
    if party.method:
        return find_party_method(party.method).unit
    return ""


def tells_groups(party: Party) -> bool:
    """Return whether the seat groups of *party* matter to players."""
    return party.tells_groups and not ranks_pairs(party)


def is_skat(party: Party) -> bool:
    """Return whether *party* is a Skat congress, whose rounds are separate sessions."""
    system = party_system(party)
    return system is not None and system.in_sessions


def has_lists(party: Party) -> bool:
    """Return whether each table hands in a signed list after a round."""
    system = party_system(party)
    return system is not None and system.by_list


def draws_afresh(party: Party) -> bool:
    """Return whether the seats of a round follow from no seats before: sessions and series."""
    return is_skat(party) or has_lists(party)


def seats_stay(party: Party) -> bool:
    """Return whether everybody keeps one table all evening."""
    system = party_system(party)
    return system is not None and system.tables_stay


def is_ring(party: Party) -> bool:
    """Return whether *party* has no head table."""
    system = party_system(party)
    return system is not None and system.is_ring


def is_pivot(party: Party) -> bool:
    """Return whether the four of a table change partners there, all of it known beforehand."""
    system = party_system(party)
    return (
        system is not None
        and system.tables_stay
        and system.fixed
        and not (system.all_score or system.in_sessions)
    )


def full_table(party: Party) -> int:
    """Return how many sit at a full table of *party*."""
    system = party_system(party)
    if draws_afresh(party):
        return 3  # tables of three are full ones there
    if system and system.all_score:
        return min(system.table_sizes)
    if system:
        return system.rule(settled_options(system, party.options)).size
    return 4


def wants_points(party: Party) -> bool:
    """Return whether every table has to tell its points: games alone can be counted without."""
    return bool(party.method) and find_party_method(party.method).unit != "games"


def asks_hands(party: Party) -> bool:
    """Return whether a table may tell that it played fewer hands than a round has."""
    if party.hands < 2 or not party.method or has_lists(party):
        return False
    return any(option.name == UNPLAYED.name for option in find_party_method(party.method).options)


def tricks_of_deal(party: Party, hands: int | None = None) -> int:
    """Return how many tricks both sides write for a round, or 0 if it is open.

    *hands* are those that were played, ``None`` for all of a round.
    """
    if not party.method:
        return 0
    settings = find_party_method(party.method).settings(party.method_options)
    system = party_system(party)
    is_one_deal = (
        system is not None
        and settled_options(system, party.options).get("round_ends") == "one-deal"
    )
    is_whole = settings.get("deal") == "13" or (settings.get("entered") == "tricks" and is_one_deal)
    if is_whole:
        return 13
    if party.game == "whist" and written_unit(party) == "tricks":
        return 13 * (party.hands if hands is None else hands)
    return 0


def jackpot_basis(party: Party) -> tuple[str, ...]:
    """Return what a jackpot can go by, as keys of ``JACKPOTS``."""
    lone = ("lone-hands",) if party.lone_on_cards else ()
    if not party.method or party.entry in (CARDS, TOTALS):
        return ("total", *lone)
    tens = ("ten-tricks",) if counts_tens(written_unit(party), party.hands) else ()
    return ("high-game", "total", *lone, *tens)


def jackpot_figures(party: Party) -> dict[str, str]:
    """Return the figures for a jackpot in words, by key of ``JACKPOTS``."""
    if party.method:
        unit = find_party_method(party.method).unit.replace("games", "points")
    else:
        unit = "points"
    return {**JACKPOTS, "high-game": f"{unit} in one game"}


def counts_tens(unit: str, hands: int) -> bool:
    """Return whether hands of ten tricks are known for so many *hands*.

    >>> counts_tens("tricks", 1), counts_tens("tricks", 4), counts_tens("points", 0)
    (True, False, False)
    """
    return unit == "tricks" and hands < 2


def hand_points(party: Party) -> tuple[int, ...]:
    """Return the points of a euchre hand that have keys to tap."""
    if party.game != "euchre" or not wants_points(party):
        return ()
    is_lone = (
        party.method_options.get("lone_hands") != "none"
        and party.options.get("lone_hands") != "none"
    )
    if is_lone:
        return (1, 2, 4)
    return (1, 2)


def counts_rubbers(party: Party) -> bool:
    """Return whether a game of *party* is a rubber, which may be won with fewer points."""
    return bool(party.method) and find_party_method(party.method).is_rubber


def written_unit(party: Party) -> str:
    """Return what is written for a side: points or tricks.

    Where games are counted, short tables write their points.
    """
    method = find_party_method(party.method)
    return method.settings(party.method_options).get("entered") or (
        "points" if method.unit == "games" else method.unit
    )


def ties_stand(party: Party) -> bool:
    """Return whether a tie at a table needs no decision."""
    system = party_system(party)
    if system is None or not any(option.name == "tie" for option in system.options):
        return False
    return is_fixed(party) and wants_points(party)


def tie_rules(party: Party, table: PartyTable) -> tuple[TieRule, ...]:
    """Return how a tie at *table* can be settled, the first rule first.

    One whole deal of whist at a full table is never tied, since its tricks are thirteen; of points
    that are written both may be 0.  Nor is a game that two sides play to its end.  Where a tie
    stands as it is there is nothing to settle.
    """
    system = party_system(party)
    if system is None or ties_stand(party) or (not table.alone and _is_decided(party, system)):
        return ()
    if len(table.sides) == 2 and plays_to_its_end(party):
        return ()
    keys = next((option.choices for option in system.options if option.name == "tie"), USUAL_TIES)
    return tuple(find_tie_rule(key) for key in keys)


def plays_to_its_end(party: Party) -> bool:
    """Return whether every table plays its game to the end."""
    system = party_system(party)
    if party.game == ALWAYS_WON:
        return True
    if system is None or party.bell != "deals":
        return False
    return (
        bool(party.goal) or settled_options(system, party.options).get("round_ends") == "one-game"
    )


def _is_decided(party: Party, system: PartySystem) -> bool:
    """Return whether the tricks of one deal decide at every table."""
    if (
        system.game != "whist"
        or settled_options(system, party.options).get("round_ends") != "one-deal"
    ):
        return False
    if not wants_points(party):
        return True
    settings = find_party_method(party.method).settings(party.method_options)
    return settings.get("entered") == "tricks" or settings.get("deal") == "13"


def deciding_points(party: Party, points: Sequence[int], beside: Sequence[int]) -> tuple[int, ...]:
    """Return by side the points that decide a table's winner.

    *beside* is what the party's method asks beside the points, in the order of the sides; empty if
    nothing was written.
    """
    both = zip(points, beside, strict=False)
    asked = find_party_method(party.method).beside if beside and party.method else ""
    if asked == SET_BACK:
        return tuple(own - back for own, back in both)
    if asked == GAMES_MADE:
        return tuple(own + GAME_BONUS * games for own, games in both)
    return tuple(points)
