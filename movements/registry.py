"""Every movement of the program, and the one way to ask for a plan.

Responsible for finding a movement by its name and for checking a request before the movement sees it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from movements.errors import (
    BoardsPerSetOutOfRangeError,
    ChoicesContradictError,
    MovementError,
    RoundsOutOfRangeError,
    SeveralFaultsError,
    SizeMissingError,
    TablesAndPairsDisagreeError,
    UnknownChoiceError,
    UnknownMovementError,
    UnknownOptionError,
    UnsupportedSizeError,
)
from movements.families import clay, howell_snow, parallel, safford, snow
from movements.families.howell import barometer as barometer_howell
from movements.families.howell import full as howell
from movements.families.howell import short as short_howell
from movements.families.mitchell import appendix as appendix_mitchell
from movements.families.mitchell import double as double_mitchell
from movements.families.mitchell import hesitation as hesitation_mitchell
from movements.families.mitchell import of_1900 as mitchell_1900
from movements.families.mitchell import one_winner as one_winner_mitchell
from movements.families.mitchell import plain as mitchell
from movements.families.mitchell import rover as rover_mitchell
from movements.families.mitchell import web as web_mitchell
from movements.model import MovementSpec, Option, Plan, PlanRequest, RoundLimits

MOVEMENTS: tuple[MovementSpec, ...] = (
    mitchell.SPEC,
    one_winner_mitchell.SPEC,
    howell.SPEC,
    short_howell.SPEC,
    barometer_howell.SPEC,
    hesitation_mitchell.SPEC,
    rover_mitchell.SPEC,
    web_mitchell.SPEC,
    double_mitchell.SPEC,
    appendix_mitchell.SPEC,
    mitchell_1900.SPEC,
    clay.SPEC,
    snow.SPEC,
    parallel.SPEC,
    howell_snow.SPEC,
    safford.SPEC,
)
"""All movements, in the order directors expect to see them."""

BOARDS_PER_SET = range(1, 7)
"""How many boards a round may have."""

USUAL_BOARDS = 26
"""Boards a pair plays in an ordinary evening; the boards per round are chosen to come near it."""


def find_movement(key: str, *, besides: Sequence[str] = ()) -> MovementSpec:
    """Return the movement with this key or alias, capitals and spaces not minded.

    *besides* are further names that may have been meant, where something else than a movement can be asked for.

    >>> find_movement("Full Howell").key
    'howell'

    :raises UnknownMovementError: naming the nearest keys and aliases.
    """
    wanted = _name(key)
    names = {name: spec for spec in MOVEMENTS for name in (spec.key, *spec.aliases)}
    if wanted not in names:
        raise UnknownMovementError(key=key, nearest=_nearest_names(wanted, [*names, *besides]))
    return names[wanted]


def _name(key: str) -> str:
    return key.strip().casefold().replace(" ", "-").replace("_", "-")


def _with_preset(spec: MovementSpec, key: str, options: Mapping[str, str]) -> Mapping[str, str]:
    """Return *options* with those that the alias *key* stands for."""
    preset = dict(dict(spec.presets).get(_name(key), ()))
    for option, choice in preset.items():
        if options.get(option, choice) != choice:
            instead = f"{option}={choice}, or the name {spec.key}"
            raise ChoicesContradictError(
                movement=spec.name, option=option, choice=options[option], other=f'the name "{key}"', instead=instead
            )
    return {**preset, **options}


def _nearest_names(wanted: str, names: list[str]) -> str:
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    near = get_close_matches(wanted, names, n=3, cutoff=0.5) or [spec.key for spec in MOVEMENTS[:2]]
    return " or ".join(near)


def make_plan(
    key: str,
    *,
    tables: int | None = None,
    pairs: int | None = None,
    rounds: int | None = None,
    boards_per_set: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Plan:
    """Return the plan of movement *key* for so many *pairs*, or for so many full *tables*.

    Without *rounds* the movement's usual length is taken, without *boards_per_set* the number that brings a pair
    nearest to 26 boards.

    >>> plan = make_plan("mitchell", pairs=13)
    >>> (plan.tables, plan.rounds, plan.boards_per_set, plan.options)
    (7, 7, 4, (('half_table', 'ew'),))

    :raises MovementError: one of its kinds, for a name, size, option or length that is not possible.
    :raises SeveralFaultsError: naming all of them, if more than one is not.
    """
    spec = find_movement(key)
    faults: list[MovementError] = []
    with _noted(faults):
        contestants = _legal_size(spec, tables, pairs)
    with _noted(faults):
        chosen = _known_choices(spec, key, options or {})
    if not faults:
        with _noted(faults):
            settled = spec.settle(contestants, chosen)
            length = _legal_length(spec, contestants, spec.round_limits(contestants, settled), rounds)
    with _noted(faults):
        _refuse_boards(spec, boards_per_set)
    _raise_noted(faults)
    plan = spec.build(PlanRequest(contestants, length, boards_per_set or usual_boards_per_set(length), settled))
    return plan if plan.key == spec.key else replace(plan, key=spec.key)


@contextmanager
def _noted(faults: list[MovementError]) -> Iterator[None]:
    try:
        yield
    except SeveralFaultsError as error:
        faults.extend(error.errors)
    except MovementError as error:
        faults.append(error)


def _raise_noted(faults: Sequence[MovementError]) -> None:
    if len(faults) > 1:
        raise SeveralFaultsError(errors=tuple(faults))
    if faults:
        raise faults[0]


def legal_rounds(key: str, *, pairs: int, options: Mapping[str, str] | None = None) -> range:
    """Return the numbers of rounds movement *key* can be played for.

    >>> legal_rounds("howell", pairs=8)
    range(1, 8)

    :raises MovementError: for a name, size or option that is not possible.
    """
    spec = find_movement(key)
    contestants = _legal_size(spec, None, pairs)
    settled = spec.settle(contestants, _known_choices(spec, key, options or {}))
    return spec.round_limits(contestants, settled).legal


def _legal_size(spec: MovementSpec, tables: int | None, pairs: int | None) -> int:
    size = pairs if pairs is not None else None if tables is None else 2 * tables
    if size is None:
        raise SizeMissingError(movement=spec.name)
    if tables is not None and (size + 1) // 2 != tables:
        raise TablesAndPairsDisagreeError(tables=tables, fewer=2 * tables - 1, full=2 * tables, pairs=size)
    if size not in spec.legal_sizes:
        raise UnsupportedSizeError(movement=spec.name, size=size, sizes=spec.sizes, legal=spec.legal_sizes)
    return size


def refuse_unknown_choices(movement: str, options: Sequence[Option], chosen: Mapping[str, str]) -> None:
    """Raise if a name or value of *chosen* is not among the *options* of the *movement* so called.

    >>> refuse_unknown_choices("Mitchell", find_movement("mitchell").options, {"even": "skip"})

    :raises UnknownOptionError: for a name that is no option.
    :raises UnknownChoiceError: for a value that the option does not have.
    :raises SeveralFaultsError: for more than one of these.
    """
    known = {option.name: option for option in options}
    faults: list[MovementError] = []
    for name, choice in chosen.items():
        if name not in known:
            faults.append(UnknownOptionError(movement=movement, option=name, known=", ".join(known) or "none"))
        elif choice not in known[name].choices:
            choices = " or ".join(known[name].choices)
            faults.append(UnknownChoiceError(movement=movement, option=name, choice=choice, known=choices))
    _raise_noted(faults)


def _known_choices(spec: MovementSpec, key: str, options: Mapping[str, str]) -> Mapping[str, str]:
    refuse_unknown_choices(spec.name, spec.options, options)
    return _with_preset(spec, key, options)


def _legal_length(spec: MovementSpec, contestants: int, limits: RoundLimits, rounds: int | None) -> int:
    if rounds is None:
        return limits.usual
    if rounds not in limits.legal:
        fewest, most = limits.legal[0], limits.legal[-1]
        why = limits.end if rounds > most else _why_not_fewer(contestants, fewest, rounds)
        raise RoundsOutOfRangeError(
            movement=spec.name, size=contestants, fewest=fewest, most=most, rounds=rounds, why=why
        )
    return rounds


def _why_not_fewer(contestants: int, fewest: int, rounds: int) -> str:
    if rounds < 1:
        return "a contest has one round at least"
    if contestants % 2 and fewest == 2:
        return "in a single round a pair would only sit out"
    return "it is not laid out for fewer"


def usual_boards_per_set(rounds: int) -> int:
    """Return how many boards a set has when nothing is said: those that bring a pair nearest to 26 boards.

    >>> usual_boards_per_set(7)
    4
    """
    return min(BOARDS_PER_SET, key=lambda number: (abs(number * rounds - USUAL_BOARDS), -number))


def _refuse_boards(spec: MovementSpec, boards: int | None) -> None:
    if boards is not None and boards not in BOARDS_PER_SET:
        fewest, most = BOARDS_PER_SET[0], BOARDS_PER_SET[-1]
        raise BoardsPerSetOutOfRangeError(movement=spec.name, fewest=fewest, most=most, boards=boards)
