"""What parties add to the program: a kind of event."""

from director.additions import Addition
from director.party.kind import PartyKind


class Parties(Addition):
    """Whist drives, euchre evenings and other progressive parties."""

    kinds = (PartyKind(),)


ADDITION = Parties()
