"""Publishing, corrections, and pages cached for visitors."""
