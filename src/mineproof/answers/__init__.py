"""The answers that the command line, the server and the library have in common.

Each function takes a request and returns a dataclass. Its method `as_json` returns the JSON object
that programs receive, the same everywhere. Both the object and the OpenAPI document of the server
are made from what the dataclass declares.
"""
