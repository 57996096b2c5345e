"""Print figures of how the code is written: ``python -m tests.style_figures [FOLDER …]``.

They are there to be read beside the code. No test compares them, so a correct change never fails
for its wording.
"""

import ast
import io
import sys
import tokenize
from dataclasses import dataclass, fields
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("movements", "scoring", "director", "tests")
LONG_CLAUSE = 100
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
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
    syntax_nodes: int = 0


def count_style(paths: list[Path]) -> StyleFigures:
    """Return the figures of the modules at *paths*."""
    figures = StyleFigures()
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
