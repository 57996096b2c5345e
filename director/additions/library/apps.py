"""What the library of movements adds to Field, to the page Club and to files at the wrong page."""

from director.addition_config import AdditionConfig, AdditionTab


class LibraryConfig(AdditionConfig):
    """Saved movements, and the editor that changes them cell by cell."""

    name = "director.additions.library"
    club_tabs = (AdditionTab("movements", "Movements", previous_tab_key="next_nights"),)

    def register(self) -> None:
        """Register where the club keeps movements, and the files of movements that it reads."""
        from director.additions.library.desk import MovementReader, SavedMovements
        from director.boards.pages.hooks import LIBRARY
        from director.core.base.hooks import FILE_READERS

        LIBRARY.register(SavedMovements())
        FILE_READERS.register(MovementReader())
