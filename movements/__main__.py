"""Runs ``python -m movements``."""

import os
import sys

from movements.cli import main


def run() -> int:
    """Run the command line with UTF-8 on both outputs; a reader that stops early (``| head``) is no error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more while ending and must not meet the closed pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


if __name__ == "__main__":
    sys.exit(run())
