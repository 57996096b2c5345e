"""The second calculation of every figure, which ``manage.py rescore EVENT --check`` compares."""

from director.additions import Addition

ADDITION = Addition()
