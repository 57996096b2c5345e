"""What is built on top of the core: applications that the program runs without.

Each is named in ``INSTALLED_APPS``. Its ``urls.py`` has its addresses, and the ``AdditionConfig`` in
its ``apps.py`` its places in lists of the core. When it is ready, it registers kinds of events,
movements, scoring methods and sheets, and answers what rooms ask in their ``hooks.py``.

The core never imports an addition, and no addition another one. So without an addition, its addresses
and its parts of pages are missing, and nothing else.
"""
