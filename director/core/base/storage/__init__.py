"""The data folder and the database: locks, timeouts, bulk inserts and an LRU cache."""
