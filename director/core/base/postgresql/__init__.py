"""Django's backend for PostgreSQL, which gives up on a server that has fallen silent."""
