"""Hooks: what a room asks an application that it doesn't know."""

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class _Registrations:
    """What applications register once a hook or registry is asked.

    It imports most of the program, which commands such as ``backup`` never use.
    """

    def __init__(self) -> None:
        self._functions: list[Callable[[], None]] = []
        self._is_running = False
        # Another thread waits until everything is registered. The same one may ask meanwhile.
        self._lock = RLock()
        self.are_pending = False

    def add(self, register: Callable[[], None]) -> None:
        self._functions.append(register)
        self.are_pending = True

    def complete(self) -> None:
        with self._lock:
            if self._is_running or not self.are_pending:
                return
            self._is_running = True
            try:
                for register in self._functions:
                    register()
            finally:
                self._is_running = False
            self.are_pending = False


_REGISTRATIONS = _Registrations()


def register_when_asked(register: Callable[[], None]) -> None:
    """Call *register* before a hook or registry is asked the first time."""
    _REGISTRATIONS.add(register)


def complete_registrations() -> None:
    """Register now what applications have."""
    if _REGISTRATIONS.are_pending:
        _REGISTRATIONS.complete()


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

    def find(self, key: K) -> T | None:
        """Return what is registered at *key*, or None."""
        complete_registrations()
        return self.get(key)

    def list_values(self) -> tuple[T, ...]:
        """Return what is registered, in the order of the settings."""
        complete_registrations()
        return tuple(self.values())


class Hook(Generic[T]):
    """What a room asks, and who answers.

    The room declares a class with what it asks, typed with its own records, and the answers where
    nobody else answers. An application registers an instance of a subclass before it is asked.
    """

    def __init__(self, default_answers: T) -> None:
        self._answers = self._default_answers = default_answers

    @property
    def answers(self) -> T:
        """The answers of an application, or those of the room."""
        complete_registrations()
        return self._answers

    @answers.setter
    def answers(self, answers: T) -> None:
        self._answers = answers

    def register(self, answers: T) -> None:
        """Take *answers* from an application from now on.

        :raises ValueError: if another application answers already
        """
        if self._answers is not self._default_answers:
            raise ValueError(
                f"{type(self._answers).__name__} answers already, so {type(answers).__name__} can’t."
            )
        self._answers = answers


class SharedHook(Generic[T]):
    """What a room asks every application that answers, in the order of the settings."""

    def __init__(self) -> None:
        self._answers: list[T] = []

    @property
    def answers(self) -> list[T]:
        """The answers of all applications."""
        complete_registrations()
        return self._answers

    @answers.setter
    def answers(self, answers: list[T]) -> None:
        self._answers = answers

    def register(self, answers: T) -> None:
        """Add the *answers* of an application."""
        self._answers.append(answers)
