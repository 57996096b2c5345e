"""The progressive systems, each as an entry: those of the books, and those of today's evenings."""
