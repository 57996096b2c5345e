"""The choices for an uneven number of players, each with its consequence in one sentence.

The choices are options of the systems, or things to do in the room. This module finds the ones that
apply and describes them.
"""

from collections.abc import Iterator, Mapping, Sequence

from movements.option import Option
from movements.party.model import PartySystem, Rule, UnevenChoice
from movements.party.rounds import get_system_and_rule, resolve_party_options
from movements.party.rules.at_table import StaySeated, compute_skat_sizes
from movements.party.rules.cut_in import CutIn
from movements.party.rules.progress import ProgressRule
from movements.party.rules.seats import compute_table_sizes
from movements.party.rules.series import Series, compute_series_sizes
from movements.party.rules.shifts import ShiftRule
from movements.party.rules.singles import BestAndWorst

NUMBER_NAMES = ("no", "one", "two", "three", "four", "five", "six")


def list_uneven_choices(
    key: str,
    seat_a: int,
    seat_b: int,
    *,
    options: Mapping[str, str] | None = None,
    groups: tuple[str, str] = ("group A", "group B"),
) -> tuple[UnevenChoice, ...]:
    """Return the choices for *seat_a* and *seat_b* players, empty if the numbers are even.

    *groups* are the names of the groups in seats A and B.

    >>> for choice in list_uneven_choices("rapid-euchre", 9, 5):
    ...     print(choice.key, choice.text)
    other-seat Two of group A play in seats for group B, but can still win the prizes for group A.
    odd=short-table The last table has two players, each alone. Both move up; only the higher score counts.
    odd=sit-out Two players sit out every round, in turn; nobody sits out twice before everyone else in their group has.
    stand-ins Two substitutes fill the last table, so that everyone plays every round.

    :raises MovementError: for an unknown system or option.
    """
    system, rule = get_system_and_rule(key, options)
    if rule.pairs:
        return tuple(_make_pair_choices(seat_a, seat_b))
    choices: list[UnevenChoice] = []
    # In other systems the two groups don't have different seats.
    has_letters = not rule.fixed and rule.size == 4 and not isinstance(rule, BestAndWorst | CutIn)
    if has_letters:
        choices += _make_other_seat_choice(seat_a, seat_b, groups)
    choices += _make_leftover_choices(system, rule, seat_a + seat_b, options)
    return tuple(choices)


def _make_pair_choices(seat_a: int, seat_b: int) -> Iterator[UnevenChoice]:
    if seat_a != seat_b:
        partnerless_count = abs(seat_a - seat_b)
        group = "A" if seat_a > seat_b else "B"
        alternative = ", or pair them with each other" if partnerless_count > 1 else ""
        yield UnevenChoice(
            "partners",
            f"{_format_players(partnerless_count)} in group {group} {_conjugate_have(partnerless_count)} "
            f"no partner. Find {_format_number(partnerless_count)} more for the other group{alternative}.",
        )
    pairs = max(seat_a, seat_b)
    if pairs % 2:
        yield UnevenChoice("pair-sits-out", "A different pair sits out every round.")
        yield UnevenChoice(
            "stand-ins",
            "A pair of substitutes fills the last table, so that everyone plays every round.",
        )


def _make_other_seat_choice(
    seat_a: int, seat_b: int, groups: tuple[str, str]
) -> Iterator[UnevenChoice]:
    crossing_count = abs(seat_a - seat_b) // 2
    if crossing_count:
        larger, smaller = groups if seat_a > seat_b else groups[::-1]
        play = "plays in a seat" if crossing_count == 1 else "play in seats"
        yield UnevenChoice(
            "other-seat",
            f"{_format_number(crossing_count).capitalize()} of {larger} {play} for {smaller}, "
            f"but can still win the prizes for {larger}.",
        )


def _make_leftover_choices(
    system: PartySystem, rule: Rule, players: int, options: Mapping[str, str] | None
) -> Iterator[UnevenChoice]:
    if isinstance(rule, CutIn):
        yield from _make_cut_in_choice(rule, players)
        return
    leftover = players % rule.size
    if not leftover:
        return
    option = next((option for option in system.options if option.name == "odd"), None)
    if option:
        yield from _make_option_choices(
            system, option, players, resolve_party_options(system, options)
        )
    if isinstance(rule, ShiftRule) or (option is None and isinstance(rule, ProgressRule)):
        yield UnevenChoice(
            "sit-out",
            f"{_format_sit_outs(leftover)}; nobody sits out twice before all others have.",
        )
    if system.by_chart:
        yield UnevenChoice(
            "sit-out",
            f"{_format_sit_outs(leftover)}; "
            "by the end of the chart everyone has sat out equally often.",
        )
    if isinstance(rule, Series):
        yield from _make_table_size_choices(
            compute_series_sizes(players, rule.size, rule.other_size), rule.size
        )
    elif isinstance(rule, StaySeated):
        yield from _make_table_size_choices(compute_skat_sizes(players, rule.size), rule.size)
    else:
        missing_count = rule.size - leftover
        substitutes = "substitute fills" if missing_count == 1 else "substitutes fill"
        yield UnevenChoice(
            "stand-ins",
            f"{_format_number(missing_count).capitalize()} {substitutes} the last table, "
            "so that everyone plays every round.",
        )


def _make_cut_in_choice(rule: CutIn, players: int) -> Iterator[UnevenChoice]:
    waiting_count = players - rule.size * rule.count_tables(players)
    if waiting_count == 1:
        yield UnevenChoice("cut-in", "One player waits at the table, a different one each game.")
    elif waiting_count:
        yield UnevenChoice(
            "cut-in",
            f"{_format_number(waiting_count).capitalize()} players wait at their tables, "
            "different ones each game.",
        )


def _make_option_choices(
    system: PartySystem, option: Option, players: int, chosen: Mapping[str, str]
) -> Iterator[UnevenChoice]:
    """Yield the values of *option* that make a difference, the default first."""
    other_values = [value for value in option.choices if value != option.default]
    texts: set[str] = set()
    for value in (option.default, *other_values):
        rule = system.rule({**chosen, option.name: value})
        text = _describe_consequence(rule, players, value)
        # Two values may have the same consequence for this number of players.
        if text and text not in texts:
            texts.add(text)
            yield UnevenChoice(f"{option.name}={value}", text)


def _make_table_size_choices(sizes: Sequence[int], full_size: int) -> Iterator[UnevenChoice]:
    """Yield a choice for each size of table other than *full_size*."""
    for size in sorted(set(sizes) - {full_size}):
        tables = sizes.count(size)
        key = f"tables-of-{_format_number(size)}"
        if tables == len(sizes):
            tables_text = "the one table" if tables == 1 else "every table"
            yield UnevenChoice(key, f"{_format_number(size).capitalize()} play at {tables_text}.")
        else:
            yield UnevenChoice(
                key, f"{_format_tables_have(tables)} {_format_number(size)} players."
            )


def _describe_consequence(rule: Rule, players: int, value: str) -> str:
    """Return the consequence of an option's *value*, or "" if the value makes no difference."""
    if isinstance(rule, BestAndWorst):
        sizes = rule.list_table_sizes(players)
        other_size = next(size for size in sizes[::-1] if size != rule.size)
        return (
            f"{_format_tables_have(sizes.count(other_size))} {_format_number(other_size)} players."
        )
    if not isinstance(rule, ProgressRule):
        return ""
    sizes, sitting_out = compute_table_sizes(players, rule.size, rule.leftover_rule)
    if sitting_out:
        # A short table needs two players, so a single one sits out under any value.
        if rule.leftover_rule != "sit-out" and sitting_out > 1:
            return ""
        return (
            f"{_format_sit_outs(sitting_out)}; "
            "nobody sits out twice before everyone else in their group has."
        )
    if value == "sit-out" and rule.size == 4:
        return ""
    return _describe_last_table(sizes)


def _describe_last_table(sizes: Sequence[int]) -> str:
    other_size = sizes[-1]
    if other_size > 3:
        tables_have = _format_tables_have(sizes.count(other_size))
        return f"{tables_have} {_format_number(other_size)} players, and two of them move up."
    if other_size == 2:
        return (
            "The last table has two players, each alone. "
            "Both move up; only the higher score counts."
        )
    return (
        "The last table has three players, each alone. Two move up, nobody stays for more than "
        "two games, and only the highest score counts."
    )


def _format_tables_have(tables: int) -> str:
    return f"{_format_number(tables).capitalize()} of the tables {_conjugate_have(tables)}"


def _format_sit_outs(number: int) -> str:
    if number == 1:
        return "One player sits out every round, in turn"
    return f"{_format_players(number)} sit out every round, in turn"


def _format_players(number: int) -> str:
    noun = "player" if number == 1 else "players"
    return f"{_format_number(number).capitalize()} {noun}"


def _format_number(number: int) -> str:
    if number < len(NUMBER_NAMES):
        return NUMBER_NAMES[number]
    return str(number)


def _conjugate_have(number: int) -> str:
    if number == 1:
        return "has"
    return "have"
