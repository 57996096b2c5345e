"""What is said to people where something is refused: it stands as data, and every raise names it and its parameters."""

import ast
import importlib
import string
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import movements.sentences
import scoring.sentences
from director.errors import AS_SAID, DeskError, Phrase, Sentence

ROOT = Path(__file__).parent.parent
ROOMS = tuple(
    f"director/{room}"
    for room in (
        "formats",
        "pdf",
        "core",
        "boards",
        "pairs",
        "party",
        "management",
        "additions",
    )
)
PLACES = (*ROOMS, "movements", "scoring")
Said = Sentence | movements.sentences.Sentence | scoring.sentences.Sentence


def modules_named_sentences() -> list[str]:
    """Return every module of that name: one a room or package, and one of a step or folder that grew its own."""
    paths = [path for place in PLACES for path in sorted((ROOT / place).rglob("sentences.py"))]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]


CLASSES = {
    name: kind
    for module in modules_named_sentences()
    for name, kind in vars(importlib.import_module(module)).items()
    if name.endswith("Sentences")
}
SENTENCES = {
    (kind, name): value
    for kind in CLASSES
    for name, value in vars(CLASSES[kind]).items()
    if isinstance(value, Said)
}

BESIDE = {
    "at_player",
    "current",
    "event",
    "field",
    "later",
    "is_asked",
    "is_overtaken",
    "is_undone",
    "seconds",
    "theirs",
    "tied",
    "to_settle",
    "version",
}
"""What a page wants to know of a refusal beside what is said."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def sources(*places: str) -> list[Path]:
    return [
        path
        for place in places
        for path in sorted((ROOT / place).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


@cache
def calls(path: Path) -> list[ast.Call]:
    return [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]


def line_of(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{node.lineno}"


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@cache
def names_of_refusals() -> set[str]:
    """Return the names of what takes a sentence: the classes of refusals, wherever they lie, and what makes others."""
    names = {
        "BadRecordError",
        "Doubt",
        "ExportError",
        "ImportFileError",
        "MovementError",
        "ScoringError",
        "invalid",
        "refusal",
    }
    names.add(DeskError.__name__)
    classes: list[ast.ClassDef] = []
    for path in [*sources(*PLACES), ROOT / "director/errors.py"]:
        classes += [node for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef)]
    while (
        more := {
            kind.name for kind in classes if names & {ast.unparse(base) for base in kind.bases}
        }
        - names
    ):
        names |= more
    # those are made of others, or of lists
    return names - {
        "FaultyFileError",
        "FieldError",
        "SeveralFaultsError",
        "UnreadablePlanError",
        "UnreadableShapeError",
    }


def meant(node: ast.expr) -> list[Said | None]:
    """Return the sentences that *node* names, either of two where it chooses; ``None`` for anything else."""
    if isinstance(node, ast.IfExp):
        return [*meant(node.body), *meant(node.orelse)]
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in CLASSES
    ):
        return [SENTENCES.get((node.value.id, node.attr))]
    if isinstance(node, ast.Name) and node.id == "AS_SAID":
        return [AS_SAID]
    return [None]


def said_in(path: Path) -> list[tuple[ast.Call, list[Said | None]]]:
    """Return every call in the file at *path* that says something, with the sentences it may say."""
    raised = [
        (node, meant(node.args[0]) if node.args else [None])
        for node in calls(path)
        if called(node) in names_of_refusals()
    ]
    told = [
        (node, meant(node.func.value))
        for node in calls(path)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "says"
    ]
    return [*raised, *((node, said) for node, said in told if said != [None])]


FILES = sources(*PLACES)


@cache
def everything_said() -> list[tuple[Path, ast.Call, Said | None]]:
    """Return every call in the rooms that says something, once for each sentence it may say."""
    return [
        (path, node, sentence)
        for path in FILES
        for node, said in said_in(path)
        for sentence in said
    ]


def test_every_refusal_names_its_sentence():
    assert len(everything_said()) > 180
    assert [
        line_of(path, node) for path, node, sentence in everything_said() if sentence is None
    ] == []


def test_every_sentence_is_given_its_parameters_and_nothing_else():
    wrong = []
    for path, node, sentence in everything_said():
        if sentence is None:
            continue
        given, wanted = {keyword.arg for keyword in node.keywords}, placeholders(sentence.template)
        missing = set() if None in given else wanted - given  # two stars give what only a run shows
        wrong += [
            f"{line_of(path, node)}: {name}"
            for name in (missing | (given - wanted - BESIDE - {None}))
        ]
    assert wrong == []


def test_every_sentence_is_said_somewhere():
    named = {
        (node.value.id, node.attr)
        for path in FILES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in CLASSES
    }
    assert set(SENTENCES) - named == set()
    assert named - set(SENTENCES) == set()


def test_every_sentence_has_a_code_of_its_own():
    faults = {
        ("MovementSentences", name) for _path, _node, name in faults_told()
    }  # several may have one code
    refusals = {place: said for place, said in SENTENCES.items() if place not in faults}
    codes = Counter(
        (CLASSES[kind].__module__.split(".")[0], sentence.code)
        for (kind, _name), sentence in refusals.items()
    )
    assert {code for code, times in codes.items() if times > 1} == set()


# Labels of choices, and reasons in a list.
@pytest.mark.parametrize("kind", sorted(CLASSES.keys() - {"FindingSentences", "ReasonSentences"}))
def test_sentences_end_with_a_full_stop_and_phrases_do_not(kind):
    """What a sentence ends with may be a parameter, which is a sentence itself or something to type."""
    endings = {
        name: said.template[-1] for (where, name), said in SENTENCES.items() if where == kind
    }
    phrases = {
        name
        for (where, name), said in SENTENCES.items()
        if where == kind and isinstance(said, Phrase)
    }
    assert {
        name for name, ending in endings.items() if name not in phrases and ending not in ".?}"
    } == set()
    assert {name for name in phrases if endings[name] == "."} == set()


def test_no_two_sentences_of_a_module_say_the_same():
    said = Counter((kind, sentence.template) for (kind, _name), sentence in SENTENCES.items())
    assert {template for template, times in said.items() if times > 1} == set()


def has_words(node: ast.expr) -> bool:
    """Whether *node* is a text of several words, with or without values in it."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value
        for part in parts
    )


OTHERS_SAY_IT = {"ArgumentTypeError", "AssertionError", "Error", "TypeError"}
"""What stops a programmer, and what argparse or the system checks of Django make a sentence of."""


@pytest.mark.parametrize("package", ["movements", "scoring", "director"])
def test_no_error_is_raised_with_words_of_its_own(package):
    inline = [
        line_of(path, node)
        for path in sources(package)
        for node in calls(path)
        if called(node) in names_of_refusals() | {"add_error"} or called(node).endswith("Error")
        if called(node) not in OTHERS_SAY_IT
        for value in [
            *node.args,
            *(keyword.value for keyword in node.keywords if keyword.arg in ("text", "reason")),
        ]
        if has_words(value)
    ]
    assert inline == []


FAULTS = {name: said for (kind, name), said in SENTENCES.items() if kind == "MovementSentences"}
PLACE = ("round_no", "table_no", "contestant", "board_no")


def faults_told() -> list[tuple[Path, ast.Call, str]]:
    """Return every call in ``movements`` that makes a fault of a sentence, with the name of the sentence."""
    return [
        (path, node, node.func.value.attr)
        for path in sources("movements")
        for node in calls(path)
        if called(node) == "fault" and isinstance(node.func.value, ast.Attribute)
    ]


def wanted_by(template: str) -> set[str]:
    """Return what a sentence about a plan must be given: what a contestant is called makes several of its words."""
    named = placeholders(template)
    return named - {"Called", "they", "them"} | (
        {"called"} if named & {"Called", "they", "them"} else set()
    )


def test_every_fault_of_a_plan_is_given_the_parameters_of_its_sentence():
    wrong = []
    for path, node, name in faults_told():
        given, wanted = {keyword.arg for keyword in node.keywords}, wanted_by(FAULTS[name].template)
        starred = any(isinstance(argument, ast.Starred) for argument in node.args)
        given |= set(PLACE if starred else PLACE[: len(node.args)])
        wrong += [
            f"{line_of(path, node)}: {part}"
            for part in (wanted - given) | (given - wanted - set(PLACE))
        ]
    assert wrong == []
    assert len(faults_told()) > 40


def test_no_fault_of_a_plan_is_told_in_words_of_its_own():
    made = [
        (path, node)
        for path in sources("movements")
        for node in calls(path)
        if called(node) == "Fault"
    ]
    assert [
        line_of(path, node) for path, node in made if any(has_words(value) for value in node.args)
    ] == []
