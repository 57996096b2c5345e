"""Several people who do something at the same instant, each in a thread and a connection of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from director.errors import DeskError
from tests.director.boards.play.scores.entry_pages import mask_time


def run_simultaneously(actions):
    """Run each of *actions* in a thread of its own, all starting together; return what each gave or raised."""
    together = Barrier(len(actions))

    def run(action):
        try:
            connection.ensure_connection()
            together.wait(timeout=20)
            return action()
        except DeskError as error:
            return mask_time(str(error))
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))
