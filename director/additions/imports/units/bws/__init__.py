"""Files of the table units (Bridgemate, BridgeTab): databases of Microsoft Access."""
