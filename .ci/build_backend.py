"""setuptools, which builds the program from its source alone (``build-system`` in pyproject.toml)."""

import shutil
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  all other steps are those of setuptools


def build_wheel(*args: Any, **kwargs: Any) -> str:
    """Build the wheel after removing what an earlier build has left.

    setuptools keeps the built files in ``build/lib`` and packs everything there. After an update of
    the source, the next build would bring removed modules back.
    """
    shutil.rmtree(Path("build", "lib"), ignore_errors=True)  # builds run in the source's folder
    return build_meta.build_wheel(*args, **kwargs)
