import pytest

from director.additions.imports.formats.source.report import Report, collect_source_hands
from director.formats.errors import ImportFileError, raise_problems


def test_no_faults_raise_nothing_and_one_is_raised_as_itself():
    raise_problems([])
    fault = ImportFileError(
        "file-empty", "The file is empty. Export it again and choose that file."
    )
    with pytest.raises(ImportFileError) as caught:
        raise_problems([fault])
    assert caught.value is fault
    assert fault.problems == (fault,)


def test_cards_left_out_are_said_once_for_each_reason():
    report = Report()
    faults = [
        ImportFileError(
            "deals-cut",
            "The file ends in the middle of board {board_no}. Save it again from the dealing "
            "program.",
            board_no=no,
        )
        for no in (3, 4, 5)
    ]
    collect_source_hands(
        [
            *faults,
            ImportFileError(
                "deals-hand-signs",
                "Board {board_no}: a hand has something other than suits and cards from A to 2. Save "
                "the file again.",
                board_no=7,
            ),
        ],
        report,
    )
    assert [str(doubt).partition("These cards")[2] for doubt in report.doubts] == [
        " were left out, and those of 2 other boards for the same reason.",
        " were left out.",
    ]
