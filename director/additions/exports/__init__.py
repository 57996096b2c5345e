"""Files for unions and other programs.

``sending`` sends them to BridgeWebs or by e-mail.
"""
