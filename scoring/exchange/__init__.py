"""Read and write fields, parties and rankings as JSON, for other programs."""
