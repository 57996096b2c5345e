"""The overview of commands that ``kalamazoo help`` prints, and its version."""

import django
from django.core.management import get_commands, load_command_class

from director.core.base.program import read_program_call, read_program_version

OVERVIEW_ARGUMENTS: tuple[list[str], ...] = (["help"], ["--help"], ["-h"])
VERSION_ARGUMENTS = (["--version"], ["version"])


def make_overview(arguments: list[str]) -> str:
    """Return the answer to *arguments* that are no command, or ""."""
    if arguments in VERSION_ARGUMENTS:
        return f"Kalamazoo {read_program_version()}"
    if arguments in OVERVIEW_ARGUMENTS:
        return _format_commands()
    return ""


def _get_first_sentence(app: str, name: str) -> str:
    return load_command_class(app, name).help.partition(". ")[0].rstrip(".") + "."


def _format_commands() -> str:
    django.setup()
    # Those of Django are left out: serve and prepare do what a club needs of them.
    apps = {name: app for name, app in get_commands().items() if app.split(".")[0] == "director"}
    helps = {name: _get_first_sentence(app, name) for name, app in apps.items()}
    helps["changepassword"] = "Set a new password for an account."
    width = max(map(len, helps))
    call = read_program_call()
    lines = [f"{name:{width}}  {text}" for name, text in sorted(helps.items())]
    return "\n".join(
        [
            f"Kalamazoo {read_program_version()}. Start it with: {call} serve",
            "Alone it starts too, as a double click does, and shows the program that is already running.",
            "",
            *lines,
            "",
            f"{call} COMMAND --help explains a command.",
        ]
    )
