"""What a command line does with its outputs: UTF-8, and no complaint of a reader that stops early (``| head``)."""

import io
import os
import sys
from collections.abc import Callable


def run_quietly(command: Callable[[], int]) -> int:
    """Run *command* and return its exit status; 0 if nobody reads its output to the end.

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
            _let_go(stream)


def _let_go(stream: object) -> None:
    """Write out *stream*; if its reader is gone, give it another so that Python can flush once more while ending."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    try:
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
