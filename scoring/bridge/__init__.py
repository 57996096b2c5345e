"""Bridge: boards, contracts, what a director types for a line, and what he rules on it."""
