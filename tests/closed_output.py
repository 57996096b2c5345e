"""Running a program whose output nobody reads to the end, as ``… | head`` doesn't."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run_with_closed_output(*arguments: str, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Run Python with *arguments*; its standard output is closed from the start. Return its status and complaints."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=env,
            stdout=write_end,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    finally:
        os.close(write_end)
    return done.returncode, done.stderr.decode()
