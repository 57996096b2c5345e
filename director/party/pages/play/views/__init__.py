"""The pages of step 4."""
