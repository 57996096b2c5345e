"""Plans in and out of files: JSON, CSV grids and movement text."""
