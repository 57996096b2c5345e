"""The registry of all movements, and the one way to ask for a plan.

A package on top of these movements adds its own by :func:`register_movements`. ``movements.teams``
and ``movements.classic`` do.

Finds a movement by its name or alias and checks the requested size, options and length before the
movement module builds the plan.  The *unit* of a movement is what its size counts: pairs, players
or teams.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from movements.errors import CombinedError, MovementError, make_size_error, raise_all
from movements.families import clay, fairest, safford, snow
from movements.families.howell import barometer as barometer_howell
from movements.families.howell import full as howell
from movements.families.howell import short as short_howell
from movements.families.mitchell import appendix as appendix_mitchell
from movements.families.mitchell import double as double_mitchell
from movements.families.mitchell import hesitation as hesitation_mitchell
from movements.families.mitchell import one_winner as one_winner_mitchell
from movements.families.mitchell import plain as mitchell
from movements.families.mitchell import rover as rover_mitchell
from movements.families.mitchell import web as web_mitchell
from movements.model import NOUN_BY_CONTEST, Movement, MovementSpec, PlanRequest, RoundLimits
from movements.option import Option, simplify_key
from movements.refusals import (
    make_choices_contradict_error,
    make_size_missing_error,
    make_wrong_unit_error,
)

MOVEMENTS: list[MovementSpec] = [
    mitchell.SPEC,
    one_winner_mitchell.SPEC,
    howell.SPEC,
    short_howell.SPEC,
    fairest.SPEC,
    barometer_howell.SPEC,
    hesitation_mitchell.SPEC,
    rover_mitchell.SPEC,
    web_mitchell.SPEC,
    double_mitchell.SPEC,
    appendix_mitchell.SPEC,
    clay.SPEC,
    snow.SPEC,
    safford.SPEC,
]
"""All movements, in the order directors expect."""

SEATS = 4
"""Players at a table."""

BOARDS_PER_SET = range(1, 7)
"""Possible numbers of boards per round."""

ORDINARY_BOARDS = 26
"""Boards a pair plays in an ordinary evening. The default boards per round come near it."""


def register_movements(specs: Iterable[MovementSpec], *, before: str = "") -> None:
    """Add *specs* to all movements, unless they have been added before.

    In lists they come before the movement with the key *before*, or last if there is none.
    """
    for spec in specs:
        keys = [listed_spec.key for listed_spec in MOVEMENTS]
        if spec.key not in keys:
            MOVEMENTS.insert(keys.index(before) if before in keys else len(keys), spec)


def list_movements(contest: str) -> tuple[MovementSpec, ...]:
    """Return the movements of "pairs", "individual" or "teams", in the order directors expect.

    >>> list_movements("pairs")[0].key, list_movements("individual")[0].key
    ('mitchell', 'individual')
    """
    return tuple(spec for spec in MOVEMENTS if spec.contest == contest)


def get_movement(
    key: str, *, contest: str | None = None, other_names: Sequence[str] = ()
) -> MovementSpec:
    """Return the movement with this key or alias.

    Case and spaces are ignored. With *contest*, only its movements are searched.  *other_names* are
    names of other things than movements; the error proposes them too.

    >>> get_movement("Full Howell").key
    'howell'

    :raises MovementError: with the nearest names, if there is no such movement.
    """
    typed_name = simplify_key(key)
    specs = MOVEMENTS if contest is None else list_movements(contest)
    spec_by_name = {}
    for spec in specs:
        for name in (spec.key, *spec.aliases):
            spec_by_name[name] = spec
    if typed_name not in spec_by_name:
        raise MovementError(
            "unknown-movement",
            "Unknown movement “{key}”. Did you mean {nearest}?",
            key=key,
            nearest=_suggest_names(typed_name, [*spec_by_name, *other_names], specs),
        )
    return spec_by_name[typed_name]


def _with_preset(spec: MovementSpec, key: str, options: Mapping[str, str]) -> Mapping[str, str]:
    """Add the options of alias *key* to *options*."""
    preset = dict(dict(spec.presets).get(simplify_key(key), ()))
    for option, choice in preset.items():
        if options.get(option, choice) != choice:
            instead = f"{option}={choice}, or the name {spec.key}"
            raise make_choices_contradict_error(
                movement=spec.name,
                option=option,
                choice=options[option],
                contradiction=f"the name “{key}”",
                alternative=instead,
            )
    return {**preset, **options}


def _suggest_names(typed_name: str, names: list[str], specs: Sequence[MovementSpec]) -> str:
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    nearest = get_close_matches(typed_name, names, n=3, cutoff=0.5)
    if not nearest:
        nearest = [spec.key for spec in specs[:2]]
    return " or ".join(nearest)


def make_plan(  # noqa: PLR0913
    key: str,
    *,
    tables: int | None = None,
    pairs: int | None = None,
    players: int | None = None,
    teams: int | None = None,
    rounds: int | None = None,
    boards_per_set: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Movement:
    """Return the plan of movement *key* for a number of contestants.

    The number is given as *pairs*, *players* or *teams*, or as full *tables*.  It may be left out
    if the movement has only one.  Without *rounds* the plan has the movement's usual length,
    without *boards_per_set* the number that brings a contestant nearest to 26 boards.

    >>> plan = make_plan("mitchell", pairs=13)
    >>> (plan.tables, plan.rounds, plan.boards_per_set, plan.options)
    (7, 7, 4, (('half_table', 'ew'),))

    :raises MovementError: for an impossible name, size, option or length.
    :raises CombinedError: with all errors, if there are several.
    """
    spec = get_movement(key)
    # All faults are reported together, so the request can be corrected at once.
    problems: list[MovementError] = []
    with _collect_errors(problems):
        contestants = _resolve_size(
            spec, tables, {"pairs": pairs, "players": players, "teams": teams}
        )
    with _collect_errors(problems):
        choice_by_name = _resolve_choices(spec, key, options or {})
    if not problems:
        # The length depends on size and options.
        with _collect_errors(problems):
            resolved_options = spec.resolve_options(contestants, choice_by_name)
            round_count = _resolve_rounds(
                spec, contestants, spec.round_limits(contestants, resolved_options), rounds
            )
    with _collect_errors(problems):
        _refuse_boards(spec, boards_per_set)
    raise_all(problems)
    boards = boards_per_set or choose_boards_per_set(
        round_count, spec.default_boards or BOARDS_PER_SET
    )
    plan = spec.build(PlanRequest(contestants, round_count, boards, resolved_options))
    if plan.key == spec.key:
        return plan
    # Some movements build their plan with another one.
    return replace(plan, key=spec.key)


@contextmanager
def _collect_errors(problems: list[MovementError]) -> Iterator[None]:
    try:
        yield
    except CombinedError as error:
        problems.extend(error.errors)
    except MovementError as error:
        problems.append(error)


def get_legal_rounds(
    key: str,
    *,
    pairs: int | None = None,
    players: int | None = None,
    teams: int | None = None,
    options: Mapping[str, str] | None = None,
) -> range:
    """Return the possible numbers of rounds of movement *key*.

    >>> get_legal_rounds("howell", pairs=8)
    range(1, 8)

    :raises MovementError: for an impossible name, size or option.
    """
    spec = get_movement(key)
    contestants = _resolve_size(spec, None, {"pairs": pairs, "players": players, "teams": teams})
    resolved_options = spec.resolve_options(contestants, _resolve_choices(spec, key, options or {}))
    return spec.round_limits(contestants, resolved_options).legal_rounds


def _resolve_size(spec: MovementSpec, tables: int | None, sizes: Mapping[str, int | None]) -> int:
    """Return the number of contestants from the requested *sizes* by unit or from full *tables*."""
    sizes = _convert_teams_to_players(spec, sizes)
    _refuse_other_units(spec, tables, sizes)
    size = sizes[spec.unit]
    players = sizes["players"]
    if size is None and players is not None:
        _refuse_size(spec, players, spec.players_per_contestant)
        size = players // spec.players_per_contestant
    if size is None:
        size = _get_size_from_tables(spec, tables)
    _refuse_disagreeing_tables(spec, tables, size)
    _refuse_size(spec, size)
    return size


def _convert_teams_to_players(
    spec: MovementSpec, sizes: Mapping[str, int | None]
) -> Mapping[str, int | None]:
    """Convert the size to players if the movement is for one number of large teams."""
    legal_teams, default_players = spec.team_and_player_counts
    requested_teams = sizes["teams"]
    if not legal_teams or requested_teams is None:
        return sizes
    if requested_teams != legal_teams:
        raise make_size_error(
            movement=spec.name,
            size=requested_teams,
            sizes=f"{legal_teams} teams",
            legal=(legal_teams,),
            noun="team",
        )
    return {**sizes, "teams": None, "players": sizes["players"] or default_players}


def _refuse_other_units(
    spec: MovementSpec, tables: int | None, sizes: Mapping[str, int | None]
) -> None:
    legal_units = {spec.unit}
    if spec.players_per_contestant:
        legal_units.add("players")
    proposed_units = [spec.unit]
    requested = dict(sizes)
    # Teams can't be sized in tables.
    if spec.contest == "teams":
        requested["tables"] = tables
    else:
        proposed_units.append("tables")
    for unit, number in requested.items():
        if number is not None and unit not in legal_units:
            raise make_wrong_unit_error(
                movement=spec.name,
                contest=spec.unit,
                entered_unit=unit,
                possible_units=" or ".join(f"--{name}" for name in proposed_units),
            )


def _get_size_from_tables(spec: MovementSpec, tables: int | None) -> int:
    if tables is None and len(spec.legal_counts) == 1:
        # A movement for one number of teams may be for several numbers of players.
        _, default_players = spec.team_and_player_counts
        return default_players or spec.legal_counts[0]
    if tables is None:
        alternative = "" if spec.contest == "teams" else " or how many tables"
        raise make_size_missing_error(movement=spec.name, units=f"{spec.unit}{alternative}")
    contestants_per_table = SEATS if spec.contest == "individual" else 2
    return tables * contestants_per_table


def _refuse_disagreeing_tables(spec: MovementSpec, tables: int | None, size: int) -> None:
    if tables is None:
        return
    if spec.contest == "individual" and size // SEATS != tables:
        full_seats = SEATS * tables
        raise MovementError(
            "tables-and-players-disagree",
            "{tables} tables seat {full} to {most} players, not {players}. Enter only one of "
            "these numbers.",
            tables=tables,
            full=full_seats,
            most=full_seats + SEATS - 1,  # up to three players sit out
            players=size,
        )
    if spec.contest == "pairs" and (size + 1) // 2 != tables:
        raise MovementError(
            "tables-and-pairs-disagree",
            "{tables} tables seat {fewer} or {full} pairs, not {pairs}. Enter only one of these "
            "numbers.",
            tables=tables,
            fewer=2 * tables - 1,
            full=2 * tables,
            pairs=size,
        )


def _refuse_size(spec: MovementSpec, size: int, players_per_contestant: int = 1) -> None:
    """Raise if *size* is impossible. With *players_per_contestant* it is a number of players."""
    legal = [players_per_contestant * contestants for contestants in spec.legal_sizes]
    if size not in legal:
        contestant_noun = (
            spec.unit.removesuffix("s")
            if players_per_contestant == 1
            else NOUN_BY_CONTEST["individual"]
        )
        raise make_size_error(
            movement=spec.name, size=size, sizes=spec.sizes, legal=legal, noun=contestant_noun
        )


def refuse_unknown_choices(
    movement: str, options: Sequence[Option], choice_by_name: Mapping[str, str]
) -> None:
    """Raise if a name or value of *choice_by_name* isn't among the *options* of *movement*.

    *movement* is its name for the error.

    >>> refuse_unknown_choices("Mitchell", get_movement("mitchell").options, {"even": "skip"})

    :raises MovementError: for an unknown option or value.
    :raises CombinedError: for several of them.
    """
    option_by_name = {option.name: option for option in options}
    problems: list[MovementError] = []
    for name, choice in choice_by_name.items():
        if name not in option_by_name:
            problems.append(
                MovementError(
                    "unknown-option",
                    "{movement} has no option “{option}”. Choose from: {known}.",
                    movement=movement,
                    option=name,
                    known=", ".join(option_by_name) or "none",
                )
            )
        elif choice not in option_by_name[name].choices:
            choices = " or ".join(option_by_name[name].choices)
            problems.append(
                MovementError(
                    "unknown-choice",
                    "{movement}: option {option} can’t be “{choice}”. Choose {known}.",
                    movement=movement,
                    option=name,
                    choice=choice,
                    known=choices,
                )
            )
    raise_all(problems)


def _resolve_choices(spec: MovementSpec, key: str, options: Mapping[str, str]) -> Mapping[str, str]:
    refuse_unknown_choices(spec.name, spec.options, options)
    return _with_preset(spec, key, options)


def _resolve_rounds(
    spec: MovementSpec, contestants: int, limits: RoundLimits, rounds: int | None
) -> int:
    if rounds is None:
        return limits.default_rounds
    if rounds not in limits.legal_rounds:
        fewest_rounds = limits.legal_rounds[0]
        most_rounds = limits.legal_rounds[-1]
        if rounds > most_rounds:
            reason = limits.max_reason
        else:
            reason = _explain_fewest_rounds(limits, contestants, rounds)
        possible = f"{most_rounds}"
        if len(limits.legal_rounds) > 2 and limits.legal_rounds.step > 1:
            possible = f"{fewest_rounds}, {limits.legal_rounds[1]} … {most_rounds}"
        elif fewest_rounds < most_rounds:
            possible = f"{fewest_rounds} to {most_rounds}"
        raise MovementError(
            "rounds-out-of-range",
            "{movement} for {size} {unit} takes {possible} rounds, not {rounds}: {why}.",
            movement=spec.name,
            size=contestants,
            unit=spec.unit,
            possible=possible,
            rounds=rounds,
            why=reason,
        )
    return rounds


def _explain_fewest_rounds(limits: RoundLimits, contestants: int, rounds: int) -> str:
    if rounds < 1:
        return "a contest has at least one round"
    if limits.min_reason:
        return limits.min_reason
    if contestants % 2 and limits.legal_rounds[0] == 2:
        return "with one round, a pair would only sit out"
    return "it has no shorter version"


def choose_boards_per_set(rounds: int, choices: Sequence[int] = BOARDS_PER_SET) -> int:
    """Return the one of *choices* that comes nearest to 26 boards in all, preferring more boards.

    >>> choose_boards_per_set(7), choose_boards_per_set(11, [3])
    (4, 3)
    """
    return min(choices, key=lambda boards: (abs(boards * rounds - ORDINARY_BOARDS), -boards))


def _refuse_boards(spec: MovementSpec, boards: int | None) -> None:
    legal = spec.legal_boards or BOARDS_PER_SET
    if boards is not None and boards not in legal:
        raise MovementError(
            "boards-per-set-out-of-range",
            "{movement} takes {fewest} to {most} boards per round, not {boards}.",
            movement=spec.name,
            fewest=legal[0],
            most=legal[-1],
            boards=boards,
        )
