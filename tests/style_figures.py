"""Print figures of how the code is written: ``python -m tests.style_figures [FOLDER …]``.

They are there to be read beside the code. No test compares them, so a correct change never fails
for its wording.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from dataclasses import dataclass, fields
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("movements", "scoring", "director", "tests")
LONG_CLAUSE = 100
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
VERBS = frozenset((Path(__file__).parent / "verbs.txt").read_text(encoding="utf-8").split())
"""The verbs with which a function may begin. One that is missing here is no fault of a name."""
PREPOSITIONS = frozenset(
    (
        "of",
        "after",
        "before",
        "in",
        "at",
        "by",
        "for",
        "with",
        "on",
        "until",
        "out",
        "over",
        "under",
    )
)
BARE_WORDS = frozenset(
    (
        "after",
        "before",
        "beside",
        "called",
        "came",
        "chosen",
        "counted",
        "last",
        "left",
        "met",
        "more",
        "none",
        "now",
        "out",
        "played",
        "said",
        "seen",
        "told",
        "usual",
        "whole",
        "where",
        "why",
    )
)
"""Words that say nothing as the name of a field."""
COMMON = 3
"""The modules in which a private name may occur."""
RECORDS = re.compile(r"dataclass|NamedTuple")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass
class StyleFigures:
    """Counts over the modules of one folder. *lines* are those that aren't blank."""

    modules: int = 0
    lines: int = 0
    comments: int = 0
    conditional_expressions: int = 0
    comprehensions: int = 0
    nested_comprehensions: int = 0
    docstrings: int = 0
    long_first_clauses: int = 0
    of_chains: int = 0
    functions: int = 0
    without_a_verb: int = 0
    with_a_preposition: int = 0
    private_names_of_many: int = 0
    records: int = 0
    fields: int = 0
    bare_fields: int = 0
    syntax_nodes: int = 0


def count_style(paths: list[Path]) -> StyleFigures:
    """Return the figures of the modules at *paths*."""
    figures = StyleFigures()
    private_names: Counter[str] = Counter()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        figures.modules += 1
        figures.lines += sum(bool(line.strip()) for line in text.splitlines())
        figures.comments += sum(
            token.type == tokenize.COMMENT and not token.string.startswith(("# noqa", "# type"))
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
        )
        for node in ast.walk(ast.parse(text)):
            figures.syntax_nodes += 1
            _count_node(node, figures)
            _count_names(node, figures)
        private_names.update(_find_private_functions(text))
    figures.private_names_of_many = sum(modules > COMMON for modules in private_names.values())
    return figures


def _count_node(node: ast.AST, figures: StyleFigures) -> None:
    if isinstance(node, ast.IfExp):
        figures.conditional_expressions += 1
    elif isinstance(node, COMPREHENSIONS):
        figures.comprehensions += 1
        inner_nodes = [inner for inner in ast.walk(node) if inner is not node]
        figures.nested_comprehensions += any(
            isinstance(inner, COMPREHENSIONS) for inner in inner_nodes
        )
    elif isinstance(node, DOCUMENTED) and (docstring := ast.get_docstring(node)):
        figures.docstrings += 1
        first_paragraph = " ".join(docstring.split("\n\n")[0].split())
        figures.long_first_clauses += len(first_paragraph) > LONG_CLAUSE or ";" in first_paragraph
        figures.of_chains += first_paragraph.split().count("of") >= 2


def _count_names(node: ast.AST, figures: StyleFigures) -> None:
    if isinstance(node, ast.ClassDef):
        heads = [ast.unparse(head) for head in (*node.decorator_list, *node.bases)]
        figures.records += any(RECORDS.search(head) for head in heads)
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                _count_field(statement.target.id, figures)
    if not isinstance(node, FUNCTIONS) or node.name.startswith("__"):
        return
    if any("property" in ast.unparse(decorator) for decorator in node.decorator_list):
        _count_field(node.name, figures)
        return
    words = node.name.strip("_").split("_")
    figures.functions += 1
    figures.without_a_verb += words[0] not in VERBS
    figures.with_a_preposition += words[0] in PREPOSITIONS or words[-1] in PREPOSITIONS


def _count_field(name: str, figures: StyleFigures) -> None:
    figures.fields += 1
    figures.bare_fields += name.strip("_") in BARE_WORDS


def _find_private_functions(text: str) -> set[str]:
    """Return the names of the private functions of a module."""
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, FUNCTIONS))
    return {node.name for node in functions if re.match(r"_[a-z]", node.name)}


def list_sources(folder: str) -> list[Path]:
    """Return the modules below *folder*, without migrations."""
    return [
        path for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts
    ]


def main(folders: list[str]) -> None:
    """Print a row of figures for each of *folders*."""
    names = [field.name for field in fields(StyleFigures)]
    rows = [["folder", *names]]
    for folder in folders:
        figures = count_style(list_sources(folder))
        rows.append([folder, *(str(getattr(figures, name)) for name in names)])
    for name, *values in zip(*rows, strict=True):
        cells = [name.replace("_", " ").ljust(24), *(value.rjust(9) for value in values)]
        sys.stdout.write("".join(cells) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:] or list(PACKAGES))
