"""Find out how an imported event was scored elsewhere, and keep its official figures."""
