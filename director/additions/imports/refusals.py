"""Refusals and texts that several modules say."""

from director.formats.errors import Doubt, ImportFileError


def make_cards_doubt(*, reason: ImportFileError, others: int) -> Doubt:
    if not others:
        return Doubt("doubt-cards", "{reason} These cards were left out.", reason=reason)
    return Doubt(
        "doubt-more-cards",
        "{reason} These cards were left out, and those of {count} other boards for the same reason.",
        reason=reason,
        count=others,
    )


def make_match_scores_doubt(*, count: int) -> Doubt:
    return Doubt(
        "doubt-match-scores",
        "The file has the scores of {count} matches. They were left out: matches are scored here from "
        "their boards.",
        count=count,
    )


def make_no_date_doubt() -> Doubt:
    return Doubt(
        "doubt-no-date",
        "The file has no date, so today’s is used. Change it under Nights if it’s wrong.",
    )


def make_no_names_doubt() -> Doubt:
    return Doubt("doubt-no-names", "The file has no names. Enter them under Seats after importing.")


def make_no_scoring_doubt(method_name: str) -> Doubt:
    return Doubt(
        "doubt-no-scoring",
        "The file has no scoring method. The one that gives its figures is used, or else {taken}.",
        taken=method_name,
    )


def make_board_number_error(*, where: object, text: object) -> ImportFileError:
    if not text:
        return ImportFileError(
            "board-missing",
            "{where}: the number of the board is missing. Add it, from 1 to 999.",
            where=where,
        )
    return ImportFileError(
        "board-number",
        "{where}: “{given}” isn’t a board number. Use 1 to 999.",
        where=where,
        given=text,
    )


def make_players_doubt(*, contestant_noun: object, pair: object, count: object) -> Doubt:
    return Doubt(
        "doubt-players",
        "{called} {pair} has {count} named. Correct the names after importing.",
        called=contestant_noun,
        pair=pair,
        count=count,
    )


def make_vague_scoring_doubt(*, text: object, method_name: object) -> Doubt:
    return Doubt(
        "doubt-vague-scoring",
        "The file has only “{given}” as scoring method. The one that gives its figures is "
        "used, or else {taken}.",
        given=text,
        taken=method_name,
    )


def make_line_contract_error(*, where: object, reason: object) -> ImportFileError:
    return ImportFileError("line-contract", "{where}: {reason}", where=where, reason=reason)


def make_line_side_error(*, where: object, text: object, side: object) -> ImportFileError:
    return ImportFileError(
        "line-side",
        "{where}: “{given}” isn’t a pair number for {side}. Use a form such as 5, 5NS or 5EW.",
        where=where,
        given=text,
        side=side,
    )


def make_own_opponent_error(*, where: object, contestant_noun: object) -> ImportFileError:
    return ImportFileError(
        "own-opponent",
        "{where}: the {called} plays against itself. Correct one of the numbers.",
        where=where,
        called=contestant_noun,
    )


def make_seated_teams_error() -> ImportFileError:
    return ImportFileError(
        "seated-teams",
        "The teams’ players are seated one by one, so these results don’t say who won which "
        "match. Import the JSON file of the event.",
    )


def make_teams_meet_twice_error(*, board_no: object, ns: object, ew: object) -> ImportFileError:
    return ImportFileError(
        "teams-meet-twice",
        "Board {board_no}: team {ns} has two results N-S against team {ew}. Export the event "
        "with a number for each player, or delete the wrong one.",
        board_no=board_no,
        ns=ns,
        ew=ew,
    )


def make_twice_on_board_error(
    *, board_no: object, contestant_noun: object, pair: object
) -> ImportFileError:
    return ImportFileError(
        "twice-on-board",
        "Board {board_no}: {called} {pair} has two results. Delete the wrong one.",
        board_no=board_no,
        called=contestant_noun,
        pair=pair,
    )


def make_figure_doubt(*, where: object, field: object, text: object) -> Doubt:
    return Doubt(
        "doubt-figure",
        "{where}: {field} “{given}” isn’t a number, so it was left out.",
        where=where,
        field=field,
        given=text,
    )
