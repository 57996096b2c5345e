"""Settings of the program with some of its additions, or none: those named in the environment."""

import os

from director.settings import *  # noqa: F403
from director.settings import ADDITIONS as ALL

ADDITIONS = [name for name in ALL if name in os.environ["KALAMAZOO_ADDITIONS"].split(",")]
