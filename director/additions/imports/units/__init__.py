"""Table units of the Bridgemate make: their files, and their Data Connector.

``bws`` reads the files, for the imports of results and hands. The other modules and the command
start table units for a session and store what they enter.
"""
