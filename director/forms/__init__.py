"""What people type, and how it is checked before a service acts on it."""
