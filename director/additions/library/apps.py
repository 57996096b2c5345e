"""What the library of movements adds to Field, to the page Club and to files at the wrong page."""

from director.addition_config import AdditionConfig


class LibraryConfig(AdditionConfig):
    """Saved movements, and the editor that changes them cell by cell."""

    name = "director.additions.library"

    def register(self) -> None:
        """Register where the club keeps movements, and the files of movements that it reads."""
        from director.additions.library.desk import (
            MovementReader,
            SavedMovements,
            make_library_card,
        )
        from director.boards.pages.hooks import LIBRARY
        from director.core.base.hooks import FILE_READERS
        from director.core.club.hooks import CLUB_CARDS

        CLUB_CARDS.register(make_library_card)
        LIBRARY.register(SavedMovements())
        FILE_READERS.register(MovementReader())
