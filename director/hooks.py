"""Hooks: what a room asks an application that it doesn't know."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Hook(Generic[T]):
    """What a room asks, and who answers.

    The room declares a class with what it asks, typed with its own records, and the answers where
    nobody else answers. An application registers an instance of a subclass when it is ready.
    """

    def __init__(self, default_answers: T) -> None:
        self.answers = default_answers
        self._is_registered = False

    def register(self, answers: T) -> None:
        """Take *answers* from an application from now on.

        :raises ValueError: if another application answers already
        """
        if self._is_registered:
            raise ValueError(
                f"{type(self.answers).__name__} answers already, so {type(answers).__name__} can’t."
            )
        self.answers = answers
        self._is_registered = True


class SharedHook(Generic[T]):
    """What a room asks every application that answers, in the order of the settings."""

    def __init__(self) -> None:
        self.answers: list[T] = []

    def register(self, answers: T) -> None:
        """Add the *answers* of an application."""
        self.answers.append(answers)
