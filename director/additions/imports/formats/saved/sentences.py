"""Sentences about saved pages."""

from director.errors import Phrase, Sentence


class PageSentences:
    """Sentences about pages that a browser saved."""

    PAGE_KNOWN = Sentence("This is a page saved from {site}. It holds {contents}. {advice}.")
    PAGE_UNKNOWN = Sentence(
        "This web page has no table with boards, pairs and results. Export the results as USEBIO, PBN, CSV or XLSX and "
        "choose that file.",
    )
    PAGE_SLOW = Sentence(
        "Reading the web page takes longer than {seconds} seconds. Choose a file with one session.",
    )
    PAGE_TRAVELLER = Phrase("the results of one board")
    PAGE_PLAYER = Phrase("the boards of one player")
    PAGE_RANKING = Phrase("a ranking, but no results of boards")
    PAGE_PARTS = Phrase("a part of the results")
    PAGE_OTHER_CONTEST = Phrase("an event that isn’t a pairs event")
    PAGE_WITHOUT_DATA = Phrase("no results that can be read")
    ADVICE_EXTRACT = Phrase("Choose the CSV or USEBIO file of the whole tournament instead")
    ADVICE_ACBL = Phrase(
        "Save the results page of the club game again as “Webpage, HTML Only”, or choose its PBN or .bws file",
    )
    ADVICE_ACBL_LIVE = Phrase("Choose the PBN, USEBIO or .bws file of the session instead")
    ADVICE_REALBRIDGE = Phrase(
        "In RealBridge, download the session’s results as PBN or CSV and choose that file"
    )
    ADVICE_POLISH = Phrase("Export the session as PBN, or copy all travellers into one table")
    ADVICE_BRIDGEWEBS = Phrase("Choose the file that was sent to BridgeWebs instead")
    ADVICE_PAIRS = Phrase("Choose a pairs event")
