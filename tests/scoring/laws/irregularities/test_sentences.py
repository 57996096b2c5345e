"""What is said of what happened: each sentence has a code of its own, and none is left over."""

from pathlib import Path

import scoring.laws.irregularities
from scoring.laws.irregularities.sentences import FindingSentence, FindingSentences

SAID = {
    name: value
    for name, value in vars(FindingSentences).items()
    if isinstance(value, FindingSentence)
}
SOURCES = "".join(
    path.read_text(encoding="utf-8")
    for path in Path(scoring.laws.irregularities.__file__).parent.glob("*.py")
    if path.name != "sentences.py"
)


def test_every_sentence_is_said_somewhere():
    assert [name for name in SAID if SOURCES.count(name) < 1] == []
