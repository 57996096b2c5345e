"""The settings of the core alone: every addition is left out."""

from director.settings import *  # noqa: F403
from director.settings import INSTALLED_APPS as ALL_APPS

INSTALLED_APPS = [name for name in ALL_APPS if not name.startswith("director.additions.")]
