"""What the list of duplicates adds to the page People."""

from director.additions import Addition


class Duplicates(Addition):
    """Pairs of people who are probably one person."""

    people_pages = (("people_duplicates", "Possible duplicates"),)


ADDITION = Duplicates()
"""People who are probably listed twice, offered as pairs to merge."""
