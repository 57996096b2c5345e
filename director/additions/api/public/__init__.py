"""What everybody may read: what the club has published, and nothing else."""
