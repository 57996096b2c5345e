import string

import pytest

from director.files.errors import Doubt, EmptyFileError, ExportError, FaultyFileError, ImportFileError, raise_faults
from director.files.names.errors import NamesError
from director.files.names.players import PlayerTwiceError
from director.files.usebio.errors import LineError, UsebioError


def family(kind):
    return [kind, *(found for child in kind.__subclasses__() for found in family(child))]


SENTENCES = [
    kind for root in (ImportFileError, ExportError, Doubt) for kind in family(root)[1:] if "code" in vars(kind)
]


def test_every_sentence_has_a_code_of_its_own():
    codes = [kind.code for kind in SENTENCES]
    assert len(codes) > 50
    assert sorted(set(codes)) == sorted(codes)


@pytest.mark.parametrize(
    "kind", [kind for kind in SENTENCES if kind is not FaultyFileError], ids=lambda kind: kind.code
)
def test_every_sentence_ends_with_a_full_stop_and_keeps_its_values(kind):
    names = [name for _, name, _, _ in string.Formatter().parse(kind.template) if name]
    error = kind(**{name: f"value of {name}" for name in names})
    assert error.params == {name: f"value of {name}" for name in names}
    assert str(error)[-1] == "." or kind.template.endswith("{reason}")


def test_families_tell_apart_what_a_caller_may_catch():
    assert issubclass(LineError, UsebioError)
    assert issubclass(PlayerTwiceError, NamesError)
    assert not issubclass(NamesError, UsebioError)
    assert not issubclass(Doubt, Exception)


def test_no_faults_raise_nothing_and_one_is_raised_as_itself():
    raise_faults([])
    fault = EmptyFileError()
    with pytest.raises(EmptyFileError) as caught:
        raise_faults([fault])
    assert caught.value is fault
    assert fault.faults == (fault,)
