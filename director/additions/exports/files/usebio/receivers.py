"""The receivers of USEBIO files, and what each needs beside the format.

No receiver publishes its rules. Those of MyABF are read from its program [COBALT], those of the EBU
from its pages for scorers [EBU-USEBIO] and from files of programs that it accepts.
"""

from typing import NamedTuple

from director.additions.exports.files.usebio.sentences import ReceiverSentences
from director.formats.errors import ExportError


class Receiver(NamedTuple):
    """A receiver of USEBIO files.

    With *has_details* it needs the club's number, the version of the program, counts, and an
    element for every membership number, even if it is empty.  With *has_charges* it needs the
    charge code and the master point scale.  If it *takes_simple_files*, a file is one list of pairs
    with two players each.  *needs_numbers* says whether players without a number are a problem.
    """

    key: str
    label: str
    called: str
    has_details: bool = True
    has_charges: bool = False
    takes_simple_files: bool = False
    needs_numbers: bool = True

    @property
    def file_label(self) -> str:
        """The label of its file in a list: ``"USEBIO for the EBU"``."""
        return f"USEBIO for {self.called}"


GENERAL = Receiver("general", "Any program", "your union", has_details=False)
EBU = Receiver("ebu", "EBU", "the EBU", has_charges=True)
MYABF = Receiver("myabf", "MyABF", "MyABF", takes_simple_files=True)
BRIDGEWEBS = Receiver("bridgewebs", "BridgeWebs", "BridgeWebs", needs_numbers=False)
RECEIVERS = (GENERAL, EBU, MYABF, BRIDGEWEBS)
"""The receivers there are, the one without needs first."""


def find_receiver(key: str) -> Receiver:
    """Return the receiver with *key*.

    >>> find_receiver("ebu").label
    'EBU'

    :raises ExportError: naming the known receivers
    """
    for receiver in RECEIVERS:
        if receiver.key == key:
            return receiver
    known_keys = ", ".join(receiver.key for receiver in RECEIVERS)
    raise ExportError(ReceiverSentences.RECEIVER, receiver=key, known=known_keys)


def get_remembered_receiver(key: str) -> Receiver:
    """Return the receiver that a club has stored as *key*.

    A receiver that a newer release has offered counts as any program.

    >>> get_remembered_receiver("myabf").label, get_remembered_receiver("acbl").label
    ('MyABF', 'Any program')
    """
    for receiver in RECEIVERS:
        if receiver.key == key:
            return receiver
    return GENERAL
