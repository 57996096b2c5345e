"""Every movement of the program, and the one way to ask for a plan.

Responsible for finding a movement by its name and for checking a request before the movement sees
it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from movements.errors import MovementError, SeveralFaultsError, raise_all, unsupported_size
from movements.families import clay, howell_snow, parallel, safford, snow
from movements.families.howell import barometer as barometer_howell
from movements.families.howell import full as howell
from movements.families.howell import short as short_howell
from movements.families.individual import any_number, baker, couples, four_pairs, mnemonic, rainbow
from movements.families.individual import books as individual_books
from movements.families.mitchell import appendix as appendix_mitchell
from movements.families.mitchell import double as double_mitchell
from movements.families.mitchell import hesitation as hesitation_mitchell
from movements.families.mitchell import of_1900 as mitchell_1900
from movements.families.mitchell import one_winner as one_winner_mitchell
from movements.families.mitchell import plain as mitchell
from movements.families.mitchell import rover as rover_mitchell
from movements.families.mitchell import web as web_mitchell
from movements.families.teams import larger, leagues, matches, rings, rows, three
from movements.families.teams import seats as narragansett
from movements.model import CALLED, Movement, MovementSpec, PlanRequest, RoundLimits
from movements.option import Option, plain_key
from movements.sentences import MovementSentences

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
    four_pairs.SPEC,
    any_number.SPEC,
    rainbow.SPEC,
    *individual_books.SPECS,
    couples.SPEC,
    mnemonic.SPEC,
    *matches.SPECS,
    *rings.SPECS,
    *rows.SPECS,
    *larger.SPECS,
    narragansett.SPEC,
    *three.SPECS,
    *leagues.SPECS,
    baker.SPEC,
)
"""All movements, in the order directors expect to see them; :func:`movements_of` has those of one contest."""

SEATS = 4
"""Players at a table."""

BOARDS_PER_SET = range(1, 7)
"""How many boards a round may have."""

USUAL_BOARDS = 26
"""Boards a pair plays in an ordinary evening; the boards per round are chosen to come near it."""


def movements_of(contest: str) -> tuple[MovementSpec, ...]:
    """Return the movements of "pairs", "individual" or "teams", in the order directors expect to see them.

    >>> movements_of("pairs")[0].key, movements_of("individual")[0].key
    ('mitchell', 'individual')
    """
    return tuple(spec for spec in MOVEMENTS if spec.contest == contest)


def find_movement(
    key: str, *, contest: str | None = None, besides: Sequence[str] = ()
) -> MovementSpec:
    """Return the movement with this key or alias.

    Case and spaces are ignored. With *contest*, only its movements are searched.

    *besides* are further names that may have been meant, where something else than a movement can
    be asked for.

    >>> find_movement("Full Howell").key
    'howell'

    :raises MovementError: naming the nearest keys and aliases.
    """
    wanted = plain_key(key)
    among = MOVEMENTS if contest is None else movements_of(contest)
    names = {}
    for spec in among:
        for name in (spec.key, *spec.aliases):
            names[name] = spec
    if wanted not in names:
        raise MovementError(
            MovementSentences.UNKNOWN_MOVEMENT,
            key=key,
            nearest=_nearest_names(wanted, [*names, *besides], among),
        )
    return names[wanted]


def _with_preset(spec: MovementSpec, key: str, options: Mapping[str, str]) -> Mapping[str, str]:
    """Add the options of alias *key* to *options*."""
    preset = dict(dict(spec.presets).get(plain_key(key), ()))
    for option, choice in preset.items():
        if options.get(option, choice) != choice:
            instead = f"{option}={choice}, or the name {spec.key}"
            raise MovementError(
                MovementSentences.CHOICES_CONTRADICT,
                movement=spec.name,
                option=option,
                choice=options[option],
                other=f'the name "{key}"',
                instead=instead,
            )
    return {**preset, **options}


def _nearest_names(wanted: str, names: list[str], among: Sequence[MovementSpec]) -> str:
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    near = get_close_matches(wanted, names, n=3, cutoff=0.5) or [spec.key for spec in among[:2]]
    return " or ".join(near)


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

    The number is that of *pairs*, *players* or *teams*, or of full *tables*.

    Where a movement has one number of contestants only, it need not be said.  Without *rounds* the
    movement's usual length is taken, without *boards_per_set* the number that brings a contestant
    nearest to 26 boards.

    >>> plan = make_plan("mitchell", pairs=13)
    >>> (plan.tables, plan.rounds, plan.boards_per_set, plan.options)
    (7, 7, 4, (('half_table', 'ew'),))

    :raises MovementError: one of its kinds, for a name, size, option or length that is not
        possible.
    :raises SeveralFaultsError: naming all of them, if more than one is not.
    """
    spec = find_movement(key)
    faults: list[MovementError] = []
    with _note_faults(faults):
        contestants = _legal_size(
            spec, tables, {"pairs": pairs, "players": players, "teams": teams}
        )
    with _note_faults(faults):
        chosen = _known_choices(spec, key, options or {})
    if not faults:
        with _note_faults(faults):
            settled = spec.settled(contestants, chosen)
            length = _legal_length(
                spec, contestants, spec.round_limits(contestants, settled), rounds
            )
    with _note_faults(faults):
        _refuse_boards(spec, boards_per_set)
    raise_all(faults)
    boards = boards_per_set or usual_boards_per_set(length, spec.usual_boards or BOARDS_PER_SET)
    plan = spec.build(PlanRequest(contestants, length, boards, settled))
    if plan.key == spec.key:
        return plan
    return replace(plan, key=spec.key)


@contextmanager
def _note_faults(faults: list[MovementError]) -> Iterator[None]:
    try:
        yield
    except SeveralFaultsError as error:
        faults.extend(error.errors)
    except MovementError as error:
        faults.append(error)


def legal_rounds(
    key: str,
    *,
    pairs: int | None = None,
    players: int | None = None,
    teams: int | None = None,
    options: Mapping[str, str] | None = None,
) -> range:
    """Return the numbers of rounds movement *key* can be played for.

    >>> legal_rounds("howell", pairs=8)
    range(1, 8)

    :raises MovementError: for a name, size or option that is not possible.
    """
    spec = find_movement(key)
    contestants = _legal_size(spec, None, {"pairs": pairs, "players": players, "teams": teams})
    settled = spec.settled(contestants, _known_choices(spec, key, options or {}))
    return spec.round_limits(contestants, settled).legal


def _legal_size(spec: MovementSpec, tables: int | None, given: Mapping[str, int | None]) -> int:
    """Return the number of contestants, *given* by unit or as full *tables*."""
    given = _in_players(spec, given)
    _refuse_other_units(spec, tables, given)
    size = given[spec.unit]
    players = given["players"]
    if size is None and players is not None:
        _refuse_size(spec, players, spec.players_each)
        size = players // spec.players_each
    if size is None:
        size = _of_tables(spec, tables)
    _refuse_disagreeing_tables(spec, tables, size)
    _refuse_size(spec, size)
    return size


def _in_players(spec: MovementSpec, given: Mapping[str, int | None]) -> Mapping[str, int | None]:
    """Convert a size in teams to players."""
    teams, usual = spec.teams_of
    told = given["teams"]
    if not teams or told is None:
        return given
    if told != teams:
        raise unsupported_size(
            movement=spec.name, size=told, sizes=f"{teams} teams", legal=(teams,), called="team"
        )
    return {**given, "teams": None, "players": given["players"] or usual}


def _refuse_other_units(
    spec: MovementSpec, tables: int | None, given: Mapping[str, int | None]
) -> None:
    legal = {spec.unit, "players"} if spec.players_each else {spec.unit}
    wanted = [spec.unit] if spec.contest == "teams" else [spec.unit, "tables"]
    asked = {**given, "tables": None if "tables" in wanted else tables}
    for unit, number in asked.items():
        if number is not None and unit not in legal:
            options = " or ".join(f"--{name}" for name in wanted)
            raise MovementError(
                MovementSentences.WRONG_UNIT,
                movement=spec.name,
                contest=spec.unit,
                given=unit,
                wanted=options,
            )


def _of_tables(spec: MovementSpec, tables: int | None) -> int:
    if tables is None and len(spec.counts) == 1:
        # Nothing to ask: there is one number of contestants, and of players the usual one.
        return spec.teams_of[1] or spec.counts[0]
    if tables is None:
        more = "" if spec.contest == "teams" else " or how many tables"
        raise MovementError(
            MovementSentences.SIZE_MISSING, movement=spec.name, units=f"{spec.unit}{more}"
        )
    return tables * (SEATS if spec.contest == "individual" else 2)


def _refuse_disagreeing_tables(spec: MovementSpec, tables: int | None, size: int) -> None:
    if tables is None:
        return
    if spec.contest == "individual" and size // SEATS != tables:
        full = SEATS * tables
        raise MovementError(
            MovementSentences.TABLES_AND_PLAYERS_DISAGREE,
            tables=tables,
            full=full,
            most=full + SEATS - 1,
            players=size,
        )
    if spec.contest == "pairs" and (size + 1) // 2 != tables:
        raise MovementError(
            MovementSentences.TABLES_AND_PAIRS_DISAGREE,
            tables=tables,
            fewer=2 * tables - 1,
            full=2 * tables,
            pairs=size,
        )


def _refuse_size(spec: MovementSpec, size: int, each: int = 1) -> None:
    """Raise if a movement isn't possible for that number of contestants or players."""
    legal = [each * contestants for contestants in spec.legal_sizes]
    if size not in legal:
        called = spec.unit.removesuffix("s") if each == 1 else CALLED["individual"]
        raise unsupported_size(
            movement=spec.name, size=size, sizes=spec.sizes, legal=legal, called=called
        )


def refuse_unknown_choices(
    movement: str, options: Sequence[Option], chosen: Mapping[str, str]
) -> None:
    """Raise if a name or value of *chosen* is not among the *options* of the *movement* so called.

    >>> refuse_unknown_choices("Mitchell", find_movement("mitchell").options, {"even": "skip"})

    :raises MovementError: for a name that is no option.
    :raises MovementError: for a value that the option does not have.
    :raises SeveralFaultsError: for more than one of these.
    """
    known = {option.name: option for option in options}
    faults: list[MovementError] = []
    for name, choice in chosen.items():
        if name not in known:
            faults.append(
                MovementError(
                    MovementSentences.UNKNOWN_OPTION,
                    movement=movement,
                    option=name,
                    known=", ".join(known) or "none",
                )
            )
        elif choice not in known[name].choices:
            choices = " or ".join(known[name].choices)
            faults.append(
                MovementError(
                    MovementSentences.UNKNOWN_CHOICE,
                    movement=movement,
                    option=name,
                    choice=choice,
                    known=choices,
                )
            )
    raise_all(faults)


def _known_choices(spec: MovementSpec, key: str, options: Mapping[str, str]) -> Mapping[str, str]:
    refuse_unknown_choices(spec.name, spec.options, options)
    return _with_preset(spec, key, options)


def _legal_length(
    spec: MovementSpec, contestants: int, limits: RoundLimits, rounds: int | None
) -> int:
    if rounds is None:
        return limits.usual
    if rounds not in limits.legal:
        fewest, most = limits.legal[0], limits.legal[-1]
        why = limits.end if rounds > most else _why_not_fewer(limits, contestants, rounds)
        raise MovementError(
            MovementSentences.ROUNDS_OUT_OF_RANGE,
            movement=spec.name,
            size=contestants,
            unit=spec.unit,
            possible=f"{fewest} to {most}" if fewest < most else f"{most}",
            rounds=rounds,
            why=why,
        )
    return rounds


def _why_not_fewer(limits: RoundLimits, contestants: int, rounds: int) -> str:
    if rounds < 1:
        return "a contest has at least one round"
    if limits.start:
        return limits.start
    if contestants % 2 and limits.legal[0] == 2:
        return "with one round, a pair would only sit out"
    return "it has no shorter version"


def usual_boards_per_set(rounds: int, among: Sequence[int] = BOARDS_PER_SET) -> int:
    """Return the usual number of boards in a set: the choice *among* several nearest to 26 boards
    in all.

    >>> usual_boards_per_set(7), usual_boards_per_set(11, [3])
    (4, 3)
    """
    return min(among, key=lambda number: (abs(number * rounds - USUAL_BOARDS), -number))


def _refuse_boards(spec: MovementSpec, boards: int | None) -> None:
    legal = spec.legal_boards or BOARDS_PER_SET
    if boards is not None and boards not in legal:
        raise MovementError(
            MovementSentences.BOARDS_PER_SET_OUT_OF_RANGE,
            movement=spec.name,
            fewest=legal[0],
            most=legal[-1],
            boards=boards,
        )
