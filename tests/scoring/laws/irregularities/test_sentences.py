"""What is said of what happened: each sentence has a code of its own, and none is left over."""

from pathlib import Path

from scoring.laws.irregularities import model as sentences
from scoring.laws.irregularities.model import Sentence

SAID = {name: value for name, value in vars(sentences).items() if isinstance(value, Sentence)}
SOURCES = "".join(
    path.read_text(encoding="utf-8")
    for path in Path(sentences.__file__).parent.glob("*.py")
    if path.name != "sentences.py"
)


def test_every_sentence_has_a_code_of_its_own_that_is_its_name():
    assert [value.code for value in SAID.values()] == [
        name.lower().replace("_", "-") for name in SAID
    ]


def test_every_sentence_is_said_somewhere():
    assert [name for name in SAID if SOURCES.count(name) < 2] == []
