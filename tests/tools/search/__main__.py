"""Runs ``python -m tests.tools.search``: search for fair plans, and print the page of those that are known."""

import argparse
import json
import sys

from movements.errors import MovementError
from tests.tools.search.command import add_search_arguments, run_search
from tests.tools.search.nightly import add_nightly_arguments, run_nightly
from tests.tools.search.page import iter_fairness_rows, render_fairness_page


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status: 0, 1 if no plan was found, 2 for an error."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.search")
    commands = parser.add_subparsers(required=True, dest="command")
    search_parser = commands.add_parser("search", help="search for a fair plan of pairs")
    add_search_arguments(search_parser)
    add_nightly_arguments(commands.add_parser("nightly", help="search the open shapes in turn"))
    fairness_parser = commands.add_parser("fairness", help="print the page docs/fairness.md")
    for command_parser in (search_parser, fairness_parser):
        command_parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    try:
        output = _run_command(options)
    except MovementError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if output is None:
        return 0
    if not output:
        return 1
    text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    sys.stdout.write(text.removesuffix("\n") + "\n")
    return 0


def _run_command(options: argparse.Namespace) -> object:
    """Return what a command prints: text, a value for JSON, or None."""
    if options.command == "search":
        return run_search(options)
    if options.command == "fairness":
        return list(iter_fairness_rows()) if options.json else render_fairness_page()
    run_nightly(options)
    return None


if __name__ == "__main__":
    sys.exit(main())
