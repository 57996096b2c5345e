import pytest

from director.additions.imports.formats.source.lines import Report, collect_source_hands
from director.additions.imports.sentences import ImportSentences
from director.formats.errors import Doubt, ImportFileError, raise_faults, summarize_doubts
from director.formats.sentences import DealSentences, FileSentences


def test_no_faults_raise_nothing_and_one_is_raised_as_itself():
    raise_faults([])
    fault = ImportFileError(FileSentences.FILE_EMPTY)
    with pytest.raises(ImportFileError) as caught:
        raise_faults([fault])
    assert caught.value is fault
    assert fault.faults == (fault,)


@pytest.mark.parametrize(("count", "sentences"), [(1, 1), (3, 3), (4, 1)])
def test_many_doubts_of_one_reason_are_said_once(count, sentences):
    doubts = [Doubt(ImportSentences.DOUBT_NO_RESULT, where=f"Row {no}") for no in range(count)]
    said = summarize_doubts([*doubts, Doubt(ImportSentences.DOUBT_NO_NAMES)])
    assert len(said) == sentences + 1
    assert said[0].startswith("Row 0: the line has no result")


def test_cards_left_out_are_said_once_for_each_reason():
    report = Report()
    faults = [ImportFileError(DealSentences.DEALS_CUT, board_no=no) for no in (3, 4, 5)]
    collect_source_hands(
        [*faults, ImportFileError(DealSentences.DEALS_HAND_SIGNS, board_no=7)], report
    )
    assert [str(doubt).partition("These cards")[2] for doubt in report.doubts] == [
        " were left out, and those of 2 other boards for the same reason.",
        " were left out.",
    ]
