"""Table units of the Bridgemate make, driven through their Data Connector."""
