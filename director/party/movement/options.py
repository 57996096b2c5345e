"""The options of a party's system and method, and what follows from them.

They decide who is ranked, what tables report, and when a tie is possible. A *system*
(:class:`movements.party.model.PartySystem`) moves the players, a *method* (``scoring``) counts their
results. Both have options, which are stored with the party. An option without a stored choice has
its default.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from director.party.models import GroupWords, Party, PartyResult
from director.party.presets import CARDS, TOTALS
from movements.party.model import PartySystem, PartyTable, Seating, TableOutcome
from movements.party.rounds import get_progressive_system, has_moves_by_letter
from scoring.party.awarding import JACKPOT_LABELS
from scoring.party.methods import GAME_BONUS, get_party_method
from scoring.party.model import GAMES_MADE, ONE_DEAL, SET_BACK, TRICKS_OF_DEAL, PartyMethod
from scoring.party.presence import UNPLAYED
from scoring.party.ties import TieRule, get_tie_rule

DEFAULT_TIE_RULES = ("cut",)
"""Tie rules of a system without a tie option."""


def get_party_system(party: Party) -> PartySystem | None:
    """Return the system of *party*, or None before one is chosen."""
    if not party.system:
        return None
    system = get_progressive_system(party.system)
    if party.system_name:
        return replace(system, name=party.system_name)
    return system


def resolve_options(system: PartySystem, options: Mapping[str, str]) -> dict[str, str]:
    """Return a value for each option of *system*, from *options* or by default."""
    choices = {}
    for option in system.options:
        choice = options.get(option.name)
        choices[option.name] = choice if choice in option.choices else option.default
    return choices


def select_matching_choices(
    method: PartyMethod, method_choices: Mapping[str, str], options: Mapping[str, str]
) -> dict[str, str]:
    """Return the choices that *method* has among *method_choices* and the system's *options*.

    A choice of the system overrides one of the method. It only counts if the method has the same
    choice, because options of one name may differ: *deal* says who deals in a drive, and how many
    tricks a deal has in a method.
    """
    return {
        option.name: choices[option.name]
        for option in method.options
        for choices in (method_choices, options)
        if choices.get(option.name) in option.choices
    }


def is_fixed(party: Party) -> bool:
    """Return whether all seats are known in advance."""
    system = get_party_system(party)
    if system is None:
        return False
    # Some systems are fixed with certain options only.
    return system.fixed or system.rule(resolve_options(system, party.options)).fixed


def is_ranked_by_pairs(party: Party) -> bool:
    """Return whether *party* ranks pairs or teams instead of players."""
    system = get_party_system(party)
    return party.by_pair and system is not None and has_fixed_partners(system, party.options)


def has_fixed_partners(system: PartySystem, options: Mapping[str, str]) -> bool:
    """Return whether partners or teams stay together in *system*."""
    return bool(system.team) or system.rule(resolve_options(system, options)).pairs


def get_contestant_noun(party: Party) -> str:
    """Return what a contestant is called: "player", "pair", or a team's noun such as "fort"."""
    system = get_party_system(party)
    if system is None or not is_ranked_by_pairs(party):
        return "player"
    return system.team or "pair"


def list_ranked_partners(
    party: Party, round_no: int, seating: Seating
) -> Sequence[tuple[str, ...]]:
    """Return the players of each pair or team in round *round_no*, empty if players are ranked."""
    system = get_party_system(party)
    if system is None or not is_ranked_by_pairs(party):
        return ()
    if system.teams:
        return system.teams(seating, round_no, resolve_options(system, party.options))
    return tuple(side for table in seating for side in table.sides if len(side) > 1)


def is_scored_in_flags(party: Party) -> bool:
    """Return whether a team that wins a hand takes a flag from the other team."""
    system = get_party_system(party)
    has_teams = system is not None and bool(system.team)
    return has_teams and is_ranked_by_pairs(party) and party.method == "games"


def get_counted_unit(party: Party) -> str:
    """Return the plural of the unit that *party* counts, or ""."""
    if is_scored_in_flags(party):
        return "flags"
    if party.method:
        return get_party_method(party.method).unit
    return ""


def has_seat_groups(party: Party) -> bool:
    """Return whether the seat groups of *party* matter to players."""
    return party.tells_groups and not is_ranked_by_pairs(party)


def has_groups_in_turn(party: Party) -> bool:
    """Return whether players without a group take turns in the two seat groups.

    Colours and letters mean nothing but a seat. Nobody is made a lady or a gentleman unless the
    moves treat them differently.
    """
    if party.group_words != GroupWords.LADIES:
        return True
    system = get_party_system(party)
    return system is not None and has_moves_by_letter(
        system.rule(resolve_options(system, party.options))
    )


def choose_group_in_turn(party: Party, groups: Sequence[str]) -> str:
    """Return the group of a player who joins those of *groups*, "" for none."""
    if not has_groups_in_turn(party):
        return ""
    return "A" if groups.count("A") <= groups.count("B") else "B"


def is_skat(party: Party) -> bool:
    """Return whether *party* is a Skat congress, whose rounds are separate sessions."""
    system = get_party_system(party)
    return system is not None and system.in_sessions


def has_lists(party: Party) -> bool:
    """Return whether each table hands in a signed list after a round."""
    system = get_party_system(party)
    return system is not None and system.by_list


def is_redrawn_each_round(party: Party) -> bool:
    """Return whether each round is seated without regard to the previous one."""
    return is_skat(party) or has_lists(party)


def has_fixed_tables(party: Party) -> bool:
    """Return whether each player keeps one table all evening."""
    system = get_party_system(party)
    return system is not None and system.tables_stay


def is_ring(party: Party) -> bool:
    """Return whether *party* has no head table."""
    system = get_party_system(party)
    return system is not None and system.is_ring


def is_pivot(party: Party) -> bool:
    """Return whether the four players of a table change partners there in a fixed rotation."""
    system = get_party_system(party)
    return (
        system is not None
        and system.tables_stay
        and system.fixed
        and not (system.all_score or system.in_sessions)
    )


def get_full_table_size(party: Party) -> int:
    """Return how many players a full table has."""
    system = get_party_system(party)
    if is_redrawn_each_round(party):
        return 3  # sessions and series have tables of three and four, and both count as full
    if system and system.all_score:
        return min(system.table_sizes)  # no table is short where the smallest one scores in full
    if system:
        return system.rule(resolve_options(system, party.options)).size
    return 4


def must_report_points(party: Party) -> bool:
    """Return whether every table has to report points. Games are counted without them."""
    return bool(party.method) and get_party_method(party.method).unit != "games"


def can_report_fewer_hands(party: Party) -> bool:
    """Return whether a table may report that it played fewer hands than a round has."""
    if party.hands < 2 or not party.method or has_lists(party):
        return False
    return any(option.name == UNPLAYED.name for option in get_party_method(party.method).options)


def count_tricks_per_round(party: Party, hands: int | None = None) -> int:
    """Return the tricks that both sides write for a round, or 0 if the number is open.

    *hands* is the number of hands played, None for all hands of a round.
    """
    if not party.method:
        return 0
    settings = get_party_method(party.method).complete_settings(party.method_options)
    system = get_party_system(party)
    is_one_deal = (
        system is not None
        and resolve_options(system, party.options).get("round_ends") == "one-deal"
    )
    if settings.get("deal") == ONE_DEAL or (settings.get("entered") == "tricks" and is_one_deal):
        return TRICKS_OF_DEAL
    if party.game == "whist" and get_written_unit(party) == "tricks":
        if hands is None:
            hands = party.hands
        return TRICKS_OF_DEAL * hands
    return 0


def list_jackpot_keys(party: Party) -> tuple[str, ...]:
    """Return the figures that can decide a jackpot, as keys of ``JACKPOT_LABELS``."""
    lone_hand_keys = ("lone-hands",) if party.types_lone_hands else ()
    # The players' own cards tell neither single games nor single hands.
    if not party.method or party.entry in (CARDS, TOTALS):
        return ("total", *lone_hand_keys)
    ten_trick_keys = ("ten-tricks",) if can_count_tens(get_written_unit(party), party.hands) else ()
    return ("high-game", "total", *lone_hand_keys, *ten_trick_keys)


def get_label_by_jackpot(party: Party) -> dict[str, str]:
    """Return the names of possible jackpot figures, by key of ``JACKPOT_LABELS``."""
    if party.method:
        unit = get_party_method(party.method).unit.replace("games", "points")
    else:
        unit = "points"
    return {**JACKPOT_LABELS, "high-game": f"{unit} in one game"}


def can_count_tens(unit: str, hands: int) -> bool:
    """Return whether hands of ten tricks are known if a round has this number of *hands*.

    A figure for several hands doesn't tell the tricks of each.

    >>> can_count_tens("tricks", 1), can_count_tens("tricks", 4), can_count_tens("points", 0)
    (True, False, False)
    """
    return unit == "tricks" and hands < 2


def get_hand_points(party: Party) -> tuple[int, ...]:
    """Return the points of a euchre hand, for the buttons that add them."""
    if party.game != "euchre" or not must_report_points(party):
        return ()
    allows_lone_hands = (
        party.method_options.get("lone_hands") != "none"
        and party.options.get("lone_hands") != "none"
    )
    if allows_lone_hands:
        return (1, 2, 4)  # a march of a loner scores 4
    return (1, 2)


def is_played_in_rubbers(party: Party) -> bool:
    """Return whether a game of *party* is a rubber, which may be won with fewer points."""
    return bool(party.method) and get_party_method(party.method).is_rubber


def get_written_unit(party: Party) -> str:
    """Return the unit that a table writes for a side: points or tricks.

    If games are counted, only short tables write figures, their points.
    """
    method = get_party_method(party.method)
    entered_unit = method.complete_settings(party.method_options).get("entered")
    if entered_unit:
        return entered_unit
    if method.unit == "games":
        return "points"
    return method.unit


def can_ties_stand(party: Party) -> bool:
    """Return whether a tie at a table needs no decision."""
    system = get_party_system(party)
    if system is None or not any(option.name == "tie" for option in system.options):
        return False
    # The winner decides neither the moves nor the totals.
    return is_fixed(party) and must_report_points(party)


def list_tie_rules(party: Party, table: PartyTable) -> tuple[TieRule, ...]:
    """Return the rules that can settle a tie at *table*, empty if it can't tie or need not."""
    system = get_party_system(party)
    if (
        system is None
        or can_ties_stand(party)
        or (not table.is_for_singles and _is_decided(party, system))
    ):
        return ()
    if len(table.sides) == 2 and is_played_to_the_end(party):
        return ()
    keys = next(
        (option.choices for option in system.options if option.name == "tie"), DEFAULT_TIE_RULES
    )
    return tuple(get_tie_rule(key) for key in keys)


def is_played_to_the_end(party: Party) -> bool:
    """Return whether every table plays its game to the end."""
    system = get_party_system(party)
    if system is None or party.bell != "deals":
        return False
    return (
        bool(party.goal) or resolve_options(system, party.options).get("round_ends") == "one-game"
    )


def _is_decided(party: Party, system: PartySystem) -> bool:
    """Return whether one deal of whist decides every table.

    Its thirteen tricks can't be shared evenly. Points can: both sides may write 0.
    """
    round_end = resolve_options(system, party.options).get("round_ends")
    if system.game != "whist" or round_end != "one-deal":
        return False
    if not must_report_points(party):
        return True
    settings = get_party_method(party.method).complete_settings(party.method_options)
    return settings.get("entered") == "tricks" or settings.get("deal") == ONE_DEAL


def compute_deciding_points(
    party: Party, points: Sequence[int], second_figures: Sequence[int]
) -> tuple[int, ...]:
    """Return each side's points for deciding the winner of a table.

    *second_figures* are those of the sides (set-backs, games made), empty if none was written.
    """
    if not second_figures or not party.method:
        return tuple(points)
    second_figure_title = get_party_method(party.method).extra_figure
    figures = zip(points, second_figures, strict=False)  # a report may lack the points
    if second_figure_title == SET_BACK:
        return tuple(side_points - set_back for side_points, set_back in figures)
    if second_figure_title == GAMES_MADE:
        return tuple(side_points + GAME_BONUS * games for side_points, games in figures)
    return tuple(points)


def make_table_outcome(party: Party, result: PartyResult) -> TableOutcome:
    """Return the part of *result* that decides who moves."""
    return TableOutcome(
        result.winner,
        compute_deciding_points(party, result.points, result.beside),
        tuple(result.cut),
        tuple(result.out),
    )
