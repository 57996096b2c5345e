"""Advice about English, for who changed what people read: ``python -m tests.style``.

Nothing fails for it. The words are those of docs/glossary.md.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "director.settings")
django.setup()

from tests.style import references, sentences, typography, verbs, words  # noqa: E402


def main() -> None:
    """Print what to look at, a line each."""
    for topic in (words, sentences, typography, verbs, references):
        for line in topic.list_advice():
            sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
