"""Output of the command lines: UTF-8, and silence if the reader stops early (``| head``)."""

import io
import os
import sys
from collections.abc import Callable


def run_quietly(command: Callable[[], int]) -> int:
    """Run *command* and return its exit status, or 0 if its output is closed.

    >>> run_quietly(lambda: 2)
    2
    """
    streams = (sys.stdout, sys.stderr)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    try:
        return command()
    except BrokenPipeError:
        return 0
    finally:
        for stream in streams:
            _flush_or_discard(stream)


def _flush_or_discard(stream: object) -> None:
    if not isinstance(stream, io.TextIOWrapper):
        return
    try:
        stream.flush()
    except BrokenPipeError:
        # Python flushes once more on exit and would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
