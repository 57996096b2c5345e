"""What is built on top of the core: applications that the program runs without.

Each is named in ``INSTALLED_APPS``. Its ``urls.py`` has its addresses, and the ``AdditionConfig`` in
its ``apps.py`` its places in lists of the core. Its movements and scoring methods are registered when
it is ready. Kinds of events and sheets, and what it answers rooms in their ``hooks.py``, are
registered before they are asked.

The core never imports an addition, and no addition another one. So without an addition, its addresses
and its parts of pages are missing, and nothing else.
"""
