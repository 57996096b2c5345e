"""The pages of step 6."""
