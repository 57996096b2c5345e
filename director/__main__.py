"""Commands of Kalamazoo: ``python manage.py serve`` in a copy of it, ``kalamazoo serve`` where it is installed."""

import os
import sys


def main() -> None:
    """Hand the command line to Django, with a plain word when the packages are missing."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "director.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here. Run: python -m pip install -r requirements.txt")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
