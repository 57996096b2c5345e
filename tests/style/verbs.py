"""What the verb of a function's name promises: see docs/glossary.md, *What a verb promises*."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("movements", "scoring", "director")
LISTS = ("list", "tuple", "Sequence")
ITERATORS = ("Iterator", "Iterable", "Generator")
MAPPINGS = ("dict", "Mapping", "defaultdict", "Counter")
RECORDS = ("dict[str, Any]", "dict[str, object]", "dict[str, str]", "dict[Any, Any]")
"""Mappings in place of a record: keyword arguments, options by name, a payload."""
TEXTS = ("str", "list[str", "tuple[str", "Sequence[str", "Iterable[str", "Mapping[str", "dict[str")
TEXT_NAMES = ("text", "line", "value", "raw", "typed", "cell", "word", "words")
"""How the name of a parameter ends that is text to parse, not the name of something to read."""
QUERIES = (".objects.", ".select_related(", ".values_list(", ".in_bulk(", ".exists()")
WRITES = (".save(", ".create(", ".bulk_create(", ".delete(")


class Function(NamedTuple):
    """A function: *name* is without a leading underscore, *source* without comments.

    *types* are the annotations of its parameters, without ``self`` and ``cls``.
    """

    address: str
    name: str
    returned: str
    first_name: str
    first_type: str
    types: tuple[str, ...]
    source: str

    @property
    def verb(self) -> str:
        return self.name.partition("_")[0]

    @property
    def is_mapping(self) -> bool:
        return self.returned.startswith(MAPPINGS) and self.returned not in RECORDS


def iter_functions(tree: ast.AST, address: str) -> Iterator[Function]:
    """Yield the functions and methods of *tree*, without those inside of functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from iter_functions(node, f"{address}.{node.name}")
        elif isinstance(node, ast.FunctionDef):
            parameters = [
                parameter
                for parameter in (*node.args.posonlyargs, *node.args.args)
                if parameter.arg not in ("self", "cls")
            ]
            types = tuple(
                ast.unparse(parameter.annotation) if parameter.annotation else ""
                for parameter in parameters
            )
            yield Function(
                address=f"{address}.{node.name}",
                name=node.name.lstrip("_"),
                returned=ast.unparse(node.returns) if node.returns else "",
                first_name=parameters[0].arg if parameters else "",
                first_type=types[0] if types else "",
                types=types,
                source=ast.unparse(node),
            )


def list_functions() -> list[Function]:
    """Return the functions of the program whose names are a verb with its object."""
    return [
        function
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
        for function in iter_functions(
            ast.parse(path.read_text(encoding="utf-8")),
            ".".join(path.relative_to(ROOT).with_suffix("").parts),
        )
        if "_" in function.name
    ]


FUNCTIONS = list_functions()


def has_any(source: str, marks: tuple[str, ...]) -> bool:
    return any(mark in source for mark in marks)


def breaks_get(function: Function) -> bool:
    if "get_or_" in function.name or function.name.endswith("_or_404"):
        return False
    return function.returned == "None" or has_any(function.source, QUERIES)


def breaks_show(function: Function) -> bool:
    return has_any(function.source, WRITES) or "store_" in function.source


PROMISES: dict[str, Callable[[Function], bool]] = {
    "get": breaks_get,
    "find": lambda function: "None" not in function.returned,
    "parse": lambda function: (
        function.types != () and not any(type_.startswith(TEXTS) for type_ in function.types)
    ),
    "read": lambda function: (
        function.first_type in ("str", "str | None") and function.first_name.endswith(TEXT_NAMES)
    ),
    "list": lambda function: not function.returned.startswith(LISTS),
    "iter": lambda function: not function.returned.startswith(ITERATORS),
    "count": lambda function: (
        function.returned != "int" and not (function.is_mapping and "_by_" in function.name)
    ),
    "choose": lambda function: function.returned == "None" or has_any(function.source, WRITES),
    "keep": lambda function: function.returned == "None" or has_any(function.source, WRITES),
    "show": breaks_show,
    "build": lambda _function: True,
}
"""Whether a function with the verb breaks its promise."""

EXCEPTIONS: dict[str, str] = {
    "tests.oracle.figures._get_no_top": "stands where other methods have a top",
    "director.additions.contests.desk.MatchDesk.find_home_response": "the desk's may return None",
    "director.additions.imports.units.access._AccessRows._parse_row": "overrides the package's",
    "director.boards.movement.lines.entries.parse_lead": "a text, as JSON has it",
    "director.management.body_limits.LimitedParser.parse_header": "overrides the server's",
    "tests.tools.search.annealing.SetDraft.list_sets": "Sets is a tuple",
    "director.additions.imports.formats.source.contest._list_spans": "_Spans is a list",
    "director.core.pages.seats.SeatsView.list_seated_people": "a list or the values of one",
    "director.boards.pages.seats.SectionSeats.list_seated_people": "a list or the values of one",
}
"""Functions that are right as they are, each with the reason."""


def list_advice() -> list[str]:
    """Return the functions whose names promise something else than they do."""
    by_address = {function.address: function for function in FUNCTIONS}
    keyed = ("get", "fetch", "compute", "list", "count")
    return [
        *(
            f"{function.address}: breaks the promise of “{function.verb}”"
            for function in FUNCTIONS
            if function.verb in PROMISES and function.address not in EXCEPTIONS
            if PROMISES[function.verb](function)
        ),
        *(
            f"{function.address}: a mapping says by what it is keyed"
            for function in FUNCTIONS
            if function.verb in keyed and function.is_mapping and "_by_" not in function.name
            if function.address not in EXCEPTIONS
        ),
        *(
            f"{address}: needs no exception in {__name__}"
            for address in EXCEPTIONS
            if address not in by_address
            or not PROMISES[by_address[address].verb](by_address[address])
        ),
    ]
