"""The second calculation of every figure, which ``manage.py rescore EVENT --check`` compares."""

from director.additions import AdditionConfig


class ProofConfig(AdditionConfig):
    """The second calculation. It adds a command and its option, and nothing to pages."""

    name = "director.additions.proof"
