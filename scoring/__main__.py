"""Runs ``python -m scoring``."""

import sys

from scoring.command.cli import main
from scoring.outputs import run_quietly

if __name__ == "__main__":
    sys.exit(run_quietly(main))
