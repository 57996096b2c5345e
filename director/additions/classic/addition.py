"""Old movements and scoring methods. They are added when the program starts, so pages need nothing."""

from director.additions import Addition

ADDITION = Addition()
