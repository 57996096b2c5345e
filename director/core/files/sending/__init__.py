"""Send the files of an event to BridgeWebs and by e-mail."""
