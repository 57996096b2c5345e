"""The scoring methods of 1900 and 1926. They are added when the program starts, so pages need nothing."""

from director.additions import Addition

ADDITION = Addition()
