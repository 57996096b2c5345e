"""Runs ``python -m movements``."""

import sys

from movements.command.cli import main
from movements.outputs import run_quietly

if __name__ == "__main__":
    sys.exit(run_quietly(main))
