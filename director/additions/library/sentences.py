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
    LIBRARY_FILE_EMPTY = Sentence("Choose a file with movements first. This one has none.")
    LIBRARY_FILE_TOO_LARGE = Sentence(
        "{file} is larger than {most} MB. Choose a file with movements only.",
    )
    LIBRARY_FILE_TOO_LONG = Sentence(
        "{file} has more than {most} movements. Split it into smaller files.",
    )
    LIBRARY_ZIP_BROKEN = Sentence(
        "{file} can’t be unpacked: it is damaged or has a password. Save it again.",
    )
    LIBRARY_ZIP_TOO_MANY = Sentence("{file} has more than {most} files. Split it.")
    LIBRARY_ZIP_TOO_LARGE = Sentence(
        "{file} unpacks to more than {most} MB. Choose a zip with movements only.",
    )
    LIBRARY_FILE_OTHER = Sentence(
        "This looks like {kind}. Choose JSON, movement text, CSV or a .MOV file of ACBLscore.",
    )
    MOVEMENT_DELETED = Sentence("{name} was deleted. Undo that first, in Club, Movements.")
