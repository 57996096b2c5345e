#!/usr/bin/env python
"""Run a command of Kalamazoo: ``python manage.py serve`` starts the program."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  the program's own modules can't even be read by an older one
    sys.stderr.write(
        "Kalamazoo needs Python 3.11 or newer, and this is Python "
        + sys.version.split()[0]
        + ". Install a newer one from https://www.python.org/downloads/, then repeat both commands with it.\n"
    )
    sys.exit(2)

from director.__main__ import main

if __name__ == "__main__":
    main()
