"""What masterpoints add to the page People."""

from director.additions import Addition


class Masterpoints(Addition):
    """A month's return of masterpoints."""

    people_pages = (("people_masterpoints", "Masterpoints"),)


ADDITION = Masterpoints()
