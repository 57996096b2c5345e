"""Errors that several modules raise. Their values may be numbers or names, so they are objects."""

from movements.errors import MovementError


def make_choices_contradict_error(
    *, movement: object, option: object, choice: object, contradiction: object, alternative: object
) -> MovementError:
    return MovementError(
        "choices-contradict",
        "{movement}: {option}={choice} doesn’t work with {other}. Choose {instead}.",
        movement=movement,
        option=option,
        choice=choice,
        other=contradiction,
        instead=alternative,
    )


def make_choice_does_not_fit_error(
    *,
    movement: object,
    option: object,
    choice: object,
    requirement: object,
    size: object,
    tables: object,
    alternative: object,
) -> MovementError:
    return MovementError(
        "choice-does-not-fit",
        "{movement}: {option}={choice} needs {needed}, but {size} pairs make {tables} tables. "
        "Choose {instead}.",
        movement=movement,
        option=option,
        choice=choice,
        needed=requirement,
        size=size,
        tables=tables,
        instead=alternative,
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


def make_wrong_unit_error(
    *, movement: object, contest: object, entered_unit: object, possible_units: object
) -> MovementError:
    return MovementError(
        "wrong-unit",
        "{movement} is for {contest}, not {given}. Use {wanted} to give the number.",
        movement=movement,
        contest=contest,
        given=entered_unit,
        wanted=possible_units,
    )
