"""Answers and refusals as HTTP responses."""

from starlette.responses import Response

from mineproof.web.questions import refusal


def answered(status: int, body: bytes) -> Response:
    """An answer in JSON, which nobody keeps."""
    headers = {"cache-control": "no-store"} | ({"retry-after": "1"} if status == 503 else {})
    return Response(body, status, headers, media_type="application/json")


def refuse(status: int, line: str, kind: str) -> Response:
    """One line that says why there is no answer."""
    return answered(status, refusal(line, kind).encode())
