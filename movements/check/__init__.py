"""Find the faults of a plan from any source, and the guarantees that it breaks."""
