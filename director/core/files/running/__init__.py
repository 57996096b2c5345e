"""Starting the program: setting up the database, the cache, the log and its health."""
