"""Runs ``python -m scoring``."""

import sys

from movements.outputs import run_quietly
from scoring.command.cli import main

if __name__ == "__main__":
    sys.exit(run_quietly(main))
