"""Sessions, sheets and settlements."""
