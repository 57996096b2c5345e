"""Publishing, corrections, and pages kept for visitors."""
