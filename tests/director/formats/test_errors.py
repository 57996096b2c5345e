import pytest

from director.formats.errors import ImportFileError, raise_faults
from director.formats.sentences import FileSentences


def test_no_faults_raise_nothing_and_one_is_raised_as_itself():
    raise_faults([])
    fault = ImportFileError(FileSentences.FILE_EMPTY)
    with pytest.raises(ImportFileError) as caught:
        raise_faults([fault])
    assert caught.value is fault
    assert fault.faults == (fault,)
