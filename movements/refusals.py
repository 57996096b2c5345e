"""Refusals and texts that several modules say."""

from movements.errors import MovementError


def make_change_incomplete_error(*, kind: object, missing: object) -> MovementError:
    return MovementError(
        "change-incomplete",
        'A change of kind "{kind}" needs "{missing}". Add it.',
        kind=kind,
        missing=missing,
    )


def make_choices_contradict_error(
    *, movement: object, option: object, choice: object, other: object, instead: object
) -> MovementError:
    return MovementError(
        "choices-contradict",
        "{movement}: {option}={choice} doesn't work with {other}. Choose {instead}.",
        movement=movement,
        option=option,
        choice=choice,
        other=other,
        instead=instead,
    )


def make_choice_does_not_fit_error(
    *,
    movement: object,
    option: object,
    choice: object,
    needed: object,
    size: object,
    tables: object,
    instead: object,
) -> MovementError:
    return MovementError(
        "choice-does-not-fit",
        "{movement}: {option}={choice} needs {needed}, but {size} pairs make {tables} tables. "
        "Choose {instead}.",
        movement=movement,
        option=option,
        choice=choice,
        needed=needed,
        size=size,
        tables=tables,
        instead=instead,
    )


def make_from_round_unknown_error(*, round_no: object, rounds: object) -> MovementError:
    return MovementError(
        "from-round",
        "The change can't start in round {round_no}. The plan has rounds 1 to {rounds}.",
        round_no=round_no,
        rounds=rounds,
    )


def make_needs_even_tables_error(
    *, movement: object, option: object, choice: object, size: object, tables: object
) -> MovementError:
    return MovementError(
        "needs-even-tables",
        "{movement}: {option}={choice} is for an even number of tables, but {size} pairs make "
        "{tables}. Remove it.",
        movement=movement,
        option=option,
        choice=choice,
        size=size,
        tables=tables,
    )


def make_new_rounds_out_of_range_error(
    *, rounds: object, begun: object, most: object
) -> MovementError:
    return MovementError(
        "rounds-played",
        "{rounds} rounds doesn't work: {begun} started, and a session has at most {most}.",
        rounds=rounds,
        begun=begun,
        most=most,
    )


def make_players_wanted_error(*, movement: object) -> MovementError:
    return MovementError(
        "players-wanted",
        "Use --players to give the number of players for {movement}.",
        movement=movement,
    )


def make_size_missing_error(*, units: object, movement: object) -> MovementError:
    return MovementError(
        "size-missing",
        "Enter the number of {units} for {movement}.",
        units=units,
        movement=movement,
    )


def make_unknown_change_error(*, kind: object, known: object) -> MovementError:
    return MovementError(
        "unknown-change", 'Unknown change "{kind}". Choose {known}.', kind=kind, known=known
    )


def make_wrong_unit_error(
    *, movement: object, contest: object, given: object, wanted: object
) -> MovementError:
    return MovementError(
        "wrong-unit",
        "{movement} is for {contest}, not {given}. Use {wanted} to give the number.",
        movement=movement,
        contest=contest,
        given=given,
        wanted=wanted,
    )
