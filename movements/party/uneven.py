"""What can be done when players do not come out even, each with its consequence in one sentence.

Responsible for the words; the choices themselves are options of the systems.
"""

from collections.abc import Iterator, Mapping, Sequence

from movements.party.model import PartySystem, Rule, UnevenChoice
from movements.party.rounds import rule_of, settled_options
from movements.party.rules.at_table import StaySeated, skat_sizes
from movements.party.rules.cut_in import CutIn
from movements.party.rules.progress import Progress
from movements.party.rules.seats import table_sizes
from movements.party.rules.series import Series, series_sizes
from movements.party.rules.today.shifts import Shifts
from movements.party.rules.today.singles import BestAndWorst, OneOnOne

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def uneven_choices(
    key: str,
    seat_a: int,
    seat_b: int,
    *,
    options: Mapping[str, str] | None = None,
    groups: tuple[str, str] = ("group A", "group B"),
) -> tuple[UnevenChoice, ...]:
    """Return what can be done with an uneven number of players.

    Empty if seats A and B come out even.

    *groups* are what those for seats A and B are called.

    >>> for choice in uneven_choices("rapid-euchre", 9, 5):
    ...     print(choice.key, choice.text)
    other-seat Two of group A play in seats for group B, but can still win the prizes for group A.
    odd=short-table The last table has two players, each alone. Both move up; only the higher score counts.
    odd=sit-out Two players sit out every round, in turn; nobody sits out twice before everyone else in their group has.
    stand-ins Two substitutes fill the last table, so that everyone plays every round.

    :raises MovementError: for a system or option that there is not.
    """
    system, rule = rule_of(key, options)
    if rule.pairs:
        return tuple(_for_pairs(rule, seat_a, seat_b))
    lettered = not rule.fixed and rule.size == 4 and not isinstance(rule, BestAndWorst | CutIn)
    return (
        *(_other_seat(seat_a, seat_b, groups) if lettered else ()),
        *_left_over(system, rule, seat_a + seat_b, options),
    )


def _for_pairs(_rule: Rule, seat_a: int, seat_b: int) -> Iterator[UnevenChoice]:
    if seat_a != seat_b:
        alone, group = abs(seat_a - seat_b), "A" if seat_a > seat_b else "B"
        or_else = ", or pair them with each other" if alone > 1 else ""
        yield UnevenChoice(
            "partners",
            f"{_players(alone)} in group {group} {_have(alone)} no partner. Find {_number(alone)} more for the other "
            f"group{or_else}.",
        )
    pairs = max(seat_a, seat_b)
    if pairs % 2:
        yield UnevenChoice("pair-sits-out", "A different pair sits out every round.")
        yield UnevenChoice(
            "stand-ins",
            "A pair of substitutes fills the last table, so that everyone plays every round.",
        )


def _other_seat(seat_a: int, seat_b: int, groups: tuple[str, str]) -> Iterator[UnevenChoice]:
    crossing = abs(seat_a - seat_b) // 2
    if crossing:
        mine, other = groups if seat_a > seat_b else groups[::-1]
        play = "plays in a seat" if crossing == 1 else "play in seats"
        yield UnevenChoice(
            "other-seat",
            f"{_number(crossing).capitalize()} of {mine} {play} for {other}, but can still win the prizes for {mine}.",
        )


def _left_over(
    system: PartySystem, rule: Rule, players: int, options: Mapping[str, str] | None
) -> Iterator[UnevenChoice]:
    over = players % rule.size
    if isinstance(rule, CutIn):
        if waiting := players - rule.size * rule.tables_for(players):
            who = (
                "player waits at the table, a different one"
                if waiting == 1
                else "players wait at their tables, different ones"
            )
            yield UnevenChoice("cut-in", f"{_number(waiting).capitalize()} {who} each game.")
        return
    if not over:
        return
    option = next((option for option in system.options if option.name == "odd"), None)
    chosen = settled_options(system, options)
    values = (
        [option.default, *(value for value in option.choices if value != option.default)]
        if option
        else []
    )
    seen: set[str] = set()
    for value in values:
        changed = system.rule({**chosen, "odd": value})
        text = _consequence(changed, players, value)
        if text and text not in seen:
            seen.add(text)
            yield UnevenChoice(f"odd={value}", text)
    if isinstance(rule, Shifts | OneOnOne) or (option is None and isinstance(rule, Progress)):
        yield UnevenChoice(
            "sit-out", f"{_sitting(over)}; nobody sits out twice before all others have."
        )
    if system.by_chart:
        yield UnevenChoice(
            "sit-out",
            f"{_sitting(over)}; by the end of the chart everyone has sat out equally often.",
        )
    if isinstance(rule, Series):
        yield from _other_tables(series_sizes(players, rule.size, rule.other), rule.size)
        return
    if isinstance(rule, StaySeated):
        yield from _other_tables(skat_sizes(players, rule.size), rule.size)
        return
    lacking = rule.size - over
    stand_ins = "substitute fills" if lacking == 1 else "substitutes fill"
    yield UnevenChoice(
        "stand-ins",
        f"{_number(lacking).capitalize()} {stand_ins} the last table, so that everyone plays every round.",
    )


def _other_tables(sizes: Sequence[int], full: int) -> Iterator[UnevenChoice]:
    """Yield what becomes of tables of Skat that are not full."""
    for size in sorted({size for size in sizes if size != full}):
        tables = sizes.count(size)
        key = f"tables-of-{_number(size)}"
        if tables == len(sizes):
            where = "the one table" if tables == 1 else "every table"
            yield UnevenChoice(key, f"{_number(size).capitalize()} play at {where}.")
        else:
            many = _number(tables).capitalize()
            yield UnevenChoice(
                key, f"{many} of the tables {_have(tables)} {_number(size)} players."
            )


def _consequence(rule: Rule, players: int, value: str) -> str:
    """Return what this value of the option leads to, nothing if it does not apply to the number."""
    if not isinstance(rule, Progress):
        return (
            _of_other_size(rule.sizes(players), rule.size) if isinstance(rule, BestAndWorst) else ""
        )
    sizes, out = table_sizes(players, rule.size, rule.odd)
    if out:
        applies = rule.odd == "sit-out" or out == 1
        return (
            f"{_sitting(out)}; nobody sits out twice before everyone else in their group has."
            if applies
            else ""
        )
    if value == "sit-out" and rule.size == 4:
        return ""
    other = sizes[-1]
    if other > 3:
        tables = sizes.count(other)
        many = f"{_number(tables).capitalize()} of the tables {_have(tables)}"
        return f"{many} {_number(other)} players, and two of them move up."
    if other == 2:
        return "The last table has two players, each alone. Both move up; only the higher score counts."
    return (
        "The last table has three players, each alone. Two move up, nobody stays for more than two games, and only the "
        "highest score counts."
    )


def _of_other_size(sizes: Sequence[int], full: int) -> str:
    other = next(size for size in sizes[::-1] if size != full)
    tables = sizes.count(other)
    return f"{_number(tables).capitalize()} of the tables {_have(tables)} {_number(other)} players."


def _sitting(number: int) -> str:
    if number == 1:
        return "One player sits out every round, in turn"
    return f"{_players(number)} sit out every round, in turn"


def _players(number: int) -> str:
    return f"{_number(number).capitalize()} player{'' if number == 1 else 's'}"


def _number(number: int) -> str:
    if number < len(NUMBERS):
        return NUMBERS[number]
    return str(number)


def _have(number: int) -> str:
    if number == 1:
        return "has"
    return "have"
