"""The search for fair plans, and the figures of those that are known."""
