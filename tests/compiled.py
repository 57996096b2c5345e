"""Compiled modules where the environment wants none beside the sources.

``PYTHONDONTWRITEBYTECODE`` keeps a folder of sources clean. Every worker and every program that a
test starts then compiles all that it imports, which takes three times as long as to import it.
"""

import os
import sys
from pathlib import Path


def keep_compiled_in(folder: Path) -> None:
    """Keep what this process and its children compile in *folder*, if they would keep it nowhere."""
    if not sys.dont_write_bytecode or sys.pycache_prefix:
        return
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(folder)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)
