"""What is said of a USEBIO file that can’t be made."""

from director.errors import Sentence


class ReceiverSentences:
    """What is said of a USEBIO file that can’t be made."""

    RECEIVER = Sentence('Unknown receiver "{receiver}". Choose one of {known}.')
    MYABF_CONTEST = Sentence("MyABF takes pairs events only. Choose another receiver.")
    MYABF_SCORING = Sentence(
        "MyABF takes matchpoints, Butler and cross-IMPs, without victory points. Choose another receiver.",
    )
    MYABF_NO_RESULTS = Sentence("No results have been entered. Enter them in Scores first.")
