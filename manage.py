#!/usr/bin/env python
"""Run a command of Kalamazoo: ``python manage.py serve`` starts the program."""

from director.__main__ import main

if __name__ == "__main__":
    main()
