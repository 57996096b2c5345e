"""The pages of step 1."""
