"""The sentences with which the club's library of movements refuses something."""

from director.errors import Sentence


class LibrarySentences:
    """The sentences of refusals."""

    MOVEMENT_NAME_MISSING = Sentence("Type a name for the movement, such as Tuesday Howell.")
    MOVEMENT_NAME_TOO_LONG = Sentence(
        "The name is longer than {most} characters. Shorten it.",
    )
    MOVEMENT_NOTE_TOO_LONG = Sentence(
        "The note is longer than {most} characters. Shorten it.",
    )
    MOVEMENT_IN_LIBRARY = Sentence(
        "This movement is already in the library as “{name}”. Open that one to change its name or note.",
    )
    MOVEMENT_FAULTY_UNSAVED = Sentence(
        "{things_are} wrong with this movement. It hasn’t been saved. First: {first}",
    )
    LIBRARY_FULL = Sentence(
        "The library has {count} movements, the most it can hold. Delete some first.",
    )
    MOVEMENT_VERSION_GONE = Sentence(
        "{name} has no version {number}. Open the movement again.",
    )
    MOVEMENT_DELETED = Sentence("{name} was deleted. Undo that first, in Club, Movements.")
