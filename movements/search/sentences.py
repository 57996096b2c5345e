"""Sentences about searches for a plan."""

from movements.sentences import Sentence


class SearchSentences:
    """Sentences about searches for a plan."""

    NO_SUCH_PLAN = Sentence("{pairs} pairs can't play {rounds} rounds like this: {why}.")
    NUMBER_OUT_OF_RANGE = Sentence("--{name} is {fewest} to {most}, not {number}.")
    OTHER_SEARCH = Sentence(
        "{file} is of another search: {pairs} pairs, {rounds} rounds, {stationary} stationary, {copies} copies, seed "
        "{seed}. Give these numbers, or another file.",
    )
    NO_SEARCH = Sentence("{file} holds no search. Give another file, or none.")
    STATE_NOT_SAVED = Sentence("{file} can't be written: {reason}. Give another file.")
