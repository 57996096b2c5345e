"""Sentences about results in LIN files."""

from director.errors import Sentence


class LinSentences:
    """Sentences about results in LIN files."""

    LIN_NO_MATCH = Sentence(
        "The results of this LIN file aren’t those of a match in two rooms. Import its cards under Hands, and the "
        "results from a PBN, USEBIO or CSV file.",
    )
    DOUBT_CARRIED = Sentence(
        "The teams came into these boards with {home} and {visitors}, which isn’t imported. Enter it as carry-over.",
    )
