#!/usr/bin/env python
"""Run a command of Kalamazoo: ``python manage.py serve`` starts the program."""

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
