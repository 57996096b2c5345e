"""Count tries at a table's private address, in the cache."""

from django.core.cache import caches


def count_try(key: str, seconds: int) -> int:
    """Count one more try under *key*, and return the number of tries.

    The count ends *seconds* after the last try. Two tries at the same moment may count as one, which
    makes no difference to the limits.
    """
    cache = caches["tables"]
    tries: int = cache.get(key, 0) + 1
    cache.set(key, tries, seconds)
    return tries


def get_try_count(key: str) -> int:
    """Return the number of tries under *key*."""
    tries: int = caches["tables"].get(key, 0)
    return tries
