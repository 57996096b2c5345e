"""Send the files of an event to BridgeWebs or by e-mail, and write it in the history."""
