"""Nights on the program as it is really served: started as a command, asked over the network, killed on the way.

``pytest -n 0 -m live tests/live`` runs them; nothing here is part of `pytest` alone.  A test
asks for a fixture of ``conftest.py`` and gets a ``Server`` (``servers.py``), which runs with a
database and a data folder of its own until the last test of the module is over:

====================  =================================================================================
``server``            the test runs on every kind there is, one after the other (``KINDS``)
``embedded``          ``manage.py serve`` with SQLite: a club's laptop
``on_postgresql``     ``manage.py serve`` with PostgreSQL
``two_workers``       gunicorn with two processes, PostgreSQL and Redis, as in docs/hosting.md
``serve``             a function: ``serve(TWO_WORKERS, workers=3, KALAMAZOO_HTTPS="1")`` for a server that
                      no other test shares, stopped when the test ends
====================  =================================================================================

A kind whose services do not answer on this machine is skipped, with the reason.
``KALAMAZOO_LIVE_POSTGRESQL`` and ``KALAMAZOO_LIVE_REDIS`` name other addresses than the usual ones
on loopback.  Each PostgreSQL database is created and dropped, each Redis database is an empty one
that is emptied again.

What a server gives:

- ``server.python(code)``: run *code* beside the server, with its settings and Django set up; what
  it calls ``tell`` with comes back through JSON.  So nights are laid (``tests.factories``,
  ``tests.director.party.parties``) and stored rows are read.
- ``server.manage("standings", "1")``: what a command prints.
- ``server.browser()``: a ``Browser`` (``browsers.py``) with cookies and a connection that is kept
  open; ``sign_in``, ``get``, ``post``.  With ``again=True`` it asks once more where the answer is
  lost, as phones and the desk do.
- ``server.workers()``, ``server.kill(pid)``: the processes that answer, and a ``kill -9`` of one;
  ``server.stop()`` and ``server.start()``: a program that is closed, or crashes
  (``server.stop(hard=True)``), and is opened again on what is stored.
- ``server.said()``: all that it printed.

``at_once(actions)`` of ``browsers.py`` runs functions in threads that start together and returns
what each gave; the first error of any of them is raised.
"""
