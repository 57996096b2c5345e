"""Run the commands of Kalamazoo.

``python manage.py serve`` in a copy of the source, ``kalamazoo serve`` where it is installed.
"""

import os
import sys

from movements.outputs import run_quietly


def main() -> None:
    """Run the command line. A reader that stops early (``| head``) isn't an error."""
    run_quietly(_run)


def _run() -> int:
    """Run the command line with Django, or say how to install the packages."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "director.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here. Run: python -m pip install -r requirements.txt")
    from director.management.overview import make_overview

    if not sys.argv[1:]:
        # A double click, or the program's name alone.
        sys.argv += ["serve", "--desktop"]
    if overview := make_overview(sys.argv[1:]):
        print(overview)
    else:
        execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    main()
