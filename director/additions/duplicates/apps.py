"""What the list of duplicates adds to the page People."""

from director.addition_config import AdditionConfig


class DuplicatesConfig(AdditionConfig):
    """Pairs of people who are probably one person."""

    name = "director.additions.duplicates"
    people_pages = (("people_duplicates", "Possible duplicates"),)
