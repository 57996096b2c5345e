"""Hooks: what a room asks an application that it doesn't know."""

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Registry(dict[K, T]):
    """What applications have registered, by key. *noun* is a word for what is registered."""

    def __init__(self, noun: str) -> None:
        super().__init__()
        self._noun = noun

    def register(self, value: T, *keys: K) -> None:
        """Store *value* at each of *keys*.

        :raises ValueError: if another value is there
        """
        for key in keys:
            if self.setdefault(key, value) is not value:
                raise ValueError(f"Two applications register the {self._noun} {key!r}.")


class Hook(Generic[T]):
    """What a room asks, and who answers.

    The room declares a class with what it asks, typed with its own records, and the answers where
    nobody else answers. An application registers an instance of a subclass when it is ready.
    """

    def __init__(self, default_answers: T) -> None:
        self.answers = self._default_answers = default_answers

    def register(self, answers: T) -> None:
        """Take *answers* from an application from now on.

        :raises ValueError: if another application answers already
        """
        if self.answers is not self._default_answers:
            raise ValueError(
                f"{type(self.answers).__name__} answers already, so {type(answers).__name__} can’t."
            )
        self.answers = answers


class SharedHook(Generic[T]):
    """What a room asks every application that answers, in the order of the settings."""

    def __init__(self) -> None:
        self.answers: list[T] = []

    def register(self, answers: T) -> None:
        """Add the *answers* of an application."""
        self.answers.append(answers)
