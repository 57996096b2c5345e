"""Settings of the program with some of its additions, or none: those named in the environment."""

import os

from director.settings import *  # noqa: F403
from director.settings import ADDITIONS as ALL
from director.settings import INSTALLED_APPS as ALL_APPS

ADDITIONS = [name for name in ALL if name in os.environ["KALAMAZOO_ADDITIONS"].split(",")]
LEFT_OUT = {f"director.additions.{name}" for name in ALL if name not in ADDITIONS}
INSTALLED_APPS = [app for app in ALL_APPS if app not in LEFT_OUT]
