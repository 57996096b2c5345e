"""Refusals and texts that several modules say."""

from director.formats.errors import ImportFileError


def make_pbn_board_error(*, line_no: int) -> ImportFileError:
    return ImportFileError(
        "pbn-board",
        'The game in line {line_no} doesn’t name its board. Add a line such as [Board "1"] to it.',
        line_no=line_no,
    )


def make_deals_board_error(*, where: object, given: object, most: object) -> ImportFileError:
    return ImportFileError(
        "deals-board",
        "{where}: “{given}” isn’t a board number. Use 1 to {most}.",
        where=where,
        given=given,
        most=most,
    )


def make_deals_hand_cards_error(*, board_no: object, given: object) -> ImportFileError:
    return ImportFileError(
        "deals-hand-cards",
        "Board {board_no}: “{given}” isn’t a hand with cards from A to 2. Export the file again.",
        board_no=board_no,
        given=given,
    )


def make_deals_other_file_error(*, looks_like: object) -> ImportFileError:
    return ImportFileError(
        "deals-other-file",
        "The file looks like {looks_like}. Choose a PBN, DUP, DLM, BRI, DGE, LIN or RBN file.",
        looks_like=looks_like,
    )


def make_file_other_format_error(
    *, looks_like: object, wanted: object, advice: object
) -> ImportFileError:
    return ImportFileError(
        "file-other-format",
        "The file looks like {looks_like}, not {wanted}; {advice}.",
        looks_like=looks_like,
        wanted=wanted,
        advice=advice,
    )


def make_names_long_error(
    *, line_no: object, length: object, given: object, limit: object
) -> ImportFileError:
    return ImportFileError(
        "names-long",
        "Line {line_no}: a name with {length} letters (“{given}…”) is too long. Shorten it to "
        "{limit}.",
        line_no=line_no,
        length=length,
        given=given,
        limit=limit,
    )


def make_names_person_twice_error(
    *, line_no: object, name: object, first_line_no: object
) -> ImportFileError:
    return ImportFileError(
        "names-person-twice",
        "Line {line_no}: {name} is already in line {first_line_no}. Correct one, or use "
        "“{name} 2” for another person.",
        line_no=line_no,
        name=name,
        first_line_no=first_line_no,
    )
