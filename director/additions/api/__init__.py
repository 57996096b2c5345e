"""The interface for programs: ``/api/v1/``, described by the OpenAPI document that it serves.

``app`` joins the addresses to one interface and says what its errors look like. ``gate`` stands
before every address: it limits requests, and lets other sites read what is public. ``versions``
answers what hasn't changed without reading results.

``public`` has what everybody may read. It asks the kinds of events, as ``results.json`` does, so
that both show the same.
"""
