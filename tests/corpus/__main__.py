"""Files through the door of imports: ``python -m tests.corpus FOLDER``, or ``… repositories FOLDER``."""

import os
import sys
import tempfile

import django
from django.core.management import call_command


def main(arguments: list[str]) -> int:
    """Run the command in a data folder of its own. Return its exit code."""
    with tempfile.TemporaryDirectory() as data_folder:
        os.environ |= {
            "KALAMAZOO_DATA": data_folder,
            "DJANGO_SETTINGS_MODULE": "director.settings",
        }
        django.setup()
        # These import models, which is possible only now.
        from tests.corpus import folder, repositories

        if arguments[:1] != ["repositories"]:
            return folder.main(arguments)
        call_command("migrate", verbosity=0)
        return repositories.main(arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
