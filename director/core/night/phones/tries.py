"""How often something was tried at a table's door within some time, kept in the cache."""

from django.core.cache import caches


def count_try(key: str, seconds: int) -> int:
    """Count one more try under *key*, and return how many there were within *seconds*.

    Each try starts the time anew. Two at the same moment may count as one, which no limit minds.
    """
    cache = caches["tables"]
    tries: int = cache.get(key, 0) + 1
    cache.set(key, tries, seconds)
    return tries


def get_try_count(key: str) -> int:
    """Return how often something was tried under *key*."""
    tries: int = caches["tables"].get(key, 0)
    return tries
